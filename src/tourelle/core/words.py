"""Seats, actions, refusals, outcomes: the words that travel between rooms."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NewType

Seat = NewType("Seat", int)
"""A place at the table, from 0; seats play clockwise."""

Action = NewType("Action", int)
"""One indivisible choice as a number; each game's `actions` is the only codec."""

WATCHER: Final = Seat(-1)
"""Somebody who sees what everybody may see."""

Param = str | int

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]
"""Whatever JSON can say."""


@dataclass(frozen=True)
class Refusal:
    """Why something is not allowed: a machine name, a clause of the rules, what its sentence needs.

    The sentence itself lives in the language catalogues. `clause` is empty where no rule is broken
    (text that is no action, a malformed document).
    """

    reason: str
    clause: str = ""
    params: Mapping[str, Param] = field(default_factory=dict)


class RefusedError(ValueError):
    """Something was refused, and nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal; whoever speaks to a person looks its sentence up."""
        super().__init__(f"{refusal.reason} {dict(refusal.params)} {refusal.clause}".strip())
        self.refusal: Final = refusal


class GameRefusedError(Exception):
    """The rules of a title refused a document, a record, an option set or an action."""

    def __init__(self, title: object, error: RefusedError) -> None:
        """Keep whose catalogue holds the sentence."""
        super().__init__(str(error))
        self.title: Final = str(title)
        self.error: Final = error


@contextmanager
def about(title: object) -> Iterator[None]:
    """Let every refusal know which title it speaks of."""
    try:
        yield
    except RefusedError as error:
        raise GameRefusedError(title, error) from error


class NotCompiledError(RuntimeError):
    """Something was asked for that only compiled code can do."""


class DocumentError(RefusedError):
    """A position document, an option set, a record or a data file is not what it should be."""


@dataclass(frozen=True)
class Term:
    """One line of a score: what gives how many points, where, by which clause."""

    what: str
    at: str | None
    clause: str
    points: int


@dataclass(frozen=True)
class Outcome:
    """How a game ended: points by seat, who won, and the clause that ended it."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    clause: str


def best(ranks: Sequence[int]) -> tuple[Seat, ...]:
    """Return who wins by these ranks, one for each seat: the highest, of equals all."""
    return tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == max(ranks))
