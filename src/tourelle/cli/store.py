"""`tourelle store`: look a server's journal over, save a game out of it, move it elsewhere."""

import asyncio
import json
import os
import sqlite3
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from tourelle.cli.progress import counted
from tourelle.cli.voice import UserError, Voice
from tourelle.core.game import AnyGame
from tourelle.core.words import RefusedError
from tourelle.games import game_of
from tourelle.server.said import messages
from tourelle.server.said.past import whole_record
from tourelle.server.settings import data_folder
from tourelle.store.check import Looked, look, looking
from tourelle.store.choosing import open_journal
from tourelle.store.copying import Copied, DiffersError, NotEmptyError, check_empty, compare, copy
from tourelle.store.journal import Journal, is_shared, shown
from tourelle.store.reading import Kept, read_table
from tourelle.store.sqlite import NAME
from tourelle.store.troubles import ILLEGAL, Damage, JournalError, StartError
from tourelle.tables.checking import BrokenError
from tourelle.tables.entries import Opening
from tourelle.tables.table import Table
from tourelle.tables.writer import UNREADABLE, rebuilt_so_far

DAMAGED: Final = 1
ADDRESS: Final = "TOURELLE_STORE"


def run(given: Namespace, voice: Voice) -> int:
    """Check a journal, export one of its games, or copy all of it."""
    try:
        if given.work == "copy":
            return _copy(given, voice)
        store = given.store or ("" if given.data else os.environ.get(ADDRESS, ""))
        if store:
            return _on_database(store, given, voice)
        return _on_file(Path(given.data or data_folder()) / NAME, given, voice)
    except StartError as error:
        sentence = messages.told(voice.language, f"start.{error.reason}", **error.params)
        raise SystemExit(sentence) from None
    except JournalError as error:
        raise UserError("store", trouble=error) from None


def _on_file(path: Path, given: Namespace, voice: Voice) -> int:
    """Check the journal of a data folder, or export one of its games; touches nothing."""
    if not path.exists():
        raise UserError("no-such-file", file=path)
    try:
        if given.work == "export":
            with looking(path) as connection:
                return _export(read_table(connection, _table(given)), given)
        return _check(str(path), look(path), given, voice)
    except sqlite3.Error as error:
        raise UserError("journal", file=path, trouble=error) from None


def _on_database(store: str, given: Namespace, voice: Voice) -> int:
    """Check the journal of a database, or export one of its games."""
    with closing(open_journal(store, None)) as journal:
        if given.work == "export":
            return _export(journal.read(_table(given)), given)
        tables = {name: journal.read(name) for name in journal.tables()}
        return _check(shown(store), Looked(1, [], tables, {}), given, voice)


def _check(where: str, looked: Looked, given: Namespace, voice: Voice) -> int:
    """Say of every table whether it is whole; return 1 where something is not."""
    damaged: dict[str, Damage] = {}
    for name, kept in looked.tables.items():
        damage = kept.damage or looked.lost.get(name) or _broken(kept)
        if damage is not None:
            damaged[name] = damage
    damaged |= {name: damage for name, damage in looked.lost.items() if name not in damaged}
    if given.json:
        rows = [{"table": name, **damage._asdict()} for name, damage in damaged.items()]
        report = {"file": where, "version": looked.version, "tables": len(looked.tables)}
        print(json.dumps({**report, "faults": looked.faults, "damaged": rows}, ensure_ascii=False))
    else:
        for fault in looked.faults:
            print(voice("store.fault", fault=fault))
        for name, damage in damaged.items():
            kind = voice(f"store.{damage.kind}")
            print(voice("store.damaged", table=name, number=damage.number, kind=kind))
        whole = len(looked.tables) - len(damaged.keys() & looked.tables.keys())
        print(voice("store.checked", file=where, whole=whole, tables=len(looked.tables)))
    return DAMAGED if looked.faults or damaged else 0


def _game(opening: Opening) -> AnyGame:
    return game_of(opening.game, opening.options, opening.rules)


def _rebuilt(kept: Kept) -> tuple[Table, int | None] | None:
    """Return what can be made of a table; nothing where even its opening makes no sense."""
    try:
        return rebuilt_so_far(kept.lines, _game)
    except (BrokenError, RefusedError, *UNREADABLE):
        return None


def _broken(kept: Kept) -> Damage | None:
    """Return the first entry of a table that can't have happened."""
    found = _rebuilt(kept)
    number = 0 if found is None else found[1]
    return None if number is None else Damage(number, ILLEGAL)


def _table(given: Namespace) -> str:
    """Return the table that is asked for."""
    return str(given.of[0]) if given.of else ""


def _export(kept: Kept, given: Namespace) -> int:
    """Print the record of a game with its seed, up to where it is whole."""
    found = _rebuilt(kept) if kept.lines else None
    if found is None:
        raise UserError("no-such-table", table=_table(given))
    print(json.dumps(whole_record(found[0], None), ensure_ascii=False))
    return 0


# ---------------------------------------------------------------- moving


def _copy(given: Namespace, voice: Voice) -> int:
    """Copy a journal into an empty one, and compare the two."""
    if len(given.of) != 2:
        raise UserError("copy-what")
    source, target = given.of
    if shown(source) == shown(target) or _same_folder(source, target):
        raise UserError("copy-same", source=shown(source))
    if not is_shared(source) and not (Path(source) / NAME).exists():
        raise UserError("no-such-file", file=Path(source) / NAME)
    with ExitStack() as both:
        one = both.enter_context(_unused(source))
        other = both.enter_context(_unused(target))
        try:
            made = _copied(one, other, voice)
        except NotEmptyError as error:
            params = {"tables": error.tables, "cards": error.cards}
            raise UserError("copy-full", target=shown(target), **params) from None
        except DiffersError as error:
            raise UserError("copy-differs", what=error, target=shown(target)) from None
    report = {**made._asdict(), "source": shown(source), "target": shown(target)}
    print(json.dumps(report) if given.json else voice("store.copied", **report))
    return 0


def _copied(source: Journal, target: Journal, voice: Voice) -> Copied:
    """Copy, then compare, with a bar for each."""
    check_empty(target)
    names = source.tables()
    with counted(voice("store.copying"), len(names)) as count:
        asyncio.run(copy(source, target, names, count))
    with counted(voice("store.verifying"), len(names)) as count:
        return compare(source, target, names, count)


@contextmanager
def _unused(where: str) -> Iterator[Journal]:
    """Open a journal that no server uses."""
    folder = None if is_shared(where) else Path(where)
    with closing(open_journal(where if folder is None else "", folder)) as journal:
        if journal.peers is not None and journal.peers.others():
            raise UserError("copy-used", store=shown(where))
        yield journal


def _same_folder(source: str, target: str) -> bool:
    """Tell whether two folders are one."""
    return not is_shared(source + target) and Path(source).resolve() == Path(target).resolve()
