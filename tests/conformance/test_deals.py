"""Seeds of 128 bits: the deal hangs on each of them, and records carry them without loss."""

import json
import random

import pytest

from tests.conformance.cases import CASES, Case
from tourelle.core import chance
from tourelle.core.records import (
    LARGE_SEEDS,
    SEEDS,
    Record,
    large_seed,
    outcome_json,
    read_record,
    verify,
)
from tourelle.core.words import WATCHER, DocumentError
from tourelle.games import TITLES, game_class

every_case = pytest.mark.parametrize("case", CASES, ids=str)
LARGE = 285763812065183390470157735120639226303


@every_case
def test_a_large_seed_deals_a_sound_position(case: Case) -> None:
    game = case.game()
    for seed in (SEEDS, LARGE, LARGE_SEEDS - 1):
        position = game.deal(seed)
        assert game.identity(game.deal(seed)) == game.identity(position)
        word, _ = chance.tape(seed)
        seen = game.identity(game.view(position, WATCHER))
        assert seen == game.identity(game.view(game.setup(word), WATCHER)), "what everybody sees"
        _, again = game.read(game.document(position))
        assert game.identity(again) == game.identity(position), "every card is somewhere, once"


@every_case
def test_no_deal_comes_near_the_end_of_its_tape(case: Case) -> None:
    game = case.game()
    word, dice = chance.tape(LARGE)
    game.answer("imagine")(game.view(game.setup(word), WATCHER), WATCHER, dice)
    assert dice[0] < chance.TAPE // 2


@pytest.mark.parametrize("title", TITLES)
def test_every_bit_of_a_seed_counts(title: str) -> None:
    game = game_class(title)({"seats": 4})
    deals = {game.identity(game.deal(LARGE ^ 1 << bit)) for bit in range(127)}
    deals.add(game.identity(game.deal(LARGE)))
    assert len(deals) == 128


@pytest.mark.parametrize("title", TITLES)
def test_small_seeds_are_dealt_as_ever(title: str) -> None:
    game = game_class(title)({"seats": 3})
    for seed in (0, 7, SEEDS - 1):
        assert game.identity(game.deal(seed)) == game.identity(game.setup(seed))


@pytest.mark.parametrize("title", TITLES)
def test_a_record_carries_a_large_seed_as_text(title: str) -> None:
    game, dice = game_class(title)({"seats": 2}), random.Random(5)
    position, actions = game.deal(LARGE), []
    while not game.is_over(position):
        actions.append(dice.choice(game.legal_texts(position)))
        game.play_text(position, actions[-1])
    outcome = outcome_json(game.outcome(position))
    record = Record(title, game.rules, game.options, LARGE, tuple(actions), outcome=outcome)
    text = json.dumps(record.to_json())
    assert f'"seed": "{LARGE}"' in text
    read = read_record(json.loads(text))
    assert read.seed == LARGE
    assert game.identity(verify(game, read)) == game.identity(position)


@pytest.mark.parametrize(
    "seed", [SEEDS, -1, str(SEEDS - 1), str(LARGE_SEEDS), "٣" * 20, "1e30", "", True, "9" * 5000]
)
def test_a_seed_has_one_writing(seed: object) -> None:
    record = Record("torres", 1, {"seats": 2}, 1).to_json()
    with pytest.raises(DocumentError, match="seed"):
        read_record({**record, "seed": seed})


def test_large_seeds_are_drawn_from_all_of_them() -> None:
    assert large_seed(lambda below: below - 1) == LARGE_SEEDS - 1
    assert large_seed(lambda _: 0) == SEEDS
