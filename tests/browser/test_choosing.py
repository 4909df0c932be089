"""Choosing an action: looking first, two taps on touch, the chooser and the keyboard's focus."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import LIT, open_table, read, settled, state_of, until
from tests.browser.people import ANA, BEA, BOT
from tests.browser.positions import midgame, opened_at, played


def prefer(page: Page, wishes: str) -> None:
    page.add_init_script(f"localStorage.setItem('tourelle.preferences', JSON.stringify({wishes}))")


def turn_with_points(server: Served, number: int = 9) -> tuple[str, str]:
    """A turn of Torres just begun, so that knights can move; the table and the seat's link."""
    texts = played("torres", 4, 7, ())
    last = [n for n, text in enumerate(texts) if text.startswith("end")][number]
    opened = opened_at(server.url, "torres", texts[: last + 1], 4, 7)
    seat = state_of(server.url, opened["table"])["to_move"]
    return opened["table"], next(key["link"] for key in opened["keys"] if key["seat"] == seat)


def expect_something_at(page: Page, place: str) -> None:
    """A tower or a figure stands there now."""
    expect(page.locator(f'[data-tower="{place}"], [data-figure="{place}"]').first).to_be_attached()


def lit(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        f"[...document.querySelectorAll('{LIT}')].map((e) => e.dataset.place)"
    )
    return found


