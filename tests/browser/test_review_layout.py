"""Where a review stands on the page, and what of it lies on the board, in windows of every size."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import COMPILING, Served
from tests.browser.driving import asked, until, write_action
from tests.browser.positions import over_at
from tests.browser.soundness import violations
from tests.marks import searches

Opener = Callable[..., Page]
pytestmark = searches


OFF = """() => [...document.querySelectorAll('.hints [data-step]')].filter(mark => {
  const spot = mark.querySelector('.disc').getBoundingClientRect()
  const named = kind => document.querySelector(`svg.board [data-${kind}="${mark.dataset.step}"]`)
  const square = (named('top') ?? named('place')).getBoundingClientRect()
  const [x, y] = [spot.x + spot.width / 2, spot.y + spot.height / 2]
  return x < square.left || x > square.right || y < square.top || y > square.bottom
})"""
"""The marks whose numbers stand off their squares."""


def reviewed(page: Page, url: str, title: str, **options: Any) -> list[dict[str, Any]]:
    """Review a game that was played at random, from its first turn; return its turns."""
    table = over_at(url, title, 2, **options)["table"]
    page.goto(f"{url}/g/{table}?a=0&mode=review")
    page.locator("[data-review=done]").wait_for(timeout=1000 * COMPILING)
    turns: list[dict[str, Any]] = asked(url, f"/api/tables/{table}/review", {})["review"]["turns"]
    return turns


def box(part: Locator) -> FloatRect:
    """Where something stands."""
    found = part.bounding_box()
    assert found
    return found


def marks(page: Page) -> dict[str, set[str]]:
    """The places at which a turn as it was played, and as it should have been, is marked."""
    found: list[list[str]] = page.evaluate(
        "[...document.querySelectorAll('.hints [data-step]')]"
        ".map(mark => [mark.classList[0], mark.dataset.step])"
    )
    return {kind: {place for of, place in found if of == kind} for kind, _ in found}


def marked(page: Page, turn: dict[str, Any], place: Callable[[dict[str, Any]], str]) -> None:
    """Wait until both turns lie on the board, each at the places of its own actions."""
    expected = {
        kind: {place(action) for action in turn[kind]["actions"]} - {""}
        for kind in ("played", "best")
    }
    page.locator(".hints .best").first.wait_for(state="attached")
    assert marks(page) == {kind: places for kind, places in expected.items() if places}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_graph_stands_under_the_board_of_a_large_window(
    screen: Opener, server: Served, scheme: str
) -> None:
    page = screen(color_scheme=scheme)
    turns = reviewed(page, server.url, "torres")
    board, graph = box(page.locator(".stage")), box(page.locator("[data-chances]"))
    assert graph["y"] >= board["y"] + board["height"]
    assert graph["width"] > 600
    assert board["height"] > 480
    expect(page.locator("[data-tick]")).to_have_count(len(turns))
    years = ["Year 1", "Year 2", "Year 3"]
    expect(page.locator("[data-part]")).to_have_text(years)
    expect(page.locator("[data-chances] text")).to_have_text(years)
    expect(page.locator("[data-part-begins]")).to_have_count(3)
    expect(page.locator("[data-accuracy]")).to_have_count(2)  # seen at once, below no list
    expect(page.get_by_role("list", name="Year 2").get_by_role("button").first).to_be_visible()
    page.get_by_role("slider", name="Winning chance").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "2")
    assert violations(page) == []


def test_a_low_window_keeps_its_board_and_has_the_graph_beside_it(
    screen: Opener, server: Served, language: str
) -> None:
    page = screen(1366, 768, locale=language)
    reviewed(page, server.url, "blox", round_limit=4)
    board, graph = box(page.locator(".stage")), box(page.locator("[data-chances]"))
    assert graph["x"] >= board["x"] + board["width"]
    expect(page.locator("[data-accuracy]")).to_have_count(0)
    exact = page.locator("#review-seats")
    exact.click()
    expect(page.locator("[data-accuracy='1']")).to_contain_text("%")
    assert violations(page) == []
    wide = "section => section.scrollWidth <= section.clientWidth"
    assert page.locator("section:has(> #reviewed-seats)").evaluate(wide)
    exact.press("ArrowRight")
    expect(page.locator("#review-turns")).to_be_focused()
    expect(page.locator("[data-part]").first).to_have_text(re.compile(r"Phase \d"))
    page.set_viewport_size({"width": 1440, "height": 900})  # now beside the board
    assert page.locator("section:has(> #reviewed-seats)").evaluate(wide)


@pytest.mark.parametrize("looks", ["Flat", "Raised"])
def test_both_turns_lie_on_the_squares_of_their_actions(
    screen: Opener, server: Served, looks: str
) -> None:
    page = screen()
    turns = reviewed(page, server.url, "torres")
    page.get_by_role("radio", name=looks).click()
    laid = next(
        turn
        for turn in turns
        if turn["mark"] not in (None, "only")
        and any("laid" in action["facts"] for action in turn["best"]["actions"])
    )
    page.locator(f"[data-reviewed='{laid['number']}']").click()
    marked(page, laid, lambda action: (action["squares"] or [""])[-1])
    expect(page.locator("[data-legend-of]")).to_have_text(["Played", "Better"])
    until(page, f"({OFF})().length === 0")
    block = next(a["facts"]["laid"] for a in laid["best"]["actions"] if "laid" in a["facts"])
    outline = page.locator(f".hints .best[data-step={block}] .came")
    expect(outline).to_have_count(1)  # a square, or a block at its height
    assert outline.evaluate("outline => outline.tagName") == ("rect" if looks == "Flat" else "path")
    page.locator("[data-line=played]").click()
    expect(page.locator("[data-legend-of]")).to_have_text(["Played"])
    expect(page.locator(".hints .best")).to_have_count(0)


def test_pieces_of_castellan_are_outlined_where_they_would_lie(
    screen: Opener, server: Served
) -> None:
    page = screen()
    turns = reviewed(page, server.url, "castellan")
    pieces = ("tower", "long", "short")
    wrong = next(turn for turn in turns if turn["mark"] not in (None, "only"))
    page.locator(f"[data-reviewed='{wrong['number']}']").click()
    marked(page, wrong, lambda action: action["text"] if action["kind"] in pieces else "")
    outlines = page.locator(".hints [data-step] rect.came")
    expect(outlines).to_have_count(page.locator(".hints [data-step]").count())
    wall = page.locator(".hints [data-step^=long] rect.came").first
    long = box(wall)
    assert max(long["width"], long["height"]) > 2 * min(long["width"], long["height"])


def test_on_a_phone_one_turn_is_shown_and_the_graph_is_at_hand(
    screen: Opener, server: Served, language: str
) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True, locale=language)
    turns = reviewed(page, server.url, "blox", round_limit=4)
    graph, board = box(page.locator("[data-chances]")), box(page.locator(".stage"))
    assert graph["y"] > 0
    assert graph["y"] + graph["height"] <= board["y"]
    wrong = next(turn for turn in turns if turn["mark"] not in (None, "only"))
    page.locator("[data-next-mistake]").tap()
    shown = page.get_by_role("radiogroup").filter(has=page.locator("[data-segment=best]"))
    best, played = shown.locator("[data-segment=best]"), shown.locator("[data-segment=played]")
    expect(best).to_be_checked()
    expect(page.locator("[data-line=played]")).to_be_hidden()
    until(page, "document.querySelectorAll('.hints .best').length > 0")
    assert set(marks(page)) == {"best"}
    played.tap()
    expect(played).to_be_checked()
    expect(best).not_to_be_checked()
    expect(page.locator("[data-line=played]")).to_be_visible()
    expect(page.locator("[data-line=best]")).to_be_hidden()
    until(page, "document.querySelectorAll('.hints .best').length === 0")
    assert set(marks(page)) <= {"played"}
    assert box(played)["height"] >= 44
    page.evaluate("scrollTo(0, 0)")
    slider = box(page.locator(".lines input[type=range]"))
    page.touchscreen.tap(slider["x"] + slider["width"] - 3, slider["y"] + slider["height"] / 2)
    last = str(len(turns))
    assert last != str(wrong["number"])
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", last)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


def test_whoever_finds_the_better_turn_is_told_what_was_good_about_it(
    screen: Opener, server: Served
) -> None:
    page = screen()
    turns = reviewed(page, server.url, "blox", round_limit=4)
    wrong = next(
        turn
        for turn in turns
        if turn["mark"] not in (None, "only") and len(turn["best"]["actions"]) == 1
    )
    page.get_by_role("radio", name="Text").click()
    page.locator(f"[data-reviewed='{wrong['number']}']").click()
    page.keyboard.press("r")
    expect(page.locator("[data-retry]")).to_have_attribute("data-active", "true")
    write_action(page, wrong["best"]["actions"][0]["text"])
    found = page.locator("[data-judged='retry.best']")
    for reason in wrong["why"]:
        expect(found).to_contain_text(reason["sentence"])
    assert violations(page) == []
