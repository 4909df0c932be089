"""Requests of the host, from the server's own machine, with the secret of its data folder."""

import asyncio
import hmac
import mmap
import os
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, cast

from fastapi import APIRouter, Depends, Header, Request

from tourelle.server.gate.doors import is_loopback
from tourelle.server.live.lobby import Lobby
from tourelle.server.protocol import Granted, Language
from tourelle.server.protocol.admin import (
    Backup,
    BackupWish,
    HostedTable,
    HostedTables,
    Load,
    WorkersLoad,
)
from tourelle.server.requests.asking import CheckedRoute, TableId, TheLobby
from tourelle.server.requests.reading import own_version
from tourelle.server.said import company
from tourelle.tables.entries import read_opening
from tourelle.tables.troubles import TroubleError

DOOR: Final = "admin-key"
PAGE_BYTES: Final = mmap.PAGESIZE
MOST: Final = 500
"""Tables of a standing that are listed."""
STANDINGS: Final = ("waiting", "fresh", "running", "over")


class Door:
    """The host's door: a secret in the data folder, made anew at every start.

    `shared`: other processes stand at the same door, so it keeps its secret.
    """

    def __init__(self, folder: Path, *, shared: bool = False) -> None:
        """Write the secret where the host alone reads it."""
        self._file: Final = folder / DOOR
        self._shared: Final = shared
        self.started: Final = time.monotonic()
        folder.mkdir(parents=True, exist_ok=True)
        aside = folder / f"{DOOR}-{secrets.token_hex(8)}"
        file = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:  # it is there whole or not at all, whoever else reads it at this moment
            os.write(file, secrets.token_urlsafe(32).encode())
            if shared:
                with suppress(FileExistsError):
                    os.link(aside, self._file)
            else:
                os.replace(aside, self._file)
        finally:
            os.close(file)
            aside.unlink(missing_ok=True)
        self._key: Final = self._file.read_text()

    def opens(self, key: str) -> bool:
        """Tell whether a key is the secret."""
        return bool(self._key) and hmac.compare_digest(self._key.encode(), key.encode())

    def close(self) -> None:
        """Throw the secret away."""
        if not self._shared:
            self._file.unlink(missing_ok=True)


def the_host(
    request: Request,
    x_tourelle_admin: Annotated[str, Header(max_length=100)] = "",
) -> Door:
    """Let the host in; to anybody else there is no such page."""
    door = cast(Door, request.app.state.door)
    asker = request.client.host if request.client else ""
    server = request.scope.get("server") or ("",)
    if not (is_loopback(asker) or asker == server[0]) or not door.opens(x_tourelle_admin):
        raise TroubleError("no-such-page")
    return door


TheHost = Annotated[Door, Depends(the_host)]
router = APIRouter(
    prefix="/api/admin",
    route_class=CheckedRoute,
    dependencies=[Depends(the_host)],
    include_in_schema=False,
)


@router.get("/tables")
async def tables(lobby: TheLobby, standing: str = "", language: Language = "en") -> HostedTables:
    """List tables by their standing, all that are not over where none is named."""
    wanted = [standing] if standing in STANDINGS else list(STANDINGS[:-1])
    found = await asyncio.to_thread(_shelved, lobby, wanted)
    return HostedTables(tables=[_told(lobby, language, *row) for row in found])


def _shelved(lobby: Lobby, standings: list[str]) -> list[tuple[str, str, int, str]]:
    """Return tables with their tag, when they changed, and which title is played."""
    tags = [f"{kind}-{standing}" for standing in standings for kind in ("listed", "private")]
    names = [name for tag in tags for name in lobby.journal.shelf(tag, MOST)]
    rows = []
    for name, (tag, changed) in lobby.journal.shelved(names[:MOST]).items():
        room = lobby.rooms.get(name)
        lines = [] if room else lobby.journal.lines(name)
        title = room.table.game.title if room else read_opening(lines[0]).game if lines else "?"
        rows.append((name, tag, changed, title))
    return sorted(rows, key=lambda row: row[2], reverse=True)


def _told(
    lobby: Lobby, language: str, name: str, tag: str, changed: int, title: str
) -> HostedTable:
    room = lobby.rooms.get(name)
    shelf, _, standing = tag.partition("-")
    return HostedTable(
        table=name,
        game=title,
        status=standing,
        listed=shelf == "listed",
        changed=changed,
        live=room is not None,
        names=company.names_of(room.table, language) if room else [],
        listeners=len(room.listeners) if room else 0,
        actions=len(room.table.played) if room else None,
    )


@router.post("/tables/{table}/close")
async def close(table: TableId, lobby: TheLobby) -> Granted:
    """Close a table: nobody finds it any more, until it is opened again; nothing of it is lost."""
    await lobby.shut(table)
    return Granted(number=0)


@router.post("/tables/{table}/open")
async def open_again(table: TableId, lobby: TheLobby) -> Granted:
    """Open a table again that was closed."""
    await lobby.unshut(table)
    return Granted(number=0)


@router.post("/backup")
async def backup(wish: BackupWish, lobby: TheLobby) -> Backup:
    """Copy the journal while the server runs, and look the copy over."""
    file, journal = Path(wish.file), lobby.journal
    if not file.is_absolute() or file.exists() or not file.parent.is_dir():
        raise TroubleError("backup-where", file=wish.file)
    try:
        size = await asyncio.to_thread(journal.backup, file)
    except OSError as error:
        raise TroubleError(
            "backup-unwritable", file=wish.file, trouble=error.strerror or error
        ) from error
    return Backup(file=str(file), bytes=size)


def _memory() -> int:
    """Return how many bytes of memory the process holds; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES
    return 0


@router.get("/load")
async def load(lobby: TheLobby, door: TheHost) -> Load:
    """Tell how busy the server is."""
    durable = lobby.metrics.histograms["durable"]
    counts = await asyncio.to_thread(
        lambda: {
            standing: lobby.journal.count((f"listed-{standing}", f"private-{standing}"), 0)
            for standing in STANDINGS
        }
    )
    queue = lobby.journal.queue
    standing = await asyncio.to_thread(queue.standing) if queue else None
    entries = sum(n for (name, _), n in lobby.metrics.counters.items() if name == "entries")
    return Load(
        version=own_version(),
        ready=lobby.precompiler.ready,
        keeping=lobby.journal.keeping,
        seconds=round(time.monotonic() - door.started, 1),
        processor=round(time.process_time(), 2),
        memory=_memory(),
        tables=counts,
        live=len(lobby.rooms),
        connections=lobby.connections,
        entries=entries,
        durable=round(1000 * durable.sum / durable.count, 3) if durable.count else None,
        workers=WorkersLoad(**standing._asdict()) if standing else None,
    )
