"""T3, T4: the set-up, then turns, rounds and years; the King between them (T9.4)."""

from tests.torres.reference.board import (
    SQUARES,
    Document,
    add_block,
    place_of,
    put_figure,
    read_board,
)
from tests.torres.reference.material import option, seats
from tests.torres.reference.scoring import advance, castle_points, king_points, master_points
from tests.torres.reference.stacks import take_stacks, year_stacks


def legal_castle(document: Document) -> list[str]:
    """T3.2: at Manhattan distance 3 or more from every castle."""
    heights, _ = read_board(document)

    def far(square: str, castle: str) -> bool:
        (file, rank), (file2, rank2) = place_of(square), place_of(castle)
        return abs(file - file2) + abs(rank - rank2) >= 3

    built = [square for square in SQUARES if heights[square]]
    return [f"castle {s}" for s in SQUARES if all(far(s, castle) for castle in built)]


def act_castle(document: Document, words: list[str]) -> None:
    """T3.2: then the knights, from seat 0 again."""
    add_block(document, words[0])
    heights, _ = read_board(document)
    document["to_move"] = (document["to_move"] + 1) % len(seats(document))
    if sum(heights.values()) == 8:
        document["stage"], document["to_move"] = "place", 0


def free_castle_squares(document: Document) -> list[str]:
    """Built squares with nobody on them."""
    heights, figures = read_board(document)
    return [square for square in SQUARES if heights[square] and square not in figures]


def legal_place(document: Document) -> list[str]:
    """T3.3: each castle is still one square."""
    return [f"place {square}" for square in free_castle_squares(document)]


def act_place(document: Document, words: list[str]) -> None:
    """T3.3; the last seat goes on with the King (T3.4)."""
    seat = document["to_move"]
    put_figure(document, str(seat), words[0])
    if seat == seats(document)[-1]:
        document["stage"] = "king-setup"
    else:
        document["to_move"] = seat + 1


def legal_king_setup(document: Document) -> list[str]:
    """T3.4."""
    return [f"king {square}" for square in free_castle_squares(document)]


def legal_king(document: Document) -> list[str]:
    """T9.4."""
    return [*legal_king_setup(document), "stay"]


def act_king(document: Document, words: list[str]) -> None:
    """T3.4 in set-up, T9.4 between years."""
    _, figures = read_board(document)
    source = next((square for square, figure in figures.items() if figure == "K"), None)
    put_figure(document, "K", words[0], source)
    if document["stage"] == "king-setup":
        take_stacks(document)
        begin_turn(document, document["first_seat"])
    else:
        begin_year(document)


def act_stay(document: Document, _words: list[str]) -> None:
    """T9.4."""
    begin_year(document)


def begin_turn(document: Document, seat: int) -> None:
    """Give a seat its turn."""
    document["stage"], document["to_move"] = "turn", seat


def next_turn(document: Document) -> None:
    """T4.1: clockwise until the round is over, then a round, then a year."""
    seat = (document["to_move"] + 1) % len(seats(document))
    if seat != document["first_seat"]:
        begin_turn(document, seat)
    elif document["round"] < len(year_stacks(document)):
        document["round"] += 1
        begin_turn(document, first_of_round(document))
    else:
        end_year(document)


def first_of_round(document: Document) -> int:
    """T11: the leader, once there is one; else (T4.1) the first seat stays."""
    scores = document["scores"]
    if option(document, "year_start") == "leader" and any(scores):
        document["first_seat"] = scores.index(max(scores))
    return int(document["first_seat"])


def end_year(document: Document) -> None:
    """T4.3: castles, King and master card are scored, one after the other, by all seats (T8.1)."""
    for points in (castle_points, king_points, master_points):
        for seat in seats(document):
            advance(document, seat, points(document, seat))
    if document["year"] == 3:
        document["stage"], document["to_move"] = "over", None
    else:
        document["stage"], document["to_move"] = "king", lowest(document)


def lowest(document: Document) -> int:
    """T9.4: of seats sharing 0 the last one clockwise from the first seat of the round."""
    first, count = int(document["first_seat"]), len(seats(document))
    clockwise = [(first + i) % count for i in range(count)]
    scores: list[int] = document["scores"]
    return next(seat for seat in reversed(clockwise) if scores[seat] == min(scores))


def begin_year(document: Document) -> None:
    """T4.3: after the King: year, stacks, kept blocks, and the first seat (T4.4)."""
    document["year"] += 1
    document["round"] = 1
    take_stacks(document)
    year_start = option(document, "year_start")
    if year_start == "last-names":
        document["stage"] = "start"  # the lowest seat is still to move
        return
    if year_start == "same":
        document["first_seat"] = 0
    begin_turn(document, first_of_round(document))


def legal_start(document: Document) -> list[str]:
    """T4.3: any seat."""
    return [f"start {seat}" for seat in seats(document)]


def act_start(document: Document, words: list[str]) -> None:
    """T4.3."""
    document["first_seat"] = int(words[0])
    begin_turn(document, document["first_seat"])
