"""C4: playing cards, building, handing over, drawing."""

from dataclasses import replace

import pytest

from tests.castellan.tables import (
    NO_CARDS,
    SOME_CARDS,
    SQUARE,
    after,
    building,
    legal,
    refused,
    yard,
)
from tourelle.core.records import Record, ReplayError, verify
from tourelle.core.words import DocumentError
from tourelle.games import game_of
from tourelle.games.castellan.game import Castellan
from tourelle.testing.tables import revealed

TOWER = ["tower 0,0"]
HAND = [{"W": ["W1", "W1", "W4"], "T": ["T1"]}, {"W": ["W2"], "T": ["T2"]}]


def test_C4_1_one_or_more_cards_and_equal_faces_are_one_choice() -> None:
    document = {"pieces": TOWER, "hands": HAND}
    wanted = [
        *("play W1", "play W1 W1", "play W4", "play W1 W4", "play W1 W1 W4", "play T1"),
        *("play W1 T1", "play W1 W1 T1", "play W4 T1", "play W1 W4 T1", "play W1 W1 W4 T1"),
    ]
    assert legal(document) == sorted(wanted)
    for text in ("play W2", "play W1 W1 W1", "play W4 W4", "play T1 T1 W1"):
        assert refused(document, text) == ("card-not-in-hand", "C4.1")


def test_C4_1_pieces_are_taken_with_those_handed_over() -> None:
    document = {"pieces": TOWER, "hands": HAND, "pieces_in_hand": {"T": 1, "L": 2, "S": 3}}
    played = after(document, "play T1 W4 W1")  # readers accept any order
    assert played["stage"] == "build"
    assert played["pieces_in_hand"] == {"T": 4, "L": 4, "S": 6}
    assert played["extra"] == 2
    assert played["hands"][0] == {"W": ["W1"], "T": []}


@pytest.mark.parametrize(
    ("stage", "clause"),
    [("play", "C4.1"), ("build", "C4.4"), ("draw", "C4.5"), ("over", "C6.1")],
)
def test_C4_1_an_action_of_another_stage_is_refused(stage: str, clause: str) -> None:
    document = building(TOWER, "TLS", stage=stage, decks=SOME_CARDS)
    texts = {"play": "play W1", "build": "short 0,0 E", "draw": "draw W", "over": ""}
    for text in ("keep", "double 0,0", "stays 0,0", *texts.values()):
        if text and text != texts[stage]:
            assert refused(document, text)[1] == clause


def test_C4_1_a_piece_that_is_not_in_hand_is_refused_first() -> None:
    assert refused(building(TOWER, "LS"), "tower 9,9") == ("no-tower-in-hand", "C4.1")
    assert refused(building(TOWER, "TS"), "long 9,9 E") == ("no-long-wall-in-hand", "C4.1")
    assert refused(building(TOWER, "TL"), "short 9,9 E") == ("no-short-wall-in-hand", "C4.1")


# A courtyard of seat 1 with an open end inside it (at 1,1) and one outside (at -1,0).
FOREIGN = [
    *("tower 0,0", "short 0,0 E", "tower 1,0", "short 1,0 E", "tower 2,0", "long 0,0 N"),
    *("tower 0,2", "long 0,2 E", "tower 2,2", "short 1,0 N", "short -1,0 E", "long 2,0 N"),
]


def test_C4_2_nothing_is_placed_inside_a_foreign_courtyard() -> None:
    document = building(FOREIGN, "TLS", courtyards=[yard("0,0", 1)])
    assert legal(document, "tower") == ["tower -1,0"]
    assert refused(document, "tower 1,1") == ("foreign-courtyard", "C4.2")
    inside = building(SQUARE, "TLS", courtyards=[yard("0,0", 1)])
    for text in legal(inside):
        x, y = map(int, text.split()[1].split(","))
        assert x in (-2, -1, 2) or y in (-2, -1, 2), text
    assert legal(inside, "short") == sorted(
        f"short {point}"
        for point in ("-1,0 E", "-1,2 E", "2,0 E", "2,2 E", "0,-1 N", "2,-1 N", "0,2 N", "2,2 N")
    )


def test_C4_2_a_wall_across_a_foreign_courtyard_is_refused() -> None:
    halves = [*SQUARE, "long 2,0 E", "tower 4,0", "long 2,2 E", "tower 4,2", "long 4,0 N"]
    room = building([*FOREIGN[:9], "long 2,0 N"], "SL", courtyards=[yard("0,0", 1)])
    assert refused(room, "short 1,0 N") == ("foreign-courtyard", "C4.2")
    assert "short 1,-1 N" in legal(room)  # outwards from a tower of its rim is free
    two = building(halves, "S", courtyards=[yard("0,0", 0), yard("2,0", 1)])
    assert legal(two, "short") != []


