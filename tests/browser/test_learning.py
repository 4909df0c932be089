"""Lessons by mouse, by keyboard and on a phone; the first game with its hints."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.driving import asked, open_table, place, read, settled, walk_to
from tests.browser.soundness import violations

Screen = Callable[..., Page]
FLAT = json.dumps(json.dumps({"language": "en", "motion": "off", "view": "flat"}))
ME = {"kind": "here", "name": "Ana"}
BOT = {"kind": "bot", "bot": "random"}


def at_lesson(page: Page, title: str, lesson: str) -> None:
    """Open a lesson on the flat board."""
    page.add_init_script(f"localStorage.setItem('tourelle.preferences', {FLAT})")
    page.goto(f"/learn/{title}/{lesson}")
    expect(page.locator("[data-active=true]")).to_be_visible()


def at_step(page: Page, number: int) -> None:
    """Wait until a step stands on the board."""
    expect(page.locator(f'[data-step="{number}"][data-done="false"]')).to_be_visible()
    expect(page.locator("[data-active=true]")).to_be_visible()


def done(page: Page) -> None:
    """The step is done; Next has the focus, Enter goes on."""
    expect(page.locator('[data-done="true"]')).to_be_visible()
    expect(page.locator("[data-next]")).to_be_focused()
    page.keyboard.press("Enter")


def test_the_page_of_lessons(screen: Screen) -> None:
    page = screen()
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Learn").click()
    for title in ("torres", "blox", "castellan"):
        expect(page.locator(f'[data-course="{title}"] [data-lesson]')).to_have_count(5)
    assert violations(page) == []
    page.locator('[data-course="torres"] [data-lesson="moving"]').click()
    expect(page.locator('[data-step="1"]')).to_be_visible()


def test_a_lesson_by_mouse(screen: Screen) -> None:
    page = screen()
    at_lesson(page, "torres", "moving")
    place(page, "c3")
    place(page, "b3")
    answer = page.locator('[data-answer="possible"]')
    expect(answer).to_contain_text("That leads down to the ground.")
    expect(answer).to_contain_text("Nothing was played.")
    page.get_by_role("button", name="Got it").click()
    expect(answer).to_have_count(0)
    place(page, "c3")
    place(page, "c2")
    refused = page.locator('[data-answer="refused"]')
    expect(refused).to_contain_text("That is two levels in one step.")
    expect(refused.get_by_role("link", name="T5.2")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Hint").click()
    expect(read(page, "Look for a square beside him").first).to_be_visible()
    place(page, "c3")
    place(page, "d3")
    done(page)
    at_step(page, 2)
    page.goto("/learn")
    expect(page.locator('[data-lesson="moving"]')).to_contain_text("1 of 4 steps")


def test_a_lesson_by_keyboard_to_its_end(screen: Screen) -> None:
    page = screen()
    at_lesson(page, "castellan", "splitting")
    for _ in range(2):
        page.get_by_role("button", name="Skip step").click()
    at_step(page, 3)
    page.goto("/learn/blox/hits")
    at_step(page, 1)
    for _ in range(2):
        page.get_by_role("button", name="Skip step").click()
    at_step(page, 3)
    page.get_by_role("button", name="Skip step").click()
    expect(page.locator("[data-able]")).to_contain_text("You can hit")
    expect(page.get_by_role("link", name="Next: Jokers")).to_be_visible()
    page.goto("/learn/torres/moving")
    at_step(page, 1)
    walk_to(page, "c3")
    page.keyboard.press("Enter")
    walk_to(page, "d3")
    page.keyboard.press("Enter")
    done(page)
    at_step(page, 2)


def test_a_lesson_in_words(screen: Screen) -> None:
    page = screen()
    at_lesson(page, "torres", "moving")
    page.get_by_role("radio", name="Text").click()
    page.locator("#notation").fill("move c3 d3")
    page.locator("#notation").press("Enter")
    expect(page.locator('[data-done="true"]')).to_contain_text("Level 2.")
    assert violations(page) == []


@pytest.mark.parametrize(
    ("lesson", "picks"), [("blox/hits", ["d5", "b5"]), ("castellan/closing", [])]
)
def test_a_lesson_on_a_phone(screen: Screen, lesson: str, picks: list[str]) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    title, name = lesson.split("/")
    at_lesson(page, title, name)
    for picked in picks:
        page.locator(f'svg.board [data-place="{picked}"]').first.tap()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    assert violations(page) == []


def test_a_first_game_is_guided(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ME, BOT], cards="none")
    page = screen(newcomer=True)
    known = json.dumps(json.dumps({"met": ["torres"], "guided": [opened["table"]]}))
    page.add_init_script(
        f"if (!localStorage.getItem('tourelle.learning'))"
        f" localStorage.setItem('tourelle.learning', {known})"
    )
    page.goto(opened["keys"][0]["link"])
    expect(page.locator("[data-goal]")).to_contain_text("Stand high in large castles")
    tip = page.locator('[data-tip="place"]')
    expect(tip).to_contain_text("Your first knight")
    assert violations(page) == []
    page.get_by_role("radio", name="Flat").click()
    assert settled(page)
    place(page, "c6")
    expect(tip).to_have_count(0)
    points = page.locator('[data-tip="points"]')
    expect(points).to_contain_text("five action points")
    points.get_by_role("button", name="No more hints").click()
    expect(page.locator("[data-tip]")).to_have_count(0)
    expect(page.locator("[data-goal]")).to_have_count(0)


def test_play_now_opens_a_first_game_then_the_usual_one(screen: Screen, server: Served) -> None:
    page = screen(newcomer=True)
    page.goto("/")
    expect(page.locator("[data-first]")).to_have_count(3)
    with page.expect_request("**/api/tables?*") as wish:
        page.locator('[data-play="torres"]').click()
    sent = json.loads(wish.value.post_data or "{}")
    assert sent["options"] == {"cards": "none", "seats": 2}
    assert [seat.get("bot") for seat in sent["seats"]] == [None, "level-1"]
    expect(page.locator("[data-goal]")).to_be_visible()
    page.goto("/")
    expect(page.locator("[data-first]")).to_have_count(2)
    assert asked(server.url, "/api/study/state", {"start": {"new": {"title": "torres"}}})


def test_whom_one_beat_is_remembered(screen: Screen) -> None:
    page = screen(newcomer=True)
    known = json.dumps(json.dumps({"met": ["torres"], "beaten": {"torres": 1}}))
    page.add_init_script(f"localStorage.setItem('tourelle.learning', {known})")
    page.goto("/")
    expect(page.locator("[data-next-bot]")).to_have_text("Next: Squire, level 2")
