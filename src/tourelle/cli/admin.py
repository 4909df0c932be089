"""`tourelle admin`: the host's view of a server that runs on this machine."""

import json
import urllib.error
import urllib.request
from argparse import Namespace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from tourelle.cli.voice import UserError, Voice
from tourelle.server.requests.admin import DOOR
from tourelle.server.settings import data_folder
from tourelle.store.folder import NAME as LOCK

DIRECT: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks this very machine, whatever proxy the environment names."""
PATIENCE: Final = 600.0
DONE: Final = {"close": "admin.close", "open": "admin.open"}
COLUMNS: Final = (
    "admin.column.table",
    "admin.column.game",
    "admin.column.standing",
    "admin.column.changed",
    "admin.column.there",
    "admin.column.names",
)


def run(given: Namespace, voice: Voice) -> int:
    """List tables, close one or open it again, back up, or show the load."""
    door = Door(Path(given.data or data_folder()), given.address)
    match given.work:
        case "tables":
            path = f"tables?language={voice.language}&standing={given.what or ''}"
            answer = door.ask("GET", path)
            shown = _tables(answer, voice)
        case "close" | "open":
            if not given.what:
                raise UserError("admin-which", work=given.work)
            answer = door.ask("POST", f"tables/{given.what}/{given.work}")
            shown = voice(DONE[given.work], table=given.what)
        case "backup":
            name = given.what or f"tourelle-{datetime.now():%Y%m%d-%H%M%S}.sqlite3"
            answer = door.ask("POST", "backup", {"file": str(Path(name).resolve())})
            shown = voice("admin.backup", **answer)
        case _:
            answer = door.ask("GET", "load")
            shown = _load(answer, voice)
    if given.json:
        print(json.dumps(answer, ensure_ascii=False))
    else:
        Console(highlight=False).print(shown)
    return 0


class Door:
    """The door of a server whose data folder one can read."""

    def __init__(self, folder: Path, address: str | None) -> None:
        """Read the secret, and where the server listens."""
        try:
            self._key: Final = (folder / DOOR).read_text()
            told = address or json.loads((folder / LOCK).read_text())["address"]
            if not told:  # it does not listen yet, or `tourelle store` was here
                raise KeyError(LOCK)
        except (OSError, ValueError, KeyError):
            raise UserError("admin-nobody", folder=folder) from None
        self._address: Final = str(told).rstrip("/")

    def ask(self, method: str, path: str, wish: object = None) -> Any:
        """Ask the server something."""
        body = None if wish is None else json.dumps(wish).encode()
        headers = {"X-Tourelle-Admin": self._key, "Content-Type": "application/json"}
        url = f"{self._address}/api/admin/{path}"
        try:
            request = urllib.request.Request(url, body, headers, method=method)
            with DIRECT.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise UserError("admin-refused", trouble=json.load(error)["sentence"]) from None
        except (OSError, ValueError) as error:
            raise UserError("admin-silent", address=self._address, trouble=error) from None


def _tables(answer: dict[str, Any], voice: Voice) -> Table | str:
    """Return tables in rows."""
    if not answer["tables"]:
        return voice("admin.none")
    shown = Table(box=None, pad_edge=False)
    for column in COLUMNS:
        shown.add_column(voice(column))
    for table in answer["tables"]:
        changed = datetime.fromtimestamp(table["changed"] / 1000).strftime("%Y-%m-%d %H:%M")
        there = str(table["listeners"]) if table["live"] else "–"
        names = ", ".join(table["names"])
        shown.add_row(table["table"], table["game"], table["status"], changed, there, names)
    return shown


def _load(answer: dict[str, Any], voice: Voice) -> str:
    """Return the load in sentences."""
    minutes, mebibytes = answer["seconds"] / 60, answer["memory"] / 2**20
    share = 100 * answer["processor"] / max(answer["seconds"], 1)
    counts = {name: answer["tables"][name] for name in ("waiting", "fresh", "running", "over")}
    told = {**answer, **counts, "durable": answer["durable"] or "–"}
    said = voice(
        "admin.load",
        **{**told, "minutes": f"{minutes:.0f}", "memory": f"{mebibytes:.0f}"},
        share=f"{share:.0f}",
    )
    workers = answer["workers"]
    return said if workers is None else f"{said}\n{voice('admin.workers', **workers)}"
