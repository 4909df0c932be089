"""Every page in light, dark and on a phone; three languages; axe; the bundle's budget."""

import gzip
import random
import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import actions_so_far, open_table, settled, type_something
from tests.browser.people import ANA, BOT
from tests.browser.positions import opened_at, played
from tests.browser.soundness import violations

BUDGET = 150_000
TITLES = ("torres", "blox", "castellan")


@pytest.fixture(scope="module")
def links(server: Served) -> dict[str, str]:
    """A page of every sort: name and address."""
    found = {"home": "/", "rules": "/rules/torres", "records": "/records", "nowhere": "/nothing"}
    for title in TITLES:
        opened = open_table(server.url, title, [ANA, BOT])
        found[title] = opened["keys"][0]["link"]
        over = opened_at(server.url, title, played(title, 2, 7, ()), 2, 7)
        found[f"{title}-end"] = f"/g/{over['table']}"
    return found


def shown(page: Page, name: str) -> None:
    """Wait until a page has what it is there for."""
    if name == "home":
        page.locator('[data-play="torres"]').wait_for()
        page.locator(".picture svg").nth(2).wait_for()
    elif name in TITLES:
        settled(page)
    elif name.endswith("-end"):
        page.locator("[data-screen=end] .scores tbody tr").nth(1).wait_for()
        page.locator("[data-screen=end] svg.board").wait_for()
    else:
        page.locator("main h1").first.wait_for()


@pytest.mark.parametrize("look", ["light", "dark", "phone"])
def test_every_page_is_sound(
    screen: Screen, server: Served, links: dict[str, str], keep: Keep, look: str
) -> None:
    size = (390, 844) if look == "phone" else (1440, 900)
    scheme = "dark" if look == "dark" else "light"
    page = screen(*size, color_scheme=scheme)
    dice = random.Random(9)
    problems = {}
    for name, link in links.items():
        page.goto(link)
        shown(page, name)
        if name in TITLES and look == "light":
            while actions_so_far(page) < 14 and settled(page):
                type_something(page, server.url, link, dice)
            page.keyboard.press("Escape")
        keep(page, f"{name}-{look}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"{name} scrolls sideways: {wide}"
        if found := violations(page):
            problems[name] = found
    assert not problems


@pytest.mark.parametrize(
    ("language", "play", "rules"),
    [("fr-FR", "Jouer", "Règles"), ("de-DE", "Jetzt spielen", "Regeln")],
)
def test_other_languages(
    screen: Screen, links: dict[str, str], keep: Keep, language: str, play: str, rules: str
) -> None:
    page = screen(locale=language)
    page.goto("/")
    expect(page.get_by_role("button", name=play).first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language[:2])
    keep(page, f"home-{language[:2]}")
    for title in TITLES:
        page.goto(links[title])
        shown(page, title)
        keep(page, f"{title}-{language[:2]}")
        text = page.locator("body").inner_text()
        assert "{" not in text
    page.goto("/rules/torres")
    expect(page.get_by_role("navigation", name=rules).first).to_be_visible()


def test_the_language_changes_at_the_table(screen: Screen, links: dict[str, str]) -> None:
    page = screen()
    page.goto(links["torres"])
    settled(page)
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("radio", name="Français").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Préférences")).to_be_visible()
    expect(page.get_by_role("radiogroup", name="Vue")).to_be_visible()


def test_the_text_view_is_a_full_way_to_play(screen: Screen, server: Served, keep: Keep) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    settled(page)
    page.get_by_role("radio", name="Text").click()
    grid = page.get_by_role("grid", name="Board")
    expect(grid.get_by_role("row")).to_have_count(8)
    cell = grid.locator(".lit").first
    expect(cell).to_have_attribute("aria-label", re.compile("possible"))
    cell.click()
    settled(page)
    assert actions_so_far(page) >= 1
    keep(page, "torres-text")


def test_the_first_page_keeps_its_budget(screen: Screen) -> None:
    page = screen()
    sizes: dict[str, int] = {}

    def weigh(response: Response) -> None:
        path = response.url.split("?")[0]
        if path.endswith((".js", ".css")):
            sizes[path] = len(gzip.compress(response.body()))

    page.on("response", weigh)
    page.goto("/")
    shown(page, "home")
    page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes.values()) <= BUDGET
    print(f"first page: {sum(sizes.values())} bytes of script and style, gzip")


def test_nothing_breaks_the_content_security_policy(screen: Screen, links: dict[str, str]) -> None:
    page = screen()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for name, link in links.items():
        page.goto(link)
        shown(page, name)
    assert not [text for text in said if "Content Security Policy" in text]
    assert "script-src" in (page.request.get("/").headers.get("content-security-policy") or "")


@pytest.mark.parametrize(
    "path", ["/#%", "/g/%E0%A4%A", "/rules/%", "/rules/chess", "/%00", "/g/%00", "/j/abc"]
)
def test_no_address_shows_a_blank_page(screen: Screen, path: str) -> None:
    page = screen(1280, 720)
    page.goto(path)
    expect(page.get_by_role("heading", level=1).first).to_be_visible(timeout=30_000)


def test_the_years_of_a_game_stand_on_one_line_of_a_phone(
    screen: Screen, links: dict[str, str]
) -> None:
    page = screen(390, 844, locale="de-DE")
    page.goto(links["torres-end"])
    years = page.get_by_role("rowheader", name=re.compile("^Jahr"))
    years.first.wait_for()
    lines = years.evaluate_all(
        """years => years.map(year => {
          const range = document.createRange()
          range.selectNodeContents(year)
          return range.getClientRects().length
        })"""
    )
    assert lines == [1] * len(lines)
