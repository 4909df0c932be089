"""The room a table has: nothing covers the board, trays keep their height, boards are large."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import settled
from tests.browser.positions import link_to_move, midgame, opened_at, played

WINDOWS = [(1280, 720), (1366, 768), (1920, 1080), (820, 1180)]
"""The usual ones, and a tablet."""
ZOOMED = [(1366, 768), (1280, 960)]
ZOOM = 1.5
"""A browser zooms by larger pixels (device scale factor) in a window of as many fewer."""

SOLID = """() => {
  const sheet = new CSSStyleSheet()
  const sheets = 'svg:is(.hints, .marks) { pointer-events: none !important }' // not what is on them
  sheet.replaceSync(`* { pointer-events: auto !important } ${sheets}`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}"""
"""What lets the pointer through may cover all the same."""
COVERED = """() => {
  const board = document.querySelector('svg.board')
  const found = []
  const things = '[data-figure], [data-tower], .thing > *, .entry, [data-spot]'
  const marks = `${things}, .target, .coordinate, .name`
  for (const thing of board.querySelectorAll(marks)) {
    const box = thing.getBoundingClientRect()
    for (const [u, v] of [[.5, .02], [.5, .5], [.1, .5], [.9, .5]]) {
      const at = [box.left + u * box.width, box.top + v * box.height]
      const top = document.elementFromPoint(...at)
      const outside = at[0] < 0 || at[1] < 0 || at[0] > innerWidth || at[1] > innerHeight
      if (outside || !(board.contains(top) || top.contains(board)))
        found.push([thing.outerHTML.slice(0, 90), ...at])
    }
  }
  return found
}"""


def sit(screen: Screen, link: str, size: tuple[int, int], view: str, **given: Any) -> Page:
    page = screen(*size, **given)
    page.add_init_script(
        f"localStorage.setItem('tourelle.preferences', JSON.stringify({{view: '{view}'}}))"
    )
    page.goto(link)
    assert settled(page)
    return page


@pytest.mark.parametrize("game", ["torres", "blox", "castellan"])
@pytest.mark.parametrize("view", ["raised", "flat"])
def test_nothing_covers_a_figure_a_target_or_an_entry(
    screen: Screen, server: Served, game: str, view: str
) -> None:
    link = midgame(server.url, game, 0.5)
    zoomed = [(round(w / ZOOM), round(h / ZOOM)) for w, h in ZOOMED]
    for size in (*WINDOWS, *zoomed):
        page = sit(screen, link, size, view, device_scale_factor=ZOOM if size in zoomed else 1)
        page.keyboard.press("w")  # what happened is marked on the board until one puts it away
        page.evaluate(SOLID)
        for turn in range(2 if game == "castellan" else 4):
            if turn:
                page.keyboard.press("e")
            assert page.evaluate(COVERED) == [], (size, turn)
        page.close()


@pytest.mark.parametrize(("game", "lit"), [("torres", ".target"), ("blox", ".entry")])
@pytest.mark.parametrize("view", ["raised", "flat"])
def test_nothing_covers_where_a_figure_may_come(
    screen: Screen, server: Served, game: str, lit: str, view: str
) -> None:
    link = midgame(server.url, game, 0.06 if game == "blox" else 0.5)
    for size in ((1366, 768), (820, 1180)):
        page = sit(screen, link, size, view)
        page.keyboard.press("w")
        page.keyboard.press("n")
        page.locator(f"svg.board {lit}").first.wait_for(state="attached")
        page.evaluate(SOLID)
        assert page.evaluate(COVERED) == [], size
        page.close()


@pytest.mark.parametrize(
    ("game", "view", "size", "least"),
    [
        ("torres", "raised", (1366, 768), 950),
        ("torres", "raised", (1280, 720), 860),
        ("torres", "flat", (1366, 768), 580),
        ("blox", "flat", (1366, 768), 600),
        ("blox", "raised", (1280, 720), 560),
        ("torres", "raised", (911, 512), 520),
        ("torres", "raised", (820, 1180), 780),
    ],
)
def test_the_board_is_as_large_as_the_window_allows(
    screen: Screen, server: Served, game: str, view: str, size: tuple[int, int], least: int
) -> None:
    page = sit(screen, midgame(server.url, game, 0.5), size, view)
    drawn: float = page.evaluate(
        """() => {
          const board = document.querySelector('svg.board')
          return board.viewBox.baseVal.width * board.getScreenCTM().a
        }"""
    )
    assert drawn >= least


@pytest.mark.parametrize("game", ["torres", "blox", "castellan"])
@pytest.mark.parametrize("size", [(1366, 768), (820, 1180)])
def test_the_board_keeps_its_size_whatever_the_turn_asks_for(
    screen: Screen, server: Served, game: str, size: tuple[int, int]
) -> None:
    sizes = set()
    for share in (0.0, 0.1, 0.3, 0.33, 0.36, 0.5, 0.62, 0.8):
        page = sit(screen, midgame(server.url, game, share), size, "flat")
        sizes.add(
            str(
                page.evaluate(
                    "JSON.stringify(document.querySelector('.stage').getBoundingClientRect())"
                )
            )
        )
        page.close()
    assert len(sizes) == 1


@pytest.mark.parametrize("size", [(1366, 768), (820, 1180)])
def test_blox_keeps_its_size_within_a_turn_and_while_others_play(
    screen: Screen, server: Served, size: tuple[int, int]
) -> None:
    texts = played("blox", 4, 7, ())
    opened = opened_at(server.url, "blox", texts[: len(texts) // 2], 4, 7)
    mine = link_to_move(server.url, opened)
    page = sit(screen, mine, size, "flat")
    stage = "JSON.stringify(document.querySelector('.stage').getBoundingClientRect())"
    sizes = {page.evaluate(stage)}
    page.keyboard.press("1")
    sizes.add(page.evaluate(stage))
    page.keyboard.press("Escape")
    page.locator("svg.board [data-place].acts").first.click(force=True)
    page.locator("svg.board .chosen").wait_for()
    sizes.add(page.evaluate(stage))
    other = next(key["link"] for key in opened["keys"] if key["link"] != mine)
    page.goto(other)
    page.locator("svg.board").wait_for()
    expect(page.locator("[data-active=true]")).to_have_count(0)
    sizes.add(page.evaluate(stage))
    assert len(sizes) == 1


@pytest.mark.parametrize("game", ["torres", "blox", "castellan"])
def test_a_tablet_shows_its_whole_bar(screen: Screen, server: Served, game: str) -> None:
    for locale in ("en-GB", "fr-FR", "de-DE"):
        page = sit(screen, midgame(server.url, game, 0.4), (820, 1180), "flat", locale=locale)
        boxes: list[list[float]] = page.evaluate(
            """[...document.querySelectorAll('.top > *, .top .seg button')].map((part) => {
              const box = part.getBoundingClientRect()
              return [box.left, box.right, part.scrollWidth - part.clientWidth]
            }).filter(([left, right]) => right > left)"""
        )
        assert all(right <= 820 for _, right, _ in boxes)
        direct: list[list[float]] = page.evaluate(
            """[...document.querySelectorAll('.top > *')].map((part) => {
              const inner = [...part.querySelectorAll('*'), part]
                .map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0)
              return [Math.min(...inner.map((b) => b.left)), Math.max(...inner.map((b) => b.right))]
            }).filter(([left, right]) => right > left)"""
        )
        for (_, right), (left, _) in pairwise(direct):
            assert right <= left + 1
        page.close()
