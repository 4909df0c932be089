"""A phone, and a desktop at 200 %: everything is there, and sheets keep the focus."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import open_table, settled, until
from tests.browser.people import ANA, BOT
from tests.browser.positions import midgame
from tests.browser.soundness import violations

LATER = (
    "new Promise(go => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))"
)
"""Until every event that waits now has been heard."""
SIZES = {"phone": (390, 844), "desktop at 200 %": (640, 360)}
INSIDE = "document.querySelector('[data-sheet]')?.contains(document.activeElement)"


@pytest.fixture(params=["torres", "blox", "castellan"])
def link(server: Served, request: pytest.FixtureRequest) -> str:
    opened = open_table(server.url, request.param, [ANA, BOT])
    found: str = opened["keys"][0]["link"]
    return found


@pytest.mark.parametrize("size", SIZES)
def test_text_view_rules_and_review_are_reached(screen: Screen, link: str, size: str) -> None:
    page = screen(*SIZES[size])
    page.goto(link)
    settled(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog", name="Menu").wait_for()
    assert violations(page) == []
    page.get_by_role("radio", name="Text").click()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("grid", name="Board")).to_be_visible()
    said = page.locator(".speech").bounding_box()
    assert said
    assert size != "phone" or said["y"] + said["height"] <= SIZES[size][1], "the prompt is in sight"
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Replay").click()
    expect(page.locator("[data-replay-at]").first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Rules").click()
    expect(page.locator("main h1").first).to_be_visible()


def test_at_400_percent_nothing_scrolls_sideways(screen: Screen, server: Served) -> None:
    page = screen(320, 568, locale="de-DE")  # a laptop's window at 400 %
    pages = ["/", "/learn", "/puzzles", "/study", "/records", "/you", "/rules/blox"]
    for address in (
        *pages,
        midgame(server.url, "castellan", 0.6),
        midgame(server.url, "blox", 0.5),
    ):
        page.goto(address)
        page.locator("main h1, main h2, [data-active=true]").first.wait_for(state="attached")
        page.evaluate(LATER)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, address


def test_a_sheet_takes_keeps_and_returns_the_focus(screen: Screen, link: str) -> None:
    page = screen(*SIZES["phone"])
    page.goto(link)
    settled(page)
    for name in ("Menu", "Log"):
        opener = page.get_by_role("button", name=name, exact=True).first
        opener.focus()
        page.keyboard.press("Enter")
        until(page, INSIDE)
        for _ in range(30):
            page.keyboard.press("Tab")
            inside = page.evaluate(INSIDE)
            assert inside or page.evaluate("document.activeElement === document.body")
        page.keyboard.press("Escape")
        expect(opener).to_be_focused()


def test_the_menu_of_a_phone_leads_to_ledger_and_log(screen: Screen, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    page.goto(midgame(server.url, "torres", 0.5))
    assert settled(page)
    for name in ("Score ledger", "Log"):
        page.get_by_role("button", name="Menu").tap()
        page.get_by_role("dialog", name="Menu").get_by_role("button", name=name).tap()
        expect(page.get_by_role("dialog", name="Menu")).to_have_count(0)
        page.evaluate(LATER)  # the menu's own close event has come by then
        sheet = page.get_by_role("dialog", name=name)
        expect(sheet).to_be_visible()
        sheet.get_by_role("button", name="Close").tap()
        expect(sheet).to_have_count(0)
