"""A table as one listener may see it: the one place where messages about a table are made.

Whitelist: positions leave only as the document of `Game.view`, actions only as notation that
`secrecy` lets through, and the seed only once the game is over.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, cast

from tourelle.bots import misplay
from tourelle.bots.levels import level_of
from tourelle.core.game import Document
from tourelle.core.layout import AnyPosition
from tourelle.core.records import Player, Record, WrittenRecord, outcome_json
from tourelle.core.telling import Facts
from tourelle.core.words import WATCHER, Seat
from tourelle.server.protocol import (
    Ledger,
    LogEntry,
    Moment,
    Near,
    SeatState,
    TableState,
    UndoWish,
)
from tourelle.server.said import (
    endings,
    game_catalogue,
    messages,
    pacing,
    seating,
    secrecy,
    telling,
)
from tourelle.server.said.deeds import foretold, is_settled
from tourelle.server.said.watched import Watched
from tourelle.store.troubles import SHELF
from tourelle.tables import entries as kinds
from tourelle.tables import undoing
from tourelle.tables.naming import isolated, plain, plain_name
from tourelle.tables.table import Table

Status = Literal["waiting", "running", "over"]
ORDINALS: Final = ("", "II", "III", "IV")
PAGE: Final = 300
"""Entries of the log that are told at once; the page asks for earlier ones."""
LOG_KINDS: Final = {
    **dict.fromkeys((kinds.ASK, kinds.AGREE, kinds.REFUSE), "undo"),
    kinds.NOTE: "seat",
}
ANSWERS: Final = {kinds.ASK: "undo?", kinds.AGREE: "undo yes", kinds.REFUSE: "undo no"}


@dataclass(frozen=True)
class Eyes:
    """Who listens: the seats whose keys they hold, and their language."""

    seats: tuple[int, ...] = ()
    language: str = "en"

    def looking(self, table: Table) -> Seat:
        """Return the seat to look through: whose turn it is, else who moved last, of one's own."""
        to_move = table.to_move
        if to_move in self.seats:
            return to_move
        for played in reversed(table.played):
            if played.seat in self.seats:
                return played.seat
        return Seat(self.seats[0]) if self.seats else WATCHER

    def may_know(self, seat: int | None) -> bool:
        """Tell whether what `seat` alone knows may be written down: not on a shared screen."""
        return self.seats == (seat,)


class AuthorsEyes(Eyes):
    """Whoever set a position up and plays all seats: what was played there is no secret to them."""

    def may_know(self, seat: int | None) -> bool:  # noqa: ARG002 (whoever it is)
        """Tell that everything may be written down."""
        return True


# ---------------------------------------------------------------- the whole state


def state(room: Watched, eyes: Eyes, since: int, page: int = PAGE) -> TableState:
    """Return the table as a listener sees it, with `page` entries of the log after `since`."""
    choices = [offer.choice for offer in offers(room, eyes)]
    return TableState.model_construct(choices=choices, **parts(room, eyes, since, page))


def parts(room: Watched, eyes: Eyes, since: int, page: int = PAGE) -> dict[str, Any]:
    """Return, field by field, the table as a listener sees it, but for the choices."""
    table, language = room.table, eyes.language
    game = table.game
    looking = eyes.looking(table)
    over = table.is_over
    wish = _undo(room, eyes)
    return {
        "type": "state",
        "table": table.opening.table,
        "game": game.title,
        "label": messages.label(language, game.title, "title", game.title),
        "options": dict(game.options),
        "summary": room.kept(("summary", language), lambda: game_catalogue.summary(language, game)),
        "status": cast(Status, table.status),
        "number": table.number,
        "actions": len(table.played),
        "seats": room.kept(("seats", language), lambda: seats(room, language)),
        "yours": list(eyes.seats),
        "looking": None if looking == WATCHER else looking,
        "to_move": table.to_move,
        "view": room.kept(("view", looking), lambda: shown(table, table.position, looking)),
        "diagram": room.kept(("diagram", looking), lambda: drawn(table, table.position, looking)),
        "facts": room.kept("facts", lambda: facts(table, table.position)),
        "nearly": _nearly(room, eyes),
        "ledger": room.kept(("ledger", language), lambda: present_ledger(room, language)),
        "undo": wish is not None,
        "undo_needs_consent": wish is not None and not wish.free,
        "redo": _redo(room, eyes),
        "undo_asked": _asked(table),
        "clock": pacing.clock(table, language),
        "chat": room.chat,
        "creator": table.opening.creator,
        "watchers": room.watchers,
        "watching": room.watching,
        "changed": table.changed // 1000,
        "staged": table.staged,
        "imported": table.given,
        "seed_hash": seed_hash(table),
        "seed": seed_text(table) if over else None,
        "outcome": outcome_json(table.outcome) if over else None,
        "ending": room.kept(("ending", language), lambda: ended(room, language)),
        "log": log(room, eyes, since, page=page),
        "rematch": table.rematch,
        "damage": damage(room, language),
    }


