"""Golden records and perft counts, made anew: `python -m tests.conformance.golden torres`."""

import sys
from pathlib import Path

from tourelle.games import game_class
from tourelle.testing import GoldenPlan
from tourelle.testing.golden import regenerate

DATA = Path(__file__).parents[1] / "data"
PLANS = {
    "torres": GoldenPlan(2017, 3),
    "blox": GoldenPlan(2008, 2, ("random", "grasping")),
    "castellan": GoldenPlan(2017, 5),
}


if __name__ == "__main__":
    for title in sys.argv[1:]:
        regenerate(game_class(title), PLANS[title], DATA / title)
