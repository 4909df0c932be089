"""The entry: reads the words, runs the command, turns every error into a sentence."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from tourelle.cli.parser import COMMANDS, make_parser
from tourelle.cli.voice import UserError, Voice, chosen_language
from tourelle.core import plugins
from tourelle.core.words import GameRefusedError, NotCompiledError, RefusedError

FAILED: Final = 1
INTERRUPTED: Final = 130  # as a shell reports a program ended by Ctrl-C
PIPE_CLOSED: Final = 141  # as a shell reports a program whose reader has gone

SERVE: Final = "serve"

Run = Callable[[Namespace, Voice], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the words ask for; return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    voice = Voice(chosen_language(words, os.environ))
    _speak_utf8()
    try:
        given = make_parser(voice).parse_args(words)
        command = given.command or SERVE
        if command != SERVE:  # which says what is wrong with packages itself, having loaded all
            for trouble in plugins.troubles(plugins.GAMES) + plugins.troubles(plugins.BOTS):
                _complain(voice.refusal("", RefusedError(trouble)))
        status = _command(command)(given, voice)
        sys.stdout.flush()
    except UserError as error:
        return _complain(voice.error(error))
    except NotCompiledError:
        return _complain(voice.error(UserError("search-compiled")))
    except GameRefusedError as refused:
        return _complain(voice.refusal_with_clause(refused.title, refused.error))
    except RefusedError as error:  # such as a package whose game can't be loaded
        return _complain(voice.refusal_with_clause("", error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_output()
        return PIPE_CLOSED
    return status


def _command(name: str) -> Run:
    """Return the function that runs a command; only its own module is loaded."""
    module, function = COMMANDS[name].split(":")
    run: Run = getattr(import_module(f"tourelle.cli.{module}"), function)
    return run


def _complain(sentence: str) -> int:
    """Say on standard error what went wrong; return the status."""
    print(sentence, file=sys.stderr)
    return FAILED


def _speak_utf8() -> None:
    """Never fail on a sign that the terminal can't write."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _let_go_of_output() -> None:
    """Keep the interpreter from complaining about a closed pipe on its way out."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
