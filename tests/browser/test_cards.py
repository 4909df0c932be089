"""Cards of Torres: drawn, kept and put back as cards; those that can't be played say why."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import settled, state_of, until
from tests.browser.positions import link_to_move, opened_at, played
from tests.browser.soundness import violations
from tests.patience import wait_for

MODERN = (("preset", "modern"),)
MASTER = (("preset", "master"),)
COVERED = """(block) => [...document.querySelectorAll('.hand .card')].filter((card) => {
  if (block) card.scrollIntoView({ block, behavior: 'instant' })
  const { x, y, width, height } = card.getBoundingClientRect()
  const middle = [x + width / 2, y + height / 2]
  const foot = [x + width / 2, y + height - 4]
  return [middle, foot].some((at) => !card.contains(document.elementFromPoint(...at)))
}).map((card) => card.dataset.kind)"""
"""The cards that something lies upon, as the page lies or once each is brought into view."""


def before(url: str, word: str) -> str:
    """The seat's link, in a modern game just before the first action that begins so."""
    texts = played("torres", 4, 7, MODERN)
    number = next(n for n, text in enumerate(texts) if text.split()[0] == word)
    opened = opened_at(url, "torres", texts[:number], 4, 7, preset="modern")
    seat = state_of(url, opened["table"])["to_move"]
    link = next(key["link"] for key in opened["keys"] if key["seat"] == seat)
    return str(link)


def sent(page: Page, url: str, link: str) -> list[str]:
    """Say what is to become of drawn cards; return the two actions that it was."""
    table, secret = link.removeprefix("/g/").split("#")
    so_far = state_of(url, table)["actions"]
    page.locator("[data-primary]").click()
    until(page, f"document.querySelector('[data-replay-at]').textContent.includes('{so_far + 2}')")
    log = state_of(url, table, secret)["log"]
    return [entry["text"] for entry in log if entry["kind"] == "action"][-2:]


def test_drawn_cards_are_cards_and_go_where_they_say(screen: Screen, server: Served) -> None:
    link = before(server.url, "keep")
    page = screen(1366, 768)
    page.goto(link)
    assert settled(page)
    drawn = page.locator("[data-drawn]")
    expect(drawn).to_have_count(3)
    for number in range(3):
        assert len(drawn.nth(number).locator("p").inner_text()) > 10
        expect(drawn.nth(number).locator("svg").first).to_be_visible()
    names: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-drawn]')].map((e) => e.dataset.drawn)"
    )
    deck = page.locator(".deck").bounding_box()
    tray = page.locator("[data-region=tray] .game").bounding_box()
    assert deck
    assert tray
    assert deck["y"] + deck["height"] <= tray["y"] + tray["height"], "the deck as it will be"
    page.locator(f'[data-kind="keep {names[1]}"]').click()
    page.locator(f'[data-kind="top {names[0]}"]').click()
    page.locator(f'[data-kind="bottom {names[2]}"]').click()
    expect(page.locator("[data-primary]")).to_contain_text("Keep")
    assert not violations(page)
    assert sent(page, server.url, link) == [f"keep {names[1]}", "return top bottom"]
    new = page.locator("[data-new]")
    expect(new).to_have_count(1)
    new.click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("next turn")


def test_a_drawn_card_is_dragged_onto_the_deck(screen: Screen, server: Served) -> None:
    link = before(server.url, "keep")
    page = screen(1366, 768)
    page.goto(link)
    assert settled(page)
    card = page.locator("[data-drawn]").first
    name = card.get_attribute("data-drawn")
    card.drag_to(page.locator('[data-drop="top"]'))
    expect(page.locator('[data-drop="top"] svg')).to_have_count(1)
    page.locator(f'[data-kind="keep {name}"]').click()
    expect(page.locator('[data-drop="top"] svg')).to_have_count(0)


def test_who_begins_is_chosen_by_name(screen: Screen, server: Served) -> None:
    link = before(server.url, "start")
    page = screen(1366, 768)
    page.goto(link)
    assert settled(page)
    expect(page.locator(".begins")).to_contain_text("You have the fewest points, so you decide")
    button = page.locator(".begins button", has_text="Rook")
    button.click()
    expect(page.locator("[data-primary]")).to_contain_text("Rook begins")
    assert not violations(page)
    page.locator("[data-primary]").click()
    until(page, "document.querySelector('.begins') === null")
    wait_for(lambda: state_of(server.url, link[3:].split("#")[0])["to_move"] == 2)


