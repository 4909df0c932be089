"""What a notice says: whose turn it is, what happened last, how long there is, where to go."""

import json
from dataclasses import dataclass
from typing import Any, Final

from tourelle.server.clock import now
from tourelle.server.notices.ways import Way
from tourelle.server.said import company, game_catalogue, logbook, messages
from tourelle.server.said.eyes import Eyes
from tourelle.server.said.watched import Watched
from tourelle.tables.entries import ACTION

HOUR, DAY = 3_600_000, 86_400_000
SLACK: Final = "hooks.slack.com"
DISCORD: Final = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")


@dataclass(frozen=True)
class Notice:
    """What is said to somebody."""

    title: str
    text: str
    link: str
    table: str
    seat: int
    turn: int
    game: str
    deadline: int | None


def notice(room: Watched, seat: int, turn: int, way: Way) -> Notice:
    """Return what is said to a seat; nothing in it is more than every watcher knows."""
    table, language = room.table, way.language
    title, names = table.game.title, company.names_of(table, language)
    game = messages.label(language, title, "title", title)
    said = [
        messages.told(
            language,
            "notice.text",
            name=names[seat],
            game=game,
            summary=game_catalogue.summary(language, table.game),
        ),
        _last(room, language),
        _left(room, seat, language),
    ]
    return Notice(
        title=messages.told(language, "notice.title", game=game),
        text=" ".join(filter(None, said)),
        link=f"{way.base}/g/{table.opening.table}",
        table=table.opening.table,
        seat=seat,
        turn=turn,
        game=title,
        deadline=table.deadline,
    )


def _last(room: Watched, language: str) -> str:
    """Return the last action, as a watcher is told it."""
    table = room.table
    for entry, before in zip(reversed(table.entries), reversed(table.before), strict=True):
        if entry.kind == ACTION:
            told = logbook.log_entry(room, entry, before, Eyes((), language))
            name = company.name_of(table, entry.seat or 0, language)
            return messages.told(language, "notice.last", name=name, did=told.sentence)
    return ""


def _left(room: Watched, seat: int, language: str) -> str:
    """Return how long there is, where a clock runs."""
    if room.table.clock is None:
        return ""
    left = room.table.left(seat, now())
    unit, amount = ("days", left // DAY) if left >= 2 * DAY else ("hours", left // HOUR)
    if unit == "hours" and amount < 1:
        unit, amount = "minutes", max(1, left // 60_000)
    return messages.told(language, f"notice.left.{unit}", amount=amount)


def hooked(host: str, said: Notice) -> bytes:
    """Return a notice as the receiver of a webhook reads it; nobody is called by a name in it."""
    text = f"{said.title}\n{said.text}\n{said.link}"
    body: dict[str, Any]
    if host == SLACK:
        for sign, plain in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
            text = text.replace(sign, plain)
        body = {"text": text}
    elif host in DISCORD:
        body = {"content": text, "allowed_mentions": {"parse": []}}
    else:
        body = {**vars(said), "text": text, "said": said.text}
    return json.dumps(body, ensure_ascii=False).encode()


def pushed(said: Notice) -> bytes:
    """Return a notice as this server's page reads it when it is pushed."""
    path = f"/g/{said.table}"
    body = {"title": said.title, "text": said.text[:600], "path": path, "table": said.table}
    return json.dumps(body, ensure_ascii=False).encode()
