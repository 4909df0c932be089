"""First games that are played to their end: every hint comes, in an order that makes sense."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.acting import play_out
from tests.browser.conftest import Screen, Served
from tests.browser.driving import until
from tests.browser.positions import opened_at
from tests.browser.test_learning import guide
from tourelle.games import OWN
from tourelle.teaching import written

SEEDS = range(1, 9)
ORDERS = {
    "torres": [["place", "points", "counts", "knight", "king", "scored"], ["scored", "move-king"]],
    "blox": [["enter", "move"], ["enter", "destroy", "build"], ["enter", "phase", "change"]],
    "castellan": [["play", "build", "draw", "gaps"], ["build", "keep", "counts"]],
}
"""Hints that lead to one another."""
SEEN = "localStorage.getItem('tourelle.learning')"
AT = """Number(
  document.querySelector('[data-replay-at]')?.textContent.match(/\\d+/g).at(-1) ?? -1
)"""


def most(page: Page, state: dict[str, Any], dice: random.Random) -> str:
    """What brings most at once, once the page has seen what was played before."""
    until(page, f"{AT} >= {state['actions']}")
    gains = max(choice["gains"] for choice in state["choices"])
    best = [str(choice["text"]) for choice in state["choices"] if choice["gains"] == gains]
    return dice.choice(best)


def hints_of(page: Page, server: Served, title: str, seed: int) -> list[str]:
    """The hints that were given in a whole first game, in their order."""
    first = written.first_game(title)
    assert first is not None
    opened = opened_at(server.url, title, [], first.seats, seed, **first.options)
    guide(page, opened, title)
    page.locator("[data-active]").wait_for()
    play_out(server, opened, seed=seed, choose=lambda state, dice: most(page, state, dice))
    seen: list[str] = json.loads(page.evaluate(SEEN))["seen"][title]
    return seen


@pytest.mark.parametrize("title", OWN)
def test_every_hint_comes_when_it_matters(screen: Screen, server: Served, title: str) -> None:
    first = written.first_game(title)
    assert first is not None
    left = {tip.name for tip in first.tips}
    for seed in SEEDS:
        page = screen(1366, 768, newcomer=True)
        seen = hints_of(page, server, title, seed)
        page.close()
        for order in ORDERS[title]:
            given = [name for name in seen if name in order]
            assert given == [name for name in order if name in seen]
        left -= set(seen)
        if not left:
            return
    raise AssertionError(f"never given: {', '.join(sorted(left))}")
