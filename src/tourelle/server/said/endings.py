"""How a game ended and what decided it, in a sentence or two."""

from collections.abc import Sequence
from typing import Any, Final

from tourelle.core.words import Outcome, Seat
from tourelle.server.said import messages, telling
from tourelle.server.said.chronicle import Chronicle
from tourelle.tables.table import Table

ON_THE_WAY: Final = "way"


def ending(table: Table, chronicle: Chronicle, names: Sequence[str], language: str) -> str | None:
    """Return why the game ended and why its winner won; None while it runs."""
    game = table.game
    outcome = table.outcome
    if outcome is None:
        return None
    if table.forfeit is not None:
        return messages.told(language, "ending.time", name=names[table.forfeit])
    over = messages.told(language, "ending.over")
    said = [messages.label(language, game.title, f"ending.{outcome.clause}", over)]
    others = [seat for seat in range(game.seats) if Seat(seat) not in outcome.winners]
    if len(outcome.winners) == 1 and others:
        winner = int(outcome.winners[0])
        second = max(others, key=lambda seat: outcome.points[seat])
        said.append(_decided(table, chronicle, names, language, outcome, winner, second))
    return " ".join(said)


def _decided(
    table: Table,
    chronicle: Chronicle,
    names: Sequence[str],
    language: str,
    outcome: Outcome,
    winner: int,
    second: int,
) -> str:
    """Return by what one seat was ahead of another most."""
    name, other = names[winner], names[second]
    if outcome.points[winner] == outcome.points[second]:
        return messages.told(language, "ending.tie", name=name)
    if reason := table.game.decided(table.position, winner, second):
        return telling.news(language, table.game.title, reason, names)
    mine, theirs = (sources(table, chronicle, seat) for seat in (winner, second))
    what = max(mine, key=lambda source: mine[source] - theirs.get(source, 0))
    return messages.told(
        language,
        "ending.by",
        name=name,
        other=other,
        what=_label(table.game.title, language, what),
        points=mine[what],
        less=theirs.get(what, 0),
    )


def sources(table: Table, chronicle: Chronicle, seat: int) -> dict[str, int]:
    """Return the points of a seat by what they were for; what no scoring names came on the way."""
    found: dict[str, int] = {}
    deeds = chronicle.deeds(played.number for played in table.played)
    terms: list[Any] = [term for deed in deeds if deed.scored for term in deed.scored[seat]]
    terms += telling.sources(table.game.title, deeds, seat)
    if not terms:
        terms = table.game.score_terms(table.position, Seat(seat))
    for term in terms:
        found[term.what] = found.get(term.what, 0) + term.points
    rest = table.game.points(table.position, Seat(seat)) - sum(found.values())
    return {**found, ON_THE_WAY: rest}


def _label(title: str, language: str, what: str) -> str:
    """Return what a source of points is called within a sentence."""
    for key in (f"source.{what}", f"term.{what}", f"master.{what}"):
        if found := messages.label(language, title, key, ""):
            return found
    return messages.told(language, "ending.way")
