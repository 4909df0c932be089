"""Around one screen, over links, with a watcher; leaving and coming back; records."""

import json
import random
import socket
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import (
    actions_so_far,
    click_something,
    open_table,
    read,
    settled,
    settled_first,
    state_of,
    until,
)
from tests.browser.people import ANA, BOT, LEO
from tests.browser.qr import read_code
from tests.browser.soundness import violations
from tests.patience import wait_for


def flat(page: Page) -> None:
    page.get_by_role("radio", name="Flat").click()


def sit_down(page: Page, opened: dict[str, Any]) -> None:
    """Open the links of all seats, one after the other, on one screen."""
    for key in opened["keys"]:
        page.goto(key["link"])
        page.locator(".page").wait_for()
    until(page, "document.querySelectorAll('.seat').length > 0")


def test_a_cover_between_turns_around_one_screen(
    screen: Screen, server: Served, keep: Keep
) -> None:
    opened = open_table(server.url, "torres", [ANA, LEO])
    page = screen()
    sit_down(page, opened)
    seen = []
    dice = random.Random(4)
    for _ in range(120):
        cover = page.get_by_role("dialog", name="Pass the screen")
        until(
            page,
            "!!document.querySelector('[data-active=true]') || !!document.querySelector('.cover')",
        )
        if cover.count():
            seen.append(cover.get_by_role("heading").text_content())
            if len(seen) == 4:
                keep(page, "cover")
                told = cover.locator(".since").bounding_box()
                assert told
                assert 600 < told["width"] <= 720, "what happened is read in lines of a good length"
                assert not violations(page)
                break
            assert page.locator("[data-active=true]").count() == 0
            cover.get_by_role("button", name="show my hand").click()
            if len(seen) == 1:
                flat(page)
        elif len(seen) == 3 and page.locator("[data-primary]").count():
            page.locator("[data-primary]").click()
        else:
            click_something(page, dice)
    assert seen[:2] == ["Pass the screen to Ana", "Pass the screen to Leo"]
    assert len(seen) == 4


def test_no_cover_where_nothing_is_secret(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, LEO], cards="none")
    page = screen()
    sit_down(page, opened)
    assert settled(page)
    assert page.locator(".cover").count() == 0


def test_two_browsers_over_links_and_a_watcher(screen: Screen) -> None:
    host = screen()
    host.goto("/")
    host.locator('[data-play="torres"]').wait_for()
    host.get_by_role("button", name="Set the table for Torres").first.click()
    host.get_by_role("radio", name="2", exact=True).click()
    host.get_by_role("button", name="Invite by link").click()
    host.get_by_label("Name at seat A").fill("Ana")
    host.locator("[data-start]").click()
    link = host.get_by_role("textbox", name="Seat B: link for").input_value()
    watch = host.get_by_role("textbox", name="Link to watch").input_value()
    host.keyboard.press("Escape")
    guest, watcher = screen(), screen()
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Ana invites you to play Torres")).to_be_visible()
    guest.get_by_label("Your name at the table").fill("Leo")
    guest.get_by_role("button", name="Sit down").click()
    watcher.goto(watch)
    expect(read(watcher, "You are watching.")).to_be_visible()
    assert "#" not in guest.url
    flat(host)
    flat(guest)
    dice = random.Random(5)
    played = 0
    while played < 4:
        page = settled_first(host, guest)
        assert page is not None
        played = actions_so_far(page)
        if played < 4:
            click_something(page, dice)
    for page in (host, guest, watcher):
        expect(page.locator("[data-replay-at]")).to_have_text(f"{played} / {played}")
    assert watcher.locator("[data-active=true]").count() == 0
    guest.get_by_role("tab", name="Chat").click()
    guest.get_by_label("Say something").fill("Good luck, Ana!")
    guest.keyboard.press("Enter")
    host.get_by_role("tab", name="Chat").click()
    expect(read(host, "Good luck, Ana!", exact=True)).to_be_visible()
    guest.context.close()
    expect(read(host, "away")).to_be_visible()


def test_the_code_of_an_invitation_leads_to_the_network(screen: Screen) -> None:
    host = screen()
    others = {"local": True, "others": ["http://192.168.178.20:8765"]}
    host.route("**/api/addresses", lambda route: route.fulfill(json=others))
    host.goto("/")
    host.get_by_role("button", name="Set the table for Torres").first.click()
    host.get_by_role("button", name="Invite by link").click()
    host.locator("[data-start]").click()
    code = host.locator("figure svg")
    expect(code).to_be_visible()
    read_links = set()
    for button in host.get_by_role("button", name="Code for seat").all():
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        drawn = code.locator("path").get_attribute("d") or ""
        read_links.add(read_code(code.get_attribute("viewBox") or "", drawn))
    links = {link.input_value() for link in host.get_by_role("textbox", name=" link for ").all()}
    assert len(links) == 3
    assert read_links == links
    assert all(link.startswith("http://192.168.178.20:8765/j/") for link in links), links


