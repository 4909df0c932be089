"""Scorings, the ledger and the end of a game, in a real browser."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.acting import START, act, key_of, play_out, torres_of_two
from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import open_table, place, read, settled, state_of
from tests.browser.people import ANA, BOT
from tests.browser.soundness import violations

ROW = 300
"""Milliseconds that a row of a scoring can be read in before the next, at least."""


def test_a_year_is_scored_row_by_row(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    page = screen(1440, 900, reduced_motion="no-preference")
    for key in opened["keys"]:
        page.goto(key["link"])
        assert settled(page)
    act(server, opened, *START)
    rows: list[int] = []
    page.evaluate(
        """() => {
          window.seen = []
          window.at = []
          new MutationObserver(() => {
            const box = document.querySelector('[data-scoring]')
            const rows = box ? [...box.querySelectorAll('tbody tr')] : []
            const count = rows.length - 1
            const points = rows.map((row) => parseInt(row.querySelector('td').textContent) || 0)
            const total = points.pop()
            const sum = points.reduce((sum, one) => sum + one, 0)
            if (box && total !== sum) window.wrong = [points, total]
            if (box && window.seen.at(-1) !== count) {
              window.seen.push(count)
              window.at.push(performance.now())
            }
          }).observe(document.body, { subtree: true, childList: true, attributes: true })
        }"""
    )
    for _ in range(4):
        act(server, opened, "end", "end")
    expect(page.locator("[data-scoring]")).to_be_visible()
    page.wait_for_timeout(3500)
    assert page.evaluate("window.wrong") is None, "the total is that of the rows told so far"
    rows = page.evaluate("window.seen")
    assert rows == sorted(rows)
    assert len(rows) >= 2, rows
    assert rows[0] == 1
    at = page.evaluate("window.at")
    assert min(later - sooner for sooner, later in pairwise(at)) >= ROW, at
    assert violations(page) == []
    page.locator("[data-scoring]").get_by_role("button", name="Go on").click()
    expect(page.locator("[data-scoring]")).to_have_count(0)
    expect(page.locator("[data-active=true]")).to_have_count(1)


ON_THE_BOARD = """() => {
  const told = document.querySelector('[data-scoring]').getBoundingClientRect()
  return [...document.querySelectorAll('svg.board [data-place], .grid.visible [data-cell]')]
    .filter((place) => {
      const box = place.getBoundingClientRect()
      const across = box.left < told.right && told.left < box.right
      return across && box.top < told.bottom && told.top < box.bottom
    })
    .map((place) => place.dataset.place ?? place.dataset.cell)
}"""
"""Places of the board that a scoring lies upon."""


@pytest.mark.parametrize(
    ("width", "height", "view"),
    [(390, 844, "flat"), (390, 844, "text"), (820, 1180, "raised"), (1366, 768, "flat")],
)
def test_the_king_is_moved_while_a_year_is_told(
    screen: Screen, server: Served, width: int, height: int, view: str
) -> None:
    opened = torres_of_two(server)
    page = screen(width, height)
    chosen = f"localStorage.setItem('tourelle.preferences', '{{\"view\": \"{view}\"}}')"
    page.add_init_script(chosen)
    for key in opened["keys"]:
        page.goto(key["link"])
        assert settled(page)
    act(server, opened, *START, *["end", "end"] * 4)
    expect(page.locator("[data-scoring]")).to_be_visible()
    expect(page.locator("[data-active=true]")).to_have_count(1)
    assert not page.evaluate(ON_THE_BOARD)
    if view == "text":
        page.locator('[data-cell="e1"]').click()
    else:
        place(page, "e1")
    expect(read(page, "Year 2").first).to_be_visible()
    assert state_of(server.url, *key_of(opened))["log"][-1]["text"] == "king e1"


def test_year_3_is_played_out_before_the_end(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    year = ["end", "end"] * 4
    act(server, opened, *START, *year, "stay", *year, "stay", *year[:-1])
    page = screen(1440, 900, reduced_motion="no-preference")
    page.goto(opened["keys"][0]["link"])
    page.locator("[data-active]").wait_for()
    act(server, opened, "end")
    scoring = page.locator("[data-scoring]")
    expect(scoring).to_contain_text("Year 3")
    expect(scoring.get_by_role("button")).to_be_focused()
    expect(page.locator('[data-screen="end"]')).to_have_count(0)
    expect(page.locator('[data-screen="end"]')).to_be_visible()
    expect(scoring).to_have_count(0)
    years = page.locator('[data-screen="end"] th[scope=rowgroup]')
    expect(years).to_have_text(["Year 1", "Year 2", "Year 3"])


def test_with_two_seats_no_round_exceeds_the_rounds_of_its_year(
    screen: Screen, server: Served
) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, *["end", "end"] * 4, "stay", *["end", "end"] * 3)
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    expect(read(page, "of 3 · round 4 of 4")).to_be_visible()


def test_a_scored_year_is_not_promised_again_while_the_king_is_placed(
    screen: Screen, server: Served
) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, *["end", "end"] * 4)
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    expect(page.get_by_role("tab", name="Year 1 is scored")).to_be_visible()
    ledger = page.get_by_role("region", name="Score ledger")
    stands = ledger.locator("tr.then td").all_text_contents()
    points = page.locator(".seat .pt b").all_text_contents()
    assert stands == points


def test_the_end_says_why_shows_the_board_and_counts_only_the_game(
    screen: Screen, server: Served, keep: Keep
) -> None:
    opened = open_table(server.url, "blox", [ANA, BOT], round_limit=6)
    play_out(server, opened)
    page = screen(1366, 768)
    page.goto(opened["keys"][0]["link"])
    end = page.locator('[data-screen="end"]')
    expect(end.locator("[data-ending]")).to_contain_text("The last round has been played.")
    expect(end.locator("svg.board")).to_be_visible()
    keep(page, "blox-end")
    assert not violations(page)


def test_points_of_blox_are_told_by_source(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "blox", [ANA, BOT], round_limit=40)
    page = screen(1440, 900)
    play_out(server, opened, most=60)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    terms = state_of(server.url, *key_of(opened))["ledger"]["terms"]
    assert terms
    ledger = page.get_by_role("region", name="Score ledger")
    for label in {term["label"] for term in terms}:
        expect(ledger.get_by_role("rowheader", name=label).first).to_be_visible()
