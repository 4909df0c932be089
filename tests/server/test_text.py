"""Half a character (a lone surrogate) is refused at every door, and whatever is wrong is named."""

import json
from typing import Any

import httpx
import pytest

from tests.server.running import Served
from tourelle.games import TITLES, game_class
from tourelle.languages import LANGUAGES
from tourelle.server.requests import documents

HALF = "\ud800"
SEATS = [{"kind": "here"}, {"kind": "here"}]
RECORD: dict[str, Any] = {
    "tourelle": 1,
    "game": "torres",
    "rules": 1,
    "options": {"seats": 2},
    "seed": 1,
    "actions": [],
}
BODIES: list[tuple[str, dict[str, Any]]] = [
    ("tables", {"game": HALF, "seats": SEATS}),
    ("tables", {"game": "torres", "options": {HALF: 1}, "seats": SEATS}),
    ("tables", {"game": "torres", "options": {"preset": HALF}, "seats": SEATS}),
    ("tables", {"game": "torres", "seats": [{"kind": "here", "name": HALF}, *SEATS]}),
    ("tables", {"game": "torres", "seats": SEATS, HALF: 1}),
    ("records", {**RECORD, "seats": [{"name": HALF}]}),
    ("records", {**RECORD, "seats": [{"kind": HALF}]}),
    ("records", {**RECORD, "seats": [{HALF: "x"}]}),
    ("records", {**RECORD, "game": HALF}),
    ("records", {**RECORD, "options": {"preset": HALF}}),
    ("records", {**RECORD, "actions": [HALF]}),
    ("records", {**RECORD, "outcome": {HALF: 1}}),
    ("records", {**RECORD, HALF: 1}),
    *(
        (f"documents/{work}", body)
        for work in ("legal", "apply", "score")
        for body in (
            {"document": {"game": HALF}},
            {"document": {"board": HALF}},
            {"document": {HALF: 1}},
            {"document": {"options": {"preset": HALF}}},
            {"document": {"hands": [[HALF]]}},
            {"document": {}, "actions": [HALF]},
            {"document": {**RECORD, "seats": [{"name": HALF}]}},
        )
    ),
]


def post(server: Served, path: str, text: str) -> httpx.Response:
    """Send a text that calls itself JSON."""
    headers = {"content-type": "application/json"}
    return server.http.post(f"/api/{path}", content=text, headers=headers)


@pytest.mark.parametrize(("path", "body"), BODIES, ids=ascii)
def test_half_a_character_is_refused(server: Served, path: str, body: dict[str, Any]) -> None:
    text = json.dumps(body)
    assert "\\ud800" in text
    for half in ("\\ud800", "\\uDFFF"):
        answer = post(server, path, text.replace("\\ud800", half))
        assert (answer.status_code, answer.json()["reason"]) == (422, "malformed")


def test_half_a_character_does_not_stop_the_journal(server: Served) -> None:
    opened = server.open("torres", "here here", seen="public")
    for path, text in (
        (f"tables/{opened.table}/join", json.dumps({"name": HALF})),
        ("records", json.dumps({**RECORD, "seats": [{"name": HALF}]})),
    ):
        assert post(server, path, text).status_code == 422
    with server.browser(opened.table, *opened.keys.values()) as ann:
        ann.until(0)
        for message in (
            {"type": "chat", "seat": 0, "text": HALF},
            {"type": "sit", "seat": 0, "name": HALF},
            {"type": "submit", "seat": 0, "number": 0, "action": HALF},
            {"type": "why", "action": HALF},
            {"type": HALF},
        ):
            ann.socket.send(json.dumps(message))
            assert ann.hear_of("trouble")["reason"] == "malformed"
        ann.send(type="chat", seat=0, text="whole: 🏰")
        assert ann.until(1)["log"][0]["text"] == "whole: 🏰"
    assert server.http.get("/api/health").json()["keeping"] is True


@pytest.mark.parametrize("path", ["words/en/%ED%A0%80", "tables/%ED%A0%80", "rules/%ED%A0%80/en"])
def test_half_a_character_in_a_path_or_query(server: Served, path: str) -> None:
    assert server.http.get(f"/api/{path}").status_code in (404, 422)
    assert server.http.get("/api/games?language=%ED%A0%80").status_code == 422


FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("tables", {"game": "torres", "seats": [{"kind": "here"}, {"name": "B"}]}, "seats.1.kind"),
    ("tables", {"game": "torres", "seats": SEATS, "colour": 1}, "colour"),
    ("tables", {"game": "torres", "seats": [{"kind": "here", "name": 7}, *SEATS]}, "seats.0.name"),
    ("records", {**RECORD, "actions": ["place d8", 7]}, "actions.1"),
    ("records", {**RECORD, "seats": [{"name": 7}]}, "seats.0.name"),
    ("records", {**RECORD, "outcome": {"points": []}}, "outcome.winners"),
    ("records", {key: RECORD[key] for key in RECORD if key != "rules"}, "rules"),
    ("documents/legal", {"document": {"year": "one"}}, "document.torres.year"),
    ("documents/legal", {"document": {"game": "blox", "hands": 7}}, "document.blox.hands"),
    ("documents/legal", {"document": {"game": "castellan", "colour": 7}}, "castellan.colour"),
    ("documents/legal", {"document": {**RECORD, "seed": [7]}}, "document.record.seed"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("path", "body", "place"), FAULTS, ids=str)
def test_what_is_wrong_is_named(
    server: Served, path: str, body: dict[str, Any], place: str, language: str
) -> None:
    answer = server.http.post(f"/api/{path}", json=body, params={"language": language})
    assert (answer.status_code, answer.json()["reason"]) == (422, "malformed")
    assert place in answer.json()["sentence"]


@pytest.mark.parametrize("title", TITLES)
def test_every_key_of_a_document_has_its_type(title: str) -> None:
    game = game_class(title)()
    written = game.document(game.setup(5))
    assert (
        {"game", "rules", "seed", "winners", *written}
        >= set(documents.BODIES[title].model_fields)
        >= set(written)
    )


@pytest.mark.parametrize("title", TITLES)
def test_every_document_that_is_written_is_read(server: Served, title: str) -> None:
    game = game_class(title)({"seats": 3})
    position = game.setup(5)
    for step in range(400):
        if step % 20 == 0 or game.is_over(position):
            body = {"document": game.document(position)}
            answer = server.http.post("/api/documents/apply", json=body)
            assert answer.json() == body
        if game.is_over(position):
            break
        legal = game.legal_actions(position)
        game.apply(position, legal[step * 7 % len(legal)])
