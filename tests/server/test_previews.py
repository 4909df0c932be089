"""A link to a table, pasted in a chat, shows what everybody may see of it."""

import asyncio
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Served, served
from tourelle.core.words import WATCHER
from tourelle.games import TITLES
from tourelle.languages import LANGUAGES
from tourelle.server.requests import pages, previews

TAG = re.compile(r'<meta property="(og:[^"]+)" content="([^"]*)" />')


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server with a web app that is hardly one."""
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    (tmp_path / "index.html").write_text("<html><head></head>the app</html>", encoding="utf-8")
    with served(tmp_path / "data", precompile=False) as running:
        yield running


def tags(server: Served, path: str) -> dict[str, str]:
    """Return what a chat reads of a page."""
    answer = server.http.get(path)
    assert answer.status_code == 200
    assert "the app" in answer.text
    return {key: html.unescape(value) for key, value in TAG.findall(answer.text)}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preview_says_what_is_played_by_whom(server: Served, title: str, language: str) -> None:
    opened = server.open(title, "here random")
    for way in ("g", "j"):
        told = tags(server, f"/{way}/{opened.table}?language={language}")
        assert told["og:title"]
        assert told["og:url"].endswith(f"/g/{opened.table}")
        assert not set("{}@") & set(told["og:title"] + told["og:description"])
        assert told["og:image"].startswith("http")
        shown = server.http.get(told["og:image"])
        assert shown.headers["content-type"] == "image/svg+xml"
        assert shown.text.startswith("<svg")


def test_a_preview_speaks_of_the_present(server: Served) -> None:
    opened = server.open("blox", "here here", options={"round_limit": 1})
    path = f"/g/{opened.table}?language=en"
    assert "0 actions played" in tags(server, path)["og:description"]
    with server.browser(opened.table, *opened.keys.values()) as both:
        both.until(0)
        both.submit(both.state["choices"][0]["text"])
        both.until(1)
        assert "1 action played" in tags(server, path)["og:description"]
        while both.state["status"] != "over":
            both.submit(both.state["choices"][0]["text"])
            both.until(both.state["number"] + 1)
    assert tags(server, path)["og:description"].endswith(both.state["ending"])


def test_nothing_secret_is_shown(server: Served) -> None:
    opened = server.open("castellan", "link link")
    table = server.lobby.rooms[opened.table].table
    game, position = table.game, table.position
    seen = game.picture(game.view(position, WATCHER))
    assert server.http.get(f"/g/{opened.table}/board.svg").text == seen
    page = server.http.get(f"/g/{opened.table}").text
    for secret in (*opened.keys.values(), str(table.opening.seed), table.opening.nonce):
        assert secret not in page
    hands = game.document(position)["hands"]
    assert json.dumps(hands) not in page


def test_names_are_text(server: Served) -> None:
    rude = '"><script>alert(1)</script>'
    seats = [{"kind": "here", "name": rude[:30]}, {"kind": "here"}]
    opened = server.http.post("/api/tables", json={"game": "blox", "seats": seats}).json()
    page = server.http.get(f"/g/{opened['table']}")
    assert "<script>" not in page.text
    assert rude[:30] in tags(server, f"/g/{opened['table']}")["og:title"]


@pytest.mark.parametrize("path", ["/g/nobody", "/j/nobody", "/g/%C3%A4", "/g/" + "a" * 99])
def test_a_link_to_nothing_is_the_app_alone(server: Served, path: str) -> None:
    assert tags(server, path) == {}


def test_a_page_does_not_wait_for_its_preview(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def endless(*_: str) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(server.lobby, "find", endless)
    monkeypatch.setattr(previews, "PATIENCE", 0.01)
    assert tags(server, "/g/abc") == {}
