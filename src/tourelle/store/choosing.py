"""Which store an address means: a PostgreSQL database, or the file in a data folder."""

from pathlib import Path

from tourelle.store.journal import Journal, is_shared
from tourelle.store.sqlite import NAME, SqliteJournal
from tourelle.store.troubles import StartError


def open_journal(store: str, folder: Path | None, address: str = "") -> Journal:
    """Open the journal that a server was told to use; `address` is where that server listens.

    A database is named by its address; without one everything is kept in the data folder, where
    a database's server notes how far tables had come.
    """
    if not store and folder is not None:
        return SqliteJournal(folder / NAME, address)
    if not is_shared(store):
        raise StartError("store", address=store)
    try:
        from tourelle.store.postgres.journal import PostgresJournal
    except ImportError as error:
        raise StartError("no-driver", trouble=error) from error
    return PostgresJournal(store, folder)
