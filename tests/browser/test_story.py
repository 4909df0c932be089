"""What happened, in a real browser: strip, marks, log, replay, undo."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from tests.browser.acting import FRIEND, START, act, key_of, open_log, play_out, torres_of_two
from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import (
    open_table,
    read,
    settled,
    state_of,
    type_something,
    until,
    write_action,
)
from tests.browser.people import ANA, BEA, BOT
from tests.browser.positions import opened_at, played
from tests.browser.soundness import violations
from tourelle.games import game_class

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
    outline = page.locator("svg.marks path.came").first.bounding_box()
    roof = page.locator('[data-top="c8"]').bounding_box()
    assert outline
    assert roof
    for side in ("x", "y", "width", "height"):
        assert abs(outline[side] - roof[side]) < 20, "the mark of a slanted square is slanted"
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


def test_the_past_of_torres_shows_the_points_and_cards_of_who_acted(
    screen: Screen, server: Served
) -> None:
    texts = played("torres", 4, 7, ())
    opened = opened_at(server.url, "torres", texts, 4, 7)
    game = game_class("torres")({"seats": 4})
    position = game.setup(7)
    page = screen(1440, 900)
    seen = set[int]()
    for number, text in enumerate(texts, 1):
        seat = int(game.document(position)["to_move"])
        game.apply(position, game.parse_action(text))
        past: Any = game.document(position)
        hand = past["hands"][seat]
        if past["to_move"] != seat or past["stage"] != "turn" or not hand or seat in seen:
            continue
        seen.add(seat)
        page.goto(f"/g/{opened['table']}?a={number}")
        expect(page.locator("[data-replay-at]").first).to_contain_text(f"{number} /")
        kinds = [f"play {card}" for card in hand]
        cards = page.locator(".hand .card:not(.new)")
        expect(cards).to_have_count(len(hand))
        assert sorted(cards.evaluate_all("all => all.map(c => c.dataset.kind)")) == sorted(kinds)
        expect(page.locator(".ap strong")).to_have_text(str(past["ap"]))
        if len(seen) == 2:
            return
    raise AssertionError("no two seats hold a card in their turn")


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


def test_with_a_bot_at_the_table_only_ones_own_action_can_be_undone(
    screen: Screen, server: Served
) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT], cards="none")
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    open_log(page)
    while state_of(server.url, opened["table"])["view"]["stage"] != "turn":
        type_something(page, server.url, opened["keys"][0]["link"], random.Random(3))
        assert settled(page)
    expect(read(page, "can be undone")).to_have_count(0)  # the bot has played
    write_action(page, "point")
    expect(read(page, "can be undone")).to_have_count(1)
