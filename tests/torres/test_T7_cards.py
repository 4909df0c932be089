"""T7: action cards."""

from typing import Any

import pytest

from tests.torres.tables import after, legal, refused, turn, unreadable
from tourelle.games.torres.material import CARDS

TWO = {"seats": 2}
# Six castles far from the play, so that the shift card has castles enough.
SIX_CASTLES = {"a8": "1.", "c8": "1.", "e8": "1.", "g8": "1.", "a6": "1.", "h6": "1."}


def holding(card: str, options: dict[str, Any] | None = None, /, **keys: Any) -> dict[str, Any]:
    """Return a document in which seat 0 holds one card."""
    return turn(options or TWO, hands=[[card], []], **keys)


def targets(document: dict[str, Any], words: str) -> set[str]:
    """Return the last word of the legal actions that begin so."""
    return {text.split()[-1] for text in legal(document, words)}


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({"cards": "shared", "seats": 2}, [40]),
        ({"cards": "shared", "deck": "seats", "seats": 3}, [30]),
        ({"cards": "shared-pick", "seats": 2}, [40]),
        ({"cards": "shared-pick", "deck": "seats", "seats": 2}, [20]),
        ({"cards": "own", "seats": 3}, [10, 10, 10]),
        ({"cards": "hand", "seats": 2}, []),
    ],
)
def test_T7_1_decks(options: dict[str, Any], sizes: list[int]) -> None:
    start = after({"options": options, "seed": 3})
    assert [len(deck) for deck in start["decks"]] == sizes
    hand = list(CARDS) if options["cards"] == "hand" else []
    assert start["hands"] == [hand] * options["seats"]
    if options["cards"] == "own":
        assert all(sorted(deck) == sorted(CARDS) for deck in start["decks"])
        assert start["decks"][0] != start["decks"][1]


def test_T7_1_hand_has_no_buying_and_shared_takes_the_top_card() -> None:
    assert refused(turn({"cards": "hand", "seats": 2}, a1="10"), "buy") == ("no-buying", "T7.1")
    bought = after(turn(TWO, a1="10", decks=[["leap", "six"]]), "buy")
    assert (bought["bought"], bought["decks"]) == (["leap"], [["six"]])


DRAW = {"cards": "own", "seats": 2}


@pytest.mark.parametrize(
    ("back", "deck"),
    [
        ("top top", ["seven", "lift", "leap", "shift"]),
        ("top bottom", ["seven", "leap", "shift", "lift"]),
        ("bottom top", ["lift", "leap", "shift", "seven"]),
        ("bottom bottom", ["leap", "shift", "seven", "lift"]),
    ],
)
def test_T7_2_cards_are_put_back_in_drawn_order(back: str, deck: list[str]) -> None:
    own = [["seven", "six", "lift", "leap", "shift"], []]
    drawn = after(turn(DRAW, a1="10", decks=own), "buy")
    assert (drawn["stage"], drawn["drawn"]) == ("keep", ["seven", "six", "lift"])
    assert legal(drawn) == ["keep lift", "keep seven", "keep six"]
    assert refused(drawn, "keep leap") == ("card-not-drawn", "T7.2")
    kept = after(drawn, "keep six")
    assert (kept["stage"], kept["drawn"], kept["bought"]) == ("return", ["seven", "lift"], ["six"])
    assert len(legal(kept)) == 4
    assert refused(kept, "return top") == ("return-count", "T7.2")
    done = after(kept, f"return {back}")
    assert (done["stage"], done["decks"][0], done["ap"]) == ("turn", deck, 4)


def test_T7_2_all_texts_are_legal_even_when_they_lead_to_the_same_deck() -> None:
    drawn = after(turn(DRAW, a1="10", decks=[["six", "lift"], []]), "buy")
    kept = after(drawn, "keep six")
    assert legal(kept) == ["return bottom", "return top"]
    assert after(kept, "return top")["decks"] == after(kept, "return bottom")["decks"]


