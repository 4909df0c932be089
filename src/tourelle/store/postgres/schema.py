"""The tables of a journal in PostgreSQL: those of the file, and what servers know of each other."""

from collections.abc import Sequence
from typing import Final

import psycopg

from tourelle.store.journal import shown
from tourelle.store.postgres.wire import Connection, connect
from tourelle.store.troubles import StartError

VERSION: Final = 1
LOCK: Final = 0x746F7572
"""The advisory lock under which tables are made."""
BEATS: Final = LOCK + 1
"""The one under which servers say that they are alive."""

TABLES: Final = (
    "CREATE TABLE version (number integer NOT NULL)",
    f"INSERT INTO version VALUES ({VERSION})",
    """CREATE TABLE line (
        table_id text COLLATE "C" NOT NULL, number integer NOT NULL, text text NOT NULL,
        hash bytea, PRIMARY KEY (table_id, number)
    )""",
    """CREATE TABLE shelf (
        table_id text COLLATE "C" NOT NULL PRIMARY KEY, tag text COLLATE "C" NOT NULL,
        changed bigint NOT NULL, number integer, seal bytea
    ) WITH (fillfactor = 70)""",
    "CREATE INDEX shelf_by_tag ON shelf (tag, changed)",
    """CREATE TABLE aside (
        table_id text COLLATE "C" NOT NULL PRIMARY KEY, number integer NOT NULL, kind text NOT NULL
    )""",
    """CREATE TABLE card (
        box text COLLATE "C" NOT NULL, owner text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL, text text NOT NULL, changed bigint NOT NULL,
        PRIMARY KEY (box, owner, name)
    )""",
    """CREATE FUNCTION no_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$""",
    """CREATE TRIGGER no_change BEFORE UPDATE OR DELETE ON line
        FOR EACH ROW EXECUTE FUNCTION no_change()""",
    """CREATE TRIGGER no_truncate BEFORE TRUNCATE ON line
        FOR EACH STATEMENT EXECUTE FUNCTION no_change()""",
    # Who is at work, until when; when nobody was; who drives which table.
    """CREATE TABLE process (
        name text COLLATE "C" PRIMARY KEY, seen bigint NOT NULL, stopped boolean NOT NULL
    )""",
    "CREATE TABLE absence (since bigint PRIMARY KEY, until bigint NOT NULL)",
    """CREATE UNLOGGED TABLE driver (
        table_id text COLLATE "C" PRIMARY KEY, process text NOT NULL
    )""",
    """CREATE FUNCTION clock() RETURNS bigint LANGUAGE sql VOLATILE AS
        $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$""",
    f"""CREATE FUNCTION beat(who text, late bigint, old bigint) RETURNS bigint
        LANGUAGE plpgsql AS $$
        DECLARE newest bigint; at bigint;
        BEGIN
            PERFORM pg_advisory_xact_lock({BEATS});
            at := tourelle.clock();
            SELECT max(seen) INTO newest FROM tourelle.process;
            INSERT INTO tourelle.process VALUES (who, at, false)
                ON CONFLICT (name) DO UPDATE SET seen = greatest(process.seen, at);
            IF at - newest > late THEN
                INSERT INTO tourelle.absence VALUES (newest, at) ON CONFLICT DO NOTHING;
            END IF;
            DELETE FROM tourelle.process WHERE seen < at - old;
            RETURN at;
        END $$""",
)

QUEUE: Final = (
    # Jobs for workers: nothing that a crash of the database may not take away.
    """CREATE UNLOGGED TABLE IF NOT EXISTS worker (
        name text COLLATE "C" PRIMARY KEY, speaks text NOT NULL, threads integer NOT NULL,
        backend integer NOT NULL, seen bigint NOT NULL
    ) WITH (fillfactor = 50)""",
    """CREATE UNLOGGED TABLE IF NOT EXISTS job (
        server text COLLATE "C" NOT NULL, number bigint NOT NULL, speaks text NOT NULL,
        priority smallint NOT NULL, rank integer NOT NULL,
        place bigint GENERATED ALWAYS AS IDENTITY, seconds real NOT NULL, told text NOT NULL,
        tries smallint NOT NULL DEFAULT 0, worker text COLLATE "C", until bigint, answer text,
        PRIMARY KEY (server, number)
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)""",
    """CREATE INDEX IF NOT EXISTS job_waiting ON job (speaks, priority, rank, place)
        WHERE worker IS NULL AND answer IS NULL""",
    """CREATE TABLE IF NOT EXISTS job_aside (
        at bigint NOT NULL, speaks text NOT NULL, tries integer NOT NULL, told text NOT NULL
    )""",
)
"""Made where they are missing: a journal of before has none of them."""

STEPS: Final = (
    # By how much the clock goes on from what it was where the machine's was set: for all servers.
    "CREATE TABLE step (number integer PRIMARY KEY, ms bigint NOT NULL)",
    """CREATE FUNCTION wall() RETURNS bigint LANGUAGE sql VOLATILE AS
        $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$""",
    """CREATE OR REPLACE FUNCTION clock() RETURNS bigint LANGUAGE sql VOLATILE AS
        $$ SELECT tourelle.wall() + coalesce((SELECT sum(ms) FROM tourelle.step), 0)::bigint $$""",
)
"""Made where they are missing, too."""


def prepare(address: str) -> None:
    """Make the tables where there are none; refuse a newer journal, or a database out of reach."""
    try:
        with connect(address) as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
            try:
                _make(connection)
                _add(connection, "job_aside", QUEUE)
                _add(connection, "step", STEPS)
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))
            found = connection.execute("SELECT number FROM tourelle.version").fetchone()
    except psycopg.Error as error:
        trouble = " ".join(str(error).split()) or type(error).__name__
        raise StartError("database", address=shown(address), trouble=trouble) from error
    if found is None or found[0] > VERSION:
        known = found[0] if found else 0
        raise StartError("newer", file=shown(address), found=known, known=VERSION)


def _make(connection: Connection) -> None:
    """Make the tables in one commit, unless they are there."""
    if connection.execute("SELECT to_regclass('tourelle.version')").fetchone() != (None,):
        return
    with connection.transaction():
        connection.execute("CREATE SCHEMA IF NOT EXISTS tourelle")
        for statement in TABLES:
            connection.execute(statement)


def _add(connection: Connection, table: str, statements: Sequence[str]) -> None:
    """Make what belongs to a table, unless that is there."""
    if connection.execute("SELECT to_regclass(%s)", (f"tourelle.{table}",)).fetchone() != (None,):
        return
    with connection.transaction():
        for statement in statements:
            connection.execute(statement)