def test_C4_2_the_owner_may_build_inside() -> None:
    document = building(FOREIGN, "TLS", courtyards=[yard("0,0", 0)])
    assert legal(document, "tower") == ["tower -1,0", "tower 1,1"]
    room = building([*FOREIGN[:9], "long 2,0 N"], "S", courtyards=[yard("0,0", 0)])
    assert "short 1,0 N" in legal(room)


@pytest.mark.parametrize(
    ("cards", "opens"),
    [
        ("T1", False),  # two towers, no wall
        ("T2", True),
        ("W3", False),  # no tower
        ("W3 W4", False),
        ("W1", True),
        ("W1 W3", False),  # one tower, five walls
        ("W1 W3 T1", True),
        ("T1 T3", False),  # four towers, one wall: t - 1 = 3 > 1
        ("T3 T4", False),
    ],
)
def test_C4_3_the_opening_cards_can_all_be_linked(cards: str, opens: bool) -> None:
    hand = {"W": ["W1", "W3", "W4"], "T": ["T1", "T2", "T3", "T4"]}
    document = {"hands": [hand, hand]}
    assert (f"play {cards}" in legal(document)) is opens
    if not opens:
        reason = "opening" if "T" in cards or "W1" in cards else "opening-without-tower"
        assert refused(document, f"play {cards}") == (reason, "C4.3")
    assert f"play {cards}" in legal({**document, "pieces": TOWER})


#   O--O     three towers, 6 free sides, an open end at 1,0
#   |
#   O--+
CORNER = ["tower 0,0", "short 0,0 E", "short 0,0 N", "tower 0,1", "short 0,1 E", "tower 1,1"]
#   O        four towers, 9 free sides: that of 1,1 which faces the middle of the long wall is none
#   " O
#   " |
#   O--O
STEPS = ["tower 0,0", "short 0,0 E", "tower 1,0", "short 1,0 N", "tower 1,1", "long 0,0 N"]
STEPS += ["tower 0,2"]


@pytest.mark.parametrize(
    ("pieces", "in_hand", "stranding"),
    [
        # t towers and w walls after it, e open ends: refused if t > e + w
        (CORNER, "TTS", ["short 1,0 N"]),  # ends on an open end: 2 > 1 + 0
        (CORNER, "TTL", []),  # opens another: 2 = 2 + 0
        (CORNER, "TS", []),  # 1 = 1 + 0
        # s free sides: refused if w > s + 3 t
        ([*CORNER, "tower 1,0"], "S" * 10, ["short 1,0 N"]),  # takes two sides: 9 > 8
        ([*CORNER, "tower 1,0"], "S" * 9, []),  # 8 = 8
        (STEPS, "L" * 9, ["long 0,2 E", "long 1,1 N"]),  # one of its own, one beside its middle
        (STEPS, "L" * 8, []),
        (STEPS, "S" * 9, []),
        ([*CORNER, "short 1,0 N"], "T" + "S" * 9, ["tower 1,0"]),  # brings two sides: 9 > 6 + 2
        ([*CORNER, "short 1,0 N"], "T" + "S" * 8, []),
        # what was stranded before is not refused
        (CORNER, "TTTS", []),
        ([*CORNER, "tower 1,0"], "S" * 11, []),
        (TOWER, "TTTTTSSSSS" + "S" * 15, []),
    ],
)
def test_C4_3_a_placement_that_strands_pieces_is_refused(
    pieces: list[str], in_hand: str, stranding: list[str]
) -> None:
    linking = building(pieces, in_hand, opening=True)
    later = building(pieces, in_hand, opening=False)
    assert sorted(set(legal(later)) - set(legal(linking))) == stranding
    for text in stranding:
        piece = "towers" if "T" in in_hand and not text.startswith("tower") else "walls"
        assert refused(linking, text) == (f"strands-{piece}", "C4.3")


def test_C4_3_other_clauses_are_cited_first() -> None:
    linking = building([*CORNER, "tower 1,0"], "S" * 10, opening=True)
    assert refused(linking, "tower 1,0") == ("no-tower-in-hand", "C4.1")
    assert refused(linking, "short 5,5 E") == ("wall-without-tower", "C2.2")
    assert refused(linking, "short 0,0 E") == ("edge-taken", "C2.3")
    assert refused(linking, "short 1,0 N") == ("strands-walls", "C4.3")


