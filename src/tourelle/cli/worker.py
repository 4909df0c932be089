"""`tourelle worker`: thinks for servers that share a database, on their machine or another."""

import logging
import os
import signal
import sys
from argparse import Namespace
from contextlib import suppress
from typing import Final

from tourelle.cli.voice import UserError, Voice
from tourelle.server import logs
from tourelle.server.said import messages
from tourelle.server.serving import chosen_settings
from tourelle.store.journal import is_shared
from tourelle.store.troubles import StartError

NICE: Final = 10
"""How far a worker stands back behind servers and the database on the same machine."""

log = logging.getLogger("tourelle.worker")


def run(given: Namespace, voice: Voice) -> int:
    """Work until told to stop; what is under way is finished, or given back."""
    settings = chosen_settings(voice.language, store=given.store)
    if not is_shared(settings.store):
        raise UserError("worker-store")
    threads = given.threads if given.threads is not None else os.cpu_count() or 1
    if threads < 1:
        raise UserError("worker-threads", threads=threads)
    logs.set_up("json" if given.json else settings.log)
    try:
        from tourelle.store.postgres.schema import prepare

        prepare(settings.store)
    except ImportError as error:
        raise SystemExit(_told(voice, StartError("no-driver", trouble=error))) from None
    except StartError as error:
        raise SystemExit(_told(voice, error)) from None
    from tourelle.server.thinking.worker import Worker, compile_all

    _stand_back()
    if settings.precompile:
        log.info("compiling")
        compile_all()
    worker = Worker(settings.store, threads)
    for name in ("SIGTERM", "SIGINT"):
        signal.signal(getattr(signal, name), lambda *_: worker.stop())
    if not given.json:
        print(voice("worker.ready", threads=threads), flush=True)
    status = worker.run()
    sys.stdout.flush()
    logging.shutdown()
    if status:
        os._exit(status)  # a thread can't be stopped: whoever looks after workers starts another
    return status


def _told(voice: Voice, error: StartError) -> str:
    """Return why it can't begin."""
    return messages.told(voice.language, f"start.{error.reason}", **error.params)


def _stand_back() -> None:
    """Let people's servers come first on this machine."""
    with suppress(OSError, AttributeError):
        os.nice(max(0, NICE - os.nice(0)))
