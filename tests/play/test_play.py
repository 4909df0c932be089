"""A game in progress: what is pushed can be popped, what is refused changes nothing."""

import doctest
import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tourelle
from tourelle import library
from tourelle.core.records import ReplayError
from tourelle.games import TITLES, game_class, game_of
from tourelle.play import Play

CASES = [
    (title, {**options, "seats": seats})
    for title in TITLES
    for options in game_class(title).option_sets[:3]
    for seats in (2, 4)
]


def random_play(title: str, options: dict[str, Any], seed: int, most: int = 80) -> Play[Any]:
    """A game of random actions, `most` at the most."""
    play, dice = tourelle.start(title, seed=seed, **options), random.Random(seed)
    while len(play) < most and not play.is_over:
        play.push(dice.choice(play.legal_actions()))
    return play


@pytest.mark.parametrize(("title", "options"), CASES)
def test_pop_brings_back_every_position_on_the_way(title: str, options: dict[str, Any]) -> None:
    play, dice = tourelle.start(title, seed=5, **options), random.Random(5)
    stood = []
    while len(play) < 60 and not play.is_over:
        stood.append((play.game.identity(play.position), play.to_move, play.legal_actions()))
        play.push(dice.choice(play.legal_actions()))
    while stood:
        play.pop()
        now = (play.game.identity(play.position), play.to_move, play.legal_actions())
        assert now == stood.pop()
    with pytest.raises(IndexError):
        play.pop()


@pytest.mark.parametrize(("title", "options"), CASES)
def test_line_document_and_record_lead_back(title: str, options: dict[str, Any]) -> None:
    play = random_play(title, options, seed=3)
    position = play.game.identity(play.position)
    for again in (
        tourelle.from_line(play.line()),
        tourelle.from_document(play.document()),
        tourelle.from_record(play.record()),
        tourelle.from_record(json.loads(json.dumps(play.record().to_json()))),
    ):
        assert again.line() == play.line()
        assert again.to_move == play.to_move
        assert again.legal_actions() == play.legal_actions()
    assert play.game.identity(tourelle.from_record(play.record()).position) == position


@pytest.mark.parametrize("title", TITLES)
def test_a_game_can_be_read_from_its_file(title: str, tmp_path: Path) -> None:
    play = random_play(title, {"seats": 2}, seed=9, most=20)
    file = tmp_path / "game.tourelle.json"
    file.write_text(json.dumps(play.record().to_json()), encoding="utf-8")
    assert (
        tourelle.from_record(file).line() == tourelle.from_record(str(file)).line() == play.line()
    )


@pytest.mark.parametrize(("title", "options"), CASES)
def test_an_illegal_action_says_its_rule_and_changes_nothing(
    title: str, options: dict[str, Any]
) -> None:
    play = random_play(title, options, seed=1, most=25)
    before = play.game.identity(play.position)
    legal = set(play.legal_actions())
    dice = random.Random(1)
    tried = [dice.randrange(play.game.action_space) for _ in range(40)]
    for action in (a for a in tried if a not in legal):
        assert not play.is_legal(tourelle.Action(action))
        with pytest.raises(tourelle.IllegalActionError) as caught:
            play.push(tourelle.Action(action))
        clause = caught.value.refusal.clause
        assert str(caught.value) == caught.value.sentence + (f" ({clause})" if clause else "")
        assert "{" not in str(caught.value)
    with pytest.raises(tourelle.IllegalActionError, match="nonsense"):
        play.push("nonsense")
    assert not play.is_legal("nonsense")
    assert play.game.identity(play.position) == before