def test_T7_2_with_one_card_keep_alone_completes_the_purchase() -> None:
    drawn = after(turn(DRAW, a1="10", decks=[["six"], []]), "buy")
    assert legal(drawn) == ["keep six"]
    kept = after(drawn, "keep six")
    assert (kept["stage"], kept["bought"]) == ("turn", ["six"])


def test_T7_2_of_two_equal_cards_the_first_drawn_is_kept() -> None:
    pick = {"cards": "shared-pick", "seats": 2}
    drawn = after(turn(pick, a1="10", decks=[["lift", "six", "lift", "leap"]]), "buy")
    kept = after(drawn, "keep lift")
    assert kept["drawn"] == ["six", "lift"]


def test_T7_3_an_empty_deck_cannot_be_bought_from() -> None:
    assert refused(turn(TWO, a1="10", decks=[[]]), "buy") == ("deck-empty", "T7.3")


@pytest.mark.parametrize(("card", "points"), [("six", 1), ("seven", 2)])
def test_T7_4_six_and_seven_give_points_at_any_moment(card: str, points: int) -> None:
    document = after(holding(card, a1="10"), "point", "point", f"play {card}")
    assert document["ap"] == 3 + points


@pytest.mark.parametrize(("height", "allowed"), [("1.", False), ("2.", False), ("3.", True)])
def test_T7_4_climb_goes_exactly_two_levels_up(height: str, allowed: bool) -> None:
    document = holding("climb", d4="10", d5=height, e5="3.")
    if allowed:
        assert legal(document, "play") == ["play climb d4 d5"]
        assert after(document, "play climb d4 d5")["ap"] == 5
    else:
        assert refused(document, "play climb d4 d5") == ("climb-target", "T7.4")


@pytest.mark.parametrize(
    ("height", "allowed"), [("..", False), ("1.", False), ("2.", True), ("3.", True), ("4.", False)]
)
def test_T7_4_climb_up_to_two_levels_by_its_option(height: str, allowed: bool) -> None:
    options = {**TWO, "climb": "up-to-two"}
    document = holding("climb", options, d4="10", d5=height, d6="4.", e6="4.", e5="4.")
    assert legal(document, "play") == (["play climb d4 d5"] if allowed else [])
    if not allowed:
        assert refused(document, "play climb d4 d5") == ("climb-target-up-to-two", "T7.4")


def test_T7_4_climb_needs_a_free_neighbour() -> None:
    assert legal(holding("climb", d4="10", d5="31"), "play") == []
    assert refused(holding("climb", d4="10", d5="31"), "play climb d4 d5") == ("occupied", "T7.4")


def test_T7_4_raise_lifts_an_own_knight_from_any_stack() -> None:
    document = holding("raise", d4="10", d5="1.", h8="11", open_stack=1, stacks=[[3, 2, 0], [3]])
    assert legal(document, "play") == [f"play raise d4 {source}" for source in ("2", "3", "open")]
    raised = after(document, "play raise d4 3")
    assert (raised["stacks"][0], raised["open_stack"], raised["ap"]) == ([2, 2, 0], 1, 5)
    assert "20" in raised["board"]
    opened = after(document, "play raise d4 open")
    assert (opened["stacks"][0], opened["open_stack"]) == ([3, 2, 0], 0)
    assert refused(document, "play raise h8 3") == ("no-own-knight", "T7.4")
    assert refused(document, "play raise d4 1") == ("no-such-stack", "T7.4")
    assert refused(document, "play raise d4 0") == ("stack-empty", "T7.4")
    closed = holding("raise", d4="10", d5="1.")
    assert refused(closed, "play raise d4 open") == ("no-open-stack", "T7.4")


def test_T7_4_raise_does_not_choose_the_stack_of_the_turn() -> None:
    document = after(holding("raise", d4="10", d5="1."), "play raise d4 3")
    assert document["open_stack"] is None
    assert document["stacks"][0] == [3, 3, 3, 2]
    assert legal(document, "end") == ["end 2", "end 3"]


