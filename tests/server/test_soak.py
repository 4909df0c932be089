"""Servers killed, wires cut, the database restarted: nothing acknowledged is lost or doubled."""

import os
from pathlib import Path

import pytest

from tests.server.soaking import soak


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked here; this system can't")
def test_a_short_soak(tmp_path: Path) -> None:
    faults = ["kill", "cut", "crash", "kill", "hold", "kill", "restart"]
    made = soak(tmp_path, faults, players=4, seed=3)
    assert made.done == {"kill": 3, "cut": 1, "crash": 1, "hold": 1, "restart": 1}
    assert made.acknowledged >= 60
