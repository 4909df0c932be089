"""T1 material, T2 editions and options."""

from typing import Any

import pytest

from tests.torres.tables import after, board, legal, refused, turn, unreadable
from tourelle.core.words import DocumentError
from tourelle.games.torres import material
from tourelle.games.torres.game import Torres


def test_T1_1_the_box_holds_92_blocks_40_action_cards_and_8_master_cards() -> None:
    game = Torres()
    start = game.document(game.setup(1))
    assert start["supply"] == 92 - 8
    assert len(start["decks"][0]) == 40
    assert all(start["decks"][0].count(card) == 4 for card in material.CARDS)
    assert len(material.CARDS) == 10
    assert len(material.MASTER_CARDS) == 8


@pytest.mark.parametrize(
    ("squares", "reason"),
    [
        ({f"{file}1": ".0" for file in "abcdefg"}, "board-knights"),
        ({"a1": "1K", "b2": "1K"}, "board-two-kings"),
        ({"a1": "12"}, "board-no-such-seat"),
    ],
)
def test_T1_1_six_knights_a_seat_and_one_king(squares: dict[str, str], reason: str) -> None:
    document = turn({"seats": 2}, board=board(**squares))
    assert unreadable(document) == (reason, "T1.1")


def test_T1_2_the_supply_follows_from_the_rest() -> None:
    document = after(turn({"seats": 2}, a1="2.", b1="1.", kept=[1, 0]))
    assert document["supply"] == 92 - 3 - 24 - 1


@pytest.mark.parametrize("supply", [0, 66, 92, -1])
def test_T1_2_a_wrong_supply_is_refused(supply: int) -> None:
    document = turn({"seats": 2}, a1="2.", b1="1.", supply=supply)
    assert unreadable(document) == ("bad-value", "T1.2")


def test_T1_2_more_than_92_blocks_are_refused() -> None:
    tall = {f"{file}{rank}": "2." for file in "abcdefgh" for rank in range(1, 6)}
    assert unreadable(turn({"seats": 2}, **tall)) == ("too-many-blocks", "T1.2")


PRESETS = {
    "classic": ("printed", "shared", "return", "same", "none"),
    "modern": ("printed", "own", "keep", "last-names", "none"),
    "master": ("chosen", "hand", "return", "leader", "drawn"),
    "master-modern": ("chosen", "hand", "keep", "leader", "drawn"),
}


@pytest.mark.parametrize("preset", PRESETS)
def test_T2_presets(preset: str) -> None:
    game = Torres({"preset": preset})
    names = ("castles", "cards", "leftover", "year_start", "master")
    assert tuple(map(game.chosen, names)) == PRESETS[preset]


def test_T2_1_defaults_are_classic_with_four_seats() -> None:
    game = Torres()
    assert game.seats == 4
    assert game.chosen("cards") == "shared"
    assert (game.chosen("deck"), game.chosen("master_points")) == ("40", "000")
    assert game.chosen("castles_card") == "castles"


def test_T2_1_each_option_overrides_its_preset() -> None:
    game = Torres({"preset": "master", "cards": "own", "master": "chain", "seats": 3})
    assert (game.chosen("cards"), game.chosen("master"), game.seats) == ("own", "chain", 3)
    assert game.chosen("castles") == "chosen"
    assert game.options == {"preset": "master", "cards": "own", "master": "chain", "seats": 3}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ([], "options-not-a-table"),
        ("classic", "options-not-a-table"),
        ({"edition": "1999"}, "unknown-option"),
        ({"preset": "1999"}, "bad-option-value"),
        ({"seats": 5}, "bad-option-value"),
        ({"seats": 1}, "bad-option-value"),
        ({"seats": "4"}, "bad-option-value"),
        ({"seats": True}, "bad-option-value"),
        ({"deck": 40}, "bad-option-value"),
        ({"master": "king"}, "bad-option-value"),
        ({"master_points": 0}, "bad-option-value"),
        ({"cards": None}, "bad-option-value"),
    ],
)
def test_T2_1_other_options_are_refused(options: Any, reason: str) -> None:
    with pytest.raises(DocumentError) as caught:
        Torres(options)
    assert caught.value.refusal.reason == reason
    assert unreadable({"options": options})[0] == reason


def test_T2_2_classic_with_own_decks() -> None:
    start = after({"options": {"cards": "own", "seats": 3}})
    assert [len(deck) for deck in start["decks"]] == [10, 10, 10]


def test_T2_2_modern_with_a_common_deck_draws_three_and_keeps_one() -> None:
    options = {"preset": "modern", "cards": "shared-pick", "seats": 2}
    document = turn(options, a1="10", decks=[["six", "climb", "climb", "lift"]])
    assert legal(after(document, "buy")) == ["keep climb", "keep six"]


def test_T2_3_without_cards_nothing_is_bought_or_played() -> None:
    document = turn({"cards": "none", "seats": 2}, a1="10", b1="1.")
    assert legal(document, "buy") == legal(document, "play") == []
    assert refused(document, "buy") == ("no-buying", "T7.1")
    assert refused(document, "play six") == ("no-cards", "T2.3")
    assert after(document)["decks"] == []
    assert unreadable({**document, "hands": [["six"], []]})[0] == "too-many-cards"
