"""C2: where walls and towers fit, and how far the castle grows."""

import pytest

from tests.castellan.tables import SQUARE, after, building, legal, refused, unreadable
from tourelle.games.castellan.actions import coordinates
from tourelle.games.castellan.game import Castellan

TOWER = ["tower 0,0"]
LINKED = ["tower 0,0", "long 0,0 E", "short 0,0 N", "tower 0,1", "short 0,1 E", "tower 1,1"]


def test_C2_1_a_short_wall_covers_one_edge_and_a_long_one_two() -> None:
    assert legal(building(TOWER, "LS")) == sorted(
        [
            *("short 0,0 E", "short 0,0 N", "short -1,0 E", "short 0,-1 N"),
            *("long 0,0 E", "long 0,0 N", "long -2,0 E", "long 0,-2 N"),
        ]
    )
    assert legal(building([*TOWER, "short 0,0 E", "long 0,-2 N"], "T")) == [
        "tower 0,-2",
        "tower 1,0",
    ]
    assert refused(building([*TOWER, "long 0,0 E"], "T"), "tower 1,0") == ("no-open-end", "C2.4")


@pytest.mark.parametrize("text", ["short 1,0 E", "long 1,0 E", "short 5,5 N", "short 1,0 N"])
def test_C2_2_a_wall_links_to_a_tower_never_to_a_wall(text: str) -> None:
    document = building([*TOWER, "short 0,0 E"], "TLS")
    assert refused(document, text) == ("wall-without-tower", "C2.2")


def test_C2_2_a_tower_has_four_sides() -> None:
    full = [*TOWER, "short 0,0 E", "short 0,0 N", "short -1,0 E", "short 0,-1 N"]
    assert legal(building(full, "LS")) == []
    assert refused(building(full, "LS"), "short 0,0 E") == ("edge-taken", "C2.3")


@pytest.mark.parametrize(
    ("pieces", "text", "reason"),
    [
        # (a) the edges are free
        ([*TOWER, "short 0,0 E"], "short 0,0 E", "edge-taken"),
        ([*TOWER, "short 0,0 E"], "long 0,0 E", "edge-taken"),
        ([*TOWER, "long 0,0 E"], "short 0,0 E", "edge-taken"),
        ([*TOWER, "long 0,0 E", "tower 2,0"], "short 1,0 E", "edge-taken"),
        ([*LINKED, "short 1,1 E", "tower 2,1"], "long 0,1 E", "edge-taken"),
        # (c) no end on the middle of a long wall: the illegal short wall of the rulebook
        (LINKED, "short 1,0 N", "no-room-for-tower"),
    ],
)
def test_C2_3_a_wall_that_does_not_fit(pieces: list[str], text: str, reason: str) -> None:
    document = building(pieces, "LS")
    assert text not in legal(document)
    assert refused(document, text) == (reason, "C2.3")


def test_C2_3_worked_example_legal_link_and_illegal_short_wall() -> None:
    document = building(LINKED, "S")
    assert "short 1,1 E" in legal(document)  # the legal link: beside the long wall, along it
    assert "short 1,1 N" in legal(document)
    assert refused(document, "short 1,0 N") == ("no-room-for-tower", "C2.3")


def test_C2_3b_the_middle_of_a_long_wall_is_bare() -> None:
    # towers at 0,0 and 0,2 and at 2,0; what stands at 1,2 decides about a long wall from 0,2
    frame = ["tower 0,0", "long 0,0 N", "tower 0,2"]
    assert "long 0,2 E" in legal(building(frame, "L"))
    # an open end at 1,2, coming from a tower at 1,1
    below = ["short 0,0 E", "tower 1,0", "short 1,0 N", "tower 1,1", "short 1,1 N"]
    document = building([*frame, *below], "LS")
    assert refused(document, "long 0,2 E") == ("middle-blocked", "C2.3")
    assert "short 0,2 E" in legal(document)
    # a tower there
    document = building([*frame, *below, "tower 1,2"], "LS")
    assert refused(document, "long 0,2 E") == ("middle-blocked", "C2.3")
    # the middle of another long wall there
    document = building([*frame, *below[:-1], "long 1,1 N"], "LS")
    assert refused(document, "long 0,2 E") == ("middle-blocked", "C2.3")
    assert refused(document, "short 0,2 E") == ("no-room-for-tower", "C2.3")


def test_C2_3_the_other_end_may_be_bare_an_open_end_or_a_tower() -> None:
    document = building([*SQUARE[:6], "tower 2,2"], "S")
    assert "short 2,1 N" in legal(document)  # bare
    hook = ["tower 0,0", "short 0,0 E", "tower 1,0", "short 1,0 N", "short 0,0 N", "tower 0,1"]
    assert "short 0,1 E" in legal(building(hook, "S"))  # the open end 1,1
    assert "short 0,1 E" in legal(building([*hook, "tower 1,1"], "S"))  # the tower 1,1
    shared = after(building(hook, "ST"), "short 0,1 E")
    assert shared["courtyards"] == []
    assert shared["pieces"][-1] == "short 0,1 E"
    assert legal(shared, "tower") == ["tower 1,1"]


