"""Boards as files: which there are, what they look like, whether one is sound."""

import sys
from argparse import Namespace

from tourelle.cli.reading import read_text
from tourelle.cli.voice import UserError, Voice
from tourelle.core.options import BoardFiles
from tourelle.core.words import about
from tourelle.games import game_class, playable


def run(given: Namespace, voice: Voice) -> int:
    """List the boards, show one, or check a file."""
    if given.verb == "list":
        for title, boards in _all_boards().items():
            for name in boards.names():
                print(f"{name:<16} {voice.label(title, f'option.board.{name}', '')}".rstrip())
        return 0
    if not given.board:
        raise UserError("no-board", verb=given.verb)
    if given.verb == "show":
        return _show(given.board, voice)
    return _check(given.board, voice)


def _all_boards() -> dict[str, BoardFiles]:
    """Return the boards of every title that can be played on others than its own."""
    found = {title: game_class(title).board_files for title in playable()}
    return {title: boards for title, boards in found.items() if boards is not None}


def _owner(name: str) -> tuple[str, BoardFiles]:
    """Return the title that a board comes with; for a file, the first that takes any."""
    known = _all_boards()
    title = next((title for title in known if name in known[title].names()), next(iter(known)))
    return title, known[title]


def _show(name: str, voice: Voice) -> int:
    """Print a board as its file has it, and say where it is a reconstruction."""
    title, boards = _owner(name)
    with about(title):
        print(boards.source(name).rstrip())
    if boards.is_reconstruction(name):
        print(voice.of(title, "board.reconstruction"), file=sys.stderr)
    return 0


def _check(name: str, voice: Voice) -> int:
    """Read a board file; a broken one is refused with the square that is wrong."""
    title, boards = _owner(name)
    text = boards.source(name) if name in boards.names() else read_text(name)
    with about(title):
        boards.checked(text)
    print(voice.of(title, "board.sound"))
    return 0
