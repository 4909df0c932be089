"""Starts servers fast, so that they can be killed often: everything is loaded once, then forked.

Run as a program: for every line on standard input a server is started at the database
that it names, or none; its process and its port are
written to standard output.
"""

import logging
import os
import signal
import sys
from pathlib import Path

from tests.server.running import quick
from tourelle.bots.precompile import RULES, steps
from tourelle.games import TITLES
from tourelle.server.serving import Server, configuration, listening_socket


def main(data: Path) -> None:
    """Load the rules of every title, then fork a server whenever told to."""
    for title in TITLES:
        for step in steps(title, RULES):
            step()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are gone at once
    logging.getLogger().addHandler(logging.NullHandler())  # troubles are wished for
    print("ready", flush=True)
    for line in sys.stdin:
        settings = quick(data, precompile=False, store=line.strip())
        with listening_socket(settings, strict=True) as ear:
            ear.listen(100)  # whoever comes early waits
            port = ear.getsockname()[1]
            child = os.fork()
            if child == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                Server(configuration(settings)).run(sockets=[ear])
                os._exit(0)
        print(child, port, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
