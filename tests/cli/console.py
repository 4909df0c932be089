"""Pages whose `console` blocks are run: each must say what the page says."""

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

MARK = "--- end of example ---"


class Example(NamedTuple):
    """A line typed, and what the page says comes back; `...` stands for anything."""

    typed: str
    expected: list[str]


def examples(page: Path) -> list[Example]:
    """Every line of a page that follows a `$`, in order."""
    found: list[Example] = []
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text("utf-8"), re.S | re.M):
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


def check(page: Path, python: Path, at: Path, environment: dict[str, str]) -> None:
    """Type every example of a page in a folder, where `tourelle` is that of a Python."""
    shim = at / "tourelle"
    shim.write_text(f'#!/bin/sh\nexec "{python}" -m tourelle "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    path = f"{at}{os.pathsep}{environment['PATH']}"
    told = {"TOURELLE_STATE": str(at / "state"), "TOURELLE_LANG": "en", "PATH": path}
    listed = examples(page)
    assert listed
    lines = [f'{typed}\nstatus=$?; echo "{MARK} $status"; (exit $status)' for typed, _ in listed]
    done = subprocess.run(
        ["sh"],
        input="\n".join(lines),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=at,
        env={**environment, **told},
        check=True,
    )
    answers = re.findall(rf"(.*?){MARK} (\d+)\n", done.stdout, re.S)
    assert len(answers) == len(listed)
    for place, ((typed, expected), (said, status)) in enumerate(zip(listed, answers, strict=True)):
        asked = place + 1 < len(listed) and listed[place + 1].typed == "echo $?"
        assert (status != "0") == asked, f"$ {typed}\n{said}"
        assert matches(expected, said), f"$ {typed}\n{said}"
