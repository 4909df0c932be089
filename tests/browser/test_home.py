"""The home page: tables with their own boards, what is set in chips, the builder, preferences."""

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.acting import end_turn
from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import (
    asked,
    invite,
    open_table,
    read,
    seated,
    settled,
    state_of,
    type_something,
    until,
)
from tests.browser.people import ANA, BOT
from tests.browser.soundness import violations

BEN = {"kind": "link", "name": "Ben"}


def home(page: Page) -> None:
    page.goto("/")
    page.locator('[data-play="torres"]').wait_for()


def test_tables_show_their_own_board_since_when_and_can_be_removed(
    screen: Screen, server: Served
) -> None:
    page = screen()
    mine = open_table(server.url, "torres", [ANA, BOT])
    waiting = invite(server.url, "blox", [ANA, BEN])
    for opened in (mine, waiting):
        page.goto(opened["keys"][0]["link"])
        page.locator("h1").wait_for()
    home(page)
    expect(page.get_by_role("heading", name="Your turn at 1 table")).to_be_visible()
    go = page.locator(f'[data-continue="{mine["table"]}"]')
    expect(go).to_be_visible()
    expect(read(page, "last move this minute")).to_be_visible()
    expect(page.locator("li .picture.whole svg").first).to_be_attached()
    line = page.get_by_role("link", name=re.compile("BLOX, Waiting for players"))
    expect(line).to_contain_text("Ben")
    expect(line.locator(".picture.whole svg")).to_be_attached()  # the table's own, not the emblem
    assert violations(page) == []
    page.get_by_role("button", name="Remove BLOX from this list").click()
    expect(line).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(line).to_have_count(1)
    page.get_by_role("button", name="Remove BLOX from this list").click()
    page.reload()
    page.locator("[data-continue]").wait_for()
    expect(line).to_have_count(0)
    go.click()
    settled(page)


def test_many_tables_where_it_is_ones_turn_are_cards_then_lines_and_each_can_be_removed(
    screen: Screen, server: Served, keep: Keep
) -> None:
    page = screen(1366, 768)
    opened = [
        open_table(server.url, title, [ANA, BOT])
        for title in ("torres", "blox", "torres", "blox", "torres")
    ]
    for table in opened:
        page.goto(table["keys"][0]["link"])
        page.locator("h1").wait_for()
    home(page)
    heading = page.get_by_role("heading", name=re.compile("^Your turn at"))
    expect(heading).to_have_text("Your turn at 5 tables")
    cards = page.locator("[data-continue]")
    more = page.get_by_role("heading", name="Your turn here too")
    lines = page.locator("section").filter(has=more).get_by_role("listitem")
    expect(cards).to_have_count(3)
    expect(lines).to_have_count(2)
    keep(page, "home-many-turns")
    assert violations(page) == []
    first = str(cards.first.get_attribute("data-continue"))
    card = page.locator("li").filter(has=page.locator(f'[data-continue="{first}"]'))
    card.get_by_role("button", name="from this list").click()
    expect(heading).to_have_text("Your turn at 4 tables")
    expect(page.locator(f'[data-continue="{first}"]')).to_have_count(0)
    expect(lines).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(cards.first).to_have_attribute("data-continue", first)
    lines.last.get_by_role("button", name="from this list").click()
    expect(heading).to_have_text("Your turn at 4 tables")
    card.get_by_role("button", name="from this list").click()
    page.reload()
    expect(heading).to_have_text("Your turn at 3 tables")
    expect(page.locator(f'[data-continue="{first}"]')).to_have_count(0)
    expect(lines).to_have_count(0)


def test_a_table_that_takes_its_time_to_open_says_so_where_it_was_asked_for(screen: Screen) -> None:
    page = screen()
    page.route("**/api/tables?*", lambda _: None)  # a server that never gets to it
    home(page)
    pressed, other = (page.locator(f'[data-play="{title}"]') for title in ("blox", "torres"))
    expect(pressed).to_have_text("Play now")
    pressed.click()
    expect(pressed).to_have_text("Opening the table…")
    expect(other).to_have_text("Play now")
    expect(other).to_be_disabled()


def test_a_running_table_can_be_watched(screen: Screen) -> None:
    page = screen()
    wish = {"game": "castellan", "options": {"seats": 2}, "seats": [ANA, BOT], "seen": "public"}
    assert page.request.post("/api/tables", data=wish).ok
    home(page)
    page.get_by_role("link", name="Watch Castellan").first.click()
    expect(read(page, "You are watching.")).to_be_visible()