def study(room: Watched, eyes: Eyes, since: int, *, whole: bool) -> TableState:
    """Return a position that lives in no table: all of its log, and every action can be undone.

    `whole`: nothing of the position is hidden.
    """
    table = room.table
    made = state(room, eyes, since, table.number)
    made.undo, made.undo_needs_consent, made.redo = bool(table.played), False, False
    if whole:
        made.view = table.game.document(table.position)
        made.diagram = None if table.game.page_board else table.game.diagram(table.position)
    return made


def ended(room: Watched, language: str) -> str | None:
    """Return how and why the game ended, in a sentence or two."""
    if not room.table.is_over:
        return None
    return endings.ending(room.table, room.chronicle, _names(room, language), language)


def damage(room: Watched, language: str) -> str | None:
    """Return what was lost of a table, and what that means for it."""
    if room.damage is None or room.damage.kind == SHELF:
        return None
    if room.is_aside:
        return messages.told(language, "damage.aside", first=room.damage.number)
    return messages.told(language, "damage.shortened", last=room.damage.number)


def shown(table: Table, position: AnyPosition, seat: Seat) -> Document:
    """Return a position as `seat` may see it; once the game is over everything lies open."""
    return table.game.document(_seen(table, position, seat))


def drawn(table: Table, position: AnyPosition, seat: Seat) -> str | None:
    """Return the diagram of what `seat` may see, for a title that the page has no board for."""
    return None if table.game.page_board else table.game.diagram(_seen(table, position, seat))


def facts(table: Table, position: AnyPosition) -> Facts:
    """Return what the rules say of a position; of one that is drawn, whether seats see it alike."""
    game = table.game
    found = game.facts(position)
    if game.page_board or table.is_over:
        return found
    seen = {game.identity(game.view(position, Seat(seat))) for seat in range(game.seats)}
    return {"secret": len(seen) > 1, **found}


def _seen(table: Table, position: AnyPosition, seat: Seat) -> AnyPosition:
    """Return what `seat` may know of a position; once the game is over all of it."""
    return position if table.is_over else table.game.view(position, seat)


