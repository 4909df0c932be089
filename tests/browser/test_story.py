"""What happened, in a real browser: log, strip, marks, replay, ledger, end, undo, voice."""

import json
import random
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import open_table, read, settled, state_of, until
from tests.browser.people import ANA, BEA, BOT
from tests.browser.soundness import violations
from tests.patience import PATIENCE

FRIEND = {"kind": "link", "name": "Bea"}


def act(server: Served, opened: dict[str, Any], *texts: str) -> None:
    """Play actions by the wire, for whichever seat at this screen is to move."""
    keys = {key["seat"]: key["secret"] for key in opened["keys"]}
    address = f"ws://127.0.0.1:{server.port}/api/tables/{opened['table']}/live"
    with connect(address, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "secrets": list(keys.values())}))
        state: dict[str, Any] = {}
        left = list(texts)
        while left or not state:
            message = json.loads(socket.recv(30))
            assert message["type"] in ("state", "thinking"), message
            if message["type"] != "state" or message["number"] == state.get("number"):
                continue
            state = message
            if left and state["to_move"] in keys:
                wish = {"number": state["number"], "seat": state["to_move"]}
                socket.send(json.dumps({"type": "submit", **wish, "action": left.pop(0)}))


def play_out(server: Served, opened: dict[str, Any], most: int = 9999, seed: int = 1) -> int:
    """Play at random for the seats at this screen until the game is over, or so many actions."""
    dice, keys = random.Random(seed), {key["seat"]: key["secret"] for key in opened["keys"]}
    address = f"ws://127.0.0.1:{server.port}/api/tables/{opened['table']}/live"
    sent = -1
    wish: dict[str, Any] = {}
    with connect(address, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "secrets": list(keys.values())}))
        while True:
            state = json.loads(socket.recv(PATIENCE))
            if state["type"] == "trouble":  # too fast
                time.sleep(0.3)
                socket.send(json.dumps({"type": "submit", **wish}))
            if state["type"] != "state":
                continue
            if state["to_move"] is None or (state["actions"] >= most and not state["staged"]):
                return int(state["actions"])
            if state["to_move"] not in keys or state["number"] == sent or not state["choices"]:
                continue
            sent = state["number"]
            texts = [choice["text"] for choice in state["choices"]]
            built = [text for text in texts if text.startswith(("move", "block", "knight"))]
            ends = "end" in texts and state["actions"] >= most
            text = "end" if ends else dice.choice(built if dice.random() < 0.7 and built else texts)
            wish = {"number": sent, "seat": state["to_move"], "action": text}
            socket.send(json.dumps({"type": "submit", **wish}))


START = ("place d8", "place a4", "king h5")


def open_log(page: Page) -> None:
    """Turn to the log, where it shares its place with the ledger."""
    page.locator("[data-replay-at]").first.wait_for()
    tab = page.locator("#rail-log")
    if tab.count():
        tab.click()
    page.locator(".log").wait_for()


def torres_of_two(server: Served) -> dict[str, Any]:
    """Two at one screen without secret cards."""
    return open_table(server.url, "torres", [ANA, BEA], cards="none")


# ---------------------------------------------------------------- since one's last turn


def test_a_turn_of_others_is_told_in_a_strip_marks_and_plain_words(
    screen: Screen, server: Served, keep: Keep
) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, "block c8", "move d8 c8", "point", "end")
    page = screen(1366, 768)
    page.goto(opened["keys"][1]["link"])
    assert settled(page)
    strip = page.locator("[data-since]")
    expect(strip).to_contain_text("built c8")
    expect(strip).to_contain_text("to c8")
    expect(strip).to_contain_text("+1")
    expect(page.locator("svg.marks[data-since-marks]")).to_be_attached()
    until(page, "Number(document.querySelector('[data-since-marks]').dataset.sinceMarks) >= 2")
    for meaning in ("where somebody went", "place left", "what came"):
        expect(read(page, meaning)).to_be_visible()
    open_log(page)
    log = page.get_by_role("region", name="Log")
    expect(log).to_contain_text("walks from d8 to c8")
    expect(log).to_contain_text("takes a point: from 0 to 1")
    expect(log).not_to_contain_text("move d8 c8")
    keep(page, "torres-since")
    assert not violations(page)
    page.get_by_role("switch", name="notation").check()
    expect(log).to_contain_text("move d8 c8")
    page.keyboard.press("Escape")
    page.locator("body").click(position={"x": 500, "y": 20})
    page.keyboard.press("w")
    expect(strip).to_have_count(0)
    until(page, "document.querySelector('[data-since-marks]').dataset.sinceMarks === '0'")
    page.keyboard.press("w")
    expect(strip).to_have_count(1)


