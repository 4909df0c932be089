"""docs/a-game-of-your-own.md is true: its blocks are parts of the example's files, or are run."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.console import check
from tests.examples.installing import EXAMPLE, ROOT, Fresh
from tourelle.core.compile import AllocationError

PAGE = ROOT / "docs" / "a-game-of-your-own.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`((?:src|tests)/[\w/.]+\.\w+|pyproject\.toml)`:$", re.MULTILINE)
PARTS = ("python", "toml", "json")


class Part(NamedTuple):
    """A block that stands in a file."""

    file: str
    text: str


def parts() -> list[Part]:
    """Return every block of code with the file that was named last before it."""
    page = PAGE.read_text(encoding="utf-8")
    blocks = [block for block in BLOCK.finditer(page) if block[1] in PARTS]
    return [Part(FILE.findall(page[: block.start()])[-1], block[2]) for block in blocks]


@pytest.mark.parametrize("part", parts(), ids=lambda part: part.file)
def test_code_on_the_page_is_a_part_of_its_file(part: Part) -> None:
    source = (EXAMPLE / part.file).read_text(encoding="utf-8")
    assert part.text in source


def test_the_page_goes_through_the_example_in_numbered_steps() -> None:
    page = PAGE.read_text(encoding="utf-8")
    steps = [int(number) for number in re.findall(r"^## (\d+)\. ", page, re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))
    modules = {f"src/overlook/{path.name}" for path in (EXAMPLE / "src" / "overlook").glob("*.py")}
    shown = {part.file for part in parts()}
    linked = {name for name in modules if f"examples/overlook/{name}" in page}
    assert modules - shown - linked == {"src/overlook/documents.py", "src/overlook/fingerprint.py"}
    assert {kind for kind, _ in BLOCK.findall(page)} == {*PARTS, "console", "sh", "text"}


def test_a_kernel_that_makes_an_array_is_refused_as_the_page_says() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    said = str(AllocationError(test_a_kernel_that_makes_an_array_is_refused_as_the_page_says, ""))
    assert said.partition(") ")[2] in page


def test_what_is_typed_on_the_page_says_what_it_says_there(overlook: Fresh, tmp_path: Path) -> None:
    check(PAGE, overlook.python, tmp_path, overlook.environment(TOURELLE_PLAIN="1"))
