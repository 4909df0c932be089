"""Golden records replay, perft counts hold: a difference here is a change of the rules."""

import json
from typing import Any

import pytest

from tests.castellan.regenerate import DATA, golden_game
from tourelle.core.records import read_record, verify
from tourelle.games.castellan.game import Castellan


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def title(row: dict[str, Any]) -> str:
    options = row.get("options") or row["start"]["options"]
    return "-".join(map(str, [*options.values(), row.get("depth", "")]))


@pytest.mark.parametrize("row", rows("golden.jsonl"), ids=title)
def test_golden_records_replay_to_their_outcome(row: dict[str, Any]) -> None:
    record = read_record(row)
    assert record.outcome is not None
    verify(Castellan(record.options), record)
    assert golden_game(dict(record.options))[0] == record


@pytest.mark.parametrize("row", rows("perft.jsonl"), ids=title)
def test_perft(row: dict[str, Any]) -> None:
    game, position = Castellan.read(row["start"])
    assert game.perft(position, row["depth"]) == row["leaves"]
