"""The log of a table, line by line, as one listener may read it."""

from typing import Any, Final, cast

from tourelle.bots import misplay
from tourelle.server.protocol import LogEntry
from tourelle.server.said import company, messages, seating, telling
from tourelle.server.said.eyes import Eyes, text_for
from tourelle.server.said.watched import Watched
from tourelle.tables import entries as kinds
from tourelle.tables.naming import plain
from tourelle.tables.table import Table

PAGE: Final = 300
"""Entries of the log that are told at once; the page asks for earlier ones."""
LOG_KINDS: Final = {
    **dict.fromkeys((kinds.ASK, kinds.AGREE, kinds.REFUSE), "undo"),
    kinds.NOTE: "seat",
}
ANSWERS: Final = {kinds.ASK: "undo?", kinds.AGREE: "undo yes", kinds.REFUSE: "undo no"}


def log(
    room: Watched, eyes: Eyes, since: int, before: int | None = None, page: int = PAGE
) -> list[LogEntry]:
    """Return the log after entry `since` and before another: of many entries the last ones."""
    table = room.table
    end = table.number if before is None else min(max(before - 1, 0), table.number)
    start = max(since, end - page, 0)
    return [
        log_entry(room, entry, actions, eyes)
        for entry, actions in zip(table.entries[start:end], table.before[start:end], strict=True)
    ]


def log_entry(room: Watched, entry: kinds.Entry, before: int, eyes: Eyes) -> LogEntry:
    """Return one line of the log as a listener may read it."""
    table, text = room.table, ""
    if entry.kind == kinds.ACTION:
        text = text_for(table, entry.data["text"], entry.seat, eyes)
    key = ("entry", entry.number, eyes.language, text)
    return room.kept(key, lambda: _log_entry(room, entry, before, eyes, text))


def _log_entry(room: Watched, entry: kinds.Entry, before: int, eyes: Eyes, text: str) -> LogEntry:
    """Return one line of the log; all who may read the same of it share it."""
    table = room.table
    made = LogEntry.model_construct(
        number=entry.number,
        kind=cast(Any, LOG_KINDS.get(entry.kind, entry.kind)),
        seat=entry.seat,
        action=before,
        text="",
        sentence="",
        squares=[],
        at=max(0, entry.at - table.opening.at),
    )
    if entry.kind != kinds.ACTION:
        made.text, made.sentence = _told(table, entry, eyes)
        return made
    deed = room.chronicle.deed(entry.number)
    names, hidden = company.names(room, eyes.language), text != entry.data["text"]
    telling.tell(made, eyes.language, table.game.title, names, deed, text, hidden=hidden)
    return made


def _told(table: Table, entry: kinds.Entry, eyes: Eyes) -> tuple[str, str]:
    """Return notation and sentence of an entry that is no action."""
    language, data = eyes.language, entry.data
    if entry.kind == kinds.CHAT:
        return (words := plain(data["text"])), words
    if entry.kind == kinds.NOTE:
        said = misplay.read(data).said(language, brief=not table.is_over)
        return "trouble", plain(said)
    if entry.kind == kinds.UNDO:
        return f"undo {data['to']}", messages.told(language, "log.undo")
    if entry.kind in ANSWERS:
        return ANSWERS[entry.kind], messages.told(language, f"log.{entry.kind}")
    if entry.kind == kinds.CLOCK:
        return data["what"], messages.told(language, f"log.clock.{data['what']}")
    if entry.kind == kinds.REMATCH:
        return data["table"], messages.told(language, "log.rematch")
    if entry.kind == kinds.OVER:
        return "over", _ending(table, language)
    return seating.told(data, language)


def _ending(table: Table, language: str) -> str:
    """Return how the game ended, in a sentence."""
    outcome = table.outcome
    if outcome is None:
        return messages.told(language, "log.over", winners="")
    names = [company.name_of(table, seat, language) for seat in outcome.winners]
    key = "log.over" if len(names) == 1 else "log.shared"
    return messages.told(language, key, winners=", ".join(names))
