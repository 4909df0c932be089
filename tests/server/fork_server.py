"""Starts servers fast, so that they can be killed often: everything is loaded once, then forked.

Run as a program: for every line on standard input a server is started at the database that it
names, or none (or, after the word `worker`, a worker there); its process and its port are written
to standard output.
"""

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.server.running import quick
from tourelle.bots.precompile import RULES, steps
from tourelle.games import TITLES
from tourelle.server.serving import Server, configuration, listening_socket
from tourelle.server.settings import Settings
from tourelle.server.thinking.worker import Worker

WORKER = "worker"


def main(data: Path) -> None:
    """Load the rules of every title, then fork a server whenever told to."""
    for title in TITLES:
        for step in steps(title, RULES):
            step()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are gone at once
    logging.getLogger().addHandler(logging.NullHandler())  # troubles are wished for
    print("ready", flush=True)
    for line in sys.stdin:
        what, _, store = line.strip().rpartition(" ")
        if what == WORKER:
            print(started(partial(think, store)), 0, flush=True)
            continue
        settings = quick(data, precompile=False, store=store)
        with listening_socket(settings, strict=True) as ear:
            ear.listen(100)  # whoever comes early waits
            port = ear.getsockname()[1]
            child = started(partial(serve, settings, ear))
        print(child, port, flush=True)


def serve(settings: Settings, ear: socket.socket) -> None:
    """Be a server."""
    Server(configuration(settings)).run(sockets=[ear])


def think(store: str) -> None:
    """Be a worker."""
    Worker(store, 1).run()


def started(work: Callable[[], object]) -> int:
    """Do something in a process of its own; return its number."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        work()
        os._exit(0)
    return child


if __name__ == "__main__":
    main(Path(sys.argv[1]))
