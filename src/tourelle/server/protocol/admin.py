"""The protocol: what a host is told of their server, on its own machine alone."""

from typing import Annotated

from pydantic import Field

from tourelle.server.protocol import Message


class HostedTable(Message):
    """A table as a host sees it: nothing that its players hide, and no secret."""

    table: str
    game: str
    status: str  # waiting, fresh, running, over
    listed: bool
    changed: int  # milliseconds since 1970
    live: bool  # in memory
    names: list[str]  # of those who sit there, where it is live
    listeners: int
    actions: int | None


class HostedTables(Message):
    """Tables, the latest first."""

    tables: list[HostedTable]


class WorkersLoad(Message):
    """Who thinks for the servers of a database, and what waits for them."""

    workers: int
    threads: int
    waiting: int
    running: int
    aside: int  # jobs that ended every worker that tried them


class Load(Message):
    """How busy the server is."""

    version: str
    ready: bool
    keeping: bool
    seconds: float  # since it was started
    processor: float  # seconds of processor time used since then
    memory: int  # bytes
    tables: dict[str, int]  # by their standing
    live: int
    connections: int
    entries: int  # written since the start
    durable: float | None  # milliseconds until an entry is durable, in the mean
    workers: WorkersLoad | None = None  # where servers share a database


class BackupWish(Message):
    """A wish for a copy of the journal, in a new file on this machine."""

    file: Annotated[str, Field(min_length=1, max_length=4000)]


class Backup(Message):
    """A copy that was made and looked over."""

    file: str
    bytes: int
