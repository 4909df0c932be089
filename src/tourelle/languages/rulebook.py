"""The rules as written in docs/rules or in a game's folder: whole pages, headings, clauses."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from tourelle.core import plugins
from tourelle.languages import ENGLISH

HEADING: Final = re.compile(r"^(#{1,6}) +(.*?)\s*$")
CLAUSE: Final = re.compile(r"[A-Z]\d+(?:\.\d+)?\b")


class Section(NamedTuple):
    """A heading of the rules: its depth, its name (T5.4, or the words), where it stands."""

    depth: int
    name: str
    heading: str
    line: int


@cache
def page(title: str, language: str) -> str | None:
    """Return the rules of a title in a language; None where they are not written."""
    if text := plugins.text_of(title, "rules", f"{language}.md"):
        return text
    name = f"{title}.md" if language == ENGLISH else f"{title}.{language}.md"
    packaged = files("tourelle").joinpath("rulebook", name)
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    checkout = Path(__file__).resolve().parents[3] / "docs" / "rules" / name
    return checkout.read_text(encoding="utf-8") if checkout.is_file() else None


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


def texts(page_text: str) -> list[tuple[Section, str]]:
    """Return every heading with the Markdown that stands between it and the next one."""
    lines = page_text.splitlines()
    found = sections(lines)
    ends = [*(section.line for section in found[1:]), len(lines)]
    return [
        (section, "\n".join(lines[section.line + 1 : end]).strip())
        for section, end in zip(found, ends, strict=True)
    ]
