"""A bot of ours as a program that others ask: `tourelle engine`."""

import sys
from argparse import Namespace

from tourelle.bots.engine import Engine
from tourelle.bots.named import named
from tourelle.cli.voice import Voice
from tourelle.core.words import about


def run(given: Namespace, voice: Voice) -> int:  # noqa: ARG001 (every command's signature)
    """Answer on standard output to what standard input asks."""
    with about(""):
        engine = Engine(named(given.bot), named, given.seed)

    def say(text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    engine.run(sys.stdin, say)
    return 0
