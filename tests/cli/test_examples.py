"""The examples in docs/cli.md do what the page says."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import tourelle
from tourelle.cli.parser import COMMANDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cli.md"
MARK = "--- end of example ---"


class Example(NamedTuple):
    """A line typed, and what the page says comes back; `...` stands for anything."""

    typed: str
    expected: list[str]


def examples() -> list[Example]:
    """Every line of the page that follows a `$`, in order."""
    found: list[Example] = []
    for block in re.findall(r"^```console\n(.*?)^```", PAGE.read_text("utf-8"), re.S | re.M):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(Example(line[2:], []))
            else:
                found[-1].expected.append(line)
    return found


def matches(expected: list[str], said: str) -> bool:
    """Tell whether the expected lines come in this order, with anything for `...`."""
    wanted = [re.escape(line.rstrip()).replace(r"\.\.\.", ".*") for line in expected]
    return re.search(r"\s*\n(?:.*\n)*?".join(wanted), said) is not None


def test_the_page_names_every_command() -> None:
    text = PAGE.read_text("utf-8")
    assert [name for name in COMMANDS if f"`tourelle {name}" not in text] == []


def test_examples_say_what_the_page_says(tmp_path: Path) -> None:
    shim = tmp_path / "tourelle"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tourelle "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    environment["PYTHONPATH"] = str(Path(tourelle.__file__).parents[1])
    environment |= {"TOURELLE_STATE": str(tmp_path / "state"), "TOURELLE_LANG": "en"}
    listed = examples()
    lines = [f'{typed}\nstatus=$?; echo "{MARK} $status"; (exit $status)' for typed, _ in listed]
    done = subprocess.run(
        ["sh"],
        input="\n".join(lines),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=environment,
        check=True,
    )
    answers = re.findall(rf"(.*?){MARK} (\d+)\n", done.stdout, re.S)
    assert len(answers) == len(listed)
    for place, ((typed, expected), (said, status)) in enumerate(zip(listed, answers, strict=True)):
        asked = place + 1 < len(listed) and listed[place + 1].typed == "echo $?"
        assert (status != "0") == asked, f"$ {typed}\n{said}"
        assert matches(expected, said), f"$ {typed}\n{said}"
