"""Every word fits its place: three languages, a phone, a tablet and a small laptop."""

import random

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Screen, Served
from tests.browser.driving import actions_so_far, open_table, settled, type_something
from tests.browser.people import ANA, BOT

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1280, 720)}

CUT_OFF = """() => {
  const found = new Set()
  const away = 'svg, .picture, [role=grid]:not(.visible), .hidden, .unseen, select, textarea, kbd'
  for (const element of document.querySelectorAll('body *')) {
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    if (!says || element.closest(away) || !element.checkVisibility()) continue
    const range = document.createRange()
    range.selectNodeContents(element)
    const text = range.getBoundingClientRect()
    const outside = (box, by) => text.right > box.right + by || text.left < box.left - by
    const beyond = (box, by) => text.bottom > box.bottom + by || text.top < box.top - by
    let why = ''
    for (let box = element; box !== document.body && !why; box = box.parentElement) {
      const style = getComputedStyle(box)
      const edges = box.getBoundingClientRect()
      const framed = box.matches('button, .btn, .chip')
      if (framed && (outside(edges, 1) || beyond(edges, 1))) why = box.className || box.tagName
      if (style.overflowX === 'hidden' && outside(edges, 1)) why = box.className
      if (style.overflowY === 'hidden' && beyond(edges, 2)) why = box.className
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break
      const last = box.parentElement === document.body && !why
      if (last && outside({ left: 0, right: innerWidth }, 1)) why = 'the window'
    }
    if (why) found.add(`${element.textContent.trim().slice(0, 40)} | out of ${why}`)
  }
  return [...found]
}"""


@pytest.fixture(scope="module")
def links(server: Served, browser: Browser) -> dict[str, str]:
    """A table of every title some actions into the game, where all sorts of things are shown."""
    found = {}
    page = browser.new_page(base_url=server.url, reduced_motion="reduce")
    for title, seats in (("torres", 4), ("blox", 4), ("castellan", 2)):
        preset = {"preset": "master"} if title == "torres" else {}
        opened = open_table(server.url, title, [ANA, *[BOT] * (seats - 1)], **preset)
        link = found[title] = opened["keys"][0]["link"]
        page.goto(link)
        dice = random.Random(3)
        while settled(page) and actions_so_far(page) < 40:
            type_something(page, server.url, link, dice)
    page.close()
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_no_word_is_cut_off(
    screen: Screen, links: dict[str, str], language: str, size: str
) -> None:
    page = screen(*SIZES[size], locale=language, has_touch=size != "laptop")
    cut: dict[str, list[str]] = {}

    def look(name: str) -> None:
        if found := page.evaluate(CUT_OFF):
            cut[name] = found

    page.goto("/")
    page.locator('[data-play="torres"]').wait_for()
    look("home")
    page.locator(".cta button.icon").first.click()
    page.locator("[data-start]").wait_for()
    look("builder")
    page.locator("header.top button").last.click()
    page.locator("dialog").wait_for()
    look("preferences")
    page.goto("/records")
    page.locator("main h1").wait_for()
    look("records")
    for title, link in links.items():
        page.goto(link)
        settled(page)
        look(title)
    assert not cut
