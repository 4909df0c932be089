"""Compiling ahead, at a first start: one call for each kernel that Python asks."""

from collections.abc import Callable

from tourelle.core.game import Rules
from tourelle.core.layout import AnyPosition
from tourelle.core.words import Action, Seat

Step = Callable[[], object]


def steps(rules: Rules) -> list[Step]:
    """Return calls that together compile whatever playing a title needs."""
    game = rules({})
    seat = Seat(0)
    table: list[AnyPosition] = []  # the deal comes first: the other steps need its position

    def position() -> AnyPosition:
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