def spot(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f'svg.board [data-place="{name}"]').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_on_touch_the_first_tap_looks_and_the_second_goes(screen: Screen, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    opened = open_table(server.url, "torres", [ANA, BOT])
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    before = state_of(server.url, opened["table"])["actions"]
    first, second = lit(page)[:2]
    page.touchscreen.tap(*spot(page, first))
    expect(read(page, "Tap again to go")).to_be_visible()
    page.touchscreen.tap(*spot(page, second))
    expect(page.locator("[data-pending]")).to_be_visible()
    page.wait_for_timeout(200)
    assert state_of(server.url, opened["table"])["actions"] == before
    page.touchscreen.tap(*spot(page, second))
    expect_something_at(page, second)


def first_place(page: Page, server: Served) -> str:
    """Sit down at a new table of Torres; return a place that can be chosen."""
    opened = open_table(server.url, "torres", [ANA, BOT])
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    return lit(page)[0]


def test_one_tap_is_enough_for_those_who_want_it(screen: Screen, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    prefer(page, "{twoTaps: false}")
    target = first_place(page, server)
    page.touchscreen.tap(*spot(page, target))
    expect_something_at(page, target)


def test_a_tap_beside_a_lit_square_means_it(screen: Screen, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    page.goto(midgame(server.url, "blox", 0.4))
    assert settled(page)
    target = lit(page)[0]
    box = page.locator(f'svg.board [data-place="{target}"] .ground').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 6)
    expect(page.locator("svg.board .chosen")).to_have_count(1)


def test_asking_before_acting_takes_a_second_click_and_shows_no_list_of_one(
    screen: Screen, server: Served
) -> None:
    page = screen()
    prefer(page, "{confirm: true, view: 'flat'}")
    target = first_place(page, server)
    page.mouse.click(*spot(page, target))
    expect(read(page, "Click again to go")).to_be_visible()
    expect(page.get_by_role("dialog", name="Which one?")).to_have_count(0)
    page.mouse.click(*spot(page, target))
    expect_something_at(page, target)


def test_ending_a_turn_with_points_left_is_asked(screen: Screen, server: Served) -> None:
    table, link = turn_with_points(server)
    page = screen()
    prefer(page, "{confirm: true}")
    page.goto(link)
    assert settled(page)
    before = state_of(server.url, table)["actions"]
    page.locator("[data-primary]").click()
    expect(read(page, "Action points left")).to_be_visible()
    assert state_of(server.url, table)["actions"] == before
    page.locator("[data-primary]").click()
    chooser = page.locator("[data-action]")
    if chooser.count():
        chooser.first.click()
    until(page, f"document.querySelector('[data-replay-at]').textContent.includes('{before + 1}')")


def square_for_both(server: Served) -> tuple[str, str]:
    """A square beside a knight where another can be placed and a block laid; the seat's link."""
    for number in range(12):
        table, link = turn_with_points(server, number)
        choices = state_of(server.url, table, link.split("#")[1])["choices"]
        blocks, knights = (
            {choice["squares"][0] for choice in choices if choice["kind"] == kind}
            for kind in ("block", "knight")
        )
        if both := sorted(blocks & knights):
            return link, both[0]
    raise AssertionError("no such square")


def test_a_finger_on_an_unlit_square_where_one_can_build_means_that_square(
    screen: Screen, server: Served
) -> None:
    link, name = square_for_both(server)
    page = screen(390, 844, has_touch=True, is_mobile=True)
    page.goto(link)
    assert settled(page)
    assert name not in lit(page), "only figures are lit while nothing is chosen"
    page.touchscreen.tap(*spot(page, name))
    choices = page.locator("[data-action]")
    expect(choices).to_have_count(2)
    expect(choices.first).to_contain_text("AP · leaves")
    expect(choices.first).not_to_contain_text(f"knight {name}")
    starts = page.locator("[data-action] span").evaluate_all(
        "words => words.map(word => Math.round(word.getBoundingClientRect().left))"
    )
    assert len(set(starts)) == 1


BORDER = """() => {
  const name = (x, y) => document.elementsFromPoint(x, y)
    .map((e) => e.closest('[data-place]')).find((e) => e)?.dataset.place
  for (const area of document.querySelectorAll('svg.board [data-place]')) {
    const box = area.getBoundingClientRect()
    const y = Math.round(box.y + box.height / 2)
    for (let part = 0.05; part < 1; part += 0.1) {
      const [x, left] = [Math.floor(box.x) + part, name(Math.floor(box.x), y)]
      if (left && name(x, y) && left !== name(x, y)) return { x, y, place: name(x, y) }
    }
  }
}"""
"""A point whose whole pixels lie on the next square."""


def test_a_click_means_what_was_hovered_on_the_border_of_two_squares(
    screen: Screen, server: Served
) -> None:
    opened = open_table(server.url, "torres", [ANA, BEA], cards="none")
    for size in ((1366, 768), (1440, 900), (1280, 720)):
        page = screen(*size)
        prefer(page, "{view: 'flat'}")
        page.goto(opened["keys"][0]["link"])
        assert settled(page)
        spot = page.evaluate(BORDER)
        if spot is None:
            continue
        page.mouse.click(spot["x"], spot["y"])
        expect(page.get_by_role("alert")).to_contain_text(f"Not on {spot['place']}")
        return
    raise AssertionError("no such border")


def test_the_chooser_begins_on_its_first_choice_and_gives_the_focus_back(
    screen: Screen, server: Served
) -> None:
    link, name = square_for_both(server)
    page = screen()
    prefer(page, "{view: 'flat'}")
    page.goto(link)
    assert settled(page)
    page.locator(f'[data-cell="{name}"]').focus()
    page.keyboard.press("Enter")
    page.locator("[data-action]:focus").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("[data-action]")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.cell") == name
    page.keyboard.press("Enter")
    page.locator("[data-action]:focus").wait_for()
    page.keyboard.press("Enter")
    page.locator(f'[data-tower="{name}"], [data-figure="{name}"]').first.wait_for(state="attached")
    assert page.evaluate("document.activeElement.dataset.cell") == name


@pytest.mark.parametrize("width", [1280, 1920])
def test_in_words_which_one_opens_beside_its_cell(
    screen: Screen, server: Served, width: int
) -> None:
    page = screen(width, 1080)
    page.goto(midgame(server.url, "castellan", 0.5))
    page.get_by_role("radio", name="Text").click()
    chooser = page.get_by_role("dialog", name="Which one?")
    for cell in page.locator(".words [data-cell]").all()[:150]:
        cell.click()
        if chooser.count():
            break
    box, beside = chooser.bounding_box(), cell.bounding_box()
    assert box
    assert beside
    assert -1 <= box["x"] - beside["x"] - beside["width"] <= 24 or (
        -1 <= beside["x"] - box["x"] - box["width"] <= 24
    )
    assert box["y"] < beside["y"] + beside["height"]
    assert beside["y"] < box["y"] + box["height"]


def test_whoever_points_sees_no_cursor_of_the_keyboard(screen: Screen, server: Served) -> None:
    link, name = square_for_both(server)
    page = screen(1366, 768)
    prefer(page, "{view: 'flat'}")
    page.goto(link)
    assert settled(page)
    page.mouse.click(*spot(page, name))
    page.locator("[data-action]").last.click()
    # The keys go on from the board.
    until(page, "document.activeElement.matches('[role=gridcell]')")
    cursor = page.locator("svg.board .cursor")
    expect(cursor).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(cursor.first).to_be_attached()
