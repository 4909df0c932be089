"""The laws catch a game that breaks them: Castellan, hurt in one place each time."""

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.castellan import recount
from tourelle.core.game import Document
from tourelle.core.words import Action, Refusal, Seat, Term
from tourelle.games.castellan.game import Castellan
from tourelle.testing import Laws, cases, laws, machines
from tourelle.testing.cases import seat_numbers
from tourelle.testing.laws import Recount

Check = Callable[[Any], None]


class Unsorted(Castellan):
    def legal_actions(self, position: Any) -> list[Action]:
        return super().legal_actions(position)[::-1]


class Lenient(Castellan):
    def play(self, position: Any, action: Action) -> None:
        if self.is_legal(position, action):
            self.apply(position, action)


class Careless(Castellan):
    def play(self, position: Any, action: Action) -> None:
        position.extra += 1
        super().play(position, action)


class Lawless(Castellan):
    def refusal(self, position: Any, action: Action) -> Refusal:  # noqa: ARG002
        return Refusal("over", "C99")


class Speechless(Castellan):
    def refusal(self, position: Any, action: Action) -> Refusal:  # noqa: ARG002
        return Refusal("no-such-reason", "C4.3")


class Stammering(Castellan):
    def refusal(self, position: Any, action: Action) -> Refusal:  # noqa: ARG002
        return Refusal("strands-walls", "C4.3")


class Sleepy(Castellan):
    def imagine(self, view: Any, seat: Seat, seed: int) -> Any:  # noqa: ARG002
        return self.setup(seed)


class Confused(Castellan):
    def document(self, position: Any) -> Document:
        document = super().document(position)
        return {**document, "hands": document["hands"][::-1]}


class Moody(Castellan):
    seeds = itertools.count()

    def setup(self, seed: int) -> Any:
        return super().setup(seed + next(self.seeds))


class Dreamer(Castellan):
    def imagine(self, view: Any, seat: Seat, seed: int) -> Any:
        world = super().imagine(view, seat, seed)
        world.extra += 1
        return world


class Generous(Castellan):
    def score_terms(self, position: Any, seat: Seat) -> list[Term]:
        return [*super().score_terms(position, seat), Term("gift", None, "C6.3", 1)]


class Peeping(Castellan):
    def inputs(self, position: Any) -> list[float]:
        return [*super().inputs(position)[:-1], float(position.hands[1 - position.to_move])]


class Dazzled(Castellan):
    def features(self, position: Any, seat: Seat) -> list[float]:
        return [1.0 + term for term in super().features(position, seat)]


class Loaded(Castellan):
    def deal(self, seed: int) -> Any:
        return super().deal(seed | 1)


def with_recount(law: Callable[[Any, Recount], None]) -> Check:
    """A law that wants a recount, with Castellan's."""
    return lambda game: law(game, recount)


BROKEN: dict[Check, list[type[Castellan]]] = {
    laws.legal_actions_are_sorted: [Unsorted],
    laws.play_accepts_what_is_legal: [Lenient, Careless],
    laws.refusals_are_explained: [Lawless, Speechless],
    laws.texts_survive: [Confused],
    laws.replays_are_exact: [Moody],
    with_recount(laws.views_hide_what_is_secret): [Dreamer],
    with_recount(laws.scores_match_a_recount): [Generous],
    laws.evaluations_end_in_points: [Dazzled],
    laws.inputs_tell_what_is_known: [Peeping],
    laws.observations_show_what_is_known: [Sleepy],
    laws.large_seeds_deal_soundly: [Moody],
    laws.small_seeds_are_dealt_by_setup: [Moody],
    laws.every_bit_of_a_seed_counts: [Loaded],
}
"""Every law, and who breaks it."""


@pytest.mark.parametrize(
    ("hurt", "law"), [(hurt, law) for law, breakers in BROKEN.items() for hurt in breakers]
)
def test_a_law_catches_who_breaks_it(hurt: type[Castellan], law: Check) -> None:
    law(Castellan({"seats": 3}))
    with pytest.raises(AssertionError):
        law(hurt({"seats": 3}))


def test_a_sentence_whose_gaps_stay_empty_is_caught() -> None:
    with pytest.raises(KeyError):
        laws.refusals_are_explained(Stammering({"seats": 2}))


def test_a_recount_that_finds_a_card_too_many_is_heard() -> None:
    class Counted(Castellan):
        def document(self, position: Any) -> Document:
            document = super().document(position)
            document["hands"][0]["W"] += ["W1"] * 4
            return document

    with pytest.raises(AssertionError):
        laws.everything_adds_up(Counted({"seats": 2}), recount)


def test_a_machine_that_plays_otherwise_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = {str(case): machines.hashes(case) for case in cases(Castellan)}
    theirs[str(cases(Castellan)[0])][-1] = "another"
    monkeypatch.setattr(machines, "hashes_on", lambda *_: theirs)
    with pytest.raises(AssertionError, match="castellan-seats=2"):
        machines.machines_agree("plain", Castellan)


def test_a_machine_that_fails_says_why() -> None:
    local = type("Nowhere", (Castellan,), {"__module__": "no.such.module"})
    with pytest.raises(AssertionError, match=r"no\.such"):
        machines.hashes_on("plain", local)


def test_every_option_set_meets_every_number_of_seats() -> None:
    assert seat_numbers(Castellan) == [2, 3, 4]
    assert len(cases(Castellan)) == 3 * len(Castellan.option_sets)
    assert json.dumps([case.options for case in cases(Castellan)[:1]]) == '[{"seats": 2}]'


def test_every_law_is_run_by_the_suite() -> None:
    functions = {name for name, value in vars(laws).items() if _is_law(value)}
    named = {name for test in vars(Laws).values() for name in _names(test)}
    assert functions - named == {"clauses", "document_survives"}


def _is_law(value: Any) -> bool:
    public = callable(value) and not getattr(value, "__name__", "_").startswith("_")
    return public and getattr(value, "__module__", "") == laws.__name__ and not _is_class(value)


def _is_class(value: Any) -> bool:
    return isinstance(value, type)


def _names(test: Any) -> tuple[str, ...]:
    names = test.__code__.co_names if hasattr(test, "__code__") else ()
    return tuple(name for name in names if name.isidentifier())  # pytest adds others


def test_the_page_lists_every_law_in_its_own_words() -> None:
    page = (Path(__file__).parents[2] / "docs" / "laws.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| \S+ \| `(\w+)` \| (.*) \|$", page, re.MULTILINE))
    named = {name for test in vars(Laws).values() for name in _names(test)}
    known = {**vars(laws), "machines_agree": machines.machines_agree}
    for name in named & known.keys() - {"game"}:
        said = (known[name].__doc__ or "").strip()
        assert re.sub(r"^Law \d+\. ", "", said) == rows.pop(name), name
    assert rows == {}
