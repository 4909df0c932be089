"""You, without an account: a key on the device, games and ratings under its hash, other devices."""

import asyncio
import json
import random
import secrets
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.patience import wait_for
from tests.server.person import SHORT, Person, alone, duel, finish, settled
from tests.server.running import Served, from_address, play_out, served
from tourelle.server.clock import CLOCK
from tourelle.server.people import carrying
from tourelle.server.people.keys import Player
from tourelle.server.people.players import ADOPTED


def test_a_game_is_in_the_list_of_both_with_its_result(server: Served) -> None:
    ann, leo = Person(server), Person(server)
    opened = duel(server, ann, leo)
    settled(ann)
    state = server.http.get(f"/api/tables/{opened.table}").json()
    for person, seat in ((ann, 0), (leo, 1)):
        [game] = person.games
        assert (game["table"], game["game"], game["seat"]) == (opened.table, "blox", seat)
        assert (game["status"], game["key"]) == ("over", None)
        assert [s["points"] for s in game["seats"]] == state["outcome"]["points"]
        assert game["place"] in (1, 2)
        assert game["opened"] <= game["ended"]
    assert ann.games[0]["seats"][1]["name"] == "Leo"


def test_a_running_game_comes_with_the_key_of_ones_seat(server: Served) -> None:
    ann = Person(server)
    opened = ann.open("torres", "here link")
    [game] = ann.games
    assert (game["status"], game["ended"]) == ("waiting", None)
    assert game["key"]["secret"] == opened.keys[0]
    with server.browser(opened.table, game["key"]["secret"]) as device:
        assert device.hear_of("state")["yours"] == [0]


def test_search_by_name_title_and_day(server: Served) -> None:
    ann, leo = Person(server), Person(server)
    duel(server, ann, leo)
    settled(ann)
    for words, found in (("leo", 1), ("BLOX leo", 1), ("mina", 0), ("torres", 0), ("20", 1)):
        answer = ann.ask("GET", "/games", params={"search": words}).json()
        assert answer["found"] == found, words
    assert ann.ask("GET", "/games", params={"game": "torres"}).json()["games"] == []


def test_the_list_goes_page_by_page(server: Served) -> None:
    ann = Person(server)
    opened = [ann.open("blox", "here link").table for _ in range(32)]
    first = ann.ask("GET", "/games").json()
    rest = ann.ask("GET", "/games", params={"skip": 30}).json()
    assert (len(first["games"]), first["found"], first["more"]) == (30, 32, True)
    assert (len(rest["games"]), rest["more"]) == (2, False)
    assert {g["table"] for g in first["games"] + rest["games"]} == set(opened)


def test_a_lost_answer_brings_the_same_key_again_and_one_game(server: Served) -> None:
    ann, leo = Person(server), Person(server)
    opened = ann.open("blox", "here link")
    claim = "the-word-of-one-browser-alone"
    keys = {leo.accept(opened.table, opened.invitations[1], claim=claim) for _ in range(3)}
    assert len(keys) == 1
    assert len(leo.games) == 1


def test_a_rematch_is_in_the_list_at_its_new_seat(server: Served) -> None:
    ann, leo = Person(server), Person(server)
    opened = duel(server, ann, leo)
    with server.browser(opened.table, opened.keys[0]) as browser:
        browser.hear_of("state")
        browser.send(type="rematch")
        while browser.state["rematch"] is None:
            browser.hear()
        again = browser.state["rematch"]
    for person, seat in ((ann, 1), (leo, 0)):
        [game] = [g for g in person.games if g["table"] == again]
        assert game["seat"] == seat
        with server.browser(again, game["key"]["secret"]) as device:
            assert device.hear_of("state")["yours"] == [seat]


def test_games_held_before_there_was_a_key_are_adopted_unrated(server: Served) -> None:
    opened = server.open("blox", "here level-1", options=SHORT)
    finish(server, opened.table, opened.keys)
    ann, eve = Person(server), Person(server)
    wish = {"tables": [{"table": opened.table, "secrets": [opened.keys[0]]}]}
    assert ann.ask("POST", "/games", json=wish).json() == {"games": 1}
    settled(ann)
    assert "listed afterwards" in ann.games[0]["unrated"]
    assert ann.standings == {}
    assert eve.ask("POST", "/games", json=wish).json() == {"games": 0}, "it is somebody's already"
    guess = {"tables": [{"table": opened.table, "secrets": [secrets.token_urlsafe(24)]}]}
    assert eve.ask("POST", "/games", json=guess).json() == {"games": 0}


