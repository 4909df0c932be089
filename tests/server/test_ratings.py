"""Ratings: who rises and who falls, which games count and which do not, and what is said of it."""

import random
from itertools import pairwise
from pathlib import Path

from tests.server.person import SHORT, Person, alone, duel, finish, settled
from tests.server.running import Served, play_out, served
from tourelle.server.people.ratings import bot_skill, shown


def test_the_winner_of_a_duel_rises_and_the_other_falls(server: Served) -> None:
    ann, leo = Person(server), Person(server)
    duel(server, ann, leo)
    settled(ann)
    told = {p: (p.games[0], p.standings["blox"]) for p in (ann, leo)}
    assert {game["unrated"] for game, _ in told.values()} == {None}
    for game, standing in told.values():
        assert standing["rating"] == game["rating"] == 1500 + game["change"]
        assert standing["course"] == [game["rating"]]
        assert (standing["rated"], standing["people"]["games"], standing["bots"]["games"]) == (
            1,
            1,
            0,
        )
        assert standing["spread"] < 250
    places = {p: game["place"] for p, (game, _) in told.items()}
    if set(places.values()) == {1, 2}:
        best = min(places, key=lambda p: places[p])
        other = ann if best is leo else leo
        assert told[best][0]["change"] > 0 > told[other][0]["change"]
        assert told[best][1]["people"]["won"] == 1


def test_a_game_against_bots_counts_once_whoever_looks(server: Served) -> None:
    ann = Person(server)
    opened = alone(server, ann)
    settled(ann)
    first = ann.standings["blox"]
    server.lobby.players._settled.clear()
    server.lobby.forget(opened.table)
    server.http.get(f"/api/tables/{opened.table}")
    assert ann.games[0]["ended"] is not None
    assert ann.standings["blox"] == first
    assert (first["bots"]["games"], first["rated"]) == (1, 1)


def test_a_game_that_ended_before_a_crash_is_settled_when_asked_for(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        ann = Person(server)
        server.lobby.players.settle = _nothing  # the server dies before it is written
        opened = alone(server, ann)
    with served(tmp_path) as server:
        again = Person(server, ann.key)
        [game] = again.games
        assert (game["table"], game["status"]) == (opened.table, "over")
        assert again.standings["blox"]["rated"] == 1


async def _nothing(_: object) -> None:
    """Settle nothing."""


def test_what_does_not_count_is_said(server: Served) -> None:
    ann = Person(server)
    lent = ann.open("blox", "here level-1", options=SHORT)
    with server.browser(lent.table, lent.keys[0]) as browser:
        browser.hear_of("state")
        browser.send(type="sit", seat=0, bot="level-1")
        while browser.state["status"] != "over":
            browser.hear()
    shared = ann.open("blox", "here here", options=SHORT)
    both = server.browser(shared.table, *shared.keys.values())
    play_out({0: both, 1: both}, random.Random(4))
    both.close()
    settled(ann, 2)
    reasons = {game["table"]: game["unrated"] for game in ann.games}
    assert "bot or a program" in reasons[lent.table]
    assert "one screen" in reasons[shared.table]
    assert ann.standings["blox"]["rating"] is None


def test_a_hint_makes_a_game_count_for_nothing(server: Served) -> None:
    ann = Person(server)
    opened = ann.open("blox", "here level-1", options=SHORT)
    headers = {"X-Tourelle-Secret": opened.keys[0]}
    hint = server.http.post(f"/api/tables/{opened.table}/hint", json={}, headers=headers)
    assert hint.status_code == 200, hint.text
    finish(server, opened.table, opened.keys)
    settled(ann)
    assert "hint" in ann.games[0]["unrated"]


def test_playing_against_oneself_counts_for_nothing(server: Served) -> None:
    ann = Person(server)
    duel(server, ann, ann)
    settled(ann, 2)
    assert all("two seats" in game["unrated"] for game in ann.games)


def test_levels_are_marks_on_the_scale_a_step_apart() -> None:
    ratings = [shown(bot_skill(f"level-{level}"))[0] for level in range(1, 9)]
    assert ratings[4] == 1500
    assert {b - a for a, b in pairwise(ratings)} == {108}
    assert bot_skill("greedy").sigma > 8


# ---------------------------------------------------------------- name, deletion, export
