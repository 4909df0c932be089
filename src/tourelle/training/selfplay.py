"""Games of a quick bot against itself: what a net is told where turns end, and what came of it.

Games must differ from each other and from perfect play, or a net learns nothing about mistakes: the
first actions of each are drawn by chance, now and then any of the best turns is played instead of
the best, and in half of the games positions are misjudged by some points. Everything is drawn from
the seed: the same chunk holds the same games on any machine with any number of cores.
"""

import io
import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from tourelle.arena.playing import set_up_actions
from tourelle.bots.named import named
from tourelle.bots.thinker import Thinker
from tourelle.core.chance import dice_from
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.weights import numbers
from tourelle.core.words import DocumentError, Param, Refusal
from tourelle.games import game_class
from tourelle.neural.artefact import bring

BEST: Final = 8  # turns among which a stray one is drawn
STRAY: Final = 0.15  # of all turns
NOISE: Final = (0.0, 0.0, 0.16, 0.32)  # in spreads: by how much a game's positions are misjudged
OPENINGS: Final = 3  # times as many first actions as chance draws in a match, at most
DEALS: Final = 1 << 40

Rows = dict[str, Any]
"""Arrays of equal length: what was `told`, each seat's `share` of the win and its `points` in the
end, from the `mover` on, what the search that led here `foresaw` of both (not a number where it
followed no line), the `phase` of the game from 0 to 1, and the `game` by its number."""


@dataclass(frozen=True)
class Chunk:
    """Some games to play."""

    title: str
    options: Mapping[str, Param]
    bot: str
    asks: str
    """Where the bot asks the net."""
    net: bytes
    """The net, as it lies in its file; none: the bot weighs features."""
    seed: int
    number: int
    games: int


@dataclass
class _Written:
    """The rows of one game, as long as nobody knows how it ends."""

    told: list[Any]
    movers: list[int]
    foresaw: list[list[float]]
    """Every seat's chance, then its points, by seat."""


def bots_of(chunk: Chunk) -> list[Thinker]:
    """Return the bot of a chunk with each of the NOISE."""
    bot = named(chunk.bot)
    if not isinstance(bot, Thinker):
        raise DocumentError(Refusal("bot-takes-nothing", params={"bot": chunk.bot}))
    asks = chunk.asks if chunk.net else "none"
    spread = game_class(chunk.title)(dict(chunk.options)).weights.spread
    net = bring(chunk.net) if chunk.net else ""
    return [
        bot.with_settings(bot.name, asks=asks, noise=noise * spread).with_net(bot.name, net)
        for noise in NOISE
    ]


def play_chunk(chunk: Chunk) -> Rows:
    """Play the games of a chunk; return a row for every end of a turn in them."""
    game = game_class(chunk.title)(dict(chunk.options))
    bots, parts = bots_of(chunk), []
    before, drawn = set_up_actions(game), OPENINGS * game.varied_opening()
    for number in range(chunk.number * chunk.games, (chunk.number + 1) * chunk.games):
        chance = random.Random(f"{chunk.seed} {number}")
        position = game.setup(chance.randrange(DEALS))
        for _ in range(before + chance.randint(0, drawn)):
            if not game.is_over(position):
                game.apply(position, chance.choice(game.legal_actions(position)))
        written = _played(game, position, chance.choice(bots), chance)
        if written.told:
            parts.append(_rows(game, position, written, number))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _played(game: AnyGame, position: AnyPosition, bot: Thinker, chance: random.Random) -> _Written:
    """Play a game to its end, in place; return what a net would have been told."""
    dice, features = dice_from(chance.randrange(DEALS)), numbers([0.0] * len(game.feature_names))
    inputs, width = game.answer("inputs"), len(game.input_names(game.seats))
    written = _Written([], [], [])
    nothing = [math.nan] * (2 * game.seats)
    while (seat := game.to_move(position)) is not None:
        found = bot.findings(game, game.view(position, seat), seat, dice).candidates[:BEST]
        chosen = chance.choice(found) if chance.random() < STRAY else found[0]
        for action in chosen.turn:
            game.apply(position, action)
        mover = game.to_move(position)
        if mover not in (None, seat):
            row = numbers([0.0] * width)
            inputs(position, row, features)
            written.told.append(row)
            written.movers.append(int(mover or 0))
            written.foresaw.append([*chosen.chances, *chosen.points] or nothing)
    return written


def _rows(game: AnyGame, position: AnyPosition, written: _Written, number: int) -> Rows:
    """Return the rows of a finished game, seats counted from the one to move."""
    outcome = game.outcome(position)
    assert outcome is not None  # no seat is to move any more
    count, seats = len(written.told), game.seats
    won = [(seat in outcome.winners) / len(outcome.winners) for seat in range(seats)]
    around = [[(mover + k) % seats for k in range(seats)] for mover in written.movers]
    both = [[*turned, *(seats + seat for seat in turned)] for turned in around]
    return {
        "told": np.array(written.told, np.float16),
        "share": np.array(won, np.float32)[around],
        "points": np.array(outcome.points, np.float32)[around],
        "foresaw": np.take_along_axis(np.array(written.foresaw, np.float32), np.array(both), 1),
        "phase": (np.arange(count) / count).astype(np.float32),
        "mover": np.array(written.movers, np.int8),
        "game": np.full(count, number, np.int64),
    }


@dataclass(frozen=True)
class Packed:
    """The games of a chunk as its file will hold them, wherever they were played."""

    number: int
    games: int
    rows: int
    file: bytes

    def keep(self, folder: Path) -> None:
        """Write them, whole or not at all."""
        target = chunk_file(folder, self.number)
        waiting = target.with_suffix(".new")
        waiting.write_bytes(self.file)
        waiting.replace(target)


def pack_chunk(chunk: Chunk) -> Packed:
    """Play a chunk."""
    rows, file = play_chunk(chunk), io.BytesIO()
    np.savez(file, **rows)
    return Packed(chunk.number, chunk.games, len(rows["game"]), file.getvalue())


def chunk_file(folder: Path, number: int) -> Path:
    """Return where the games of a chunk lie."""
    return folder / f"{number}.npz"


def read_chunks(files: list[Path]) -> Rows:
    """Return the rows of several files, one after another; games keep apart by their file."""
    parts: dict[str, list[Any]] = {}
    for number, file in enumerate(files):
        with np.load(file, allow_pickle=False) as kept:
            for name in kept.files:
                shift = (number << 32) if name == "game" else 0
                parts.setdefault(name, []).append(kept[name] + shift if shift else kept[name])
    return {name: np.concatenate(part) for name, part in parts.items()}
