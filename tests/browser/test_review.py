"""The review of a finished game: its graph, its verdicts, mistakes; by mouse, keys and touch."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import COMPILING, Served
from tests.browser.driving import LIT, asked, until
from tests.browser.positions import opened_at, played
from tests.browser.soundness import violations
from tests.marks import searches

Opener = Callable[..., Page]
pytestmark = searches
OPTIONS = {"round_limit": 4}


def finished(url: str) -> tuple[str, dict[str, Any]]:
    """A short game that was played at random, and its review once it is done."""
    texts = played("blox", 2, 7, tuple(OPTIONS.items()))
    table = opened_at(url, "blox", texts, 2, 7, **OPTIONS)["table"]
    return table, asked(url, f"/api/tables/{table}/review", {})


def reviewed(page: Page) -> None:
    """Wait for the review; the first may have to be compiled."""
    page.locator("[data-review=done]").wait_for(timeout=1000 * COMPILING)


def test_the_end_tells_the_story_and_leads_to_its_turns(
    screen: Opener, server: Served, tmp_path: Path
) -> None:
    page = screen()
    table, _ = finished(server.url)
    page.goto(f"{server.url}/g/{table}")
    chart = page.locator("[data-story-chart]")
    expect(chart.get_by_role("img")).to_have_count(2)
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    cited = page.locator("[data-ending] a").first
    expect(cited).to_have_attribute("href", "/rules/blox#B11.4")
    assert violations(page) == []
    chart.get_by_text("Every turn as a table").click()
    expect(chart.locator("tbody tr").first).to_be_visible()
    with page.expect_download() as saved:
        page.locator("[data-picture]").click()
    picture = tmp_path / "card.png"
    saved.value.save_as(picture)
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture.read_bytes()[16:20], "big") == 1200
    first = page.locator("[data-turned]").first
    number = first.get_attribute("data-turned")
    first.click()
    expect(page.locator("[data-replay-at]").first).to_have_text(re.compile(r"^\d+ /"))
    page.get_by_role("radio", name="Review").click()
    reviewed(page)
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", str(number))


def test_the_story_by_keys_goes_on_in_the_replay_and_in_the_review(
    screen: Opener, server: Served
) -> None:
    page = screen()
    texts = played("castellan", 2, 7, ())
    table = opened_at(server.url, "castellan", texts, 2, 7)["table"]
    asked(server.url, f"/api/tables/{table}/review", {})
    page.goto(f"{server.url}/g/{table}?mode=review")
    reviewed(page)
    page.goto(f"{server.url}/g/{table}")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_focused()
    expect(page.locator("[data-ending]")).to_contain_text(re.compile(r"\. C6\.2 [A-Z].+\. C6\.3"))
    point = page.locator("[data-turned]").first
    while not point.evaluate("point => point === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    bar = page.get_by_role("slider", name="Replay")
    expect(bar).to_be_focused()
    shown = int(bar.input_value())
    page.keyboard.press("ArrowRight")
    expect(bar).to_have_value(str(shown + 1))
    page.get_by_role("button", name="Show the result").press("Enter")
    expect(heading).to_be_focused()
    page.locator(".win").get_by_role("button", name="Review").press("Enter")
    reviewed(page)
    expect(page.locator("[data-review]")).to_be_focused()
    page.get_by_role("radio", name="Review").focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Show the result").press("Enter")
    page.get_by_role("button", name="try it again").first.press("Enter")
    retry = page.locator("[data-retry]")
    expect(retry.locator("#retry-title")).to_be_focused()
    number = str(retry.get_attribute("data-retry"))
    page.get_by_role("button", name="Back to the review").press("Enter")
    expect(page.locator("[data-review]")).to_be_focused()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", number)


def test_a_finished_game_is_reviewed(screen: Opener, server: Served) -> None:
    page = screen()
    table, _ = finished(server.url)
    page.goto(f"{server.url}/g/{table}?a=0")
    page.get_by_role("radio", name="Review").click()
    reviewed(page)
    assert page.url.endswith(f"/g/{table}?a=0&mode=review")
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_have_attribute("data-verdict", "1")
    expect(page.locator("[data-reviewed]")).to_have_count(8)
    expect(page.locator("[data-chances] polyline")).to_have_count(2)
    expect(page.locator("[data-accuracy='1']")).to_contain_text("%")
    graph = page.get_by_role("slider", name="Winning chance")
    graph.focus()
    page.keyboard.press("ArrowRight")
    expect(verdict).to_have_attribute("data-verdict", "2")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("Turn 2, Mina"))
    box = graph.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    expect(verdict).to_have_attribute("data-verdict", "8")
    page.locator("[data-reviewed='3']").click()
    expect(verdict).to_have_attribute("data-verdict", "3")
    assert violations(page) == []


def test_mistakes_are_walked_and_tried(screen: Opener, server: Served) -> None:
    page = screen()
    page.add_init_script("localStorage.setItem('tourelle.engine', 'off')")
    table, _ = finished(server.url)
    page.goto(f"{server.url}/g/{table}?mode=review")
    reviewed(page)
    expect(page.locator("[data-graph-mark]").first).to_be_visible()
    marked = [
        int(mark.get_attribute("data-graph-mark") or 0)
        for mark in page.locator("[data-graph-mark]").all()
    ]
    verdict = page.locator("[data-verdict]")
    page.keyboard.press("n")
    expect(verdict).to_have_attribute("data-verdict", str(marked[0]))
    expect(page.locator("[data-cost]")).to_contain_text("% chance")
    for line in ("both", "best", "played"):  # all lie on the board at once
        expect(page.locator(f"[data-line={line}]")).to_have_attribute("aria-pressed", "true")
    until(page, "Number(document.querySelector('[data-hint-marks]').dataset.hintMarks) > 0")
    expect(verdict.get_by_role("listitem").first).to_be_visible()
    page.locator("[data-line=played]").click()
    expect(page.locator("[data-line=both]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-line=best]")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("tab", name="Mistakes").click()
    expect(page.locator("[data-reviewed]")).to_have_count(len(marked))
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-story]")).to_contain_text("The last round has been played.")
    assert violations(page) == []
    page.get_by_role("button", name="Next mistake").click()
    expect(verdict).to_have_attribute("data-verdict", str((marked * 2)[1]))
    at = re.search(r"a=(\d+)", page.url)
    assert at
    page.get_by_role("link", name="Try it").click()
    expect(page.locator("[data-at]")).to_contain_text(re.compile(rf"\b{at[1]}\b"))
    page.get_by_role("radio", name="Review").click()
    reviewed(page)
    expect(verdict).to_have_attribute("data-verdict", str((marked * 2)[1]))
    page.get_by_role("radio", name="Replay").click()
    expect(page.locator("[data-replay-at]").first).to_have_text(re.compile(rf"^{at[1]} /"))


def at_first_mistake(page: Page, url: str) -> None:
    """Review a short game, and stand at its first mistake."""
    table, _ = finished(url)
    page.goto(f"{url}/g/{table}?mode=review")
    reviewed(page)
    page.keyboard.press("n")


def test_show_why_walks_the_line_that_follows(screen: Opener, server: Served) -> None:
    page = screen()
    at_first_mistake(page, server.url)
    page.get_by_role("button", name="Show why").click()
    why = page.locator("[data-why]")
    expect(why.locator("p b")).to_be_visible()
    why.get_by_role("button", name="Pause").or_(why.get_by_role("button", name="Play")).click()
    shown = int(why.get_attribute("data-why") or 0)
    why.get_by_role("button", name="Back").click()
    expect(why).to_have_attribute("data-why", str(shown - 1))
    assert violations(page) == []
    why.get_by_role("button", name="Close").click()
    expect(why).to_have_count(0)
    page.locator("[data-knew] summary").click()
    expect(page.locator("[data-knew] [data-eyes][aria-pressed=true]")).to_have_count(1)


def test_a_mistake_is_played_again_and_judged(screen: Opener, server: Served) -> None:
    page = screen()
    at_first_mistake(page, server.url)
    expect(page.locator("[data-retry-turn]")).to_be_visible()
    page.keyboard.press("r")
    retry = page.locator("[data-retry]")
    expect(retry).to_have_attribute("data-active", "true")
    expect(page.get_by_text("hidden until you ask")).to_be_visible()
    assert violations(page) == []
    page.locator(LIT).first.wait_for()
    play_turn(page)
    expect(page.locator("[data-try='1']")).to_contain_text("%")
    expect(page.locator("[data-judged]")).to_have_attribute("data-judged", re.compile("^retry"))
    assert violations(page) == []
    page.keyboard.press("r")
    expect(retry).to_have_attribute("data-active", "true")
    page.locator("[data-tell]").click()
    expect(page.get_by_text("hidden until you ask")).to_have_count(0)
    page.locator("[data-leave]").click()
    reviewed(page)
    expect(page.locator("[data-verdict]")).to_be_visible()


def play_turn(page: Page, touch: bool = False) -> None:
    """Play any turn with the mouse, or by touch, until it is judged."""
    for _ in range(20):
        if page.locator("[data-judged]").count():
            return
        button = page.locator("[data-primary]:not([aria-disabled=true]):not([disabled])")
        target = button if button.count() else page.locator(LIT).first
        target.tap() if touch else target.click()
        page.wait_for_timeout(100)


def test_what_the_server_refuses_is_said(screen: Opener, server: Served) -> None:
    page = screen()
    table, _ = finished(server.url)
    page.route(
        "**/review?*",
        lambda route: route.fulfill(status=429, json={"sentence": "Too many reviews."}),
    )
    page.goto(f"{server.url}/g/{table}?mode=review")
    expect(page.get_by_role("alert")).to_have_text("Too many reviews.")
    page.unroute("**/review?*")
    page.get_by_role("button", name="Review this game").click()
    reviewed(page)


def test_it_is_stopped_and_goes_on(screen: Opener, server: Served) -> None:
    page = screen()
    table, begun = finished(server.url)
    slow = {"name": begun["name"], "status": "running", "share": 0.4, "review": None}
    page.route("**/review?*", lambda route: route.fulfill(json=slow))
    page.route("**/api/reviews/*", lambda route: route.fulfill(json=slow))
    page.goto(f"{server.url}/g/{table}?mode=review")
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "40")
    assert violations(page) == []
    with page.expect_request(lambda request: request.method == "DELETE") as left:
        page.get_by_role("button", name="Cancel").click()
    assert f"/api/reviews/{begun['name']}?" in left.value.url, "the server hears that nobody waits"
    page.unroute_all(behavior="wait")
    page.get_by_role("button", name="Go on").click()
    reviewed(page)


def test_on_a_phone(screen: Opener, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True, locale="de-DE")
    table, _ = finished(server.url)
    page.goto(f"{server.url}/g/{table}?a=1")
    page.get_by_role("button", name="Menü").tap()
    page.get_by_role("button", name="Rückschau").tap()
    reviewed(page)
    page.get_by_role("button", name="Nächster Fehler").tap()
    expect(page.locator("[data-verdict]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


def test_on_a_dark_phone_story_why_and_retry(screen: Opener, server: Served) -> None:
    page = screen(390, 844, has_touch=True, is_mobile=True, color_scheme="dark")
    table, _ = finished(server.url)
    page.goto(f"{server.url}/g/{table}")
    expect(page.locator("[data-story-chart]").get_by_role("img").first).to_be_visible()
    assert violations(page) == []
    page.goto(f"{server.url}/g/{table}?mode=review")
    reviewed(page)
    page.get_by_role("button", name="Next mistake").tap()
    page.get_by_role("button", name="Show why").tap()
    why = page.locator("[data-why]")
    expect(why.locator("p b")).to_be_visible()
    assert violations(page) == []
    why.get_by_role("button", name="Close").tap()
    page.locator("[data-retry-turn]").tap()
    expect(page.locator("[data-retry]")).to_have_attribute("data-active", "true")
    page.locator(LIT).first.wait_for()
    play_turn(page, touch=True)
    expect(page.locator("[data-try='1']")).to_contain_text("%")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


LARGE = 2**62 + 3
"""A seed that no number of the page's language keeps."""


