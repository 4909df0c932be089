"""A net as it is kept: `net-SEATS.npz` in the folder of its title, or `net-SEATS-NAME.npz`.

The file holds the weights, for inputs brought to mean 0 and deviation 1, and says what the inputs
are called, under which options it was learnt, and how it came about: command, seed, commit, games,
gate. A title may have several for a number of seats; the options of a game choose. What doesn't fit
the game it is asked about is refused. Nothing in the file is run.
"""

import hashlib
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from tourelle.core import plugins
from tourelle.core.game import AnyGame
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

DIGITS: Final = 12
"""So many digits of a hash tell one net from another."""


@dataclass(frozen=True)
class Learnt:
    """A net with its story."""

    title: str
    seats: int
    inputs: tuple[str, ...]
    options: Sequence[Mapping[str, Param]]
    """The option sets that it was learnt under, as `rules_of` tells them."""
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
        "options": [dict(rules) for rules in learnt.options],
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
        named = ("format", "title", "seats", "inputs", "options")
        story = {key: about[key] for key in about if key not in named}
        inputs, options = (
            tuple(map(str, about["inputs"])),
            [dict(each) for each in about["options"]],
        )
        learnt = Learnt(str(about["title"]), int(about["seats"]), inputs, options, arrays, story)
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
    """Refuse a net of another table, of other options, or one that is told other things."""
    if (learnt.title, learnt.seats) != (game.title, game.seats):
        params: dict[str, Param] = {"file": file, "title": learnt.title, "seats": learnt.seats}
        raise DocumentError(Refusal("net-other-game", params=params))
    if not learnt_under(learnt, game):
        other = {"file": file, "options": ", ".join(_otherwise(learnt, game)) or "…"}
        raise DocumentError(Refusal("net-other-options", params=other))
    names = game.input_names(game.seats)
    if learnt.inputs != names:
        strange = sorted(set(learnt.inputs) ^ set(names)) or ["…"]
        named = {"file": file, "inputs": ", ".join(strange[:5])}
        raise DocumentError(Refusal("net-inputs", params=named))


def rules_of(game: AnyGame) -> dict[str, Param]:
    """Return the options that are a matter to a net: not how many sit, who first, how they undo."""
    return {
        option.name: game.chosen(option.name)
        for option in game.option_list
        if option.name not in ("preset", "seats") and not (option.seats or option.manners)
    }


def learnt_under(learnt: Learnt, game: AnyGame) -> bool:
    """Tell whether a net was learnt under the options of a game."""
    return rules_of(game) in [dict(known) for known in learnt.options]


def _otherwise(learnt: Learnt, game: AnyGame) -> list[str]:
    """Return in what the nearest options that a net knows are other than those of a game."""
    rules = rules_of(game)
    found = [
        [f"{name}={value}" for name, value in known.items() if rules.get(name) != value]
        for known in learnt.options
    ]
    return min(found, key=len, default=[])


# ---------------------------------------------------------------- the nets of a title


def file_name(seats: int, name: str = "") -> str:
    """Return what a net for so many seats is called in the folder of its title."""
    return f"net-{seats}-{name}.npz" if name else f"net-{seats}.npz"


def file_names(title: str, seats: int) -> list[str]:
    """Return the names of all nets that a title has for so many seats."""
    ours = re.compile(rf"net-{seats}(-[a-z0-9-]+)?\.npz")
    return [name for name in plugins.file_names(title) if ours.fullmatch(name)]


@dataclass(frozen=True)
class Chosen:
    """The net that judges a game."""

    file: str
    digest: str
    """Of what the file holds: another net under the same name has another one."""
    learnt: Learnt


def chosen_net(game: AnyGame, file: str = "") -> Chosen | None:
    """Return the net of a title that was learnt under a game's options, or the one in `file`.

    A title without one for these options has none to ask; a `file` of other options is refused.
    """
    if file:
        found = _read(game.title, file, own=False)
        check_fit(found.learnt, game, file)
        return found
    for name in file_names(game.title, game.seats):
        found = _read(game.title, name, own=True)
        if learnt_under(found.learnt, game):
            check_fit(found.learnt, game, name)
            return found
    return None


def net_of(game: AnyGame, asks: str, file: str = "") -> Net | None:
    """Return the net that judges a game, to be asked there; None where features are weighed."""
    if not ASKED[asks]:
        return None
    found = chosen_net(game, file)
    return _for_search(game.title, found.file, ASKED[asks], not file) if found else None


_brought: Final[dict[str, bytes]] = {}
"""Nets that came from another machine, by names that tell their contents."""


def bring(data: bytes) -> str:
    """Keep a net that came from elsewhere; return what to ask for instead of its file."""
    name = f"{hashlib.sha256(data).hexdigest()}.npz"
    _brought[name] = data
    return name


def contents(file: str) -> bytes:
    """Return what is in the file of a net, or what was brought under its name."""
    try:
        return _brought[file] if file in _brought else Path(file).read_bytes()
    except OSError as error:
        raise DocumentError(Refusal("net-unreadable", params={"file": file})) from error


@cache
def _read(title: str, file: str, *, own: bool) -> Chosen:
    """Read a net once: one of the title's own, or any other file."""
    data = (plugins.bytes_of(title, file) if own else contents(file)) or b""
    digest = hashlib.sha256(data).hexdigest()[:DIGITS]
    return Chosen(file, digest, from_bytes(data, file))


@cache
def _for_search(title: str, file: str, asked: int, own: bool) -> Net:
    """Return a net as the search wants it, made once."""
    return _read(title, file, own=own).learnt.net(asked)
