"""Both stores, so that a test runs over either: the same laws hold for both."""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import psycopg

from tests.postgres import cluster
from tourelle.store.journal import Journal
from tourelle.store.postgres.journal import PostgresJournal
from tourelle.store.sqlite import NAME, SqliteJournal

Story = Callable[[Journal], Awaitable[None]]


class Store(ABC):
    """Where a journal is kept."""

    @abstractmethod
    def open(self) -> Journal:
        """Open the journal, as a server does."""

    @abstractmethod
    def execute(self, *statements: str) -> None:
        """Run statements of SQL behind the journal's back."""

    @abstractmethod
    def tamper(self, *statements: str) -> None:
        """Change what is kept, though nothing may be changed."""

    def happen(self, story: Story) -> None:
        """Let a story happen to the journal, and close it."""

        async def told() -> None:
            with closing(self.open()) as journal:
                await story(journal)

        asyncio.run(told())


class SqliteStore(Store):
    """The file in a folder."""

    def __init__(self, folder: Path) -> None:
        self.path: Final = folder / "data" / NAME

    def open(self) -> SqliteJournal:
        return SqliteJournal(self.path)

    def execute(self, *statements: str) -> None:
        with closing(sqlite3.connect(self.path)) as connection, connection:
            for statement in statements:
                connection.execute(statement)

    def tamper(self, *statements: str) -> None:
        self.execute("DROP TRIGGER no_update", "DROP TRIGGER no_delete", *statements)


class PostgresStore(Store):
    """A database of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self.address: Final = cluster().database()

    def open(self) -> PostgresJournal:
        return PostgresJournal(self.address, self.folder)

    def execute(self, *statements: str) -> None:
        with psycopg.connect(self.address) as connection:
            connection.execute("SET search_path = tourelle")
            for statement in statements:
                connection.execute(statement.encode())

    def tamper(self, *statements: str) -> None:
        self.execute("ALTER TABLE line DISABLE TRIGGER ALL", *statements)


STORES: Final = {"sqlite": SqliteStore, "postgres": PostgresStore}
