"""Motion in a really built page: what moves, for how long, and who may switch it off."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Screen, Served
from tests.browser.driving import LIT, open_table, settled, until
from tests.browser.people import ANA, BOT

WATCHED = """
  window.moves = []
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...given) {
    const begun = performance.now()
    const motion = animate.apply(this, given)
    const move = { place: this.dataset.figure ?? this.dataset.tower, took: null }
    window.moves.push(move)
    motion.finished.then(() => (move.took = performance.now() - begun))
    return motion
  }
"""


def put_something(page: Page, server: Served) -> str:
    """Open a table, put the first thing on the board, and return where."""
    opened = open_table(server.url, "torres", [ANA, BOT])
    page.add_init_script(WATCHED)
    page.goto(opened["keys"][0]["link"])
    page.get_by_role("radio", name="Flat").click()
    assert settled(page)
    target: str = page.evaluate(f"document.querySelector('{LIT}').dataset.place")
    page.locator(f'svg.board [data-place="{target}"]').first.click()
    page.locator(f'[data-tower="{target}"], [data-figure="{target}"]').first.wait_for()
    return target


@pytest.mark.parametrize(("speed", "ms"), [("normal", 240), ("fast", 120)])
def test_what_is_placed_moves_no_shorter_than_the_token_says(
    screen: Screen, server: Served, speed: str, ms: int
) -> None:
    page = screen(reduced_motion="no-preference")
    keep = f"localStorage.setItem('tourelle.preferences', JSON.stringify({{motion: '{speed}'}}))"
    page.add_init_script(keep)
    target = put_something(page, server)
    until(page, "window.moves.length > 0 && window.moves[0].took !== null")
    first: dict[str, Any] = page.evaluate("window.moves[0]")
    assert first["place"] == target
    assert first["took"] >= ms - 20


def test_nothing_moves_for_those_who_want_none(screen: Screen, server: Served) -> None:
    page = screen(reduced_motion="reduce")
    put_something(page, server)
    page.wait_for_timeout(100)
    assert page.evaluate("window.moves") == []
