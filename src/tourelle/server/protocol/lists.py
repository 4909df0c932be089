"""The protocol: tables in lists, one's own among them."""

from typing import Annotated, Any, Literal

from pydantic import Field

from tourelle.server.protocol import ClockState, Message, Pace, SeatState, Secret


class TableSummary(Message):
    """A table in a list."""

    table: str
    game: str
    label: str
    summary: str
    status: Literal["waiting", "running", "over"]
    seats: list[SeatState]
    to_move: int | None
    actions: int
    changed: int  # when somebody last moved, in seconds since 1970
    open_seats: int  # that anyone may take
    pace: Pace | None
    watchers: int


class LobbyState(Message):
    """Tables to join, games to watch, and games lately played; the latest of each."""

    open: list[TableSummary]
    running: list[TableSummary]
    over: list[TableSummary]


class KeptTable(Message):
    """A table and the secrets that somebody holds of it."""

    table: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
    secrets: Annotated[list[Secret], Field(max_length=4)]


class OwnWish(Message):
    """A wish to know how one's tables stand."""

    tables: Annotated[list[KeptTable], Field(max_length=60)]


class OwnTable(Message):
    """A table where one has a seat, as seen from there."""

    summary: TableSummary
    yours: list[int]
    clock: ClockState | None
    view: dict[str, Any]
    diagram: str | None
    facts: dict[str, Any]


class OwnTables(Message):
    """One's tables in the order they were asked for, and those that are no more."""

    tables: list[OwnTable]
    gone: list[str]
