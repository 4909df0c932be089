"""Golden records and perft counts, made anew: `python -m tests.blox.regenerate`.

A difference in the files is a change of the rules: read it like one, and bump the rules version.
"""

import json
from pathlib import Path
from typing import Any

from tests.conformance.cases import random_steps
from tourelle.core.game import Game
from tourelle.core.records import Player, Record, outcome_json
from tourelle.core.words import Action, Seat
from tourelle.games.blox.game import Blox

DATA = Path(__file__).parents[1] / "data" / "blox"
GOLDEN_SEED = 2008
PLAYERS = ("random", "grasping")


def grasping(game: Game[Any], position: Any, legal: list[Action]) -> Action:
    """Return the action after which a seat is worth most, so that a game reaches its end."""
    seat = Seat(int(position.to_move))
    worth = [game.evaluate(child, seat) for child in game.children(position, legal)]
    return legal[worth.index(max(worth))]


def golden_game(options: dict[str, Any], player: str) -> tuple[Record, list[dict[str, Any]]]:
    """Return a game as a record, and its documents after every 30th action."""
    game = Blox(options)
    texts: list[str] = []
    documents: list[dict[str, Any]] = []
    position = game.setup(GOLDEN_SEED)
    chosen = (step.action for step in random_steps(game, GOLDEN_SEED))
    while not game.is_over(position):
        legal = game.legal_actions(position)
        action = next(chosen) if player == "random" else grasping(game, position, legal)
        assert action is not None
        if len(texts) % 30 == 29:
            documents.append(game.document(position))
        texts.append(game.action_text(action))
        game.apply(position, action)
    players = tuple(Player(f"Seat {seat}", player) for seat in range(game.seats))
    outcome = outcome_json(game.outcome(position))
    record = Record(
        "blox", game.rules_version, game.options, GOLDEN_SEED, tuple(texts), players, (), outcome
    )
    return record, documents


def perft_rows(options: dict[str, Any], documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return perft counts from the start and from the middle of a game."""
    game = Blox(options)
    start = game.setup(GOLDEN_SEED)
    rows = [
        {"start": {"options": game.options, "seed": GOLDEN_SEED}, "depth": depth, "leaves": leaves}
        for depth in (1, 2)
        for leaves in [game.perft(start, depth)]
    ]
    for document in documents[:4]:
        _, position = Blox.read(document)
        rows += [
            {"start": document, "depth": depth, "leaves": game.perft(position, depth)}
            for depth in (1, 2)
        ]
    return rows


def main() -> None:
    """Write every file."""
    DATA.mkdir(parents=True, exist_ok=True)
    perft: list[dict[str, Any]] = []
    records = []
    for number, options in enumerate(Blox.option_sets):
        for seats in (2, 3, 4):
            player = PLAYERS[(number + seats) % 2]
            record, documents = golden_game({**options, "seats": seats}, player)
            records.append(record.to_json())
            perft += perft_rows({**options, "seats": seats}, documents)
    write_lines(DATA / "golden.jsonl", records)
    write_lines(DATA / "perft.jsonl", perft)


def write_lines(path: Path, rows: list[Any]) -> None:
    """Write JSON, a line a row, so that a difference reads well."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
