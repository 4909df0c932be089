"""A batch of games in the memory of a GPU: the same calls, the same games, byte for byte.

Arrays are device arrays of Numba. They carry `__cuda_array_interface__`, so that PyTorch, CuPy and
JAX read them where they lie. Each is one array for the life of a batch and changes with every step:
copy what you keep.
"""

import secrets
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from tourelle.batch import kernels
from tourelle.batch.batch import Batch, Device, Rewards, Stepped
from tourelle.core import layout
from tourelle.core.game import AnyGame
from tourelle.core.words import Outcome, Param, Seat

THREADS: Final = 128
"""Of a block: more of them, or fewer, changes little."""

Array = Any
"""An array in the memory of the GPU; Numba has no types."""

cuda = kernels.cuda


class Outcomes(Mapping[int, Outcome]):
    """The results of the games that a step ended, fetched when somebody asks for the first."""

    def __init__(self, batch: "CudaBatch") -> None:
        """Stand for the games that ended by the last step of a batch."""
        self._batch: Final = batch
        self._step: Final = batch.steps
        self._found: dict[int, Outcome] | None = None

    @property
    def _results(self) -> dict[int, Outcome]:
        if self._found is None:
            if self._step != self._batch.steps:
                raise RuntimeError("outcomes of a batch on a GPU last until its next step")
            self._found = self._batch.ended()
        return self._found

    def __getitem__(self, row: int) -> Outcome:
        """Return the result of one game."""
        return self._results[row]

    def __iter__(self) -> Iterator[int]:
        """Yield the rows of the games that ended."""
        return iter(self._results)

    def __len__(self) -> int:
        """Return how many games ended."""
        return len(self._results)


