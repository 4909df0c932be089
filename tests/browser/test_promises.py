"""What a choice would do is seen before it is done; what seats have is seen too."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import LIT, read, settled, state_of
from tests.browser.positions import midgame
from tests.browser.soundness import violations
from tests.browser.test_choosing import turn_with_points


def prefer(page: Page, view: str) -> None:
    page.add_init_script(
        f"localStorage.setItem('tourelle.preferences', JSON.stringify({{view: '{view}'}}))"
    )


def lit(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        f"[...new Set([...document.querySelectorAll('{LIT}')].map((e) => e.dataset.place))]"
    )
    return found


@pytest.mark.parametrize("view", ["flat", "raised"])
def test_a_block_is_seen_with_its_cost_before_it_is_laid(
    screen: Screen, server: Served, view: str
) -> None:
    _, link = turn_with_points(server)
    page = screen(1366, 768)
    prefer(page, view)
    page.goto(link)
    assert settled(page)
    page.keyboard.press("b")
    expect(page.locator("[data-preview]")).to_have_count(0)
    page.locator(f'[data-cell="{lit(page)[0]}"]').focus()
    expect(page.locator("[data-preview]")).to_have_count(1)
    expect(page.locator(".say .cost")).to_contain_text("1 AP")


@pytest.mark.parametrize("view", ["flat", "raised"])
def test_blox_says_what_a_figure_can_do_and_shows_it(
    screen: Screen, server: Served, view: str
) -> None:
    page = screen(1366, 768)
    prefer(page, view)
    page.goto(midgame(server.url, "blox", 0.4))
    assert settled(page)
    figures = page.locator("[data-way-of]")
    expect(figures.first).to_be_visible()
    square = figures.first.get_attribute("data-way-of")
    figures.first.click()
    expect(read(page, f"Your figure on {square} can")).to_be_visible()
    ways = page.locator("[data-way]")
    assert ways.count() == len(set(ways.evaluate_all("all => all.map((e) => e.dataset.way)")))
    ways.first.hover()
    expect(page.locator("[data-preview]")).to_have_count(1)
    expect(page.locator(".card.pays, .card.chosen").first).to_be_attached()
    expect(page.locator(".say .cost")).to_contain_text("pays")
    assert not violations(page)
    ways.first.click()
    expect(ways).to_have_count(0)
    page.goto(midgame(server.url, "blox", 0.5))
    page.locator("[data-way-of]").first.wait_for()
    page.locator('[data-way-of="g9"]').click()
    page.locator('[data-way^="hit"]').first.hover()
    gain = page.locator("[data-gain]")
    expect(gain).to_be_visible()
    covered = gain.evaluate(
        """(gain) => {
          const at = gain.getBoundingClientRect()
          const figures = 'svg.board :is([href^="#sh-"], [href^="#fg-"])'
          const all = [...document.querySelectorAll(figures)]
          return all.map((one) => one.getBoundingClientRect()).filter((box) =>
            at.right > box.left + box.width / 4 && at.left < box.right - box.width / 4
            && at.bottom > box.top && at.top < box.bottom).length
        }"""
    )
    assert covered == 0, "figures under the points"


def test_a_way_of_the_list_is_looked_at_first_where_one_asks_for_it(
    screen: Screen, server: Served
) -> None:
    page = screen(1366, 768)
    page.add_init_script(
        "localStorage.setItem('tourelle.preferences', JSON.stringify({confirm: true}))"
    )
    page.goto(midgame(server.url, "blox", 0.4))
    assert settled(page)
    page.locator("[data-way-of]").first.click()
    way = page.locator("[data-way]").first
    way.click()
    expect(page.locator("[data-pending]")).to_be_visible()
    expect(way).to_be_visible()
    way.click()
    expect(page.locator("[data-way]")).to_have_count(0)


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_blocks_of_every_seat_are_seen_by_colour(
    screen: Screen, server: Served, size: tuple[int, int]
) -> None:
    link = midgame(server.url, "blox", 0.55)
    page = screen(*size)
    page.goto(link)
    assert settled(page)
    table = re.findall(r"/g/([^#]+)", link)[0]
    for seat, blocks in enumerate(state_of(server.url, table)["view"]["blocks"]):
        row = page.locator(".seats .seat, .scores button").nth(seat)
        for colour, word in zip("bgwp", ("black", "grey", "white", "purple"), strict=True):
            if number := blocks.count(colour):
                token = row.locator(f'[title="{word} blocks: {number}"]')
                expect(token).to_have_count(1)
