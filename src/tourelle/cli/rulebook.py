"""The rules on the terminal: a whole page, a section, or one clause."""

import sys
from argparse import Namespace
from difflib import get_close_matches
from typing import Final

from tourelle.cli.voice import UserError, Voice
from tourelle.languages.rulebook import page, sections

NEAR: Final = 6


def run(given: Namespace, voice: Voice) -> int:
    """Print the rules of a title, or the part that was asked for."""
    language = voice.language
    text = page(given.game, language)
    if text is None:
        text = page(given.game, "en")
        if text is None:
            raise UserError("no-rules", game=given.game)
        print(voice("rules.in-english"), file=sys.stderr)
    _print(
        excerpt(text, given.clause, given.game) if given.clause else text, whole=not given.clause
    )
    return 0


def excerpt(text: str, wish: str, title: str) -> str:
    """Return the section or clause that is wished for, with all that stands under it."""
    lines = text.splitlines()
    found = sections(lines)
    for place, section in enumerate(found):
        if wish.casefold() in (section.name.casefold(), section.heading.casefold()):
            later = (other.line for other in found[place + 1 :] if other.depth <= section.depth)
            return "\n".join(lines[section.line : next(later, len(lines))]).strip()
    names = [section.name for section in found]
    raise UserError("no-clause", clause=wish, game=title, near=", ".join(_near(wish, names)))


def _near(wish: str, names: list[str]) -> list[str]:
    """Return the names that may have been meant: those of the same section, then those alike."""
    by_case = {name.casefold(): name for name in names}
    chapter = wish.casefold().partition(".")[0]
    same = [name for key, name in by_case.items() if key.partition(".")[0] == chapter]
    alike = get_close_matches(wish.casefold(), by_case, n=NEAR, cutoff=0.4)
    near = list(dict.fromkeys([*same, *(by_case[key] for key in alike)]))
    return near[: 2 * NEAR] or [name for name in names if "." not in name]


def _print(text: str, *, whole: bool) -> None:
    """Print Markdown as it is into a pipe, and nicely on a terminal."""
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    screen = Console()
    if whole:
        with screen.pager(styles=True):
            screen.print(Markdown(text))
    else:
        screen.print(Markdown(text))
