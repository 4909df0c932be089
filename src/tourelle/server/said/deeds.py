"""What an action did, read from the positions before and after it: facts that words are made of."""

from collections.abc import Sequence
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
    game: AnyGame, position: AnyPosition, actions: Sequence[Action], seat: Seat
) -> list[tuple[str, Telling, int]]:
    """Return legal actions, what each would do, and what points it would bring its seat at once."""
    texts, gainers = [game.action_text(action) for action in actions], game.gainers
    tried = [
        action
        for action, text in zip(actions, texts, strict=True)
        if text.partition(" ")[0] in gainers
    ]
    gains = dict(zip(tried, game.gains(position, tried, seat), strict=True)) if tried else {}
    gained = [gains.get(action, 0) for action in actions]
    afters: list[AnyPosition | None] = [None] * len(texts)
    for place, action in enumerate(actions):
        if gained[place]:
            afters[place] = after = game.copy(position)
            game.apply(after, action)
    return list(zip(texts, game.foretold(texts, position, afters), gained, strict=True))


def is_settled(game: AnyGame, position: AnyPosition) -> bool:
    """Tell whether the points at a position include what the terms of the score name."""
    return game.is_over(position) or game.is_settled(position)
