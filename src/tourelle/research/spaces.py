"""The spaces of Gymnasium that PettingZoo's environments share with it."""

import numpy as np
from gymnasium import spaces

from tourelle.batch.batch import parts_of
from tourelle.core.game import AnyGame


def observation_space(game: AnyGame, actions: int) -> spaces.Dict:
    """Return what a seat sees: a row of numbers with their bounds, and the mask of its actions."""
    parts = parts_of(game)
    low = np.concatenate([np.full(part.size, part.low, np.int16) for part in parts])
    high = np.concatenate([np.full(part.size, part.high, np.int16) for part in parts])
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
