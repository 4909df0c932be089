"""One game, replayed, reviewed, analysed, set up: nothing is lost on the way between them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.positions import over_at
from tests.browser.soundness import violations

Opener = Callable[..., Page]
OFF = "localStorage.setItem('tourelle.engine', 'off')"


def corner(page: Page) -> str:
    """The square that stands in the upper left of a flat board."""
    page.locator("svg.board [data-place]").first.wait_for(state="attached")
    found: str = page.evaluate(
        "[...document.querySelectorAll('svg.board [data-place]')].map(square => {"
        " const { left, top } = square.getBoundingClientRect();"
        " return [left + top, square.dataset.place] }).sort((a, b) => a[0] - b[0])[0][1]"
    )
    return found


def at(page: Page, count: int) -> None:
    expect(page.locator("[data-at]")).to_contain_text(re.compile(rf"\b{count}\b.*\d"))


def scored(page: Page, points: int) -> None:
    """Set the points of the first seat by hand."""
    field = page.locator("[id='field-scores.0']")
    field.fill(str(points))
    field.press("Enter")
    expect(page.locator("input.mono")).to_have_value(re.compile(rf"scores=\({points},"))


def test_the_board_stays_turned_and_lines_are_found_again(screen: Opener, server: Served) -> None:
    page = screen()
    page.add_init_script(OFF)
    table = over_at(server.url, "torres", 2, preset="modern")["table"]
    page.goto(f"{server.url}/g/{table}?a=20")
    page.get_by_role("radio", name="Flat").click()
    assert corner(page) == "a8"
    page.get_by_role("button", name="Quarter turn right").click()
    turned = corner(page)
    assert turned != "a8"
    page.get_by_role("radio", name="Edit").click()
    page.locator("[data-tool]").first.wait_for()
    assert corner(page) == turned
    scored(page, 41)
    page.get_by_role("radio", name="Analysis").click()
    at(page, 0)
    assert corner(page) == turned
    assert violations(page) == []
    page.locator("[data-before]").click()  # the lines of the game
    at(page, 20)
    expect(page.locator("[data-lines] [aria-current=step]")).to_be_visible()
    assert corner(page) == turned
    page.get_by_role("radio", name="Edit").click()
    scored(page, 43)
    page.get_by_role("radio", name="Replay").click()  # what was set up is kept
    expect(page.locator("[data-replay-at]").first).to_have_text(re.compile("^20 /"))
    assert corner(page) == turned
    page.go_back()
    expect(page.locator("#position-line")).to_have_value(re.compile(r"scores=\(43,"))
    page.get_by_role("radio", name="Review").click()
    page.wait_for_url(f"**/g/{table}?a=20&mode=review")
    assert corner(page) == turned


@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_every_way_is_open(screen: Opener, server: Served, width: int) -> None:
    page = screen(width, 844, has_touch=True, is_mobile=True, locale="de-DE")
    page.add_init_script(OFF)
    table = over_at(server.url, "blox", 2, round_limit=4)["table"]
    page.goto(f"{server.url}/g/{table}?a=3")
    page.get_by_role("button", name="Menü").tap()
    page.get_by_role("button", name="Aufbauen").tap()
    page.locator("[data-tool]").first.wait_for()
    for way in ("Analyse", "Aufbauen", "Analyse"):
        page.get_by_role("radio", name=way).tap()
        expect(page.get_by_role("radio", name=way)).to_be_checked()
    at(page, 3)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    page.get_by_role("radio", name="Rückschau").tap()
    page.wait_for_url(f"**/g/{table}?a=3&mode=review")
