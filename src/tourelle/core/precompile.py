"""Compiling ahead, at a first start: one call for each kernel that Python asks."""

from collections.abc import Callable
from typing import Any

from tourelle.core.game import Game
from tourelle.core.words import Action, Seat

Step = Callable[[], object]


def steps(rules: type[Game[Any]]) -> list[Step]:
    """Return calls that together compile whatever playing a title needs."""
    game = rules({})
    seat = Seat(0)
    table: list[Any] = []  # the deal comes first: the other steps need its position

    def position() -> Any:
        return table[0]

    return [
        lambda: table.append(game.setup(0)),
        lambda: game.to_move(position()),
        lambda: game.legal_actions(position()),
        lambda: game.reveals(position(), game.legal_actions(position())[0], position()),
        lambda: game.apply(game.copy(position()), game.legal_actions(position())[0]),
        lambda: game.points(position(), seat),
        lambda: game.evaluate(position(), seat),
        lambda: game.imagine(game.view(position(), seat), seat, 0),
        lambda: rules.read(game.document(position())),
        lambda: [game.score_terms(position(), Seat(other)) for other in range(game.seats)],
        lambda: game.refusal(position(), Action(game.action_space - 1)),
    ]
