"""How a game ended and what decided it, in a sentence or two."""

from collections.abc import Sequence

from tourelle.core.words import Seat, Term
from tourelle.review.story import ON_THE_WAY, Ending, ended
from tourelle.server.said import messages, telling
from tourelle.server.said.chronicle import Chronicle
from tourelle.tables.table import Table


def ending(table: Table, chronicle: Chronicle, names: Sequence[str], language: str) -> str | None:
    """Return why the game ended and why its winner won; None while it runs."""
    game = table.game
    outcome = table.outcome
    if outcome is None:
        return None
    if table.forfeit is not None:
        return messages.told(language, "ending.time", name=names[table.forfeit])
    totals = [sources(table, chronicle, seat) for seat in range(game.seats)]
    over = Ending(game, table.position, outcome, totals)
    return " ".join(cited.sentence for cited in ended(over, names, language))


def sources(table: Table, chronicle: Chronicle, seat: int) -> dict[str, int]:
    """Return the points of a seat by what they were for; what no scoring names came on the way."""
    found: dict[str, int] = {}
    deeds = chronicle.deeds(played.number for played in table.played)
    terms: list[Term] = [term for deed in deeds if deed.scored for term in deed.scored[seat]]
    terms += telling.sources(table.game.title, deeds, seat)
    if not terms:
        terms = table.game.score_terms(table.position, Seat(seat))
    for term in terms:
        found[term.what] = found.get(term.what, 0) + term.points
    rest = table.game.points(table.position, Seat(seat)) - sum(found.values())
    return {**found, ON_THE_WAY: rest}