def brought(lacks: int = 2) -> dict[str, Any]:
    """A record as somebody keeps it in a file; it lacks so many actions to the end."""
    whole = played("blox", 2, LARGE, tuple(OPTIONS.items()))
    texts = whole[: len(whole) - lacks]
    deal = {"game": "blox", "rules": 1, "options": {"seats": 2, **OPTIONS}, "seed": LARGE}
    return {"tourelle": 1, **deal, "actions": texts}


@pytest.mark.parametrize("width", [1440, 390])
def test_a_record_without_a_table_is_reviewed(screen: Opener, server: Served, width: int) -> None:
    page = screen(width, 844)
    page.add_init_script("localStorage.setItem('tourelle.engine', 'off')")
    page.goto(f"{server.url}/study")
    page.get_by_role("textbox").fill(json.dumps(brought()))
    page.get_by_role("button", name="Open").click()
    page.get_by_role("radio", name="Review").click()
    reviewed(page)
    # Seats lead nowhere here, so no finger and no key is offered them.
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator("button.seat")).to_have_count(0)
    verdict = page.locator("[data-verdict]")
    page.keyboard.press("n")
    number = verdict.get_attribute("data-verdict")
    expect(page.locator("[data-cost]")).to_contain_text("% chance")
    assert violations(page) == []
    page.keyboard.press("r")
    expect(page.locator(f"[data-retry='{number}']")).to_be_visible()
    for count in (1, 0):
        page.keyboard.press("a")
        expect(page.locator("[data-aid]")).to_have_count(count)
    page.get_by_role("button", name="Back to the review").click()
    page.get_by_role("radio", name="Analysis").click()
    expect(page.locator("[data-at]")).to_be_visible()


