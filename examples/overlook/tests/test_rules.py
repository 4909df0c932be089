"""The rules of Overlook, a test for each clause: allowed, refused, the worked examples."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import overlook
from overlook.game import Overlook
from tables import EMPTY, after, at, hand, legal, points, refused, unreadable
from tourelle.core.words import Seat

FOLDER = Path(overlook.__file__).parent
PAGE = (FOLDER / "rules" / "en.md").read_text(encoding="utf-8")
CLAUSE = re.compile(r"^##+ (O\d+(?:\.\d+)?)\b", re.MULTILINE)
DIAGRAM = re.compile(r"^```overlook\n(.*?)^```", re.MULTILINE | re.DOTALL)


def diagrams() -> list[str]:
    """Return the fields drawn on the rules page."""
    return [found.rstrip("\n") for found in DIAGRAM.findall(PAGE)]


def start(seats: int, seed: int = 0, **options: Any) -> dict[str, Any]:
    """Return the first position of a game."""
    game = Overlook({"seats": seats, **options})
    return game.document(game.setup(seed))


# ---------------------------------------------------------------- O1, O2: material and start


def test_O1_1_the_field_has_sixteen_empty_squares() -> None:
    assert start(2)["board"] == EMPTY
    assert unreadable({"board": ".. .. ..\n" * 4}) == ("bad-value", "O1.1")
    assert unreadable({"board": EMPTY.replace("..", "5A")}) == ("bad-value", "O1.1")
    assert unreadable({"board": EMPTY.replace("..", "1C")}) == ("bad-value", "O1.1"), "two seats"


@pytest.mark.parametrize(("seats", "copies"), [(2, 3), (3, 3), (4, 4)])
def test_O1_2_every_card_is_there_three_or_four_times(seats: int, copies: int) -> None:
    document = start(seats)
    piles = [*document["hands"], document["decks"]]
    cards = Counter(card for pile in piles for row in pile.values() for card in row)
    assert cards == Counter(dict.fromkeys("abcd1234", copies))
    assert (
        unreadable(at(hands=f"{'a' * (copies + 1)} " + "b " * (seats - 1)))[0] == "too-many-cards"
    )
    assert unreadable(at(played=["a"])) == ("bad-value", "O1.2")
    assert unreadable({"hands": [{"column": ["1"]}, {}]}) == ("bad-value", "O1.2")


def test_O1_3_O6_every_seat_has_as_many_roofs_as_the_option_says() -> None:
    assert start(3)["roofs"] == [1, 1, 1]
    assert start(3, roofs=2)["roofs"] == [2, 2, 2]
    assert unreadable({"options": {"roofs": 3}}) == ("bad-option-value", "O6")
    assert unreadable({"options": {"seats": 5}}) == ("bad-option-value", "O6")


def test_O2_everybody_has_two_cards_of_each_deck_and_lots_decide_who_begins() -> None:
    for hands in start(4)["hands"]:
        assert [len(hands[deck]) for deck in ("column", "row")] == [2, 2]
    assert {start(3, seed)["to_move"] for seed in range(20)} == {0, 1, 2}
    hidden = Overlook({}).document(Overlook({}).view(Overlook({}).setup(0), Seat(1)))
    assert hidden["hands"][0] == {"column": ["?", "?"], "row": ["?", "?"]}
    assert hidden["hands"][1] == start(2)["hands"][1]
    assert unreadable(hidden) == ("hidden-card", "O2")


# ---------------------------------------------------------------- O3: a turn


def test_O3_1_a_turn_is_a_card_or_a_roof() -> None:
    document = at("1A .. .. ..", hands="a1 b2", decks="c")
    assert {text.split()[0] for text in legal(document)} == {"build", "roof"}
    assert refused(document, "draw column") == ("play-first", "O3.1")


def test_O3_2_a_card_builds_on_its_line_and_the_last_floor_owns_the_tower() -> None:
    document = at("1B .. .. ..", hands="a3 b2")
    columns = [f"build a{row} a" for row in "1234"]
    assert legal(document) == sorted([*columns, *(f"build {column}3 3" for column in "abcd")])
    assert after(document, "build a4 a")["board"].startswith("2A")
    assert after(document, "build d3 3")["board"].splitlines()[1] == "..  ..  ..  1A"
    assert refused(document, "build b4 b") == ("card-not-in-hand", "O3.2")
    assert refused(document, "build b4 a") == ("not-on-line", "O3.2")


def test_O3_3_nobody_builds_on_a_finished_tower() -> None:
    document = at(*diagrams()[0].splitlines(), hands="a1 bc2", to_move=1, roofs=[0, 1])
    assert legal(document, "build b3") == ["build b3 b"]
    assert after(document, "build b3 b")["board"].splitlines()[1] == "..  4B  ..  .."
    assert refused(document, "build c2 c") == ("finished", "O3.3")
    assert refused({**document, "to_move": 0}, "build a1 a") == ("finished", "O3.3")
    assert refused(document, "roof c2") == ("finished", "O3.3")


def test_O3_4_a_roof_ends_the_turn_without_a_card() -> None:
    document = at("2A 1B .. ..", hands="a1 b2", decks="cd34")
    roofed = after(document, "roof a4")
    assert roofed["board"].startswith("2A^ 1B")
    assert (roofed["to_move"], roofed["stage"], roofed["roofs"]) == (1, "play", [0, 1])
    assert roofed["hands"] == document["hands"]
    assert refused(document, "roof b4") == ("not-your-tower", "O3.4")
    assert refused(document, "roof c4") == ("not-your-tower", "O3.4")
    assert refused({**document, "roofs": [0, 1]}, "roof a4") == ("no-roof-left", "O3.4")


def test_O3_5_a_card_is_dropped_only_if_none_has_a_place() -> None:
    full = at("4A 4B 4A 4B", hands="4 b2", decks="")
    assert legal(full) == ["drop 4"]
    dropped = after(full, "drop 4")
    assert (dropped["board"].split(), dropped["to_move"]) == (full["board"].split(), 1)
    assert "4" in dropped["played"]
    assert refused(at("4A 4B 4A 4B", hands="4a b2"), "drop 4") == ("has-place", "O3.5")
    assert legal(at("4A 4B 4A 4B", "1A .. .. ..", hands="4 b2")) == ["drop 4", "roof a3"]


def test_O3_6_a_card_is_drawn_from_the_deck_that_one_chooses() -> None:
    document = after(at(hands="a1 b2", decks="cd3"), "build a1 a")
    assert (document["stage"], document["to_move"]) == ("draw", 0)
    assert legal(document) == ["draw column", "draw row"]
    drawn = after(document, "draw column")
    assert drawn["hands"][0] == hand("c1")
    assert (drawn["to_move"], drawn["stage"]) == (1, "play")
    assert refused(document, "build a1 1") == ("draw-first", "O3.6")
    rows = after(at(hands="a1 b2", decks="3"), "build a1 a")
    assert refused(rows, "draw column") == ("deck-empty", "O3.6")
    assert after(at(hands="a1 b2"), "build a1 a")["to_move"] == 1, "nothing to draw"
    assert unreadable(at(stage="draw")) == ("nothing-to-draw", "O3.6")


# ---------------------------------------------------------------- O4, O5: what counts


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("1A 2A 3A 4A", [4 + 1 + 8, 0]),  # from the left, from the right, along the columns
        ("4A 3A 2A 1A", [1 + 4 + 8, 0]),
        ("2A 2B .. ..", [1 + 2, 1 + 2]),  # equally high: the nearer one
        ("1A .. .. 1B", [1 + 2, 1 + 2]),
        ("1A 2B 1A ..", [2 + 4, 2 + 2]),
    ],
)
def test_O4_1_a_tower_is_seen_if_all_before_it_are_lower(row: str, found: list[int]) -> None:
    assert points(at(row)) == found


def test_O4_2_a_point_for_every_side_from_which_a_tower_is_seen() -> None:
    assert points(at("1A .. .. ..")) == [4, 0]
    assert points(at(*diagrams()[1].splitlines())) == [3, 7]
    game, position = Overlook.read(at("1A 2B .. ..", "2B .. .. .."))
    terms = [(term.at, term.clause, term.points) for term in game.score_terms(position, Seat(0))]
    assert terms == [("a4", "O4.2", 2)]


def test_O5_1_who_has_no_card_is_passed_over_and_without_cards_the_game_ends() -> None:
    passed = after(at(hands="a b2 -", to_move=1), "build b1 b")
    assert passed["to_move"] == 0
    last = after(at(hands="a - -"), "build a1 a")
    assert (last["to_move"], last["stage"], last["winners"]) == (None, "over", [0])
    assert refused(last, "build a2 a") == ("over", "O5.1")
    assert unreadable(at(hands="- b2")) == ("nothing-to-play", "O5.1")
    assert unreadable(at(stage="over", to_move=None)) == ("bad-value", "O5.1")


@pytest.mark.parametrize(
    ("rows", "winners"),
    [
        (("1A .. .. ..", ".. 1B .. ..", ".. .. 1B .."), [1]),
        (("1A 1B .. ..", ".. .. 4B ..", "1A .. .. 1A"), [0]),
        (("1A .. .. 1B",), [0, 1]),
    ],
)
def test_O5_2_most_points_then_most_towers_then_shared(
    rows: tuple[str, ...], winners: list[int]
) -> None:
    document = at(*rows, hands="- -", stage="over", to_move=None)
    assert after(document)["winners"] == winners
    assert unreadable({**document, "winners": []}) == ("bad-value", "O5.2")


# ---------------------------------------------------------------- the page


def test_every_clause_is_tested_and_every_test_names_one() -> None:
    known = CLAUSE.findall(PAGE)
    tests = re.findall(r"def test_((?:O\d+(?:_\d+)?_)+)", Path(__file__).read_text("utf-8"))
    cited = {
        clause.replace("_", ".") for run in tests for clause in re.findall(r"O\d+(?:_\d+)?", run)
    }
    sections = {clause.partition(".")[0] for clause in known if "." in clause}
    assert set(known) - sections == cited


def test_diagrams_are_positions() -> None:
    assert len(diagrams()) == 2
    for drawn in diagrams():
        game, position = Overlook.read(at(*drawn.splitlines()))
        assert game.diagram(position).startswith(f"{drawn}\n\nA: a 1 ^\nB: b 2 ^")


def test_every_sentence_is_there_in_every_language() -> None:
    words = [
        json.loads((FOLDER / "words" / f"{lang}.json").read_text("utf-8")) for lang in LANGUAGES
    ]
    gaps = [{key: set(re.findall(r"\{(\w+)", text)) for key, text in row.items()} for row in words]
    assert gaps[0] == gaps[1] == gaps[2]


def test_every_reason_has_a_sentence_and_every_sentence_a_reason() -> None:
    sources = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    given = set(re.findall(r'Refusal\(\s*"([a-z-]+)"', sources))
    words = json.loads((FOLDER / "words" / "en.json").read_text("utf-8"))
    said = {key.removeprefix("refusal.") for key in words if key.startswith("refusal.")}
    assert given - said == {"over", "notation"}, "those that all games share"
    assert said <= given


LANGUAGES = ("en", "fr", "de")


def test_the_pages_of_every_language_have_the_same_clauses_and_diagrams() -> None:
    for language in LANGUAGES:
        page = (FOLDER / "rules" / f"{language}.md").read_text(encoding="utf-8")
        assert CLAUSE.findall(page) == CLAUSE.findall(PAGE)
        assert DIAGRAM.findall(page) == DIAGRAM.findall(PAGE)
