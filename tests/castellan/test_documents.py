"""Documents, notation and diagrams: what is read, what is written, what is refused and why."""

import json
import random
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.castellan.recount import after as recounted
from tests.castellan.recount import check_box, clause, totals
from tests.castellan.recount import legal as brute_force
from tests.castellan.tables import (
    NEARLY,
    SQUARE,
    WIDE,
    after,
    building,
    legal,
    refused,
    unreadable,
    yard,
)
from tourelle.core.words import DocumentError, RefusedError, Seat
from tourelle.games.castellan.game import Castellan
from tourelle.languages import catalogue
from tourelle.testing.tables import is_no_action

RULES = Path(__file__).parents[2] / "docs" / "rules"
WRITTEN = [
    *("game", "options", "to_move", "stage", "pieces", "courtyards", "pieces_in_hand"),
    *("hands", "decks", "double_used", "extra", "opening", "ending"),
]


def test_written_documents_carry_every_key() -> None:
    assert list(after({})) == WRITTEN
    over = after({"stage": "over", "pieces": [], "hands": [{}, {}]})
    assert list(over) == [*WRITTEN, "winners"]
    assert (over["to_move"], over["winners"]) == (None, [0, 1])


def test_defaults() -> None:
    empty = after({"pieces": ["tower 0,0"]})
    assert empty["options"] == {"seats": 2}
    assert (empty["to_move"], empty["stage"], empty["extra"], empty["ending"]) == (
        0,
        "play",
        0,
        None,
    )
    assert empty["hands"] == empty["decks"] == [{"W": [], "T": []}] * 2
    assert empty["pieces_in_hand"] == {"T": 0, "L": 0, "S": 0}
    assert empty["double_used"] == [False, False]
    assert empty["opening"] is False  # C4.3: whether there are no pieces
    assert after({"pieces": [], "hands": [{}, {}]})["opening"] is True
    assert after({"pieces": [], "hands": [{}, {}], "opening": False})["opening"] is False
    doubled = after(building(SQUARE, courtyards=[yard("0,0", 1, True)]))
    assert doubled["double_used"] == [False, True]
    assert Castellan.read({"pieces": [], "hands": [{}] * 3})[0].seats == 3


def test_without_pieces_and_hands_a_game_starts() -> None:
    game = Castellan()
    for seed in (0, 9):
        assert after({"seed": seed}) == game.document(game.setup(seed))
    assert after({}) == after({"seed": 0})
    assert after({"to_move": 1, "seed": 3})["to_move"] == 1


def test_the_order_of_pieces_has_no_meaning() -> None:
    dice = random.Random(4)
    first = after(building(SQUARE, courtyards=[yard("0,0", 1)]))
    for _ in range(20):
        pieces = dice.sample(SQUARE, len(SQUARE))
        read = after(building(pieces, courtyards=[yard("1,1", 1)]))
        assert sorted(read["pieces"]) == sorted(SQUARE)
        assert read["courtyards"] == first["courtyards"]
    shifted = [
        piece.replace("0,0", "7,7").replace("2,0", "9,7")
        for piece in ("tower 0,0", "long 0,0 E", "tower 2,0")
    ]
    assert after(building(shifted))["pieces"] == shifted


@pytest.mark.parametrize(
    ("pieces", "reason", "clause"),
    [
        (["tower 0,0", "tower 1,0"], "piece-no-open-end", "C2.4"),
        (["tower 0,0", "tower 0,0"], "piece-no-open-end", "C2.4"),
        (["tower 0,0", "long 0,0 E", "tower 1,0"], "piece-no-open-end", "C2.4"),
        (["short 0,0 E"], "piece-no-tower", "C2.2"),
        (["tower 0,0", "short 1,0 E"], "piece-no-tower", "C2.2"),
        (["tower 0,0", "short 0,0 E", "short 1,0 E"], "piece-no-tower", "C2.2"),
        (["tower 0,0", "short 0,0 E", "short 0,0 E"], "piece-in-the-way", "C2.3"),
        (["tower 0,0", "short 0,0 E", "long 0,0 E"], "piece-in-the-way", "C2.3"),
        (
            [
                "tower 0,0",
                "long 0,0 E",
                "short 0,0 N",
                "tower 0,1",
                "short 0,1 E",
                "tower 1,1",
                "short 1,0 N",
            ],
            "piece-in-the-way",
            "C2.3",
        ),
        (["tower 0,0", "short 0,0 E", "tower 5,5", "short 5,5 E"], "piece-apart", "C2.5"),
        (
            ["tower 0,0", "short 0,0 E", "tower 5,5", "short 5,5 E", "tower 6,5"],
            "piece-apart",
            "C2.5",
        ),
        # two castles whose walls meet at an open end without a tower
        (["tower 0,0", "short 0,0 E", "short 1,0 E", "tower 2,0"], "piece-apart", "C2.5"),
    ],
)
def test_C2_pieces_that_no_order_could_give(pieces: list[str], reason: str, clause: str) -> None:
    assert unreadable(building(pieces)) == (reason, clause)


