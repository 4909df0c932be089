"""What BLOX tells: points by phase, towers by height, what nearly goes and why, on a phone too."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.driving import state_of
from tests.browser.positions import link_to_move, opened_at, played
from tourelle.games import game_class


def nearly(server: Served) -> tuple[str, dict[str, Any]]:
    """A table at which something nearly goes, and the table as the seat to move is told it."""
    texts = played("blox", 4, 7, ())
    for number in range(40, len(texts), 9):
        opened = opened_at(server.url, "blox", texts[:number], 4, 7)
        link = link_to_move(server.url, opened)
        table, secret = link.removeprefix("/g/").split("#")
        state = state_of(server.url, table, secret)
        if state["nearly"]:
            return link, state
    raise AssertionError("nothing nearly goes")


def test_what_nearly_goes_says_why_with_its_clause(
    screen: Callable[..., Page], server: Served
) -> None:
    link, state = nearly(server)
    near = state["nearly"][0]
    page = screen(1366, 768)
    page.goto(link)
    page.locator("[data-active=true]").wait_for()
    page.locator(f'svg.board [data-place="{near["squares"][0]}"]').first.click(force=True)
    line = page.locator(f'[data-near="{near["text"]}"]')
    expect(line).to_contain_text(near["sentence"])
    expect(line.get_by_role("link", name=near["clause"])).to_have_attribute(
        "href", f"/rules/blox#{near['clause']}"
    )
    assert page.locator(f'[data-way^="{near["kind"]} {" ".join(near["squares"])}"]').count() == 0


def test_on_a_phone_the_chosen_figure_lists_its_ways(
    screen: Callable[..., Page], server: Served
) -> None:
    link, state = nearly(server)
    near = state["nearly"][0]
    figure = near["squares"][0]
    page = screen(390, 844, has_touch=True, is_mobile=True)
    page.goto(link)
    page.locator("[data-active=true]").wait_for()
    board = page.locator("svg.board").bounding_box()
    expect(page.locator("[data-near], [data-way], [data-moves]")).to_have_count(0)
    page.locator(f'svg.board [data-place="{figure}"]').first.tap(force=True)
    chip = page.locator(f'[data-near="{near["text"]}"]')
    expect(chip).to_be_visible()
    expect(chip).to_contain_text("why not?")
    assert page.locator("svg.board").bounding_box() == board  # the list takes no room of the board
    chip.scroll_into_view_if_needed()
    chip.tap()
    expect(page.locator(".speech")).to_contain_text(near["sentence"])
    box = chip.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    moves = [c for c in state["choices"] if c["text"].startswith(f"move {figure} ")]
    plain = {c["squares"][1] for c in moves if "*" not in c["text"]}
    if len(plain) > 1:
        page.locator("[data-moves]").tap()
        expect(page.locator("[data-way]")).to_have_count(len(plain))


def test_the_towers_of_every_height_are_counted_and_one_height_decides(
    screen: Callable[..., Page], server: Served
) -> None:
    link, state = nearly(server)
    page = screen(1366, 768)
    page.goto(link)
    chart = page.locator("[data-towers]")
    expect(chart).to_have_attribute("data-towers", ",".join(map(str, state["facts"]["towers"])))
    decides = state["view"]["phase"]
    counts = state["facts"]["towers"]
    expect(chart.locator(".decides text")).to_have_text(f"{counts[decides - 1]}×")
    words = ", ".join(f"{count} of {height}" for height, count in enumerate(counts, 1))
    expect(chart).to_have_attribute("aria-label", f"Towers by height: {words}")


def test_the_end_counts_points_by_phase_and_by_source(
    screen: Callable[..., Page], server: Served
) -> None:
    opened = opened_ended(server)
    page = screen(1366, 768)
    page.goto(f"/g/{opened['table']}")
    page.locator("[data-screen=end] .scores tbody tr").nth(1).wait_for()
    state = state_of(server.url, opened["table"])
    spans = sorted({term["span"] for term in state["ledger"]["terms"]})
    assert len(spans) > 1
    headings = page.locator("[data-screen=end] th[scope=rowgroup]")
    expect(headings).to_have_text(spans)
    rows = page.locator("[data-screen=end] .scores tbody tr:not(.total)").all()
    sums = [0] * 4
    for row in rows:
        for column, cell in enumerate(row.locator("td").all_text_contents()):
            sums[column] += int(cell) if cell.isdigit() else 0
    totals = page.locator("[data-screen=end] tr.total td").all_text_contents()
    assert [str(total) for total in sums] == totals
    assert re.search(r"B\d", rows[0].text_content() or "")


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_turning_points_cover_no_letter_and_no_numeral(
    screen: Callable[..., Page], server: Served, size: tuple[int, int]
) -> None:
    page = screen(*size)
    page.goto(f"/g/{opened_ended(server)['table']}")
    page.locator(".pins .pin").first.wait_for()
    covered = page.evaluate(
        """() => {
          const board = document.querySelector('[data-screen=end] svg.board')
          const all = (what) => [...board.querySelectorAll(what)]
          const at = (share) => (one) => {
            const box = one.getBoundingClientRect()
            return [box.x + box.width / 2, box.y + share * box.height]
          }
          const signs = [...all('text.height').map(at(0.5)), ...all('use').map(at(0.35))]
          const found = []
          for (const pin of document.querySelectorAll('.pins .pin')) {
            const box = pin.getBoundingClientRect()
            for (const [x, y] of signs)
              if (x > box.left && x < box.right && y > box.top && y < box.bottom) found.push([x, y])
          }
          return signs.length > 10 ? found : 'nothing was looked at'
        }"""
    )
    assert not covered


def test_looking_back_shows_the_towers_and_the_reserve_of_then(
    screen: Callable[..., Page], server: Served
) -> None:
    texts = eager()
    then = opened_at(server.url, "blox", texts[:30], 4, 7)
    facts = state_of(server.url, then["table"])["facts"]
    opened = opened_ended(server)
    page = screen(1366, 768)
    page.goto(f"/g/{opened['table']}?a=30")
    towers = page.locator("[data-towers]")
    expect(towers).to_have_attribute("data-towers", ",".join(map(str, facts["towers"])))
    assert facts["towers"] != state_of(server.url, opened["table"])["facts"]["towers"]
    for seat, reserve in zip(page.locator(".seats .seat").all(), facts["reserve"], strict=True):
        expect(seat.get_by_text(str(reserve), exact=True).first).to_be_visible()


def opened_ended(server: Served) -> dict[str, Any]:
    """A table of BLOX whose game is over, with points from several phases."""
    return opened_at(server.url, "blox", eager(), 4, 7)


def eager() -> list[str]:
    """A game in which who can destroy, build or hit does so."""
    game = game_class("blox")({"seats": 4})
    position = game.setup(7)
    texts: list[str] = []
    while not game.is_over(position):
        legal = {game.action_text(action): action for action in game.legal_actions(position)}
        wanted = [text for text in legal if text.startswith(("destroy", "build", "hit"))]
        text = (wanted or list(legal))[len(texts) % len(wanted or legal)]
        texts.append(text)
        game.apply(position, legal[text])
    return texts