class CudaBatch(Batch):
    """So many games in the memory of a GPU. Make one by `Batch(..., device="cuda")`."""

    def __init__(
        self,
        game: str | AnyGame,
        size: int,
        *,
        threads: int | None = None,  # noqa: ARG002 (the same calls as on a CPU)
        rewards: Rewards = "outcome",
        auto_reset: bool = True,
        device: Device = "cuda",
        **options: Param,
    ) -> None:
        """Make room in the memory of the GPU, which has its own `threads`."""
        super().__init__(
            game, size, threads=1, rewards=rewards, auto_reset=auto_reset, device=device, **options
        )
        self.steps = 0
        """How many steps there were."""
        self._over: Final[Array] = cuda.to_device(np.zeros(size, np.bool_))
        self._worth: Final[Array] = cuda.to_device(np.zeros((size, self.seats), np.float32))
        self._finals: Final[Array] = cuda.device_array(size, self._positions.dtype)
        self._missing: Final[Array] = cuda.to_device(np.full(1, -1, np.int64))
        self._seen: Array = None

    # ------------------------------------------------------------ room

    def _zeros(self, shape: tuple[int, ...], kind: type, value: int = 0) -> Array:
        """Return an array of the GPU that holds one value."""
        array = cuda.device_array(shape, kind)
        self._fill(array, value)
        return array

    def _lists(self, width: int, kind: type) -> Array:
        """Return room of the GPU for a list in each row."""
        return cuda.device_array((self.size, width), kind)

    def _room(self) -> Array:
        """Return empty positions in the memory of the GPU."""
        return cuda.to_device(super()._room())

    def _fill(self, array: Array, value: int) -> None:
        """Write one number everywhere."""
        if array.size:
            self._run(kernels.fill, array.reshape(array.size), value)

    def _run(self, kernel: Any, *arrays: Array) -> None:
        """Run a kernel with a thread for each game."""
        kernel[_blocks(self.size), THREADS](*arrays)

    def _given(self, array: ArrayLike) -> Array:
        """Return an array where the GPU can read it: as it lies, or copied there."""
        if isinstance(array, type(self._over)):
            return array
        if hasattr(array, "__cuda_array_interface__"):
            return cuda.as_cuda_array(array)
        return cuda.to_device(np.ascontiguousarray(array, np.int64))

    # ------------------------------------------------------------ playing

    def reset(self, seeds: ArrayLike | None = None) -> None:
        """Deal every game from its seed, below 2**63; none deals games that nobody knows."""
        if seeds is None:
            seeds = secrets.randbelow(1 << 62) + np.arange(self.size)
        given = np.broadcast_to(np.asarray(seeds, np.int64), self.size)
        cuda.to_device(np.ascontiguousarray(given), to=self.seeds)
        self._fill(self.to_move, -1)
        self._fill(self._points, 0)
        self._run(kernels.deal, self._positions, self.to_move, self.seeds)
        self._list()

    def step(self, actions: ArrayLike) -> Stepped:
        """Play one action in every game; one that is not legal in its game changes nothing at all.

        With auto-reset a game that ends is dealt anew, from its seed plus the size of the batch.
        """
        wanted = self._given(actions)
        if wanted.shape != (self.size,):
            raise ValueError(f"a step takes {self.size} actions, not an array of {wanted.shape}")
        self._run(kernels.find, self.legal, self.counts, wanted, self._places, self._missing)
        row = int(self._missing.copy_to_host()[0])
        if row >= 0:
            self._fill(self._missing, -1)
            action = int(wanted[row : row + 1].copy_to_host()[0])
            raise ValueError(f"action {action} is not legal in game {row}")
        self.steps += 1
        positions, over = self._positions, self._over
        self._run(kernels.advance, positions, self.to_move, self._numbers, self._places, over)
        self._run(
            kernels.settle,
            *(positions, self._finals, over, self.to_move, self.seeds, self._points, self._worth),
            *(self._rewards == "points", self._auto_reset),
        )
        self._list()
        return Stepped(self._worth, over, Outcomes(self))

    def ended(self) -> dict[int, Outcome]:
        """Return the results of the games that the last step ended, by row."""
        rows = np.flatnonzero(self._over.copy_to_host()).tolist()
        found = {row: self.game.outcome(self._fetched(self._finals, row)) for row in rows}
        return {row: outcome for row, outcome in found.items() if outcome is not None}

    def put(self, row: int, position: Any) -> None:
        """Go on with one game from a position."""
        held = np.frombuffer(layout.to_bytes(position), self._positions.dtype)
        self._positions[row : row + 1].copy_to_device(held)
        whose = self.game.to_move(position)
        self.to_move[row] = -1 if whose is None else whose
        points = [self.game.points(position, Seat(seat)) for seat in range(self.seats)]
        self._points[row : row + 1].copy_to_device(np.array([points], np.int64))
        self._list()

    def _list(self) -> None:
        """List what is legal, and mask it where somebody has asked for masks."""
        self._run(
            kernels.list_legal,
            *(self._positions, self.to_move, self._numbers, self.legal, self.counts),
            *(self._packed, self._dense),
        )

    # ------------------------------------------------------------ asking

    def observe(self, seats: int | ArrayLike | None = None, out: Array = None) -> Array:
        """Return what a seat sees of each game, by default the one to move (of 0, once it is over).

        A row holds the parts of `parts` one behind another; -1 is somebody who watches. Without
        `out` it is the same array every time.
        """
        looking = self._looked_by(seats)
        if out is None:
            if self._seen is None:
                self._seen = cuda.device_array((self.size, self._width), np.int16)
            out = self._seen
        out = self._given(out)
        if self._views is None:
            self._views = self._room()
        if self.game.observation:
            self._run(kernels.observe, self._positions, self._views, looking, out)
        else:
            self._run(kernels.blank, self._positions, self._views, looking)
            self._run(kernels.spread, self._views.view(np.uint8), out)
        return out

    def _looked_by(self, seats: int | ArrayLike | None) -> Array:
        """Return for every game the seat that looks at it."""
        if seats is None:
            self._run(kernels.look, self.to_move, self._looking)
        elif isinstance(seats, int | np.integer):
            self._fill(self._looking, int(seats))
        else:
            return self._given(seats)
        return self._looking

    def part(self, observations: Array, name: str) -> Array:
        """Return one part of every row of some observations, in its own shape."""
        if isinstance(observations, type(self._over)):
            observations = observations.copy_to_host()
        return super().part(observations, name)

    def position(self, row: int) -> Any:
        """Return the position of one game, to be asked and drawn by `game`."""
        return self._fetched(self._positions, row)

    def action(self, row: int, index: int) -> int:
        """Return the number by which `game` knows a legal action of one game."""
        count = int(self.counts[row])
        listed: Array = self.legal[row, :count]
        place = listed.copy_to_host().tolist().index(index)
        return int(self._numbers[row, place])

    def _fetched(self, positions: Array, row: int) -> Any:
        """Return one of some positions as the rules know it."""
        return layout.copy(positions[row : row + 1].copy_to_host()[0])


def _blocks(threads: int) -> int:
    """Return how many blocks hold so many threads."""
    return -(-threads // THREADS)
