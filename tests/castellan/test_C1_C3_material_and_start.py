"""C1 and C3: the box, decks as data, the start of a game."""

from collections import Counter
from typing import Any

import pytest

from tests.castellan.recount import CARDS
from tests.castellan.tables import legal, unreadable
from tourelle.core.words import DocumentError, Seat
from tourelle.games.castellan.cards import read_deck
from tourelle.games.castellan.game import Castellan
from tourelle.games.castellan.material import DECKS


def deck(**changes: dict[str, Any]) -> dict[str, Any]:
    """Return the reconstruction as data, with some cards changed."""
    keys = ("copies", "towers", "long", "short", "extra")
    return {
        "deck": "test",
        "cards": [
            {"card": card, **dict(zip(keys, numbers, strict=True)), **changes.get(card, {})}
            for card, numbers in CARDS.items()
        ],
    }


def test_C1_1_the_cards_of_a_seat_add_up_to_its_pieces() -> None:
    for name, loaded in DECKS.items():
        sums = [
            sum(getattr(face, key) for face in loaded.cards) for key in ("towers", "long", "short")
        ]
        assert sums == [16, 13, 15], name
        assert Counter(face.card[0] for face in loaded.cards) == {"W": 7, "T": 7}


def test_C1_2_the_default_deck_is_the_one_of_the_rules() -> None:
    faces = DECKS["reconstruction"].faces
    assert read_deck(deck()).faces == faces
    shown = {f.card: (f.copies, f.towers, f.long, f.short, f.extra) for f in faces}
    assert shown == CARDS
    assert Castellan().deck.name == "reconstruction"


@pytest.mark.parametrize(
    ("changes", "reason", "clause", "card"),
    [
        ({"W1": {"towers": 2}}, "deck-sum", "C1.1", None),
        ({"W1": {"copies": 4}}, "deck-size", "C1.1", None),
        ({"W1": {"copies": 0}}, "deck-number", "C1.2", "W1"),
        ({"W2": {"short": -1}}, "deck-number", "C1.2", "W2"),
        ({"W2": {"short": 1.0}}, "deck-number", "C1.2", "W2"),
        ({"W2": {"short": True}}, "deck-number", "C1.2", "W2"),
        ({"W2": {"card": "W3"}}, "deck-order", "C1.2", "W3"),
        ({"T3": {"card": "W5"}}, "deck-order", "C1.2", "W5"),
        ({"W4": {"short": 0}}, "deck-no-wall", "C1.2", "W4"),
        ({"T6": {"towers": 0}}, "deck-no-tower", "C1.2", "T6"),
        ({"T4": {"colour": "red"}}, "deck-card", "C1.2", "T4"),
        ({"T4": {"short": 0}, "T1": {"short": 1, "extra": 0}, "W3": {}}, "deck-ok", "", None),
        ({"T4": {"short": 0}, "W4": {"short": 3}}, "deck-opening", "C1.2", "T1"),
    ],
)
def test_C1_2_a_deck_that_is_none_is_refused_by_its_card(
    changes: dict[str, Any], reason: str, clause: str, card: str | None
) -> None:
    if reason == "deck-ok":
        assert read_deck(deck(**changes)).name == "test"
        return
    with pytest.raises(DocumentError) as caught:
        read_deck(deck(**changes))
    assert (caught.value.refusal.reason, caught.value.refusal.clause) == (reason, clause)
    assert card is None or caught.value.refusal.params["card"] == card


@pytest.mark.parametrize(
    "data", [None, [], {}, {"deck": "x"}, {"deck": 1, "cards": []}, {"deck": "x", "cards": [1]}]
)
def test_C1_2_no_deck_at_all_is_refused(data: object) -> None:
    with pytest.raises(DocumentError):
        read_deck(data)


def test_C1_2_another_deck_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    faces = [
        {"card": f"W{i}", "copies": 1, "towers": i % 2, "long": 1 + (i > 2), "short": 1, "extra": 0}
        for i in range(1, 8)
    ] + [
        {
            "card": f"T{i}",
            "copies": 1,
            "towers": 2 - (i > 5),
            "long": int(i > 6),
            "short": 2 - (i > 1),
            "extra": 1,
        }
        for i in range(1, 8)
    ]
    other = read_deck({"deck": "other", "cards": faces})
    monkeypatch.setitem(DECKS, "reconstruction", other)
    game = Castellan({"seats": 3})
    position = game.setup(5)
    while not game.is_over(position):
        actions = game.legal_actions(position)
        assert all(game.parse_action(game.action_text(action)) == action for action in actions)
        game.apply(position, actions[len(actions) // 2])
    assert game.outcome(position)


def test_C1_3_keeps_are_not_limited() -> None:
    side = 7  # a grid of 36 courtyards, all of one seat
    pieces = [f"tower {x},{y}" for x in range(side) for y in range(side)]
    pieces += [f"short {x},{y} E" for x in range(side - 1) for y in range(side)]
    pieces += [f"short {x},{y} N" for x in range(side) for y in range(side - 1)]
    yards = [{"cell": f"{x},{y}", "seat": 0} for x in range(side - 1) for y in range(side - 1)]
    game, position = Castellan.read({"pieces": pieces, "courtyards": yards})
    assert len(game.document(position)["courtyards"]) == 36
    assert game.points(position, Seat(0)) == 4 * 36


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C3_every_seat_draws_two_cards_of_each_deck_and_the_seed_the_first_seat(seats: int) -> None:
    game = Castellan({"seats": seats})
    first = Counter(int(game.setup(seed).to_move) for seed in range(200))
    assert sorted(first) == list(range(seats))
    assert min(first.values()) > 100 // seats
    document = game.document(game.setup(3))
    everything = Counter({card: numbers[0] for card, numbers in CARDS.items()})
    for hand, decks in zip(document["hands"], document["decks"], strict=True):
        assert [len(hand[d]) for d in "WT"] == [2, 2]
        assert [len(decks[d]) for d in "WT"] == [5, 5]
        assert Counter(hand["W"] + hand["T"] + decks["W"] + decks["T"]) == everything
    assert document != game.document(game.setup(4))


def test_C7_seats_are_two_to_four() -> None:
    assert Castellan().seats == 2
    for seats in (1, 5, "2", 2.0, True, None):
        assert unreadable({"options": {"seats": seats}})[0] == "bad-option-value"
    assert Castellan.read({"hands": [{}, {}, {}]})[0].seats == 3
    assert Castellan.read({"hands": [{}] * 4, "options": {"trial": False}})[0].seats == 4


def test_C8_trial_changes_nothing_about_what_is_legal() -> None:
    with_trial = Castellan({"trial": True})
    without = Castellan({"trial": False})
    assert with_trial.identity(with_trial.setup(1)) == without.identity(without.setup(1))
    assert legal({"options": {"trial": False}, "seed": 3}) == legal({"seed": 3})
