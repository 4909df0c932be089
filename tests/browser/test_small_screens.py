"""A phone, and a desktop at 200 %: everything is there, and sheets keep the focus."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import open_table, settled, until
from tests.browser.people import ANA, BOT
from tests.browser.soundness import violations

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
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Replay").click()
    expect(page.locator("[data-replay-at]").first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Rules").click()
    expect(page.locator("main h1").first).to_be_visible()


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
