"""Golden records replay, perft counts hold: a difference here is a change of the rules."""

import json
from typing import Any

import pytest

from tests.blox.regenerate import DATA
from tourelle.core.records import read_record, verify
from tourelle.games.blox.game import Blox


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def title(row: dict[str, Any]) -> str:
    options = row.get("options") or row["start"]["options"]
    named = [f"{key}={str(value)[:8]!r}" for key, value in options.items()]
    return "-".join([*named, str(row.get("depth", ""))])


@pytest.mark.parametrize("row", rows("golden.jsonl"), ids=title)
def test_golden_records_replay_to_their_outcome(row: dict[str, Any]) -> None:
    record = read_record(row)
    assert record.outcome is not None
    verify(Blox(record.options), record)


@pytest.mark.parametrize("row", rows("perft.jsonl"), ids=title)
def test_perft(row: dict[str, Any]) -> None:
    game, position = Blox.read(row["start"])
    assert game.perft(position, row["depth"]) == row["leaves"]
