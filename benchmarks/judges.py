"""What a state costs where a net judges: processor time a state, with the net and without it.

    python -m benchmarks.judges TITLE [--seats N] [--option O=V] [--work W] [--positions N]

Both think about the same positions of games of quick bots, in turns, within the same budget of
work. A match at equal processor time gives the bot without a net so many times the budget.
"""

import argparse
from collections.abc import Iterator
from time import process_time

from benchmarks._report import conditions
from benchmarks.earlier import positions
from tourelle.bots.presets import DEEP
from tourelle.bots.thinker import Thinker
from tourelle.core.compile import buffer
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.words import Seat
from tourelle.games import game_class


def asked(game: AnyGame, count: int) -> Iterator[tuple[int, int, AnyPosition, Seat]]:
    """Yield so many positions: number, deal, what the seat to move sees of it, and that seat.

    The first one comes twice, for the first time as number 0: whoever is asked about it compiles.
    """
    where = list(positions(game.title, dict(game.options), game.rules_version, count))
    for number, (deal, actions) in enumerate([where[0], *where]):
        position = game.setup(deal)
        for text in actions:
            game.play_text(position, text)
        seat = game.to_move(position)
        assert seat is not None
        yield number, deal, game.view(position, seat), seat


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--work", type=int, default=60_000)
    parser.add_argument("--positions", type=int, default=24)
    given = parser.parse_args()
    kind = game_class(given.title)
    options = {"seats": given.seats, **dict(wish.split("=", 1) for wish in given.option)}
    game, deep = kind(options), DEEP.changed(work=given.work, seconds=0.0)
    bots = [Thinker("with", deep), Thinker("without", deep.changed(asks="none"))]
    spent, work, dice = [0.0, 0.0], [0, 0], buffer(1)
    for number, deal, view, seat in asked(game, given.positions):
        for at in (0, 1) if number % 2 else (1, 0):
            dice[0] = deal + 1
            began = process_time()
            found = bots[at].findings(game, view, seat, dice)
            if number:
                spent[at] += process_time() - began
                work[at] += found.work
    costs = [1e6 * took / done for took, done in zip(spent, work, strict=True)]
    turns = [took / given.positions for took in spent]
    print(conditions())
    print(
        f"{given.title}, {given.seats} seats, {' '.join(given.option)}: {given.positions} turns; "
        f"a state with the net {costs[0]:.3f} us, without {costs[1]:.3f} us, "
        f"{costs[0] / costs[1]:.3f} times; a turn {turns[0]:.4f} s, {turns[1]:.4f} s"
    )


if __name__ == "__main__":
    main()
