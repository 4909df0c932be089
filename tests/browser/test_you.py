"""Oneself, without an account: name and crest, games and ratings, another device, deletion."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Keep, Screen
from tests.browser.driving import read, settled, until
from tests.browser.soundness import violations

KEY = "localStorage.getItem('tourelle.player')"
BLOX = {"game": "blox", "options": {"round_limit": 1}}


def requested(page: Page, method: str, path: str, **more: Any) -> Any:
    """Ask the server as the player of a page."""
    headers = {"x-tourelle-player": page.evaluate(KEY), **more.pop("headers", {})}
    answer = page.request.fetch(path, method=method, headers=headers, **more)
    assert answer.ok, answer.text()
    return answer.json()


def played_out(page: Page) -> str:
    """Let the player of a page open a short game, and play it out by requests."""
    seats = [{"kind": "here", "name": "Ana"}, {"kind": "bot", "bot": "level-1"}]
    opened = requested(page, "POST", "/api/tables", data={**BLOX, "seats": seats})
    path, secret = f"/api/tables/{opened['table']}", opened["keys"][0]["secret"]
    headers = {"x-tourelle-secret": secret}
    while (state := requested(page, "GET", path, headers=headers))["status"] != "over":
        if state["choices"]:
            wish = {"type": "submit", "number": state["number"], "seat": 0}
            wish["action"] = state["choices"][0]["text"]
            requested(page, "POST", f"{path}/wishes", headers=headers, data=wish)
    return str(opened["table"])


def test_a_name_a_colour_and_a_crest_by_keys(screen: Screen) -> None:
    page = screen()
    page.goto("/")
    page.get_by_role("link", name="Your games").press("Enter")
    expect(page).to_have_title("You · Tourelle")
    page.get_by_label("Name", exact=True).fill("Ana")
    page.get_by_label("Blue, seat B").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Yellow, seat C")).to_be_checked()
    page.get_by_label("Tower", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Crown")).to_be_checked()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana")
    assert violations(page) == []
    page.goto("/")
    expect(page.get_by_role("link", name="You", exact=True).first).to_contain_text("Ana")
    page.locator("[data-play=torres]").click()
    page.wait_for_url("**/g/**")
    until(page, "document.title.includes('Torres')")
    table = page.url.split("/g/")[1].split("?")[0]
    state = page.request.get(f"/api/tables/{table}").json()
    assert [(s["name"], s["crest"]) for s in state["seats"] if s["kind"] == "person"] == [
        ("Ana", "crown")
    ]
    assert state["seats"][2]["kind"] == "person", "the seat of their colour"
    page.goto(f"/g/{table}")
    own = page.locator(".seat").nth(2)
    expect(own).to_contain_text("Ana")
    expect(own.get_by_role("img", name="Crown")).to_be_visible()
    expect(page.locator(".seat [data-crest]")).to_have_count(1)
    assert violations(page) == []
    phone = screen(width=390, height=844)  # where seats are shields alone, it stands behind them
    phone.goto(f"/g/{table}")
    phone.get_by_role("button", name="Ana:").click()
    expect(phone.get_by_role("dialog").get_by_role("img", name="Crown")).to_be_visible()
    assert violations(phone) == []


@pytest.mark.parametrize("width", [390, 1366])
def test_games_are_listed_found_and_taken_off(screen: Screen, width: int) -> None:
    page = screen(width=width, height=844)
    page.goto("/you")
    expect(read(page, "Games that you play from now on stand here")).to_be_visible()
    table = played_out(page)
    page.reload()
    row = page.locator(f"[data-game='{table}']")
    expect(row).to_contain_text("BLOX")
    expect(page.locator("[data-standing=blox]")).to_contain_text("of 1 won")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_placeholder("Search names, games, dates").fill("nobody at all")
    expect(read(page, "No game fits.")).to_be_visible()
    page.get_by_placeholder("Search names, games, dates").fill("blox")
    expect(row).to_be_visible()
    row.get_by_role("button").click()
    expect(row).to_have_count(0)
    page.reload()
    expect(page.locator("[data-standing=blox]")).to_contain_text("of 1 won")
    expect(row).to_have_count(0)


def test_another_device_by_code_and_by_link(screen: Screen) -> None:
    desk = screen()
    desk.goto("/you")
    desk.get_by_label("Name", exact=True).fill("Ana")
    table = played_out(desk)
    seats = [{"kind": "here"}, {"kind": "link"}]
    runs = requested(desk, "POST", "/api/tables", data={**BLOX, "seats": seats})["table"]
    for by_link in (False, True):
        desk.goto("/you")
        desk.get_by_role("button", name="Make a code").click()
        code = desk.locator("[data-code]").inner_text()
        phone = screen(width=390, height=844)
        if by_link:
            phone.goto(f"/you#take.{code}")
            until(phone, "location.hash === ''")
        else:
            phone.goto("/you")
            phone.get_by_label("A code from another device").fill(code.lower())
        assert violations(phone) == []
        phone.get_by_role("button", name="Bring them here").click()
        expect(phone.locator(f"[data-game='{table}']")).to_be_visible()
        assert phone.evaluate(KEY) == desk.evaluate(KEY)
        expect(phone.get_by_role("heading", level=1)).to_have_text("Ana")
        phone.goto(f"/g/{runs}")
        expect(read(phone, "Invite").first).to_be_visible()
        until(phone, "localStorage.getItem('tourelle.tables').includes('" + runs + "')")
        late = screen()
        late.goto("/you")
        late.get_by_label("A code from another device").fill(code)
        late.get_by_role("button", name="Bring them here").click()
        expect(late.get_by_role("alert")).to_contain_text("opens nothing")


def test_everything_is_saved_and_deleted(screen: Screen) -> None:
    page = screen()
    page.goto("/you")
    page.get_by_label("Name", exact=True).fill("Ana")
    played_out(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save everything").click()
    assert saved.value.suggested_filename == "tourelle-you.json"
    key = page.evaluate(KEY)
    page.get_by_role("button", name="Delete everything").click()
    assert violations(page) == []
    page.locator("[data-forget]").click()
    expect(page.get_by_text("Deleted, with 1 game of the list.")).to_be_visible()
    assert page.evaluate(KEY) != key
    expect(page.get_by_role("heading", level=1)).to_have_text("You")


def test_whoever_loses_the_key_loses_the_name_and_no_seat(screen: Screen) -> None:
    page = screen()
    page.goto("/you")
    expect(page.get_by_text("If you lose the key,")).to_be_visible()
    expect(read(page, "Nothing else happens: you play on under a new one")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Ana")
    page.goto("/")
    page.locator("[data-play=blox]").click()
    page.wait_for_url("**/g/**")
    table, key = page.url, page.evaluate(KEY)
    page.evaluate("localStorage.removeItem('tourelle.player')")
    page.goto("/you")
    until(page, f"{KEY} !== null")
    assert page.evaluate(KEY) != key
    page.goto(table)
    settled(page)  # the seat is still theirs


@pytest.mark.parametrize("width", [390, 1440])
def test_whoever_has_not_played_is_invited_to(
    screen: Screen, language: str, width: int, keep: Keep
) -> None:
    page = screen(width, 844, locale=language)
    page.goto("/you")
    invitation = page.locator("[data-none]")
    expect(invitation.get_by_role("heading")).to_be_visible()
    keep(page, f"you-none-{width}-{language}")
    expect(invitation.get_by_role("link")).to_have_count(3)
    invitation.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("/$"))
