"""Positions set up by hand: by mouse, by keys, on a phone, as text; what can't be and why."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import place, walk_to
from tests.browser.soundness import violations

OFF = "localStorage.setItem('tourelle.engine', 'off')"
RING = ["tower 0,0", "short 0,0 E", "tower 1,0", "short 1,0 N"]
RING += ["tower 1,1", "short 0,1 E", "tower 0,1", "short 0,0 N"]


def blank(page: Page, url: str, title: str) -> None:
    """An empty board of a title, two seats, seen from above."""
    page.add_init_script(OFF)
    page.goto(f"{url}/study")
    row = page.get_by_role("listitem").filter(has=page.locator(f"[data-set-up={title}]"))
    row.get_by_role("combobox").select_option("2")
    page.locator(f"[data-set-up={title}]").click()
    page.locator("[data-tool]").first.wait_for()


def from_above(page: Page) -> None:
    page.get_by_role("radio", name="Flat").click()
    page.locator("svg.board").first.wait_for()


def document(page: Page) -> dict[str, object]:
    """What the position is in writing."""
    shown: dict[str, object] = json.loads(page.locator("textarea").input_value())
    return shown


def row_of(page: Page, rank: int) -> str:
    return str(document(page)["board"]).splitlines()[-rank]


def tool(page: Page, name: str) -> None:
    page.locator(f"[data-tool='{name}']").click()
    expect(page.locator(f"[data-tool='{name}']")).to_have_attribute("aria-checked", "true")


@pytest.mark.parametrize("view", ["Flat", "Raised"])
def test_two_quick_clicks_put_two_blocks_and_what_cannot_be_is_told(
    screen: Screen, server: Served, view: str
) -> None:
    page = screen()
    blank(page, server.url, "torres")
    page.get_by_role("radio", name=view).click()
    square = page.locator("svg.board [data-place=e1]").first
    square.dblclick()
    clause = page.locator("[data-clause]")
    expect(clause).to_have_text("T5.4")
    expect(clause).to_have_attribute("href", "/rules/torres#T5.4")
    expect(page.locator("[data-analyse]")).to_have_count(0)
    place(page, "e2")
    expect(clause).to_have_count(0)
    assert row_of(page, 1).split()[4] == "2."
    assert row_of(page, 2).split()[4] == "1."
    assert violations(page) == []
    page.locator("[data-analyse]").click()
    expect(page.locator("#position-line")).to_have_value(re.compile(r"/1K_\.\._\.\._\.\._2\."))


def test_a_document_is_changed_as_text_and_its_box_stays_open(
    screen: Screen, server: Served
) -> None:
    page = screen()
    blank(page, server.url, "torres")
    box = page.locator("textarea")
    page.get_by_text("Position document").click()
    changed = {**document(page), "scores": [7, 9]}
    box.fill(json.dumps(changed))
    page.locator("[data-apply]").click()
    expect(page.locator("input.mono")).to_have_value(re.compile(r"scores=\(7,9\)"))
    expect(box).to_be_visible()
    box.fill(json.dumps({**changed, "scores": [7]}))
    page.locator("[data-apply]").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(box).to_be_visible()
    expect(page.locator("input.mono")).to_have_value(re.compile(r"scores=\(7,9\)"))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("input.mono")).to_have_value(re.compile(r"scores=\(0,0\)"))


def test_by_keys(screen: Screen, server: Served) -> None:
    page = screen()
    blank(page, server.url, "torres")
    from_above(page)
    page.keyboard.press("1")
    walk_to(page, "c3")
    page.keyboard.press("Enter")
    expect(page.locator("textarea")).to_have_value(re.compile(r"1\."))
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    expect(page.locator("textarea")).to_have_value(re.compile(r"10"))
    page.keyboard.press("u")
    expect(page.locator("textarea")).not_to_have_value(re.compile(r"10"))


def by_keys(page: Page, view: str) -> None:
    """Choose a view without the mouse."""
    page.get_by_role("radio", name=view).focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("radio", name=view)).to_be_checked()


def walk(page: Page, target: str) -> None:
    """Go to a point of Castellan's grid with the arrow keys."""
    x, y = (int(part) for part in target.split(","))
    for _ in range(20):
        at = str(page.evaluate("document.activeElement?.dataset?.cell ?? ''"))
        if at == target:
            return
        u, v = (int(part) for part in at.split(","))
        way = ("ArrowRight" if x > u else "ArrowLeft") if x != u else ""
        page.keyboard.press(way or ("ArrowUp" if y > v else "ArrowDown"))
    raise AssertionError(f"the cursor does not reach {target}")


