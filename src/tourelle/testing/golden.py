"""Golden records and perft counts: files whose difference is a change of the rules.

Read such a difference like one, and raise the rules version. Records of older rules are kept as
`golden-rules-1.jsonl` and so on.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from tourelle.core.game import AnyGame, Document, Rules
from tourelle.core.layout import AnyPosition
from tourelle.core.records import Player, Record, outcome_json, read_record, verify
from tourelle.core.words import Action, Param, Seat
from tourelle.testing.cases import random_steps, seat_numbers

EVERY: Final = 40
"""A document is kept after so many actions."""
FEW_SETS: Final = 4
"""With fewer option sets than this, each is played with every number of seats."""


class GoldenPlan(NamedTuple):
    """How a title's files are made: the seed, the depth from the start, who plays."""

    seed: int
    depth: int
    players: tuple[str, ...] = ("random",)


# ---------------------------------------------------------------- making


def grasping(game: AnyGame, position: AnyPosition) -> Action:
    """Return the action after which a seat is worth most, so that a game reaches its end."""
    seat = game.to_move(position) or Seat(0)
    legal = game.legal_actions(position)
    worth = [game.evaluate(child, seat) for child in game.children(position, legal)]
    return legal[worth.index(max(worth))]


def golden_game(game: AnyGame, seed: int, player: str) -> tuple[Record, list[Document]]:
    """Return a game played from a seed as a record, and some of its documents."""
    texts: list[str] = []
    documents: list[Document] = []
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
    played = tuple(texts)
    return Record(
        game.title, game.rules, game.options, seed, played, players, (), outcome
    ), documents


def perft_rows(game: AnyGame, plan: GoldenPlan, documents: list[Document]) -> list[dict[str, Any]]:
    """Return perft counts from the start and from the middle of a game."""
    start = {"game": game.title, "options": game.options, "seed": plan.seed}
    starts = [(start, depth) for depth in range(1, plan.depth + 1)]
    starts += [(document, depth) for document in documents[:3] for depth in (1, 2)]
    rows = []
    for document, depth in starts:
        _, position = game.read(document)
        leaves = game.perft(position, depth)
        rows.append({"start": document, "depth": depth, "leaves": leaves})
    return rows


def planned(rules: Rules, plan: GoldenPlan) -> Iterator[tuple[dict[str, Param], str]]:
    """Yield the options of every golden game, and who plays it."""
    sets = rules.option_sets
    numbers = seat_numbers(rules)
    for number, options in enumerate(sets):
        for seats in numbers if len(sets) < FEW_SETS else (numbers[number % len(numbers)],):
            player = plan.players[(number + seats) % len(plan.players)]
            yield {**options, "seats": seats}, player


def regenerate(rules: Rules, plan: GoldenPlan, folder: Path) -> None:
    """Write the files of one title."""
    perft: list[dict[str, Any]] = []
    records = []
    for options, player in planned(rules, plan):
        game = rules(options)
        record, documents = golden_game(game, plan.seed, player)
        records.append(record.to_json())
        perft += perft_rows(game, plan, documents)
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in (("golden", records), ("perft", perft)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


# ---------------------------------------------------------------- checking


def rows_of(folder: Path, pattern: str) -> list[dict[str, Any]]:
    """Return the rows of all files of a name in a folder."""
    lines = [
        line
        for file in sorted(folder.glob(pattern))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    return [json.loads(line) for line in lines]


def label(row: dict[str, Any]) -> str:
    """Return a row in a few words."""
    start = row.get("start", row)
    options = [f"{key}={str(value)[:8]!r}" for key, value in start["options"].items()]
    return "-".join([start["game"], *options, str(row.get("depth", ""))])


def record_replays(rules: Rules, row: dict[str, Any]) -> None:
    """A golden record leads to its outcome, and the same game is drawn again from its seed."""
    record = read_record(row)
    assert record.outcome is not None
    game = rules(record.options, record.rules)
    verify(game, record)
    player = record.seats[0].kind
    if player == "random":  # what others choose depends on weights, which are no part of the rules
        assert golden_game(game, record.seed, player)[0] == record


def older_record_replays(rules: Rules, row: dict[str, Any]) -> None:
    """A record of older rules leads to its outcome under the rules of its time."""
    record = read_record(row)
    assert record.outcome is not None
    assert record.rules < rules.rules_version
    verify(rules(record.options, record.rules), record)


def perft_holds(rules: Rules, row: dict[str, Any]) -> None:
    """A position leads to as many sequences of actions as ever."""
    game, position = rules.read(row["start"])
    assert game.perft(position, row["depth"]) == row["leaves"]