def test_the_builder_opens_with_the_seats_of_play_now_and_says_the_table_back(
    screen: Screen,
) -> None:
    page = screen()
    home(page)
    for title, seats in (("Torres", 4), ("BLOX", 4), ("Castellan", 2)):
        page.get_by_role("button", name=f"Set the table for {title}").first.click()
        said = page.get_by_role("group", name="The table as set")
        expect(said.get_by_role("heading")).to_contain_text(title)
        expect(said.locator(".chip")).to_have_count(seats + 2)  # the pace, and who sees it
        counts = page.get_by_role("radiogroup", name="Seats")
        expect(counts.get_by_role("radio", name=str(seats))).to_be_checked()
    second = page.get_by_role("radiogroup", name="Who sits at seat B")
    second.get_by_role("radio", name="a friend by link").click()
    expect(read(page, "The game begins once 1 guest has come.")).to_be_visible()
    page.get_by_text("All options").click()
    page.locator(".options select").last.select_option(index=1)
    expect(page.get_by_role("group", name="The table as set").locator(".chip")).to_have_count(5)
    assert violations(page) == []


def test_table_options_and_preferences_have_signs_of_their_own(screen: Screen) -> None:
    page = screen()
    home(page)
    signs = [
        page.get_by_role("button", name=name).first.locator("path").get_attribute("d")
        for name in ("Set the table for Torres", "Preferences")
    ]
    assert signs[0] != signs[1]


