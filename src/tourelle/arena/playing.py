"""One game between bots, from a deal, a start that chance varies, and the bots' own dice."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tourelle.bots.bot import Bot
from tourelle.core.chance import below
from tourelle.core.compile import buffer
from tourelle.core.game import Game
from tourelle.core.words import Outcome


@dataclass(frozen=True)
class Played:
    """A finished game."""

    outcome: Outcome
    actions: tuple[str, ...]
    seconds: tuple[float, ...]
    """How long each seat thought."""
    turns: tuple[int, ...]
    """How often each seat was asked."""


def play_game(
    game: Game[Any], bots: Sequence[Bot], deal: int, dice_seed: int, opening: int = 0
) -> Played:
    """Play a game to its end; the first `opening` actions are drawn from the deal's number.

    Every bot is handed its view only. The same numbers give the same game, as long as the bots'
    budgets are budgets of work.
    """
    position, actions = game.setup(deal), []
    start, dice = buffer(1), [buffer(1) for _ in bots]
    start[0] = deal
    for seat, own in enumerate(dice):
        own[0] = dice_seed + seat
    for _ in range(opening):
        if game.is_over(position):
            break
        legal = game.legal_actions(position)
        action = legal[int(below(start, len(legal)))]
        actions.append(game.action_text(action))
        game.apply(position, action)
    seconds, turns = [0.0] * len(bots), [0] * len(bots)
    while (seat_to_move := game.to_move(position)) is not None:
        began = time.perf_counter()
        view = game.view(position, seat_to_move)
        turn = bots[seat_to_move].turn(game, view, seat_to_move, dice[seat_to_move])
        seconds[seat_to_move] += time.perf_counter() - began
        turns[seat_to_move] += 1
        for action in turn:
            actions.append(game.action_text(action))
            game.play(position, action)
    outcome = game.outcome(position)
    assert outcome is not None  # no seat is to move any more
    return Played(outcome, tuple(actions), tuple(seconds), tuple(turns))
