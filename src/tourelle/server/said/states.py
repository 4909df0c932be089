"""A table as one listener may see it: the one place where messages about a table are made.

Whitelist: positions leave only as the document of `Game.view`, actions only as notation that
`secrecy` lets through, and the seed only once the game is over.
"""

import hashlib
from functools import lru_cache
from typing import Any, Literal, cast

from tourelle.core.game import Document
from tourelle.core.layout import AnyPosition
from tourelle.core.records import outcome_json
from tourelle.core.telling import Facts
from tourelle.core.words import WATCHER, Seat
from tourelle.server.protocol import Ledger, Near, TableState, UndoWish
from tourelle.server.said import company, endings, game_catalogue, messages, pacing, telling
from tourelle.server.said.deeds import foretold, is_settled
from tourelle.server.said.eyes import Eyes
from tourelle.server.said.logbook import PAGE, log
from tourelle.server.said.watched import Watched
from tourelle.store.troubles import SHELF
from tourelle.tables import undoing
from tourelle.tables.table import Table

Status = Literal["waiting", "running", "over"]

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
        "seats": room.kept(("seats", language), lambda: company.seats(room, language)),
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
    return endings.ending(room.table, room.chronicle, company.names(room, language), language)


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
        world, names = game.imagine(view, seat, 0), tuple(company.names(room, language))
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
