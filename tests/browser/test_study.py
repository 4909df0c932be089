"""The analysis board: lines by mouse and keys, kept, shared, forked from a finished game."""

import json
import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.driving import LIT, place, until
from tests.browser.positions import opened_at, played
from tests.browser.soundness import violations
from tests.marks import searches
from tourelle.games import game_class

Opener = Callable[..., Page]
OFF = "localStorage.setItem('tourelle.engine', 'off')"


def fresh(page: Page, url: str, title: str = "torres") -> None:
    """A new position of a title, two seats, the engine off."""
    page.add_init_script(OFF)
    page.goto(f"{url}/study")
    row = page.get_by_role("listitem").filter(has=page.locator(f"[data-begin={title}]"))
    row.get_by_role("combobox").select_option("2")
    page.locator(f"[data-begin={title}]").click()
    page.locator("[data-active=true]").wait_for()


def at(page: Page, count: int) -> None:
    expect(page.locator("[data-at]")).to_contain_text(re.compile(rf"\b{count}\b.*\d"))


def test_lines_branch_and_are_kept_and_shared(screen: Opener, server: Served) -> None:
    page = screen()
    fresh(page, server.url)
    page.keyboard.press("v")
    place(page, "d8")
    at(page, 1)
    place(page, "a4")
    at(page, 2)
    page.keyboard.press(",")
    at(page, 1)
    lit = page.evaluate(f"[...document.querySelectorAll('{LIT}')].map(e => e.dataset.place)")
    place(page, next(spot for spot in lit if spot != "a4"))
    lines = page.locator("[data-lines] li")
    expect(lines).to_have_count(3)
    branch = page.locator("[data-lines] li.branch")
    branch.get_by_role("button", name="Name this line").click()
    page.get_by_role("textbox", name="Name this line").fill("To the north")
    page.get_by_role("button", name="Save").click()
    expect(branch).to_contain_text("To the north")
    page.get_by_role("button", name="Comment").click()
    page.get_by_role("textbox", name="Comment").fill("Nearer to the King.")
    page.get_by_role("button", name="Save").click()
    expect(branch).to_contain_text("Nearer to the King.")
    page.reload()
    expect(branch).to_contain_text("To the north")
    at(page, 2)
    link = page.evaluate(
        "new Promise(done => { navigator.clipboard.writeText = text => { done(text);"
        " return Promise.resolve() }; document.querySelector('[data-link]').click() })"
    )
    page.goto(link)
    expect(branch).to_contain_text("Nearer to the King.")
    branch.get_by_role("button", name="Move this line up").click()
    expect(branch).not_to_contain_text("To the north")
    branch.get_by_role("button", name="Delete this line").click()
    expect(lines).to_have_count(2)
    assert violations(page) == []


