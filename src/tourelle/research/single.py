"""One game as environments want it: actions as policy indices, observations as arrays."""

import hashlib
from collections.abc import Callable
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from tourelle.batch import Batch, loops
from tourelle.batch.batch import Rewards
from tourelle.core.game import AnyGame
from tourelle.core.words import Action, Outcome, Seat

TURN: Final[Callable[..., bool]] = loops.turn
"""Of arrays, where its own types speak of lists."""


class _Lone(Batch):
    """A batch of one game, which rests once it is over: a step is one call of compiled code."""

    def __init__(self, game: AnyGame, rewards: Rewards) -> None:
        super().__init__(game, 1, threads=1, rewards=rewards, auto_reset=False)
        self._wanted: Final = np.zeros(1, np.int64)
        self.legal_mask(packed=False)

    def played(self, index: int) -> bool:
        """Play an action if it is legal, and tell whether it was."""
        self._wanted[0] = index
        return TURN(
            *(self._positions, self.to_move, self._numbers, self.legal, self.counts),
            *(self._packed, self._dense, self._wanted, self._places),
        )

    def worth(self, outcome: Outcome | None) -> list[float]:
        """Return what the last action was worth to every seat."""
        worth: list[float] = self._rewarded({} if outcome is None else {0: outcome})[0].tolist()
        return worth


class Single:
    """A game in progress, and what it has been."""

    def __init__(self, game: AnyGame, rewards: Rewards = "outcome") -> None:
        """Make room for a game; `reset` deals it."""
        self.game: Final = game
        self._batch: Final = _Lone(game, rewards)
        self._mask: Final[NDArray[np.int8]] = self._batch.legal_mask(packed=False)[0].view(np.int8)
        self._reward_kind: Final[Rewards] = rewards
        self._nothing: Final = [0.0] * game.seats
        self.past: list[tuple[int, Any]] = []
        """Every action so far as `game` numbers it, and the position before it."""
        self.whose = -1
        """Who chooses next, -1 once the game is over."""
        self.outcome: Outcome | None = None
        self.rewards: list[float] = self._nothing
        """What the last action was worth to every seat."""

    @property
    def actions(self) -> int:
        """Return how many policy indices there are."""
        return self._batch.actions

    @property
    def position(self) -> Any:
        """Return what stands now."""
        return self._batch.position(0)

    def reset(self, seed: int) -> None:
        """Deal a game: the one that `tourelle.start` deals from this seed."""
        self._batch.reset([seed])
        self.whose = int(self._batch.to_move[0])
        self.past, self.outcome, self.rewards = [], None, self._nothing

    def legal(self) -> list[int]:
        """Return the legal actions in ascending order."""
        indices: list[int] = self._batch.legal[0, : self._batch.counts[0]].tolist()
        return sorted(indices)

    def is_legal(self, index: int) -> bool:
        """Tell whether an action may be played now."""
        return bool((self._batch.legal[0, : self._batch.counts[0]] == index).any())

    def mask(self) -> NDArray[np.int8]:
        """Return a byte for every policy index, 1 where it is legal; it is yours."""
        return self._mask.copy()

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
        past = (self.number(index), self.position) if remember else None
        if not self.played(index):
            raise ValueError(f"action {index} is not legal")
        if past is not None:
            self.past.append(past)

    def played(self, index: int) -> bool:
        """Play an action if it is legal, and tell whether it was."""
        batch = self._batch
        if not batch.played(index):
            return False
        self.whose = int(batch.to_move[0])
        if self.whose < 0:
            self.outcome = self.game.outcome(self.position)
        if self.outcome is not None or self._reward_kind == "points":
            self.rewards = batch.worth(self.outcome)
        return True

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
        twin.whose = self.whose
        twin.past, twin.outcome, twin.rewards = list(self.past), self.outcome, list(self.rewards)
        return twin
