"""The courtyards of a document: every bounded face once, with its owner and its keep (C5)."""

from collections.abc import Mapping
from typing import Any

from tourelle.core.documents import Reader
from tourelle.core.words import DocumentError, Param, Refusal
from tourelle.games.castellan.courtyards import face_at, face_called
from tourelle.games.castellan.position import (
    ASKED,
    DOUBLE_KEEP,
    OUTSIDE,
    PLAIN_KEEP,
    STAGE_KEEP,
    STAGE_STAYS,
    Position,
)
from tourelle.games.castellan.scoring import courtyards
from tourelle.games.castellan.text import parse_point

KEEPS = {False: PLAIN_KEEP, True: DOUBLE_KEEP, None: ASKED}


def read_courtyards(pos: Position, reader: Reader) -> None:
    """Read who owns which courtyard, and which is doubled or asked about."""
    entries = reader.get("courtyards", [])
    if not isinstance(entries, list):
        raise reader.refuse("courtyards", "[...]", "C5.1")
    for entry in entries:
        _read_courtyard(pos, reader, entry)
    for yard in courtyards(pos):
        if yard.seat < 0:
            raise DocumentError(Refusal("courtyard-missing", "C5.1", {"cell": yard.cell}))
    _read_doubles(pos, reader)
    _check_asked(pos)


def _read_courtyard(pos: Position, reader: Reader, entry: Any) -> None:
    """Read one courtyard, called by any of its cells."""
    if not isinstance(entry, Mapping) or set(entry) - {"cell", "seat", "double"}:
        raise reader.refuse("courtyards", '{"cell": "0,0", "seat": 0, "double": false}', "C5.1")
    name, seat, double = entry.get("cell"), entry.get("seat"), entry.get("double", False)
    cell = parse_point(name) if isinstance(name, str) else None
    params: dict[str, Param] = {"cell": str(name)[:20]}
    if cell is None:
        raise DocumentError(Refusal("courtyard-cell", "C5.6", params))
    if type(seat) is not int or not 0 <= seat < pos.seats:
        raise DocumentError(Refusal("courtyard-seat", "C5.1", {**params, "seat": str(seat)[:20]}))
    if double is not None and not isinstance(double, bool):
        raise DocumentError(Refusal("courtyard-double", "C5.3", params))
    face = int(face_called(pos, cell)) or face_at(pos, cell)
    if face == OUTSIDE:
        raise DocumentError(Refusal("no-courtyard", "C5.1", params))
    if pos.owners[face]:
        raise DocumentError(Refusal("courtyard-twice", "C5.1", params))
    pos.owners[face] = seat + 1
    pos.keeps[face] = KEEPS[double]


def _read_doubles(pos: Position, reader: Reader) -> None:
    """Read who has used the double keep; nobody has two, nobody one unused (C5.3, C5.4)."""
    doubled = [0] * pos.seats
    for face in range(1, pos.face_count + 1):
        if pos.keeps[face] == DOUBLE_KEEP:
            doubled[pos.owners[face] - 1] += 1
    if pos.stage == STAGE_STAYS:
        doubled[pos.to_move] += 1
    for seat, number in enumerate(doubled):
        if number > 1:
            raise DocumentError(Refusal("two-doubles", "C5.3", {"seat": seat}))
    natural = [number > 0 for number in doubled]
    used = reader.flags("double_used", pos.seats, False, "C5.3")
    if not reader.has("double_used"):
        used = natural
    for seat in range(pos.seats):
        if natural[seat] and not used[seat]:
            raise reader.refuse("double_used", str(natural).lower(), "C5.3")
        pos.double_used[seat] = int(used[seat])


def _check_asked(pos: Position) -> None:
    """In `keep` and `stays`, and only there, courtyards of the seat to move are asked about."""
    asked = [face for face in range(1, pos.face_count + 1) if pos.keeps[face] == ASKED]
    stage = int(pos.stage)
    clause = "C5.4" if stage == STAGE_STAYS else "C5.3"
    wanted = {STAGE_KEEP: 1, STAGE_STAYS: 2}.get(stage, 0)
    foreign = any(pos.owners[face] != pos.to_move + 1 for face in asked)
    if foreign or len(asked) < wanted or (asked and not wanted):
        raise DocumentError(Refusal("asked-courtyards", clause, {"wanted": wanted}))
    if stage == STAGE_KEEP and pos.double_used[pos.to_move]:
        raise DocumentError(Refusal("double-already-used", "C5.3", {"seat": int(pos.to_move)}))
