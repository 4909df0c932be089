"""Starting the server, from the command line or from another room."""

import argparse
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import uvicorn

from tourelle.server import logs, speech
from tourelle.server.app import create_app
from tourelle.server.settings import Settings
from tourelle.server.wire import protocols

TRIES: Final = 20


def run(
    host: str | None = None,
    port: int | None = None,
    data: str | Path | None = None,
    open_browser: bool = False,
    language: str = "en",
) -> None:
    """Serve until told to stop; what is not given comes from the environment or is the default."""
    folder = None if data is None else Path(data)
    settings = Settings.of(host=host, port=port, data=folder)
    logs.set_up(settings.log)
    with listening_socket(settings, strict=port is not None) as ear:
        name = settings.host if ":" not in settings.host else f"[{settings.host}]"
        shown = "127.0.0.1" if name in ("0.0.0.0", "[::]") else name
        address = f"http://{shown}:{ear.getsockname()[1]}/"

        def announce() -> None:
            print(speech.told(language, "page.address", address=address), flush=True)
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        server = Server(configuration(settings), announce)
        with suppress(KeyboardInterrupt):  # Ctrl-C is how it is told to stop
            server.run(sockets=[ear])


def configuration(settings: Settings) -> uvicorn.Config:
    """Return how the app is served."""
    http, socket_ = protocols(settings)
    return uvicorn.Config(
        create_app(settings),
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

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        self._told()


def listening_socket(settings: Settings, *, strict: bool) -> socket.socket:
    """Return a socket bound to the port, or to the next free one where none was asked for."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, settings.port + (1 if strict else TRIES)):
        ear = socket.socket(family, socket.SOCK_STREAM)
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            ear.bind((settings.host, port if settings.port else 0))
        except OSError:
            ear.close()
            continue
        ear.set_inheritable(True)
        return ear
    raise SystemExit(speech.told("en", "page.taken", port=settings.port))


def main(arguments: list[str] | None = None) -> None:
    """Serve as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tourelle.server")
    parser.add_argument("--host", help="TOURELLE_HOST")
    parser.add_argument("--port", type=int, help="TOURELLE_PORT")
    parser.add_argument("--data", type=Path, help="TOURELLE_DATA")
    parser.add_argument("--open", action="store_true")
    given = parser.parse_args(arguments)
    run(given.host, given.port, given.data, given.open)
