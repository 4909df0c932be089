"""Reviews over HTTP: never of a running game."""

from collections.abc import Iterator

import pytest

from tests.server.running import Served, served


@pytest.fixture(scope="module")
def reviewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that reviews with next to no work."""
    folder = tmp_path_factory.mktemp("reviews")
    with served(
        folder, precompile=False, review=400, reviews=1e6, reviews_burst=10**6, hints_burst=100
    ) as server:
        yield server


def test_a_running_game_is_not_reviewed(reviewer: Served) -> None:
    opened = reviewer.open("blox", "here here")
    answer = reviewer.http.post(f"/api/tables/{opened.table}/review?language=fr")
    assert (answer.status_code, answer.json()["reason"]) == (409, "review-running")
    record = reviewer.http.get(f"/api/tables/{opened.table}/record").json()
    assert reviewer.http.post("/api/study/review", json={"record": record}).status_code == 422
    assert reviewer.http.get("/api/reviews/00-1-1").status_code == 404
