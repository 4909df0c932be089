"""Self-play by a narrow beam: thousands of games at once on a GPU, and on the cores beside it.

    python3 dev.py bench gpu_selfplay
    python3 dev.py bench gpu_selfplay --titles castellan --games 16384 --seconds 5

Games of the bot that learning plays by, the beam over whole turns alone, in the same compiled
source on both machines: a world is imagined from what the seat knows, its turn is searched by a
beam of `--width` states, the best turn is played, and a finished game is dealt anew. On the GPU
every thread has a game of its own and room to search it, on a CPU every core. What is measured is
ends of turns a second, after the first ones; nothing is written down and no net is asked, which
would cost both the same work. Needs an NVIDIA GPU and numba-cuda for its first half.
"""

import argparse
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks._report import conditions, show, write_json
from tourelle.bots.named import named
from tourelle.bots.thinker import Thinker
from tourelle.core import gpu
from tourelle.core.compile import compiled
from tourelle.core.game import AnyGame
from tourelle.core.kernel import apply, deal, imagine, is_over, to_move
from tourelle.games import TITLES, game_class
from tourelle.search.tree import plannable
from tourelle.search.turns import ROOT, WORLD, Judgement, Workspace, search_turns, workspace

LIMIT = 1 << 40
MOST = 8
"""Turns found: self-play draws a stray turn among so many."""
THREADS = 64
"""Of a block."""


@compiled
def play_on(
    space: Workspace, dice: list[int], judgement: Judgement, width: int, turns: int, seed: int
) -> int:
    """Play so many turns in the game at ROOT and those that follow it; return how many games."""
    games = 0
    for turn in range(turns):
        if is_over(space.singles[ROOT]):
            games += 1
            deal(space.singles[ROOT], seed + turn)
        space.singles[WORLD] = space.singles[ROOT]
        imagine(space.singles[WORLD], to_move(space.singles[ROOT]), dice)
        search_turns(space, WORLD, width, MOST, LIMIT, judgement)
        for i in range(plannable(space, space.turns[0], space.lengths[0])):
            apply(space.singles[ROOT], space.turns[0, i])
    return games


@cache
def kernel() -> Any:
    """Return the kernel in which every thread plays on with its own game."""
    return gpu.cuda().jit(playing(gpu.cuda()))


def playing(cuda: Any) -> Callable[..., None]:
    """Return what every thread does."""

    def play(
        space: Any, dice: Any, judgement: Any, width: int, turns: int, seed: int, ended: Any
    ) -> None:
        i = cuda.grid(1)
        if i < len(ended):
            own = Workspace(
                space.states[i],
                space.singles[i],
                space.worth[i],
                space.heap[i],
                space.slots[i],
                space.nodes[i],
                space.table[i],
                space.crowds[i],
                space.actions[i],
                space.row[i],
                space.turns[i],
                space.lengths[i],
                space.values[i],
                space.ends[i],
                space.counts[i],
                space.told[i],
                space.first[i],
                space.second[i],
                space.judged[i],
            )
            ended[i] += play_on(own, dice[i], judgement, width, turns, seed + i * 1_000_003)

    return play


def judgement_of(game: AnyGame) -> Judgement:
    """Return how the bot that learning plays by weighs positions."""
    bot = named("turn")
    assert isinstance(bot, Thinker)
    settings, weights = bot.settings.of(game), game.weights
    return Judgement(
        seats=game.seats,
        weights=weights.row,
        spread=weights.spread,
        noise=0.0,
        salt=0,
        merging=settings.merging,
        alike=settings.alike,
        crowd=1,  # a beam of eight crowds nothing out, and to forget crowds costs a GPU much
    )


def room(game: AnyGame, width: int) -> Workspace:
    """Return room for one game and its search."""
    told = len(game.input_names(game.seats))
    return workspace(
        game.position_class, game.max_actions, len(game.feature_names), width, MOST, told
    )


def rooms(game: AnyGame, width: int, count: int) -> Workspace:
    """Return room for many, every array one dimension deeper; the games are dealt."""
    one: Any = room(game, width)
    many: list[Any] = [np.zeros((count, *np.shape(a)), np.asarray(a).dtype) for a in one]
    space = Workspace(*many)
    for i in range(count):
        space.singles[i][ROOT] = game.setup(i)
    return space


def rate(play: Callable[[int], None], turns: int, most: float) -> float:
    """Return turns a second, the first stretch left out: it compiles."""
    play(turns)
    spent, played = 0.0, 0
    while spent < most:
        began = perf_counter()
        play(turns)
        spent += perf_counter() - began
        played += turns
    return played / spent


def on_gpu(game: AnyGame, width: int, games: int, seconds: float) -> float:
    """Return ends of turns a second, all threads together."""
    cuda = gpu.cuda()
    judgement = judgement_of(game)
    there = Workspace(*(cuda.to_device(array) for array in rooms(game, width, games)))
    dice = cuda.to_device(np.arange(games, dtype=np.int64).reshape(games, 1))
    ended = cuda.to_device(np.zeros(games, np.int64))
    net = type(judgement.net)(
        judgement.net.asked, *(cuda.to_device(array) for array in judgement.net[1:])
    )
    known = judgement._replace(net=net, weights=cuda.to_device(np.asarray(judgement.weights)))
    launch, seeds = kernel()[-(-games // THREADS), THREADS], iter(range(1, 1 << 30))

    def play(turns: int) -> None:
        launch(there, dice, known, width, turns, next(seeds), ended)
        cuda.synchronize()

    return games * rate(play, 4, seconds)


def on_cores(game: AnyGame, width: int, cores: int, seconds: float) -> float:
    """Return ends of turns a second, a game on every core."""
    judgement = judgement_of(game)
    spaces = [room(game, width) for _ in range(cores)]
    dice: list[Any] = [np.array([number], np.int64) for number in range(cores)]
    for number, space in enumerate(spaces):
        space.singles[ROOT] = game.setup(number)
    seeds = iter(range(1, 1 << 30))

    def one(number: int, turns: int, seed: int) -> None:
        play_on(spaces[number], dice[number], judgement, width, turns, seed + number * 1_000_003)

    one(0, 1, 0)  # compiled once, not by every thread
    with ThreadPoolExecutor(cores) as pool:

        def play(turns: int) -> None:
            seed = next(seeds)
            list(pool.map(lambda number: one(number, turns, seed), range(cores)))

        return cores * rate(play, 2_000, seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--titles", nargs="*", default=list(TITLES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--width", type=int, default=8, help="states kept in the beam")
    parser.add_argument("--games", type=int, nargs="*", default=[4096, 16384], help="at once")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=3.0, help="of a stretch")
    parser.add_argument("--json", help="file for the report")
    given = parser.parse_args()
    reason, found = gpu.unavailable(), []
    for title in given.titles:
        game = game_class(title)({"seats": given.seats})
        cores = on_cores(game, given.width, given.cores, given.seconds)
        row = {"game": title, "seats": given.seats, "beam": given.width}
        found.append({**row, "on": f"{given.cores} cores", "turns/s": cores, "times": 1.0})
        for games in () if reason else given.games:
            rated = on_gpu(game, given.width, games, given.seconds)
            where = f"GPU, {games} games"
            found.append({**row, "on": where, "turns/s": rated, "times": rated / cores})
        print(found[-1], flush=True)
    if reason:
        print(f"gpu: not measured: {reason}")
    print(", ".join(f"{key} {value}" for key, value in conditions().items()))
    write_json(given.json, {"rows": found})
    show("Self-play by a beam, ends of turns a second", found)


if __name__ == "__main__":
    main()
