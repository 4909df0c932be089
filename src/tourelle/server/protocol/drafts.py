"""The protocol: a position that is set up by hand."""

from typing import Any, Literal

from tourelle.server.protocol import Message, Problem, TableState


class EditTool(Message):
    """Something to put on the board, or to take from it: `put NAME PLACE`."""

    name: str
    label: str
    seat: int | None
    places: list[str]
    shown: bool  # the board shows the places, which are no squares


class EditChoice(Message):
    """A value to choose, or something that may be in a bag."""

    value: str | int | bool
    label: str


class EditField(Message):
    """A value beside the board: `set KEY VALUE`."""

    key: str
    label: str
    kind: Literal["number", "choice", "flag", "bag"]
    value: str | int | bool | dict[str, int] | None  # a bag counts what is in it
    seat: int | None
    least: int
    most: int
    choices: list[EditChoice]
    option: bool  # of the rules that are played by


class Draft(Message):
    """A position that is set up: what can be put and set, and why it can't be, if it can't."""

    tools: list[EditTool]  # none: the title is edited as text alone
    fields: list[EditField]
    document: dict[str, Any]
    line: str | None  # of a position that can be
    trouble: Problem | None
    at: str | None  # the square that the trouble is about
    state: TableState | None  # of a position that can be
