"""One game between bots, from a deal, a start that chance varies, and the bots' own dice."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tourelle.bots.bot import Bot
from tourelle.bots.driving import Driver, planning
from tourelle.core.chance import below, dice_from
from tourelle.core.compile import buffer
from tourelle.core.game import AnyGame
from tourelle.core.words import Outcome
from tourelle.play import Play

OPENING_SALT: Final = 0x0A1E  # keeps the draws of an opening apart from those of its deal


@dataclass(frozen=True)
class FinishedGame:
    """A finished game."""

    outcome: Outcome
    actions: tuple[str, ...]
    seconds: tuple[float, ...]
    """How long each seat thought."""
    turns: tuple[int, ...]
    """How many turns each seat had: a turn lasts until another seat is to move."""
    longest: tuple[float, ...]
    """How long each seat thought about the turn that took it longest."""


def play_game(
    game: AnyGame, bots: Sequence[Bot], deal: int, dice_seed: int, opening: int = 0
) -> FinishedGame:
    """Play a game to its end; the first `opening` actions are drawn from the deal's number.

    Every bot is handed its view only. The same numbers give the same game, as long as the bots'
    budgets are budgets of work.
    """
    play = Play(game, game.setup(deal), deal)
    for text in open_game(game, deal, opening):
        play.push(text)
    dice = [buffer(1) for _ in bots]
    for seat, own in enumerate(dice):
        own[0] = dice_seed + seat
    seconds: list[list[float]] = [[] for _ in bots]
    driver, before = Driver(), None
    while (mover := play.to_move) is not None:
        if mover != before:
            seconds[mover].append(0.0)
        before = mover
        if not driver.has_plan(play):
            think = planning(play, bots[mover], dice[mover])
            began = time.perf_counter()
            planned = think()
            seconds[mover][-1] += time.perf_counter() - began
            driver.adopt(play, planned)
        play.apply(driver.next_action(play))
    outcome = play.outcome()
    assert outcome is not None  # no seat is to move any more
    return FinishedGame(
        outcome,
        tuple(play.texts()),
        tuple(map(sum, seconds)),
        tuple(map(len, seconds)),
        tuple(max(turns, default=0.0) for turns in seconds),
    )


def open_game(game: AnyGame, deal: int, opening: int) -> list[str]:
    """Return the first `opening` actions of a deal, drawn from its number; no turn is given up."""
    position, dice = game.setup(deal), dice_from(deal ^ OPENING_SALT)
    actions: list[str] = []
    while len(actions) < opening and not game.is_over(position):
        legal = game.legal_actions(position)
        sensible = [action for action in legal if not game.ends_turn(action)] or legal
        action = sensible[int(below(dice, len(sensible)))]
        actions.append(game.action_text(action))
        game.apply(position, action)
    return actions


def default_opening(game: AnyGame) -> int:
    """Return how many first actions chance should draw, so that bots don't repeat their games."""
    return set_up_actions(game) + game.varied_opening()


def set_up_actions(game: AnyGame) -> int:
    """Return how many actions set up the board."""
    position, count = game.setup(0), 0
    while game.sets_up(first := game.legal_actions(position)[0]):
        game.apply(position, first)
        count += 1
    return count
