"""Servers and databases killed, wires cut, disks full: nothing acknowledged is lost or doubled."""

import os
from pathlib import Path

import pytest

from tests.server.soaking import soak
from tests.small_disk import can_mount

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="servers are forked here; this system can't"
)
mounts = pytest.mark.skipif(not can_mount(), reason="only root may mount a small disk")


def test_a_short_soak(tmp_path: Path) -> None:
    faults = ["kill", "cut", "crash", "kill", "hold", "kill worker", "kill", "restart"]
    faults.append("kill database")
    made = soak(tmp_path, faults, players=4, seed=3)
    assert made.done == dict.fromkeys(faults, 1) | {"kill": 3}
    assert made.acknowledged >= 60


@mounts
@pytest.mark.parametrize("file", [True, False], ids=["file", "database"])
def test_a_full_disk_is_told_and_costs_nothing(tmp_path: Path, file: bool) -> None:
    made = soak(tmp_path, ["full", "kill", "full"], players=3, seed=4, file=file, small=True)
    assert made.refused >= 2
    assert made.acknowledged >= 45