@pytest.mark.parametrize(
    ("yards", "reason", "clause"),
    [
        ([], "courtyard-missing", "C5.1"),
        ([yard("0,0", 0), yard("1,1", 0)], "courtyard-twice", "C5.1"),
        ([yard("0,0", 0), yard("3,0", 1)], "no-courtyard", "C5.1"),
        ([yard("-1,0", 0)], "no-courtyard", "C5.1"),
        ([yard("0,0", 2)], "courtyard-seat", "C5.1"),
        ([{"cell": "0,0"}], "courtyard-seat", "C5.1"),
        ([yard("0", 0)], "courtyard-cell", "C5.6"),
        ([{"cell": "0,0", "seat": 0, "double": 1}], "courtyard-double", "C5.3"),
        ([yard("0,0", 0, None)], "asked-courtyards", "C5.3"),
        ([1], "bad-value", "C5.1"),
        ([{"cell": "0,0", "seat": 0, "size": 4}], "bad-value", "C5.1"),
        ({}, "bad-value", "C5.1"),
    ],
)
def test_C5_1_courtyards_are_listed_exactly_once(yards: Any, reason: str, clause: str) -> None:
    assert unreadable(building(SQUARE, courtyards=yards)) == (reason, clause)


@pytest.mark.parametrize(
    ("keys", "reason", "clause"),
    [
        ({"stage": "keep"}, "asked-courtyards", "C5.3"),
        ({"stage": "keep", "courtyards": [yard("0,0", 1, None)]}, "asked-courtyards", "C5.3"),
        (
            {"stage": "keep", "courtyards": [yard("0,0", 0, None)], "double_used": [True, False]},
            "double-already-used",
            "C5.3",
        ),
        ({"stage": "stays", "courtyards": [yard("0,0", 0, None)]}, "asked-courtyards", "C5.4"),
        ({"courtyards": [yard("0,0", 0, True)], "double_used": [False] * 2}, "bad-value", "C5.3"),
    ],
)
def test_C5_3_questions_and_doubles_must_fit(
    keys: dict[str, Any], reason: str, clause: str
) -> None:
    document = {**building(SQUARE), "courtyards": [yard("0,0", 0)], **keys}
    assert unreadable(document) == (reason, clause)


def test_C5_3_nobody_has_two_doubles() -> None:
    yards = [yard("0,0", 0, True), yard("2,0", 0, True)]
    assert unreadable(building([*WIDE, "long 2,0 N"], courtyards=yards)) == ("two-doubles", "C5.3")


BROKEN: list[Any] = [
    *(None, [], 1, "castellan", {"game": "torres"}, {"colour": 1}, {"options": []}),
    *({"options": {"deck": "none"}}, {"options": {"trial": 1}}, {"options": {"trial": "true"}}),
    *({"options": {"seat": 2}}, {"seed": -1}, {"seed": 1.5}, {"seed": 1 << 63}, {"seed": "0"}),
    *({"stage": "building"}, {"stage": None}, {"to_move": 2}, {"to_move": None}, {"to_move": "0"}),
    *(
        {"stage": "over", "to_move": 0},
        {"extra": -1},
        {"extra": True},
        {"opening": 1},
        {"opening": None},
        {"ending": 2},
        {"ending": "0"},
    ),
    *({"pieces": "tower 0,0"}, {"pieces": [1]}, {"pieces": ["tower"]}, {"pieces": ["keep"]}),
    *({"pieces": ["tower 0,0 E"]}, {"pieces": ["short 0,0 W"]}, {"pieces": ["tower 4000,0"]}),
    *({"pieces": ["tower 99999,0"]}, {"pieces": ["tower 0;0"]}, {"pieces": ["tower 0,0"] * 99}),
    *({"pieces": ["play W1"]}, {"pieces": [None]}, {"pieces": [["tower 0,0"]]}),
    *({"pieces_in_hand": []}, {"pieces_in_hand": {"X": 1}}, {"pieces_in_hand": {"T": -1}}),
    *(
        {"pieces_in_hand": {"T": 1.0}},
        {"pieces_in_hand": {"T": 5000}},
        {"pieces_in_hand": {"T": None}},
    ),
    *(
        {"hands": []},
        {"hands": [{}]},
        {"hands": [{}] * 5},
        {"hands": [[], []]},
        {"hands": [{"X": []}, {}]},
    ),
    *({"hands": [{"W": ["T1"]}, {}]}, {"hands": [{"W": "W1"}, {}]}, {"hands": [{"W": [1]}, {}]}),
    *(
        {"hands": [{"W": ["W9"]}, {}]},
        {"hands": [{"W": ["?"]}, {}]},
        {"hands": [{"W": ["W1"] * 6}, {}]},
    ),
    *(
        {"hands": [{}, {}], "options": {"seats": 3}},
        {"decks": [{}]},
        {"decks": [{"W": ["W1", "W2"] * 4}, {}]},
    ),
    *(
        {"double_used": [True]},
        {"double_used": [0, 0]},
        {"winners": [0]},
        {"hands": [{"W": [["W1"]]}, {}]},
    ),
    *({"stage": "over", "to_move": None, "pieces": [], "winners": [0]}, {"courtyards": None}),
    *({"courtyards": [yard("0,0", 0)]}, {"stage": "keep"}, {"stage": "stays"}),
]


