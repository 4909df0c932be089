"""Positions that live in no table: shown as a table shows them, refused by their clause."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Served, served
from tourelle.core import line
from tourelle.core.words import Seat
from tourelle.games import TITLES, game_class


def state(server: Served, start: dict[str, Any], *actions: str, **more: Any) -> Any:
    """What stands there."""
    language = more.pop("language", "en")
    task = {"start": start, "actions": actions, **more}
    return server.http.post(f"/api/study/state?language={language}", json=task)


def walked(title: str, seats: int = 2, steps: int = 10_000, **options: Any) -> list[str]:
    """The first actions of a random game that was dealt with the seed 5."""
    game = game_class(title)({"seats": seats, **options})
    position, dice, texts = game.deal(5), random.Random(5), list[str]()
    while len(texts) < steps and not game.is_over(position):
        texts.append(dice.choice(game.legal_texts(position)))
        game.play_text(position, texts[-1])
    return texts


def new(title: str, **options: Any) -> dict[str, Any]:
    return {"new": {"title": title, "seats": 2, "options": options, "seed": 5}}


@pytest.mark.parametrize("title", TITLES)
def test_a_study_is_a_table_whose_seats_are_all_ours(server: Served, title: str) -> None:
    actions = walked(title)
    for count in (0, 1, len(actions) // 2):
        found = state(server, new(title), *actions[:count]).json()
        assert (found["actions"], found["number"], len(found["log"])) == (count, count, count)
        assert (found["yours"], found["status"]) == ([0, 1], "running")
        assert found["looking"] == found["to_move"]
        assert actions[count] in {choice["text"] for choice in found["choices"]}
        assert found["undo"] == (count > 0)
        assert not found["redo"]
    over = state(server, new(title), *actions).json()
    assert over["status"] == "over"
    assert over["outcome"]["points"] == over["ledger"]["totals"]
    assert over["ending"]


@pytest.mark.parametrize("title", TITLES)
def test_every_way_to_begin_leads_to_the_same_position(server: Served, title: str) -> None:
    actions = walked(title, steps=12)
    dealt = state(server, new(title), *actions, eyes="all").json()
    record = {
        "tourelle": 1,
        "game": title,
        "rules": game_class(title).rules_version,
        "options": {"seats": 2},
        "seed": 5,
        "actions": actions,
        "seats": [{"name": "Ana", "kind": "person"}, {"name": "", "kind": "random"}],
    }
    starts: list[tuple[dict[str, Any], list[str]]] = [
        ({"document": dealt["view"]}, []),
        ({"line": line.written(dealt["view"])}, []),
        ({"record": record}, []),
        ({"record": record, "at": 7}, actions[7:]),
        ({"document": record}, []),
    ]
    for start, more in starts:
        found = state(server, start, *more, eyes="all").json()
        assert found["view"] == dealt["view"], start
    brought = state(server, {"record": record, "at": 7}).json()
    assert (brought["actions"], len(brought["log"])) == (7, 7)
    assert "Ana" in brought["seats"][0]["name"]
    assert brought["seats"][1]["name"] not in ("", brought["seats"][0]["name"])


@pytest.mark.parametrize("title", TITLES)
def test_what_is_written_down_is_read_again(server: Served, title: str) -> None:
    actions = walked(title, steps=9)
    task = {"start": new(title), "actions": actions}
    written = server.http.post("/api/study/texts", json=task).json()
    shown = state(server, new(title), *actions, eyes="all").json()["view"]
    assert written["document"] == shown
    for start in ({"line": written["line"]}, {"record": written["record"]}):
        assert state(server, start, eyes="all").json()["view"] == shown
    from_line = {"start": {"line": written["line"]}}
    assert server.http.post("/api/study/texts", json=from_line).json()["record"] is None
    seed = str(5 + 2**60)
    record = {**written["record"], "seed": seed, "actions": []}
    brought = server.http.post("/api/study/texts", json={"start": {"record": record}}).json()
    assert str(brought["record"]["seed"]) == seed, "a page writes large numbers as text"


def test_the_log_after_what_is_known(server: Served) -> None:
    actions = walked("torres", steps=8)
    log = state(server, new("torres"), *actions, since=6).json()["log"]
    assert [entry["number"] for entry in log] == [7, 8]


def test_a_refusal_names_its_clause_and_its_place(server: Served) -> None:
    refused = state(server, new("torres"), "place e5", language="de")
    assert (refused.status_code, refused.json()["clause"]) == (422, "T3.3")
    early = state(server, new("torres"), "place e5", "place a1").json()
    assert early["sentence"].startswith("Action 1 ")
    task = {"start": new("torres"), "action": "place e5"}
    why = server.http.post("/api/study/why", json=task)
    assert (why.status_code, why.json()["clause"]) == (422, "T3.3")
    allowed = server.http.post("/api/study/why", json={**task, "action": "place d8"})
    assert allowed.json() == {"type": "allowed", "action": "place d8"}


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ({}, "malformed"),
        ({"line": "torres", "document": {"game": "torres"}}, "malformed"),
        ({"line": "torres;scores=(1,"}, "line"),
        ({"line": "chess;a=1"}, "unknown-game"),
        ({"line": "x" * 20_001}, "malformed"),
        ({"new": {"title": "chess"}}, "unknown-game"),
        ({"new": {"title": "torres", "seats": 9}}, "bad-option-value"),
        ({"new": {"title": "torres", "seed": "-1"}}, "record-bad-key"),
        ({"record": {"game": "torres"}}, "malformed"),
    ],
)
def test_what_is_no_position_is_refused(server: Served, start: dict[str, Any], reason: str) -> None:
    answer = state(server, start)
    assert (answer.status_code, answer.json()["reason"]) == (422, reason), answer.text
    assert answer.json()["sentence"]


def test_more_that_is_refused(server: Served) -> None:
    assert state(server, new("blox"), eyes=5).json()["reason"] == "malformed"
    over = state(server, new("castellan"), *walked("castellan"), "pass")
    assert over.json()["reason"] == "over"


@pytest.mark.parametrize(
    ("title", "options"),
    [("torres", {"preset": "modern"}), ("torres", {"preset": "classic"}), ("blox", {})],
)
def test_the_eyes_of_a_seat_see_what_it_knows(
    server: Served, title: str, options: dict[str, Any]
) -> None:
    actions = walked(title, steps=60, **options)
    game = game_class(title)({"seats": 2, **options})
    position = game.deal(5)
    for text in actions:
        game.play_text(position, text)
    for seat in (0, 1):
        found = state(server, new(title, **options), *actions, eyes=seat).json()
        assert found["view"] == game.document(game.view(position, Seat(seat)))
        assert (found["yours"], found["looking"]) == ([seat], seat)
        assert bool(found["choices"]) == (found["to_move"] == seat)
        told = [(entry["seat"], entry["text"]) for entry in found["log"]]
        open_log = state(server, new(title, **options), *actions).json()["log"]
        assert [text for _, text in told] == [
            played if whose == seat or played.split()[0] in game.public_words else masked(played)
            for (whose, _), played in zip(told, actions, strict=True)
        ]
        assert [entry["text"] for entry in open_log] == actions
    whole = state(server, new(title, **options), *actions, eyes="all").json()
    assert whole["view"] == game.document(position)


def masked(text: str) -> str:
    return f"{text.split()[0]} ?"


def test_studies_have_a_rate_and_a_length(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, studies=0.001, studies_burst=2, entries=3) as server:
        record = {"tourelle": 1, "game": "blox", "rules": 1, "options": {}, "seed": 1}
        long = state(server, {"record": {**record, "actions": ["a"] * 4}})
        assert (long.status_code, long.json()["reason"]) == (413, "record-too-long")
        answers = [state(server, new("blox")).status_code for _ in range(2)]
        assert answers == [200, 429]


@pytest.mark.parametrize("title", TITLES)
def test_lessons_are_told_in_the_language_asked_for(server: Served, title: str) -> None:
    told = {
        language: server.http.get(f"/api/lessons/{title}?language={language}").json()
        for language in ("en", "fr", "de")
    }
    assert len({course["lessons"][0]["steps"][0]["goal"] for course in told.values()}) == 3
    course = told["en"]
    assert course["first"]["goal"]
    step = course["lessons"][0]["steps"][0]
    shown = state(server, {"line": step["line"]}, *step["answers"][0])
    assert shown.status_code == 200
    assert state(server, {"line": step["line"]}).json()["to_move"] == step["seat"]


def test_lessons_of_nobody(server: Served) -> None:
    assert server.http.get("/api/lessons/nobody").status_code == 404


def test_a_look_that_replays_much_counts_as_several(tmp_path: Path) -> None:
    actions = walked("blox", round_limit=0, steps=250)
    with served(tmp_path, studies=0.01, studies_burst=6) as server:
        start = new("blox", round_limit=0)
        asked = [state(server, start, *actions).status_code for _ in range(3)]
        assert asked == [200, 200, 429], "three of six for each"
