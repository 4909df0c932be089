"""Seats belong to those who sit there: invitations, keys, stand-ins, watchers, imported tables."""

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import Opened, Served, play_and_ask_back, play_out, served
from tests.server.test_requests import random_record
from tourelle.bots.levels import USUAL

CLAIM = "the-word-of-one-browser-alone"


def asked(server: Served, table: str, what: str, **wish: Any) -> httpx.Response:
    """Ask something about a table."""
    return server.http.post(f"/api/tables/{table}/{what}", json=wish)


# ---------------------------------------------------------------- invitations


def test_the_opener_cannot_read_an_invited_friends_hand(server: Served) -> None:
    opened = server.invite("torres", "here link", options={"preset": "modern"})
    assert list(opened.keys) == [0]
    friend = server.accept(opened.table, opened.invitations[1], name="Leo")
    assert friend not in (opened.keys[0], opened.invitations[1])
    everything_the_opener_got = [opened.keys[0], opened.invitations[1]]
    with server.browser(opened.table, *everything_the_opener_got) as ann:
        assert ann.hear_of("state")["yours"] == [0]
        ann.submit("place d8", seat=1)
        assert ann.hear_of("trouble")["reason"] == "not-your-seat"
    headers = {"X-Tourelle-Secret": ",".join(everything_the_opener_got)}
    assert server.http.get(f"/api/tables/{opened.table}", headers=headers).json()["yours"] == [0]
    with server.browser(opened.table, friend) as leo:
        assert leo.hear_of("state")["yours"] == [1]
        assert leo.state["seats"][1]["name"] == "Leo"


def test_an_invitation_is_used_once(server: Served) -> None:
    opened = server.invite("torres", "here link")
    invitation = opened.invitations[1]
    assert asked(server, opened.table, "invitation", invitation=invitation).json() == {
        "seat": 1,
        "used": False,
        "rematch": None,
    }
    key = server.accept(opened.table, invitation, name="Leo")
    late = asked(server, opened.table, "accept", invitation=invitation, name="Mallory")
    assert (late.status_code, late.json()["reason"]) == (409, "invitation-used")
    assert asked(server, opened.table, "invitation", invitation=invitation).json()["used"]
    for _ in range(2):
        with server.browser(opened.table, key) as leo:
            assert leo.hear_of("state")["yours"] == [1], "who holds the key gets in as ever"
            assert leo.state["seats"][1]["name"] == "Leo"


def test_looking_uses_nothing_up(server: Served) -> None:
    """Previews and prefetching ask for pages, never for seats."""
    opened = server.invite("torres", "here link")
    invitation = opened.invitations[1]
    for path in (f"/j/{opened.table}", f"/g/{opened.table}", f"/api/tables/{opened.table}"):
        server.http.get(path, headers={"X-Tourelle-Secret": invitation})
        server.http.head(path)
    assert server.http.get(f"/api/tables/{opened.table}/accept").status_code in (404, 405)
    with server.browser(opened.table, invitation) as somebody:
        assert somebody.hear_of("state")["yours"] == []
        assert somebody.state["status"] == "waiting"
        assert somebody.state["number"] == 0
    server.accept(opened.table, invitation)


def test_of_many_who_come_at_once_one_gets_the_seat(server: Served) -> None:
    opened = server.invite("torres", "here link")

    def come(number: int) -> httpx.Response:
        wish = {"invitation": opened.invitations[1], "name": f"Guest {number}"}
        with httpx.Client(base_url=server.http.base_url, timeout=60) as client:
            return client.post(f"/api/tables/{opened.table}/accept", json=wish)

    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(come, range(8)))
    seated = [answer for answer in answers if answer.status_code == 201]
    assert len(seated) == 1
    told = {answer.json()["reason"] for answer in answers if answer not in seated}
    assert told == {"invitation-used"}


