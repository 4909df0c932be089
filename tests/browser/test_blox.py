"""BLOX in a real browser: a whole game by mouse, cards and joker, why not, both views, a phone."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import LIT, open_table, places, settled, state_of
from tests.browser.people import ANA

BOT = {"kind": "bot", "bot": "greedy"}
ROUNDS = 14


def sit_down(page: Page, server: Served, view: str = "Flat", **options: object) -> str:
    """Open a table, sit at it, and return its id."""
    opened = open_table(server.url, "blox", [ANA, BOT], **options)
    page.goto(opened["keys"][0]["link"])
    if (page.viewport_size or {"width": 0})["width"] > 767:
        page.get_by_role("radio", name=view).click()
    assert settled(page)
    return str(opened["table"])


def lit_squares(page: Page) -> list[str]:
    return places(page, LIT)


def click_square(page: Page, square: str) -> None:
    """Click a square near its front corner, where no tower of the raised view stands."""
    box = page.locator(f'svg.board [data-place="{square}"] rect').first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 5, box["y"] + box["height"] - 5)


def take_a_turn(page: Page, dice: random.Random) -> None:
    """Play one random action by mouse: cards, kinds, figures, targets, the chooser."""
    if dice.random() < 0.25:
        page.locator(".hand [data-card]").nth(dice.randrange(5)).click()
        page.locator("[data-change]").click()
        return
    if dice.random() < 0.2 and page.locator('[data-card="joker"]').count():
        page.locator('[data-card="joker"]').click()
    kinds = page.locator('[data-kind][aria-disabled="false"]')
    if kinds.count():
        kinds.nth(dice.randrange(kinds.count())).click()
    for _ in range(3):
        squares = lit_squares(page)
        if not squares:
            page.keyboard.press("Escape")
            return
        click_square(page, dice.choice(squares))
        answers = page.locator("[data-action]")
        if answers.count():
            answers.nth(dice.randrange(answers.count())).click()
            return


@pytest.mark.parametrize("view", ["Flat", "Raised"])
def test_a_whole_game_by_mouse(screen: Screen, server: Served, keep: Keep, view: str) -> None:
    page = screen()
    table = sit_down(page, server, view, round_limit=ROUNDS)
    dice = random.Random(view)
    for turn in range(50 * ROUNDS):
        if not settled(page):
            break
        if turn == ROUNDS // 2:
            keep(page, f"blox-{view.lower()}-light")
        take_a_turn(page, dice)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    over = state_of(server.url, table)
    assert over["status"] == "over"
    assert over["actions"] == 2 * ROUNDS or over["view"]["phase"] == 4


def test_a_figure_enters_by_one_click_and_acts_by_two(screen: Screen, server: Served) -> None:
    page = screen()
    sit_down(page, server)
    click_square(page, lit_squares(page)[0])
    expect(page.get_by_text("enters from").first).to_be_visible()
    expect(page.locator("[data-replay-at]")).to_have_text("2 / 2")  # the bot has answered
    assert settled(page)
    [figure] = lit_squares(page)
    click_square(page, figure)
    expect(page.locator("svg.board .chosen")).to_have_count(1)
    assert lit_squares(page)


def test_cards_narrow_what_is_lit_and_the_joker_is_never_spent_unasked(
    screen: Screen, server: Served
) -> None:
    page = screen()
    sit_down(page, server)
    plain = set(lit_squares(page))
    card = page.locator(".hand [data-card]").first
    card.click()
    by_card = set(lit_squares(page))
    assert by_card
    assert by_card <= plain  # equal where the whole hand has one colour
    card.click()
    page.locator('[data-card="joker"]').click()
    assert set(lit_squares(page)) >= plain  # equal where the hand has every colour
    page.keyboard.press("Escape")
    assert set(lit_squares(page)) == plain
    click_square(page, min(plain))
    mine = page.locator('.log a[href="?a=1"]')
    expect(mine).to_contain_text("enters from")
    expect(mine).not_to_contain_text("joker")


def test_cards_are_changed(screen: Screen, server: Served) -> None:
    page = screen()
    sit_down(page, server)
    change = page.locator("[data-change]")
    expect(change).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("1")
    page.keyboard.press("3")
    expect(change).to_contain_text("Change cards (2)")
    page.keyboard.press("c")
    expect(page.get_by_text("changes cards").first).to_be_visible()


def test_an_impossible_click_names_the_clause(screen: Screen, server: Served) -> None:
    page = screen()
    sit_down(page, server)
    click_square(page, "e6")
    clause = page.get_by_role("link", name="B4")
    expect(clause).to_be_visible()
    page.locator(".hand [data-card]").first.click()  # something else is done: it is read
    expect(clause).to_have_count(0)


def test_a_figure_enters_by_keyboard_alone(screen: Screen, server: Served) -> None:
    page = screen()
    sit_down(page, server, "Raised")
    target = sorted(lit_squares(page))[0]
    for _ in range(30):  # from the switch of views on
        if page.evaluate("'cell' in document.activeElement.dataset"):
            break
        page.keyboard.press("Tab")
    at: str = page.evaluate("document.activeElement.dataset.cell")
    across, up = ord(target[0]) - ord(at[0]), int(target[1]) - int(at[1])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    assert page.evaluate("document.activeElement.dataset.cell") == target
    page.keyboard.press("Enter")
    expect(page.locator('.log a[href="?a=1"]')).to_contain_text(f"to {target}")


def test_a_phone_shows_it_without_sideways_scrolling(
    phone: Page, language: str, server: Served, keep: Keep
) -> None:
    sit_down(phone, server)
    keep(phone, f"blox-phone-{language[:2]}")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    assert phone.evaluate(
        "[...document.querySelectorAll('.hand button, [data-kind], [data-change]')]"
        ".every(e => e.getBoundingClientRect().height >= 44)"
    )
