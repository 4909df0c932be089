"""Who draws a title in the terminal: its own module, or the plain board."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from tourelle.core import plugins
from tourelle.terminal import Board

PLAIN = "tourelle.cli.plain_board"


@cache
def board_of(title: str) -> Board:
    """Return the module `terminal` of a title's folder, or the plain one."""
    own = f"{plugins.package_of(title)}.terminal"
    return cast(Board, import_module(own if find_spec(own) else PLAIN))
