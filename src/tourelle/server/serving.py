"""Starting the server, from the command line or from another room."""

import argparse
import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, cast

import uvicorn

from tourelle import bots, games
from tourelle.core.words import DocumentError
from tourelle.languages import refusal_sentence
from tourelle.server import logs
from tourelle.server.app import create_app
from tourelle.server.bots.programs import programs
from tourelle.server.gate.wire import PatientHttp, protocols
from tourelle.server.processes import Processes, end_with_parent
from tourelle.server.said import messages
from tourelle.server.settings import HIGHEST, SettingError, Settings
from tourelle.store.choosing import open_journal
from tourelle.store.folder import note_address
from tourelle.store.journal import Journal, is_shared
from tourelle.store.troubles import StartError

TRIES: Final = 20


def run(
    host: str | None = None,
    port: int | None = None,
    data: str | Path | None = None,
    store: str | None = None,
    open_browser: bool = False,
    language: str = "en",
    processes: int = 1,
) -> None:
    """Serve until told to stop; what is not given comes from the environment or is the default."""
    folder = None if data is None else Path(data)
    settings = chosen_settings(language, host=host, port=port, data=folder, store=store)
    logs.set_up(settings.log)
    with listening_socket(settings, strict=port is not None, language=language) as ear:
        name = settings.host if ":" not in settings.host else f"[{settings.host}]"
        shown = "127.0.0.1" if name in ("0.0.0.0", "[::]") else name
        address = f"http://{shown}:{ear.getsockname()[1]}/"

        def announce() -> None:
            if is_shared(settings.store):
                note_address(settings.data, address)
            print(messages.told(language, "page.address", address=address), flush=True)
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        tell_of_packages(language)
        check_programs(settings, language)
        if processes > 1:
            check_processes(settings, address, language)
            Processes(settings, ear, processes).run(announce)
            return
        journal = opened_journal(settings, address, language)
        server = Server(configuration(settings, journal), announce)
        with suppress(KeyboardInterrupt):  # Ctrl-C is how it is told to stop
            server.run(sockets=[ear])


def check_processes(settings: Settings, address: str, language: str) -> None:
    """Leave with a sentence where several processes can't share what is kept."""
    if not is_shared(settings.store) or os.name != "posix":
        raise SystemExit(messages.told(language, "start.processes"))
    opened_journal(settings, address, language).close()


def run_child(file: int, ready: int, language: str = "en") -> None:
    """Serve at a socket that a parent has bound, as long as that parent lives."""
    settings = chosen_settings(language)
    logs.set_up(settings.log)
    with socket.socket(fileno=file) as ear:
        journal = opened_journal(settings, "", language)
        server = Server(configuration(settings, journal), lambda: _tell_parent(ready))
        end_with_parent(server.give_way)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[ear])


def _tell_parent(ready: int) -> None:
    """Tell the parent that this server listens."""
    with suppress(OSError):
        os.write(ready, b"+")
        os.close(ready)


def chosen_settings(language: str, **given: object) -> Settings:
    """Return the settings, or leave with a sentence about the one that won't do."""
    try:
        return Settings.of(os.environ, **given)
    except SettingError as error:
        raise SystemExit(_wrong_setting(error, language)) from None


def _wrong_setting(error: SettingError, language: str) -> str:
    """Return what is wrong with a setting."""
    expected = messages.told(language, f"start.{error.expected}", **error.params)
    params = {"name": error.name, "value": error.value, "expected": expected}
    return messages.told(language, "start.setting", **params)


def check_programs(settings: Settings, language: str) -> None:
    """Start the host's programs once, or leave with a sentence about the one that won't do."""
    try:
        for program in programs(settings).values():
            program.check()
    except SettingError as error:
        raise SystemExit(_wrong_setting(error, language)) from None
    except DocumentError as error:
        refusal = error.refusal
        raise SystemExit(
            refusal_sentence(language, "", refusal.reason, dict(refusal.params))
        ) from None


def tell_of_packages(language: str) -> None:
    """Say which games and bots of installed packages can't be used, and why."""
    for trouble in games.troubles() + bots.troubles():
        params: dict[str, object] = dict(trouble.params)
        sentence = refusal_sentence(language, "", trouble.reason, params)
        print(sentence, file=sys.stderr, flush=True)


def opened_journal(settings: Settings, address: str, language: str) -> Journal:
    """Open the journal and say what it has lost, or leave with a sentence."""
    try:
        journal = open_journal(settings.store, settings.data, address)
    except StartError as error:
        raise SystemExit(messages.told(language, f"start.{error.reason}", **error.params)) from None
    if journal.damaged_file is not None:
        sentence = messages.told(language, "start.salvaged", file=journal.damaged_file)
        print(sentence, file=sys.stderr, flush=True)
    if journal.lost:
        tables = ", ".join(table for table, _ in journal.lost)
        print(messages.told(language, "start.lost", tables=tables), file=sys.stderr, flush=True)
    return journal


def configuration(settings: Settings, journal: Journal | None = None) -> uvicorn.Config:
    """Return how the app is served; a journal that is not given is opened at the start."""
    http, socket_ = protocols(settings)
    return uvicorn.Config(
        create_app(settings, journal),
        http=http,
        log_config=None,
        access_log=False,
        server_header=False,
        ws=socket_,
        forwarded_allow_ips=settings.proxies,
        ws_max_size=settings.message,
        ws_max_queue=16,
        ws_per_message_deflate=settings.compress,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
    )


class Server(uvicorn.Server):
    """A server that tells when it listens."""

    def __init__(self, config: uvicorn.Config, told: Callable[[], None] = lambda: None) -> None:
        """Take what is to be done then."""
        super().__init__(config)
        self._told: Final = told

    def give_way(self) -> None:
        """Stop because another server takes whoever comes; nobody who is here goes unanswered."""
        cast(type[PatientHttp], self.config.http).wire.giving_way = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        self._told()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; answers that have no end are ended first."""
        if self.lifespan.should_exit is False:
            self.config.loaded_app.app.state.lobby.end_streams()
        await super().shutdown(sockets)


def listening_socket(settings: Settings, *, strict: bool, language: str = "en") -> socket.socket:
    """Return a socket bound to the port, or to the next free one where none was asked for."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    last = min(settings.port + (1 if strict else TRIES), HIGHEST["port"] + 1)
    for port in range(settings.port, last):
        ear = socket.socket(family, socket.SOCK_STREAM)
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            ear.bind((settings.host, port if settings.port else 0))
        except OSError as error:
            ear.close()
            if error.errno != errno.EADDRINUSE:
                trouble = error.strerror or str(error)
                params = {"host": settings.host, "port": port, "trouble": trouble}
                raise SystemExit(messages.told(language, "start.address", **params)) from None
            continue
        ear.set_inheritable(True)
        return ear
    raise SystemExit(messages.told(language, "page.taken", port=settings.port))


def main(arguments: list[str] | None = None) -> None:
    """Serve as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tourelle.server")
    parser.add_argument("--host", help="TOURELLE_HOST")
    parser.add_argument("--port", type=int, help="TOURELLE_PORT")
    parser.add_argument("--data", type=Path, help="TOURELLE_DATA")
    parser.add_argument("--store", help="TOURELLE_STORE")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--socket", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--ready", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.socket is not None:
        run_child(given.socket, given.ready)
        return
    run(
        given.host,
        given.port,
        given.data,
        given.store,
        open_browser=given.open,
        processes=given.processes,
    )