def test_whoever_lost_the_answer_asks_again(server: Served) -> None:
    opened = server.invite("torres", "here link")
    wish = {"invitation": opened.invitations[1], "name": "Leo", "claim": CLAIM}
    first, second = (asked(server, opened.table, "accept", **wish) for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json()["keys"] == second.json()["keys"]
    assert server.http.get(f"/api/tables/{opened.table}").json()["number"] == 1
    other = asked(server, opened.table, "accept", **{**wish, "claim": CLAIM[::-1]})
    assert other.json()["reason"] == "invitation-used"
    elsewhere = server.invite("torres", "here link")
    theirs = server.accept(elsewhere.table, elsewhere.invitations[1], claim=CLAIM)
    assert theirs != first.json()["keys"][0]["secret"]


def test_whoever_joined_and_lost_the_answer_asks_again(server: Served) -> None:
    opened = server.invite("torres", "here open open", seen="public")
    keys = [
        asked(server, opened.table, "join", name="Eve", claim=CLAIM).json()["keys"]
        for _ in range(2)
    ]
    assert keys[0] == keys[1]
    assert [key["seat"] for key in keys[0]] == [1]


def test_made_up_and_foreign_invitations(server: Served) -> None:
    mine, other = server.invite("torres", "here link"), server.invite("torres", "here link")
    for invitation in (other.invitations[1], "A" * 22, mine.keys[0]):
        for what in ("accept", "invitation"):
            answer = asked(server, mine.table, what, invitation=invitation)
            assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-invitation")
    broken: list[str | None] = ["", "x", None, "x" * 300, "ä" * 24]
    for text in broken:
        answer = asked(server, mine.table, "accept", invitation=text)
        assert (answer.status_code, answer.json()["reason"]) == (422, "malformed")


def test_a_rematch_keeps_keys_and_invitations(tmp_path: Path) -> None:
    with served(tmp_path, abandoned=0.0, precompile=False) as server:
        opened = server.invite("blox", "here link", options={"round_limit": 1})
        ann = server.browser(opened.table, opened.keys[0])
        ann.until(0)
        ann.send(type="stand_in", seat=1)
        ann.until(1)
        play_out({0: ann}, random.Random(5))
        late = asked(server, opened.table, "accept", invitation=opened.invitations[1])
        assert late.json()["reason"] == "over"
        ann.send(type="rematch")
        while not ann.state["rematch"]:
            ann.hear()
        again = ann.state["rematch"]
        ann.close()
        seen = asked(server, opened.table, "invitation", invitation=opened.invitations[1]).json()
        assert seen == {"seat": 1, "used": False, "rematch": again}
        key = server.accept(again, opened.invitations[1], name="Leo")
        with server.browser(again, key) as leo, server.browser(again, opened.keys[0]) as back:
            assert leo.hear_of("state")["yours"] == [0]
            assert back.hear_of("state")["yours"] == [1]
            assert leo.state["seats"][0]["kind"] == "person"


# ---------------------------------------------------------------- those who are away


def left_alone(server: Served) -> tuple[Opened, Any]:
    """A table whose second player has gone, and the first player."""
    opened = server.open("blox", "link link")
    ann, bob = (server.browser(opened.table, opened.keys[seat]) for seat in (0, 1))
    ann.until(2)
    bob.send(type="sit", seat=1, name="Bob")
    ann.until(3)
    bob.close()
    while ann.state["seats"][1]["connected"]:
        ann.hear()
    return opened, ann


def test_a_stand_in_is_fair_and_leaves_when_its_person_comes(tmp_path: Path) -> None:
    with served(tmp_path, abandoned=0.3, precompile=False) as server:
        opened, ann = left_alone(server)
        ann.send(type="stand_in", seat=1)
        assert ann.hear_of("trouble")["reason"] == "not-abandoned"
        time.sleep(0.4)
        for wish in ({"bot": "random"}, {"bot": "random", "name": "Clown"}, {"name": "Clown"}):
            ann.send(type="sit", seat=1, **wish)
            assert ann.hear_of("trouble")["reason"] == "not-your-seat"
        with server.browser(opened.table) as watcher:
            watcher.hear_of("state")
            watcher.send(type="stand_in", seat=1)
            assert watcher.hear_of("trouble")["reason"] == "not-your-seat"
        ann.send(type="stand_in", seat=1)
        seat = ann.until(4)["seats"][1]
        assert (seat["bot"], seat["lent"], seat["name"]) == (USUAL, True, "Bob")
        with server.browser(opened.table, opened.keys[1]) as bob:
            seat = bob.until(5)["seats"][1]
            assert (seat["kind"], seat["lent"], seat["name"]) == ("person", False, "Bob")
            assert bob.log[-1]["text"] == "back"
            ann.until(5)
            ann.send(type="stand_in", seat=1)
            assert ann.hear_of("trouble")["reason"] == "not-abandoned"
        ann.close()


def test_watchers_keep_nobody_from_their_seat(tmp_path: Path) -> None:
    with served(tmp_path, table_connections=3, precompile=False) as server:
        opened = server.invite("blox", "here link")
        crowd = [server.browser(opened.table) for _ in range(3)]
        for watcher in crowd:
            watcher.hear_of("state")
        with server.browser(opened.table) as one_more:
            assert one_more.hear()["reason"] == "table-full"
        with server.browser(opened.table, opened.keys[0]) as ann:
            assert ann.hear_of("state")["yours"] == [0]
            key = server.accept(opened.table, opened.invitations[1])
            with server.browser(opened.table, key) as bob:
                assert bob.hear_of("state")["yours"] == [1]
        for watcher in crowd:
            watcher.close()


def test_one_seat_in_very_many_windows(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False) as server:
        opened = server.open("blox", "here link")
        windows = [server.browser(opened.table, opened.keys[0]) for _ in range(16)]
        for window in windows:
            window.hear_of("state")
        with server.browser(opened.table, opened.keys[0]) as newest:
            assert newest.hear_of("state")["yours"] == [0]
            windows[0].close_code()
            assert len(server.lobby.rooms[opened.table].listeners) == 16
            windows[1].send(type="ping")
            assert windows[1].hear_of("pong")
        for window in windows:
            window.close()


def test_a_full_journal_keeps_nobody_out(tmp_path: Path) -> None:
    with served(tmp_path, entries=1, precompile=False) as server:
        opened = server.open("blox", "here link")
        with server.browser(opened.table, opened.keys[1]) as bob:
            assert bob.hear_of("state")["yours"] == [1]


# ---------------------------------------------------------------- undo


def test_no_card_is_seen_twice_before_the_friend_has_come(server: Served) -> None:
    opened = server.invite("torres", "here link")
    with server.browser(opened.table, opened.keys[0]) as ann:
        play_and_ask_back(ann, 0)
        assert ann.until(2)["undo_asked"] == {"wish": 2, "seat": 0, "waits_for": [1]}
        assert ann.state["actions"] == 1


def test_an_undo_sent_before_the_other_asked_is_no_consent(server: Served) -> None:
    opened = server.open("torres", "link link")
    ann, bob = (server.browser(opened.table, opened.keys[seat]) for seat in (0, 1))
    ann.until(2)
    for number, action in enumerate(("place d8", "place a4", "king h5", "end"), 2):
        browser = (ann, bob)[ann.until(number)["to_move"]]
        browser.until(number)
        browser.submit(action)
    ann.until(6)
    assert ann.state["to_move"] == 1
    ann.send(type="undo", number=6, seat=0)
    assert ann.until(7)["undo_asked"]["wish"] == 7
    bob.send(type="undo", number=6, seat=1)  # chosen before it was heard that Ann asks
    assert bob.hear_of("trouble")["reason"] == "already-asked"
    assert server.http.get(f"/api/tables/{opened.table}").json()["actions"] == 4
    ann.close()
    bob.close()


def test_a_link_of_a_shared_screen_given_away_parts_the_screen(server: Served) -> None:
    opened = server.open("torres", "here here")
    with server.browser(opened.table, *opened.keys.values()) as both:
        both.until(0)
        both.submit("place d8")
        assert not both.until(1)["undo_needs_consent"]
        with server.browser(opened.table, opened.keys[1]) as bob:
            bob.until(2)
            assert bob.log[-1]["text"] == "apart"
        assert both.until(2)["undo_needs_consent"]


# ---------------------------------------------------------------- imported tables


def test_an_imported_table_says_so_to_everybody(server: Served) -> None:
    record = random_record("castellan", 12)
    answer = server.http.post("/api/records", json=record).json()
    table = answer["table"]
    assert answer["keys"] == [], "nobody holds another's key"
    assert server.http.get(f"/api/tables/{table}").json()["imported"] == 12
    keys = [server.accept(table, each["secret"]) for each in answer["invitations"]]
    with server.browser(table, *keys) as both:
        state = both.hear_of("state")
        assert state["imported"] == 12
        number = state["number"]
        both.submit(state["choices"][0]["text"])
        both.until(number + 1)
    with server.browser(table) as watcher:
        assert watcher.hear_of("state")["imported"] == 12
    back = server.http.get(f"/api/tables/{table}/record").json()
    assert back["imported"] == 12
    assert len(back["actions"]) == 13


def test_a_chosen_deal_is_seen(server: Served) -> None:
    record = random_record("torres", 0)
    table = server.http.post("/api/records", json=record).json()["table"]
    assert server.http.get(f"/api/tables/{table}").json()["imported"] == 0
    dealt = server.invite("torres", "here link")
    assert server.http.get(f"/api/tables/{dealt.table}").json()["imported"] is None


def test_seats_of_an_imported_table_are_separate_parties(server: Served) -> None:
    record = random_record("torres", 0)
    answer = server.http.post("/api/records", json=record).json()
    keys = [server.accept(answer["table"], each["secret"]) for each in answer["invitations"]]
    with server.browser(answer["table"], *keys) as machine:
        machine.until(2)
        for action in ("place d8", "place a4"):
            number = machine.state["number"]
            machine.submit(machine.state["choices"][0]["text"])
            machine.until(number + 1)
            del action
        machine.send(type="undo", number=4, seat=0)
        assert machine.until(5)["undo_asked"]["waits_for"] == [1]
        assert machine.state["actions"] == 2


@pytest.mark.parametrize("finished", [True, False])
def test_imported_for_ever(tmp_path: Path, finished: bool) -> None:
    record = random_record("blox", 100_000 if finished else 6)
    with served(tmp_path, precompile=False) as server:
        table = server.http.post("/api/records", json=record).json()["table"]
    with served(tmp_path, precompile=False) as server:
        state = server.http.get(f"/api/tables/{table}").json()
        assert state["imported"] == len(record["actions"])


# ---------------------------------------------------------------- names


def test_names_turn_nothing_around(server: Served) -> None:
    seats = [{"kind": "here", "name": "\u202eannA\u0000"}, {"kind": "link", "name": "You"}]
    answer = server.http.post("/api/tables", json={"game": "blox", "seats": seats}).json()
    table, key = answer["table"], answer["keys"][0]["secret"]
    friend = server.accept(table, answer["invitations"][0]["secret"], name="א\u2067ב")
    with server.browser(table, key) as ann, server.browser(table, friend) as bob:
        names = [seat["name"] for seat in ann.hear_of("state")["seats"]]
        assert names == ["annA", "\u2068אב\u2069"]
        bob.hear_of("state")
        bob.send(type="sit", seat=1, name="\u202dBob\u202c\n")
        ann.until(2)
        assert ann.state["seats"][1]["name"] == "Bob"
        ann.send(type="chat", seat=0, text="a\u202eb\u2066\x07c")
        bob.until(3)
        assert bob.log[-1]["text"] == bob.log[-1]["sentence"] == "ab c"
        ann.send(type="chat", seat=0, text="\u202e\u200b")
        ann.send(type="ping")
        ann.hear_of("pong")
        assert ann.state["number"] == 3, "nothing was said"
    names = [
        seat["name"] for seat in server.http.get(f"/api/tables/{table}/record").json()["seats"]
    ]
    assert names == ["annA", "Bob"]


@pytest.mark.parametrize("name", ["You", "Vous", "Du", ""])
def test_a_pronoun_is_no_name(server: Served, name: str) -> None:
    seats = [{"kind": "here", "name": name}, {"kind": "bot", "bot": "random"}]
    table = server.http.post("/api/tables", json={"game": "blox", "seats": seats}).json()["table"]
    for language, shown in (("en", "Player A"), ("fr", "Joueur A"), ("de", "Spieler A")):
        state = server.http.get(f"/api/tables/{table}", params={"language": language}).json()
        assert state["seats"][0]["name"] == shown
    record = server.http.get(f"/api/tables/{table}/record").json()
    assert record["seats"][0]["name"] == ""


def test_names_of_older_journals_and_records_are_cleaned(server: Served) -> None:
    record = random_record("blox", 3)
    record["seats"] = [{"name": "\u202eevE", "kind": "person"}, {"name": "Du", "kind": "person"}]
    table = server.http.post("/api/records", json=record).json()["table"]
    text = server.http.get(f"/api/tables/{table}").text
    assert "\u202e" not in text
    assert "\\u202e" not in text
    assert [seat["name"] for seat in json.loads(text)["seats"]] == ["evE", "Player B"]
