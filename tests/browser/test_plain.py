"""The plain board: every title can be played as its diagram and a list of choices."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Screen, Served, running
from tests.browser.driving import open_table, play_by_mouse, settled, state_of, until
from tests.browser.soundness import violations
from tests.patience import wait_for

TITLES = ("torres", "blox", "castellan")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose titles are all shown on the plain board."""
    yield from running(tmp_path_factory.mktemp("plain"), UNDRAWN=" ".join(TITLES))


def sit(screen: Screen, plain: Served, title: str, **more: object) -> Page:
    """Sit down at a table against a bot, and wait for one's turn."""
    opened = open_table(plain.url, title, [{"kind": "here"}, {"kind": "bot", "bot": "greedy"}])
    page = screen(**more)
    page.goto(f"{plain.url}/g/{opened['table']}#{opened['keys'][0]['secret']}")
    assert settled(page)
    return page


def write(page: Page, action: str) -> None:
    """Write an action into the field that finds choices."""
    page.keyboard.press("/")
    page.locator("#find:focus").wait_for()
    page.keyboard.type(action)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("title", TITLES)
def test_a_game_is_played_to_its_end(screen: Screen, plain: Served, title: str) -> None:
    page = sit(screen, plain, title)
    play_by_mouse(page, random.Random(3))
    expect(page.locator('[data-screen="end"]')).to_be_visible()
    assert not violations(page)
    page.locator("[data-replay]").click()
    page.keyboard.press(",")
    expect(page.locator("[data-replay-at]").first).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (1366, 768), (1440, 900)], ids=str)
@pytest.mark.parametrize(
    ("title", "theme"), [("torres", "light"), ("torres", "dark"), ("castellan", "light")]
)
def test_the_plain_board_is_sound(
    screen: Screen, plain: Served, title: str, theme: str, size: tuple[int, int]
) -> None:
    phone = size[0] < 500
    page = sit(
        screen, plain, title, width=size[0], height=size[1], color_scheme=theme, has_touch=phone
    )
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if not phone:
        page.keyboard.press("v")
        assert not violations(page)


def test_the_list_and_the_squares_go_together(screen: Screen, plain: Served) -> None:
    page = sit(screen, plain, "torres")
    write(page, "place e1")
    until(page, "document.querySelectorAll('[data-action^=\"move e1\"]').length > 2")
    listed = page.locator("[data-action]")
    page.locator('[data-action^="move e1"]').first.hover()
    expect(page.locator("svg.board .bright")).to_have_count(2)
    page.mouse.move(0, 0)
    expect(page.locator("svg.board .bright")).to_have_count(0)
    page.locator('svg.board [data-place="e1"]').click()
    expect(page.locator('[data-action^="block"]')).to_have_count(0)
    assert listed.count() == page.locator('[data-action^="move e1"]').count()
    page.keyboard.press("Escape")
    expect(page.locator('[data-action^="block"]').first).to_be_attached()
    page.keyboard.press("/")
    page.keyboard.type("knight")
    until(
        page,
        "[...document.querySelectorAll('[data-action]')].every(e => /knight/i.test(e.innerText))",
    )
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    first = page.locator('[data-key="1"]').get_attribute("data-action")
    page.keyboard.press("1")
    expect(page.locator(f'[data-key="1"][data-action="{first}"]')).to_have_count(0)


def test_why_something_cannot_be_done(screen: Screen, plain: Served) -> None:
    page = sit(screen, plain, "torres")
    write(page, "place a1")
    expect(page.get_by_role("alert")).to_contain_text("T3.3")


def test_hints_and_words_of_a_title(screen: Screen, plain: Served) -> None:
    page = sit(screen, plain, "torres", locale="fr")
    page.keyboard.press("?")
    expect(page.locator("[data-step]").first).to_be_visible()
    expect(page.locator("[data-action]").first).to_contain_text("chevalier")
    expect(page.get_by_role("heading", name="Un jeu venu d’un paquet")).to_be_visible()


def test_a_click_that_means_nothing_says_why(screen: Screen, plain: Served) -> None:
    page = sit(screen, plain, "torres")
    page.locator('svg.board [data-place="a1"]').click()
    expect(page.get_by_role("alert")).to_contain_text("T3.3")
    write(page, "place e1")
    until(page, "document.querySelectorAll('[data-action^=\"move e1\"]').length > 2")
    page.locator('svg.board [data-place="e1"]').click()
    page.locator('svg.board [data-place="h8"]').click()
    expect(page.get_by_role("alert")).to_contain_text("T5.")


def test_what_ends_a_turn_is_the_button_at_the_bottom(screen: Screen, plain: Served) -> None:
    page = sit(screen, plain, "torres")
    write(page, "place e1")
    until(page, "document.querySelector('[data-action=\"end\"]') !== null")
    button = page.locator("[data-primary]")
    expect(button).to_contain_text("Ends the turn")
    table = page.url.split("/g/")[1].split("#")[0]

    def ended() -> list[int]:
        """Who has ended a turn: the bot may have answered before anybody looks."""
        return [line["seat"] for line in state_of(plain.url, table)["log"] if line["text"] == "end"]

    assert 0 not in ended()
    button.click()
    wait_for(lambda: 0 in ended())


def test_a_tablet_reads_every_choice_in_whole_words(screen: Screen, plain: Served) -> None:
    page = sit(screen, plain, "torres", width=820, height=1180, has_touch=True)
    words = page.locator(".choices li .words").first.bounding_box()
    assert words
    assert words["width"] > 100
