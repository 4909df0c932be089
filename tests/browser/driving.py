"""Driving the table page as a person would: by what is on the screen, knowing no rules."""

import json
import random
import re
import time
import urllib.request
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DIRECT
from tests.patience import PATIENCE

LIT = "svg.board [data-place].acts"


def asked(url: str, path: str, wish: dict[str, Any]) -> dict[str, Any]:
    """What the API answers."""
    request = urllib.request.Request(
        f"{url}{path}", json.dumps(wish).encode(), {"content-type": "application/json"}
    )
    with DIRECT.open(request, timeout=PATIENCE) as answer:
        answered: dict[str, Any] = json.load(answer)
    return answered


def open_table(url: str, game: str, seats: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
    """Opens a table by the API, everybody has come; returns its id and keys."""
    return seated(url, invite(url, game, seats, **options))


def invite(url: str, game: str, seats: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
    """Opens a table by the API; returns its id, keys and invitations."""
    wish = {"game": game, "options": {"seats": len(seats), **options}, "seats": seats}
    return asked(url, "/api/tables", wish)


def seated(url: str, opened: dict[str, Any]) -> dict[str, Any]:
    """The table once all who are invited have come: all keys, seat by seat."""
    keys = list(opened["keys"])
    for invitation in opened["invitations"]:
        wish = {"invitation": invitation["secret"]}
        keys += asked(url, f"/api/tables/{opened['table']}/accept", wish)["keys"]
    return {"table": opened["table"], "keys": sorted(keys, key=lambda key: int(key["seat"]))}


def state_of(url: str, table: str, *secrets: str) -> dict[str, Any]:
    """The table as the API shows it."""
    headers = {"x-tourelle-secret": ",".join(secrets)}
    request = urllib.request.Request(f"{url}/api/tables/{table}", headers=headers)
    with DIRECT.open(request, timeout=PATIENCE) as answer:
        state: dict[str, Any] = json.load(answer)
    return state


def until(page: Page, condition: str) -> None:
    """Wait for a JavaScript condition; asked from outside, since the pages forbid `eval`."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"never came true: {condition}"
        page.wait_for_timeout(25)


def write_action(page: Page, action: str) -> None:
    """Write an action into the line of notation, by keys alone, and see it taken."""
    page.keyboard.press("/")
    expect(page.locator("#notation")).to_be_focused()
    page.keyboard.type(action)
    page.keyboard.press("Enter")
    expect(page.locator("#notation")).to_have_value("")
    page.keyboard.press("Escape")


def type_something(page: Page, url: str, link: str, dice: random.Random) -> None:
    """Play a random legal action by typing it; `link` is that of the seat."""
    table, secret = link.removeprefix("/g/").split("#")
    choices = state_of(url, table, secret)["choices"]
    page.keyboard.press("/")
    page.locator("#notation:focus").wait_for()
    page.keyboard.type(dice.choice(choices)["text"])
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")


def place(page: Page, name: str) -> None:
    """Click a place of the flat board."""
    page.locator(f'svg.board [data-place="{name}"]').first.click()


def is_over(page: Page) -> bool:
    return page.locator('[data-screen="end"]').count() > 0


def settled(page: Page) -> bool:
    """Wait until there is something to choose here, or the game is over; False when it is over."""
    return settled_first(page) is not None


def settled_first(*pages: Page) -> Page | None:
    """Wait until there is something to choose on one of the pages; None when the game is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for page in pages:
            if is_over(page):
                return None
            if page.locator("[data-active=true]").count():
                return page
        pages[0].wait_for_timeout(20)
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
    primary = page.locator('[data-primary]:not([aria-disabled="true"])')
    kinds = page.locator('[data-kind][aria-disabled="false"]')
    luck = dice.random()
    if lit and (luck < 0.55 or not primary.count()):
        place(page, dice.choice(lit))
    elif kinds.count() and luck < 0.8:
        kinds.nth(dice.randrange(kinds.count())).click()
    elif primary.count():
        page.keyboard.press("Escape")
        if primary.count():
            primary.click()


def read(page: Page, text: str, exact: bool | None = None) -> Locator:
    """Words where they are seen, and not where the announcer says them once more."""
    return page.get_by_text(text, exact=exact).and_(page.locator(":not([data-announcer])"))


def expect_sentence(page: Page, text: str) -> None:
    expect(read(page, text).first).to_be_visible()


def walk_to(page: Page, target: str) -> None:
    """Move the board's cursor to a cell of an 8 by 8 or 9 by 9 board with the arrow keys."""
    at = page.evaluate("document.activeElement?.dataset?.cell ?? null")
    if at is None:
        page.keyboard.press("ArrowUp")
    for _ in range(40):
        at = page.evaluate("document.activeElement?.dataset?.cell ?? null")
        if at == target:
            return
        before = at
        for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
            page.keyboard.press(key)
            now = page.evaluate("document.activeElement.dataset.cell")
            if distance(now, target) < distance(before, target):
                break
            if now != before:
                page.keyboard.press(OPPOSITE[key])
    raise AssertionError(f"the cursor does not reach {target}")


def places(page: Page, selector: str) -> list[str]:
    """The names of the places on the board that are drawn so."""
    found: list[str] = page.evaluate(
        f"[...document.querySelectorAll('{selector}')].map(e => e.dataset.place)"
    )
    return found


OPPOSITE = {
    "ArrowRight": "ArrowLeft",
    "ArrowLeft": "ArrowRight",
    "ArrowUp": "ArrowDown",
    "ArrowDown": "ArrowUp",
}


def distance(one: str, other: str) -> int:
    """Steps between two squares."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))
