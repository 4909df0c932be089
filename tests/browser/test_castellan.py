"""Castellan in a real browser: whole games by mouse and keyboard, overlapping walls, a phone."""

import random
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import open_table, places, settled, state_of
from tests.browser.people import ANA
from tests.browser.positions import link_to_move, opened_at, played
from tests.patience import wait_for

BOT = {"kind": "bot", "bot": "greedy"}
SPOTS = "svg.board circle[data-place]"


def sit_down(page: Page, server: Served) -> str:
    """Open a table, sit at it, and return its id."""
    opened = open_table(server.url, "castellan", [ANA, BOT])
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    return str(opened["table"])


def spots(page: Page) -> list[str]:
    return places(page, SPOTS)


def middle(page: Page, spot: str) -> tuple[float, float]:
    box = page.locator(f'{SPOTS}[data-place="{spot}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_something(page: Page, dice: random.Random) -> None:
    """Answer what is asked, place a piece, or play cards, at random, by mouse."""
    answers = page.locator("[data-answer]")
    places = spots(page)
    cards = page.locator('.cards [data-card][aria-disabled="false"]')
    primary = page.locator("[data-primary]")
    if answers.count():
        answers.nth(dice.randrange(answers.count())).click()
    elif places:
        kinds = page.locator('[data-kind][aria-disabled="false"][aria-pressed="false"]')
        if kinds.count() and dice.random() < 0.4:
            kinds.nth(dice.randrange(kinds.count())).click()
            return
        page.mouse.click(*middle(page, dice.choice(places)))
    elif cards.count():
        if primary.get_attribute("aria-disabled") == "true":
            cards.nth(dice.randrange(cards.count())).click()
        else:
            primary.click()


def play_cards(page: Page) -> None:
    """Play the first cards that may be played, so that pieces are in hand."""
    cards = page.locator(".cards [data-card]")
    for number in range(cards.count()):
        cards.nth(number).click()
        if page.locator("[data-primary]").get_attribute("aria-disabled") == "false":
            page.locator("[data-primary]").click()
            page.locator(SPOTS).first.wait_for(state="attached")
            return
        cards.nth(number).click()
    raise AssertionError("no card can be played alone")


def turns(page: Page, most: int) -> Iterator[int]:
    """Count the times when the page waits for its player, until the game is over."""
    for number in range(most):
        if not settled(page):
            return
        yield number


def test_a_whole_game_by_mouse(screen: Screen, server: Served, keep: Keep) -> None:
    page = screen()
    table = sit_down(page, server)
    dice = random.Random(2)
    for number in turns(page, 1500):
        if number == 90:
            keep(page, "castellan-raised-light")
        click_something(page, dice)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    wait_for(lambda: state_of(server.url, table)["status"] == "over")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: table not in url)
    assert settled(page)


def test_a_whole_game_by_keyboard_alone(screen: Screen, server: Served) -> None:
    page = screen()
    table = sit_down(page, server)
    dice = random.Random(3)
    for _ in turns(page, 3000):
        if page.locator("[data-answer]").count():
            page.locator("[data-answer]").first.focus()
            page.keyboard.press("Enter")
        elif spots(page):
            page.keyboard.press(dice.choice(["o", "l", "s"]))
            page.keyboard.press(dice.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
            page.keyboard.press("Enter")
        elif page.locator("[data-primary]").get_attribute("aria-disabled") == "true":
            page.keyboard.press(str(dice.randrange(1, 8)))
        else:
            page.keyboard.press("t")
    wait_for(lambda: state_of(server.url, table)["status"] == "over")


def test_every_lit_place_can_be_hovered_though_walls_overlap(
    screen: Screen, server: Served
) -> None:
    page = screen()
    sit_down(page, server)
    play_cards(page)
    before = spots(page)
    page.mouse.click(*middle(page, before[0]))
    expect(page.locator(f'{SPOTS}[data-place="{before[0]}"]')).to_have_count(0)
    for kind in ("long", "short"):
        button = page.locator(f'[data-kind="{kind}"][aria-disabled="false"]')
        if not button.count():
            continue
        button.click()
        for spot in spots(page):
            page.mouse.move(*middle(page, spot))
            expect(page.locator(f'[data-spot="{spot}"].on')).to_have_count(1)
            expect(page.locator(".say .words")).to_have_text(f"Places a {kind} wall")


def test_the_castle_is_dragged_zoomed_and_shown_whole(screen: Screen, server: Served) -> None:
    page = screen()
    sit_down(page, server)
    board = page.locator("svg.board")
    whole = board.get_attribute("viewBox")
    page.mouse.move(700, 200)
    page.mouse.down()
    page.mouse.move(600, 260, steps=4)
    page.mouse.up()
    dragged = board.get_attribute("viewBox")
    assert dragged != whole
    page.get_by_role("button", name="Zoom in").click()
    assert board.get_attribute("viewBox") != dragged
    page.get_by_role("button", name="Whole castle").click()
    expect(board).to_have_attribute("viewBox", whole or "")


def test_hands_are_covered_between_turns_at_one_screen(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "castellan", [ANA, {"kind": "here", "name": "Ben"}])
    page = screen()
    for key in opened["keys"]:
        page.goto(key["link"])
        page.locator("svg.board").wait_for()
    faces = page.locator('.cards [data-card]:not([data-card="?"])')
    expect(page.locator('.cards [data-card="?"]')).to_have_count(4)
    assert faces.count() == 0
    page.keyboard.press("Enter")
    expect(faces).to_have_count(4)


def test_an_impossible_click_names_the_clause(screen: Screen, server: Served) -> None:
    page = screen()
    sit_down(page, server)
    play_cards(page)
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 20, box["y"] + box["height"] / 2)
    expect(page.get_by_role("link", name="C2")).to_be_visible()


def test_a_phone_shows_it_without_sideways_scrolling(
    phone: Page, language: str, server: Served, keep: Keep
) -> None:
    sit_down(phone, server)
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    play_cards(phone)
    keep(phone, f"castellan-phone-{language[:2]}")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    box = phone.locator(SPOTS).first.bounding_box()
    assert box is not None
    assert box["width"] >= 40


def test_places_stay_44_pixels_wide_however_large_the_castle(
    screen: Screen, server: Served
) -> None:
    page = screen(390, 844)
    sit_down(page, server)
    dice = random.Random(4)
    widths: list[float] = []
    for _ in range(120):
        if not settled(page):
            break
        if spots(page):
            box = page.locator(SPOTS).first.bounding_box()
            assert box is not None
            widths.append(box["width"])
        click_something(page, dice)
    assert len(widths) > 20
    assert min(widths) > 43.9


def test_the_list_of_places_stays_open_from_piece_to_piece(screen: Screen, server: Served) -> None:
    texts = played("castellan", 2, 7, ())
    dealt = [n for n, text in enumerate(texts) if text.startswith("play")][
        3
    ]  # nine pieces to place
    opened = opened_at(server.url, "castellan", texts[: dealt + 1], 2, 7)
    page = screen()
    page.goto(link_to_move(server.url, opened))
    assert settled(page)
    page.locator("details summary", has_text="Places as a list").click()
    at = page.locator("[data-replay-at]")
    before = at.inner_text()
    page.locator("details[open] button").first.click()
    expect(at).not_to_have_text(before)
    expect(page.locator("details[open] button").first).to_be_visible()
