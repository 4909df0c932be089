"""A batch of games of one title under one option set."""

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tourelle.batch import loops
from tourelle.core import layout
from tourelle.core.compile import MACHINE, PLAIN, scratch
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.observation import Part, places, size_of
from tourelle.core.words import Outcome, Param, Seat
from tourelle.games import game_class

Rewards = Literal["outcome", "points"]
Device = Literal["cpu", "cuda"]

FEWEST_ROWS: Final = 64
"""A thread is not worth its while for fewer games."""


class Stepped(NamedTuple):
    """What a step brought."""

    rewards: NDArray[np.float32]
    """By game and seat."""
    over: NDArray[np.bool_]
    """Which games have ended by this step."""
    outcomes: Mapping[int, Outcome]
    """The results of those games, by row; of a batch on a GPU until the next step."""


def shares(outcome: Outcome, seats: int) -> list[float]:
    """Return what an outcome is worth to every seat: 1 for a win alone, sums of 0, ties in between.

    >>> shares(Outcome((9, 4, 4), (Seat(0),), ""), 3)
    [1.0, -0.5, -0.5]
    """
    won = 1 / len(outcome.winners)
    return [
        (seats * (won if Seat(seat) in outcome.winners else 0.0) - 1) / (seats - 1)
        for seat in range(seats)
    ]