def test_whoever_is_sent_away_while_a_game_is_listed_for_them_does_not_sit_there(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, ann = server.open("blox", "link link"), Person(server)
    lobby = server.lobby
    sit = lobby.players.sit

    async def sit_late(*given: Any) -> None:
        await lobby.remove(lobby.rooms[opened.table], 1)
        await sit(*given)

    monkeypatch.setattr(lobby.players, "sit", sit_late)
    wish = {"tables": [{"table": opened.table, "secrets": [opened.keys[1]]}]}
    assert ann.ask("POST", "/games", json=wish).json() == {"games": 0}
    assert ann.games == []
    assert lobby.players.sitting(opened.table) == {}


# ---------------------------------------------------------------- rating


def test_the_name_is_known_on_every_device_once_one_has_played(server: Served) -> None:
    ann = Person(server)
    profile = {"name": "  Ann\u202e ", "colour": 3, "crest": "swan", "changed": 5}
    assert ann.ask("PUT", json=profile).json()["profile"] is None, "nothing is kept of a stranger"
    ann.open("blox", "here link")
    kept = ann.ask("PUT", json=profile).json()["profile"]
    assert kept == {"name": "Ann", "colour": 3, "crest": "swan", "changed": 5}
    assert Person(server, ann.key).ask("GET").json()["profile"] == kept


def test_others_see_name_and_crest_and_nothing_else(server: Served) -> None:
    ann, leo = Person(server), Person(server)
    seats = [{"kind": "here", "name": "Ann", "crest": "tower"}, {"kind": "link"}]
    wish = {"game": "blox", "seats": seats, "options": SHORT}
    answer = server.http.post("/api/tables", json=wish, headers=ann.headers).json()
    invitation = answer["invitations"][0]["secret"]
    key = leo.accept(answer["table"], invitation, name="Leo", crest="moon")
    with server.browser(answer["table"], key) as browser:
        state = browser.hear_of("state")
        assert [seat["crest"] for seat in state["seats"]] == ["tower", "moon"]
        everything = "".join(browser.heard)
    finish(server, answer["table"], {0: answer["keys"][0]["secret"], 1: key})
    settled(leo)
    everything += server.http.get(f"/api/tables/{answer['table']}").text
    everything += server.http.get(f"/api/tables/{answer['table']}/record").text
    everything += json.dumps(leo.games)
    lines = server.lobby.journal.lines(answer["table"])
    for secret in (ann.key, server.lobby.players.sitting(answer["table"])[0][0]):
        assert secret not in everything
        assert secret not in "".join(lines)


def test_a_crest_that_is_none_is_refused(server: Served) -> None:
    seats = [{"kind": "here", "crest": "<b>"}, {"kind": "link"}]
    answer = server.http.post("/api/tables", json={"game": "blox", "seats": seats})
    assert answer.status_code == 422


def test_a_wished_colour_is_given_if_it_is_free(server: Served) -> None:
    opened = server.invite("torres", "here open open", seen="public")
    path = f"/api/tables/{opened.table}/join"
    first = server.http.post(path, json={"name": "Leo", "colour": 2}).json()
    second = server.http.post(path, json={"name": "Mina", "colour": 2}).json()
    assert [first["keys"][0]["seat"], second["keys"][0]["seat"]] == [2, 1]


def test_one_game_is_deleted_and_the_rating_stays(server: Served) -> None:
    ann = Person(server)
    opened = alone(server, ann)
    settled(ann)
    rated = ann.standings["blox"]["rating"]
    assert ann.ask("DELETE", f"/games/{opened.table}").json() == {"games": 1}
    assert ann.games == []
    assert ann.standings["blox"]["rating"] == rated
    assert ann.ask("DELETE", f"/games/{opened.table}").status_code == 404
    assert server.http.get(f"/api/tables/{opened.table}").status_code == 200


def test_a_running_game_taken_off_the_list_counts_all_the_same(server: Served) -> None:
    ann = Person(server)
    opened = ann.open("blox", "here level-1", options=SHORT)
    ann.ask("DELETE", f"/games/{opened.table}")
    assert ann.games == []
    finish(server, opened.table, opened.keys)
    wait_for(lambda: "blox" in ann.standings, "not settled")
    assert ann.standings["blox"]["rated"] == 1
    assert ann.games == []


def test_everything_is_deleted(server: Served) -> None:
    ann = Person(server)
    alone(server, ann)
    settled(ann)
    ann.ask("PUT", json={"name": "Ann"})
    assert ann.ask("DELETE").json() == {"games": 1}
    assert ann.ask("GET").json() == {"profile": None, "standings": [], "games": 0}
    journal = server.lobby.journal
    cards = [c for box in ("profile", "standing", "game", "sitting") for c in journal.cards(box)]
    assert not [card for card in cards if hash_of(ann) in card.owner + card.text]


def hash_of(person: Person) -> str:
    """Return under what everything of a person is kept."""
    return Player(person.key).hash


def test_the_export_holds_every_game_as_a_record_and_no_key(server: Served) -> None:
    ann = Person(server)
    over = alone(server, ann)
    settled(ann)
    runs = ann.open("torres", "here link", options={"preset": "modern"})
    answer = ann.ask("POST", "/export", json={"tables": []})
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    games = {game["table"]: game for game in found["games"]}
    assert set(games) == {over.table, runs.table}
    assert games[over.table]["record"]["seed"] is not None
    assert games[over.table]["record"]["outcome"]["points"]
    assert games[runs.table]["record"]["seed"] is None, "what is hidden stays hidden"
    assert found["you"]["games"] == 2
    for secret in (ann.key, runs.keys[0], over.keys[0]):
        assert secret not in answer.text


@pytest.mark.parametrize("seen", ["link", "private"])
def test_the_export_tells_nothing_of_a_seat_to_which_one_has_no_key(
    server: Served, seen: str
) -> None:
    eve = Person(server)
    opened = server.open("torres", "here link", options={"preset": "modern"}, seen=seen)
    browsers = {seat: server.browser(opened.table, key) for seat, key in opened.keys.items()}
    dice = random.Random(1)
    while not any(e["seat"] == 1 and e["text"].endswith("?") for e in browsers[0].log):
        play_out(browsers, dice, most=1)
    for browser in browsers.values():
        browser.close()
    # She asked to have the game listed in the moment in which she was sent away.
    table = server.lobby.rooms[opened.table].table
    asyncio.run(server.lobby.players.sit(hash_of(eve), table, 1, ADOPTED))
    (told,) = eve.ask("POST", "/export", json={"tables": []}).json()["games"]
    path = f"/api/tables/{opened.table}/record"
    own = server.http.get(path, headers={"x-tourelle-secret": opened.keys[1]}).json()["actions"]
    if seen == "private":
        assert "record" not in told
    else:
        assert told["record"]["actions"] == server.http.get(path).json()["actions"]
        assert told["record"]["actions"] != own
    held = {"tables": [{"table": opened.table, "secrets": [opened.keys[1]]}]}
    (told,) = eve.ask("POST", "/export", json=held).json()["games"]
    assert told["record"]["actions"] == own, "who holds the key may read what it opens"
    assert opened.keys[1] not in json.dumps(told)


# ---------------------------------------------------------------- another device


def test_a_code_brings_everything_once(server: Served) -> None:
    ann = Person(server)
    opened = ann.open("blox", "here link")
    things = {"key": ann.key, "preferences": {"name": "Ann"}}
    answer = ann.ask("POST", "/carry", json={"things": things}).json()
    assert answer["seconds"] == 600
    typed = answer["code"].lower().replace("-", " ")
    taken = server.http.post("/api/you/carried", json={"code": typed})
    assert taken.json() == {"things": things}
    phone = Person(server, taken.json()["things"]["key"])
    assert [game["table"] for game in phone.games] == [opened.table]
    again = server.http.post("/api/you/carried", json={"code": answer["code"]})
    assert (again.status_code, again.json()["reason"]) == (404, "no-such-code")


def test_a_code_is_over_after_ten_minutes(server: Served) -> None:
    ann = Person(server)
    code = ann.ask("POST", "/carry", json={"things": {"key": ann.key}}).json()["code"]
    CLOCK.forward(carrying.MINUTES * 60_000 + 1)
    try:
        late = server.http.post("/api/you/carried", json={"code": code})
        assert late.status_code == 404
        assert server.lobby.journal.cards(carrying.LUGGAGE) == []
    finally:
        CLOCK.forward(-carrying.MINUTES * 60_000 - 1)


def test_what_is_on_its_way_can_not_be_read_from_the_disk(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        ann = Person(server)
        code = ann.ask("POST", "/carry", json={"things": {"key": ann.key}}).json()["code"]
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert ann.key.encode() not in kept
    assert code.encode() not in kept
    assert code.replace("-", "").encode() not in kept


def test_too_much_luggage_is_refused(server: Served) -> None:
    answer = Person(server).ask("POST", "/carry", json={"things": {"key": "x" * 250_000}})
    assert answer.status_code == 413


def test_one_address_does_not_take_all_places_on_the_way(server: Served) -> None:
    ann, answers = Person(server), list[httpx.Response]()
    ann.headers |= from_address("203.0.113.77")
    for number in range(carrying.EACH + 1):
        answers.append(ann.ask("POST", "/carry", json={"things": {"number": number}}))
    assert [answer.status_code for answer in answers] == [201] * carrying.EACH + [429]
    assert answers[-1].json()["reason"] == "too-fast"
    ann.headers |= from_address("203.0.113.78")
    assert ann.ask("POST", "/carry", json={"things": {"key": ann.key}}).status_code == 201


# ---------------------------------------------------------------- as an attacker


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("PUT", ""),
        ("DELETE", ""),
        ("GET", "/games"),
        ("POST", "/games"),
        ("DELETE", "/games/abc"),
        ("POST", "/export"),
        ("POST", "/carry"),
    ],
)
def test_nothing_is_told_or_done_without_a_key(server: Served, method: str, path: str) -> None:
    body: dict[str, Any] = {"things": {}} if path == "/carry" else {"tables": []}
    wish = (body if path else {}) if method in ("POST", "PUT") else None
    answer = server.http.request(method, f"/api/you{path}", json=wish)
    assert (answer.status_code, answer.json()["reason"]) == (401, "no-player-key")


