"""Rules for people: pages in the order one plays, clauses behind them, a search, the player aid."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import open_table, settled
from tests.browser.people import ANA, BEA
from tests.browser.soundness import WHOLE, violations


@pytest.mark.parametrize(
    ("size", "theme", "locale", "title"),
    [
        ((1440, 900), "light", "en-GB", "The goal"),
        ((1366, 768), "dark", "fr-FR", "Le but"),
        ((390, 844), "light", "de-DE", "Das Ziel"),
    ],
)
def test_pages_are_read_one_after_the_other(
    screen: Screen, size: tuple[int, int], theme: str, locale: str, title: str
) -> None:
    page = screen(*size, color_scheme=theme, locale=locale)
    page.goto("/rules/torres")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    seen = set()
    while page.locator("[rel=next]").count():
        name = page.locator("[data-page]").get_attribute("data-page")
        assert name not in seen
        seen.add(name)
        expect(page.locator("figure svg.board")).to_be_visible()
        assert page.locator("figure svg.board").evaluate(WHOLE), "no edge of the board is cut off"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("[rel=next]").click()
        expect(page.locator(f"[data-page]:not([data-page='{name}'])")).to_be_visible()
    assert len(seen) == 8
    assert not violations(page)


def test_a_picture_moves_or_stands_still(screen: Screen) -> None:
    page = screen(reduced_motion="no-preference")
    page.goto("/rules/torres#doors")
    figure = page.locator("figure[data-frame]")
    expect(figure).to_have_attribute("data-frame", "2")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(figure).to_have_attribute("data-frame", "1")
    expect(figure).to_contain_text("b6")
    still = screen()
    still.goto("/rules/torres#doors")
    expect(still.locator("figure[data-frame]")).to_have_attribute("data-frame", "1")
    expect(still.locator("figure .way").first).to_be_attached()


def test_a_wrong_case_leads_to_its_clause_lit_and_pictured(screen: Screen) -> None:
    page = screen()
    page.goto("/rules/torres#doors")
    page.locator("[data-case=wrong]").get_by_role("link", name="T5.3").click()
    clause = page.locator("[id='T5.3']")
    expect(clause).to_have_class(re.compile(r"\btarget\b"))
    expect(clause).to_be_in_viewport()
    expect(clause.locator("svg.board")).to_be_visible()
    clause.get_by_role("link", name="Told with pictures: Through the doors").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Through the doors")


def test_the_search_finds_pages_and_clauses(screen: Screen) -> None:
    page = screen()
    page.goto("/rules/torres")
    page.locator("[data-page]").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("king bonus")
    expect(page.locator("[data-found=clause]").first).to_contain_text("T9")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("doors")
    expect(page.locator("[data-found]").first).to_have_text("Through the doors")
    page.locator("[data-found=page]").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Through the doors")


def test_the_player_aid_stands_beside_the_board_and_prints_alone(
    screen: Screen, server: Served
) -> None:
    opened = open_table(server.url, "torres", [ANA, BEA])
    page = screen(1366, 768)
    page.goto(opened["keys"][0]["link"])
    page.locator("[data-active]").wait_for()
    page.get_by_role("button", name="Player aid").click()
    dialog = page.get_by_role("dialog", name="Player aid")
    expect(dialog.locator("[data-aid]")).to_contain_text("Leapfrog")
    assert page.evaluate(
        "(e => e.scrollHeight <= e.clientHeight)(document.querySelector('dialog'))"
    )
    assert not violations(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.goto("/rules/torres")
    page.locator("[data-aid]").wait_for()
    page.emulate_media(media="print")
    expect(page.locator("[data-aid]")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_hidden()


def test_a_key_opens_the_player_aid(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "castellan", [ANA, {"kind": "bot", "bot": "random"}])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.keyboard.press("a")
    expect(page.get_by_role("dialog", name="Player aid")).to_be_visible()