def test_radio_groups_answer_to_arrow_keys(screen: Screen, server: Served) -> None:
    page = screen()
    home(page)
    page.get_by_role("radio", name="English").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Français")).to_be_focused()
    expect(page.get_by_role("heading", name="Trois jeux de tours")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Three games of towers")).to_be_visible()
    opened = open_table(server.url, "torres", [ANA, BOT])
    page.goto(opened["keys"][0]["link"])
    settled(page)
    page.get_by_role("radio", name="Flat").click()
    page.keyboard.press("End")
    expect(page.get_by_role("radio", name="Text")).to_be_checked()
    stops = page.locator("[role=radiogroup] [role=radio][tabindex='0']").count()
    assert stops == page.locator("[role=radiogroup]").count()


@pytest.mark.parametrize("title", ["torres", "blox", "castellan"])
def test_single_keys_can_be_switched_off(screen: Screen, server: Served, title: str) -> None:
    opened = open_table(server.url, title, [ANA, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    settled(page)
    checked = "document.querySelector('header [aria-checked=true]').dataset.segment"
    before = page.evaluate(checked)
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Single keys").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    for key in "vq?/t12nb":
        page.keyboard.press(key)
    page.wait_for_timeout(200)
    assert page.evaluate(checked) == before
    assert page.locator("#notation:focus").count() == 0
    assert page.locator("[aria-pressed=true]").count() == 0
    if page.get_by_role("tab", name="Log").count():
        page.get_by_role("tab", name="Log").click()
    page.get_by_role("switch").check()
    page.locator("#notation").click()
    page.keyboard.type("zz")
    expect(page.locator("#notation")).to_have_value("zz")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Single keys").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("v")
    until(page, f"{checked} !== {before!r}")


@pytest.mark.parametrize("title", ["blox", "castellan"])
def test_forced_colours_tell_what_is_chosen_and_who_is_to_move(
    screen: Screen, server: Served, title: str
) -> None:
    opened = open_table(server.url, title, [ANA, BOT])
    page = screen(forced_colors="active")
    page.goto(opened["keys"][0]["link"])
    settled(page)
    ground = "e => getComputedStyle(e).backgroundColor"
    chosen, other = (
        page.locator(f"header [role=radio][aria-checked={is_chosen}]").first.evaluate(ground)
        for is_chosen in ("true", "false")
    )
    assert chosen != other
    kept = "e => getComputedStyle(e).forcedColorAdjust"  # else the system takes the ground away
    assert page.locator("header [role=radio][aria-checked=true]").first.evaluate(kept) == "none"
    line = "e => getComputedStyle(e).outlineStyle"
    assert page.locator(".seat[aria-current]").evaluate(line) == "solid"
    assert page.locator(".seat:not([aria-current])").first.evaluate(line) == "none"
    assert page.locator("[aria-current=step]").first.evaluate(line) == "solid"
    page.goto("/")
    page.get_by_role("button", name="Set the table for Torres").first.click()
    chosen, other = (
        page.locator(f"label:has(input[name=preset]{state})").first
        for state in (":checked", ":not(:checked)")
    )
    assert chosen.evaluate(ground) != other.evaluate(ground)
    assert chosen.evaluate(kept) == "none"


def test_a_page_without_a_translation_says_so(screen: Screen) -> None:
    page = screen(locale="de-DE")
    page.goto("/rules/torres#clauses")
    expect(page.locator("article h2").first).to_have_text("Wörter")
    expect(page.locator("article [lang]").first).to_have_attribute("lang", "de")
    expect(page.get_by_role("note")).to_have_count(0)
    page.route("**/api/rules/blox/de", lambda route: route.continue_(url=english(route)))
    page.goto("/rules/blox#clauses")
    expect(page.get_by_role("note")).to_contain_text("noch nicht übersetzt")
    expect(page.locator("article [lang]").first).to_have_attribute("lang", "en")


def english(route: Route) -> str:
    """The address of the same rules in English: what a server without the translation sends."""
    return route.request.url.replace("/de", "/en")


def test_who_has_waited_longest_comes_first(screen: Screen, server: Served) -> None:
    page = screen()
    first = open_table(server.url, "torres", [ANA, BOT])
    second = open_table(server.url, "torres", [ANA, BOT])
    for opened in (first, second):
        page.goto(opened["keys"][0]["link"])
        settled(page)
        page.wait_for_timeout(1100)
        type_something(page, server.url, opened["keys"][0]["link"], random.Random(1))
        settled(page)
    home(page)
    expect(page.locator("[data-continue]")).to_have_count(2)
    expect(page.locator("[data-continue]").first).to_have_attribute("data-continue", first["table"])


def test_the_lobby_is_live_and_filtered(screen: Screen, server: Served) -> None:
    page = screen()
    home(page)
    wish = {"kind": "here", "name": "Quim"}
    seats = [wish, {"kind": "open"}, {"kind": "open"}]
    pace = {"kind": "turns", "time": 259_200, "late": "random"}
    opened = asked(
        server.url,
        "/api/tables",
        {"game": "blox", "seats": seats, "options": {"seats": 3}, "seen": "public", "pace": pace},
    )
    line = page.locator(f'[data-open="{opened["table"]}"]')
    expect(line).to_contain_text("Quim · 2 seats free · 3 days a turn")
    lobby = page.get_by_role("region", name="Lobby").and_(page.locator("[data-lobby]"))
    lobby.get_by_label("Game").select_option("torres")
    expect(line).to_have_count(0)
    lobby.get_by_label("Game").select_option("blox")
    lobby.get_by_role("button", name="More filters").click()
    lobby.get_by_label("Seats").select_option("3")
    lobby.get_by_label("Pace").select_option("turns")
    expect(line).to_be_visible()
    assert violations(page) == []
    lobby.get_by_label("Pace").select_option("live")
    expect(line).to_have_count(0)
    lobby.get_by_label("Pace").select_option("turns")
    line.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Quim invites you")).to_be_visible()


def test_after_a_turn_the_next_table_is_one_tap_away(screen: Screen, server: Served) -> None:
    page = screen(390, 844)
    pace = {"kind": "live", "time": 3600, "late": "random"}
    wish = {"game": "castellan", "options": {"seats": 2}, "seats": [ANA, BEN], "pace": pace}
    first, second = (seated(server.url, asked(server.url, "/api/tables", wish)) for _ in range(2))
    movers = [state_of(server.url, opened["table"])["to_move"] for opened in (first, second)]
    page.goto(second["keys"][movers[1]]["link"])
    settled(page)
    own = first["keys"][movers[0]]["link"]
    page.goto(own)
    settled(page)
    clock = page.locator("[data-clock]")
    expect(clock).to_have_attribute("data-clock", str(movers[0]))
    there = page.locator(f'[data-next-table="{second["table"]}"]')
    expect(there).to_have_count(0)
    end_turn(page, server.url, own)
    expect(there).to_contain_text("Next table: Castellan (1)")
    expect(clock).to_have_attribute("data-clock", str(1 - movers[0]))
    watcher = screen()
    watcher.goto(f"/g/{first['table']}")
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("[data-watchers]")).to_have_text("1 watching")
    page.get_by_role("button", name="Ask for a pause").click()
    expect(read(page, "You wish for a pause; the others are asked.")).to_be_visible()
    assert violations(page) == []
    there.click()
    settled(page)
    expect(there).to_have_count(0)