@pytest.mark.parametrize("document", BROKEN, ids=lambda document: json.dumps(document)[:60])
def test_a_broken_document_is_refused_with_a_sentence(document: Any) -> None:
    with pytest.raises(DocumentError) as caught:
        Castellan.read(document)
    refusal = caught.value.refusal
    for language in ("en", "fr", "de"):
        known = {**catalogue(language, "core"), **catalogue(language, "castellan")}
        assert known[f"refusal.{refusal.reason}"].format(**refusal.params)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "pass",
            "play",
            "play W9",
            "play W1 X",
            "play w1",
            "tower",
            "tower 1",
            "tower 1,",
            "tower 01,0",
        ),
        *(
            "tower +1,0",
            "tower -0,0",
            "tower 1, 0",
            "tower 1,0 E",
            "short 0,0",
            "short 0,0 S",
            "long 0,0 e",
        ),
        *("keep 0,0", "double", "double 0", "stays", "draw", "draw X", "draw WT"),
    ],
)
def test_what_is_no_action_is_refused_as_notation(text: str) -> None:
    assert is_no_action(Castellan(), text)


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("play T6 W2 T2 W1", "play W1 W2 T2 T6"),
        ("play T6 W1 T6 W1 W1", "play W1 W1 W1 T6 T6"),
        ("draw T W T W", "draw W W T T"),
        ("tower 99999999999,-5000", "tower 4095,-4095"),  # refused there like anywhere far away
        ("  tower   -3,4 ", "tower -3,4"),
    ],
)
def test_readers_accept_any_order_and_writers_write_one(given: str, written: str) -> None:
    game = Castellan()
    assert game.action_text(game.parse_action(given)) == written


# ---------------------------------------------------------------- diagrams


CASTLES: list[dict[str, Any]] = [
    {"pieces": ["tower 0,0", "long 0,0 E", "short 0,0 N", "tower 0,1", "short 0,1 E", "tower 1,1"]},
    {
        "pieces": [
            *("tower 0,0", "long 0,0 E", "tower 2,0", "short 0,0 N", "tower 0,1", "long 0,1 E"),
        ]
    },
    {"pieces": SQUARE, "courtyards": [yard("0,0", 0)]},
    {
        "pieces": [
            *("tower 0,0", "short 0,0 E", "tower 1,0", "short 1,0 E", "tower 2,0", "long 0,0 N"),
            *("tower 0,2", "long 0,2 E", "tower 2,2", "long 2,0 N", "short 1,-1 N", "tower 1,-1"),
        ],
        "courtyards": [yard("0,0", 0)],
    },
    {
        "pieces": [
            *("tower 0,0", "long 0,0 E", "long 0,0 N", "tower 2,0", "tower 0,2", "long 0,2 E"),
            *("tower 2,2", "short 2,0 N", "tower 2,1", "short 2,1 N", "short 2,0 E", "short 2,1 E"),
            *("tower 3,0", "tower 3,1", "short 3,0 N", "short 2,2 E"),
        ],
        "courtyards": [yard("0,0", 0, True), yard("2,0", 1)],
    },
]


@pytest.mark.parametrize("page", ["castellan.md", "castellan.fr.md", "castellan.de.md"])
def test_the_diagrams_of_the_rules_are_what_the_program_draws(page: str) -> None:
    text = (RULES / page).read_text(encoding="utf-8")
    drawn = re.findall(r"```castellan\n(.*?)\n```", text, re.DOTALL)
    for number, document in enumerate(CASTLES):
        game, position = Castellan.read(document)
        assert game.diagram(position) == drawn[number]
    assert len(drawn) == len(CASTLES)


