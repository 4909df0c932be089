"""One game as environments want it: actions as policy indices, observations as arrays."""

import hashlib
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from tourelle.batch import Batch
from tourelle.batch.batch import Rewards
from tourelle.core.game import AnyGame
from tourelle.core.words import Action, Outcome, Seat


class Single:
    """A game in progress, and what it has been."""

    def __init__(self, game: AnyGame, rewards: Rewards = "outcome") -> None:
        """Make room for a game; `reset` deals it."""
        self.game: Final = game
        self._batch: Final = Batch(game, 1, threads=1, rewards=rewards, auto_reset=False)
        self._reward_kind: Final[Rewards] = rewards
        self.past: list[tuple[int, Any]] = []
        """Every action so far as `game` numbers it, and the position before it."""
        self.outcome: Outcome | None = None
        self.rewards: list[float] = [0.0] * game.seats
        """What the last action was worth to every seat."""

    @property
    def actions(self) -> int:
        """Return how many policy indices there are."""
        return self._batch.actions

    @property
    def whose(self) -> int:
        """Return who chooses next, -1 once the game is over."""
        return int(self._batch.to_move[0])

    @property
    def position(self) -> Any:
        """Return what stands now."""
        return self._batch.position(0)

    def reset(self, seed: int) -> None:
        """Deal a game: the one that `tourelle.start` deals from this seed."""
        self._batch.reset([seed])
        self.past, self.outcome = [], None
        self.rewards = [0.0] * self.game.seats

    def legal(self) -> list[int]:
        """Return the legal actions in ascending order."""
        indices: list[int] = self._batch.legal[0, : self._batch.counts[0]].tolist()
        return sorted(indices)

    def is_legal(self, index: int) -> bool:
        """Tell whether an action may be played now."""
        return bool((self._batch.legal[0, : self._batch.counts[0]] == index).any())

    def mask(self) -> NDArray[np.int8]:
        """Return a byte for every policy index, 1 where it is legal; it is yours."""
        mask: NDArray[np.int8] = self._batch.legal_mask(packed=False)[0].view(np.int8).copy()
        return mask

    def observation(self, seat: int) -> NDArray[np.int16]:
        """Return what a seat sees."""
        row: NDArray[np.int16] = self._batch.observe(seat)[0]
        return row

    def number(self, index: int) -> Action:
        """Return the number by which `game` knows a legal action."""
        return Action(self._batch.action(0, index))

    def index(self, number: Action) -> int:
        """Return the policy index of a legal action by its number."""
        return next(index for index in self.legal() if self.number(index) == number)

    def play(self, index: int, *, remember: bool = False) -> None:
        """Play a legal action; `remember` keeps the position before it in `past`."""
        if remember:
            self.past.append((self.number(index), self.position))
        stepped = self._batch.step([index])
        self.rewards = stepped.rewards[0].tolist()
        self.outcome = stepped.outcomes.get(0)

    def recollection(self, seat: int) -> str:
        """Return a hash of all that a seat has ever seen and done in this game, as remembered."""
        digest = hashlib.sha256()
        for number, before in self.past:
            digest.update(self.game.identity(self.game.view(before, Seat(seat))))
            if self.game.to_move(before) == seat:
                digest.update(number.to_bytes(8, "big"))
        return digest.hexdigest()[:32]

    def __deepcopy__(self, _memo: object) -> Self:
        """Return an independent game that stands where this one does."""
        twin = type(self)(self.game, self._reward_kind)
        twin._batch.put(0, self.position)
        twin.past, twin.outcome, twin.rewards = list(self.past), self.outcome, list(self.rewards)
        return twin
