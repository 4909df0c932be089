"""What axe-core says of BLOX and Castellan in every moment of a turn, on screens of every size."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Screen, Served
from tests.browser.driving import settled
from tests.browser.positions import link_to_move, midgame, opened_at, played
from tests.browser.soundness import violations

SIZES = {"laptop": (1366, 768), "tablet": (820, 1180), "phone": (390, 844)}
LIT = "svg.board [data-place].acts, svg.board circle[data-place]"


def view(page: Page, name: str) -> None:
    """Look at the table so from now on."""
    page.evaluate(
        "name => localStorage.setItem('tourelle.preferences', JSON.stringify({ view: name }))", name
    )
    page.reload()
    assert settled(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", ["blox", "castellan"])
def test_every_moment_of_a_turn_is_sound(
    screen: Screen, server: Served, title: str, size: str, theme: str
) -> None:
    page = screen(*SIZES[size], has_touch=size != "laptop", color_scheme=theme)
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        if wrong := violations(page):
            found[name] = wrong

    page.goto(midgame(server.url, title, 0.5, seats=4))
    assert settled(page)
    look("what happened, and the board raised or flat")
    for other in ("flat", "text"):
        view(page, other)
        look(other)
    view(page, "flat")
    if page.locator(LIT).count():
        page.locator(LIT).first.click(force=True)
        look("something is chosen or looked at")
    page.keyboard.press("Escape")
    texts = played(title, 2, 7, ())
    if title == "castellan":
        asked = next(i for i, text in enumerate(texts) if text.split()[0] in ("keep", "double"))
        page.goto(link_to_move(server.url, opened_at(server.url, title, texts[:asked], 2, 7)))
        page.locator("[data-answer]").first.wait_for()
        look("plain or double is asked")
    opened = opened_at(server.url, title, texts, 2, 7)
    page.goto(f"/g/{opened['table']}")
    page.locator("[data-screen=end] svg.board").wait_for()
    look("the end")
    page.goto(f"/g/{opened['table']}?a=20")
    page.locator("svg.board").first.wait_for()
    look("the replay")
    assert not found
