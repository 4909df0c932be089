"""Notices: once a turn, tried again, never twice, after a restart too; to nobody's own network."""

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.patience import wait_for
from tests.server.person import SHORT, finish
from tests.server.receivers import (
    QUICK,
    Sink,
    Tarpit,
    mover_of,
    play,
    states,
    tell,
)
from tests.server.running import Opened, Served, full_disk, open_from, served
from tourelle.server.clock import CLOCK
from tourelle.server.notices import sending
from tourelle.server.notices.outward import NotAllowedError, Target, is_public
from tourelle.server.notices.wording import Notice, hooked
from tourelle.store.cards import Card
from tourelle.store.sqlite import NAME, SqliteJournal

DAY = 24 * 3_600_000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, **QUICK) as running:
        yield running


# ---------------------------------------------------------------- webhooks


def test_a_webhook_is_told_what_to_do_once_a_turn(server: Served, hook: Sink) -> None:
    opened = server.open("blox", "link link", pace={"kind": "turns", "time": 259_200})
    for seat in (0, 1):
        url = f"{hook.url}/hook?seat={seat}"
        assert tell(server, opened, seat, kind="webhook", url=url).status_code == 201
    first = mover_of(server, opened)
    turns = []
    for _ in range(3):
        post = hook.next()
        turns.append((post.path, post.json["turn"]))
        assert post.json["link"].endswith(f"/g/{opened.table}")
        assert "2 days left" in post.json["text"] or "3 days left" in post.json["text"]
        play(server, opened)
    hook.next()
    assert [path for path, _ in turns] == [f"/hook?seat={s}" for s in (first, 1 - first, first)]
    assert len(set(turns)) == 3
    wait_for(lambda: states(server, opened) == ["sent"] * 4, "not all are sent")
    assert hook.posts.empty()


SAID = Notice(
    "Your turn: <BLOX>", "Eve & <!channel> @everyone", "https://x/g/a?b&c", "a", 1, 4, "blox", None
)
LINES = f"{SAID.title}\n{SAID.text}\n{SAID.link}"
ESCAPED = LINES.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
TO_DISCORD = {"content": LINES, "allowed_mentions": {"parse": []}}


@pytest.mark.parametrize(
    ("host", "body"),
    [
        ("hooks.slack.com", {"text": ESCAPED}),
        ("discord.com", TO_DISCORD),
        ("discordapp.com", TO_DISCORD),
        ("ptb.discord.com", TO_DISCORD),
        ("canary.discord.com", TO_DISCORD),
        ("example.org", {**vars(SAID), "text": LINES, "said": SAID.text}),
        ("discord.com.example.org", {**vars(SAID), "text": LINES, "said": SAID.text}),
    ],
)
def test_a_webhook_is_told_in_the_words_of_its_receiver(host: str, body: dict[str, Any]) -> None:
    assert json.loads(hooked(host, SAID)) == body
    assert "&lt;!channel&gt; @everyone" in ESCAPED


def test_nothing_secret_is_told(server: Served, hook: Sink) -> None:
    opened = server.open("torres", "link link", options={"preset": "modern"})
    seat = mover_of(server, opened)
    answer = tell(server, opened, seat, kind="webhook", url=f"{hook.url}/T0/SECRET")
    assert answer.json()["ways"][0]["where"] == "127.0.0.1"
    assert "SECRET" not in answer.text
    body = hook.next().body.decode()
    for secret in opened.keys.values():
        assert secret not in body


def test_whoever_is_there_is_not_told(server: Served, hook: Sink) -> None:
    opened = server.open("blox", "link link")
    seat = mover_of(server, opened)
    with server.browser(opened.table, opened.keys[seat]) as there:
        there.until(0)
        tell(server, opened, seat, kind="webhook", url=hook.url)
        play(server, opened)
        play(server, opened)
        there.until(2)
        assert hook.posts.empty()
    assert hook.next().json["seat"] == seat, "they left while it was their turn"


def test_a_receiver_that_fails_is_asked_again_and_one_that_is_silent_is_not(
    server: Served, hook: Sink
) -> None:
    opened = server.open("blox", "link link")
    seat = mover_of(server, opened)
    hook.statuses = [503, 429, 500]
    tell(server, opened, seat, kind="webhook", url=hook.url)
    keys = {hook.next().headers["idempotency-key"] for _ in range(4)}
    assert len(keys) == 1
    wait_for(lambda: states(server, opened) == ["sent"], "never sent")
    hook.statuses = [0]
    play(server, opened)
    play(server, opened)
    hook.next()
    wait_for(lambda: states(server, opened) == ["lost", "sent"], "not given up")
    assert hook.posts.empty()


