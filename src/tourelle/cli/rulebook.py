"""The rules on the terminal: a whole page, a section, or one clause."""

import re
import sys
from argparse import Namespace
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from tourelle.cli.voice import UserError, Voice

HEADING: Final = re.compile(r"^(#{1,6}) +(.*?)\s*$")
CLAUSE: Final = re.compile(r"[A-Z]\d+(?:\.\d+)?\b")
NEAR: Final = 6


class Section(NamedTuple):
    """A heading of the rules: its depth, its name (T5.4, or the words), where it stands."""

    depth: int
    name: str
    heading: str
    line: int


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


def page(title: str, language: str) -> str | None:
    """Return the rules of a title in a language; None where they are not written."""
    name = f"{title}.md" if language == "en" else f"{title}.{language}.md"
    packaged = files("tourelle").joinpath("rulebook", name)
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    checkout = Path(__file__).resolve().parents[3] / "docs" / "rules" / name
    return checkout.read_text(encoding="utf-8") if checkout.is_file() else None


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


def sections(lines: list[str]) -> list[Section]:
    """Return every heading of a page; what stands in fenced blocks is none."""
    found = []
    fenced = False
    for number, line in enumerate(lines):
        if line.startswith("```"):
            fenced = not fenced
        match = None if fenced else HEADING.match(line)
        if match:
            clause = CLAUSE.match(match[2])
            name = clause[0] if clause else match[2]
            found.append(Section(len(match[1]), name, match[2], number))
    return found


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
