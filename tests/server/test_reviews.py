"""Reviews over HTTP: of games that are over, joined, polled, stopped; never of a running one."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import tourelle
from tests.marks import searches
from tests.patience import PATIENCE, wait_for
from tests.server.running import Served, finished, from_address, served
from tourelle.review.judged import Decision
from tourelle.review.judging import Judge
from tourelle.server.bots import reviews
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


class Held:
    """Judging that waits until it is let go, and counts how often it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.free = threading.Event()
        self.judged = 0
        really = Judge.decision

        def held(judge: Judge, *asked: Any) -> Decision:
            self.judged += 1
            self.free.wait(PATIENCE)
            return really(judge, *asked)

        monkeypatch.setattr(Judge, "decision", held)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    found = Held(monkeypatch)
    yield found
    found.free.set()


def begin(server: Served, table: str, address: str = "203.0.113.5") -> httpx.Response:
    """Ask for a review from some address."""
    return server.http.post(f"/api/tables/{table}/review", headers=from_address(address))


def test_a_guest_has_so_many_under_way_and_may_join_and_leave(tmp_path: Path, held: Held) -> None:
    settings: dict[str, Any] = {"review": 400, "address_reviews": 1}
    with served(tmp_path, precompile=False, **settings) as server:
        one, two = finished(server).table, finished(server).table
        name = begin(server, one).json()["name"]
        assert begin(server, one).json()["name"] == name, "joining is no second review"
        refused = begin(server, two)
        assert (refused.status_code, refused.json()["reason"]) == (429, "too-many-reviews")
        assert begin(server, one, "203.0.113.6").json()["name"] == name
        wait_for(lambda: held.judged, "nothing is judged")

        def leave(address: str) -> str:
            headers = from_address(address)
            status = server.http.delete(f"/api/reviews/{name}", headers=headers).json()["status"]
            return str(status)

        assert leave("203.0.113.6") == "running", "somebody still waits for it"
        assert leave("203.0.113.5") == "stopped"
        assert begin(server, two).status_code == 200, "what is stopped makes room"
        held.free.set()
        assert begin(server, one, "203.0.113.7").json()["status"] != "stopped"
        done(server, name)


def test_a_review_is_kept_and_found_again_after_a_restart(tmp_path: Path, held: Held) -> None:
    held.free.set()
    with served(tmp_path, precompile=False, review=400) as server:
        table = finished(server).table
        first = done(server, begin(server, table).json()["name"])
    judged = held.judged
    with served(tmp_path, precompile=False, review=400) as server:
        again = begin(server, table).json()
        assert again["status"] == "done"
        assert len(again["review"]["turns"]) == len(first["review"]["turns"])
    assert held.judged == judged


def test_a_review_nobody_asks_about_stops(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "UNHEARD", 0.0)
    with served(tmp_path, precompile=False, review=400) as server:
        table = finished(server).table
        name = begin(server, table).json()["name"]
        made = server.lobby.reviews.find(name)
        wait_for(lambda: made.status == "stopped", "it goes on for nobody")
        held.free.set()


def test_a_review_that_fails_is_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    really = Judge.decision

    def failing(*_: object) -> Decision:
        raise MemoryError

    monkeypatch.setattr(Judge, "decision", failing)
    with served(tmp_path, precompile=False, review=400) as server:
        table = finished(server).table
        name = begin(server, table).json()["name"]
        made = server.lobby.reviews.find(name)
        wait_for(lambda: made.status == "stopped", "it is said to run")
        monkeypatch.setattr(Judge, "decision", really)
        assert begin(server, table).json()["name"] == name
        done(server, name)
