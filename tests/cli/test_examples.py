"""The examples in docs/cli.md do what the page says."""

import os
import sys
from pathlib import Path

import tourelle
from tests.cli.console import check
from tourelle.cli.parser import COMMANDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cli.md"


def test_the_page_names_every_command() -> None:
    text = PAGE.read_text("utf-8")
    assert [name for name in COMMANDS if f"`tourelle {name}" not in text] == []


def test_examples_say_what_the_page_says(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(tourelle.__file__).parents[1])}
    check(PAGE, Path(sys.executable), tmp_path, environment)
