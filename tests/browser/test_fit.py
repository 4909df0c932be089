"""Every word fits its place: three languages, a phone, a tablet and a small laptop."""

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import actions_so_far, open_table, settled, type_something
from tests.browser.people import ANA, BOT
from tests.browser.positions import midgame, over_at, played
from tourelle.languages import say
from tourelle.review.puzzles import puzzles_of

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1280, 720), "low": (1024, 768)}

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
      if (box.matches('.about, .n') && text.top >= edges.bottom) break // left out
      const framed = box.matches('button, .btn, .chip')
      if (framed && (outside(edges, 1) || beyond(edges, 1))) why = box.className || box.tagName
      if (/hidden|clip/.test(style.overflowX) && outside(edges, 1)) why = box.className
      if (style.overflowY === 'hidden' && beyond(edges, 2)) why = box.className
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break
      const last = box.parentElement === document.body && !why
      if (last && outside({ left: 0, right: innerWidth }, 1)) why = 'the window'
    }
    if (why) found.add(`${element.textContent.trim().slice(0, 40)} | out of ${why}`)
  }
  return [...found]
}"""

OVERLAPPING = """() => {
  const found = []
  const all = (from, selector) => [...from.querySelectorAll(selector)]
  const rows = [
    all(document, 'header.top > :not(.title), header.top h1'),
    ...all(document, '.seat').map((seat) => all(seat, '.n > *, .pt')),
    ...all(document, '.card.played').map((card) => all(card, 'b, em')),
  ]
  for (const row of rows) {
    const boxes = row
      .filter((one) => one.checkVisibility())
      .map((one) => ({ text: one.textContent.trim(), box: one.getBoundingClientRect() }))
    boxes.forEach(({ text, box }, i) => boxes.slice(i + 1).forEach((other) => {
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      if (across > 1 && down > 2) found.push(`${text.slice(0, 30)} | over ${other.text}`)
    }))
  }
  const bar = document.querySelector('header.top')
  if (bar && bar.getBoundingClientRect().height > 60) found.push('the bar has two rows')
  const tray = document.querySelector('.tray .game')
  const edge = tray && tray.getBoundingClientRect().right + 1
  const wide = (one) => one.getBoundingClientRect().right > edge
  const beyond = all(document, '.tray .game *:not(.hidden)').find(wide)
  if (beyond) found.push(`${beyond.textContent.trim().slice(0, 30)} | out of the tray`)
  return found
}"""
"""What stands in one row covers nothing else of it, and the bar is one row."""


@pytest.fixture(scope="module")
def links(server: Served, browser: Browser) -> dict[str, str]:
    """A table of every title some actions into the game, where all sorts of things are shown."""
    found = {}
    page = browser.new_page(base_url=server.url, reduced_motion="reduce")
    for title, seats in (("torres", 4), ("blox", 4), ("castellan", 4)):
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
    page = screen(*SIZES[size], locale=language, has_touch=size in ("phone", "tablet"))
    cut: dict[str, list[str]] = {}

    def look(name: str) -> None:
        if found := page.evaluate(CUT_OFF) + page.evaluate(OVERLAPPING):
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


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_all_options_of_a_table_fit_a_phone(screen: Screen, language: str) -> None:
    page = screen(390, 844, locale=language, has_touch=True, is_mobile=True)
    for title in ("torres", "blox", "castellan"):
        page.goto("/")
        cards = page.locator(f'.cta:has([data-play="{title}"])')
        cards.locator("button.icon").first.tap()
        page.locator("[data-start]").wait_for()
        page.locator("details:has(select) summary").last.tap()
        page.locator("details select").last.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == 390, title


def rows_of_the_ledger(page: Page) -> int:
    """How many of its rows are seen whole, above sums that are seen."""
    found: int = page.locator(".ledger tbody tr").evaluate_all(
        """rows => {
          const seen = (row) => {
            const { left, top, bottom } = row.firstElementChild.getBoundingClientRect()
            const at = (y) => row.contains(document.elementFromPoint(left + 20, y))
            return at(top + 3) && at(bottom - 3)
          }
          const sums = rows.filter((row) => row.matches('.sum, .then'))
          return sums.every(seen) ? rows.filter(seen).length - sums.length : 0
        }"""
    )
    return found


def test_sums_stay_in_sight_and_a_hand_is_seen_whole_in_a_low_window(
    screen: Screen, server: Served
) -> None:
    page = screen(1280, 720, locale="de-DE")
    page.goto(midgame(server.url, "torres", 0.6, preset="master"))
    assert settled(page)
    below = "(e) => e.closest('.scroll').getBoundingClientRect().bottom"
    for row in page.locator(".ledger :is(.sum, .then) th").all():
        box = row.bounding_box()
        assert box
        assert box["y"] + box["height"] <= row.evaluate(below) + 1
    assert rows_of_the_ledger(page) >= 4
    opened = open_table(server.url, "castellan", [ANA, BOT])
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    hand = page.locator(".cards [data-card]").evaluate_all(
        "cards => cards.map(card => card.getBoundingClientRect().toJSON())"
    )
    assert len(hand) == 4
    assert max(card["right"] for card in hand) <= 1280
    assert len({round(card["height"]) for card in hand}) == 1


@pytest.mark.parametrize(
    ("title", "options", "share", "least"),
    [
        ("torres", {"preset": "master"}, 0.9, 3),
        ("castellan", {}, 0.95, 6),
    ],
)
def test_a_replay_in_a_low_window_keeps_room_for_the_ledger(
    screen: Screen, server: Served, title: str, options: dict[str, Any], share: float, least: int
) -> None:
    opened = over_at(server.url, title, 4, **options)
    page = screen(1280, 720, locale="de-DE")
    at = int(share * len(played(title, 4, 7, tuple(options.items()))))
    page.goto(f"/g/{opened['table']}?a={at}")
    page.locator(".ledger tbody tr").first.wait_for()
    rows = page.locator(".ledger tbody tr:not(.sum, .then)").count()
    assert rows_of_the_ledger(page) >= min(least, rows)
    rolls = page.locator(".ledger .scroll")
    beyond = rolls.evaluate("box => box.scrollHeight > box.clientHeight + 1")
    expect(rolls).to_have_attribute("data-more", str(bool(beyond)).lower())
    rolls.evaluate("box => box.scrollTo(0, box.scrollHeight)")
    expect(rolls).to_have_attribute("data-more", "false")
    last = page.locator(".ledger tbody tr:not(.sum, .then)").last
    sum_row = page.locator(".ledger tr.sum th").bounding_box()
    box = last.bounding_box()
    assert box
    assert sum_row
    assert box["y"] + box["height"] <= sum_row["y"] + 1, "the last row can be read"


ROLLS = """() => document.documentElement.scrollHeight - innerHeight"""


@pytest.mark.parametrize("title", ["torres", "blox", "castellan"])
@pytest.mark.parametrize("size", [(820, 1180), (1280, 720), (1920, 1080)], ids=str)
def test_a_page_that_a_board_fills_does_not_roll(
    screen: Screen, server: Served, title: str, size: tuple[int, int]
) -> None:
    page = screen(*size)
    over = over_at(server.url, title, 2)["table"]
    for address in (
        midgame(server.url, title, 0.5),
        f"/g/{over}?a=20",
        f"/study?from={over}&a=20",
        f"/puzzles/{title}",
    ):
        page.goto(address)
        page.locator("svg.board").first.wait_for()
        assert page.evaluate(ROLLS) == 0, address


def test_a_tablet_has_the_aid_and_a_phone_the_puzzles(screen: Screen, server: Served) -> None:
    page = screen(820, 1180)
    page.goto(open_table(server.url, "torres", [ANA, BOT])["keys"][0]["link"])
    assert settled(page)
    page.get_by_role("button", name="Player aid").click()
    page.locator("[data-aid]").wait_for()
    page.goto(midgame(server.url, "torres", 0.6, preset="master"))
    assert settled(page)
    assert rows_of_the_ledger(page) >= 4
    page.get_by_role("radio", name="Flat").click()
    assert settled(page)
    expect(page.locator(".hand .card")).to_have_count(10)
    lowest = "all => Math.max(...all.map(card => card.getBoundingClientRect().bottom))"
    end = page.locator("[data-region=tray] .game").evaluate("e => e.getBoundingClientRect().bottom")
    assert page.locator(".hand .card").evaluate_all(lowest) <= end, "ten cards are seen whole"
    page = screen(390, 844)
    page.goto("/")
    page.locator("footer").get_by_role("link", name="Puzzles").click()
    expect(page.locator("main h1").first).to_be_visible()


@pytest.mark.parametrize("size", [(820, 1180), (1280, 720), (1366, 768)], ids=str)
def test_the_bar_of_a_finished_game_is_whole(
    screen: Screen, server: Served, size: tuple[int, int]
) -> None:
    opened = over_at(server.url, "torres", 4)
    page = screen(*size, locale="de-DE")
    page.goto(f"/g/{opened['table']}?a=120")
    page.locator("[data-replay-at]").first.wait_for()
    expect(page.get_by_role("radio", name="Wiederholung")).to_be_visible()
    right = page.locator("header.top :is(a, button)").evaluate_all(
        "all => Math.max(...all.map(one => one.getBoundingClientRect().right))"
    )
    assert right <= size[0]


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=str)
def test_the_final_board_is_seen_at_once_and_the_end_has_preferences(
    screen: Screen, server: Served, size: tuple[int, int]
) -> None:
    opened = over_at(server.url, "torres", 4)
    page = screen(*size)
    page.goto(f"/g/{opened['table']}")
    end = page.locator('[data-screen="end"]')
    end.locator("svg.board").wait_for()
    end.get_by_text("Turning points").wait_for()
    box = end.locator("svg.board").bounding_box()
    assert box
    assert box["y"] + box["height"] <= size[1]
    names = end.locator(".ranks .name")
    expect(names).to_have_count(4)
    assert names.evaluate_all("all => all.every(one => one.clientWidth >= 80)"), "room for a name"
    assert box["width"] > 0.8 * (size[0] / 2 - 60 if size[0] > 1000 else size[0] - 30)
    gear = end.get_by_role("button", name="Preferences")
    seen = gear.bounding_box()
    assert seen
    assert seen["x"] + seen["width"] <= size[0]
    gear.click()
    expect(page.get_by_role("dialog", name="Preferences")).to_be_visible()


def test_eyes_stay_in_their_card_and_no_year_is_cut_by_the_knob(
    screen: Screen, server: Served
) -> None:
    opened = over_at(server.url, "torres", 4)
    page = screen(1366, 768, locale="de-DE")
    page.goto(f"/g/{opened['table']}?a=90")
    page.get_by_role("radio", name="Flach").click()
    eyes = page.locator("section:has(> [role=group] [data-eyes])")
    inside = eyes.evaluate(
        """card => [...card.querySelectorAll('button')].every(
          (one) => one.getBoundingClientRect().right <= card.getBoundingClientRect().right - 8
        )"""
    )
    assert inside
    marks = page.locator(".track .mark")
    expect(marks).to_have_text(["Jahr 1", "Jahr 2"])
    below = marks.evaluate_all(
        """marks => marks.map((mark) => {
          const words = document.createRange()
          words.selectNodeContents(mark)
          const slider = mark.parentElement.querySelector('input').getBoundingClientRect()
          return words.getBoundingClientRect().top - (slider.top + slider.bottom) / 2
        })"""
    )
    assert min(below) >= 10, "the knob has 20 pixels"


def test_what_stands_beside_a_puzzle_is_whole(screen: Screen) -> None:
    page = screen(1280, 720)
    fullest = max(puzzles_of("castellan"), key=lambda each: len(each.line))  # not that of the day
    page.goto(f"/puzzles/castellan?id={fullest.id}")
    page.locator("[data-active=true]").wait_for()
    assert rows_of_the_ledger(page) >= 3
    page = screen(820, 1180, locale="fr-FR")
    page.goto("/puzzles/blox")
    page.locator("[data-active=true]").wait_for()
    themes = page.locator("[data-theme-of]")
    assert themes.count() >= 3
    broken = themes.evaluate_all(
        """all => all.filter((one) => {
          const words = document.createRange()
          words.selectNodeContents(one)
          const lines = new Set([...words.getClientRects()].map((line) => Math.round(line.top)))
          return lines.size > one.textContent.trim().split(/ /).length
        }).map((one) => one.textContent)"""
    )
    assert not broken


STICKING_OUT = """([inside, what]) => {
  const room = document.querySelector(inside).getBoundingClientRect()
  return [...document.querySelectorAll(what)]
    .filter((one) => one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().right > room.right + 1)
    .map((one) => one.textContent.trim())
}"""


def test_an_upright_tablet_shows_every_piece_and_every_button(
    screen: Screen, server: Served
) -> None:
    opened = over_at(server.url, "castellan", 4)
    page = screen(820, 1180, locale="de-DE")
    page.goto(midgame(server.url, "castellan", 0.6, seats=4))
    assert settled(page)
    page.locator("[data-kind]").first.wait_for()
    assert not page.evaluate(STICKING_OUT, ["[data-region=tray] .game", "[data-kind], [data-card]"])
    page.goto(f"/study?from={opened['table']}&a=60")
    page.locator("[data-link]").wait_for()
    assert not page.evaluate(STICKING_OUT, [".center", ".position :is(input, button, summary)"])
    expect(page.locator("[data-lines] .words").first).to_contain_text(" · ")


def test_a_phone_keeps_the_words_of_a_bar_apart(screen: Screen, server: Served) -> None:
    page = screen(390, 844, locale="de-DE")
    page.goto("/learn/torres/building")
    page.locator("header.top .about span").wait_for()
    name = page.locator("header.top h1").bounding_box()
    assert name
    words = page.locator("header.top .about span").evaluate(
        """one => {
          const words = document.createRange()
          words.selectNodeContents(one)
          return words.getBoundingClientRect().left
        }"""
    )
    assert words >= name["x"] + name["width"] + 6
    opened = over_at(server.url, "torres", 4)
    page.goto(f"/study?from={opened['table']}&a=60")
    where = page.locator("[data-at]").bounding_box()
    assert where
    assert where["height"] < 30, "one line"


DARK = """() => {
  const box = document.querySelector('svg.board').getBoundingClientRect()
  const active = [...document.querySelectorAll('[data-active=true]')]
  const lit = new Set(active.map((area) => area.dataset.place))
  for (const area of document.querySelectorAll('svg.board [data-place]')) {
    const { x, y, width, height } = area.getBoundingClientRect()
    const [across, down] = [x + width / 2, y + height / 2]
    const found = document.elementFromPoint(across, down)?.closest('[data-place]')
    if (found === area && !lit.has(area.dataset.place) && down < box.bottom) return [across, down]
  }
}"""
"""A point of the board that nothing can be done at."""


def test_on_a_phone_a_refusal_covers_nothing_of_the_board(screen: Screen, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    page.goto(midgame(server.url, "torres", 0.5))
    assert settled(page)
    page.touchscreen.tap(*page.evaluate(DARK))
    why = page.get_by_role("alert").bounding_box()
    board = page.locator("svg.board").bounding_box()
    assert why
    assert board
    assert why["y"] >= board["y"] + board["height"]
    assert why["y"] + why["height"] <= 844


def test_a_file_is_chosen_by_a_button_of_ours(screen: Screen, tmp_path: Path) -> None:
    page = screen(390, 844, locale="fr-FR")
    page.goto("/records")
    expect(page.locator(".drop .btn")).to_have_text("Choisir un fichier")
    own = page.locator("input[type=file]").bounding_box()
    assert own
    assert own["width"] <= 1, "the browser's own button is not seen"
    kept = tmp_path / "not-a-record.json"
    kept.write_text("no record")
    with page.expect_file_chooser() as asked:
        page.locator(".drop .btn").click()
    asked.value.set_files(kept)
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_preferences_fit_the_window_and_can_be_closed_wherever_they_are_rolled(
    screen: Screen, language: str, size: tuple[int, int], keep: Keep
) -> None:
    page = screen(*size, locale=language)
    page.goto("/")
    page.get_by_role("button", name=say(language[:2], "web", "preferences")).first.click()
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    keep(page, f"preferences-{size[0]}-{language}")
    over = dialog.evaluate("box => box.scrollHeight - box.clientHeight")
    assert size[0] < 600 or over <= 1
    left = "all => all.map(one => Math.round(one.getBoundingClientRect().left))"
    words, first = dialog.locator("p.muted, .choice").evaluate_all(left)[:2]
    assert first == words, "the choices begin where the words above them do"
    dialog.evaluate("box => box.scrollTo(0, box.scrollHeight)")
    expect(dialog.get_by_role("button", name=say(language[:2], "web", "close"))).to_be_in_viewport()


@pytest.mark.parametrize("path", ["/", "/learn"])
@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_picture_of_a_castle_is_filled_by_it(screen: Screen, path: str, width: int) -> None:
    page = screen(width, 900)
    page.goto(path)
    board = page.locator('.pictured:has-text("Castellan") .pic svg.board')
    board.locator(".piece").first.wait_for()
    box = page.locator('.pictured:has-text("Castellan") .pic').bounding_box()
    assert box
    castle = board.evaluate(
        """svg => {
          const all = [...svg.querySelectorAll('.piece')].map((one) => one.getBoundingClientRect())
          const [left, top] = ['left', 'top'].map((edge) => Math.min(...all.map((b) => b[edge])))
          const ends = ['right', 'bottom'].map((edge) => Math.max(...all.map((b) => b[edge])))
          return { left, top, right: ends[0], bottom: ends[1] }
        }"""
    )
    middle = (castle["left"] + castle["right"]) / 2 - box["x"], castle["top"] + castle["bottom"]
    assert abs(middle[0] - box["width"] / 2) < 0.15 * box["width"]
    assert abs(middle[1] / 2 - box["y"] - box["height"] / 2) < 0.2 * box["height"]
    assert castle["bottom"] - castle["top"] > 0.9 * box["height"]
