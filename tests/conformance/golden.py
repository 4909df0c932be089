"""Golden records and perft counts, made anew: `python -m tests.conformance.golden torres`.

A difference in the files is a change of the rules: read it like one, and bump the rules version.
Records of older rules are kept as `golden-rules-1.jsonl` and so on.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.conformance.cases import random_steps
from tourelle.core.game import Game
from tourelle.core.records import Player, Record, outcome_json
from tourelle.core.words import Action, Seat
from tourelle.games import game_class

DATA = Path(__file__).parents[1] / "data"
EVERY = 40  # a document is kept after so many actions

Choose = Callable[[Game[Any], Any], Action]


class Plan(NamedTuple):
    """How a title's files are made: the seed, the depth from the start, who plays."""

    seed: int
    depth: int
    players: tuple[str, ...] = ("random",)


PLANS = {
    "torres": Plan(2017, 3),
    "blox": Plan(2008, 2, ("random", "grasping")),
    "castellan": Plan(2017, 5),
}


def grasping(game: Game[Any], position: Any) -> Action:
    """Return the action after which a seat is worth most, so that a game reaches its end."""
    seat = game.to_move(position) or Seat(0)
    legal = game.legal_actions(position)
    worth = [game.evaluate(child, seat) for child in game.children(position, legal)]
    return legal[worth.index(max(worth))]


def golden_game(
    title: str, options: dict[str, Any], player: str
) -> tuple[Record, list[dict[str, Any]]]:
    """Return a game as a record, and some of its documents."""
    game, seed = game_class(title)(options), PLANS[title].seed
    texts: list[str] = []
    documents: list[dict[str, Any]] = []
    position = game.setup(seed)
    drawn = (step.action for step in random_steps(game, seed))
    while not game.is_over(position):
        action = next(drawn) if player == "random" else grasping(game, position)
        assert action is not None
        if texts and len(texts) % EVERY == 0:
            documents.append(game.document(position))
        texts.append(game.action_text(action))
        game.apply(position, action)
    players = tuple(Player(f"Seat {seat}", player) for seat in range(game.seats))
    outcome = outcome_json(game.outcome(position))
    rules = game.rules_version
    return Record(title, rules, game.options, seed, tuple(texts), players, (), outcome), documents


def perft_rows(
    title: str, options: dict[str, Any], documents: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return perft counts from the start and from the middle of a game."""
    game, plan = game_class(title)(options), PLANS[title]
    start = {"game": title, "options": game.options, "seed": plan.seed}
    starts = [(start, depth) for depth in range(1, plan.depth + 1)]
    starts += [(document, depth) for document in documents[:3] for depth in (1, 2)]
    rows = []
    for document, depth in starts:
        _, position = game.read(document)
        leaves = game.perft(position, depth)
        rows.append({"start": document, "depth": depth, "leaves": leaves})
    return rows


def regenerate(title: str) -> None:
    """Write the files of one title."""
    perft: list[dict[str, Any]] = []
    records = []
    sets = game_class(title).option_sets
    for number, options in enumerate(sets):
        for seats in (2, 3, 4) if len(sets) < 4 else (2 + number % 3,):
            players = PLANS[title].players
            chosen = {**options, "seats": seats}
            record, documents = golden_game(title, chosen, players[(number + seats) % len(players)])
            records.append(record.to_json())
            perft += perft_rows(title, chosen, documents)
    for name, rows in (("golden", records), ("perft", perft)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (DATA / title).mkdir(parents=True, exist_ok=True)
        (DATA / title / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for named in sys.argv[1:]:
        regenerate(named)
