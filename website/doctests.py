"""The examples of docstrings as code: what stands after `>>>` would else be a quotation."""

import re
from typing import Any, Final

import griffe  # type: ignore[import-not-found]  # dev.py docs has it

EXAMPLE: Final = re.compile(r"^>>> .*(?:\n.+)*", re.M)


class Doctests(griffe.Extension):  # type: ignore[misc]  # see above
    """Fences every example."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Change what the docstring of one name says."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring whose examples are fenced; one ends at an empty line."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)
