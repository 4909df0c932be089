"""A net as it is kept: `net-SEATS.npz` in the folder of its title.

The file holds the weights, for inputs brought to mean 0 and deviation 1, and says what the inputs
are called and how it came about: command, seed, commit, games, gate. What doesn't fit the game it
is asked about is refused. Nothing in the file is run.
"""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from tourelle.core import plugins
from tourelle.core.game import AnyGame, Rules
from tourelle.core.words import DocumentError, Param, Refusal
from tourelle.search.net import FIRST, SECOND, Net

FORMAT: Final = 1
MOST_BYTES: Final = 100_000
"""No net is larger."""
COARSE: Final = ("first", "second", "last", "skip")
"""The weights kept in 16 bits; everything else takes 32."""
FINE: Final = ("mean", "deviation", "first_bias", "second_bias", "bias")

ASKED: Final = {"none": 0, "ends": 1, "leaves": 2, "both": 3}
"""Where a search may ask a net, by the word for it in a bot's settings."""


@dataclass(frozen=True)
class Learnt:
    """A net with its story."""

    title: str
    seats: int
    inputs: tuple[str, ...]
    arrays: Mapping[str, Any]
    """By the names in COARSE and FINE."""
    story: Mapping[str, Any]
    """Command, seed, commit, games and gate."""

    def net(self, asked: int) -> Net:
        """Return the net for the search: weights for the inputs as they are."""
        wide = {name: np.asarray(array, np.float64) for name, array in self.arrays.items()}
        first = wide["first"] / wide["deviation"][:, None]
        skip = wide["skip"] / wide["deviation"][:, None]
        return Net(
            asked,
            _single(first),
            _single(wide["first_bias"] - wide["mean"] @ first),
            _single(wide["second"]),
            _single(wide["second_bias"]),
            _single(wide["last"]),
            _single(skip),
            _single(wide["bias"] - wide["mean"] @ skip),
        )


def _single(array: Any) -> Any:
    """Return an array the way compiled code wants it."""
    return np.ascontiguousarray(array, np.float32)


def to_bytes(learnt: Learnt) -> bytes:
    """Write a net; equal nets give equal bytes."""
    about = {
        "format": FORMAT,
        "title": learnt.title,
        "seats": learnt.seats,
        "inputs": list(learnt.inputs),
        **learnt.story,
    }
    kept: dict[str, Any] = {name: np.asarray(learnt.arrays[name], np.float16) for name in COARSE}
    kept |= {name: np.asarray(learnt.arrays[name], np.float32) for name in FINE}
    kept["about"] = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
    file = io.BytesIO()
    np.savez_compressed(file, **kept)
    return file.getvalue()


def from_bytes(data: bytes, file: str) -> Learnt:
    """Read a net; `file` is what a refusal calls it."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as kept:
            arrays = {name: np.array(kept[name]) for name in (*COARSE, *FINE)}
            about = json.loads(kept["about"].tobytes().decode())
        if about["format"] != FORMAT or not all(np.isfinite(a).all() for a in arrays.values()):
            raise ValueError(file)
        story = {
            key: about[key] for key in about if key not in ("format", "title", "seats", "inputs")
        }
        inputs = tuple(map(str, about["inputs"]))
        learnt = Learnt(str(about["title"]), int(about["seats"]), inputs, arrays, story)
        _check_shapes(learnt)
    except (OSError, EOFError, BadZipFile, KeyError, TypeError, ValueError) as error:
        raise DocumentError(Refusal("net-unreadable", params={"file": file})) from error
    return learnt


def shapes(told: int, width: int, depth: int, seats: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of a net's arrays: of so many inputs, two layers, for so many seats."""
    says = 2 * seats
    return {
        "mean": (told,),
        "deviation": (told,),
        "first": (told, width),
        "first_bias": (width,),
        "second": (width, depth),
        "second_bias": (depth,),
        "last": (depth, says),
        "skip": (told, says),
        "bias": (says,),
    }


def _check_shapes(learnt: Learnt) -> None:
    """Fail where the arrays don't belong together."""
    width, depth = len(learnt.arrays["first_bias"]), len(learnt.arrays["second_bias"])
    wanted = shapes(len(learnt.inputs), width, depth, learnt.seats)
    found = {name: array.shape for name, array in learnt.arrays.items()}
    if found != wanted or width > FIRST or depth > SECOND:
        raise ValueError(found)


def check_fit(learnt: Learnt, game: AnyGame, file: str) -> None:
    """Refuse a net of another title or number of seats, or one that is told other things."""
    if (learnt.title, learnt.seats) != (game.title, game.seats):
        params: dict[str, Param] = {"file": file, "title": learnt.title, "seats": learnt.seats}
        raise DocumentError(Refusal("net-other-game", params=params))
    names = game.input_names(game.seats)
    if learnt.inputs != names:
        strange = sorted(set(learnt.inputs) ^ set(names)) or ["…"]
        named = {"file": file, "inputs": ", ".join(strange[:5])}
        raise DocumentError(Refusal("net-inputs", params=named))


def file_name(seats: int) -> str:
    """Return what the net for so many seats is called in the folder of its title."""
    return f"net-{seats}.npz"


def net_of(game: AnyGame, asks: str, file: str = "") -> Net | None:
    """Return the net of a title, or the one in `file`, to be asked there; None without one.

    A title's own net is asked under the options that it was learnt under, and no others.
    """
    if not ASKED[asks]:
        return None
    read = _read(type(game), game.title, game.seats, asks, file)
    if read is None or not (file or learnt_under(read[0], game)):
        return None
    return read[1]


def rules_of(game: AnyGame) -> dict[str, Param]:
    """Return all options but how many sit, and who first: those are no matter to a net."""
    return {
        option.name: game.chosen(option.name)
        for option in game.option_list
        if option.name not in ("preset", "seats") and not option.seats
    }


def learnt_under(learnt: Learnt, game: AnyGame) -> bool:
    """Tell whether a net was learnt under the options of a game."""
    known = learnt.story.get("options")
    return known is None or rules_of(game) in known


@cache
def _read(rules: Rules, title: str, seats: int, asks: str, file: str) -> tuple[Learnt, Net] | None:
    """Read a net once."""
    name = file or file_name(seats)
    try:
        data = Path(file).read_bytes() if file else plugins.bytes_of(title, name)
    except OSError as error:
        raise DocumentError(Refusal("net-unreadable", params={"file": name})) from error
    if data is None:
        return None
    learnt = from_bytes(data, name)
    check_fit(learnt, rules({"seats": seats}), name)
    return learnt, learnt.net(ASKED[asks])
