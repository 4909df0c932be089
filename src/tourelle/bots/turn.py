"""A bot that thinks in whole turns: a beam through all the ways its turn can go."""

import threading
from typing import Any, Final

from tourelle.core.chance import next_word
from tourelle.core.game import Game
from tourelle.core.words import Action, Seat
from tourelle.search.turns import LENGTH, Workspace, search_turn, workspace


class Turn:
    """Plays the first action of the best turn it finds, in a few worlds that fit what it sees."""

    def __init__(self, name: str = "turn", width: int = 24, worlds: int = 3, budget: int = 60_000):
        """Keep `width` states at every step and weigh at most `budget` in each world."""
        self.name: Final = name
        self.width: Final = width
        self.worlds: Final = worlds
        self.budget: Final = budget
        self._rooms = threading.local()

    def choose(self, game: Game[Any], view: Any, seat: Seat, dice: list[int]) -> Action:
        """Return the action on which the worlds agree most; of equals the more promising."""
        room = self._room(game)
        votes: dict[int, list[float]] = {}
        for _ in range(self.worlds):
            room.states[2 * self.width] = game.imagine(view, seat, int(next_word(dice)))
            worth = search_turn(room, self.width, game.seats, self.budget)
            votes.setdefault(int(room.path[0]), []).append(float(worth))
        best = max(votes, key=lambda action: (len(votes[action]), sum(votes[action])))
        return Action(best)

    def plan(self, game: Game[Any], view: Any, seat: Seat, dice: list[int]) -> list[Action]:
        """Return the whole of the best turn in one world."""
        room = self._room(game)
        room.states[2 * self.width] = game.imagine(view, seat, int(next_word(dice)))
        search_turn(room, self.width, game.seats, self.budget)
        return [Action(int(action)) for action in room.path[: room.results[LENGTH]]]

    def _room(self, game: Game[Any]) -> Workspace:
        """Return this thread's room for a title."""
        rooms: dict[str, Workspace] = self._rooms.__dict__.setdefault("by_title", {})
        if game.title not in rooms:
            rooms[game.title] = workspace(game.position_class, game.max_actions, self.width)
        return rooms[game.title]
