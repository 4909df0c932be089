"""Requests: games, tables, lobby, records, words, rules, documents, pages, headers."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Served, play_out, served
from tourelle.bots import BOTS
from tourelle.core.records import Record, outcome_json
from tourelle.games import TITLES, game_class
from tourelle.languages import LANGUAGES, catalogue
from tourelle.server.requests import pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_games(server: Served, language: str) -> None:
    games = server.http.get("/api/games", params={"language": language}).json()
    assert [game["title"] for game in games] == list(TITLES)
    for game in games:
        assert game["seats"] == [2, 3, 4]
        assert game["bots"]
        for option in game["options"]:
            assert len(option["labels"]) == len(option["values"])
            assert option["default"] in option["values"]
            assert all(option["labels"])
    assert [p["name"] for p in games[0]["presets"]][:2] == ["classic", "modern"]
    assert games[0]["reconstruction"] is None
    assert games[1]["reconstruction"]


def test_every_offered_option_opens_a_table(server: Served) -> None:
    for game in server.http.get("/api/games").json():
        for option in game["options"]:
            for value in option["values"]:
                if option["name"] == "first_seat" and value > 1:
                    continue
                server.open(game["title"], "here here", options={option["name"]: value})


REFUSED: list[tuple[dict[str, Any], int, str]] = [
    ({"game": "chess"}, 422, "unknown-game"),
    ({"options": {"preset": "future"}}, 422, "bad-option-value"),
    ({"options": {"colour": "red"}}, 422, "unknown-option"),
    ({"seats": [{"kind": "here"}]}, 422, "malformed"),
    ({"seats": [{"kind": "here"}, {"kind": "bot", "bot": "hal"}]}, 400, "no-such-bot"),
    ({"seed": 1}, 422, "malformed"),
]


@pytest.mark.parametrize(("change", "status", "reason"), REFUSED, ids=str)
def test_tables_that_cannot_be_opened(
    server: Served, change: dict[str, Any], status: int, reason: str
) -> None:
    wish = {"game": "torres", "seats": [{"kind": "here"}, {"kind": "here"}], **change}
    answer = server.http.post("/api/tables", json=wish, params={"language": "de"})
    assert (answer.status_code, answer.json()["reason"]) == (status, reason)
    assert answer.json()["sentence"]


def test_the_lobby_lists_tables_that_want_to_be_listed(server: Served) -> None:
    private = server.invite("torres", "here link")
    public = server.invite("torres", "here open", seen="public")
    lobby = server.http.get("/api/lobby").json()
    listed = {table["table"]: table for table in lobby["open"]}
    assert private.table not in listed
    assert listed[public.table]["open_seats"] == 1
    answer = server.http.post(f"/api/tables/{public.table}/join", json={"name": "Eve"})
    assert answer.status_code == 201
    (key,) = answer.json()["keys"]
    assert key["seat"] == 1
    with server.browser(public.table, key["secret"]) as eve:
        assert eve.hear_of("state")["yours"] == [1]
        assert eve.state["seats"][1]["name"] == "Eve"
    again = server.http.post(f"/api/tables/{public.table}/join", json={})
    assert (again.status_code, again.json()["reason"]) == (409, "no-free-seat")
    lobby = server.http.get("/api/lobby").json()
    assert public.table in [table["table"] for table in lobby["running"]]


# ---------------------------------------------------------------- records


def random_record(title: str, most: int, seed: int = 3) -> dict[str, Any]:
    game, dice = game_class(title)({"seats": 2}), random.Random(seed)
    position = game.setup(seed)
    actions: list[str] = []
    while len(actions) < most and not game.is_over(position):
        text = dice.choice(game.legal_texts(position))
        game.play_text(position, text)
        actions.append(text)
    outcome = outcome_json(game.outcome(position))
    times = tuple(range(0, 1000 * len(actions), 1000))
    record = Record(title, 1, game.options, seed, tuple(actions), times=times, outcome=outcome)
    return dict(record.to_json())


@pytest.mark.parametrize("title", TITLES)
def test_a_finished_record_comes_back_as_it_was(server: Served, title: str) -> None:
    record = random_record(title, 100_000)
    answer = server.http.post("/api/records", json=record)
    assert answer.status_code == 201
    assert answer.json()["keys"] == []
    table = answer.json()["table"]
    back = server.http.get(f"/api/tables/{table}/record").json()
    for key in ("game", "rules", "options", "seed", "actions", "times", "outcome"):
        assert back[key] == record[key]
    state = server.http.get(f"/api/tables/{table}").json()
    assert (state["status"], state["actions"]) == ("over", len(record["actions"]))


def test_an_unfinished_record_goes_on(server: Served) -> None:
    record = random_record("blox", 20)
    answer = server.http.post("/api/records", json=record).json()
    assert answer["keys"] == []
    assert [invitation["seat"] for invitation in answer["invitations"]] == [0, 1]
    keys = [server.accept(answer["table"], each["secret"]) for each in answer["invitations"]]
    with server.browser(answer["table"], *keys) as both:
        assert both.hear_of("state")["actions"] == 20
        play_out({0: both, 1: both}, random.Random(1))
        assert both.state["status"] == "over"


def test_bots_of_an_unfinished_record_go_on(server: Served) -> None:
    record = random_record("castellan", 20)
    record["seats"] = [{"name": "", "kind": "random"}, {"name": "", "kind": "greedy"}]
    table = server.http.post("/api/records", json=record).json()["table"]
    with server.browser(table) as watcher:
        while watcher.state.get("status") != "over":
            watcher.hear()


HURT: list[tuple[dict[str, Any], str]] = [
    ({"tourelle": 99}, "record-format"),
    ({"rules": 99}, "record-rules"),
    ({"seed": -1}, "record-bad-key"),
    ({"seed": None}, "record-bad-key"),
    ({"game": "chess"}, "unknown-game"),
    ({"more": 1}, "malformed"),
    ({"actions": ["place d8", "place d8"], "times": []}, "no-empty-castle"),
    ({"outcome": {"points": [1, 2], "winners": [1], "clause": "T4.3"}}, "record-outcome"),
]


@pytest.mark.parametrize(("change", "reason"), HURT, ids=str)
def test_records_are_verified(server: Served, change: dict[str, Any], reason: str) -> None:
    record = {**random_record("torres", 30), **change}
    answer = server.http.post("/api/records", json=record, params={"language": "fr"})
    assert (answer.status_code, answer.json()["reason"]) == (422, reason)


# ---------------------------------------------------------------- words, rules, documents


def test_words(server: Served) -> None:
    assert server.http.get("/api/words/fr/torres").json() == catalogue("fr", "torres")
    assert server.http.get("/api/words/fr/nothing").status_code == 404
    assert server.http.get("/api/words/xx/torres").status_code == 422


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_clause_by_clause(server: Served, title: str, language: str) -> None:
    answer = server.http.get(f"/api/rules/{title}/{language}")
    clauses = {clause["id"]: clause for clause in answer.json()}
    assert {"torres": "T5.2", "blox": "B6.1", "castellan": "C2.3"}[title] in clauses
    assert answer.headers["content-language"] in (language, "en")


def test_documents(server: Served) -> None:
    task: dict[str, Any] = {"document": {"game": "torres", "options": {"seats": 2}}}
    legal = server.http.post("/api/documents/legal", json=task).json()["legal"]
    assert "place d8" in legal
    task["actions"] = ["place d8", "place a4", "king h5", "block d7"]
    after = server.http.post("/api/documents/apply", json=task).json()["document"]
    assert after["stage"] == "turn"
    score = server.http.post("/api/documents/score", json={"document": after}).json()
    assert score["seats"][0]["total"] == 2
    task["actions"] = ["place e5"]
    refused = server.http.post("/api/documents/apply", json=task)
    assert (refused.status_code, refused.json()["clause"]) == (422, "T3.3")
    wrong = server.http.post("/api/documents/legal", json={"document": {"game": "chess"}})
    assert (wrong.status_code, wrong.json()["reason"]) == (422, "unknown-game")
    record = random_record("blox", 20)
    assert server.http.post("/api/documents/legal", json={"document": record}).json()["legal"]


# ---------------------------------------------------------------- health, pages, headers


def test_health_and_metrics(server: Served) -> None:
    server.open("blox", "random random", options={"round_limit": 1})
    health = server.http.get("/api/health").json()
    assert health["tables"] >= 1
    metrics = server.http.get("/metrics")
    assert metrics.headers["content-type"].startswith("text/plain")
    assert "tourelle_tables_live" in metrics.text
    assert "tourelle_durable_seconds_count" in metrics.text


def test_every_answer_has_strict_headers(server: Served) -> None:
    for path in ("/", "/g/abc", "/api/health", "/api/docs", "/nothing.js", "/api/nothing"):
        headers = server.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_pages(server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path / "static")
    assert "npm run build" in server.http.get("/g/abc").text
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<!doctype html>the app")
    (tmp_path / "static" / "assets" / "app-1234.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    for path in ("/", "/g/abc", "/rules/torres", "/about"):
        answer = server.http.get(path)
        assert answer.text == "<!doctype html>the app"
        assert answer.headers["cache-control"] == "no-cache"
    asset = server.http.get("/assets/app-1234.js")
    assert "immutable" in asset.headers["cache-control"]
    assert asset.headers["content-type"].startswith("text/javascript")
    for path in ("/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/none.js", "/api/none"):
        assert server.http.get(path).status_code == 404
    assert server.http.head("/").status_code == 200


def test_bodies_are_bounded(tmp_path: Path) -> None:
    with served(tmp_path, body=1000, precompile=False) as server:
        answer = server.http.post("/api/records", content=b"x" * 2000)
        assert (answer.status_code, answer.json()["reason"]) == (413, "too-long")
        chunks = server.http.post("/api/records", content=iter([b"x" * 900] * 5))
        assert chunks.status_code in (400, 413, 422)
        assert server.http.get("/api/health").status_code == 200


def test_the_page_about_the_api(server: Served) -> None:
    page = server.http.get("/api/docs").text
    schema = server.http.get("/api/openapi.json").json()
    for path in schema["paths"]:
        assert path in page


def test_a_table_is_dealt_from_128_bits(server: Served) -> None:
    seeds = [
        server.lobby.rooms[server.open("blox", "here here").table].table.opening.seed
        for _ in range(20)
    ]
    assert all(1 << 63 <= seed < 1 << 128 for seed in seeds)
    assert max(seeds) > 1 << 124


def test_a_bot_of_some_titles_sits_at_no_other(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot may say which titles it plays; others neither offer it nor seat it."""
    monkeypatch.setattr(BOTS["random"], "titles", ("blox",), raising=False)
    server.open("blox", "here random")
    seats = [{"kind": "here"}, {"kind": "bot", "bot": "random"}]
    answer = server.http.post("/api/tables", json={"game": "torres", "seats": seats})
    assert (answer.status_code, answer.json()["reason"]) == (400, "no-such-bot")