def test_T7_4_raise_founds_a_castle_and_obeys_height_and_merging() -> None:
    founded = after(holding("raise", d4=".0", h8="1."), "play raise d4 3")
    assert "10" in founded["board"]
    assert legal(founded, "block d5") == ["block d5 2", "block d5 3"]
    merging = holding("raise", d4=".0", c4="1.", e4="1.")
    assert refused(merging, "play raise d4 3") == ("castles-would-merge", "T5.4")
    assert "play raise d4 3" in legal(holding("raise", d4=".0", c4="1."))
    assert refused(holding("raise", d4="10"), "play raise d4 3") == ("tower-too-high", "T5.4")


def test_T7_4_supply_places_a_block_of_the_common_supply() -> None:
    document = holding("supply", d4="1.", a1="10")
    before = after(document)
    placed = after(document, "play supply d5")
    assert placed["supply"] == before["supply"] - 1
    assert (placed["stacks"], placed["open_stack"]) == (before["stacks"], None)
    assert refused(document, "play supply h8") == ("block-away", "T5.4")
    assert refused(document, "play supply d4") == ("tower-too-high", "T5.4")


def test_T7_4_supply_needs_a_block_in_the_supply() -> None:
    tall = {f"{file}1": "8." for file in "abcdefgh"} | {"a2": "20", "h8": "1."}
    document = holding("supply", stacks=[[3, 3, 3, 3], [3, 3, 3, 1]], open_stack=None, **tall)
    document["kept"] = [0, 3]
    assert after(document)["supply"] == 0
    assert legal(document, "play") == []
    assert refused(document, "play supply h7") == ("supply-empty", "T7.4")


def test_T7_4_lift_leads_to_any_door_of_the_castle_up_or_down() -> None:
    # castle d4 (3) e4 (4) e5 (2); the knight on the ground at c4 stands before d4
    document = holding("lift", c4=".0", d4="3.", e4="4.", e5="2.", h8="11")
    reached = targets(document, "play lift c4")
    # d4's top (beside e4, which is higher) and e5's top; every ground square beside the castle
    assert reached == {"d4", "e5", "d3", "d5", "e3", "f4", "f5", "e6"}
    assert "e4" not in reached  # nothing of the castle is higher than e4
    assert refused(document, "play lift c4 e4") == ("lift-target", "T7.4")
    assert refused(document, "play lift c4 h1") == ("lift-target", "T7.4")
    assert refused(document, "play lift c4 c4") == ("same-square", "T7.4")


def test_T7_4_lift_needs_a_door_and_before_two_castles_takes_either() -> None:
    no_door = holding("lift", c4="20", d4="2.", e4="2.")
    assert legal(no_door, "play") == []
    two = holding("lift", c4=".0", b4="1.", d4="1.")
    assert {"a4", "b5", "b3", "d5", "d3", "e4"} <= targets(two, "play lift c4")


def test_T7_4_diagonal_steps_across_a_corner_up_at_most_one() -> None:
    document = holding("diagonal", d4="10", e5="2.", c5="3.", e3="11", c3="..")
    assert targets(document, "play diagonal d4") == {"e5", "c3"}
    assert refused(document, "play diagonal d4 c5") == ("diagonal-target", "T7.4")
    assert refused(document, "play diagonal d4 d5") == ("diagonal-target", "T7.4")
    assert refused(document, "play diagonal d4 e3") == ("occupied", "T7.4")


def test_T7_4_summon_brings_a_knight_beside_another() -> None:
    document = holding("summon", a1=".0", d4="20", d5="2.", d3="3.", c4="1.", h8="11")
    assert targets(document, "play summon a1") == {"d5", "c4", "e4"}
    assert refused(document, "play summon a1 d3") == ("summon-target", "T7.4")
    moved = after(document, "play summon a1 d5")
    assert moved["ap"] == 5
    # the moving knight is no neighbour for itself
    assert targets(document, "play summon d4") == {"a2", "b1"}


def test_T7_4_summon_works_with_six_knights_and_needs_another_one() -> None:
    six = holding("summon", a1=".0", a3=".0", a5=".0", a7=".0", c1=".0", e1=".0", h8="1.")
    assert "play summon a1 f1" in legal(six)
    assert legal(holding("summon", a1=".0", h8="1."), "play") == []