def test_by_keys_and_in_text(screen: Opener, server: Served) -> None:
    page = screen()
    fresh(page, server.url)
    page.get_by_role("radio", name="Text").click()
    expect(page.get_by_role("grid")).to_be_visible()
    page.keyboard.press("/")
    page.locator("#notation:focus").wait_for()
    page.keyboard.type("place e5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="T3.3").first).to_be_visible()
    page.locator("#notation").fill("place d8")
    page.keyboard.press("Enter")
    at(page, 1)
    page.keyboard.press("Escape")
    page.locator("body").click(position={"x": 700, "y": 5})
    page.keyboard.press("z")
    at(page, 0)
    page.keyboard.press("y")
    at(page, 1)
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_pasted_is_opened_or_refused(screen: Opener, server: Served, theme: str) -> None:
    page = screen()
    page.add_init_script(OFF)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto(f"{server.url}/study")
    page.get_by_role("textbox").fill("torres;scores=(1,")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("textbox").fill("torres;options=(seats:2);scores=(3,9)")
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#position-line")).to_have_value(re.compile(r"scores=\(3,9\)"))
    assert violations(page) == []


def test_a_finished_game_is_replayed_and_forked(screen: Opener, server: Served) -> None:
    page = screen()
    page.add_init_script(OFF)
    texts = played("torres", 2, 7, (("preset", "modern"),))
    opened = opened_at(server.url, "torres", texts, 2, 7, preset="modern")
    page.goto(f"{server.url}/g/{opened['table']}?a=20")
    shown = page.locator("[data-replay-at]").first
    expect(shown).to_have_text(f"20 / {len(texts)}")
    page.locator("[data-play]").click()
    page.get_by_role("button", name="Speed ×1").click()
    expect(shown).to_have_text(re.compile(r"2[3-9] / "))
    page.get_by_role("button", name="Pause").click()
    page.locator("[data-eyes='1']").click()
    expect(page.locator("[data-eyes='1']")).to_have_attribute("aria-pressed", "true")
    number = int((shown.text_content() or "0").split(" ")[0])
    page.get_by_role("radio", name="Analysis").click()
    at(page, number)
    expect(page.locator("[data-lines] [aria-current=step]")).to_be_visible()
    page.get_by_role("radio", name="Replay").click()
    expect(shown).to_have_text(f"{number} / {len(texts)}")
    assert violations(page) == []


def test_a_replay_by_keys(screen: Opener, server: Served) -> None:
    page = screen()
    texts = played("blox", 2, 7, (("round_limit", 4),))
    table = opened_at(server.url, "blox", texts, 2, 7, round_limit=4)["table"]
    page.goto(f"{server.url}/g/{table}?a=2")
    shown = page.locator("[data-replay-at]").first
    expect(shown).to_have_text(f"2 / {len(texts)}")
    page.keyboard.press(".")
    expect(shown).to_have_text(f"3 / {len(texts)}")
    page.keyboard.press(",")
    expect(shown).to_have_text(f"2 / {len(texts)}")
    page.locator("[data-eyes='1']").press("Enter")
    expect(page.locator("[data-eyes='1']")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-play]").press("Enter")
    expect(page.locator("[data-play=true]")).to_be_focused()
    expect(shown).to_have_text(f"4 / {len(texts)}")
    page.keyboard.press("Enter")
    expect(page.locator("[data-play=false]")).to_be_focused()


def test_a_replay_on_a_phone(screen: Opener, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True, color_scheme="dark")
    texts = played("blox", 2, 7, (("round_limit", 4),))
    table = opened_at(server.url, "blox", texts, 2, 7, round_limit=4)["table"]
    page.goto(f"{server.url}/g/{table}?a=2")
    shown = page.locator("[data-replay-at]").first
    page.get_by_role("button", name="Forward").first.tap()
    expect(shown).to_have_text(f"3 / {len(texts)}")
    page.locator("[data-play]").tap()
    expect(shown).to_have_text(re.compile("^[4-9] /"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


@pytest.mark.parametrize("title", ["blox", "castellan"])
def test_on_a_phone_a_replay_is_seen_through_each_seats_eyes(
    screen: Opener, server: Served, title: str
) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True, color_scheme="dark")
    options = {"round_limit": 4} if title == "blox" else {}
    texts = played(title, 2, 7, tuple(options.items()))
    game = game_class(title)({"seats": 2, **options})
    position = game.setup(7)
    half = len(texts) // 2
    for text in texts[:half]:
        game.apply(position, game.parse_action(text))
    held: list[Any] = game.document(position)["hands"]
    hands = [sorted(each if title == "blox" else chain(*each.values())) for each in held]
    assert hands[0] != hands[1]
    table = opened_at(server.url, title, texts, 2, 7, **options)["table"]
    page.goto(f"{server.url}/g/{table}?a={half}")
    cards = page.locator(".tray .card[data-card]:not([data-card=joker]):not([data-card=down])")
    for seat in (0, 1):
        page.get_by_role("button", name="Menu").tap()
        page.get_by_role("button", name="Through whose eyes").tap()
        eyes = page.locator(f"dialog [data-eyes='{seat}']")
        eyes.tap()
        expect(eyes).to_have_attribute("aria-pressed", "true")
        assert violations(page) == []
        page.get_by_role("button", name="Close").tap()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(cards).to_have_count(len(hands[seat]))
        names = cards.evaluate_all("all => all.map(card => card.dataset.card)")
        assert sorted(names) == hands[seat]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_on_a_phone(screen: Opener, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True, locale="de-DE")
    texts = played("blox", 2, 7, (("round_limit", 4),))
    table = opened_at(server.url, "blox", texts, 2, 7, round_limit=4)["table"]
    page.goto(f"{server.url}/study?from={table}&a=3")  # with all its modes
    at(page, 3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    fresh(page, server.url, "blox")
    page.get_by_role("button", name="Linien").tap()
    expect(page.get_by_role("dialog", name="Linien")).to_be_visible()
    assert violations(page) == []


@searches
def test_the_engine_looks_along_and_its_turn_becomes_a_line(screen: Opener, server: Served) -> None:
    page = screen()
    page.goto(f"{server.url}/study?title=blox")
    best = page.locator("[data-best]")
    best.locator("[data-candidate]").first.wait_for()
    expect(page.get_by_role("switch", name="Engine")).to_be_checked()
    expect(best.locator("[data-candidate='0'] b")).to_have_text(re.compile(r"\d+\s%|·"))
    until(page, "Number(document.querySelector('[data-hint-marks]').dataset.hintMarks) > 0")
    expect(page.locator("[data-lines] li.branch")).to_have_count(0)
    turn = best.locator("[data-candidate='0'] .words > span").first.text_content() or ""
    best.get_by_role("button", name="Add turn 1 as a line").click()
    line = page.locator("[data-turn]").first
    expect(line).to_contain_text(turn.split(".")[0].strip())
    at(page, 0)  # it is written down, and one stays where one was
    assert violations(page) == []
    page.get_by_role("switch", name="Engine").click()
    expect(best.locator("[data-candidate]")).to_have_count(0)
    line.click()
    expect(page.locator("[data-turn]").first).to_have_attribute("aria-current", "step")
    expect(best.locator("[data-candidate]")).to_have_count(0)


def test_position_and_record_are_saved(screen: Opener, server: Served, tmp_path: Path) -> None:
    page = screen()
    fresh(page, server.url)
    page.keyboard.press("v")
    place(page, "d8")
    at(page, 1)
    for name, button in {"record.tourelle": "Record", "position": "Position document"}.items():
        page.locator(".position summary").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name=button, exact=True).click()
        assert saved.value.suggested_filename == f"torres-{name}.json"
        saved.value.save_as(tmp_path / name)
        page.locator(".position summary").click()
    record = json.loads((tmp_path / "record.tourelle").read_text())
    assert (record["game"], record["actions"]) == ("torres", ["place d8"])
    position = json.loads((tmp_path / "position").read_text())
    assert "actions" not in position
    assert "board" in position
    page.goto(f"{server.url}/study")
    page.get_by_role("textbox").fill(json.dumps(position))
    page.get_by_role("button", name="Open").click()
    page.locator("#position-line").wait_for()
    at(page, 0)
    place(page, "a4")  # the other seat's knight: it goes on from there
    at(page, 1)


def test_a_replay_is_forked_where_it_stands(screen: Opener, server: Served) -> None:
    page = screen()
    page.add_init_script(OFF)
    texts = played("blox", 2, 7, (("round_limit", 4),))
    table = opened_at(server.url, "blox", texts, 2, 7, round_limit=4)["table"]
    page.goto(f"{server.url}/g/{table}?a=2")
    page.get_by_role("button", name="Forward").first.click()
    page.locator("[data-fork]").click()
    at(page, 3)
    expect(page.locator("[data-lines] [aria-current=step]")).to_be_visible()


def test_by_touch_a_line_is_grown_named_and_shared(screen: Opener, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True)
    fresh(page, server.url)
    page.locator("svg.board [data-place=d8]").first.tap()
    again = page.locator("[data-primary]:not([aria-disabled=true])")
    page.locator("svg.board [data-place=d8]").first.or_(again).first.tap()
    at(page, 1)
    page.get_by_role("button", name="Back", exact=True).first.tap()
    at(page, 0)
    for _ in range(2):
        page.locator("svg.board [data-place=c6]").first.tap()
    at(page, 1)
    page.get_by_role("button", name="Lines").tap()
    sheet = page.get_by_role("dialog", name="Lines")
    branch = sheet.locator("li.branch")
    branch.get_by_role("button", name="Name this line").tap()
    page.get_by_role("textbox", name="Name this line").fill("Nearer")
    page.get_by_role("button", name="Save").tap()
    expect(branch).to_contain_text("Nearer")
    assert violations(page) == []
    link = page.evaluate(
        "new Promise(done => { navigator.clipboard.writeText = text => { done(text);"
        " return Promise.resolve() }; document.querySelector('dialog [data-link]').click() })"
    )
    other = screen(390, 844, has_touch=True, is_mobile=True)
    other.add_init_script(OFF)
    other.goto(link)
    at(other, 1)
    other.get_by_role("button", name="Lines").tap()
    expect(other.locator("dialog li.branch")).to_contain_text("Nearer")