def test_on_a_phone_what_happened_is_told_turn_by_turn(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, "block c8", "move d8 c8", "point", "end")
    page = screen(390, 844, has_touch=True, is_mobile=True)
    page.goto(opened["keys"][1]["link"])
    assert settled(page)
    strip = page.locator("[data-since]")
    turn = strip.locator("li button").first
    expect(turn).to_contain_text("built c8")
    expect(turn).to_contain_text("+1")
    turn.tap()
    expect(turn).to_have_attribute("aria-pressed", "true")
    until(page, "Number(document.querySelector('[data-since-marks]').dataset.sinceMarks) >= 2")
    strip.get_by_role("button", name="Log").tap()
    expect(page.get_by_role("dialog", name="Log")).to_contain_text("walks from d8 to c8")
    page.keyboard.press("Escape")
    strip.get_by_role("button", name="Hide").tap()
    expect(strip).to_have_count(0)


def test_pointing_at_a_chip_leaves_its_marks_alone(screen: Screen, server: Served) -> None:
    opened = open_table(
        server.url, "torres", [ANA, BEA, {"kind": "here", "name": "Cy"}], cards="none"
    )
    act(server, opened, "place d8", "place a4", "place e1", "king h5")
    act(server, opened, "block c8 2", "block c8", "end", "block a5 2", "end")
    page = screen(1440, 900)
    page.goto(opened["keys"][2]["link"])
    assert settled(page)
    marks = "Number(document.querySelector('[data-since-marks]').dataset.sinceMarks)"
    until(page, f"{marks} >= 3")
    page.locator("[data-since] li button").last.hover()
    until(page, f"{marks} === 1")


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-GB", "enters from the "),
        ("fr-FR", "entre par "),
        ("de-DE", "kommt von "),
    ],
)
def test_entries_of_blox_are_told_without_notation(
    screen: Screen, server: Served, locale: str, words: str
) -> None:
    opened = open_table(server.url, "blox", [ANA, BOT])
    texts = [c["text"] for c in state_of(server.url, *key_of(opened))["choices"]]
    act(server, opened, next(text for text in texts if text.startswith("enter")))
    page = screen(1440, 900, locale=locale)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    line = page.locator("li.turn a").first
    expect(line).to_contain_text(words)
    assert not re.search(r"\b[NSWE][a-i1-9]\b", line.text_content() or "")


def key_of(opened: dict[str, Any], seat: int = 0) -> tuple[str, str]:
    return opened["table"], opened["keys"][seat]["secret"]


# ---------------------------------------------------------------- replay


def test_the_log_follows_the_replay(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    all_ = play_out(server, opened, most=90)
    page = screen(1440, 900)
    page.goto(f"/g/{opened['table']}?a=0")
    at = page.locator("[data-replay-at]").first
    open_log(page)
    expect(at).to_have_text(f"0 / {all_}")
    scrolled = "document.querySelector('.log > ol').scrollTop"
    until(page, f"{scrolled} === 0")
    for number in (40, 3, 77):
        page.goto(f"/g/{opened['table']}?a={number}")
        open_log(page)
        expect(at).to_have_text(f"{number} / {all_}")
        current = page.locator('.log [aria-current="true"]')
        expect(current).to_have_attribute("href", f"?a={number}")
        until(
            page,
            """(() => {
              const list = document.querySelector('.log > ol').getBoundingClientRect()
              const line = document.querySelector('.log [aria-current]').getBoundingClientRect()
              return line.top >= list.top - 1 && line.bottom <= list.bottom + 1
            })()""",
        )
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator('.log [aria-current="true"]')).to_have_attribute("href", "?a=76")


def test_the_past_of_a_finished_game_shows_the_hand_of_who_acted(
    screen: Screen, server: Served
) -> None:
    opened = open_table(server.url, "blox", [ANA, BOT], round_limit=3)
    play_out(server, opened)
    page = screen(1440, 900)
    page.goto(f"/g/{opened['table']}?a=2")
    hand = page.get_by_role("group", name="Your cards")
    expect(hand.get_by_role("button")).to_have_count(6)
    expect(hand).not_to_contain_text("hidden")


