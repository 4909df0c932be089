"""Tables in lists: the lobby's, and one's own."""

from typing import cast

from tourelle.server.protocol.lists import OwnTable, TableSummary
from tourelle.server.said import company, game_catalogue, messages, pacing, states
from tourelle.server.said.eyes import Eyes
from tourelle.server.said.states import Status
from tourelle.server.said.watched import Watched


def table_summary(room: Watched, language: str) -> TableSummary:
    """Return a table for a list."""
    table = room.table
    return TableSummary(
        table=table.opening.table,
        game=table.game.title,
        label=messages.label(language, table.game.title, "title", table.game.title),
        summary=game_catalogue.summary(language, table.game),
        status=cast(Status, table.status),
        seats=company.seats(room, language),
        to_move=table.to_move,
        actions=len(table.played),
        changed=table.stands_since // 1000,
        open_seats=sum(table.is_free(chair) for chair in table.chairs),
        pace=pacing.pace_of(table),
        watchers=room.watchers,
    )


def own_table(room: Watched, eyes: Eyes) -> OwnTable:
    """Return a table for the list of somebody who has a seat there."""
    table, looking = room.table, eyes.looking(room.table)
    return OwnTable(
        summary=table_summary(room, eyes.language),
        yours=list(eyes.seats),
        clock=pacing.clock(table, eyes.language),
        view=room.kept(("view", looking), lambda: states.shown(table, table.position, looking)),
        diagram=room.kept(
            ("diagram", looking), lambda: states.drawn(table, table.position, looking)
        ),
        facts=room.kept("facts", lambda: states.facts(table, table.position)),
    )