def test_a_record_that_is_brought_is_reviewed_in_words_by_keys(
    screen: Opener, server: Served
) -> None:
    page = screen()
    page.add_init_script("localStorage.setItem('tourelle.engine', 'off')")
    page.goto(f"{server.url}/records")
    page.get_by_label("Or paste its text").fill(json.dumps(brought(lacks=0)))
    page.get_by_role("button", name="Open").press("Enter")
    page.wait_for_url("**/g/*?a=0")
    page.get_by_role("radio", name="Flat").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("radio", name="Text")).to_be_checked()
    page.get_by_role("radio", name="Replay").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Review")).to_be_checked()
    reviewed(page)
    expect(page.get_by_role("grid")).to_be_visible()
    page.keyboard.press("n")
    verdict = page.locator("[data-verdict]")
    first = verdict.get_attribute("data-verdict")
    expect(page.locator("[data-cost]")).to_contain_text("% chance")
    for line in ("played", "best"):  # what is drawn on a board is told here
        expect(page.locator(f"[data-line={line}]")).to_contain_text(re.compile(r"\w+ \w+"))
    assert violations(page) == []
    page.keyboard.press("n")
    expect(verdict).not_to_have_attribute("data-verdict", str(first))
    at = re.search(r"a=(\d+)", page.url)
    assert at
    page.keyboard.press("r")
    expect(page.locator("[data-retry]")).to_have_attribute("data-active", "true")
    page.keyboard.press("/")
    page.locator("#notation:focus").wait_for()
    page.keyboard.type(brought(lacks=0)["actions"][int(at[1])])
    page.keyboard.press("Enter")
    expect(page.locator("[data-judged]")).to_have_attribute("data-judged", "retry.same")


def test_turns_of_castellan_are_told_in_words_and_not_by_coordinates(
    screen: Opener, server: Served, language: str
) -> None:
    texts = played("castellan", 2, 7, ())
    table = opened_at(server.url, "castellan", texts, 2, 7)["table"]
    page = screen(1280, 720, locale=language)
    page.goto(f"{server.url}/g/{table}?a=0&mode=review")
    reviewed(page)
    turns = page.locator("[data-reviewed] .words")
    expect(turns.first).to_be_visible()
    told = (
        turns.all_text_contents() + page.locator("[data-line] > .head + span").all_text_contents()
    )
    assert [words for words in told if re.search(r"-?\d+,-?\d+", words)] == []
    found = asked(server.url, f"/api/tables/{table}/review", {})["review"]["turns"]
    cited = next(turn for turn in found if any(reason["clause"] for reason in turn["why"]))
    page.goto(f"{server.url}/g/{table}?a={cited['played']['at']}&mode=review")
    reviewed(page)
    clause = page.locator("[data-verdict] .why a").first
    expect(clause).to_have_attribute("href", "/rules/castellan#C6.3")
    assert violations(page) == []
