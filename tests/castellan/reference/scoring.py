"""C6: points and winners."""

from tests.castellan.reference.castle import castle
from tests.castellan.reference.pieces import Document, read_point


def score(document: Document) -> list[Document]:
    """C6.3: what each seat would score now, with its terms in the order of their cells."""
    stands = castle(document)
    seats: list[Document] = [
        {"seat": seat, "total": 0, "terms": []} for seat in range(len(document["hands"]))
    ]
    for line in document["courtyards"]:
        points = stands.worth(read_point(line["cell"])) * (2 if line["double"] else 1)
        term = {"what": "courtyard", "at": line["cell"], "clause": "C6.3", "points": points}
        seats[line["seat"]]["terms"].append(term)
        seats[line["seat"]]["total"] += points
    return seats


def keeps(document: Document, seat: int) -> int:
    """C6.4: courtyards owned, plus one if one is doubled."""
    return sum(1 + bool(line["double"]) for line in document["courtyards"] if line["seat"] == seat)


def winners(document: Document) -> list[int]:
    """C6.4: most points; then most keeps in play; then shared."""
    seats = range(len(document["hands"]))
    totals = [line["total"] for line in score(document)]
    ranks = [(totals[seat], keeps(document, seat)) for seat in seats]
    return [seat for seat in seats if ranks[seat] == max(ranks)]