def test_a_card_that_cannot_be_played_looks_it_and_says_why(screen: Screen, server: Served) -> None:
    texts = played("torres", 4, 7, (("preset", "master"),))
    number = next(
        n + 1
        for n, text in enumerate(texts)
        if text.startswith("play") and not texts[n + 1].startswith("end")
    )
    opened = opened_at(server.url, "torres", texts[:number], 4, 7, preset="master")
    seat = state_of(server.url, opened["table"])["to_move"]
    page = screen(1366, 768)
    page.goto(next(key["link"] for key in opened["keys"] if key["seat"] == seat))
    assert settled(page)
    card = page.locator('.card[data-kind^="play"][aria-disabled="true"]:not(.played)').first
    faded = "(card) => Number(getComputedStyle(card.querySelector('svg')).opacity)"
    assert card.evaluate(faded) < 0.6
    card.click(force=True)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("One card a turn")
    assert " a1" not in (alert.inner_text())
    name = card.locator("b").inner_text().replace("\n", " ").replace("\u00ad", "")
    expect(alert.get_by_role("heading")).to_have_text(f"Not “{name}”")
    expect(alert).to_contain_text(f"“{name}” has to wait")


def test_a_chosen_card_says_what_it_does(screen: Screen, server: Served) -> None:
    texts = played("torres", 4, 7, (("preset", "master"),))
    number = next(n for n, text in enumerate(texts) if text.startswith("play") and n > 60)
    opened = opened_at(server.url, "torres", texts[:number], 4, 7, preset="master")
    page = screen(1366, 768)
    page.goto(link_to_move(server.url, opened))
    assert settled(page)
    name = texts[number].split()[1]
    card = page.locator(f'.card[data-kind="play {name}"]')
    card.click()
    page.mouse.move(5, 5)
    words = page.locator(".say")
    expect(words).to_contain_text(card.locator("b, span").last.inner_text().split()[0])
    expect(words).to_contain_text("knight" if name != "supply" else "block")
    expect(words.locator(".chip")).to_contain_text(re.compile(r"\d+ places?"))


def test_every_card_can_be_tapped_on_a_phone(screen: Screen, server: Served) -> None:
    texts = played("torres", 4, 7, MASTER)
    opened = opened_at(server.url, "torres", texts[:13], 4, 7, preset="master")
    page = screen(390, 844, has_touch=True, is_mobile=True)
    page.goto(link_to_move(server.url, opened))
    assert settled(page)
    page.locator("[aria-expanded]", has_text="Cards").tap()
    expect(page.locator(".hand .card")).to_have_count(10)
    assert page.evaluate(COVERED, None) == []
    for block in ("nearest", "end"):
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(COVERED, block) == []


def test_what_is_said_of_a_drawn_card_is_shown_and_done(screen: Screen, server: Served) -> None:
    link = before(server.url, "keep")
    page = screen(1366, 768)
    page.goto(link)
    assert settled(page)
    names: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-drawn]')].map((e) => e.dataset.drawn)"
    )
    top = page.locator(f'[data-kind="top {names[2]}"]')
    top.click()
    expect(top).to_have_attribute("aria-pressed", "true")
    bottom = page.locator(f'[data-kind="bottom {names[1]}"]')
    expect(bottom).to_have_attribute("aria-pressed", "false")  # nothing was said of it
    for kept in (names[1], names[0]):  # whoever changes their mind says nothing of the first
        page.locator(f'[data-kind="keep {kept}"]').click()
    expect(bottom).to_have_attribute("aria-pressed", "true")
    assert sent(page, server.url, link) == [f"keep {names[0]}", "return bottom top"]


def test_a_list_gives_the_focus_back_to_the_button_that_opened_it(
    screen: Screen, server: Served
) -> None:
    link = before(server.url, "keep")
    page = screen(1366, 768)
    page.goto(link)
    assert settled(page)
    button = page.locator("[data-primary]")
    button.focus()
    page.keyboard.press("Enter")
    page.locator("[data-action]:focus").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("[data-action]")).to_have_count(0)
    expect(button).to_be_focused()
