"""What the page says and to whom: cover, chat, prompts, the voice for who cannot see."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.acting import FRIEND, START, act, open_log, play_out, torres_of_two
from tests.browser.conftest import Screen, Served
from tests.browser.driving import open_table, read, settled, state_of
from tests.browser.people import ANA, BEA, BOT
from tests.browser.positions import link_to_move, opened_at, played
from tests.browser.soundness import violations


def test_the_badge_of_the_chat_counts_what_others_said(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, FRIEND])
    ana, bea = screen(1440, 900), screen(1440, 900)
    ana.goto(opened["keys"][0]["link"])
    bea.goto(opened["keys"][1]["link"])
    assert settled(ana)
    for page in (ana, bea):
        open_log(page)
    ana.get_by_role("tab", name="Chat").click()
    ana.get_by_role("textbox", name="Say something").fill("hello")
    ana.keyboard.press("Enter")
    expect(bea.locator("[data-unread]")).to_have_text("1")
    ana.reload()
    assert settled(ana)
    open_log(ana)
    expect(ana.get_by_role("tab", name="Chat")).to_be_visible()
    expect(ana.locator("[data-unread]")).to_have_count(0)
    bea.get_by_role("tab", name="Chat").click()
    expect(bea.locator("[data-unread]")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1366, 768)])
def test_who_does_not_see_the_chat_sees_that_something_was_said(
    screen: Screen, server: Served, width: int, height: int
) -> None:
    opened = open_table(server.url, "torres", [ANA, FRIEND])
    ana, bea = screen(1440, 900), screen(width, height)
    ana.goto(opened["keys"][0]["link"])
    bea.goto(opened["keys"][1]["link"])
    assert settled(ana)
    open_log(ana)
    ana.get_by_role("tab", name="Chat").click()
    ana.get_by_role("textbox", name="Say something").fill("hello")
    ana.keyboard.press("Enter")
    mark = bea.locator("[data-unread]")
    expect(mark).to_have_text("1")
    expect(mark).to_be_in_viewport()
    if width < 1000:
        bea.get_by_role("button", name="Log, 1 new message").click()
    else:
        bea.get_by_role("tab", name="Log").click()
    if width > 390:  # a phone shows what was said at once
        bea.get_by_role("tab", name="Chat").click()
    expect(bea.locator(".chat")).to_contain_text("hello")
    expect(mark).to_have_count(0)


def test_a_long_word_of_the_chat_is_read_whole(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    open_log(page)
    page.locator(".log").get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("<b>" + "x" * 200)
    page.keyboard.press("Enter")
    said = page.locator(".chat li").last
    expect(said).to_contain_text("<b>xxx")
    assert said.evaluate("line => line.scrollWidth <= line.clientWidth + 1")


def test_the_end_takes_the_keyboard_and_is_sound_in_words(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    year = ["end", "end"] * 4
    act(server, opened, *START, *year, "stay", *year, "stay", *year[:-1])
    page = screen(1440, 900)
    page.add_init_script("localStorage.setItem('tourelle.preferences', '{\"view\":\"text\"}')")
    page.goto(opened["keys"][0]["link"])
    page.locator("[data-active]").wait_for()
    act(server, opened, "end")
    expect(page.locator('[data-screen="end"] h1')).to_be_focused()
    page.locator('[data-screen="end"] details[open]').wait_for()
    assert not violations(page)


def test_the_board_alone_has_a_way_back_to_the_hand(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "blox", [ANA, BEA])
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.goto(opened["keys"][1]["link"])
    page.get_by_role("button", name="board only").click()
    show = page.get_by_role("button", name="I am Ana: show my hand")
    expect(page.locator(".say")).to_contain_text("Ana is to play.")
    expect(show).to_be_focused()
    page.get_by_role("button", name="Cover the screen").click()
    page.get_by_role("button", name="board only").click()
    show.click()
    expect(page.locator("[data-active=true]")).to_have_count(1)
    expect(page.get_by_role("group", name="Your cards")).to_be_visible()


def test_what_blox_asks_is_not_said_for_ever(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "blox", [ANA, BOT])
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.locator("[data-change]").click(force=True)
    asked = read(page, "Choose the cards to change first.")
    expect(asked).to_be_visible()
    page.keyboard.press("1")
    expect(asked).to_have_count(0)


def test_one_voice_says_what_happened_and_what_is_asked(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT], cards="none")
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    voice = page.locator("[aria-live]")
    expect(voice).to_have_count(1)
    expect(voice).to_contain_text("Your turn, Ana.")
    expect(voice).to_contain_text("Place your first knight")
    act(server, opened, "place d8")
    expect(voice).to_contain_text("Ana places the first knight on d8")
    play_out(server, opened, most=8)
    expect(voice).to_contain_text("Your turn, Ana.")


PASSING = """async () => {
  const cells = [...document.querySelectorAll('[role=gridcell].lit')].slice(-3)
  for (const cell of cells) {
    cell.focus()
    await new Promise((done) => requestAnimationFrame(done))
  }
  return cells.map((cell) => cell.dataset.cell)
}"""
"""Walks over three lit cells faster than anybody listens."""


def test_costs_and_what_begins_are_announced(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START)
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    voice = page.locator("[data-announcer]")
    page.keyboard.press("b")
    page.locator('[data-cell="c8"]').focus()
    expect(voice).to_contain_text("c8")
    expect(voice).to_contain_text("1 AP · leaves 4")
    passed: list[str] = page.evaluate(PASSING)
    expect(voice).to_contain_text(passed[-1])
    expect(voice).not_to_contain_text(passed[0])
    page.keyboard.press("Escape")
    for _ in range(4):
        act(server, opened, "end", "end")
    expect(voice).to_contain_text("Year 1 is scored")


def test_what_is_begun_is_announced(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START)
    page = screen()
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    voice = page.locator("[data-announcer]")
    page.keyboard.press("b")
    expect(voice).to_contain_text("Pick one of the lit places")
    blox = open_table(server.url, "blox", [ANA, BOT])
    page.goto(blox["keys"][0]["link"])
    assert settled(page)
    page.locator("[data-change]").click(force=True)
    expect(voice).to_contain_text("Choose the cards to change first.")


def test_pieces_of_the_castle_are_announced_with_their_places(
    screen: Screen, server: Served
) -> None:
    opened = open_table(server.url, "castellan", [ANA, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.get_by_role("radio", name="Text").click()
    voice = page.locator("[data-announcer]")
    page.keyboard.press("1")
    expect(voice).to_contain_text("Play 1 card")
    page.keyboard.press("t")
    lit = page.locator("[role=gridcell].lit, [role=gridcell].ready").first
    lit.focus()
    page.keyboard.press("Enter")
    where = re.compile(r"Ana places a .*, (tower on|(short|long) wall from) -?\d+,-?\d+")
    expect(voice).to_contain_text(where)
    open_log(page)
    expect(page.locator(".log .what").last).to_contain_text(re.compile(r"-?\d+,-?\d+"))


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=str)
def test_what_is_asked_is_read_beside_what_happened(
    screen: Screen, server: Served, size: tuple[int, int]
) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, *["end", "end"] * 3, "end", "point", "end")
    page = screen(*size)
    page.goto(opened["keys"][0]["link"])  # Ana has fewer points
    assert settled(page)
    expect(page.locator("[data-since]")).to_contain_text("Move the King to another castle")


def test_without_action_points_nobody_is_asked_to_move(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, *["point"] * 5)
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    expect(page.locator(".say")).to_contain_text("No action points left: end the turn.")


def test_an_action_that_has_to_wait_says_for_whom(screen: Screen, server: Served) -> None:
    texts = played("torres", 2, 7, (("preset", "master"),))[:12]
    opened = opened_at(server.url, "torres", texts, 2, 7, preset="master")
    other = 1 - state_of(server.url, opened["table"])["to_move"]
    page = screen(1440, 900)
    page.goto(opened["keys"][other]["link"])
    for button in (page.locator(".acts [data-kind]").first, page.locator(".hand button").first):
        button.hover()
        expect(page.locator(".say")).not_to_contain_text("is to play.")
        button.click(force=True)
        expect(page.locator(".say")).to_contain_text("is to play.")


def test_a_kind_of_piece_that_is_used_up_says_so(screen: Screen, server: Served) -> None:
    texts = played("castellan", 2, 7, ())[:11]
    opened = opened_at(server.url, "castellan", texts, 2, 7)
    page = screen(1440, 900)
    page.goto(link_to_move(server.url, opened))
    assert settled(page)
    kind = page.locator("[data-kind]").filter(has_text="× 0")
    expect(kind).to_have_count(1)
    kind.click(force=True)
    expect(read(page, "None of these is left to place.")).to_be_visible()


def test_offline_is_not_called_live(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    page = screen(1366, 768)  # where the word has no room
    page.add_init_script(
        "const Real = WebSocket; window.sockets = [];"
        "window.WebSocket = class extends Real {"
        "  constructor(url) { super(url); window.sockets.push(this) } }"
    )
    page.goto(opened["keys"][0]["link"])
    expect(page.locator("[data-live]").first).to_have_attribute("data-live", "true")
    shape = "[...document.querySelectorAll('[data-live] i')].map(e => getComputedStyle(e).clipPath)"
    live = page.evaluate(shape)
    page.route_web_socket("**/live", lambda socket: socket.close())
    page.evaluate("window.sockets.at(-1).close()")
    expect(page.locator("[data-live]").first).to_have_attribute("data-live", "false")
    assert page.evaluate(shape) != live  # not by its colour alone


def test_a_refused_text_stays_to_be_mended(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    page = screen(1440, 900)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.keyboard.press("/")
    box = page.locator("#notation")
    page.keyboard.type("place a1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(box).to_be_focused()
    expect(box).to_have_value("place a1")


def test_an_unknown_tables_page_stands_in_the_middle(screen: Screen) -> None:
    page = screen(1440, 900)
    page.goto("/g/nosuchtable")
    heading = page.get_by_role("heading", name="There is no such table.")
    box = heading.bounding_box()
    assert box
    assert abs(box["x"] + box["width"] / 2 - 720) < 20


def test_on_a_phone_the_strip_opens_the_log(screen: Screen, server: Served) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START, "block c8", "end")
    page = screen(390, 844)
    page.goto(opened["keys"][1]["link"])
    assert settled(page)
    board = page.get_by_role("region", name="Board", exact=True)
    board.get_by_role("button", name="Log", exact=True).click()
    expect(read(page, "builds on c8: 1 high")).to_be_visible()
