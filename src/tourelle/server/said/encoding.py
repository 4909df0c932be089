"""A table's state as the text that is sent: what several listeners are told is encoded once."""

from typing import Any, Final

from pydantic_core import to_json

from tourelle.server.said import states
from tourelle.server.said.eyes import Eyes
from tourelle.server.said.watched import Watched

SHARED: Final = ("seats", "view", "facts", "nearly", "ledger")
"""Fields that are made once for several listeners, and kept until the table changes."""


def state_text(room: Watched, eyes: Eyes, since: int) -> str:
    """Return the JSON of `states.state`."""
    parts = states.parts(room, eyes, since)
    log = ",".join([_shared(room, entry) for entry in parts.pop("log")])
    choices = ",".join([offer.text for offer in states.offers(room, eyes)])
    shared = ",".join([f'"{name}":{_shared(room, parts.pop(name))}' for name in SHARED])
    own = to_json(parts).decode()
    return f'{own[:-1]},{shared},"choices":[{choices}],"log":[{log}]}}'


def _shared(room: Watched, value: Any) -> str:
    """Return something as JSON, encoded once; kept with its text, so that its id stays its own."""
    kept: tuple[Any, str] = room.kept(("text", id(value)), lambda: (value, to_json(value).decode()))
    return kept[1]
