"""A table's state as the text that is sent: what several listeners are told is encoded once."""

from json.encoder import encode_basestring
from typing import Any, Final

from pydantic_core import to_json

from tourelle.server.said import states
from tourelle.server.said.states import Eyes
from tourelle.server.said.watched import Watched

SHARED: Final = frozenset(("seats", "view", "facts", "nearly", "ledger"))
"""Fields that are made once for several listeners, and kept until the table changes."""


def state_text(room: Watched, eyes: Eyes, since: int) -> str:
    """Return the JSON of `states.state`."""
    parts = states.parts(room, eyes, since)
    log = ",".join([_shared(room, entry) for entry in parts.pop("log")])
    choices = ",".join([offer.text for offer in states.offers(room, eyes)])
    fields = [
        f'"{name}":{_shared(room, value) if name in SHARED else _encoded(value)}'
        for name, value in parts.items()
    ]
    return f'{{{",".join(fields)},"choices":[{choices}],"log":[{log}]}}'


def _shared(room: Watched, value: Any) -> str:
    """Return something as JSON, encoded once; kept with its text, so that its id stays its own."""
    kept: tuple[Any, str] = room.kept(("text", id(value)), lambda: (value, _encoded(value)))
    return kept[1]


def _encoded(value: Any) -> str:
    """Return anything of a message as JSON."""
    kind = type(value)
    if kind is str:
        return encode_basestring(value)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    return str(value) if kind is int else to_json(value).decode()