def test_T7_4_leap_jumps_an_opposing_knight_straight_on() -> None:
    document = holding(
        "leap", d4="10", e4="51", f4="2.", d5="11", d6="3.", c4="10", d3="1K", d2=".."
    )
    assert legal(document, "play leap") == ["play leap d4 f4"]
    assert refused(document, "play leap d4 d6") == ("leap-target", "T7.4")  # two levels up
    assert refused(document, "play leap d4 d2") == ("leap-target", "T7.4")  # over the King
    assert refused(document, "play leap d4 b4") == ("leap-target", "T7.4")  # over an own knight
    assert refused(document, "play leap d4 f5") == ("leap-target", "T7.4")
    edge = holding("leap", g4="10", h4="11", h8="1.")
    assert legal(edge, "play") == []


def test_T7_4_shift_moves_a_top_block() -> None:
    document = holding("shift", d4="2.", d5="1.", d3="10", **SIX_CASTLES)
    reached = targets(document, "play shift d4")
    assert "d5" in reached  # on top of the castle
    assert "e4" in reached  # beside one castle
    assert "h1" in reached  # founds one
    assert "d4" not in reached
    assert refused(document, "play shift d4 d4") == ("same-square", "T7.4")
    assert refused(document, "play shift d4 d3") == ("occupied", "T7.4")
    assert refused(document, "play shift d3 d4") == ("occupied", "T7.4")
    assert refused(document, "play shift b2 d4") == ("no-block", "T7.4")
    assert refused(document, "play shift d4 b8") == ("shift-target", "T7.4")  # would merge
    moved = after(document, "play shift d4 h1")
    assert (moved["ap"], moved["supply"]) == (5, after(document)["supply"])


def test_T7_4_shift_never_splits_a_castle() -> None:
    document = holding("shift", c4="1.", d4="1.", e4="1.", h1="10", **SIX_CASTLES)
    assert refused(document, "play shift d4 d5") == ("castle-would-split", "T7.4")
    assert "play shift c4 d5" in legal(document)


def test_T7_4_shift_is_judged_after_both_halves_for_height() -> None:
    # area 3, height 3: without c4 the castle is too small, unless the block makes it as large again
    document = holding("shift", c4="1.", d4="1.", e4="3.", h1="10", **SIX_CASTLES)
    reached = targets(document, "play shift c4")
    assert reached == {"d3", "d5", "e3", "e5", "f4"}
    assert "c4" not in reached


def test_T7_4_shift_places_on_the_board_without_the_block() -> None:
    # d4 joins nothing once it is gone: a square beside it alone is bare ground beside no castle
    document = holding("shift", d4="1.", h1="10", **SIX_CASTLES)
    reached = targets(document, "play shift d4")
    assert {"d5", "d3", "c4", "e4"} <= reached
    # taking c4 leaves d4 d5: c5 is beside d5 still, b4 beside nothing (founds)
    document = holding("shift", c4="1.", d4="1.", d5="1.", h1="10", **SIX_CASTLES)
    assert {"c5", "b4", "d6"} <= targets(document, "play shift c4")


def test_T7_4_shift_leaves_at_least_six_castles() -> None:
    document = holding("shift", d4="10", **{k: SIX_CASTLES[k] for k in list(SIX_CASTLES)[:5]})
    # six castles: a single block may be moved to found another, not to widen one
    assert "play shift a8 h1" in legal(document)
    assert refused(document, "play shift a8 d5") == ("shift-target", "T7.4")
    five = holding("shift", d4="10", **{k: SIX_CASTLES[k] for k in list(SIX_CASTLES)[:4]})
    assert refused(five, "play shift a8 h1") == ("too-few-castles", "T7.4")


def test_T7_4_too_many_cards_are_refused() -> None:
    assert unreadable(turn(TWO, a1="10", hands=[["six"] * 5, []])) == ("too-many-cards", "T7.1")
    own = {"cards": "own", "seats": 2}
    assert unreadable(turn(own, a1="10", hands=[["six"] * 2, []])) == ("too-many-cards", "T7.1")
    assert unreadable(turn(TWO, a1="10", hands=[["fly"], []])) == ("bad-value", "T7.4")
