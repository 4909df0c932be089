"""Puzzles: solved by mouse, in words and on a phone; a wrong turn, giving up, what is kept."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import place, until, walk_to, write_action
from tests.browser.soundness import violations
from tourelle.core import plugins
from tourelle.review.puzzles import Puzzle, puzzles_of

Screen = Callable[..., Page]
FLAT = json.dumps(json.dumps({"language": "en", "motion": "off", "view": "flat"}))


def of_one_action(title: str) -> Puzzle:
    """The first puzzle of a title that a single action solves, and another one misses."""
    return next(each for each in puzzles_of(title) if len(each.solution) == len(each.missed) == 1)


def at_puzzle(page: Page, title: str, puzzle: Puzzle) -> None:
    """Open a puzzle on the flat board."""
    page.add_init_script(f"localStorage.setItem('tourelle.preferences', {FLAT})")
    page.goto(f"/puzzles/{title}?id={puzzle.id}")
    expect(page.locator("[data-active=true]")).to_be_visible()


def verdict(page: Page, kind: str) -> Locator:
    """What is said of the turn."""
    found = page.locator(f'[data-verdict="{kind}"]')
    expect(found).to_be_visible()
    return found


def rating(page: Page) -> int:
    """One's rating as it is shown."""
    return int(page.locator("[data-rating]").get_attribute("data-rating") or "0")


def test_a_puzzle_by_mouse(screen: Screen) -> None:
    page = screen()
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Puzzles").click()
    expect(page.locator("[data-puzzles]")).to_have_count(3)
    assert violations(page) == []
    puzzle = of_one_action("torres")
    at_puzzle(page, "torres", puzzle)
    expect(verdict(page, "task")).to_contain_text("Find the best turn")
    expect(page.locator("[data-ask]")).to_have_count(0)
    place(page, puzzle.solution[0].split()[-1])
    solved = verdict(page, "solved")
    expect(solved).to_contain_text("Solved at the first try")
    assert rating(page) > 1200
    assert violations(page) == []
    analyse = solved.get_by_role("link", name="Analyse").get_attribute("href") or ""
    assert analyse.startswith("/study?line=torres")
    expect(page.locator("[data-next]")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator("[data-active=true]")).to_be_visible()
    verdict(page, "task")
    assert page.locator("[data-puzzle]").get_attribute("data-puzzle") != puzzle.id


def test_a_puzzle_in_words_missed_then_solved(screen: Screen) -> None:
    page = screen()
    page.route("**/api/study/judge*", lambda route: route.abort())
    puzzle = of_one_action("blox")
    at_puzzle(page, "blox", puzzle)
    page.get_by_role("radio", name="Text").click()
    page.locator("#notation").fill(puzzle.missed[0])
    page.locator("#notation").press("Enter")
    expect(verdict(page, "wrong")).to_contain_text("There is a better turn. Try again.")
    expect(page.locator("[data-active=true]")).to_be_visible()
    lost = rating(page)
    assert lost < 1200
    page.locator("#notation").fill(puzzle.solution[0])
    page.locator("#notation").press("Enter")
    expect(verdict(page, "solved").get_by_role("heading", level=2)).to_have_text("Solved")
    assert rating(page) == lost
    assert violations(page) == []


@pytest.mark.parametrize("title", ["castellan"])
def test_a_puzzle_on_a_phone_is_given_up(screen: Screen, title: str) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True, color_scheme="dark")
    puzzle = next(each for each in puzzles_of(title) if any("tower" in a for a in each.missed))
    at_puzzle(page, title, puzzle)
    assert violations(page) == []
    page.get_by_role("button", name="Give up").tap()
    shown = verdict(page, "shown")
    expect(shown.get_by_role("listitem")).to_have_count(len(puzzle.solution))
    assert re.search(r"-?\d+,-?\d+", shown.inner_text()) is None, "no coordinates are drawn"
    missed = shown.locator("[data-missed]")
    for pressed, marks in (("true", "> 0"), ("false", "== 0")):
        missed.tap()
        expect(missed).to_have_attribute("aria-pressed", pressed)
        until(
            page, f"Number(document.querySelector('[data-hint-marks]').dataset.hintMarks) {marks}"
        )
    assert rating(page) < 1200
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
    page.reload()
    verdict(page, "task")
    assert rating(page) < 1200