def test_another_key_sees_and_deletes_nothing_of_mine(server: Served) -> None:
    ann, eve = Person(server), Person(server)
    opened = alone(server, ann)
    settled(ann)
    assert eve.games == []
    assert eve.ask("DELETE", f"/games/{opened.table}").status_code == 404
    assert eve.ask("DELETE").json() == {"games": 0}
    assert len(ann.games) == 1
    for key in (ann.key[:-1], ann.key + "x", hash_of(ann)):
        assert Person(server, key).games == []


def test_the_hash_of_a_players_key_opens_no_seat(server: Served) -> None:
    ann = Person(server)
    opened = ann.open("blox", "here link", seen="private")
    for secret in (ann.key, hash_of(ann)):
        answer = server.http.get(
            f"/api/tables/{opened.table}", headers={"X-Tourelle-Secret": secret}
        )
        assert answer.status_code == 403


def test_the_key_stands_in_no_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path, log="json") as server:
        ann = Person(server)
        ann.open("blox", "here link")
        ann.ask("GET", "/games")
        ann.ask("DELETE", "/games/none")
        ann.ask("PUT", json={"name": 5})
        metrics = server.http.get("/api/metrics").text
    out = capfd.readouterr()
    assert ann.key not in out.out + out.err + metrics
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert ann.key.encode() not in kept


def test_codes_can_not_be_guessed_fast(tmp_path: Path) -> None:
    with served(tmp_path, codes=0.01, codes_burst=3) as server:
        tried = [
            server.http.post("/api/you/carried", json={"code": f"{n:010}"}).status_code
            for n in range(5)
        ]
    assert tried == [404, 404, 404, 429, 429]