def test_C4_3_what_can_t_be_linked_all_the_same_passes_on() -> None:
    #      +           every side is taken but that to the south of 1,0 and the two of the gap
    #      |           between 1,0 and 1,1, which one wall would take
    #   +--O--O--+
    #      |
    #   +--O--O--+
    #      |
    outward = ["-1,0 E", "0,-1 N", "-1,1 E", "0,1 N", "1,1 E", "1,1 N", "1,0 E"]
    pieces = [*CORNER, "tower 1,0", *(f"short {at}" for at in outward)]
    document = building(pieces, "SSS", opening=True)
    assert legal(document) == ["short 1,-1 N"]
    assert legal({**document, "opening": False}) == ["short 1,-1 N", "short 1,0 N"]
    passed = after(document, "short 1,-1 N")
    assert (passed["stage"], passed["to_move"]) == ("play", 1)
    assert passed["pieces_in_hand"] == {"T": 0, "L": 0, "S": 2}
    assert legal(after(passed, "play W2"), "short") == ["short 1,0 N"]


def test_C4_3_the_turn_is_remembered() -> None:
    hand = {"W": ["W1"], "T": ["T2"]}
    document = {"hands": [hand, hand], "decks": [{"W": ["W2"]}, {"W": ["W2"]}]}
    assert after(document)["opening"] is True
    texts = ("play W1", "tower 0,0", "long 0,0 E", "long 0,0 N", "short -1,0 E")
    for number in range(1, len(texts) + 1):
        assert after(document, *texts[:number])["opening"] is True
    drawn = after(document, *texts, "draw W")
    assert (drawn["to_move"], drawn["opening"]) == (1, False)
    assert "play W1 T2" in legal(drawn)


# Five towers and four walls: each wall must open an end, and the last one doesn't.
STRANDING = (
    *("play W1 T1 T4", "tower 0,0", "long 0,0 E", "tower 2,0", "short 0,0 N", "tower 0,1"),
    *("long 0,1 E", "short 2,0 N"),
)
STRANDING_SEED = 16  # of two seats: the first has these cards


def test_C4_3_a_record_of_the_first_rules_is_replayed_under_them() -> None:
    record = Record("castellan", 1, {"seats": 2}, STRANDING_SEED, (*STRANDING, "tower 2,1"))
    old = game_of(record.game, record.options, record.rules)
    position = verify(old, record)
    document = old.document(position)
    assert (document["stage"], document["pieces_in_hand"]["T"]) == ("keep", 1)
    assert document["opening"] is False  # these rules know the opening as the play of cards alone
    old.play_text(position, "keep")
    assert old.document(position)["stage"] == "draw"
    new = game_of(record.game, record.options, 2)
    with pytest.raises(DocumentError, match="record-rules"):
        verify(new, record)
    with pytest.raises(ReplayError) as error:
        verify(new, replace(record, rules=2))
    assert (error.value.number, error.value.refusal.clause) == (len(STRANDING), "C4.3")


@pytest.mark.parametrize("rules", [0, 3, -1])
def test_rules_that_are_not_known_are_refused(rules: int) -> None:
    with pytest.raises(DocumentError, match="record-rules"):
        game_of("castellan", {}, rules)


def test_C4_4_while_a_piece_has_a_place_one_must_be_placed() -> None:
    document = building([*TOWER, "short 0,0 E"], "T")
    assert legal(document) == ["tower 1,0"]
    assert refused(document, "draw W") == ("wrong-stage", "C4.4")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C4_4_what_has_no_place_goes_to_the_next_seat_before_the_draw(seats: int) -> None:
    hands = [{"W": ["W4"], "T": []}] * seats
    decks = [{"W": ["W1"], "T": []}] * seats
    start = building([*TOWER, "short 0,0 E"], "TTT", hands=hands, decks=decks, to_move=seats - 1)
    left = after(start, "tower 1,0")
    assert (left["stage"], left["to_move"]) == ("draw", seats - 1)
    assert left["pieces_in_hand"] == {"T": 2, "L": 0, "S": 0}
    handed = after(left, "draw W")
    assert (handed["stage"], handed["to_move"]) == ("play", 0)
    assert handed["pieces_in_hand"] == {"T": 2, "L": 0, "S": 0}
    assert after(handed, "play W4")["pieces_in_hand"] == {"T": 2, "L": 0, "S": 2}


