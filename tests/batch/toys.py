"""A game that answers nothing but what every game must: the four counters of the search's tests."""

from typing import Any, ClassVar

from tests.search import toy
from tourelle.core.game import Game
from tourelle.core.layout import new
from tourelle.core.options import Option
from tourelle.core.words import Outcome, Seat


class Counters(Game[Any]):
    """Whoever has more at the end wins."""

    title: ClassVar[str] = "counters"
    rules_version: ClassVar[int] = 1
    option_list = (Option("seats", "", 2, low=2, high=2),)
    options_clause: ClassVar[str] = ""
    position_class = toy.Position
    action_space: ClassVar[int] = toy.COUNTERS + 1
    max_actions: ClassVar[int] = toy.COUNTERS + 1

    def empty(self) -> Any:
        return new(toy.Position)

    def outcome(self, position: Any) -> Outcome | None:
        points = tuple(int(toy.points(position, seat)) for seat in range(2))
        return Outcome(points, tuple(Seat(s) for s in range(2) if points[s] == max(points)), "")


def counters() -> Game[Any]:
    """The toy, though it has no texts and no documents: nobody asks for them here."""
    made = type("Whole", (Counters,), {})
    made.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    game: Game[Any] = made()
    return game
