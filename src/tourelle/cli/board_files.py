"""Boards of BLOX as files: which there are, what they look like, whether one is sound."""

import sys
from argparse import Namespace
from typing import Final

from tourelle.cli.reading import read_text
from tourelle.cli.voice import UserError, Voice
from tourelle.core.words import about
from tourelle.games.blox import boards

TITLE: Final = "blox"


def run(given: Namespace, voice: Voice) -> int:
    """List the boards, show one, or check a file."""
    if given.verb == "list":
        for name in boards.names():
            print(f"{name:<16} {voice.label(TITLE, f'option.board.{name}', '')}".rstrip())
        return 0
    if not given.board:
        raise UserError("no-board", verb=given.verb)
    if given.verb == "show":
        return _show(given.board, voice)
    return _check(given.board, voice)


def _show(name: str, voice: Voice) -> int:
    """Print a board as its file has it, and say where it is a reconstruction."""
    with about(TITLE):
        print(boards.source(name).rstrip())
    if name in boards.RECONSTRUCTED:
        print(voice.of(TITLE, "board.reconstruction"), file=sys.stderr)
    return 0


def _check(name: str, voice: Voice) -> int:
    """Read a board file; a broken one is refused with the square that is wrong."""
    text = boards.source(name) if name in boards.names() else read_text(name)
    with about(TITLE):
        boards.check_two_seats(boards.check(text))
    print(voice.of(TITLE, "board.sound"))
    return 0