# ---------------------------------------------------------------- scoring, ledger, end


def test_a_year_is_scored_row_by_row(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    page = screen(1440, 900, reduced_motion="no-preference")
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    act(server, opened, *START)
    rows: list[int] = []
    page.evaluate(
        """() => {
          window.seen = []
          new MutationObserver(() => {
            const box = document.querySelector('[data-scoring]')
            const count = box ? box.querySelectorAll('tbody tr').length - 1 : 0
            if (box && window.seen.at(-1) !== count) window.seen.push(count)
          }).observe(document.body, { subtree: true, childList: true, attributes: true })
        }"""
    )
    for _ in range(4):
        act(server, opened, "end", "end")
    expect(page.locator("[data-scoring]")).to_be_visible()
    page.wait_for_timeout(3500)
    rows = page.evaluate("window.seen")
    assert rows == sorted(rows)
    assert len(rows) >= 2, rows
    assert rows[0] == 1


def test_year_3_is_played_out_before_the_end(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    year = ["end", "end"] * 4
    act(server, opened, *START, *year, "stay", *year, "stay", *year[:-1])
    page = screen(1440, 900, reduced_motion="no-preference")
    page.goto(opened["keys"][0]["link"])
    page.locator("[data-active]").wait_for()
    act(server, opened, "end")
    scoring = page.locator("[data-scoring]")
    expect(scoring).to_contain_text("Year 3")
    expect(page.locator('[data-screen="end"]')).to_have_count(0)
    expect(page.locator('[data-screen="end"]')).to_be_visible()
    expect(scoring).to_have_count(0)
    years = page.locator('[data-screen="end"] th[scope=rowgroup]')
    expect(years).to_have_text(["Year 1", "Year 2", "Year 3"])


def test_with_two_seats_no_round_exceeds_the_rounds_of_its_year(
    screen: Screen, server: Served
) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, *["end", "end"] * 4, "stay", *["end", "end"] * 3)
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    expect(read(page, "of 3 · round 4 of 4")).to_be_visible()


def test_a_scored_year_is_not_promised_again_while_the_king_is_placed(
    screen: Screen, server: Served
) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, *["end", "end"] * 4)
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    expect(page.get_by_role("tab", name="Year 1 is scored")).to_be_visible()
    ledger = page.get_by_role("region", name="Score ledger")
    stands = ledger.locator("tr.then td").all_text_contents()
    points = page.locator(".seat .pt b").all_text_contents()
    assert stands == points


def test_the_end_says_why_shows_the_board_and_counts_only_the_game(
    screen: Screen, server: Served, keep: Keep
) -> None:
    opened = open_table(server.url, "blox", [ANA, BOT], round_limit=6)
    play_out(server, opened)
    page = screen(1366, 768)
    page.goto(opened["keys"][0]["link"])
    end = page.locator('[data-screen="end"]')
    expect(end.locator("[data-ending]")).to_contain_text("The last round has been played.")
    expect(end.locator("svg.board")).to_be_visible()
    keep(page, "blox-end")
    assert not violations(page)


def test_points_of_blox_are_told_by_source(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "blox", [ANA, BOT], round_limit=40)
    page = screen(1440, 900)
    play_out(server, opened, most=60)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    terms = state_of(server.url, *key_of(opened))["ledger"]["terms"]
    assert terms
    ledger = page.get_by_role("region", name="Score ledger")
    for label in {term["label"] for term in terms}:
        expect(ledger.get_by_role("rowheader", name=label)).to_be_visible()


# ---------------------------------------------------------------- undo, redo


def test_redo_brings_back_the_very_move_of_the_bot(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT], cards="none")
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    play_out(server, opened, most=12)
    assert settled(page)
    table, secret = key_of(opened)

    def texts() -> list[str]:
        log = state_of(server.url, table, secret)["log"]
        stood: list[str] = []
        for entry in log:
            if entry["kind"] == "action":
                stood.append(entry["text"])
            elif found := re.fullmatch(r"undo (\d+)", entry["text"]):
                del stood[int(found[1]) :]
        return stood

    before = texts()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    assert len(texts()) < len(before) - 1
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    assert texts() == before


