"""Lessons by mouse, by keyboard and on a phone; the first game with its hints."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import START
from tests.browser.conftest import Served
from tests.browser.driving import (
    LIT,
    asked,
    open_table,
    place,
    play_by_mouse,
    read,
    settled,
    until,
    walk_to,
    write_action,
)
from tests.browser.people import ANA, BOT
from tests.browser.positions import opened_at, opened_by
from tests.browser.soundness import violations
from tourelle.core import plugins
from tourelle.core.records import Player
from tourelle.core.words import Seat
from tourelle.games import OWN

Screen = Callable[..., Page]
FLAT = json.dumps(json.dumps({"language": "en", "motion": "off", "view": "flat"}))


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


def on_to(page: Page, number: int) -> None:
    """The step is done, and another begins."""
    done(page)
    at_step(page, number)


def choose(page: Page, *squares: str) -> None:
    """Walk to squares with the arrows, and choose each."""
    for square in squares:
        walk_to(page, square)
        page.keyboard.press("Enter")


def test_the_page_of_lessons(screen: Screen) -> None:
    page = screen()
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Learn").click()
    for title in ("torres", "blox", "castellan"):
        course = page.locator(f'[data-course="{title}"]')
        expect(course.locator("[data-lesson]")).to_have_count(5)
        last = course.get_by_role("listitem").last
        expect(last.get_by_role("link", name="First game, with hints")).to_be_visible()
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
    on_to(page, 2)
    page.goto("/learn")
    expect(page.locator('[data-lesson="moving"]')).to_contain_text("1 of 4 steps")


INSIDE = """(what) => {
  const found = ['.snippet', what].map((each) => document.querySelector(each))
  const [frame, at] = found.map((each) => each?.getBoundingClientRect())
  return !!frame && !!at && at.left >= frame.left && at.right <= frame.right
    && at.top >= frame.top && at.bottom <= frame.bottom
}"""
"""Is the picture of a refusal about this place?"""


@pytest.mark.parametrize(
    ("title", "lesson", "number", "action", "at", "told"),
    [
        ("torres", "moving", 1, "move c3 c2", "place='c2'", "move c3 c2"),
        ("blox", "hits", 1, "hit d5 d1 4", "place='d1'", "hit d5 d1 4"),
        ("castellan", "linking", 3, "tower 1,0", "refused='tower 1,0'", "tower on 1,0"),
        (
            "castellan",
            "linking",
            4,
            "short 1,0 N",
            "refused='short 1,0 N'",
            "short wall from 1,0 to 1,1",
        ),
        (
            "castellan",
            "closing",
            4,
            "short 1,0 N",
            "refused='short 1,0 N'",
            "short wall from 1,0 to 1,1",
        ),
    ],
)
def test_what_is_refused_is_told_in_words_and_shown(
    screen: Screen, title: str, lesson: str, number: int, action: str, at: str, told: str
) -> None:
    page = screen()
    at_lesson(page, title, lesson)
    for step in range(1, number):
        page.get_by_role("button", name="Skip step").click()
        at_step(page, step + 1)
    in_text(page)
    page.locator("#notation").fill(action)
    page.locator("#notation").press("Enter")
    answer = page.locator('[data-answer="refused"]')
    expect(answer).to_contain_text(f"You tried “{told}”")
    until(page, f"({INSIDE})(`.snippet svg [data-{at}]`)")


def steps_of(title: str, lesson: str) -> list[dict[str, Any]]:
    """The steps of a lesson as its author wrote them."""
    text = plugins.text_of(title, "lessons", f"{lesson}.json")
    assert text
    steps: list[dict[str, Any]] = json.loads(text)["steps"]
    return steps


def lessons_of(title: str) -> list[str]:
    found: list[str] = json.loads(plugins.text_of(title, "lessons", "index.json") or "[]")
    return found


def in_text(page: Page) -> None:
    """Choose the text view with the keyboard; it stays chosen."""
    text = page.get_by_role("radio", name="Text")
    if not text.is_checked():
        text.focus()
        page.keyboard.press("Space")
    expect(page.locator("#notation")).to_be_visible()


@pytest.mark.parametrize("title", OWN)
def test_every_lesson_by_keys_alone_in_the_text_view(screen: Screen, title: str) -> None:
    page = screen()
    for lesson in lessons_of(title):
        at_lesson(page, title, lesson)
        for number, step in enumerate(steps_of(title, lesson), 1):
            at_step(page, number)
            in_text(page)
            for action in step["answers"][0]:
                expect(page.locator("[data-active=true]")).to_be_visible()  # it was answered
                write_action(page, action)
            done(page)
        expect(page.locator("[data-able]")).to_be_visible()
    assert violations(page) == []


def test_a_lesson_of_torres_on_the_board_by_keys(screen: Screen) -> None:
    page = screen()
    at_lesson(page, "torres", "moving")
    for number, way in enumerate((["c3", "d3"], ["d3", "e3"], ["b6", "e5"]), 1):
        at_step(page, number)
        choose(page, *way)
        done(page)
    at_step(page, 4)


def test_a_lesson_of_blox_on_the_board_by_keys(screen: Screen) -> None:
    page = screen()
    at_lesson(page, "blox", "hits")
    choose(page, "d5", "b5")
    expect(page.locator("[data-action]").first).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[data-action='hit d5 b5 4']")).to_be_focused()
    page.keyboard.press("Enter")
    on_to(page, 2)


def test_a_lesson_of_castellan_on_the_board_by_keys(screen: Screen) -> None:
    page = screen()
    at_lesson(page, "castellan", "closing")
    page.keyboard.press("l")
    for way in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown") * 4:
        if page.evaluate("document.activeElement?.dataset?.spot") == "long 0,0 N":
            break
        page.keyboard.press(way)
    page.keyboard.press("Enter")
    on_to(page, 2)


def test_a_lesson_in_words(screen: Screen) -> None:
    page = screen()
    at_lesson(page, "torres", "moving")
    page.get_by_role("radio", name="Text").click()
    page.locator("#notation").fill("move c3 d3")
    page.locator("#notation").press("Enter")
    expect(page.locator('[data-done="true"]')).to_contain_text("Level 2.")
    assert violations(page) == []


def tap(page: Page, place: str) -> None:
    page.locator(f'svg.board [data-place="{place}"]').first.tap()


@pytest.mark.parametrize(
    ("lesson", "ways"),
    [
        ("torres/moving", [["c3", "d3"], ["d3", "e3"], ["b6", "e5"]]),
        ("blox/hits", [["d5", "b5"]]),
        ("castellan/closing", [["long 0,0 N"], ["tower 0,2"], ["short 2,1 E"]]),
    ],
)
def test_a_lesson_on_a_phone(screen: Screen, lesson: str, ways: list[list[str]]) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    title, name = lesson.split("/")
    at_lesson(page, title, name)
    for number, way in enumerate(ways, 1):
        at_step(page, number)
        expect(page.get_by_role("button", name="What would you play?")).to_have_count(0)
        for spot in way:
            kind = page.locator(f'[data-kind="{spot.split()[0]}"][aria-pressed="false"]')
            if kind.count():
                kind.tap()
            tap(page, spot)
        if page.locator("[data-action]").count():
            page.locator("[data-action]").last.tap()
        else:
            tap(page, way[-1])  # a first tap shows what it does, a second does it
        expect(page.locator('[data-done="true"]')).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        assert violations(page) == []
        page.locator("[data-next]").tap()
    at_step(page, len(ways) + 1)


def guided(page: Page, url: str, title: str = "torres", **options: Any) -> None:
    """Open a first game."""
    if title == "torres":
        options = {"cards": "none"}
    guide(page, open_table(url, title, [ANA, BOT], **options), title)


def guide(page: Page, opened: dict[str, Any], title: str, *seen: str) -> None:
    """Sit down at a table of a first game, where some hints were seen before."""
    met = {"met": [title], "guided": [opened["table"]], "seen": {title: seen}}
    known = json.dumps(json.dumps(met))
    page.add_init_script(
        f"if (!localStorage.getItem('tourelle.learning'))"
        f" localStorage.setItem('tourelle.learning', {known})"
    )
    page.goto(opened["keys"][0]["link"])


COVERED = """() => {
  const tip = document.querySelector('[data-tip]').getBoundingClientRect()
  const lit = [...document.querySelectorAll('svg.board [data-place].acts')]
  return lit.map((each) => each.getBoundingClientRect()).filter(({ left, right, top, bottom }) =>
    left < tip.right && right > tip.left && top < tip.bottom && bottom > tip.top).length
}"""


def test_on_a_phone_the_goal_folds_once_the_game_has_begun(screen: Screen, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True, newcomer=True)
    guided(page, server.url)
    expect(page.locator('[data-tip="place"]')).to_be_visible()
    expect(page.locator("[data-tip-mark]")).to_have_count(0)  # all castles are as good
    expect(page.locator("[data-goal] p")).to_be_visible()
    assert settled(page)
    tap(page, "c6")
    tap(page, "c6")
    expect(page.locator('[data-tip="points"]')).to_be_visible()
    expect(page.locator("[data-tip-mark]")).to_have_count(0)  # it speaks of the tray
    expect(page.locator("[data-goal] p")).to_be_hidden()  # folded: the board has begun
    page.locator("[data-goal] summary").tap()
    expect(page.locator("[data-goal] p")).to_be_visible()
    assert violations(page) == []


def test_a_first_game_is_guided(screen: Screen, server: Served) -> None:
    page = screen(1366, 768, newcomer=True)
    guided(page, server.url)
    expect(page.locator("[data-goal]")).to_contain_text("Stand high in large castles")
    tip = page.locator('[data-tip="place"]')
    expect(tip).to_contain_text("Your first knight")
    expect(tip.get_by_role("link", name="Rule T3.3")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("radio", name="Flat").click()
    assert settled(page)
    until(page, f"({COVERED})() === 0")
    place(page, "c6")
    expect(tip).to_have_count(0)
    points = page.locator('[data-tip="points"]')
    expect(points).to_contain_text("five action points")
    points.get_by_role("button", name="No more hints").click()
    expect(page.locator("[data-tip]")).to_have_count(0)
    expect(page.locator("[data-goal]")).to_have_count(0)


def test_what_counts_is_lit_on_the_board_and_in_the_ledger(screen: Screen, server: Served) -> None:
    played = [*START, "block d7", "end", "end"]
    opened = opened_at(server.url, "torres", played, 2, 1, cards="none")
    page = screen(1366, 768, newcomer=True)
    guide(page, opened, "torres", "place", "points")
    page.get_by_role("radio", name="Flat").click()
    expect(page.locator('[data-tip="counts"]')).to_contain_text("Castle d8")
    expect(page.locator("svg.board .bright")).to_have_count(2)  # d7 and d8
    expect(page.locator(".ledger tr.meant th")).to_have_text(re.compile("^d8"))
    page.locator(".ledger tbody tr").last.hover()
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".ledger tr.meant")).to_have_count(0)
    expect(page.locator("svg.board .bright")).to_have_count(0)


CELLS = COVERED.replace("svg.board [data-place].acts", "[role=gridcell]")


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (820, 1180)])
def test_in_words_a_hint_covers_no_cell_and_is_heard(
    screen: Screen, server: Served, size: tuple[int, int]
) -> None:
    page = screen(*size, newcomer=True)
    page.add_init_script(
        "localStorage.setItem('tourelle.preferences', JSON.stringify({view: 'text'}))"
    )
    guided(page, server.url)
    voice = page.locator("[data-announcer]")
    expect(page.locator('[data-tip="place"]')).to_be_visible()
    expect(voice).to_contain_text("Hint: Your first knight. Choose one of the eight castles.")
    assert page.evaluate(CELLS) == 0
    assert page.locator(".panels").first.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert violations(page) == []
    walk_to(page, "c6")
    page.keyboard.press("Enter")
    expect(page.locator('[data-tip="points"]')).to_be_visible()
    expect(voice).to_contain_text("Hint: A turn: five action points. A step or a block costs one")
    assert page.evaluate(CELLS) == 0
    assert settled(page)
    write_action(page, "move c6 c5")
    expect(page.locator("[data-tip]")).to_have_count(0)  # acted upon


def test_a_hint_comes_when_a_part_of_the_turn_first_matters(screen: Screen, server: Served) -> None:
    page = screen(1366, 768, newcomer=True)
    guided(page, server.url, "castellan")
    expect(page.locator('[data-tip="play"]')).to_be_visible()
    page.locator("[data-card]").first.click()
    page.locator("[data-primary]").click()
    expect(page.locator('[data-tip="build"]')).to_contain_text("Place every piece")
    while page.locator(LIT).count():
        pieces = page.locator("[data-replay-at]").first.text_content()
        page.locator(LIT).first.click()
        expect(page.locator("[data-replay-at]").first).not_to_have_text(pieces or "")
    page.locator("[data-primary]").click()
    expect(page.locator('[data-tip="draw"]')).to_contain_text("you choose the deck")


@pytest.mark.parametrize("width", [1366, 390])
def test_a_hint_covers_nothing_that_can_be_chosen_and_points_at_its_place(
    screen: Screen, server: Served, width: int
) -> None:
    phone = {"has_touch": True, "is_mobile": True} if width < 400 else {}
    page = screen(width, 768, newcomer=True, **phone)
    guided(page, server.url, "blox", round_limit=15)
    expect(page.locator('[data-tip="enter"]')).to_be_visible()
    page.locator(LIT).first.wait_for()
    until(page, f"({COVERED})() === 0")
    assert violations(page) == []
    for _ in range(3):  # figures come in until a hint speaks of one
        if page.locator('[data-tip="move"], [data-tip="destroy"], [data-tip="hit"]').count():
            break
        assert settled(page)
        arrow = page.locator(LIT).first
        arrow.tap() if phone else arrow.click()
        page.locator("[data-tip]").first.wait_for()
    pointer = "[data-tip-mark]" if phone else "[data-tip-mark], svg.leader"
    expect(page.locator(pointer)).to_be_visible()


def test_hints_that_were_switched_off_come_back_to_who_asks_for_them(screen: Screen) -> None:
    page = screen(newcomer=True)
    page.goto("/")
    page.locator('[data-play="blox"]').click()
    page.get_by_role("button", name="No more hints").click()
    page.goto("/")
    expect(page.locator('[data-play="torres"]')).to_be_visible()
    expect(page.locator("[data-first]")).to_have_count(0)  # nothing is promised
    page.goto("/learn")
    page.locator("a[href='/?play=blox']").click()
    expect(page.locator('[data-tip="enter"]')).to_be_visible()


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


def far_ahead(title: str, seed: int, lacks: int, **options: Any) -> list[str]:
    """A game in which the second seat only changes cards; it lacks so many actions to the end."""
    game = plugins.game_named(title)({"seats": 2, **options})
    position, dice, texts = game.setup(seed), random.Random(seed), []
    wanted = {0: ("destroy", "hit", "build"), 1: ("change",)}
    while not game.is_over(position):
        legal = game.legal_actions(position)
        kinds = wanted[game.to_move(position) or 0]
        best = [action for action in legal if game.kind(game.action_text(action)) in kinds]
        action = dice.choice(best or legal)
        texts.append(game.action_text(action))
        game.apply(position, action)
    assert game.points(position, Seat(0)) > game.points(position, Seat(1)) + 9
    return texts[:-lacks]


def test_who_wins_against_a_bot_meets_the_next(screen: Screen, server: Served) -> None:
    limit = {"round_limit": 15}
    played = far_ahead("blox", 3, 2, **limit)
    opened = opened_by(
        server.url, "blox", played, (Player("Ana"), Player("", "level-1")), 3, **limit
    )
    page = screen()
    page.goto(opened["keys"][0]["link"])
    play_by_mouse(page, random.Random(1))
    expect(page.locator("[data-next-bot]")).to_have_text("Next: Squire, level 2")
    page.goto("/")
    expect(page.locator("[data-next-bot]")).to_have_text("Next: Squire, level 2")
    with page.expect_request("**/api/tables?*") as wish:
        page.locator('[data-play="blox"]').click()
    sent = json.loads(wish.value.post_data or "{}")
    assert {seat.get("bot") for seat in sent["seats"]} == {None, "level-2"}