def build(page: Page, piece: str, tool: str) -> None:
    """Put or take a piece of Castellan by keys; where a point has several places, it is asked."""
    taken = tool == "4"
    page.keyboard.press(tool)
    page.locator("[data-cell]:focus").wait_for(state="attached")
    walk(page, piece.split()[1])
    page.keyboard.press("Enter")
    held = page.locator("textarea")
    asked = page.locator(f"[data-action='{piece}']")
    asked.or_(page.locator("[data-cell]:focus")).first.wait_for(state="attached")
    if asked.count():
        expect(page.locator("[data-action]").first).to_be_focused()
        expect(asked).to_contain_text(re.compile("tower|wall"))  # no notation
        while not page.evaluate(f"document.activeElement.dataset.action === '{piece}'"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(asked).to_have_count(0)
    there = expect(held)
    (there.not_to_have_value if taken else there.to_have_value)(re.compile(f'"{piece}"'))


@pytest.mark.parametrize("view", ["Flat", "Text"])
def test_castellan_by_keys(screen: Screen, server: Served, view: str) -> None:
    page = screen()
    blank(page, server.url, "castellan")
    by_keys(page, view)
    tools = {"tower": "1", "short": "3"}
    for piece in RING:
        build(page, piece, tools[piece.split()[0]])
    assert document(page)["courtyards"]
    build(page, RING[-1], "4")
    assert document(page)["courtyards"] == []
    build(page, RING[1], "4")  # what is left of the ring falls apart
    clause = page.locator("[data-clause]")
    expect(clause).to_have_attribute("href", re.compile(r"/rules/castellan#C2\.\d"))
    assert violations(page) == []
    page.keyboard.press("u")
    expect(clause).to_have_count(0)
    page.locator("[data-analyse]").press("Enter")
    expect(page.locator("[data-at]")).to_be_visible()


@pytest.mark.parametrize(
    ("title", "spot", "times", "clause"), [("torres", "e1", 2, "T5.4"), ("blox", "e5", 6, "B1.2")]
)
def test_what_cannot_be_is_told_by_its_clause_in_the_text_view(
    screen: Screen, server: Served, title: str, spot: str, times: int, clause: str
) -> None:
    page = screen()
    blank(page, server.url, title)
    by_keys(page, "Text")
    page.keyboard.press("1")
    walk_to(page, spot)
    for _ in range(times):
        before = page.locator("textarea").input_value()
        page.keyboard.press("Enter")
        expect(page.locator("textarea")).not_to_have_value(before)
    told = page.locator("[data-clause]")
    expect(told).to_have_text(clause)
    assert violations(page) == []
    page.keyboard.press("u")
    expect(told).to_have_count(0)
    page.locator("[data-analyse]").press("Enter")
    expect(page.locator("[data-at]")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_towers_and_figures_of_blox(screen: Screen, server: Served, theme: str) -> None:
    page = screen(color_scheme=theme)
    blank(page, server.url, "blox")
    from_above(page)
    tool(page, "block-b")
    place(page, "e5")
    tool(page, "block-g")
    place(page, "e5")
    tool(page, "figure-0")
    place(page, "d5")
    expect(page.locator("textarea")).to_have_value(re.compile(r"[bgwp]0 [bgwp]BG"))
    assert violations(page) == []


def test_a_ring_of_castellan_is_a_courtyard(screen: Screen, server: Served) -> None:
    page = screen()
    blank(page, server.url, "castellan")
    from_above(page)
    for piece in RING:
        tool(page, piece.split()[0])
        place(page, piece)
        expect(page.locator("textarea")).to_have_value(re.compile(f'"{piece}"'))
    assert document(page)["courtyards"]
    tool(page, "take")
    place(page, RING[-1])
    expect(page.locator("textarea")).not_to_have_value(re.compile(f'"{RING[-1]}"'))
    assert document(page)["courtyards"] == []
    assert violations(page) == []


@pytest.mark.parametrize(("title", "spot"), [("torres", "e4"), ("blox", "e5")])
def test_on_a_phone(screen: Screen, server: Served, title: str, spot: str) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    blank(page, server.url, title)
    before = page.locator("textarea").input_value()
    page.locator("[data-tool]").first.tap()
    page.locator(f"svg.board [data-place={spot}]").first.tap()
    expect(page.locator("textarea")).not_to_have_value(before)
    assert violations(page) == []
    page.locator("[data-analyse]").tap()
    expect(page.locator("[data-at]")).to_be_visible()
    expect(page.locator("[data-tool]")).to_have_count(0)


def field(page: Page, key: str) -> Locator:
    return page.locator(f"[id='field-{key}']")


def test_scores_cards_and_options_stand_beside_the_board(screen: Screen, server: Served) -> None:
    page = screen()
    blank(page, server.url, "blox")
    points = field(page, "points.0")
    points.fill("12")
    points.press("Enter")
    expect(page.locator("textarea")).to_have_value(re.compile(r'"points": \[\s*12,'))
    points.fill("99999")  # more than there can be
    points.press("Enter")
    most = points.get_attribute("max") or ""
    expect(points).to_have_value(most)
    page.locator("details").filter(has=field(page, "jokers.0")).locator("summary").first.wait_for()
    field(page, "jokers.0").uncheck()
    expect(page.locator("textarea")).to_have_value(re.compile(r'"jokers": \[\s*false,'))
    held = document(page)["hands"]
    page.locator("[data-more='hands.0.w']").click()
    expect(page.locator("textarea")).not_to_have_value(re.compile(re.escape(json.dumps(held))))
    assert document(page)["to_move"] == 0
    field(page, "to_move").select_option("1")
    expect(page.locator("textarea")).to_have_value(re.compile(r'"to_move": 1'))
    assert violations(page) == []


def test_an_option_is_changed_and_taken_back(screen: Screen, server: Served) -> None:
    page = screen()
    blank(page, server.url, "torres")
    page.get_by_text("Options", exact=True).click()
    option = page.locator("[id^='field-options.']:is(select:has(option + option))").first
    before = option.input_value()
    line = page.locator("input.mono").input_value()
    values = option.locator("option").evaluate_all("all => all.map(one => one.value)")
    option.select_option(next(value for value in values if value != before))
    expect(page.locator("input.mono")).not_to_have_value(line)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("input.mono")).to_have_value(line)
    expect(option).to_have_value(before)
    assert violations(page) == []


def test_castellan_on_a_phone(screen: Screen, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True, color_scheme="dark")
    blank(page, server.url, "castellan")
    for piece in RING[:3]:
        page.locator(f"[data-tool='{piece.split()[0]}']").tap()
        page.locator(f'svg.board [data-place="{piece}"]').first.tap()
        expect(page.locator("textarea")).to_have_value(re.compile(f'"{piece}"'))
    assert violations(page) == []
    page.locator("[data-tool=take]").tap()
    page.locator(f'svg.board [data-place="{RING[2]}"]').first.tap()
    expect(page.locator("textarea")).not_to_have_value(re.compile(f'"{RING[2]}"'))
    page.locator("[data-analyse]").tap()
    expect(page.locator("[data-at]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
