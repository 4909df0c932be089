"""What an action did, read from the positions before and after it: facts that words are made of."""

from collections.abc import Iterable, Iterator
from typing import Any

from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.telling import Deed, Telling
from tourelle.core.words import Action, Seat, Term
from tourelle.play import Step


def deed_of(game: AnyGame, step: Step[Any]) -> Deed:
    """Return what an action did."""
    _, action, before, after = step
    telling = game.told(game.action_text(action), before, after)
    seats = range(game.seats)
    gained = tuple(game.points(after, Seat(s)) - game.points(before, Seat(s)) for s in seats)
    scored: tuple[tuple[Term, ...], ...] = ()
    if game.is_settled(after) and not game.is_settled(before):
        scored = tuple(tuple(game.score_terms(before, Seat(s))) for s in seats)
    return Deed(telling, gained, scored)


def foretold(
    game: AnyGame, position: AnyPosition, actions: Iterable[Action], seat: Seat
) -> Iterator[tuple[str, Telling, int]]:
    """Yield legal actions, what each would do, and what points it would bring its seat at once."""
    had, gainers = game.points(position, seat), game.gainers
    for action in actions:
        text = game.action_text(action)
        gains, after = 0, None
        if text.partition(" ")[0] in gainers:
            after = game.copy(position)
            game.apply(after, action)
            gains = game.points(after, seat) - had
        yield text, game.foretold(text, position, after), gains


def is_settled(game: AnyGame, position: AnyPosition) -> bool:
    """Tell whether the points at a position include what the terms of the score name."""
    return game.is_over(position) or game.is_settled(position)
