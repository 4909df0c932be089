"""Golden records and perft counts, made anew: `python golden.py`. Their difference is a rule's."""

from pathlib import Path

from overlook.game import Overlook
from tourelle.testing import GoldenPlan
from tourelle.testing.golden import regenerate

if __name__ == "__main__":
    regenerate(Overlook, GoldenPlan(seed=1, depth=3), Path(__file__).parent / "data")
