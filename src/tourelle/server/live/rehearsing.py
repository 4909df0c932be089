"""A game told from its deal to its end before anybody plays: at a table nobody waits for what is
compiled, or read from the disk, when it is asked for the first time."""

import random
from typing import Final

from tourelle.core.words import Seat
from tourelle.games import game_class
from tourelle.server.live.studies import opened
from tourelle.server.said.encoding import state_text
from tourelle.server.said.eyes import Eyes

WATCHING: Final = Eyes()
MOST: Final = 1000
"""Actions after which a game is left, whatever an author's rules say."""


def rehearse(title: str, seed: int = 0) -> None:
    """Play a game at random, and tell every seat and a watcher all of it."""
    game, dice = game_class(title)({}), random.Random(seed)
    study = opened(game)
    table = study.table
    listeners = [WATCHING, *[Eyes((Seat(seat),)) for seat in range(game.seats)]]
    while (seat := table.to_move) is not None and (heard := table.number) < MOST:
        action = dice.choice(game.legal_actions(table.position))
        for entry in table.submit(heard, seat, game.action_text(action), 0):
            table.take(entry)
        for eyes in listeners:
            state_text(study, eyes, heard)