@pytest.mark.parametrize("touch", [False, True])
def test_a_theme_is_practised_alone(screen: Screen, touch: bool) -> None:
    phone = {"has_touch": True, "is_mobile": True, "color_scheme": "dark"}
    page = screen(390, 844, **phone) if touch else screen()
    puzzle = puzzles_of("blox")[0]
    theme = min(puzzle.themes, key=lambda name: sum(name in p.themes for p in puzzles_of("blox")))
    others = next(each for each in puzzles_of("blox") if theme not in each.themes)
    about = {each.id for each in puzzles_of("blox") if theme in each.themes}
    at_puzzle(page, "blox", others)
    button = page.locator(f"[data-theme-of='{theme}']")
    button.tap() if touch else button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    shown = page.locator("[data-puzzle]")
    for _ in range(2):
        expect(shown).not_to_have_attribute("data-puzzle", others.id)
        name = shown.get_attribute("data-puzzle")
        assert name in about
        expect(verdict(page, "task")).to_contain_text(re.compile("Themes: ."))
        assert violations(page) == []
        page.reload()  # the address says what is practised
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(shown).to_have_attribute("data-puzzle", str(name))
        page.get_by_role("button", name="Give up").click()
        verdict(page, "shown")
        page.locator("[data-next]").click()
        expect(shown).not_to_have_attribute("data-puzzle", str(name))
    button.tap() if touch else button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page).not_to_have_url(re.compile("theme"))


def test_the_puzzle_of_the_day_by_keys_and_its_themes(screen: Screen) -> None:
    page = screen()
    page.goto("/")
    card = page.get_by_role("region", name="Puzzle of the day")
    card.get_by_role("link", name="Solve").press("Enter")
    expect(page.locator("[data-active=true]")).to_be_visible()
    title = page.url.split("/puzzles/")[1].split("?")[0]
    name = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    puzzle = next(each for each in puzzles_of(title) if each.id == name)
    page.get_by_role("radio", name="Text").focus()
    page.keyboard.press("Space")
    for action in puzzle.solution:
        expect(page.locator("[data-active=true]")).to_be_visible()
        write_action(page, action)
    words = json.loads(plugins.text_of(title, "words", "en.json") or "{}")
    for theme in puzzle.themes:
        expect(verdict(page, "solved")).to_contain_text(words[f"theme.{theme}"])
    assert violations(page) == []
    page.goto("/puzzles")
    expect(page.locator(f"[data-puzzles='{title}']")).to_contain_text("Solved today")


def test_a_puzzle_by_touch(screen: Screen) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    puzzle = of_one_action("torres")
    at_puzzle(page, "torres", puzzle)
    target = page.locator(f'svg.board [data-place="{puzzle.solution[0].split()[-1]}"]').first
    target.tap()
    verdict(page, "task")  # the first tap looks
    again = page.locator("[data-primary]:not([aria-disabled=true])")
    (again.first if again.count() else target).tap()
    expect(verdict(page, "solved")).to_contain_text("Solved at the first try")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


def test_a_puzzle_on_the_drawn_board_by_keys(screen: Screen) -> None:
    page = screen()
    puzzle = of_one_action("torres")
    at_puzzle(page, "torres", puzzle)
    walk_to(page, puzzle.solution[0].split()[-1])
    page.keyboard.press("Enter")
    expect(verdict(page, "solved")).to_contain_text("Solved at the first try")
    expect(page.locator("[data-next]")).to_be_focused()
    assert violations(page) == []
