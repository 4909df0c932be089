"""Every game by keys alone, in the text view: cells say what they are, and the focus stays."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import (
    actions_so_far,
    is_over,
    open_table,
    read,
    settled,
    state_of,
    until,
)
from tests.browser.people import ANA, BOT
from tests.browser.positions import link_to_move, midgame, opened_at, played
from tests.browser.soundness import violations
from tests.patience import wait_for
from tourelle.games import game_class

ARROWS = {"x": ("ArrowLeft", "ArrowRight"), "y": ("ArrowUp", "ArrowDown")}
ACTIVE = "document.activeElement"
WHERE = """[...document.querySelectorAll('[role=row]')].flatMap((row, y) =>
  [...row.children].map((cell, x) => ({ x, y, here: cell === document.activeElement,
    lit: cell.matches('.lit, .ready'), label: cell.getAttribute('aria-label') })))"""
KIND = "[data-kind][aria-disabled=false]"
LIVELY = 45
"""So many actions of both seats show every kind of turn."""


def held(page: Page) -> None:
    """The focus must be on something."""
    until(page, f"{ACTIVE} !== null && {ACTIVE} !== document.body")


def walk(page: Page, dice: random.Random) -> bool:
    """Walk by arrow keys to a cell that is lit; False where none is."""
    cells = page.evaluate(WHERE)
    lit = [cell for cell in cells if cell["lit"]]
    if not lit:
        return False
    if not any(cell["here"] for cell in cells):
        page.keyboard.press("ArrowUp")
        cells = page.evaluate(WHERE)
    at = next(cell for cell in cells if cell["here"])
    goal = dice.choice(lit)
    for axis in ("x", "y"):
        steps = goal[axis] - at[axis]
        for _ in range(abs(steps)):
            page.keyboard.press(ARROWS[axis][steps > 0])
    assert page.evaluate(f"{ACTIVE}.getAttribute('aria-label')") == goal["label"]
    return True


def tab_to(page: Page, selector: str) -> bool:
    """Press Tab until the focus is on such an element; False where it never is."""
    if not page.locator(selector).count():
        return False
    for _ in range(80):
        if page.evaluate(f"{ACTIVE}.matches({selector!r})"):
            return True
        page.keyboard.press("Tab")
    return False


def choose(page: Page, dice: random.Random) -> None:
    """Do one thing by keys: answer, pick a lit cell, choose a card or a kind, confirm."""
    luck = dice.random()
    if page.locator("[data-action]").count() or page.locator("[data-answer]").count():
        assert tab_to(page, "[data-action], [data-answer]")
        page.keyboard.press("Enter")
    elif (luck < 0.6 and walk(page, dice)) or (luck < 0.8 and tab_to(page, KIND)):
        page.keyboard.press("Enter")
    elif luck < 0.9:
        page.keyboard.press(dice.choice("1234"))
    else:
        page.keyboard.press("t")


def sit(screen: Screen, server: Served, title: str, **options: int) -> Page:
    opened = open_table(server.url, title, [ANA, BOT], **options)
    page = screen()
    page.goto(opened["keys"][0]["link"])
    settled(page)
    page.get_by_role("radio", name="Text").click()
    assert tab_to(page, "[role=gridcell]")
    return page


@pytest.mark.parametrize("title", ["torres", "blox", "castellan"])
def test_a_game_by_keys_alone_and_the_focus_stays(
    screen: Screen, server: Served, title: str
) -> None:
    page = sit(screen, server, title)
    dice = random.Random(5)
    for _ in range(400):
        if actions_so_far(page) >= LIVELY or not settled(page):
            break
        choose(page, dice)
        page.wait_for_timeout(30)
        if not is_over(page):
            held(page)
    assert actions_so_far(page) >= LIVELY or is_over(page)


def test_a_whole_game_by_keys_alone(screen: Screen, server: Served) -> None:
    page = sit(screen, server, "blox", round_limit=6)
    dice = random.Random(3)
    for _ in range(400):
        if not settled(page):
            break
        choose(page, dice)
        page.wait_for_timeout(30)
    assert is_over(page)
    until(page, f"{ACTIVE}.matches('[data-screen=end] h1')")
    assert tab_to(page, "[data-screen=end] button")


@pytest.mark.parametrize("width", [1280, 820, 390])
def test_the_signs_of_a_castle_stay_in_their_cells(
    screen: Screen, server: Served, width: int
) -> None:
    page = screen(width, 720)
    page.add_init_script(
        "localStorage.setItem('tourelle.preferences', JSON.stringify({view: 'text'}))"
    )
    page.goto(midgame(server.url, "castellan", 0.8))
    page.locator("[role=gridcell] b").first.wait_for()
    signs = page.evaluate(
        "[...document.querySelectorAll('[role=gridcell]')].filter(c => c.innerText.length > 8)"
        ".map(c => [c.innerText, c.scrollWidth - c.clientWidth])"
    )
    assert len(signs) > 5, "a castle with crossings"
    assert [sign for sign in signs if sign[1] > 0] == []


def test_castellan_in_words(screen: Screen, server: Served) -> None:
    page = sit(screen, server, "castellan")
    for card in "1234":  # the first card that may be played alone
        page.keyboard.press(card)
        if page.locator("[data-primary]").get_attribute("aria-disabled") == "false":
            break
        page.keyboard.press(card)
    page.keyboard.press("t")
    page.locator("[role=gridcell].lit").first.wait_for()
    for key, piece in (("o", "tower"), ("l", "long wall"), ("s", "short wall")):
        if not page.locator(f'[data-kind="{piece.split()[0]}"][aria-disabled="false"]').count():
            continue
        page.keyboard.press(key)
        cell = page.get_by_role("gridcell", name=re.compile(f"possible: {piece}")).first
        goal = cell.get_attribute("data-cell")
        cell.focus()
        expect(page.locator(".say")).to_contain_text(re.compile(f"Places a {piece}|choices for"))
        page.keyboard.press("Enter")
        if page.locator("[data-action]").count():  # which of the walls that begin here?
            assert tab_to(page, "[data-action]")
            page.keyboard.press("Enter")
        where = " to the (north|east|south|west)" if "wall" in piece else ""
        placed = page.locator(f'[data-cell="{goal}"]')
        expect(placed).to_have_attribute("aria-label", re.compile(f"^{goal}, .*{piece}{where}"))
        expect(placed).to_be_focused()
        if "wall" in piece:
            return
    raise AssertionError("no wall could be placed")


def test_blox_tells_a_figure_from_a_block(screen: Screen, server: Served) -> None:
    page = sit(screen, server, "blox")
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("row")).to_have_count(9)
    page.locator("[role=gridcell].lit").first.click()
    settled(page)
    figure = grid.get_by_role("gridcell", name=re.compile("figure of A Ana"))
    expect(figure.first).to_contain_text("♟A")
    tower = grid.get_by_role("gridcell", name=re.compile(r"tower of \d: black"))
    expect(tower.first).to_contain_text(re.compile(r"\d b"))
    expect(read(page, "♟A: figure of seat A")).to_be_visible()


@pytest.mark.parametrize("title", ["blox", "castellan"])
def test_a_long_log_is_one_stop_of_the_tab_key(screen: Screen, server: Served, title: str) -> None:
    page = screen(1366, 768)
    page.goto(midgame(server.url, title, 0.7))
    assert settled(page)
    lines = page.locator(".turn a")
    assert lines.count() > 50
    cell, cards = (
        "[role=gridcell], [data-spot], svg.board",
        "[data-kind], [data-card], [data-answer]",
    )
    assert tab_to(page, cell)
    stops = 0
    while not page.evaluate(f"{ACTIVE}.matches({cards!r})"):
        page.keyboard.press("Tab")
        stops += 1
        assert stops < 25
    page.locator(".log ol").first.focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate(f"{ACTIVE}.ariaCurrent") == "true"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".turn a[aria-current=true]")).to_have_attribute(
        "href", f"?a={lines.count() - 1}"
    )


def test_answers_have_keys(screen: Screen, server: Served) -> None:
    texts = played("castellan", 2, 7, ())
    number = next(i for i, text in enumerate(texts) if text.split()[0] == "draw")
    opened = opened_at(server.url, "castellan", texts[:number], 2, 7)
    page = screen(1366, 768)
    page.goto(link_to_move(server.url, opened))
    answers = page.locator("[data-answer]")
    answers.first.wait_for()
    wanted = answers.last.get_attribute("data-answer")
    page.keyboard.press(str(answers.count()))
    expect(answers).to_have_count(0)

    def last() -> str:
        log = state_of(server.url, opened["table"])["log"]
        return [str(line["text"]) for line in log if line["kind"] == "action"][-1]

    wait_for(lambda: last() == wanted, "the answer never came to the table")


def thrifty() -> list[str]:
    """A game in which one seat plays all its cards and the other few, up to its last turn."""
    game = game_class("castellan")({"seats": 2})
    position = game.setup(7)
    texts: list[str] = []
    while True:
        legal = {game.action_text(action): action for action in game.legal_actions(position)}
        plays = [text for text in legal if text.startswith("play")]
        if plays and len(plays) == 1 and len(plays[0].split()) > 6:
            return texts
        pick = min if game.to_move(position) == 0 else max
        text = pick(plays, key=len) if plays else next(iter(legal))
        texts.append(text)
        game.apply(position, legal[text])


def test_the_last_hand_is_seen_whole(screen: Screen, server: Served) -> None:
    link = link_to_move(server.url, opened_at(server.url, "castellan", thrifty(), 2, 7))
    for width, height in ((1366, 768), (390, 844), (360, 640)):
        page = screen(width, height, locale="fr-FR")
        page.goto(link)
        expect(page.get_by_text("Votre dernier tour").first).to_be_visible()
        cards = page.locator(".cards [data-card]")
        cards.first.wait_for()
        assert cards.count() > 5
        for card in cards.all():
            box = card.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_completions_of_the_notation_are_sound(screen: Screen, server: Served) -> None:
    page = screen(1366, 768)
    page.goto(midgame(server.url, "torres", 0.5))
    assert settled(page)
    page.keyboard.press("/")
    page.locator("#notation:focus").wait_for()
    page.keyboard.type("m")
    options = page.get_by_role("listbox").get_by_role("option")
    expect(options.first).to_be_visible()
    assert not violations(page)
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    assert not violations(page)