def test_C4_4_pieces_that_still_have_no_place_are_handed_on() -> None:
    full = [*TOWER, "short 0,0 E", "short 0,0 N", "short -1,0 E", "short 0,-1 N"]
    hands = [{"W": ["W3", "W4"], "T": []}, {"W": ["W3"], "T": ["T1"]}]
    document = {"pieces": full, "hands": hands}
    stuck = after(document, "play W4")
    assert (stuck["stage"], stuck["to_move"]) == ("play", 1)  # no deck: nothing is drawn
    assert stuck["pieces_in_hand"] == {"T": 0, "L": 0, "S": 2}
    again = after(stuck, "play W3")
    assert (again["to_move"], again["pieces_in_hand"]) == (0, {"T": 0, "L": 1, "S": 3})


def test_C4_4_the_order_is_free_even_if_a_piece_is_left_without_a_place() -> None:
    document = building(TOWER, "TS", decks=SOME_CARDS)
    assert legal(document, "short")
    full = building([*TOWER, "short 0,0 E", "short 0,0 N", "short -1,0 E"], "TS", decks=SOME_CARDS)
    assert "short 0,-1 N" in legal(full)


@pytest.mark.parametrize(
    ("extra", "walls", "towers", "draws"),
    [
        (0, 5, 5, ["draw T", "draw W"]),
        (1, 5, 5, ["draw T T", "draw W T", "draw W W"]),
        (2, 1, 5, ["draw T T T", "draw W T T"]),
        (2, 1, 1, ["draw W T"]),
        (0, 0, 2, ["draw T"]),
        (4, 2, 0, ["draw W W"]),
    ],
)
def test_C4_5_every_split_that_the_decks_can_serve(
    extra: int, walls: int, towers: int, draws: list[str]
) -> None:
    deck = {
        "W": ["W1", "W1", "W1", "W2", "W2"][:walls],
        "T": ["T2", "T3", "T4", "T5", "T6"][:towers],
    }
    document = building(TOWER, stage="draw", extra=extra, decks=[deck, deck])
    assert legal(document) == draws
    for text in ("draw W W W W", "draw T T T T T", "draw W T T T T T"):
        assert refused(document, text) == ("draw-count", "C4.5")


def test_C4_5_the_first_card_of_a_deck_is_drawn_first() -> None:
    decks = [{"W": ["W3", "W2"], "T": ["T6", "T1"]}, NO_CARDS[1]]
    document = building(TOWER, stage="draw", extra=1, decks=decks)
    drawn = after(document, "draw T W")
    assert drawn["hands"][0] == {"W": ["W1", "W3"], "T": ["T1", "T6"]}
    assert drawn["decks"][0] == {"W": ["W2"], "T": ["T1"]}
    assert (drawn["to_move"], drawn["stage"], drawn["extra"]) == (1, "play", 0)


def test_C4_6_played_cards_leave_the_game() -> None:
    document = {"pieces": TOWER, "hands": HAND, "decks": SOME_CARDS}
    played = after(document, "play W1 T1")
    assert played["hands"][0] == {"W": ["W1", "W4"], "T": []}
    assert played["decks"] == SOME_CARDS


def test_C4_7_building_ends_by_itself_and_a_draw_of_nothing_is_skipped() -> None:
    assert after(building([*TOWER, "short 0,0 E"], "T"), "tower 1,0")["stage"] == "play"
    with_deck = building([*TOWER, "short 0,0 E"], "T", decks=SOME_CARDS)
    assert after(with_deck, "tower 1,0")["stage"] == "draw"
    one_draw = building(TOWER, stage="draw", decks=[{"W": ["W2"]}, {}])
    assert legal(one_draw) == ["draw W"]  # an action, though the only one


def test_C4_7_documents_are_taken_as_they_stand() -> None:
    stuck = building(TOWER, "TT")
    assert legal(stuck) == []
    assert after(stuck)["stage"] == "build"


def test_C8_a_draw_reveals_and_a_piece_does_not() -> None:
    linked = building([*TOWER, "short 0,0 E"], "TS", decks=SOME_CARDS)
    assert not revealed(Castellan, linked, "tower 1,0")
    drawing = building(TOWER, stage="draw", decks=SOME_CARDS)
    assert revealed(Castellan, drawing, "draw W")
    last = building(
        [*TOWER, "short 0,0 E"], "T", hands=[{}, SOME_CARDS[1]], decks=[{}, {"W": ["W1"]}]
    )
    assert revealed(Castellan, last, "tower 1,0")  # C6.1 opens all hands
