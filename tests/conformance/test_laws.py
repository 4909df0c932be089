"""The laws that every game obeys, whatever its seats and options (CONTRIBUTING.md)."""

import importlib
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.cases import CASES, Case, random_steps
from tourelle.core.game import Game
from tourelle.core.records import Record, outcome_json, read_record, replay, verify
from tourelle.core.words import Action, RefusedError, Seat
from tourelle.languages import LANGUAGES, refusal_sentence

RULES = Path(__file__).parents[2] / "docs" / "rules"

every_case = pytest.mark.parametrize("case", CASES, ids=str)


def clauses(title: str) -> set[str]:
    """Return the ids of all clauses on the rules page of a game."""
    page = (RULES / f"{title}.md").read_text(encoding="utf-8")
    return set(re.findall(r"^##+ ([A-Z]\d+(?:\.\d+)?)\b", page, re.MULTILINE))


@every_case
def test_law_1_legal_actions_are_some_sorted_single_and_in_range(case: Case) -> None:
    game = case.game()
    most = 0
    for step in random_steps(game, seed=1):
        assert bool(step.legal) is not game.is_over(step.position)
        assert step.legal == sorted(set(step.legal))
        assert all(0 <= action < game.action_space for action in step.legal)
        most = max(most, len(step.legal))
    assert most < game.max_actions


@every_case
def test_law_2_play_accepts_exactly_the_legal_actions(case: Case) -> None:
    game = case.game()
    dice = random.Random(2)
    for step in random_steps(game, seed=2, every=9):
        before = game.identity(step.position)
        tried = [dice.randrange(game.action_space) for _ in range(40)]
        near = [action ^ 1 << dice.randrange(14) for action in step.legal[:20]]
        for number in (*tried, *near, -1, game.action_space):
            action = Action(number)
            if action in step.legal:
                game.play(game.copy(step.position), action)
                continue
            with pytest.raises(RefusedError):
                game.play(step.position, action)
            assert game.identity(step.position) == before


@every_case
def test_law_3_refusals_have_sentences_and_existing_clauses(case: Case) -> None:
    game = case.game()
    known = clauses(case.title)
    dice = random.Random(3)
    pool: set[Action] = set()
    for step in random_steps(game, seed=3, every=3):
        pool.update(step.legal)
        tried = dice.sample(sorted(pool), min(25, len(pool)))
        for action in tried:
            if action in step.legal:
                continue
            refusal = game.refusal(step.position, action)
            text = game.action_text(action)
            assert refusal.reason != "notation", f"{text} is notation, yet refused as none"
            assert refusal.clause in known, f"{text}: {refusal}"
            for language in LANGUAGES:
                sentence = refusal_sentence(
                    language, case.title, refusal.reason, dict(refusal.params)
                )
                assert sentence
                assert "{" not in sentence


@every_case
def test_law_4_actions_documents_and_records_survive_their_texts(case: Case) -> None:
    game = case.game()
    texts = []
    for number, step in enumerate(random_steps(game, seed=4)):
        for action in step.legal:
            assert game.parse_action(game.action_text(action)) == action
        if step.action is not None:
            texts.append(game.action_text(step.action))
        if number % 5 == 0 or step.action is None:
            assert_document_survives(game, step.position)
    record = Record(
        case.title,
        game.rules_version,
        game.options,
        4,
        tuple(texts),
        outcome=outcome_json(game.outcome(step.position)),
    )
    again = read_record(json.loads(json.dumps(record.to_json())))
    assert again == record
    assert game.identity(verify(game, again)) == game.identity(step.position)


def assert_document_survives(game: Game[Any], position: Any) -> None:
    """Write a document, read it back: the same document, the same choices."""
    document = game.document(position)
    other_game, other = type(game).read(json.loads(json.dumps(document)))
    assert other_game.options == game.options
    assert other_game.document(other) == document
    assert other_game.legal_actions(other) == game.legal_actions(position)
    assert other_game.outcome(other) == game.outcome(position)
    json.dumps(game.document(game.view(position, Seat(0))))


@every_case
def test_law_5_a_replay_gives_the_same_bytes_at_every_prefix(case: Case) -> None:
    game = case.game()
    steps = [(game.identity(step.position), step.action) for step in random_steps(game, seed=5)]
    actions = tuple(game.action_text(action) for _, action in steps if action is not None)
    record = Record(case.title, game.rules_version, game.options, 5, actions)
    for position, (before, _) in zip(replay(game, record), steps, strict=True):
        assert game.identity(position) == before


@every_case
def test_law_6_a_view_hides_exactly_what_its_seat_cannot_know(case: Case) -> None:
    game = case.game()
    for number, step in enumerate(random_steps(game, seed=6, every=4)):
        for seat in map(Seat, range(-1, game.seats)):
            view = game.view(step.position, seat)
            seen = game.identity(view)
            world = game.imagine(view, seat, seed=number)
            assert game.identity(game.view(world, seat)) == seen
            assert game.identity(game.view(view, seat)) == seen
            if seat == game.to_move(step.position):
                assert game.legal_actions(view) == step.legal
                assert game.legal_actions(world) == step.legal
            recount(case).check_box(game.document(world))


@every_case
def test_law_7_everything_adds_up_to_the_box(case: Case) -> None:
    game = case.game()
    for step in random_steps(game, seed=7):
        recount(case).check_box(game.document(step.position))


@every_case
def test_law_8_games_end_and_scores_match_an_independent_recount(case: Case) -> None:
    game = case.game()
    before: dict[str, Any] = {}
    text = ""
    for step in random_steps(game, seed=8):
        document = game.document(step.position)
        totals = [
            sum(term.points for term in game.score_terms(step.position, Seat(seat)))
            for seat in range(game.seats)
        ]
        assert totals == recount(case).totals(document)
        if before:
            recount(case).check_step(before, text, document)
        if step.action is not None:
            text = game.action_text(step.action)
        before = document
    outcome = game.outcome(step.position)
    assert outcome is not None
    assert list(outcome.winners) == recount(case).winners(document)


def recount(case: Case) -> Any:
    """Return a game's own independent count: tests/TITLE/recount.py."""
    return importlib.import_module(f"tests.{case.title}.recount")
