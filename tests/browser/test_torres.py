"""Torres in a real browser: whole games by mouse, by keyboard alone, by typed notation."""

import random

from playwright.sync_api import Page, expect

from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import (
    actions_so_far,
    is_over,
    open_table,
    play_by_mouse,
    read,
    settled,
    state_of,
    type_something,
    walk_to,
)
from tests.browser.people import ANA, BOT
from tests.browser.soundness import violations


def test_two_clicks_lead_to_a_running_game(screen: Screen) -> None:
    page = screen()
    page.goto("/")
    page.locator('[data-play="torres"]').click()
    assert settled(page)


def test_a_whole_game_by_mouse_and_a_rematch(screen: Screen, server: Served, keep: Keep) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    page.get_by_role("radio", name="Flat").click()
    play_by_mouse(page, random.Random(1))
    expect(read(page, "deal verified")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Year 3")).to_be_visible()
    keep(page, "torres-end")
    assert not violations(page)
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: opened["table"] not in url)
    assert settled(page)
    expect(read(page, "this screen")).to_be_visible()


def test_a_whole_game_by_keyboard_alone(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    dice = random.Random(2)
    for _ in range(400):
        if not settled(page):
            break
        one_key_action(page, dice)
    assert is_over(page)
    seats = state_of(server.url, opened["table"])["seats"]
    assert seats[0]["points"] > 0


def one_key_action(page: Page, dice: random.Random) -> None:
    """Answers the chooser, picks a lit square by arrows and Enter, or presses an action's key."""
    if page.locator("[data-action]").count():
        page.keyboard.press("Enter")
        return
    before = actions_so_far(page)
    if page.locator('[data-kind="block"][aria-disabled="false"]').count() and dice.random() < 0.4:
        page.keyboard.press("b")
    elif page.locator('[data-kind="point"][aria-disabled="false"]').count():
        page.keyboard.press("p")
    cells = page.evaluate(
        "[...document.querySelectorAll('.lit[data-cell]')].map(e => e.dataset.cell)"
    )
    if cells:
        walk_to(page, dice.choice(cells))
        page.keyboard.press("Enter")
        if page.locator("[data-action]").count():
            page.keyboard.press("Enter")
    elif actions_so_far(page) == before:
        page.keyboard.press("t")


def test_a_whole_game_by_typed_notation(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT], preset="modern")
    key = opened["keys"][0]
    page = screen()
    page.goto(key["link"])
    dice = random.Random(3)
    for _ in range(400):
        if not settled(page):
            break
        type_something(page, server.url, key["link"], dice)
    assert is_over(page)


def test_an_impossible_click_says_why_with_its_clause(
    screen: Screen, server: Served, keep: Keep
) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    page.get_by_role("radio", name="Flat").click()
    assert settled(page)
    page.locator('svg.board [data-place="a1"]').click()
    bubble = page.get_by_role("alert")
    expect(bubble).to_contain_text("a1")
    keep(page, "torres-why-not")
    with page.expect_popup() as popup:
        bubble.get_by_role("link").click()
    rules = popup.value
    rules.wait_for_load_state()
    clause = rules.url.split("#")[1]
    expect(rules.locator(f'[id="{clause}"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_typed_nonsense_is_refused(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.keyboard.press("/")
    page.keyboard.type("castle in the air")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("castle in the air")


def test_isometric_faces_are_hit_where_they_are_seen(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    for _ in range(4):
        reached = page.evaluate(
            """[...document.querySelectorAll('[data-top]')].map((face) => {
              const box = face.getBoundingClientRect()
              return [0.25, 0.5, 0.75].some((u) => [0.12, 0.3, 0.5, 0.7, 0.88].some((v) => {
                const at = [box.x + box.width * u, box.y + box.height * v]
                const under = document.elementFromPoint(...at)?.closest('[data-place]')
                return under?.dataset.place === face.dataset.top
              }))
            })"""
        )
        assert len(reached) == 64
        assert all(reached)
        page.keyboard.press("e")
    page.keyboard.press("v")
    expect(page.get_by_role("radio", name="Flat")).to_be_checked()