class Batch:
    """So many games, one in each row of every array. An action is its policy index."""

    def __new__(cls, *_: Any, device: Device = "cpu", **__: Any) -> Self:
        """Make a batch where its arrays shall lie."""
        if cls is Batch and device == "cuda":
            from tourelle.batch.cuda import CudaBatch

            return object.__new__(CudaBatch)  # type: ignore[return-value]
        if device not in ("cpu", "cuda"):
            raise ValueError(f"a batch lies on cpu or cuda, not on {device!r}")
        return object.__new__(cls)

    def __init__(
        self,
        game: str | AnyGame,
        size: int,
        *,
        threads: int | None = None,
        rewards: Rewards = "outcome",
        auto_reset: bool = True,
        device: Device = "cpu",
        **options: Param,
    ) -> None:
        """Make room for `size` games of a title with its options, or of a `Game`; `reset` deals.

        `threads`: all cores unless said otherwise. `rewards`: `outcome` gives what `shares` says
        when a game ends, `points` what every seat has scored by each step. With `auto_reset` a game
        that ends is dealt anew at once; without, it stays as it is and takes no more actions. On
        the `device` cuda all arrays lie in the memory of a GPU, and every call works there.
        """
        if rewards not in ("outcome", "points"):
            raise ValueError(f"rewards are outcome or points, not {rewards!r}")
        self.game: Final[AnyGame] = game_class(game)(options) if isinstance(game, str) else game
        self.size: Final = size
        self.device: Final = device
        self.seats: Final = self.game.seats
        self.actions: Final = self.game.policy_size or self.game.action_space
        self.parts: Final[tuple[Part, ...]] = parts_of(self.game)
        self._width: Final = size_of(self.parts)
        self._rewards: Final = rewards
        self._auto_reset: Final = auto_reset
        rows = (size,)
        self.seeds: Final[NDArray[np.int64]] = self._zeros(rows, np.int64)
        """What the games at hand were dealt from."""
        self.to_move: Final[NDArray[np.int64]] = self._zeros(rows, np.int64, -1)
        """Who chooses next in each game, -1 once it is over."""
        self.counts: Final[NDArray[np.int64]] = self._zeros(rows, np.int64)
        """How many actions are legal in each game."""
        self.legal: Final[NDArray[np.int32]] = self._lists(self.game.max_actions, np.int32)
        """The legal actions: in each row the first `counts`, the rest is anything."""
        self._numbers: Final[Any] = self._lists(self.game.max_actions, np.int64)
        self._positions: Final = self._room()
        self._views: Any = None
        self._looking: Final = self._zeros(rows, np.int64)
        self._places: Final = self._zeros(rows, np.int64)
        self._points: Final = self._zeros((size, self.seats), np.int64)
        self._packed: NDArray[np.uint8] = self._zeros((size, 0), np.uint8)
        self._dense: NDArray[np.uint8] = self._zeros((size, 0), np.uint8)
        self._chunks: Final = _chunks(size, threads or os.cpu_count() or 1)
        self._pool: Final = ThreadPoolExecutor(len(self._chunks)) if self._chunks[1:] else None

    # ------------------------------------------------------------ playing

    def reset(self, seeds: ArrayLike | None = None) -> None:
        """Deal every game from its seed, below 2**63; none deals games that nobody knows."""
        if seeds is None:
            seeds = secrets.randbelow(1 << 62) + np.arange(self.size)
        self.seeds[:] = np.asarray(seeds)
        self.to_move[:] = -1
        self._begin()

    def step(self, actions: ArrayLike) -> Stepped:
        """Play one action in every game; one that is not legal in its game changes nothing at all.

        With auto-reset a game that ends is dealt anew, from its seed plus the size of the batch.
        """
        wanted = np.ascontiguousarray(actions, np.int64)
        if wanted.shape != (self.size,):
            raise ValueError(f"a step takes {self.size} actions, not an array of {wanted.shape}")
        going = self.to_move >= 0
        found = self._each(loops.find, self.legal, self.counts, wanted, self._places)
        row = max(found)
        if row >= 0:
            raise ValueError(f"action {int(wanted[row])} is not legal in game {row}")
        self._each(loops.advance, self._positions, self.to_move, self._numbers, self._places)
        over = going & (self.to_move < 0)
        ended = np.flatnonzero(over)
        outcomes = {int(row): self._outcome(int(row)) for row in ended}
        rewards = self._rewarded(outcomes)
        if self._auto_reset and len(ended):
            self.seeds[ended] += self.size
            self._begin()
        else:
            self._list()
        return Stepped(rewards, over, outcomes)

    def put(self, row: int, position: AnyPosition) -> None:
        """Go on with one game from a position."""
        self._positions[row] = layout.copy(position)
        whose = self.game.to_move(position)
        self.to_move[row] = -1 if whose is None else whose
        self._points[row] = [self.game.points(position, Seat(s)) for s in range(self.seats)]
        self._list()

    def _begin(self) -> None:
        """Deal the games that are over."""
        fresh = self.to_move < 0
        self._each(loops.deal, self._positions, self.to_move, self.seeds)
        if self._rewards == "points":
            self._points[fresh] = 0
        self._list()

    def _list(self) -> None:
        """List what is legal, and mask it where somebody has asked for masks."""
        self._each(
            loops.list_legal,
            *(self._positions, self.to_move, self._numbers, self.legal, self.counts),
            *(self._packed, self._dense),
        )

    def _outcome(self, row: int) -> Outcome:
        """Return the result of a game that is over."""
        outcome = self.game.outcome(self.position(row))
        assert outcome is not None
        return outcome

    def _rewarded(self, outcomes: dict[int, Outcome]) -> NDArray[np.float32]:
        """Return what the last step was worth to every seat of every game."""
        rewards = np.zeros((self.size, self.seats), np.float32)
        if self._rewards == "points":
            self._each(loops.gain, self._positions, self._points, rewards)
            return rewards
        for row, outcome in outcomes.items():
            rewards[row] = shares(outcome, self.seats)
        return rewards

    # ------------------------------------------------------------ asking

    def legal_mask(self, *, packed: bool = True) -> NDArray[np.uint8]:
        """Return what is legal: bits of `numpy.packbits(..., bitorder="little")`, or a byte each.

        The same array is kept up to date from the first call on: copy what you keep.
        """
        width = (self.actions + 7) // 8 if packed else self.actions
        mask = self._packed if packed else self._dense
        if mask.shape[1] == 0:
            mask = self._zeros((self.size, width), np.uint8)
            if packed:
                self._packed = mask
            else:
                self._dense = mask
            self._list()
        return mask

    def observe(
        self, seats: int | ArrayLike | None = None, out: NDArray[np.int16] | None = None
    ) -> NDArray[np.int16]:
        """Return what a seat sees of each game, by default the one to move (of 0, once it is over).

        A row holds the parts of `parts` one behind another; -1 is somebody who watches.
        """
        looking = self._looking
        looking[:] = np.maximum(self.to_move, 0) if seats is None else seats
        if out is None:
            out = np.empty((self.size, self._width), np.int16)
        if self._views is None:
            self._views = self._room()
        if self.game.observation:
            self._each(loops.observe, self._positions, self._views, looking, out)
        else:
            self._each(loops.blank, self._positions, self._views, looking)
            for row in range(self.size):
                out[row] = np.frombuffer(layout.to_bytes(self._views[row]), np.uint8)
        return out

    def part(self, observations: NDArray[np.int16], name: str) -> NDArray[np.int16]:
        """Return one part of every row of some observations, in its own shape."""
        shape = next(part.shape for part in self.parts if part.name == name)
        return observations[:, places(self.parts)[name]].reshape(len(observations), *shape)

    def position(self, row: int) -> AnyPosition:
        """Return the position of one game, to be asked and drawn by `game`."""
        return layout.copy(self._positions[row])

    def action(self, row: int, index: int) -> int:
        """Return the number by which `game` knows a legal action of one game."""
        place = self.legal[row, : self.counts[row]].tolist().index(index)
        return int(self._numbers[row][place])

    # ------------------------------------------------------------ room

    def _zeros(self, shape: tuple[int, ...], kind: type, value: int = 0) -> Any:
        """Return an array that holds one value."""
        return np.full(shape, value, kind) if value else np.zeros(shape, kind)

    def _lists(self, width: int, kind: type) -> Any:
        """Return room for a list in each row; those of actions as the rules want to write them."""
        if MACHINE == PLAIN and kind is np.int64:
            return [scratch(width) for _ in range(self.size)]
        return np.empty((self.size, width), kind)

    def _room(self) -> Any:
        """Return empty positions in a row that compiled loops take."""
        if MACHINE == PLAIN:
            return [self.game.empty() for _ in range(self.size)]
        positions = np.empty(self.size, layout.dtype_of(self.game.position_class))
        positions[:] = np.frombuffer(layout.to_bytes(self.game.empty()), positions.dtype)
        return positions

    def _each(self, work: Callable[..., Any], *arrays: Any) -> Sequence[Any]:
        """Run a loop over all rows, on every thread some of them."""
        if self._pool is None:
            return [work(*arrays, 0, self.size)]
        waiting = [self._pool.submit(work, *arrays, *chunk) for chunk in self._chunks]
        return [each.result() for each in waiting]


def parts_of(game: AnyGame) -> tuple[Part, ...]:
    """Return what a network sees of a game; the bytes of a view where it declares nothing."""
    width = layout.dtype_of(game.position_class).itemsize
    return game.observation or (Part("bytes", (width,), 0, 255),)


def _chunks(size: int, threads: int) -> list[tuple[int, int]]:
    """Return the rows of each thread: all as many, none too few."""
    number = max(1, min(threads, size // FEWEST_ROWS))
    edges = [size * i // number for i in range(number + 1)]
    return list(pairwise(edges))
