"""What an action did, as facts that words are made of; every room that speaks shares them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tourelle.core.words import Term

Facts = dict[str, Any]
"""What a page has to know of the rules at a position, by name."""

Fact = str | int | bool | tuple["Fact", ...]
"""One thing that a page has to know of an action."""


@dataclass(frozen=True)
class News:
    """Something that began or ended by an action: a sentence of the title, its gaps, its seats."""

    key: str
    gaps: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Telling:
    """How an action is told: which variant of its sentence, gaps, seats to be named; and its way.

    `way` leads from place to place, both ends included; `floors` says how high it passes each of
    them, where it leads through what stands there. `price` is in action points. `source` says
    what the points are for, `span` in which stretch of the game they came. `facts` are what a page
    must know of the action and can't see, by name: what it closes, what is paid for it.
    """

    variant: str = ""
    gaps: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, int] = field(default_factory=dict)
    way: tuple[str, ...] = ()
    floors: tuple[int, ...] = ()
    price: int = 0
    source: str = ""
    span: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    news: tuple[News, ...] = ()

    def names_of(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of all seats; none where no seat is named, for it is told alike then."""
        return names if self.seats else ()

    def __hash__(self) -> int:
        """Return the same number for what is told the same way; worked out once."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        named = (frozenset(named.items()) for named in (self.gaps, self.seats, self.facts))
        return hash((self.variant, self.way, self.floors, self.price, *named))


@dataclass(frozen=True)
class Near:
    """An action that one rule alone forbids: its notation, a sentence of the title, the clause."""

    text: str
    key: str
    gaps: Mapping[str, str]
    clause: str


@dataclass(frozen=True)
class Deed:
    """What an action did: how it is told, points gained by seat, the scoring it brought by seat."""

    telling: Telling
    gained: tuple[int, ...]
    scored: tuple[tuple[Term, ...], ...] = ()
