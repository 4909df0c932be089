"""Nothing that a seat or a watcher is ever told depends on what it may not know."""

import json
import random
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from tests.server.running import Browser, NobodyThinks, Served, play_out, quick
from tests.tables.toys import MemoryJournal, play, table
from tourelle.core import layout
from tourelle.core.words import WATCHER, Seat
from tourelle.games import TITLES, game_class
from tourelle.server.live.rooms import Room
from tourelle.server.metrics import Metrics
from tourelle.server.said import past, secrecy
from tourelle.server.said.chronicle import Chronicle
from tourelle.server.said.encoding import state_text
from tourelle.server.said.eyes import Eyes
from tourelle.tables.table import Table


class Case(NamedTuple):
    """A game with something to hide."""

    title: str
    options: dict[str, Any]


CASES = [
    Case("torres", {"preset": "classic"}),
    Case("torres", {"preset": "modern"}),
    Case("torres", {"cards": "shared-pick"}),
    Case("torres", {"preset": "master"}),
    Case("blox", {"round_limit": 15}),
    Case("castellan", {}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_everything_ever_sent(server: Served, case: Case) -> None:
    opened = server.open(case.title, "link link", options=case.options)
    players = {s: server.browser(opened.table, key) for s, key in opened.keys.items()}
    watcher = server.browser(opened.table)
    most = 10_000 if case.title == "blox" else 150
    play_out(players, random.Random(11), most=most)
    for browser in players.values():
        browser.send(type="why", action="play climb c6 c5")
        browser.send(type="submit", number=0, seat=0, action="end")
    for browser in players.values():
        browser.hear_of("trouble")
    watcher.until(players[0].state["number"])
    at_table = server.lobby.rooms[opened.table].table
    running = [(eyes, heard(browser)) for eyes, browser in [*players.items(), (WATCHER, watcher)]]
    running += [(eyes, asked(server, opened, eyes)) for eyes in (*opened.keys, WATCHER)]
    for eyes, texts in running:
        search(at_table, opened.keys, texts)
        compare(at_table, eyes, texts)
    for browser in (*players.values(), watcher):
        browser.close()


def heard(browser: Browser) -> list[str]:
    """Return what a browser was told before the game was over."""
    texts = []
    for text in browser.heard:
        if json.loads(text).get("status") == "over":
            break
        texts.append(text)
    return texts


def asked(server: Served, opened: Any, seat: int) -> list[str]:
    """Return what requests answer, while a game runs."""
    path = f"/api/tables/{opened.table}"
    if server.http.get(path).json()["status"] == "over":
        return []
    headers = {} if seat == WATCHER else {"X-Tourelle-Secret": opened.keys[seat]}
    last = server.http.get(path).json()["actions"]
    paths = [path, f"{path}/record", *(f"{path}/at/{n}" for n in range(0, last, 17))]
    paths += [
        f"{path}/at/{last + 1}",
        "/api/lobby",
        "/metrics",
        "/api/health",
        f"/g/{opened.table}",
    ]
    return [server.http.get(each, headers=headers).text for each in paths]


def search(at_table: Table, keys: dict[int, str], texts: list[str]) -> None:
    """Look for the seed, the nonce and every secret in all that was told."""
    opening = at_table.opening
    secrets = [str(opening.seed), f"{opening.seed:x}", opening.nonce, *keys.values()]
    secrets += [chair.key for chair in at_table.chairs if chair.key]
    secrets += [chair.invitation for chair in at_table.chairs if chair.invitation]
    for text in texts:
        for secret in secrets:
            assert secret not in text


def compare(at_table: Table, eyes: int, texts: list[str]) -> None:
    """Every position told is exactly the view of that seat; secret actions are masked."""
    game = at_table.game
    for text in texts:
        message = json.loads(text) if text.startswith("{") else {}
        if "view" in message:
            position = at_table.position_after(message["actions"])
            expected = game.document(game.view(position, Seat(eyes)))
            assert message["view"] == expected
        for entry in message.get("log", []):
            if entry["kind"] == "action" and secrecy.is_secret(game.title, entry["text"]):
                assert entry["seat"] == eyes or entry["text"].endswith("?")
        if message.get("tourelle"):
            assert message["seed"] is None


# ---------------------------------------------------------------- the same for every world


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("eyes", [WATCHER, 0, 1])
def test_all_worlds_that_fit_a_view_look_the_same(
    case: Case, eyes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_class(case.title), "page_board", False)  # the diagram is told too
    at_table = table(case.title, "link link", **case.options)
    dice = random.Random(5)
    for _ in range(120):
        play(at_table, dice.choice(at_table.game.legal_texts(at_table.position)))
        if at_table.is_over:
            break
        if dice.random() < 0.3:
            told = whole(at_table, eyes)
            other = other_world(at_table, eyes, dice)
            assert whole(other, eyes, Chronicle(at_table)) == told


def whole(at_table: Table, eyes: int, chronicle: Chronicle | None = None) -> str:
    """Return all that a listener is told of a table.

    Another world's entries can't be played on the seed's deal, so its deeds are those of this one.
    """
    journal, settings = MemoryJournal(), quick(None)  # type: ignore[arg-type]
    room = Room(at_table, journal, settings, Metrics(), NobodyThinks(), "", chronicle)
    seats = () if eyes == WATCHER else (eyes,)
    state = state_text(room, Eyes(seats, "en"), 0)
    return state + json.dumps(past.record(at_table, Eyes(seats, "en")))


def other_world(at_table: Table, eyes: int, dice: random.Random) -> Table:
    """Return a table that differs in everything that a listener may not know."""
    game = at_table.game
    other = Table(at_table.opening, game)
    for entry in at_table.entries:
        text = str(entry.data.get("text", ""))
        if secrecy.is_secret(game.title, text) and entry.seat != eyes:
            hidden = replace(
                entry, data={"text": "keep leap" if "leap" not in text else "keep six"}
            )
            other.before.append(len(other.played))
            other.entries.append(hidden)
            played = at_table.played[len(other.played)]
            other.played.append(replace(played, text=hidden.data["text"]))
        else:
            other.before.append(len(other.played))
            other.entries.append(entry)
            other.played.append(at_table.played[len(other.played)])
    view = game.view(at_table.position, Seat(eyes))
    other.play = at_table.play.copy()
    other.play._cells = layout.cells(game.imagine(view, Seat(eyes), dice.randrange(1 << 60)))
    other.moved = at_table.moved
    return other


@pytest.mark.parametrize("title", TITLES)
def test_the_whitelist_knows_every_kind_of_action(title: str) -> None:
    seen = set()
    for options in game_class(title).option_sets:
        game, dice = game_class(title)({**options, "seats": 2}), random.Random(3)
        position = game.setup(3)
        for _ in range(300):
            texts = game.legal_texts(position)
            if not texts:
                break
            seen |= {text.split()[0] for text in texts}
            game.play_text(position, dice.choice(texts))
    secret = {word for word in seen if secrecy.is_secret(title, word)}
    assert secret == ({"keep"} if title == "torres" else set())


def test_a_shared_screen_shows_no_secret_action(server: Served) -> None:
    opened = server.open("torres", "here here", options={"preset": "modern"})
    with server.browser(opened.table, *opened.keys.values()) as both:
        both.until(0)
        for _ in range(60):
            texts = [choice["text"] for choice in both.state["choices"]]
            wish = next((t for t in texts if t in ("buy",) or t.startswith("keep")), texts[0])
            number = both.state["number"]
            both.submit(wish)
            both.until(number + 1)
        kept = [e["text"] for e in both.log if e["text"].startswith("keep")]
        assert kept
        assert set(kept) == {"keep ?"}