def test_a_restart_sends_nothing_twice_and_forgets_nothing(tmp_path: Path, hook: Sink) -> None:
    with served(tmp_path, **{**QUICK, "notice_again": 3600.0}) as server:
        opened = server.open("blox", "link link")
        other = server.open("blox", "link link")
        tell(server, opened, mover_of(server, opened), kind="webhook", url=f"{hook.url}/taken")
        assert hook.next().path == "/taken"
        wait_for(lambda: states(server, opened) == ["sent"], "never sent")
        hook.statuses = [503]
        tell(server, other, mover_of(server, other), kind="webhook", url=f"{hook.url}/refused")
        hook.next()
        wait_for(lambda: states(server, other) == ["again"], "not to be tried again")
    with closing(SqliteJournal(tmp_path / NAME)) as journal:
        (card,) = journal.cards("notice", other.table)
        kept = json.loads(card.text)
        kept["sending"]["due"] = 0
        set_card(journal, card._replace(text=json.dumps(kept)))
    with served(tmp_path, **QUICK) as server:
        assert hook.next().path == "/refused"
        wait_for(lambda: states(server, other) == ["sent"], "never sent")
        play(server, opened)
        play(server, opened)
        assert hook.next().path == "/taken"
        assert hook.posts.empty()


def set_card(journal: SqliteJournal, card: Card) -> None:
    """Write a card, from outside of any loop."""

    async def write() -> bool:
        return await journal.keep([card])

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, write()).result()


def test_what_was_on_its_way_when_the_server_died_is_not_sent_again(
    tmp_path: Path, hook: Sink
) -> None:
    with served(tmp_path, **QUICK) as server:
        opened = server.open("blox", "link link")
        tell(server, opened, mover_of(server, opened), kind="webhook", url=hook.url)
        hook.next()
        wait_for(lambda: states(server, opened) == ["sent"], "never sent")
    with closing(SqliteJournal(tmp_path / NAME)) as journal:
        (card,) = journal.cards("notice", opened.table)
        set_card(journal, card._replace(text=card.text.replace('"sent"', '"sending"')))
    with served(tmp_path, **QUICK) as server:
        wait_for(lambda: states(server, opened) == ["lost"], "not given up")
        assert hook.posts.empty()


def test_a_notice_waits_for_a_journal_that_is_away_however_long(
    tmp_path: Path, hook: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "LATER", 0.1)
    monkeypatch.setattr(sending, "STAYS", 0.2)
    with served(tmp_path, **{**QUICK, "notice": 0.5}) as server:
        opened = server.open("blox", "link link")
        tell(server, opened, mover_of(server, opened), kind="webhook", url=hook.url)
        with full_disk(server.lobby.journal):
            time.sleep(1.5)
            assert hook.posts.empty()
        hook.next()
        wait_for(lambda: states(server, opened) == ["sent"], "never sent")
        assert hook.posts.empty()


def test_a_notice_that_is_tried_again_waits_for_the_journal_too(
    tmp_path: Path, hook: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "LATER", 0.1)
    with served(tmp_path, **{**QUICK, "notice_again": 0.5}) as server:
        opened = server.open("blox", "link link")
        hook.statuses = [503]
        tell(server, opened, mover_of(server, opened), kind="webhook", url=hook.url)
        hook.next()
        wait_for(lambda: states(server, opened) == ["again"], "not to be tried again")
        with full_disk(server.lobby.journal):
            time.sleep(1.5)
            assert hook.posts.empty()
        hook.next()
        wait_for(lambda: states(server, opened) == ["sent"], "never sent")


@pytest.mark.parametrize("hosts", [1, 8])
def test_receivers_that_never_answer_keep_nobody_elses_notice_waiting(
    tmp_path: Path, hook: Sink, monkeypatch: pytest.MonkeyPatch, hosts: int
) -> None:
    monkeypatch.setattr("tourelle.server.notices.outward.PATIENCE", 600.0)
    with served(tmp_path, **QUICK) as server, closing(Tarpit()) as tarpit:
        for _ in range(4):
            answer = open_from(server, "203.0.113.5").json()
            keys = {key["seat"]: key["secret"] for key in answer["keys"]}
            opened = Opened(answer["table"], keys)
            for number in range(8):
                url = f"http://127.0.0.{2 + number % hosts}:{tarpit.port}/{number}"
                seat = mover_of(server, opened)
                assert tell(server, opened, seat, kind="webhook", url=url).is_success
        wait_for(lambda: tarpit.held >= sending.EACH)
        honest = server.open("blox", "link link")
        tell(server, honest, mover_of(server, honest), kind="webhook", url=hook.url)
        hook.next()
        assert tarpit.held == sending.EACH


def ways_of(server: Served) -> set[str]:
    """The tables at which ways are kept."""
    return {json.loads(card.text)["table"] for card in server.lobby.journal.cards("way")}


def rematch(server: Served, opened: Opened) -> Opened:
    """Have the same people play again; seats are turned by one."""
    path = f"/api/tables/{opened.table}"
    headers = {"x-tourelle-secret": opened.keys[0]}
    wish = {"type": "rematch"}
    assert server.http.post(f"{path}/wishes", json=wish, headers=headers).is_success
    again = server.http.get(path).json()["rematch"]
    return Opened(again, {0: opened.keys[1], 1: opened.keys[0]})


