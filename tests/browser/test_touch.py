"""Whole games by fingers alone, on a phone: what is lit is tapped, looked at, and tapped again."""

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import is_over, open_table, settled, state_of
from tests.browser.people import ANA, BOT
from tests.patience import wait_for

LIT = "svg.board [data-place].acts"
GAMES: dict[str, dict[str, Any]] = {
    "torres": {"cards": "none"},
    "blox": {"round_limit": 15},
    "castellan": {},
}


@pytest.mark.parametrize("title", GAMES)
def test_a_whole_game_by_touch_on_a_phone(screen: Screen, server: Served, title: str) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    opened = open_table(server.url, title, [ANA, BOT], **GAMES[title])
    page.goto(opened["keys"][0]["link"])
    dice = random.Random(title)
    for _ in range(3000):
        if not settled(page):
            break
        tap_something(page, dice)
        assert not page.locator("svg.board:focus-visible").count(), "a finger leaves no frame"
    assert is_over(page)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    wait_for(lambda: state_of(server.url, opened["table"])["status"] == "over")


def tap_something(page: Page, dice: random.Random) -> None:
    """Do one thing with a finger: answer, place, pick a card or a kind of action, or go on."""
    answers = page.locator("[data-answer]:visible, [data-action]:visible")
    if answers.count():
        one_of(answers, dice).tap()
        return
    lit = page.locator(LIT)
    kinds = page.locator('[data-kind][aria-disabled="false"]:visible')
    cards = page.locator('.cards [data-card][aria-disabled="false"]:visible')
    onward = page.locator('[data-primary]:not([aria-disabled="true"]):visible')
    luck = dice.random()
    if lit.count() and luck < 0.6:
        tap_twice(page, one_of(lit, dice))
    elif kinds.count() and luck < 0.8:
        one_of(kinds, dice).tap()
    elif onward.count():
        onward.first.tap()
    elif cards.count():
        one_of(cards, dice).tap()


def one_of(found: Locator, dice: random.Random) -> Locator:
    """Any of the things found."""
    return found.nth(dice.randrange(found.count()))


def tap_twice(page: Page, target: Locator) -> None:
    """Look at a place, then go there; a place that is gone by then needs no second tap."""
    name = target.get_attribute("data-place")
    box = target.bounding_box()
    if box is None:
        return
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*at)
    if (
        page.locator("[data-pending]").count()
        and page.locator(f'{LIT}[data-place="{name}"]').count()
    ):
        page.touchscreen.tap(*at)
