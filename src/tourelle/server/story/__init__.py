"""What an action did, read from the positions before and after it: facts that words are made of.

Every title has its teller here. It compares and never decides: what is legal and what it brings is
the engine's.
"""

from typing import Any, Final, Protocol

from tourelle.core.game import Game
from tourelle.core.words import Action, Seat, Term
from tourelle.server.story import blox, castellan, torres
from tourelle.server.story.deeds import Deed, Facts, Telling


class Teller(Protocol):
    """What the story of a title needs."""

    @property
    def GAINERS(self) -> tuple[str, ...]:  # noqa: N802 (a constant of its module)
        """Return the first words of actions that may bring points at once."""

    def told(self, text: str, before: Any, after: Any) -> Telling:
        """Tell what an action did."""

    def foretold(self, text: str, before: Any, after: Any | None) -> Telling:
        """Tell what an action would do, as far as that is quickly known; `after` where it is."""

    def facts(self, position: Any) -> Facts:
        """Return what a page has to know of the rules at a position, by name."""

    def settled(self, position: Any) -> bool:
        """Tell whether the points include what the terms of the score name."""


TELLERS: Final[dict[str, Teller]] = {"torres": torres, "blox": blox, "castellan": castellan}


def deed_of(game: Game[Any], before: Any, action: Action) -> tuple[Deed, Any]:
    """Return what a legal action does at a position, and the position after it."""
    after = game.copy(before)
    game.apply(after, action)
    teller = TELLERS.get(game.title)
    telling = teller.told(game.action_text(action), before, after) if teller else Telling()
    seats = range(game.seats)
    gained = tuple(game.points(after, Seat(s)) - game.points(before, Seat(s)) for s in seats)
    scored: tuple[tuple[Term, ...], ...] = ()
    if teller and teller.settled(after) and not teller.settled(before):
        scored = tuple(tuple(game.score_terms(before, Seat(s))) for s in seats)
    return Deed(telling, gained, scored), after


def foretold(
    game: Game[Any], position: Any, action: Action, text: str, seat: Seat
) -> tuple[Telling, int]:
    """Return what a legal action would do, and what points it would bring its seat at once."""
    teller = TELLERS.get(game.title)
    if teller is None:
        return Telling(), 0
    gains, after = 0, None
    if text.split(" ", 1)[0] in teller.GAINERS:
        after = game.copy(position)
        game.apply(after, action)
        gains = game.points(after, seat) - game.points(position, seat)
    return teller.foretold(text, position, after), gains


def facts_of(game: Game[Any], position: Any) -> Facts:
    """Return what a page has to know of the rules at a position."""
    teller = TELLERS.get(game.title)
    return teller.facts(position) if teller else {}


def is_settled(game: Game[Any], position: Any) -> bool:
    """Tell whether the points at a position include what the terms of the score name."""
    teller = TELLERS.get(game.title)
    return game.is_over(position) or (teller.settled(position) if teller else True)