def test_C2_4_the_first_piece_is_a_tower_at_0_0() -> None:
    document = building([], "TTLS")
    assert legal(document) == ["tower 0,0"]
    assert refused(document, "tower 1,0") == ("first-tower", "C2.4")
    assert refused(document, "short 0,0 E") == ("wall-without-tower", "C2.2")
    assert legal(building([], "LS")) == []


def test_C2_4_a_tower_stands_on_an_open_end_only() -> None:
    document = building([*TOWER, "short 0,0 E"], "T")
    assert legal(document) == ["tower 1,0"]
    for text in ("tower 0,0", "tower 0,1", "tower 2,0"):
        assert refused(document, text) == ("no-open-end", "C2.4")


def test_C2_5_all_pieces_belong_to_one_linked_castle() -> None:
    document = building([*TOWER, "short 0,0 E"], "TLS")
    assert refused(document, "tower 5,5") == ("no-open-end", "C2.4")
    assert refused(document, "short 5,5 E") == ("wall-without-tower", "C2.2")
    apart = [*TOWER, "short 0,0 E", "tower 5,5", "short 5,5 E", "tower 6,5"]
    assert unreadable(building(apart)) == ("piece-apart", "C2.5")
    # walls that meet without a tower link nothing
    bridge = [*TOWER, "short 0,0 E", "short 1,0 E", "tower 2,0"]
    assert unreadable(building(bridge)) == ("piece-apart", "C2.5")
    assert after(building([*bridge, "tower 1,0"]))["pieces"]


DIRECTIONS = {
    "east": (1, 0, "E"),
    "north": (0, 1, "N"),
    "west": (-1, 0, "E"),
    "south": (0, -1, "N"),
}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(("seats", "edges", "farthest"), [(2, 59, 58), (3, 88, 87), (4, 117, 116)])
def test_the_longest_castle_has_room_in_every_direction(
    direction: str, seats: int, edges: int, farthest: int
) -> None:
    """All long walls, then short ones, with every tower; one wall first goes the other way."""
    dx, dy, letter = DIRECTIONS[direction]
    towers, long, short = 16 * seats, 13 * seats, 15 * seats
    game, position = Castellan.read(
        {
            "options": {"seats": seats},
            "stage": "build",
            "pieces_in_hand": {"T": towers, "L": long, "S": short},
            "pieces": [],
            "hands": [{"W": ["W1"]}] * seats,
        }
    )
    texts = ["tower 0,0"]
    reached = 0
    lengths = [2] * long + [1] * (towers - long)
    for length in lengths:
        start = reached if dx + dy > 0 else -reached - length
        word = "long" if length == 2 else "short"
        texts.append(f"{word} {start * abs(dx)},{start * abs(dy)} {letter}")
        reached += length
        if len(texts) < 2 * towers:
            texts.append(f"tower {reached * dx},{reached * dy}")
    back = -1 if dx + dy > 0 else 0
    texts.append(f"short {back * abs(dx)},{back * abs(dy)} {letter}")
    for text in texts:
        assert text in game.legal_texts(position)
        game.play_text(position, text)
    assert reached == farthest
    assert reached + 1 == edges
    document = game.document(position)
    assert document["pieces"] == texts
    assert document["pieces_in_hand"] == {"T": 0, "L": 0, "S": short - (towers - long) - 1}
    again = Castellan.read(document)[1]
    assert game.identity(again) == game.identity(position)
    assert game.diagram(position).count("O") == towers


@pytest.mark.parametrize("corner", [(3000, -3000), (-3000, 3000), (17, 0)])
def test_C2_4_a_castle_of_a_document_may_lie_anywhere(corner: tuple[int, int]) -> None:
    x, y = corner
    document = building([f"tower {x},{y}", f"long {x},{y} E", f"tower {x + 2},{y}"], "TS")
    near = after(document, f"short {x},{y - 1} N", f"tower {x},{y - 1}")
    assert near["pieces"][-1] == f"tower {x},{y - 1}"
    assert Castellan().diagram(Castellan.read(near)[1]).endswith(f"{x},{y - 1}")


def test_points_are_coded_there_and_back() -> None:
    game = Castellan()
    for x, y in ((0, 0), (-116, 116), (4095, -4095)):
        action = game.parse_action(f"tower {x},{y}")
        assert coordinates(action & (1 << 26) - 1) == (x, y)
        assert game.action_text(action) == f"tower {x},{y}"
