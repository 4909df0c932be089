"""A player's games and standing, in the words of the protocol."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, cast

from tourelle.games import TITLES
from tourelle.server.live.rooms import Room
from tourelle.server.people.keys import Player
from tourelle.server.people.players import ADOPTED, ListedGame
from tourelle.server.people.ratings import Standing, Tally, shown
from tourelle.server.protocol import SeatKey
from tourelle.server.protocol.you import Opposition, OwnGame, OwnSitter, TitleStanding
from tourelle.server.said import company, messages
from tourelle.tables.table import Table


def label_of(language: str, title: str) -> str:
    """Return what a title is called; by its name where it is no longer installed."""
    return messages.label(language, title, "title", title) if title in TITLES else title


def standing_told(
    language: str, title: str, standing: Standing, games: Sequence[ListedGame], most: int
) -> TitleStanding:
    """Return what a player has reached in a title."""
    rating, spread = shown(standing.skill)
    course = [g.rating for g in games if g.game == title and g.rating is not None][:most]
    return TitleStanding(
        game=title,
        label=label_of(language, title),
        rating=rating if standing.rated else None,
        spread=spread,
        rated=standing.rated,
        course=course[::-1],
        best=standing.best,
        bots=_opposition(standing.bots),
        people=_opposition(standing.people),
    )


def _opposition(tally: Tally) -> Opposition:
    average = round(tally.points / tally.games, 1) if tally.games else None
    return Opposition(games=tally.games, won=tally.won, average=average)


def game_told(language: str, player: Player, played: ListedGame, room: Room | None) -> OwnGame:
    """Return a game of the list; one that runs as its table stands, if it can be read."""
    over = played.ended is not None
    key = None
    if room is not None and not over and played.salt != ADOPTED:
        secret = player.seat_key(played.salt)
        key = SeatKey(seat=played.seat, secret=secret, link=f"/g/{played.table}#{secret}")
    unrated = messages.told(language, f"unrated.{played.unrated}") if played.unrated else None
    return OwnGame(
        table=played.table,
        game=played.game,
        label=label_of(language, played.game),
        seat=played.seat,
        opened=played.opened,
        ended=played.ended,
        status="over" if over else "gone" if room is None else cast(Any, room.table.status),
        place=played.place,
        seats=_sitters_of(language, room.table)
        if room and not over
        else _sitters(language, played),
        rating=played.rating,
        change=played.change,
        unrated=unrated,
        key=key,
    )


def _sitters(language: str, played: ListedGame) -> list[OwnSitter]:
    """Return who was at a table when its game ended."""
    return [
        OwnSitter(
            name=name or _unnamed(language, seat, bot),
            bot=bot,
            points=played.points[seat],
            won=seat in played.winners,
        )
        for seat, (name, bot) in enumerate(zip(played.names, played.bots, strict=True))
    ]


def _sitters_of(language: str, table: Table) -> list[OwnSitter]:
    """Return who is at a table."""
    names = company.names_of(table, language)
    return [
        OwnSitter(name=name, bot=chair.bot, points=None, won=False)
        for name, chair in zip(names, table.chairs, strict=True)
    ]


def _unnamed(language: str, seat: int, bot: str | None) -> str:
    if bot:
        return messages.bot_label(language, bot)
    return messages.told(language, "seat.unnamed", letter=messages.LETTERS[seat])


def matches(played: ListedGame, search: str, language: str) -> bool:
    """Tell whether every word of a search stands in a game's names, title or date."""
    if not (words := search.casefold().split()):
        return True
    day = datetime.fromtimestamp((played.ended or played.opened) / 1000, UTC)
    bots = [messages.bot_label(language, bot) for bot in played.bots if bot]
    text = " ".join(
        [*played.names, *bots, label_of(language, played.game), day.strftime("%Y-%m-%d %d.%m.%Y")]
    ).casefold()
    return all(word in text for word in words)