def seats(room: Watched, language: str) -> list[SeatState]:
    """Return what everybody may know of the seats."""
    table, names = room.table, _names(room, language)
    return [
        SeatState.model_construct(
            seat=seat,
            letter=messages.LETTERS[seat],
            name=names[seat],
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


def _names(room: Watched, language: str) -> list[str]:
    """Return what to call every seat; put together once until something changes."""
    return room.kept(("names", language), lambda: names_of(room.table, language))


def _bot_name(table: Table, seat: int, bot: str, language: str) -> str:
    """Return what to call a bot; the second of its kind at a table is `Squire II`."""
    kin = sum(c.bot == bot and c.kind == kinds.BOT and not c.name for c in table.chairs[:seat])
    return f"{messages.bot_label(language, bot)} {ORDINALS[kin]}".strip()


def _chooser(table: Table, eyes: Eyes) -> Seat | None:
    """Return the seat to move where it is the listener's to choose for."""
    seat = table.to_move
    return None if seat is None or seat not in eyes.seats or table.chairs[seat].bot else seat


def _nearly(room: Watched, eyes: Eyes) -> list[Near]:
    """Return what one rule alone forbids, for the seat to move alone."""
    table, language = room.table, eyes.language
    seat = _chooser(table, eyes)
    if seat is None:
        return []

    def make() -> list[Near]:
        found = table.game.nearly(table.game.view(table.position, seat))
        return [telling.near(language, table.game.title, one) for one in found]

    return room.kept(("nearly", language), make)


def offers(room: Watched, eyes: Eyes) -> list[telling.Offer]:
    """Return the legal actions, for the seat to move alone."""
    table = room.table
    seat = _chooser(table, eyes)
    if seat is None:
        return []
    game, language = table.game, eyes.language

    def make() -> list[telling.Offer]:
        # What is hidden is imagined, so that the words of a choice can tell nothing about it.
        view = game.view(table.position, seat)
        world, names = game.imagine(view, seat, 0), tuple(_names(room, language))
        title, offer, ends_turn = game.title, telling.offer, game.ends_turn
        actions = game.legal_actions(view)
        told = zip(actions, foretold(game, world, actions, seat), strict=True)
        return [
            offer(language, title, text, how, gains, how.names_of(names), ends_turn(action))
            for action, (text, how, gains) in told
        ]

    return room.kept(("choices", language), make)


def present_ledger(room: Watched, language: str) -> Ledger:
    """Return the ledger of the present position."""
    table = room.table
    return ledger(room, table.position, len(table.played), language)


def ledger(room: Watched, position: AnyPosition, actions: int, language: str) -> Ledger:
    """Return what each seat would score after so many actions, from what everybody sees."""
    game, table = room.table.game, room.table
    view = game.view(position, WATCHER)
    settled = is_settled(game, view)
    deeds = []
    if game.source_clauses:
        done = room.chronicle.deeds(played.number for played in table.played[:actions])
        deeds = [deed for deed in done if any(deed.gained)]
    terms, totals = [], []
    for seat in range(game.seats):
        lines = game.score_terms(view, Seat(seat))
        points = game.points(view, Seat(seat))
        totals.append(points if settled else points + sum(line.points for line in lines))
        if game.source_clauses:
            terms += telling.counted(language, game.title, seat, deeds)
        else:
            terms += telling.terms(language, game.title, seat, lines)
    return Ledger(terms=terms, totals=totals, settled=settled)


def _undo(room: Watched, eyes: Eyes) -> undoing.Wish | None:
    """Return the undo that the seat of the listener's that played last may have."""
    table = room.table
    if table.is_over:
        return None
    last = next((p.seat for p in reversed(table.played) if p.seat in eyes.seats), None)
    return None if last is None else undoing.wish(table, last)


def _asked(table: Table) -> UndoWish | None:
    """Return the undo that waits for consent."""
    asked = table.asked
    if asked is None or asked.seat is None:
        return None
    waits_for = undoing.waited_for(table, asked.seat, table.agreed)
    return UndoWish(wish=asked.number, seat=asked.seat, waits_for=waits_for)


def _redo(room: Watched, eyes: Eyes) -> bool:
    """Tell whether one of the listener's seats may play again what was taken back."""
    return bool(eyes.seats) and bool(undoing.redoable(room.table, eyes.looking(room.table)))


def seed_text(table: Table) -> str:
    """Return what is hashed: the seed and a number that makes the hash unguessable."""
    return f"{table.opening.seed}:{table.opening.nonce}"


def seed_hash(table: Table) -> str:
    """Return the promise that is published from the start."""
    return _hash(seed_text(table))


@lru_cache(maxsize=1000)
def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# ---------------------------------------------------------------- the log


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
    names, hidden = _names(room, eyes.language), text != entry.data["text"]
    telling.tell(made, eyes.language, table.game.title, names, deed, text, hidden=hidden)
    return made


def text_for(table: Table, text: str, seat: int | None, eyes: Eyes) -> str:
    """Return the notation of an action as a listener may read it."""
    title = table.game.title
    if table.is_over or eyes.may_know(seat) or not secrecy.is_secret(title, text):
        return text
    return secrecy.masked(text)


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
    names = [name_of(table, seat, language) for seat in outcome.winners]
    key = "log.over" if len(names) == 1 else "log.shared"
    return messages.told(language, key, winners=", ".join(names))


# ---------------------------------------------------------------- the past, records


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


def eyes_of(table: Table, hashes: Sequence[str], language: str) -> Eyes:
    """Return the eyes of somebody who holds secrets with these hashes."""
    return Eyes(tuple(table.seats_open_to(list(hashes))), language)
