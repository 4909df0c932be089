"""Reviews over HTTP: of games that are over, joined, polled, stopped; never of a running one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tourelle
from tests.marks import searches
from tests.patience import wait_for
from tests.server.running import Served, finished, served
from tourelle.server.thinking.jobs import DecisionJob

pytestmark = searches


@pytest.fixture(scope="module")
def reviewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that reviews with next to no work."""
    folder = tmp_path_factory.mktemp("reviews")
    with served(
        folder, precompile=False, review=400, reviews=1e6, reviews_burst=10**6, hints_burst=100
    ) as server:
        yield server


def done(server: Served, name: str) -> Any:
    """A review, once it is done."""
    found: list[Any] = []

    def is_done() -> bool:
        found[:] = [server.http.get(f"/api/reviews/{name}?language=de").json()]
        return bool(found[0]["status"] == "done")

    wait_for(is_done)
    return found[0]


def test_a_finished_game_is_reviewed_and_its_record_joins(reviewer: Served) -> None:
    opened = finished(reviewer)
    begun = reviewer.http.post(f"/api/tables/{opened.table}/review").json()
    found = done(reviewer, begun["name"])["review"]
    assert len(found["turns"]) == 2
    assert found["turns"][-1]["last"] == 2
    assert len(found["seats"]) == 2
    for turn in found["turns"]:
        assert sum(turn["played"]["chances"]) == pytest.approx(1, abs=0.01)
        assert turn["cost"]["chance"] >= 0
    record = reviewer.http.get(f"/api/tables/{opened.table}/record").json()
    again = reviewer.http.post("/api/study/review", json={"record": record}).json()
    assert (again["name"], again["status"]) == (begun["name"], "done")
    record["seed"] = str(record["seed"])  # a page knows large seeds as text
    again = reviewer.http.post("/api/study/review", json={"record": record}).json()
    assert (again["name"], again["status"]) == (begun["name"], "done")
    left = reviewer.http.delete(f"/api/reviews/{begun['name']}").json()
    assert left["status"] == "done"


def test_a_finished_game_has_a_story_and_a_card(reviewer: Served) -> None:
    opened = finished(reviewer)
    story = reviewer.http.get(f"/api/tables/{opened.table}/story?language=fr").json()
    assert story["seats"] is None
    begun = reviewer.http.post(f"/api/tables/{opened.table}/review").json()
    done(reviewer, begun["name"])
    record = reviewer.http.get(f"/api/tables/{opened.table}/record").json()
    told = reviewer.http.post("/api/study/story", json={"record": record}).json()
    assert len(told["seats"]) == 2
    assert [sum(row) for row in told["totals"]] == record["outcome"]["points"]
    assert told["gains"] == story["gains"]
    card = reviewer.http.get(f"/g/{opened.table}/card.svg")
    assert card.headers["content-type"] == "image/svg+xml"
    assert card.text.count("<svg") == 2
    running = reviewer.open("blox", "here here")
    for path in (f"/api/tables/{running.table}/story", f"/g/{running.table}/card.svg"):
        assert reviewer.http.get(path).status_code == 409


def test_a_turn_that_is_tried_is_judged(reviewer: Served) -> None:
    play = tourelle.start("blox", seed=5, seats=2)
    start = {"new": {"title": "blox", "seats": 2, "seed": 5}}
    text = play.legal_texts()[0]
    found = reviewer.http.post("/api/study/judge", json={"start": start, "turn": [text]}).json()
    assert [choice["text"] for choice in found["played"]["actions"]] == [text]
    refused = reviewer.http.post("/api/study/judge", json={"start": start, "turn": ["build a1"]})
    assert refused.status_code == 422


def test_a_running_game_is_not_reviewed(reviewer: Served) -> None:
    opened = reviewer.open("blox", "here here")
    answer = reviewer.http.post(f"/api/tables/{opened.table}/review?language=fr")
    assert (answer.status_code, answer.json()["reason"]) == (409, "review-running")
    record = reviewer.http.get(f"/api/tables/{opened.table}/record").json()
    assert reviewer.http.post("/api/study/review", json={"record": record}).status_code == 422
    assert reviewer.http.get("/api/reviews/00-1-1").status_code == 404


def test_a_review_that_fails_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("ouch")

    monkeypatch.setattr(DecisionJob, "done", fail)
    with served(tmp_path, precompile=False, review=1000) as server:
        opened = finished(server)
        begun = server.http.post(f"/api/tables/{opened.table}/review").json()
        path = f"/api/reviews/{begun['name']}"
        wait_for(lambda: server.http.get(path).json()["status"] == "stopped", "it is waited for")