def test_an_empty_table_has_a_diagram() -> None:
    game = Castellan()
    assert game.diagram(game.setup(0)) == "0,0"


# ---------------------------------------------------------------- laws


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 4), builder=st.booleans(), data=st.data())
def test_random_games_agree_with_an_independent_referee(
    seed: int, seats: int, builder: bool, data: st.DataObject
) -> None:
    game = Castellan({"seats": seats})
    position = game.setup(seed)
    dice = random.Random(seed)
    stop = data.draw(st.integers(0, 260))
    for _ in range(stop):
        if game.is_over(position):
            break
        game.apply(position, chosen(game, position, dice, builder))
    document = game.document(position)
    assert sorted(legal(document)) == sorted(brute_force(document))
    assert [game.points(position, Seat(seat)) for seat in range(seats)] == totals(document)
    check_box(document)
    assert game.identity(Castellan.read(document)[1]) == game.identity(position)
    for text in dice.sample(legal(document), min(4, len(legal(document)))):
        assert after(document, text) == recounted(document, text)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 4), builder=st.booleans())
def test_refusals_cite_the_first_clause_that_fails(seed: int, seats: int, builder: bool) -> None:
    game = Castellan({"seats": seats})
    position = game.setup(seed)
    dice = random.Random(seed)
    for _ in range(dice.randrange(65 * seats)):
        if game.is_over(position):
            break
        game.apply(position, chosen(game, position, dice, builder))
    document = game.document(position)
    allowed = game.legal_actions(position)
    for text in wild_texts(dice):
        if game.parse_action(text) in allowed:
            continue
        with pytest.raises(RefusedError) as caught:
            game.play_text(position, text)
        assert caught.value.refusal.clause == clause(document, text), (document, text)


def wild_texts(dice: random.Random) -> list[str]:
    """Return actions in notation that have little to do with any position."""
    around = [f"{x},{y}" for x in range(-4, 5) for y in range(-4, 5)]
    texts = [f"{word} {point}" for word in ("tower", "double", "stays") for point in around]
    texts += [f"{word} {point} {d}" for word in ("short", "long") for point in around for d in "EN"]
    cards = [*("W1", "W2", "W3", "W4"), *("T1", "T2", "T3", "T4", "T5", "T6")]
    texts += ["play " + " ".join(dice.choices(cards, k=dice.randint(1, 4))) for _ in range(40)]
    texts += ["draw " + " ".join(dice.choices("WT", k=dice.randint(1, 3))) for _ in range(4)]
    return [*texts, "keep"]


def chosen(game: Castellan, position: Any, dice: random.Random, builder: bool) -> Any:
    """Return a random action; a builder prefers what closes courtyards."""
    actions = game.legal_actions(position)
    if not builder:
        return dice.choice(actions)
    tried = dice.sample(actions, min(len(actions), 8))

    def courtyards(action: Any) -> int:
        child = game.copy(position)
        game.apply(child, action)
        return int(child.face_count)

    return max(tried, key=courtyards)


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(WRITTEN), inner, max_size=4)
        ),
        max_leaves=8,
    )
)
def test_whatever_is_read_is_a_position_or_a_clear_refusal(document: Any) -> None:
    with suppress(DocumentError):
        Castellan.read(document)


def test_C5_1_nearly_closed_is_not_closed() -> None:
    assert after(building(NEARLY, "L"))["courtyards"] == []


def comb(towers: int) -> list[str]:
    """Return a straight castle with so many towers."""
    pieces = ["tower 0,0"]
    for x in range(towers - 1):
        pieces += [f"short {x},0 E", f"tower {x + 1},0"]
    return pieces


def test_a_puzzle_may_hold_more_than_the_box_up_to_the_room_of_a_position() -> None:
    full = building([*comb(80), "short 0,0 N"], "TLS")
    assert legal(full, "tower") == []
    assert legal(full, "long")
    assert refused(full, "tower 0,1") == ("no-room", "C1.1")
    assert unreadable(building([*comb(80), "short 0,0 N", "tower 0,1"])) == (
        "too-many-pieces",
        "C1.1",
    )
    walls = [f"short {x},0 N" for x in range(47)]
    walled = building([*comb(80), *walls], "TLS")
    assert legal(walled) == []
    assert refused(walled, "long 60,0 N") == ("no-room", "C1.1")
    assert unreadable(building([*comb(80), *walls, "short 60,0 N"])) == ("too-many-pieces", "C1.1")
