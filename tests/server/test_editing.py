"""Positions set up by hand: what may be put, what becomes of it, and why some can't be."""

from typing import Any

import pytest

import tourelle
from tests.server.running import Served
from tests.server.test_study import new
from tourelle.games import OWN
from tourelle.languages import LANGUAGES


def edited(server: Served, start: dict[str, Any], *edits: str, language: str = "en") -> Any:
    """Return a draft after some edits, or the problem."""
    body = {"start": start, "edits": list(edits)}
    return server.http.post(f"/api/study/edit?language={language}", json=body).json()


@pytest.mark.parametrize("title", OWN)
def test_a_title_says_what_may_be_put_and_set(server: Served, title: str) -> None:
    for language in LANGUAGES:
        draft = edited(server, new(title, seats=3), language=language)
        assert draft["trouble"] is None
        assert tourelle.from_line(draft["line"]).game.title == title
        labels = [each["label"] for each in (*draft["tools"], *draft["fields"])]
        assert all(labels)
        assert not any("edit." in label for label in labels)
        for each in draft["fields"]:
            assert not any(
                "." in str(choice["label"]) for choice in each["choices"] if each["kind"] == "bag"
            )
    assert len({tool["label"] for tool in draft["tools"]}) == len(draft["tools"])


@pytest.mark.parametrize("title", OWN)
def test_every_tool_puts_something_that_can_be_taken_back(server: Served, title: str) -> None:
    draft = edited(server, new(title, seats=2), "blank")
    for tool in draft["tools"]:
        if tool["places"]:
            after = edited(
                server, new(title, seats=2), "blank", f"put {tool['name']} {tool['places'][0]}"
            )
            assert after["document"]["game"] == title, tool


def test_a_tower_too_high_is_told_by_its_clause_and_put_right_later(server: Served) -> None:
    start = new("torres", seats=2)
    edits = ["blank", "put block e1", "put block e1"]
    draft = edited(server, start, *edits)
    assert (draft["trouble"]["clause"], draft["at"], draft["state"]) == ("T5.4", "e1", None)
    draft = edited(server, start, *edits, "put block e2")
    assert draft["trouble"] is None
    assert "2. .. .. .." in draft["document"]["board"].splitlines()[-1]
    assert draft["state"]["choices"]


def test_no_king_and_too_many_blocks_are_told(server: Served) -> None:
    assert edited(server, new("torres"), "blank", "put clear a1")["trouble"]["clause"] == "T3.4"
    blocks = [f"put block {file}{rank}" for file in "abcdefgh" for rank in range(1, 9)] * 2
    assert edited(server, new("torres"), "blank", *blocks)["trouble"]["reason"] == "too-many-blocks"


def test_cards_and_scores_are_set(server: Served) -> None:
    start = new("torres", seats=2)
    draft = edited(server, start, 'set hands.1 {"six": 1, "leap": 2}', "set scores.0 40")
    assert draft["trouble"] is None
    assert draft["document"]["hands"][1] == ["six", "leap", "leap"]
    assert draft["document"]["scores"] == [40, 0]
    draft = edited(server, start, 'set hands.1 {"six": 9}')
    assert draft["trouble"]["clause"] == "T7.1"


def test_a_courtyard_comes_and_goes_with_its_walls(server: Served) -> None:
    ring = ["tower 0,0", "short 0,0 E", "tower 1,0", "short 1,0 N"]
    ring += ["tower 1,1", "short 0,1 E", "tower 0,1", "short 0,0 N"]
    edits = [f"put {piece.split()[0]} {piece}" for piece in ring]
    draft = edited(server, new("castellan", seats=2), "blank", *edits)
    assert draft["trouble"] is None, draft["trouble"]
    seat = draft["document"]["to_move"]
    assert draft["document"]["courtyards"] == [{"cell": "0,0", "seat": seat, "double": False}]
    draft = edited(server, new("castellan", seats=2), "blank", *edits, "put take short 0,0 N")
    assert (draft["trouble"], draft["document"]["courtyards"]) == (None, [])


@pytest.mark.parametrize(
    "edit", ["put ghost e1", "put block z99", "set scores.7 1", "set scores", "x"]
)
def test_an_edit_that_means_nothing_is_refused(server: Served, edit: str) -> None:
    assert edited(server, new("torres", seats=2), edit)["reason"] == "edit-unknown"