def test_undo_reload_and_restart_lose_nothing(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, BOT])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    flat(page)
    dice = random.Random(6)
    while settled(page) and actions_so_far(page) < 12:
        click_something(page, dice)
    page.keyboard.press("Escape")
    played = actions_so_far(page)
    page.keyboard.press("z")
    until(page, f"!document.querySelector('[data-replay-at]').textContent.endsWith('/ {played}')")
    left = actions_so_far(page)
    assert left < played
    page.reload()
    at = page.locator("[data-replay-at]")
    expect(at).to_have_text(f"{left} / {left}")
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    page.keyboard.press("y")
    expect(at).not_to_have_text(f"{left} / {left}")
    assert settled(page)
    page.keyboard.press("z")
    expect(at).to_have_text(f"{left} / {left}")
    server.stop(kill=True)
    expect(read(page, "The connection is broken")).to_be_visible()
    with socket.create_server(("127.0.0.1", server.port)):  # picks up and never answers
        expect(read(page, "The server can’t be reached; trying again…")).to_be_visible()
    server.start()
    assert settled(page)
    assert actions_so_far(page) == left
    page.goto("/")
    expect(page.get_by_role("heading", name="Your turn at 1 table")).to_be_visible()


def test_a_page_from_before_an_update_finds_its_way(screen: Screen) -> None:
    page = screen()
    page.goto("/")
    page.locator('[data-play="torres"]').wait_for()
    gone: list[str] = []

    def renewed(route: Route) -> None:
        if gone:
            return route.continue_()
        gone.append(route.request.url)
        return route.fulfill(status=404)

    page.route("**/assets/Table-*.js", renewed)
    page.locator('[data-play="torres"]').click()
    assert settled(page)
    assert gone, "the table's part was asked for and missing"


def act(url: str, opened: dict[str, Any]) -> None:
    """Let whoever is to move do something, on no screen at all."""
    secrets = [key["secret"] for key in opened["keys"]]
    seat = state_of(url, opened["table"])["to_move"]
    state = state_of(url, opened["table"], secrets[seat])
    wish = {"type": "submit", "number": state["number"], "seat": seat}
    wish["action"] = state["choices"][0]["text"]
    path = f"{url}/api/tables/{opened['table']}/wishes"
    headers = {"X-Tourelle-Secret": secrets[seat]}
    assert httpx.post(path, json=wish, headers=headers).is_success


def test_looking_back_never_pulls_to_the_present(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, LEO])
    one, other = screen(), screen()
    one.goto(opened["keys"][0]["link"])
    other.goto(opened["keys"][1]["link"])
    flat(one)
    flat(other)
    dice = random.Random(7)
    assert settled(one)
    click_something(one, dice)
    assert settled(other)
    other.keyboard.press(",")
    expect(other.locator("[data-replay-at]")).to_have_text("0 / 1")
    assert other.url.endswith("?a=0")
    other.get_by_role("button", name="back to now").click()
    while settled(other) and actions_so_far(other) < 2:
        click_something(other, dice)
    until(one, "document.querySelector('[data-replay-at]').textContent.endsWith('/ 2')")
    watcher = screen()
    for page in (one, watcher):
        page.goto(f"/g/{opened['table']}?a=1")
        expect(page.locator("[data-replay-at]")).to_have_text("1 / 2")
    act(server.url, opened)
    for page in (one, watcher):
        expect(page.locator("[data-replay-at]")).to_have_text("1 / 3")
        assert page.url.endswith("?a=1")


def test_export_import_and_replay(screen: Screen, server: Served, tmp_path: Path) -> None:
    opened = open_table(server.url, "torres", [BOT, {"kind": "bot", "bot": "random"}])
    page = screen()
    page.goto(f"/g/{opened['table']}")
    # The record is what is looked at here, not how the end is told.
    wait_for(lambda: state_of(server.url, opened["table"])["status"] == "over")
    page.reload()
    page.locator('[data-screen="end"]').wait_for()
    page.get_by_role("button", name="Links and record").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    kept = tmp_path / "game.tourelle.json"
    download.value.save_as(kept)
    assert json.loads(kept.read_text())["game"] == "torres"
    page.goto("/records")
    page.locator("input[type=file]").set_input_files(kept)
    page.wait_for_url("**/g/*")
    expect(page.locator("[data-replay-at]")).to_contain_text("0 /")
    expect(page.locator(".seats .pt b")).to_have_text(["0", "0"])  # where they stood then
    expect(page.locator(".replay .mark")).to_have_text(["Year 1", "Year 2"])
    page.goto("/records")
    page.get_by_label("Or paste its text").fill("{ no record")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_seat_is_handed_to_a_bot_and_taken_back(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, LEO])
    page = screen()
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.get_by_role("button", name="Ana").click()
    page.get_by_role("radio", name="Page, level 1").check(force=True)
    page.get_by_role("button", name="Hand over").click()
    until(page, "!!document.querySelector('[data-active=false]')")
    page.get_by_role("button", name="Seat A").click()
    page.get_by_role("button", name="Take the seat back").click()
    expect(read(page, "this screen")).to_be_visible()
    wait_for(lambda: state_of(server.url, opened["table"])["seats"][0]["kind"] == "person")
