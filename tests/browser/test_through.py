"""Ways through castles, points since one's last turn, why nothing can be undone, the legend."""

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import asked, open_table, settled, state_of, until
from tests.browser.positions import link_to_move, opened_at, played
from tourelle.games import game_class

SEATS = 4


@cache
def through() -> int:
    """After how many actions of a random game somebody has just gone through a castle."""
    game = game_class("torres")({"seats": SEATS})
    position = game.setup(7)
    for number, text in enumerate(played("torres", SEATS, 7, ()), 1):
        before = game.copy(position)
        mover = game.to_move(position)
        action = game.play_text(position, text)
        telling = game.told(game.action_text(action), before, position)
        if len(telling.way) > 2 and any(telling.floors) and game.to_move(position) == mover:
            return number
    raise AssertionError("nobody goes through a castle")


def after_it(server: Served) -> tuple[str, dict[str, Any]]:
    """The link of a seat that saw it, and the line of the log."""
    texts = played("torres", SEATS, 7, ())[: through()]
    opened = opened_at(server.url, "torres", texts, SEATS, 7)
    state = state_of(server.url, opened["table"])
    entry = [line for line in state["log"] if line["kind"] == "action"][-1]
    watcher = (entry["seat"] + 1) % SEATS
    link = next(str(key["link"]) for key in opened["keys"] if key["seat"] == watcher)
    return link, entry


def test_a_way_through_a_castle_runs_at_floor_height(screen: Screen, server: Served) -> None:
    link, entry = after_it(server)
    page = screen(1366, 768)
    page.goto(link)
    page.locator(".since button.one").last.hover()
    until(page, "document.querySelector('[data-since-marks]').dataset.sinceMarks !== '0'")
    stage = page.locator("[data-since-marks]").bounding_box()
    assert stage is not None
    ways = [path.get_attribute("d") or "" for path in page.locator("path.way").all()]
    longest = max(ways, key=lambda way: way.count("L"))
    spots = [(float(x), float(y)) for x, y in re.findall(r"[ML]([-\d.]+) ([-\d.]+)", longest)]
    assert len(spots) == len(entry["way"])
    for place, spot in list(zip(entry["way"], spots, strict=True))[1:-1]:
        roof = page.locator(f'[data-top="{place}"]').bounding_box()
        assert roof is not None
        middle = roof["y"] + roof["height"] / 2 - stage["y"]
        assert spot[1] > middle + 10, "a way inside runs below the roof"
        assert abs(roof["x"] + roof["width"] / 2 - stage["x"] - spot[0]) < 1


@pytest.mark.parametrize("view", ["Flat", "Raised"])
def test_a_door_that_is_looked_at_shows_the_way_to_it(
    screen: Screen, server: Served, view: str
) -> None:
    opened = opened_at(
        server.url, "torres", played("torres", SEATS, 7, ())[: through() - 1], SEATS, 7
    )
    link = link_to_move(server.url, opened)
    table, secret = link.removeprefix("/g/").split("#")
    choices = state_of(server.url, table, secret)["choices"]
    door = next(one for one in choices if one["kind"] == "move" and len(one["way"]) > 2)
    page = screen(1440, 900)
    page.goto(link)
    assert settled(page)
    page.get_by_role("radio", name=view).click()
    page.locator(f'svg.board [data-place="{door["squares"][0]}"]').first.click(force=True)
    way = page.locator("svg.board path.way:not(.under)")
    expect(way).to_have_count(0)
    page.locator(f'svg.board [data-place="{door["squares"][-1]}"].acts').first.hover(force=True)
    legs = len(door["way"]) - 1
    expect(way).to_have_attribute("d", re.compile(rf"^M[^ML]+(L[^ML]+){{{legs}}}$"))


def test_under_the_seats_stand_the_points_since_ones_last_turn(
    screen: Screen, server: Served
) -> None:
    texts = played("torres", SEATS, 7, ())
    for number in range(20, len(texts)):
        opened = opened_at(server.url, "torres", texts[:number], SEATS, 7)
        state = state_of(server.url, opened["table"])
        lines = [line for line in state["log"] if line["kind"] == "action"]
        me = state["to_move"]
        since = [i for i, line in enumerate(lines) if line["seat"] == me]
        news = lines[since[-1] + 1 :]
        gained = [sum((line["gained"] or [0] * SEATS)[seat] for line in news) for seat in range(4)]
        if any(gained):
            break
    else:
        raise AssertionError("nobody gains anything")
    page = screen(1366, 768)
    page.goto(link_to_move(server.url, opened))
    page.locator("[data-more=since]").first.wait_for()
    shown = page.locator(".seats .seat").all()
    for seat, box in enumerate(shown):
        sign = box.locator("[data-more=since]")
        if gained[seat]:
            expect(sign).to_have_text(f"+{gained[seat]}")
            expect(sign).to_have_attribute("aria-label", re.compile("since your last turn"))
        else:
            expect(sign).to_have_count(0)
    page.keyboard.press("w")
    expect(page.locator("[data-more=since]")).to_have_count(0)


def test_undo_says_why_it_cannot_be(screen: Screen, server: Served) -> None:
    opened = open_table(
        server.url, "torres", [{"kind": "here", "name": "Ana"}, {"kind": "bot", "bot": "random"}]
    )
    page = screen(1366, 768)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    undo = page.locator("[data-undo]")
    expect(undo).to_be_disabled()
    expect(undo).to_have_attribute("title", re.compile("You have played nothing"))
    undo.click(force=True)
    expect(page.locator(".speech")).to_contain_text("You have played nothing")
    page.keyboard.press("Escape")
    choice = state_of(server.url, opened["table"], opened["keys"][0]["secret"])["choices"][0]
    page.keyboard.press("/")
    page.locator("#notation:focus").wait_for()
    page.keyboard.type(choice["text"])
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(undo).to_be_enabled()
    page.keyboard.press(",")
    expect(undo).to_have_attribute("title", re.compile("present"))


def test_the_legend_names_an_outline_once_one_is_there(screen: Screen, server: Served) -> None:
    link, _ = after_it(server)
    page = screen(1366, 768)
    page.goto(link)
    page.locator("[data-active]").wait_for()
    hidden = page.locator(".through [data-through]").count()
    legend = page.locator("[data-legend~=outline]")
    assert hidden, "the random game hides somebody behind a tower"
    expect(legend).to_contain_text("stands behind a tower")
    box, board = legend.bounding_box(), page.locator("svg.board").bounding_box()
    assert box
    assert board
    assert box["x"] >= board["x"]
    assert box["y"] + box["height"] <= board["y"] + board["height"]
    page.set_viewport_size({"width": 1020, "height": 600})
    small = legend.bounding_box()
    assert small
    assert small["height"] >= box["height"], "words are as large on a small board"
    fresh = asked(
        server.url,
        "/api/tables",
        {"game": "torres", "options": {"seats": 2}, "seats": [{"kind": "here"}] * 2},
    )
    page.goto(fresh["keys"][0]["link"])
    page.locator("[data-active]").wait_for()
    expect(page.locator("[data-legend~=outline]")).to_have_count(0)
