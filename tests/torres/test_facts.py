"""What the page is told of Torres's rules: the castles, the cards, where blocks come to lie."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.stepping import steps
from tests.torres import recount
from tourelle.games.torres.game import Torres

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "web" / "src" / "games" / "torres" / "sample.json"


def played(seats: int = 3, **options: str) -> Iterator[tuple[Torres, Any, str, Any]]:
    """Yield every action of a game at random: the game, before, the text, after."""
    game = Torres({"seats": seats, **options})
    for step in steps(game, seats):
        yield game, *step


def square(name: str) -> tuple[int, int]:
    return "abcdefgh".index(name[0]) + 1, int(name[1])


@pytest.mark.parametrize("cards", ["hand", "shared"])
def test_castles_and_laid_blocks_are_those_of_the_board(cards: str) -> None:
    laid = 0
    for game, before, text, after in played(cards=cards):
        boards = [recount.board(game.document(position)) for position in (before, after)]
        told = [{square(name) for name in castle} for castle in game.facts(after)["castles"]]
        assert sorted(map(sorted, told)) == sorted(map(sorted, recount.castles(boards[1])))
        higher = [at for at in boards[0] if boards[1][at][0] > boards[0][at][0]]
        facts = game.told(text, before, after).facts
        assert [square(str(name)) for name in facts.values()] == higher, text
        laid += len(higher)
    assert laid


def test_the_order_that_a_seat_begins_is_the_order_of_play() -> None:
    followed = 0
    for game, before, text, after in played(4, year_start="last-names"):
        if text.split()[0] != "start":
            continue
        order, met = game.foretold([text], before, [after])[0].facts["order"], list[int]()
        position, dice = game.copy(after), random.Random(1)
        while len(met) < 4 and not game.is_over(position):
            if int(position.to_move) not in met:
                met.append(int(position.to_move))
            game.apply(position, dice.choice(game.legal_actions(position)))
        assert tuple(met) == order
        followed += 1
    assert followed


def test_the_cards_are_told_in_the_order_of_the_rules() -> None:
    game = Torres()
    assert game.facts(game.setup(1))["cards"] == recount.CARDS


def test_the_picture_of_the_home_page_is_told_as_it_stands() -> None:
    sample = json.loads(SAMPLE.read_text(encoding="utf-8"))
    facts = sample.pop("facts")
    game, position = Torres.read(sample)
    assert facts == {"castles": game.facts(position)["castles"]}