TORRES = tourelle.start("torres", seats=2, seed=1)
BROKEN = replace(TORRES.record(), actions=("place d8", "place d8"))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: tourelle.start("chess"), "“chess” is no game known here."),
        (lambda: tourelle.game("torres", seats=9), "“seats” can't be “9”. Choices: 2-4. (T2.1)"),
        (lambda: tourelle.start("torres", seed=-1), "from 0 to 2**128 - 1, not -1"),
        (lambda: tourelle.start("torres", seed=2**128), "from 0 to 2**128 - 1"),
        (lambda: tourelle.from_line("torres;(("), "from character 8 on"),
        (lambda: tourelle.from_line(TORRES.seen_by(0).line()), "one seat’s view"),
        (lambda: tourelle.from_document({"scores": "x"}), "expected: [0-9999] * 4. (T5.7)"),
        (lambda: tourelle.from_record({}), "The record's “tourelle” is missing"),
        (lambda: tourelle.from_record(BROKEN), "Action 2, “place d8”: d8 won’t do"),
        (lambda: TORRES.seen_by(2), "seats go from 0 to 1 (-1: a watcher), not 2"),
    ],
)
def test_whatever_is_refused_is_refused_in_a_sentence(
    wrong: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        wrong()


@pytest.mark.parametrize("title", TITLES)
def test_once_the_game_is_over_nothing_is_legal(title: str) -> None:
    options = {"round_limit": 3} if title == "blox" else {}
    play = random_play(title, {"seats": 2, **options}, seed=2, most=100_000)
    assert play.is_over
    assert play.to_move is None
    assert play.legal_actions() == []
    assert play.legal_texts() == []
    outcome = play.outcome()
    assert outcome is not None
    assert list(outcome.points) == play.points()
    with pytest.raises(tourelle.IllegalActionError):
        play.push("end")
    play.pop()
    assert play.outcome() is None


@pytest.mark.parametrize("title", TITLES)
def test_a_view_hides_what_its_seat_may_not_know(title: str) -> None:
    play = random_play(title, {"seats": 2}, seed=4, most=12)
    for seat in (-1, 0, 1):
        seen = play.seen_by(seat)
        view = play.game.view(play.position, tourelle.Seat(seat))
        assert play.game.identity(seen.position) == play.game.identity(view)
        assert '"?' in json.dumps(seen.document()) or title == "torres"


@pytest.mark.parametrize(("title", "options"), CASES)
def test_going_back_is_free_within_ones_turn_up_to_what_was_seen(
    title: str, options: dict[str, Any]
) -> None:
    play = random_play(title, options, seed=8)
    game, free = play.game, play.free_to()
    barred = [
        step.seat != play.to_move
        or game.reveals(step.before, step.action, step.after)
        or game.is_final(step.action)
        for step in play.steps
    ]
    assert not any(barred[free:])
    assert free == 0 or barred[free - 1]


def test_a_copy_goes_its_own_way() -> None:
    play = random_play("torres", {"seats": 2}, seed=6, most=20)
    twin = play.copy()
    twin.push(twin.legal_actions()[0])
    twin.pop()
    twin.pop()
    assert (len(play), len(twin)) == (20, 19)
    assert tourelle.from_record(play.record()).line() == play.line()


@pytest.mark.parametrize("title", TITLES)
def test_without_a_seed_nobody_knows_the_deal_and_its_record_still_leads_back(title: str) -> None:
    play, other = tourelle.start(title), tourelle.start(title)
    assert play.seed != other.seed
    again = tourelle.from_record(json.loads(json.dumps(play.record().to_json())))
    assert again.seed == play.seed
    assert again.line() == play.line()


def test_a_game_that_began_at_a_position_has_no_record() -> None:
    with pytest.raises(ValueError, match="position"):
        tourelle.from_line("torres").record()


def test_a_record_that_breaks_a_rule_says_which_action() -> None:
    record = tourelle.start("castellan", seed=7).record().to_json()
    with pytest.raises(ReplayError) as caught:
        tourelle.from_record({**record, "actions": ["tower 0,0"]})
    assert caught.value.number == 1


def test_what_is_wrong_with_options_is_said() -> None:
    with pytest.raises(tourelle.RefusedError):
        tourelle.start("torres", seats=7)
    with pytest.raises(tourelle.RefusedError):
        tourelle.start("chess")


def test_every_public_name_is_there_and_explained() -> None:
    assert {"start", "Play", "__version__"} <= set(dir(tourelle))
    for name in tourelle.__all__:
        assert name in ("Action", "Seat", "__version__") or getattr(tourelle, name).__doc__
    with pytest.raises(AttributeError):
        tourelle.nothing  # noqa: B018 (asked for on purpose)


def test_the_examples_of_the_library_run() -> None:
    done = doctest.testmod(library, extraglobs={"tourelle": tourelle})
    assert done.attempted > 5
    assert done.failed == 0


def test_the_page_about_the_library_is_true() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "library.md"
    done = doctest.testfile(str(page), module_relative=False)
    assert done.attempted > 15
    assert done.failed == 0


def test_every_public_name_has_an_example_on_the_page() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "library.md"
    examples = "\n".join(
        line for line in page.read_text("utf-8").splitlines() if line.startswith((">>> ", "... "))
    )
    ours = [f"tourelle.{name}" for name in tourelle.__all__]
    answers = [f".{name}" for name in vars(tourelle.Play) if not name.startswith("_")]
    answers += [f".{name}" for name in ("game", "seed")]
    assert len(answers) > 25
    missing = [name for name in ours + answers if not re.search(rf"{re.escape(name)}\b", examples)]
    assert missing == []


@pytest.mark.parametrize("title", TITLES)
def test_str_is_the_diagram_and_repr_one_line(title: str) -> None:
    play = tourelle.start(title, seed=1)
    assert str(play) == play.game.diagram(play.position)
    assert "\n" not in repr(play)
    assert title in repr(play)


@pytest.mark.parametrize(
    ("title", "rules"),
    [(t, rules) for t in TITLES for rules in range(1, game_class(t).rules_version + 1)],
)
def test_a_position_is_read_under_the_rules_that_it_is_played_under(title: str, rules: int) -> None:
    game = game_of(title, {"seats": 2}, rules)
    play = Play(game, game.setup(3), 3)
    while len(play) < 5:
        play.push(play.legal_actions()[-1])
    newest = rules == game.rules_version
    assert play.document().get("rules", game.rules_version) == rules
    assert newest or f"rules={rules}" in play.line()
    for again in (tourelle.from_line(play.line()), tourelle.from_document(play.document())):
        assert again.game.rules == rules
        assert again.game.identity(again.position) == game.identity(play.position)


@pytest.mark.parametrize("rules", [0, 99, "1", 1.0, True])
def test_rules_that_nobody_knows_are_refused(rules: object) -> None:
    with pytest.raises(tourelle.RefusedError, match="rules"):
        tourelle.from_document({"game": "castellan", "rules": rules})
