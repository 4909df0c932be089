"""The protocol: what teaches a title, page by page, and its player aid."""

from typing import Any

from tourelle.server.protocol import Choice, Message


class TaughtBoard(Message):
    """A position that teaches: what is about to be played there, or where it is refused."""

    view: dict[str, Any]  # a position document
    diagram: str | None  # as of a table
    facts: dict[str, Any]  # as of a table
    choice: Choice | None
    squares: list[str]  # of an action that is refused, in order


class TaughtCaption(Message):
    """A sentence or two beside a board, and the clause they tell."""

    text: str
    clause: str


class TaughtCase(Message):
    """Something that may be done, or may not and why."""

    right: bool
    text: str
    clause: str
    board: TaughtBoard


class TaughtPage(Message):
    """One idea of a title: boards that follow each other, captions, cases under a heading."""

    id: str
    title: str
    lead: str
    boards: list[TaughtBoard]
    captions: list[TaughtCaption]
    heading: str
    cases: list[TaughtCase]
    shows: list[str]
    """Clauses that its picture goes with too, though no caption speaks of them."""


class AidRow(Message):
    """A line of the player aid: what costs or brings how much, or a card and its effect."""

    text: str
    value: str = ""
    about: str = ""


class AidSection(Message):
    """A part of the player aid."""

    title: str
    rows: list[AidRow]


class Teaching(Message):
    """What teaches a title, in the order one plays; empty where its author wrote none."""

    language: str
    pages: list[TaughtPage]
    aid: list[AidSection]
