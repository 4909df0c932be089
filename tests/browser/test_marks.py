"""What is drawn over a position: seen through towers, told apart from every ground, and true."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import LIT, open_table, place, settled, state_of, type_something
from tests.browser.people import ANA, BOT
from tests.browser.positions import midgame, opened_at, played

REACHED = """(wanted) => {
  const places = (at) => document.elementsFromPoint(...at)
    .map((e) => e.closest('[data-place]')).filter((e) => e !== null)
  const meant = (areas) => areas[0]?.matches('.seen:not(.acts)')
    ? (areas.find((e) => e.matches('.acts')) ?? areas[0]) : areas[0]
  const spots = {}
  for (const name of wanted) {
    const areas = [...document.querySelectorAll(`svg.board .hits [data-place="${name}"]`)]
    for (const area of areas.reverse()) {
      const box = area.getBoundingClientRect()
      for (let i = 0; i < 100 && !spots[name]; i += 1) {
        const u = (i % 10 + 0.5) / 10, v = (Math.floor(i / 10) + 0.5) / 10
        const at = [box.x + box.width * u, box.y + box.height * v]
        if (meant(places(at))?.dataset.place === name) spots[name] = at
      }
    }
  }
  return spots
}"""


COVERED = """() => {
  const towers = [...document.querySelectorAll('svg.board [data-tower]')]
  const hides = (tower, x, y) => [...tower.querySelectorAll('polygon')].some((shape) =>
    shape.isPointInFill(new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse())))
  return [...document.querySelectorAll('svg.board use[data-figure]')].filter((figure) => {
    const box = figure.getBoundingClientRect()
    const later = towers.filter((tower) =>
      figure.compareDocumentPosition(tower) & Node.DOCUMENT_POSITION_FOLLOWING)
    return [0.35, 0.5, 0.65, 0.8].every((share) => later.some((tower) =>
      hides(tower, box.x + box.width / 2, box.y + box.height * share)))
  }).map((figure) => figure.dataset.figure)
}"""
"""Figures whose body is painted over by towers before them, from what was painted."""


def test_every_covered_figure_is_drawn_through_its_towers(screen: Screen, server: Served) -> None:
    page = screen(1366, 768)
    found: list[str] = []
    for share in (0.6, 0.9):
        page.goto(midgame(server.url, "torres", share, preset="master"))
        assert settled(page)
        page.mouse.move(2, 200)
        for _ in range(4):
            covered: list[str] = page.evaluate(COVERED)
            for name in covered:
                expect(page.locator(f'[data-through="{name}"]').first).to_be_visible()
            found += covered
            page.keyboard.press("e")
    assert found, "in none of these positions does a tower cover a figure"


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_every_figure_and_target_is_hovered_in_every_rotation(
    screen: Screen, server: Served, share: float
) -> None:
    page = screen(1366, 768)
    page.goto(midgame(server.url, "torres", share, preset="master"))
    assert settled(page)
    page.keyboard.press("b")  # where one can build is lit: targets, not figures alone
    page.locator("svg.board .hits .acts").first.wait_for(state="attached")
    for _ in range(4):
        figures: list[str] = page.evaluate(
            "[...document.querySelectorAll('[data-figure]')].map((e) => e.dataset.figure)"
        )
        lit: list[str] = page.evaluate(
            "[...new Set([...document.querySelectorAll('.hits .acts')].map(e => e.dataset.place))]"
        )
        spots: dict[str, list[float]] = page.evaluate(REACHED, sorted({*figures, *lit}))
        assert set(spots) >= {*figures, *lit}
        behind: list[str] = page.evaluate(
            "[...document.querySelectorAll('[data-through]')].map((e) => e.dataset.through)"
        )
        for name in behind[:3]:
            expect(page.locator(f'[data-through="{name}"]').first).to_be_visible()
            page.mouse.move(*spots[name])
            expect(page.locator("svg.board")).to_have_attribute("data-hovered", name)
        page.mouse.move(2, 200)
        page.keyboard.press("e")


def test_a_square_that_a_knight_left_is_not_marked_as_raised(
    screen: Screen, server: Served
) -> None:
    page = screen()
    for view in ("Flat", "Raised"):
        link = leaving_a_tower(server.url)
        page.goto(link[0])
        page.get_by_role("radio", name=view).click()
        assert settled(page)
        expect(page.locator("svg.board .staged").first).to_be_attached()
        expect(page.locator("svg.board .plus")).to_have_count(0)


def leaving_a_tower(url: str) -> tuple[str, str]:
    """Open a table where the last action was a knight's move from a tower, in a turn still open."""
    texts = played("torres", 4, 7, ())
    for number, text in enumerate(texts):
        words = text.split()
        if number < 60 or words[0] != "move" or texts[number + 1].split()[0] == "end":
            continue
        opened = opened_at(url, "torres", texts[: number + 1], 4, 7)
        state = state_of(url, opened["table"])
        if state["staged"] and height(state["view"]["board"], words[1]) > 0:
            if any(t.split()[0] != "move" for t in texts[number + 1 - state["staged"] : number]):
                continue
            key = next(key for key in opened["keys"] if key["seat"] == state["to_move"])
            return str(key["link"]), words[1]
    raise AssertionError("no knight leaves a tower")


