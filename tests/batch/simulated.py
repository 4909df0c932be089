"""What the test of Numba's GPU simulator runs, in a process of its own: tiny games, every call."""

from tests.batch import beside
from tests.batch.toys import counters
from tourelle.games import game_class


def main() -> None:
    """Play beside a CPU, refuse, put in and take out; print how many outcomes were compared."""
    beside.prepare(2)
    toy, real = counters(), game_class("torres")({"seats": 2})
    for rewards in ("outcome", "points"):
        for auto_reset in (True, False):
            more = {"rewards": rewards, "auto_reset": auto_reset}
            ours, theirs = (beside.trail(toy, 2, 20, 5, at, **more) for at in ("cpu", "cuda"))
            assert beside.agree(ours, theirs) >= 2
    ours, theirs = (beside.trail(real, 2, 6, 3, device) for device in ("cpu", "cuda"))
    beside.agree(ours, theirs)
    beside.refuses(real)
    print("outcomes:", beside.outcomes_agree(toy, 17))


if __name__ == "__main__":
    main()
