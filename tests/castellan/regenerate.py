"""Golden records and perft counts, made anew: `python -m tests.castellan.regenerate`.

A difference in the files is a change of the rules: read it like one, and bump the rules version.
"""

import json
from pathlib import Path
from typing import Any

from tests.conformance.cases import random_steps
from tourelle.core.records import Player, Record, outcome_json
from tourelle.games.castellan.game import Castellan

DATA = Path(__file__).parents[1] / "data" / "castellan"
SEATS = (2, 3, 4)
START_DEPTH = 5
GOLDEN_SEED = 2017


def golden_game(options: dict[str, Any]) -> tuple[Record, list[dict[str, Any]]]:
    """Return a random game as a record, and its documents after every 40th action."""
    game = Castellan(options)
    texts, documents = [], []
    for number, step in enumerate(random_steps(game, GOLDEN_SEED)):
        if step.action is not None:
            texts.append(game.action_text(step.action))
        if number and number % 40 == 0:
            documents.append(game.document(step.position))
    record = Record(
        "castellan",
        game.rules_version,
        game.options,
        GOLDEN_SEED,
        tuple(texts),
        tuple(Player(f"Seat {seat}", "random") for seat in range(game.seats)),
        outcome=outcome_json(game.outcome(step.position)),
    )
    return record, documents


def perft_rows(options: dict[str, Any], documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return perft counts from the start and from the middle of a game."""
    game = Castellan(options)
    start = game.setup(GOLDEN_SEED)
    rows = [
        {"start": {"options": game.options, "seed": GOLDEN_SEED}, "depth": depth, "leaves": leaves}
        for depth in range(1, START_DEPTH + 1)
        for leaves in [game.perft(start, depth)]
    ]
    for document in documents[:3]:
        _, position = Castellan.read(document)
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
    for options in Castellan.option_sets:
        for seats in SEATS:
            record, documents = golden_game({**options, "seats": seats})
            records.append(record.to_json())
            perft += perft_rows({**options, "seats": seats}, documents) if not options else []
    write_lines(DATA / "golden.jsonl", records)
    write_lines(DATA / "perft.jsonl", perft)


def write_lines(path: Path, rows: list[Any]) -> None:
    """Write JSON, a line a row, so that a difference reads well."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
