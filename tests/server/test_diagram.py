"""A title that the page has no board for: its diagram is told, as far as a seat may see it."""

from pathlib import Path

import pytest

from tests.server.running import Served
from tourelle.core.words import Seat
from tourelle.games import TITLES, game_class

GAMES = Path(__file__).resolve().parents[2] / "web" / "src" / "games"


@pytest.mark.parametrize("title", TITLES)
def test_titles_with_a_board_in_the_page_say_so(title: str) -> None:
    assert game_class(title).page_board == (GAMES / title / "game.ts").is_file()


@pytest.mark.parametrize("title", TITLES)
def test_a_diagram_is_told_where_the_page_has_no_board(
    server: Served, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = server.open(title, "here here")
    with server.browser(table.table, *table.keys.values()) as drawn:
        assert drawn.hear_of("state")["diagram"] is None
    monkeypatch.setattr(game_class(title), "page_board", False)
    table = server.open(title, "here link")
    with server.browser(table.table, table.keys[0]) as first:
        state = first.hear_of("state")
        at = server.lobby.rooms[table.table].table
        assert state["diagram"] == at.game.diagram(at.game.view(at.position, Seat(0)))
        assert state["facts"]["secret"] is True
    moment = server.http.get(f"/api/tables/{table.table}/at/0").json()
    assert moment["diagram"].splitlines()


def test_the_usual_number_of_seats(server: Served) -> None:
    games = server.http.get("/api/games").json()
    assert {game["title"]: game["usual_seats"] for game in games} == {
        "torres": 4,
        "blox": 4,
        "castellan": 2,
    }


def test_no_rules_of_a_title_that_is_not_there(server: Served) -> None:
    assert server.http.get("/api/rules/quoits/en").status_code == 404