def height(board: str | list[str], square: str) -> int:
    rows = board.strip().split("\n") if isinstance(board, str) else board
    cell = rows[8 - int(square[1])].split()["abcdefgh".index(square[0])]
    return int(cell[:-1] or 0) if cell[:-1].isdigit() else 0


LUMINANCE = """(colour) => {
  const canvas = document.createElement('canvas').getContext('2d')
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}"""


def contrast(page: Page, one: str, other: str) -> float:
    a, b = sorted((page.evaluate(LUMINANCE, one), page.evaluate(LUMINANCE, other)))
    return float((b + 0.05) / (a + 0.05))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["blox", "torres"])
def test_marks_differ_from_every_ground(
    screen: Screen, server: Served, game: str, theme: str
) -> None:
    page = screen(color_scheme=theme)
    for share in (0.5, 0.52, 0.54, 0.56, 0.58, 0.6, 0.62, 0.64):
        page.goto(midgame(server.url, game, share))
        assert settled(page)
        if page.locator("svg.board .last").count():
            break
    page.keyboard.press("ArrowUp")

    def colour(name: str) -> str:
        return str(
            page.evaluate(f"getComputedStyle(document.documentElement).getPropertyValue('{name}')")
        )

    def strokes(selector: str) -> list[str]:
        found: list[str] = page.evaluate(
            f"[...document.querySelectorAll('{selector}')].map((e) => getComputedStyle(e).stroke)"
        )
        return sorted(set(found))

    grounds = (
        [f"--blox-{letter}" for letter in "bgwp"]
        if game == "blox"
        else ["--ground-1", "--ground-2", *(f"--stone-{n}" for n in range(1, 8))]
    )
    marks = {
        "last": strokes("svg.board .last, svg.board .casing:has(+ .last)"),
        "cursor": strokes(
            "svg.board .cursor .ground, svg.board .cursor-casing"
            if game == "blox"
            else "svg.board .cursor"
        ),
    }
    for name, colours in marks.items():
        assert len(colours) == 2, name
        for ground in grounds:
            best = max(contrast(page, each, colour(ground)) for each in colours)
            assert best >= 3, (name, ground, best)


STONE = (".top", ".face", ".roof", ".ring", ".floor")
COLOURS = """([selector, style]) => [...new Set([...document.querySelectorAll(selector)]
  .flatMap((one) => getComputedStyle(one)[style].match(/rgba?\\([^)]*\\)|#\\w+/g) ?? []))]"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_of_a_castle_differ_from_meadow_courtyards_and_stone(
    screen: Screen, server: Served, theme: str
) -> None:
    page = screen(color_scheme=theme)
    page.goto(midgame(server.url, "castellan", 0.52))
    assert settled(page)
    page.locator('[data-kind][aria-disabled="false"]').first.click()
    page.locator("svg [data-spot]").first.wait_for()

    def colours(selector: str, style: str = "stroke") -> list[str]:
        found: list[str] = page.evaluate(COLOURS, [selector, style])
        assert found, selector
        return found

    def token(name: str) -> str:
        return str(
            page.evaluate(f"getComputedStyle(document.documentElement).getPropertyValue('{name}')")
        )

    meadow = [token(f"--meadow-{n}") for n in (1, 2)]
    yards = [token(f"--seat-{seat}-tint") for seat in "abcd"]
    stone = [each for part in STONE for each in colours(f"svg .piece {part}", "fill")]
    marks = {
        "lit": colours("svg .spot .lit") + colours("svg .spot .white"),
        "staged": colours("svg .piece.staged", "filter"),
    }
    page.locator("svg [data-spot]").first.focus()
    page.keyboard.press("ArrowRight")
    page.locator("svg [data-spot]:focus-visible").wait_for()
    marks["focus"] = colours("svg .spot:focus-visible .reach")
    opened = open_table(server.url, "castellan", [ANA, BOT])
    page.goto(opened["keys"][0]["link"])
    dice = random.Random(1)
    while settled(page) and not page.locator("svg .piece.fresh").count():
        type_something(page, server.url, opened["keys"][0]["link"], dice)
    marks["last"] = colours("svg .piece.fresh", "filter")
    failing = [
        (name, ground, round(best, 2))
        for name, found in marks.items()
        for ground in (*meadow, *yards, *stone)
        if (best := max(contrast(page, each, ground) for each in found)) < 3
    ]
    assert not failing


def test_a_turn_of_ones_own_counts_the_blocks_it_laid(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, {"kind": "bot", "bot": "random"}])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    page.get_by_role("radio", name="Flat").click()
    for _ in range(60):
        assert settled(page)
        if page.locator('[data-kind="block"][aria-disabled="false"]').count():
            break
        lit: list[Any] = page.evaluate(
            f"[...document.querySelectorAll('{LIT}')].map(e => e.dataset.place)"
        )
        place(page, lit[0])
        page.wait_for_timeout(100)
    page.keyboard.press("b")
    page.locator("svg.board [data-place].acts").first.click()
    if page.locator("[data-action]").count():
        page.locator("[data-action]").first.click()
    expect(page.locator("svg.board .plus")).to_have_text("+1")
