"""Batches on a GPU: the same calls, the same games, byte for byte as on a CPU."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.batch import beside
from tests.marks import searches
from tourelle.batch import Batch
from tourelle.core import gpu
from tourelle.games import TITLES, game_class

ROOT = Path(__file__).parents[2]
needs_gpu = pytest.mark.skipif(bool(gpu.unavailable()), reason=f"no GPU: {gpu.unavailable()}")


@searches
def test_the_simulator_plays_what_a_cpu_plays() -> None:
    """All that lies around the compiled loops, on Numba's simulator of a GPU."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.batch.simulated"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert "outcomes: 2" in answer.stdout


@needs_gpu
@pytest.mark.parametrize("title", TITLES)
def test_a_gpu_plays_what_a_cpu_plays(title: str) -> None:
    for case in beside.chosen_cases(title, 0.1):
        ours, theirs = (
            beside.trail(case.game(), 64, 200, 20, device) for device in ("cpu", "cuda")
        )
        assert beside.agree(ours, theirs)
    beside.refuses(game_class(title)({"seats": 2}))


@pytest.mark.skipif(not gpu.unavailable(), reason="there is a GPU")
def test_without_a_gpu_the_reason_is_told() -> None:
    with pytest.raises(gpu.NoGpuError, match=r"CUDA|numba-cuda|TOURELLE_PLAIN"):
        Batch("torres", 2, device="cuda")


def test_devices_have_names() -> None:
    with pytest.raises(ValueError, match="cpu or cuda"):
        Batch("torres", 2, device="abacus")  # type: ignore[arg-type]
