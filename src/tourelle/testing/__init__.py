"""The laws that every game obeys, for whoever writes one: `class TestMine(Laws)` is a whole suite.

    from tourelle.testing import Laws

    class TestOverlook(Laws):
        game = Overlook
        recount = recount  # a module that counts again, from documents alone

`laws` holds each law as a function of a game, to be called from anywhere; `tables` has words for
tests of single clauses; `golden` keeps games and counts on disk. pytest is needed to run a suite,
not to import one.
"""

from contextlib import suppress

with suppress(ImportError):  # then a broken law shows what it compared
    import pytest

    for _module in ("golden", "laws", "machines", "suite", "tables"):
        pytest.register_assert_rewrite(f"{__name__}.{_module}")

from tourelle.testing.cases import Case, Step, cases, random_steps
from tourelle.testing.golden import GoldenPlan
from tourelle.testing.laws import Recount
from tourelle.testing.suite import Golden, Laws, OlderRecords

__all__ = [
    "Case",
    "Golden",
    "GoldenPlan",
    "Laws",
    "OlderRecords",
    "Recount",
    "Step",
    "cases",
    "random_steps",
]
