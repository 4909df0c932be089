"""Golden records replay, perft counts hold: a difference here is a change of the rules."""

import json
from typing import Any

import pytest

from tests.conformance.golden import DATA, golden_game
from tourelle.core.records import read_record, verify
from tourelle.games import TITLES, game_class, game_of


def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of all titles in the files of that name."""
    files = [file for title in TITLES for file in sorted((DATA / title).glob(name))]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [json.loads(line) for line in lines]


def label(row: dict[str, Any]) -> str:
    """Return a row in a few words."""
    start = row.get("start", row)
    options = [f"{key}={str(value)[:8]!r}" for key, value in start["options"].items()]
    return "-".join([start["game"], *options, str(row.get("depth", ""))])


@pytest.mark.parametrize("row", rows("golden.jsonl"), ids=label)
def test_golden_records_replay_to_their_outcome(row: dict[str, Any]) -> None:
    record = read_record(row)
    assert record.outcome is not None
    verify(game_of(record.game, record.options, record.rules), record)
    player = record.seats[0].kind
    if player == "random":  # what others choose depends on weights, which are no part of the rules
        assert golden_game(record.game, dict(record.options), player)[0] == record


@pytest.mark.parametrize("row", rows("golden-rules-*.jsonl"), ids=label)
def test_records_of_older_rules_replay_under_the_rules_of_their_time(row: dict[str, Any]) -> None:
    record = read_record(row)
    assert record.outcome is not None
    assert record.rules < game_class(record.game).rules_version
    verify(game_of(record.game, record.options, record.rules), record)


@pytest.mark.parametrize("row", rows("perft.jsonl"), ids=label)
def test_perft(row: dict[str, Any]) -> None:
    game, position = game_class(row["start"]["game"]).read(row["start"])
    assert game.perft(position, row["depth"]) == row["leaves"]
