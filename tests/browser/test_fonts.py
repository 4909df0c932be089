"""The page carries its own faces: one look and the same widths, whatever fonts a machine has."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Response

from tests.browser.conftest import Screen, Served
from tests.browser.driving import open_table, settled, until
from tests.browser.positions import midgame

TITLES = ("torres", "blox", "castellan")
FIRST = 50_000
"""Bytes of fonts that the first page may fetch."""
ALL = 80_000
"""Bytes of fonts that any page may fetch, all together."""
OURS = {"Tourelle Text", "Tourelle Display", "Tourelle Notation"}
EMS = {
    "--font-text": ("Türme, Höfe: où êtes-vous? 0123456789", 18.80),
    "--font-display": ("Torres, BLOX und Castellan", 13.343),
    "--font-mono": ("move i9 l1", 6.0),
}
"""What a line measures, in heights of its letters."""


def faces(page: Page) -> dict[str, tuple[bool, str]]:
    """The faces that draw the text of a page: whether each is ours, and an element it draws."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    wanted = {"nodeId": root, "selector": "body *"}
    drawn: dict[str, tuple[bool, str]] = {}
    for node in devtools.send("DOM.querySelectorAll", wanted)["nodeIds"]:
        used = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        for font in used:
            if font["familyName"] not in drawn:
                html = devtools.send("DOM.getOuterHTML", {"nodeId": node})["outerHTML"]
                drawn[font["familyName"]] = (font["isCustomFont"], html[:200])
    devtools.detach()
    return drawn


def loaded(page: Page) -> None:
    until(page, "document.fonts.status === 'loaded'")


def addresses(server: Served) -> Iterator[str]:
    yield from ("/", "/records", "/nothing")
    for title in TITLES:
        yield f"/rules/{title}"
        seats = [{"kind": "here", "name": "Ana"}, {"kind": "bot", "bot": "random"}]
        opened: dict[str, Any] = open_table(server.url, title, seats)
        yield opened["keys"][0]["link"]


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_every_letter_is_drawn_with_a_face_of_ours(
    screen: Screen, server: Served, language: str
) -> None:
    page = screen(locale=language)
    seen = set()
    for address in addresses(server):
        page.goto(address)
        if address.startswith("/g/"):
            assert settled(page)
        else:
            page.locator("main h1").first.wait_for()
        loaded(page)
        drawn = faces(page)
        strange = {name: html for name, (ours, html) in drawn.items() if not ours}
        assert not strange, address
        seen |= set(drawn)
    assert {"Tourelle Text", "Tourelle Display", "Tourelle Notation"} <= seen
    assert {name.split()[0] for name in seen} == {"Tourelle"}


def test_names_on_a_board_are_set_in_the_face_of_the_page(screen: Screen, server: Served) -> None:
    page = screen()
    page.goto(midgame(server.url, "blox", 0.5))
    assert settled(page)
    page.keyboard.press("n")  # entries are named where one can enter
    faces_used = page.locator("svg.board text").evaluate_all(
        "all => all.map((e) => getComputedStyle(e).fontFamily)"
    )
    assert faces_used
    assert {face.split(",")[0].strip('"') for face in faces_used} <= OURS


def test_a_line_is_equally_wide_on_every_machine(screen: Screen) -> None:
    page = screen()
    page.goto("/")
    page.locator('[data-play="torres"]').wait_for()
    page.evaluate("Promise.all([...document.fonts].map((face) => face.load().catch(() => 0)))")
    measured = {}
    for face, (line, _) in EMS.items():
        measured[face] = page.evaluate(
            """([face, line]) => {
              const span = document.createElement('span')
              span.style.cssText = `position:fixed;white-space:pre;font:700 100px var(${face})`
              span.textContent = line
              document.body.append(span)
              return span.getBoundingClientRect().width / 100
            }""",
            [face, line],
        )
    assert measured == pytest.approx({face: ems for face, (_, ems) in EMS.items()}, abs=0.01)


def test_the_notation_tells_letters_apart(screen: Screen) -> None:
    """BLOX has a ninth column, i: it is neither l nor 1."""
    page = screen()
    page.goto("/")
    page.evaluate("document.fonts.load('500 60px \"Tourelle Notation\"')")
    ink = page.evaluate(
        """[...'il1IO0'].map((letter) => {
          const paper = document.createElement('canvas').getContext('2d')
          paper.canvas.width = paper.canvas.height = 100
          paper.font = '500 60px "Tourelle Notation"'
          paper.fillText(letter, 20, 70)
          const dots = paper.getImageData(0, 0, 100, 100).data
          return Array.from({ length: 10000 }, (_, at) => (dots[4 * at + 3] > 127 ? 1 : 0))
        })"""
    )
    for number, one in enumerate(ink):
        for other in ink[:number]:
            apart = sum(a != b for a, b in zip(one, other, strict=True))
            assert apart > 0.07 * min(sum(one), sum(other))


def test_the_faces_keep_their_budget(screen: Screen, server: Served) -> None:
    page = screen()
    sizes: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if response.url.endswith(".woff2"):
            assert response.headers["content-type"] == "font/woff2"
            sizes[response.url] = len(response.body())

    page.on("response", weigh)
    page.goto("/")
    page.locator('[data-play="torres"]').wait_for()
    page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes.values()) <= FIRST
    for address in addresses(server):
        page.goto(address)
        page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) <= ALL
    assert "SIL OPEN FONT LICENSE" in page.request.get("/fonts.txt").text()
