"""Work done on a Dask cluster that others keep: each answer as it comes, as from processes here.

What every worker needs travels once and is made ready once in each of its threads. A worker that
dies leaves its work to the others; one with another Tourelle than this is refused.
"""

import hashlib
import logging
import pickle
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import count, islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tourelle.arena.fingerprint import Packages, fingerprint
from tourelle.arena.pools import AHEAD
from tourelle.core.words import DocumentError, Param, Refusal, RefusedError

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECTING: Final = 10.0  # seconds to wait for a scheduler that does not answer
ALONE: Final = 60.0  # seconds to wait for a worker where there is none
LOOKING: Final = 1.0  # seconds between two looks at who is there
PORT: Final = 8786  # where a scheduler listens unless it was told otherwise
READY: Final = 4  # matches that a thread of a worker keeps at hand

Given = TypeVar("Given")
Answer = TypeVar("Answer")


class OtherCodeError(Exception):
    """A worker runs other code than the one who asks it."""


class Cluster:
    """The workers of one scheduler."""

    def __init__(self, client: "Client", address: str) -> None:
        """Take a client that is connected, and what it is connected to."""
        self._client: Final = client
        self.address: Final = address
        self._looked = 0.0
        self._threads = 0
        self._seen = time.monotonic()

    def answers(
        self,
        work: Callable[[Given], Answer],
        todo: Iterator[Given],
        packages: Packages,
        enter: Callable[[], None] | None = None,
    ) -> Generator[Answer]:
        """Yield what `work` answers to each, in any order; a thread calls `enter` before its first.

        All workers must run the code of these packages as it is here.
        """
        self._wait_for_workers()
        self._check(packages)
        blob = pickle.dumps((enter, work))
        name = hashlib.sha256(blob).hexdigest()[:32]
        run = f"{name[:8]}-{time.time_ns():x}"
        common = self._client.submit(_carried, blob, key=f"tourelle-common-{run}")
        numbers = count()
        waiting: set[Future] = set()
        try:
            while True:
                for each in islice(todo, max(0, AHEAD * self._look() - len(waiting))):
                    key = f"tourelle-{run}-{next(numbers)}"
                    asked = (name, common, packages, fingerprint(packages), each)
                    waiting.add(self._client.submit(_answer, *asked, key=key))
                if not waiting:
                    return
                for future in self._ended(waiting):
                    waiting.remove(future)
                    yield self._result(future, packages)
        finally:
            with _quietly():
                self._client.cancel([*waiting, common], force=True)

    def _ended(self, waiting: "set[Future]") -> "set[Future]":
        """Return what has ended within a moment, maybe nothing."""
        from distributed import wait

        with self._client.as_current(), suppress(TimeoutError, CancelledError):
            wait(waiting, LOOKING, return_when="FIRST_COMPLETED")
        return {future for future in waiting if future.status != "pending"}

    def _result(self, future: "Future", packages: Packages) -> Any:
        """Return what a worker answered, or say why there is none."""
        from distributed import KilledWorker

        if future.status in ("cancelled", "lost"):
            raise DocumentError(Refusal("cluster-lost", params=self._here()))
        try:
            return future.result()
        except RefusedError:
            raise
        except KilledWorker as trouble:
            raise DocumentError(Refusal("cluster-killed", params=self._here())) from trouble
        except Exception:
            self._check(packages)  # a worker that came later, with another Tourelle or none
            raise

    # ------------------------------------------------------------ who is there

    def _look(self) -> int:
        """Return how many threads the workers have together; refuse to wait for nobody forever."""
        now = time.monotonic()
        if now - self._looked >= LOOKING:
            try:
                self._threads = sum(self._client.nthreads().values())
            except (OSError, RuntimeError) as trouble:
                raise DocumentError(Refusal("cluster-lost", params=self._here())) from trouble
            self._looked = now
        if self._threads:
            self._seen = now
        elif now - self._seen > ALONE:
            raise DocumentError(Refusal("cluster-empty", params=self._here()))
        return self._threads

    def _wait_for_workers(self) -> None:
        """Wait for the first worker of a cluster that has just been started."""
        try:
            self._client.wait_for_workers(1, timeout=CONNECTING)
        except TimeoutError as trouble:
            raise DocumentError(Refusal("cluster-empty", params=self._here())) from trouble

    def _check(self, packages: Packages) -> None:
        """Refuse workers whose code is not ours."""

        def told() -> str:  # travels as it is written here: a worker may know no Tourelle
            from tourelle.arena.fingerprint import fingerprint

            return fingerprint(packages)

        ours = fingerprint(packages)
        try:
            answers = self._client.run(told, on_error="return")
        except (OSError, RuntimeError) as trouble:
            raise DocumentError(Refusal("cluster-lost", params=self._here())) from trouble
        for worker, theirs in sorted(answers.items()):
            if isinstance(theirs, ImportError):
                raise DocumentError(
                    Refusal(
                        "cluster-no-tourelle", params=self._here(worker=worker, trouble=str(theirs))
                    )
                )
            if isinstance(theirs, str) and theirs != ours:
                raise DocumentError(
                    Refusal(
                        "cluster-other-code",
                        params=self._here(worker=worker, ours=ours, theirs=theirs),
                    )
                )

    def _here(self, **params: Param) -> dict[str, Param]:
        """Return what a sentence about this cluster names."""
        return {"address": self.address, **params}


@contextmanager
def joined(address: str) -> Iterator[Cluster]:
    """Be connected to the scheduler at an address, or say why that can't be."""
    try:
        from distributed import Client
    except ImportError as missing:
        raise DocumentError(Refusal("cluster-missing")) from missing
    with _quietly():
        try:
            client = Client(_with_port(address), timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as trouble:
            params = {"address": address, "trouble": str(trouble)}
            raise DocumentError(Refusal("cluster-unreachable", params=params)) from trouble
        try:
            yield Cluster(client, address)
        finally:
            client.close(timeout=CONNECTING)


def _with_port(address: str) -> str:
    """Return an address with the port that schedulers have, where none is named."""
    host = address.rpartition("://")[2]
    return address if ":" in host.rpartition("]")[2] else f"{address}:{PORT}"


@contextmanager
def _quietly() -> Iterator[None]:
    """Keep Dask from telling on standard error what we say ourselves."""
    log = logging.getLogger("distributed")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


# ---------------------------------------------------------------- in a worker

_mine = threading.local()
"""What each thread of a worker has made ready, by name: bots hold things that no two may use."""


def _carried(blob: bytes) -> bytes:
    """Hand on what every worker needs: from a task it can be had again when a worker dies."""
    return blob


def _answer(name: str, blob: bytes, packages: Packages, code: str, given: Any) -> Any:
    """Do one piece of work."""
    if fingerprint(packages) != code:
        raise OtherCodeError(fingerprint(packages))
    ready: dict[str, Callable[[Any], Any]] = _mine.__dict__.setdefault("ready", {})
    if name not in ready:
        enter, work = pickle.loads(blob)
        if enter is not None:
            enter()
        while len(ready) >= READY:
            del ready[next(iter(ready))]
        ready[name] = work
    return ready[name](given)
