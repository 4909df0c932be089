"""`tourelle store`: look a server's journal over, and save a game out of it."""

import json
import sqlite3
from argparse import Namespace
from pathlib import Path
from typing import Final

from tourelle.cli.voice import UserError, Voice
from tourelle.core.game import AnyGame
from tourelle.core.words import RefusedError
from tourelle.games import game_of
from tourelle.server.said.states import whole_record
from tourelle.server.settings import data_folder
from tourelle.store.check import look, looking
from tourelle.store.reading import Kept, read_table
from tourelle.store.sqlite import NAME
from tourelle.store.troubles import ILLEGAL, Damage
from tourelle.tables.checking import BrokenError
from tourelle.tables.entries import Opening
from tourelle.tables.table import Table
from tourelle.tables.writer import UNREADABLE, rebuilt_so_far

DAMAGED: Final = 1


def run(given: Namespace, voice: Voice) -> int:
    """Check the journal of a data folder, or export one of its games."""
    path = Path(given.data or data_folder()) / NAME
    if not path.exists():
        raise UserError("no-such-file", file=path)
    try:
        return _export(path, given) if given.work == "export" else _check(path, given, voice)
    except sqlite3.Error as error:
        raise UserError("journal", file=path, trouble=error) from None


def _check(path: Path, given: Namespace, voice: Voice) -> int:
    """Say of every table whether it is whole; return 1 where something is not."""
    looked = look(path)
    damaged: dict[str, Damage] = {}
    for name, kept in looked.tables.items():
        damage = kept.damage or looked.lost.get(name) or _broken(kept)
        if damage is not None:
            damaged[name] = damage
    damaged |= {name: damage for name, damage in looked.lost.items() if name not in damaged}
    if given.json:
        rows = [{"table": name, **damage._asdict()} for name, damage in damaged.items()]
        report = {"file": str(path), "version": looked.version, "tables": len(looked.tables)}
        print(json.dumps({**report, "faults": looked.faults, "damaged": rows}, ensure_ascii=False))
    else:
        for fault in looked.faults:
            print(voice("store.fault", fault=fault))
        for name, damage in damaged.items():
            kind = voice(f"store.{damage.kind}")
            print(voice("store.damaged", table=name, number=damage.number, kind=kind))
        whole = len(looked.tables) - len(damaged.keys() & looked.tables.keys())
        print(voice("store.checked", file=path, whole=whole, tables=len(looked.tables)))
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


def _export(path: Path, given: Namespace) -> int:
    """Print the record of a game with its seed, up to where it is whole."""
    with looking(path) as connection:
        kept = read_table(connection, given.table or "")
    found = _rebuilt(kept) if kept.lines else None
    if found is None:
        raise UserError("no-such-table", table=given.table or "")
    print(json.dumps(whole_record(found[0], None), ensure_ascii=False))
    return 0
