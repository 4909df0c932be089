"""A queue of jobs that servers hand to workers: what either side may ask of it.

A job is a text that only whoever asks and whoever does it understand. Nothing in the queue is
worth keeping: a job that is lost is asked for again.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol


class Wanted(NamedTuple):
    """A job that a server wants to have done."""

    number: int
    """By which the server knows it."""
    priority: int
    """Jobs of a lower number come first."""
    rank: int
    """Then those for whom fewer others were waiting."""
    seconds: float
    """A worker that takes longer is taken for lost."""
    text: str


class Taken(NamedTuple):
    """A job in the hands of a worker."""

    server: str
    number: int
    priority: int
    seconds: float
    tries: int
    """How many workers were lost with it in their hands."""
    text: str


class Lost(NamedTuple):
    """A job whose worker was lost; `aside`: it is not tried again."""

    server: str
    number: int
    tries: int
    aside: bool
    text: str


class Crew(NamedTuple):
    """The workers that are at work for servers of some version."""

    workers: int = 0
    threads: int = 0


class Answered(NamedTuple):
    """A job is done: what a worker answers."""

    number: int
    text: str


class Shared(NamedTuple):
    """How far some jobs are, from 0 to 1."""

    shares: Sequence[tuple[int, float]]


class SetAside(NamedTuple):
    """A job has ended every worker that tried it, so nobody tries it any more."""

    number: int


class Missed(NamedTuple):
    """Something may not have been heard."""


Tidings = Answered | Shared | SetAside | Missed


class Standing(NamedTuple):
    """What a host is shown of the queue."""

    workers: int
    threads: int
    waiting: int
    running: int
    aside: int


class Queue(Protocol):
    """The queue as a server sees it; every call may raise a `JournalError`."""

    def listen(self, speaks: str, hear: Callable[[Tidings], None]) -> None:
        """Have everything told, from a thread of its own; workers must speak the same version."""

    def ask(self, wanted: Wanted) -> None:
        """Put a job into the queue."""

    def cancel(self, numbers: Sequence[int]) -> None:
        """Take jobs out of it; a worker that is at one is told."""

    def untaken(self, numbers: Sequence[int]) -> list[int]:
        """Take those jobs out that no worker has ever taken; return them."""

    def known(self) -> dict[int, int]:
        """Return this server's jobs that are in the queue, with how many workers each has lost."""

    def crew(self) -> Crew:
        """Return who is at work for servers of this version."""

    def sweep(self) -> list[Lost]:
        """Hand on jobs whose worker is lost; return what was found."""

    def standing(self) -> Standing:
        """Return how full it is."""
