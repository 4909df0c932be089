"""What was: a position of the past, and the whole game as a record."""

from collections.abc import Mapping

from tourelle.core.records import Player, Record, WrittenRecord, outcome_json
from tourelle.core.words import Seat
from tourelle.server.protocol import Moment
from tourelle.server.said.eyes import Eyes, text_for
from tourelle.server.said.logbook import log_entry
from tourelle.server.said.states import drawn, facts, ledger, shown
from tourelle.server.said.watched import Watched
from tourelle.tables.naming import plain_name
from tourelle.tables.table import Table


def moment(room: Watched, actions: int, eyes: Eyes) -> Moment:
    """Return a position of the past as a listener may see it."""
    table = room.table
    game, position = table.game, table.position_after(actions)
    to_move = game.to_move(position)
    looking = eyes.looking(table)
    if to_move in eyes.seats and len(eyes.seats) > 1:
        looking = to_move
    entry = None
    if actions:
        number = table.played[actions - 1].number
        entry = log_entry(room, table.entries[number - 1], actions - 1, eyes)
    return Moment(
        actions=actions,
        view=shown(table, position, looking),
        diagram=drawn(table, position, looking),
        facts=facts(table, position),
        ledger=ledger(room, position, actions, eyes.language),
        points=[game.points(position, Seat(seat)) for seat in range(game.seats)],
        to_move=to_move,
        entry=entry,
    )


def record(table: Table, eyes: Eyes) -> Mapping[str, object]:
    """Return the game as a record: complete once it is over, else masked and without its seed."""
    made = whole_record(table, eyes)
    return made if table.is_over else {**made, "seed": None}


def whole_record(table: Table, eyes: Eyes | None) -> WrittenRecord:
    """Return the game as a record with its seed, as `eyes` may read it; None may read all."""
    opening = table.opening
    chairs = table.chairs
    players = [Player(plain_name(chair.name), chair.bot or "person") for chair in chairs]
    return Record(
        game=opening.game,
        rules=opening.rules,
        options=table.game.options,
        seed=opening.seed,
        actions=tuple(
            p.text if eyes is None else text_for(table, p.text, p.seat, eyes) for p in table.played
        ),
        seats=tuple(players),
        times=tuple(max(0, played.at - opening.at) for played in table.played),
        outcome=outcome_json(table.outcome, table.forfeit),
        imported=table.given,
    ).to_json()
