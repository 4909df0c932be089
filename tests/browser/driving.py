"""Driving the table page as a person would: by what is on the screen, knowing no rules."""

import json
import random
import re
import time
import urllib.request
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import DIRECT

LIT = "svg.board [data-place].acts"


def open_table(url: str, game: str, seats: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
    """Opens a table by the API; returns its id and keys."""
    wish = {"game": game, "options": {"seats": len(seats), **options}, "seats": seats}
    request = urllib.request.Request(
        f"{url}/api/tables", json.dumps(wish).encode(), {"content-type": "application/json"}
    )
    with DIRECT.open(request, timeout=20) as answer:
        opened: dict[str, Any] = json.load(answer)
    return opened


def state_of(url: str, table: str, *secrets: str) -> dict[str, Any]:
    """The table as the API shows it."""
    headers = {"x-tourelle-secret": ",".join(secrets)}
    with DIRECT.open(
        urllib.request.Request(f"{url}/api/tables/{table}", headers=headers)
    ) as answer:
        state: dict[str, Any] = json.load(answer)
    return state


def place(page: Page, name: str) -> None:
    """Click a place of the flat board."""
    page.locator(f'svg.board [data-place="{name}"]').first.click()


def is_over(page: Page) -> bool:
    return page.locator('[data-screen="end"]').count() > 0


def settled(page: Page, timeout: float = 60) -> bool:
    """Wait until there is something to choose here, or the game is over; False when it is over."""
    until = time.monotonic() + timeout
    while time.monotonic() < until:
        if is_over(page):
            return False
        if page.locator("[data-active=true]").count():
            return True
        page.wait_for_timeout(20)
    raise AssertionError("nothing to choose, and not over")


def actions_so_far(page: Page) -> int:
    text = page.locator("[data-replay-at]").first.text_content() or "0"
    return int(re.findall(r"\d+", text)[-1])


def play_by_mouse(page: Page, dice: random.Random, most: int = 2000) -> None:
    """Play at random by clicking until the game is over."""
    for _ in range(most):
        if not settled(page):
            return
        click_something(page, dice)
    raise AssertionError("the game does not end")


def click_something(page: Page, dice: random.Random) -> None:
    chooser = page.locator("[data-action]")
    if chooser.count():
        chooser.nth(dice.randrange(chooser.count())).click()
        return
    lit = page.evaluate(f"[...document.querySelectorAll('{LIT}')].map(e => e.dataset.place)")
    primary = page.locator("[data-primary]")
    kinds = page.locator('[data-kind][aria-disabled="false"]')
    luck = dice.random()
    if lit and (luck < 0.55 or not primary.count()):
        place(page, dice.choice(lit))
    elif kinds.count() and luck < 0.8:
        kinds.nth(dice.randrange(kinds.count())).click()
    elif primary.count():
        page.keyboard.press("Escape")
        if primary.count():
            primary.click(timeout=5000)


def expect_sentence(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()
