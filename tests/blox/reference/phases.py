"""B11: rounds, phases, and the end."""

from tests.blox.reference.board import Document, towers_of

LAST_PHASE = 4  # B11.1
ROUND_LIMIT = 60  # B2.5, unless the options say otherwise


def seats_of(document: Document) -> int:
    """Return the number of seats."""
    return len(document["points"])


def first_seat(document: Document) -> int:
    """B2.3."""
    seat: int = document["options"].get("first_seat", 0)
    return seat


def round_limit(document: Document) -> int:
    """B11.4: 0 is none."""
    limit: int = document["options"].get("round_limit", ROUND_LIMIT)
    return limit


def last_towers_fell(document: Document) -> bool:
    """B11.2: the last phase, and at most one tower of 4 stands."""
    return document["phase"] == LAST_PHASE and towers_of(document, LAST_PHASE) <= 1


def over_by(document: Document) -> str | None:
    """Return the clause that ended the game, if it is over."""
    if document["to_move"] in (None, first_seat(document)) and last_towers_fell(document):
        return "B11.2"
    return "B11.4" if document["to_move"] is None else None


def winners(document: Document) -> list[int]:
    """B11.3: most points, then most blocks, then all of those."""
    ranks = [
        (points, len(blocks))
        for points, blocks in zip(document["points"], document["blocks"], strict=True)
    ]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def score(document: Document) -> list[int]:
    """B11.3: the points so far."""
    return list(document["points"])


def advance_phase(after: Document) -> None:
    """B11.1."""
    while after["phase"] < LAST_PHASE and towers_of(after, after["phase"]) <= 1:
        after["phase"] += 1


def pass_turn(after: Document) -> None:
    """B11.2: the next seat, the next round, or the end."""
    after["to_move"] = (after["to_move"] + 1) % seats_of(after)
    if after["to_move"] != first_seat(after):
        return
    limit = round_limit(after)
    if last_towers_fell(after) or (limit and after["round"] >= limit):  # B11.2, B11.4
        after["to_move"] = None
        after["winners"] = winners(after)
    else:
        after["round"] += 1