def test_ways_go_on_to_a_rematch_and_those_of_old_tables_are_thrown_away(
    tmp_path: Path, hook: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CLOCK, "ahead", CLOCK.ahead)
    more = {"mail": "smtp://127.0.0.1:9", "mail_from": "club@example.org"}
    with served(tmp_path, **QUICK, **more) as server:
        running = server.open("blox", "link link")
        old, played = (server.open("blox", "link link", options=SHORT) for _ in range(2))
        for opened in (running, old, played):
            for seat in (0, 1):
                url = f"{hook.url}/{opened.table}/{seat}"
                assert tell(server, opened, seat, kind="webhook", url=url).is_success
        tell(server, running, 0, kind="mail", address="ana@example.org")
        for opened in (old, played):
            finish(server, opened.table, opened.keys)
        again = rematch(server, played)
        wait_for(lambda: ways_of(server) == {running.table, old.table, again.table})
        wait_for(lambda: states(server, old) == states(server, played) == [])
        wait_for(lambda: states(server, again) == ["sent"])
    while not hook.posts.empty():
        hook.next()
    CLOCK.forward(8 * DAY)
    with served(tmp_path, **QUICK, **more) as server:
        wait_for(lambda: ways_of(server) == {running.table, again.table})
        wait_for(lambda: not server.lobby.journal.cards("mailbox"))
        assert old.table not in server.lobby.rooms
        play(server, again)
        assert hook.next().path == f"/{played.table}/{1 - mover_of(server, again)}"
        finish(server, again.table, again.keys)
        wait_for(lambda: states(server, again) == [])


# ---------------------------------------------------------------- whose business it is


def test_only_the_holder_of_the_key_decides(server: Served, hook: Sink) -> None:
    opened = server.open("blox", "link link")
    path = f"/api/tables/{opened.table}/notices"
    wish = {"seat": 0, "way": {"kind": "webhook", "url": hook.url}}
    token = server.http.post(
        f"/api/tables/{opened.table}/token",
        json={"seat": 0},
        headers={"x-tourelle-secret": opened.keys[0]},
    ).json()["secret"]
    for secret in ("", opened.keys[1], token):
        headers = {"x-tourelle-secret": secret}
        assert server.http.post(path, json=wish, headers=headers).status_code == 403
        assert server.http.get(f"{path}?seat=0", headers=headers).status_code == 403
        assert server.http.delete(f"{path}?seat=0&way=x", headers=headers).status_code == 403


def test_a_way_is_dropped_when_its_owner_says_so_or_it_is_gone(server: Served, hook: Sink) -> None:
    opened = server.open("blox", "link link")
    seat = 1 - mover_of(server, opened)
    headers = {"x-tourelle-secret": opened.keys[seat]}
    path = f"/api/tables/{opened.table}/notices?seat={seat}"
    for number in range(9):
        answer = tell(server, opened, seat, kind="webhook", url=f"{hook.url}/{number}")
    assert answer.json()["reason"] == "too-many-ways"
    ways = server.http.get(path, headers=headers).json()["ways"]
    assert len(ways) == 8
    for way in ways[1:]:
        server.http.delete(f"{path}&way={way['id']}", headers=headers)
    hook.statuses = [410]
    play(server, opened)
    hook.next()
    wait_for(
        lambda: server.http.get(path, headers=headers).json() == {"ways": []}, "still told there"
    )


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://user:pass@example.org/",
        "https://example.org:25/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest/",
        "ftp://example.org/",
        "https:///nowhere",
        "https://exa mple.org/",
        "https://example.org/\r\nx",
        "https://example.org:99999/",
        "javascript:alert(1)",
    ],
)
def test_addresses_that_are_refused_at_once(url: str) -> None:
    with pytest.raises(NotAllowedError):
        Target(url, private=False)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("::", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::808:808", True),
        ("64:ff9b:1::a00:1", False),  # translated within the host's own network
        ("fec0::1", False),  # a site's own, of old
        ("::10.0.0.1", False),
        ("5f00::1", False),
    ],
)
def test_whether_an_address_is_public(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_no_request_goes_to_the_hosts_own_network(tmp_path: Path, hook: Sink) -> None:
    with served(tmp_path, **{**QUICK, "notice_private": False}) as server:
        opened = server.open("blox", "link link")
        seat = mover_of(server, opened)
        plain = tell(server, opened, seat, kind="webhook", url=hook.url)
        assert plain.json()["reason"] == "no-such-way"
        port = hook.url.rsplit(":", 1)[1]
        hidden = tell(server, opened, seat, kind="webhook", url=f"https://127.1:{port}/")
        assert hidden.status_code == 201, "only who looks it up knows where it leads"
        wait_for(lambda: states(server, opened) == ["failed"], "not refused")
        assert hook.posts.empty()
