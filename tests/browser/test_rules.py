"""Rules for people: pages in the order one plays, clauses behind them, a search, the player aid."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import LIT, open_table, settled
from tests.browser.people import ANA, BOT
from tests.browser.positions import over_at
from tests.browser.soundness import WHOLE, violations
from tests.browser.test_review import brought
from tourelle.games import OWN


@pytest.mark.parametrize(
    ("size", "theme", "locale", "title"),
    [
        ((1440, 900), "light", "en-GB", "The goal"),
        ((1366, 768), "dark", "fr-FR", "Le but"),
        ((390, 844), "light", "de-DE", "Das Ziel"),
    ],
)
def test_pages_are_read_one_after_the_other(
    screen: Screen, size: tuple[int, int], theme: str, locale: str, title: str
) -> None:
    page = screen(*size, color_scheme=theme, locale=locale)
    page.goto("/rules/torres")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    seen = set()
    while page.locator("[rel=next]").count():
        name = page.locator("[data-page]").get_attribute("data-page")
        assert name not in seen
        seen.add(name)
        expect(page.locator("figure svg.board")).to_be_visible()
        assert page.locator("figure svg.board").evaluate(WHOLE), "no edge of the board is cut off"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("[rel=next]").click()
        expect(page.locator(f"[data-page]:not([data-page='{name}'])")).to_be_visible()
    assert len(seen) == 8
    assert not violations(page)


@pytest.mark.parametrize("title", ["blox", "castellan"])
def test_the_pages_of_every_title_show_whole_boards(screen: Screen, title: str) -> None:
    page = screen(1366, 768)
    page.goto(f"/rules/{title}")
    seen = set()
    while True:
        name = page.locator("[data-page]").get_attribute("data-page")
        assert name not in seen
        seen.add(name)
        board = page.locator("figure svg.board")
        expect(board).to_be_visible()
        assert title == "castellan" or board.evaluate(WHOLE), "but for a meadow without an edge"
        for case in page.locator("[data-case]").all():
            expect(case.locator("svg.board")).to_be_visible()
        assert not violations(page)
        after = page.locator("[rel=next]")
        if not after.count():
            break
        after.click()
        expect(page.locator(f"[data-page]:not([data-page='{name}'])")).to_be_visible()
    assert len(seen) > 5
    page.get_by_role("radio", name="Clauses").click()
    expect(page.locator("[id^='B1'], [id^='C1']").first).to_be_visible()


def test_a_picture_moves_or_stands_still(screen: Screen) -> None:
    page = screen(reduced_motion="no-preference")
    page.goto("/rules/torres#doors")
    figure = page.locator("figure[data-frame]")
    expect(figure).to_have_attribute("data-frame", "2")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(figure).to_have_attribute("data-frame", "1")
    expect(figure).to_contain_text("b6")
    still = screen()
    still.goto("/rules/torres#doors")
    expect(still.locator("figure[data-frame]")).to_have_attribute("data-frame", "1")
    expect(still.locator("figure .way").first).to_be_attached()


def test_a_knight_is_seen_to_ride_the_lift(screen: Screen) -> None:
    page = screen()
    page.goto("/rules/torres#cards")
    figure = page.locator("figure[data-frame]")
    expect(figure).to_contain_text("rides from e3 to c3")
    expect(figure.locator("[data-place=c3]").first).to_be_attached()
    page.get_by_role("button", name="Forward", exact=True).click()
    expect(figure).to_have_attribute("data-frame", "4")


def test_a_wrong_case_leads_to_its_clause_lit_and_pictured(screen: Screen) -> None:
    page = screen()
    page.goto("/rules/torres#doors")
    page.locator("[data-case=wrong]").get_by_role("link", name="T5.3").click()
    clause = page.locator("[id='T5.3']")
    expect(clause).to_have_class(re.compile(r"\btarget\b"))
    expect(clause).to_be_in_viewport()
    expect(clause.locator("svg.board")).to_be_visible()
    clause.get_by_role("link", name="Told with pictures: Through the doors").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Through the doors")


def test_the_search_finds_pages_and_clauses(screen: Screen) -> None:
    page = screen()
    page.goto("/rules/torres")
    page.locator("[data-page]").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("king bonus")
    expect(page.locator("[data-found=clause]").first).to_contain_text("T9")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("doors")
    expect(page.locator("[data-found]").first).to_have_text("Through the doors")
    page.locator("[data-found=page]").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Through the doors")


FIRST = {
    "torres": [LIT],
    "blox": [LIT],
    "castellan": ["[data-card]", "[data-primary]"],
}
"""What is clicked to play something at the start of a game."""
AID = "[role=group]:has(> [data-aid])"
APART = """() => {
  const aid = document.querySelector('.standing').getBoundingClientRect()
  const parts = [...document.querySelectorAll('.stage, .seats, [data-region=tray], header.top')]
  return parts.map((part) => part.getBoundingClientRect()).every((part) =>
    part.right <= aid.left + 1 || part.left >= aid.right - 1
      || part.bottom <= aid.top + 1 || part.top >= aid.bottom - 1)
}"""
"""The aid covers neither board nor seats nor tray."""


def aid_of(page: Page) -> Locator:
    """The player aid where it stands beside a board."""
    return page.get_by_role("region", name="Player aid")


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (820, 1180)], ids=str)
@pytest.mark.parametrize("title", OWN)
def test_the_player_aid_stands_beside_the_board_that_is_played_on(
    screen: Screen, server: Served, title: str, size: tuple[int, int]
) -> None:
    page = screen(*size)
    page.goto(open_table(server.url, title, [ANA, BOT])["keys"][0]["link"])
    assert settled(page)
    page.get_by_role("button", name="Player aid").click()
    aid = aid_of(page)
    expect(aid.get_by_role("listitem").first).to_be_visible()
    assert page.evaluate(APART)
    assert aid.locator(AID).evaluate("e => e.scrollHeight <= e.clientHeight"), "one screen"
    assert not violations(page)
    before = page.locator("[data-replay-at]").first.inner_text()
    for name in FIRST[title]:
        page.locator(name).first.click()
    expect(page.locator("[data-replay-at]").first).not_to_have_text(before)
    expect(page.locator("dialog")).to_have_count(0)
    expect(aid).to_be_visible()
    page.keyboard.press("Escape")
    expect(aid).to_have_count(0)


def test_the_player_aid_prints_alone(screen: Screen) -> None:
    page = screen()
    page.goto("/rules/torres")
    page.locator("[data-aid]").wait_for()
    page.emulate_media(media="print")
    expect(page.locator("[data-aid]")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_hidden()


def test_a_key_opens_the_player_aid_and_puts_it_away(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.keyboard.press("ArrowUp")
    cell = page.locator("[role=gridcell]:focus").get_attribute("data-cell")
    for key in ("a", "Escape"):
        page.keyboard.press("a")
        expect(page.locator(AID)).to_be_focused()
        page.keyboard.press(key)
        expect(aid_of(page)).to_have_count(0)
        expect(page.locator(f"[data-cell='{cell}']")).to_be_focused()
    page.keyboard.press("a")
    page.keyboard.press("ArrowUp")
    expect(page.locator("[role=gridcell]:focus")).to_be_attached()
    expect(aid_of(page)).to_be_visible()


def test_the_player_aid_stands_beside_every_board(screen: Screen, server: Served) -> None:
    page = screen()
    page.add_init_script("localStorage.setItem('tourelle.engine', 'off')")

    def answers() -> None:
        page.locator("svg.board").first.wait_for()
        for count in (1, 0):
            page.keyboard.press("a")
            expect(aid_of(page)).to_have_count(count)

    over = over_at(server.url, "blox", 2)["table"]
    mode = page.get_by_role("radio")
    for address in ("/learn/torres/moving", "/puzzles/torres", f"/study?from={over}&a=9"):
        page.goto(address)
        answers()
    mode.and_(page.get_by_label("Edit")).click()
    page.locator("[data-tool]").first.wait_for()
    answers()
    page.goto("/study")
    page.get_by_role("textbox").fill(json.dumps(brought()))
    page.get_by_role("button", name="Open").click()
    mode.and_(page.get_by_label("Review")).click()
    page.locator("[data-review]").wait_for()
    answers()


def test_on_a_phone_the_player_aid_is_a_sheet(screen: Screen) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    page.goto("/learn/torres/moving")
    page.locator("svg.board").first.wait_for()
    page.get_by_role("button", name="Player aid").tap()
    sheet = page.get_by_role("dialog", name="Player aid")
    expect(sheet.locator("[data-aid]")).to_contain_text("Leapfrog")
    assert not violations(page)
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)
