"""Who sits at a table, as everybody may know it, and what to call them."""

from typing import Any, Final, cast

from tourelle.bots.levels import level_of
from tourelle.core.words import Seat
from tourelle.server.protocol import SeatState
from tourelle.server.said import messages
from tourelle.server.said.watched import Watched
from tourelle.tables import entries as kinds
from tourelle.tables.naming import isolated, plain_name
from tourelle.tables.table import Table

ORDINALS: Final = ("", "II", "III", "IV")


def seats(room: Watched, language: str) -> list[SeatState]:
    """Return what everybody may know of the seats."""
    table, called = room.table, names(room, language)
    return [
        SeatState.model_construct(
            seat=seat,
            letter=messages.LETTERS[seat],
            name=called[seat],
            kind="bot" if chair.bot else "person" if chair.taken else "empty",
            bot=chair.bot,
            level=level_of(chair.bot) if chair.bot else None,
            lent=chair.lent,
            awaited=chair.personal and not chair.taken,
            connected=chair.bot is not None or room.connected(seat),
            thinking=chair.bot is not None and table.to_move == seat,
            program=chair.token is not None,
            crest=cast(Any, chair.crest),
            points=table.game.points(table.position, Seat(seat)),
        )
        for seat, chair in enumerate(table.chairs)
    ]


def name_of(table: Table, seat: int, language: str) -> str:
    """Return what to call a seat, fit to stand within a sentence."""
    chair = table.chairs[seat]
    if name := plain_name(chair.name):  # once more: older journals hold what was given
        return isolated(name)
    if chair.bot and not chair.personal:
        return _bot_name(table, seat, chair.bot, language)
    return messages.told(language, "seat.unnamed", letter=messages.LETTERS[seat])


def names_of(table: Table, language: str) -> list[str]:
    """Return what to call every seat."""
    return [name_of(table, seat, language) for seat in range(len(table.chairs))]


def names(room: Watched, language: str) -> list[str]:
    """Return what to call every seat; put together once until something changes."""
    return room.kept(("names", language), lambda: names_of(room.table, language))


def _bot_name(table: Table, seat: int, bot: str, language: str) -> str:
    """Return what to call a bot; the second of its kind at a table is `Squire II`."""
    kin = sum(c.bot == bot and c.kind == kinds.BOT and not c.name for c in table.chairs[:seat])
    return f"{messages.bot_label(language, bot)} {ORDINALS[kin]}".strip()
