"""How tables are opened: from a wish, from a record; and what whoever opened one is told."""

import secrets
from collections.abc import Mapping, Sequence

from tourelle.bots import playing
from tourelle.core.game import AnyGame
from tourelle.core.records import Record
from tourelle.games import game_class, game_of
from tourelle.server import protocol
from tourelle.server.clock import now
from tourelle.server.live.keys import hashed, new_invitation
from tourelle.server.protocol import Invitation, InvitationState, OpenedTable, SeatKey
from tourelle.tables.clocks import LOSES, Pace
from tourelle.tables.entries import ACTION, BOT, LINK, OVER, Chair, Entry, Opening
from tourelle.tables.naming import plain_name
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError


def checked_pace(title: str, wish: protocol.Pace | None) -> Pace | None:
    """Return how the clock of a new table runs; a bot that plays on must be known."""
    if wish is None:
        return None
    if wish.late != LOSES and wish.late not in playing(title):
        raise TroubleError("no-such-bot", bot=wish.late)
    return Pace(**wish.model_dump())


def new_opening(game: AnyGame, chairs: Sequence[Chair], seed: int) -> Opening:
    """Return how a new table is opened."""
    return Opening(
        table=secrets.token_urlsafe(9),
        game=game.title,
        rules=game.rules,
        options=dict(game.options),
        seed=seed,
        nonce=secrets.token_hex(16),
        chairs=tuple(chairs),
        at=now(),
    )


def opened(
    table: str, keys: Mapping[int, str], invitations: Mapping[int, str] | None = None
) -> OpenedTable:
    """Return what whoever opened a table, or sat down there, is told."""
    return OpenedTable(
        table=table,
        keys=[
            SeatKey(seat=seat, secret=secret, link=f"/g/{table}#{secret}")
            for seat, secret in keys.items()
        ],
        invitations=[
            Invitation(seat=seat, secret=secret, link=f"/j/{table}#{secret}")
            for seat, secret in (invitations or {}).items()
        ],
    )


def invitation_state(table: Table, invitation: str) -> InvitationState:
    """Return what an invitation is good for."""
    seat = table.invited(hashed(invitation))
    if seat is None:
        raise TroubleError("no-such-invitation")
    return InvitationState(seat=seat, used=table.chairs[seat].taken, rematch=table.rematch)


def lines_of(opening: Opening, game: AnyGame, record: Record) -> list[str]:
    """Return a verified record as the journal keeps a table."""
    position = game.deal(record.seed)
    lines = [opening.line()]
    at = opening.at
    for number, text in enumerate(record.actions, 1):
        seat, action = game.to_move(position), game.parse_action(text)
        at = opening.at + (record.times[number - 1] if record.times else 0)
        lines.append(Entry(number, at, ACTION, seat, {"text": game.action_text(action)}).line())
        game.apply(position, action)
    if game.is_over(position):
        lines.append(Entry(len(lines), at, OVER).line())
    return lines


def kept_game(opening: Opening) -> AnyGame:
    """Return the game that a table plays."""
    known = game_class(opening.game).rules_version
    if opening.rules > known:
        raise TroubleError("newer-rules", rules=opening.rules, known=known)
    return game_of(opening.game, opening.options, opening.rules)


def chairs_of(record: Record, game: AnyGame, *, over: bool) -> tuple[list[Chair], dict[int, str]]:
    """Return who sits where at a record's table, and the invitations to go on."""
    chairs, invitations = list[Chair](), dict[int, str]()
    for seat in range(game.seats):
        player = record.seats[seat] if seat < len(record.seats) else None
        name, kind = (plain_name(player.name), player.kind) if player else ("", "person")
        if kind in playing(game.title) or (over and kind != "person"):
            chairs.append(Chair(BOT, name, kind[:200], None, taken=True))
        elif over:
            chairs.append(Chair(LINK, name, None, None, taken=True))
        else:
            invitations[seat] = new_invitation()
            chairs.append(Chair(LINK, name, invitation=hashed(invitations[seat])))
    return chairs, invitations
