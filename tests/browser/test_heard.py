"""Whoever sees nothing: what keys do is heard, where nothing can be done too; the focus stays."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import FRIEND, START, act, open_log, torres_of_two
from tests.browser.conftest import Screen, Served
from tests.browser.driving import open_table, settled
from tests.browser.people import ANA, BOT
from tests.browser.positions import link_to_move, midgame, opened_at, played

CELL = "document.activeElement?.dataset.cell ?? null"


def words(page: Page, link: str) -> None:
    """Sit down in the text view, with the keyboard on the board."""
    page.add_init_script(
        "localStorage.setItem('tourelle.preferences', JSON.stringify({view: 'text'}))"
    )
    page.goto(link)
    assert settled(page)
    page.keyboard.press("ArrowUp")
    page.locator("[role=gridcell]:focus").wait_for()


@pytest.mark.parametrize("title", ["torres", "blox"])
def test_a_key_goes_from_one_possible_place_to_the_next(
    screen: Screen, server: Served, title: str
) -> None:
    page = screen()
    words(page, open_table(server.url, title, [ANA, BOT])["keys"][0]["link"])
    lit: list[str] = page.evaluate(
        "[...document.querySelectorAll('[role=gridcell].lit')].map(e => e.dataset.cell)"
    )
    assert len(lit) > 3
    page.locator("[role=gridcell].lit").first.focus()
    for key, places in (("PageDown", [*lit[1:], lit[0]]), ("PageUp", [lit[-1], lit[-2]])):
        for place in places:
            page.keyboard.press(key)
            assert page.evaluate(CELL) == place


@pytest.mark.parametrize(
    ("title", "key", "why"),
    [("torres", "n", "Not “Knight”"), ("blox", "h", "Not “Hit”")],
)
def test_a_key_that_can_do_nothing_says_why(
    screen: Screen, server: Served, title: str, key: str, why: str
) -> None:
    if title == "torres":
        opened = torres_of_two(server)
        act(server, opened, *START, *["point"] * 5)
    else:
        opened = open_table(server.url, title, [ANA, BOT])
    page = screen()
    words(page, opened["keys"][0]["link"])
    at = page.evaluate(CELL)
    page.keyboard.press(key)
    expect(page.get_by_role("alert")).to_contain_text(why)
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert page.evaluate(CELL) == at


def test_whoever_leaves_the_notation_is_where_they_were(screen: Screen, server: Served) -> None:
    page = screen()
    words(page, open_table(server.url, "torres", [ANA, BOT])["keys"][0]["link"])
    at = page.evaluate(CELL)
    page.keyboard.press("/")
    expect(page.locator("#notation")).to_be_focused()
    page.keyboard.type("pl")
    page.keyboard.press("Escape")
    assert page.evaluate(CELL) == at


def test_what_was_bought_and_which_view_came_is_heard(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, {"kind": "here", "name": "Bea"}])
    act(server, opened, *START)
    page = screen()
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    voice = page.locator("[data-announcer]")
    page.keyboard.press("c")
    card = page.locator("[data-new]")
    name = card.locator("b").inner_text().replace("\u00ad", "").replace("\n", " ")
    expect(voice).to_contain_text(f"For a later turn: {name}.")
    page.keyboard.press("v")
    expect(voice).to_contain_text("Flat.")
    card.focus()
    expect(voice).to_contain_text(card.get_attribute("title") or "")


def test_what_a_year_gave_is_heard(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START)
    page = screen()
    words(page, opened["keys"][0]["link"])
    for _ in range(4):
        act(server, opened, "end", "end")
    voice = page.locator("[data-announcer]")
    expect(voice).to_contain_text(re.compile(r"Year 1 is scored\. Ana: \+\d, Bea: \+\d\."))


def test_cards_of_blox_are_heard_as_they_are_chosen(screen: Screen, server: Served) -> None:
    page = screen()
    words(page, open_table(server.url, "blox", [ANA, BOT])["keys"][0]["link"])
    heard = page.locator("[aria-live][data-chosen]")
    expect(heard).to_have_text("")
    page.keyboard.press("1")
    expect(heard).to_have_text(re.compile("Chosen: (black|grey|white|purple)$"))
    page.keyboard.press("j")
    expect(heard).to_have_text(re.compile(", joker$"))
    page.keyboard.press("Escape")
    expect(heard).to_have_text("")


def test_pieces_of_castellan_are_heard_by_name(screen: Screen, server: Served) -> None:
    page = screen()
    page.goto(open_table(server.url, "castellan", [ANA, BOT])["keys"][0]["link"])
    assert settled(page)
    page.keyboard.press("1")
    heard = page.locator(".sum[aria-live]").get_by_text(
        re.compile("towers?, . long walls?, . short")
    )
    expect(heard).to_have_count(1)
    texts = played("castellan", 2, 7, ())
    number = next(n for n, text in enumerate(texts) if text.split()[0] in ("short", "long"))
    words(page, link_to_move(server.url, opened_at(server.url, "castellan", texts[:number], 2, 7)))
    voice = page.locator("[data-announcer]")
    expect(voice).to_contain_text("Pick where the")
    page.keyboard.press("t")
    expect(voice).to_contain_text("must be placed first")
    expect(page.locator(".say")).to_contain_text("must be placed first")


def test_arrows_lead_from_the_log_to_the_chat(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, FRIEND])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    open_log(page)
    tabs = page.locator(".log [role=tab]")
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(tabs.last).to_be_focused()
    expect(tabs.last).to_have_attribute("aria-selected", "true")
    expect(page.get_by_label("Say something")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(tabs.first).to_be_focused()


def test_the_options_of_a_table_take_the_keyboard(screen: Screen) -> None:
    page = screen()
    page.goto("/")
    page.get_by_role("button", name="Play now: BLOX").wait_for()
    page.get_by_role("button", name="Set the table for BLOX").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".fold > button[aria-expanded=true]")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".builder :focus")).to_have_count(1)


def test_a_row_of_castellans_ledger_shows_its_courtyard(screen: Screen, server: Served) -> None:
    page = screen(1440, 900)
    page.goto(midgame(server.url, "castellan", 0.7))
    assert settled(page)
    rows = page.get_by_role("region", name="Score ledger").locator("tbody tr:has(th)")
    shown = page.locator(".yard .lit")
    before = shown.count()
    rows.first.hover()
    expect(shown).to_have_count(before + 1)
