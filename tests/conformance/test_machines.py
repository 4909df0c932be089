"""Plain Python, compiled code and compiled code with bounds checks play the same games."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.cases import CASES
from tests.conformance.fingerprint import fingerprint
from tourelle.games import TITLES

ROOT = Path(__file__).parents[2]
MACHINES = {"plain": {"TOURELLE_PLAIN": "1"}, "bounds-checked": {"NUMBA_BOUNDSCHECK": "1"}}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("machine", MACHINES)
def test_law_5_machines_agree_byte_for_byte(machine: str, title: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.conformance.fingerprint", title],
        cwd=ROOT,
        env={**os.environ, **MACHINES[machine]},
        capture_output=True,
        text=True,
        check=True,
    )
    theirs = json.loads(answer.stdout)
    ours = {str(case): fingerprint(case) for case in CASES if case.title == title}
    assert list(theirs) == list(ours)
    for case, hashes in ours.items():
        assert theirs[case] == hashes, case
