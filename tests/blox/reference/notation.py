"""The texts of actions."""

import re
from functools import lru_cache

NOTATION = "notation"  # in the place of a clause: the text is no action

SQUARE = "([a-i][1-9])"
SHAPES = {
    "enter": re.compile(rf"enter ([NS][a-i]|[WE][1-9]) {SQUARE}( \*)?"),
    "move": re.compile(rf"move {SQUARE} {SQUARE}( \*)?"),
    "destroy": re.compile(rf"destroy {SQUARE} {SQUARE}( \*[bgwp])?"),
    "build": re.compile(rf"build {SQUARE}(?: ([bgwp]+))?( \*[bgwp])?"),
    "hit": re.compile(rf"hit {SQUARE} {SQUARE} ([0-9]+)( \*)?"),
    "change": re.compile(r"change(?: ([bgwp]+))?( \*)?"),
}


@lru_cache(maxsize=100_000)
def parse(text: str) -> tuple[str, tuple[str, ...], str] | None:
    """Return the kind, what is named, and the joker's ` *` or ` *w` or nothing.

    No blocks or no cards at all is an action that breaks B7.1 or B9; any run of spaces is one.
    """
    for kind, shape in SHAPES.items():
        if match := shape.fullmatch(" ".join(text.split())):
            *named, joker = match.groups(default="")
            return kind, tuple(named), joker
    return None
