"""Torres in a real browser: whole games by mouse, by keyboard alone, by typed notation."""

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.driving import open_table, play_by_mouse, settled, state_of

ME = {"kind": "here", "name": "Ana"}
BOT = {"kind": "bot", "bot": "random"}


def test_two_clicks_lead_to_a_running_game(screen: Callable[..., Page]) -> None:
    page = screen()
    page.goto("/")
    page.locator('[data-play="torres"]').click()
    assert settled(page)


def test_a_whole_game_by_mouse(
    screen: Callable[..., Page], server: Served, keep: Callable[[Page, str], None]
) -> None:
    opened = open_table(server.url, "torres", [ME, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    page.get_by_role("radio", name="Flat").click()
    play_by_mouse(page, random.Random(1))
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_text("deal verified")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Year 3")).to_be_visible()
    keep(page, "torres-end-light")
    assert state_of(server.url, opened["table"])["status"] == "over"
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: opened["table"] not in url)
    assert settled(page)