def test_only_ones_own_actions_can_be_undone(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, FRIEND], cards="none")
    with connect(
        f"ws://127.0.0.1:{server.port}/api/tables/{opened['table']}/live", max_size=None
    ) as friend:
        secrets = [opened["keys"][1]["secret"]]
        friend.send(json.dumps({"type": "hello", "secrets": secrets}))
        page = screen(1440, 900)
        page.goto(opened["keys"][0]["link"])
        assert settled(page)
        open_log(page)
        act(server, opened, *START, "end", "block a5")
        expect(read(page, "builds on a5: 1 high")).to_be_visible()
        expect(read(page, "can be undone")).to_have_count(0)


# ---------------------------------------------------------------- words, cover, voice


def test_the_badge_of_the_chat_counts_what_others_said(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, FRIEND])
    ana, bea = screen(1440, 900), screen(1440, 900)
    ana.goto(opened["keys"][0]["link"])
    bea.goto(opened["keys"][1]["link"])
    assert settled(ana)
    for page in (ana, bea):
        open_log(page)
    ana.get_by_role("tab", name="Chat").click()
    ana.get_by_role("textbox", name="Say something").fill("hello")
    ana.keyboard.press("Enter")
    expect(bea.locator("[data-unread]")).to_have_text("1")
    ana.locator(".log").get_by_role("tab", name="Log").click()
    expect(ana.locator("[data-unread]")).to_have_count(0)
    bea.get_by_role("tab", name="Chat").click()
    expect(bea.locator("[data-unread]")).to_have_count(0)


def test_the_board_alone_has_a_way_back_to_the_hand(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "blox", [ANA, BEA])
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.goto(opened["keys"][1]["link"])
    page.get_by_role("button", name="board only").click()
    show = page.get_by_role("button", name="I am Ana: show my hand")
    expect(show).to_be_focused()
    page.get_by_role("button", name="Cover the screen").click()
    page.get_by_role("button", name="board only").click()
    show.click()
    expect(page.locator("[data-active=true]")).to_have_count(1)
    expect(page.get_by_role("group", name="Your cards")).to_be_visible()


def test_what_blox_asks_is_not_said_for_ever(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "blox", [ANA, BOT])
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.locator("[data-change]").click(force=True)
    asked = page.get_by_text("Choose the cards to change first.")
    expect(asked).to_be_visible()
    page.keyboard.press("1")
    expect(asked).to_have_count(0)


def test_one_voice_says_what_happened_and_what_is_asked(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT], cards="none")
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    voice = page.locator("[aria-live]")
    expect(voice).to_have_count(1)
    expect(voice).to_contain_text("Your turn, Ana.")
    expect(voice).to_contain_text("Place your first knight")
    act(server, opened, "place d8")
    expect(voice).to_contain_text("Ana places the first knight on d8")
    play_out(server, opened, most=8)
    expect(voice).to_contain_text("Your turn, Ana.")


def test_without_action_points_nobody_is_asked_to_move(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, *["point"] * 5)
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    expect(page.locator(".say")).to_contain_text("No action points left")


def test_offline_is_not_called_live(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    page = screen(1440, 900)
    page.add_init_script(
        "const Real = WebSocket; window.sockets = [];"
        "window.WebSocket = class extends Real {"
        "  constructor(url) { super(url); window.sockets.push(this) } }"
    )
    page.goto(opened["keys"][0]["link"])
    expect(page.locator("[data-live]").first).to_have_attribute("data-live", "true")
    page.route_web_socket("**/live", lambda socket: socket.close())
    page.evaluate("window.sockets.at(-1).close()")
    expect(page.locator("[data-live]").first).to_have_attribute("data-live", "false")


def test_a_refused_text_stays_to_be_mended(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.keyboard.press("/")
    box = page.locator("#notation")
    page.keyboard.type("place a1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(box).to_be_focused()
    expect(box).to_have_value("place a1")


def test_an_unknown_tables_page_stands_in_the_middle(screen: Screen) -> None:
    page = screen(1440, 900)
    page.goto("/g/nosuchtable")
    heading = page.get_by_role("heading", name="There is no such table.")
    box = heading.bounding_box()
    assert box
    assert abs(box["x"] + box["width"] / 2 - 720) < 20


def test_on_a_phone_the_strip_opens_the_log(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, "block c8", "end")
    page = screen(390, 844)
    page.goto(opened["keys"][1]["link"])
    assert settled(page)
    board = page.get_by_role("region", name="Board", exact=True)
    board.get_by_role("button", name="Log", exact=True).click()
    expect(read(page, "builds on c8: 1 high")).to_be_visible()
