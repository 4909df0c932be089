"""An attacker at the page: whatever names, chat, records, notation and addresses hold is text."""

import base64
import json
import re
import zlib

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import START, act, open_log, torres_of_two
from tests.browser.conftest import Screen, Served
from tests.browser.driving import asked as answered
from tests.browser.driving import open_table, seated, settled
from tests.browser.positions import NAMES
from tourelle.core.records import Player, Record
from tourelle.games import game_class

RUDE = "<img src=x onerror=rude()>"


def guarded(page: Page) -> list[str]:
    """Watch for what an attack would do, and for what the policy alone has stopped."""
    told: list[str] = []
    page.add_init_script("window.rude = () => console.error('Content Security: struck')")
    page.on("dialog", lambda _: told.append("Content Security: a dialog"))
    page.on("console", lambda said: told.append(said.text))
    return told


def unharmed(page: Page, told: list[str]) -> None:
    assert page.locator("img[src=x]").count() == 0
    assert not [said for said in told if "Content Security" in said]


def test_names_and_chat_are_text(screen: Screen, server: Served) -> None:
    people = [{"kind": "here", "name": RUDE}, {"kind": "link", "name": f"{RUDE}\u202e"}]
    opened = open_table(server.url, "torres", people, cards="none")
    page = screen()
    told = guarded(page)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    expect(page.locator(".seat").first).to_contain_text(RUDE[:12])
    open_log(page)
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill(RUDE)
    page.keyboard.press("Enter")
    expect(page.locator(".chat bdi")).to_have_text(RUDE)
    unharmed(page, told)
    page.goto("/")
    page.locator(f'[data-continue="{opened["table"]}"]').wait_for()
    unharmed(page, told)


def test_a_record_brought_in_and_the_notation_are_text(screen: Screen, server: Served) -> None:
    game = game_class("torres")({"seats": 2, "cards": "none"})
    seats = tuple(Player(f"{RUDE}{name}", "person") for name in NAMES[:2])
    record = Record("torres", game.rules, game.options, 1, (START[0],), seats)
    opened = seated(server.url, answered(server.url, "/api/records", dict(record.to_json())))
    page = screen()
    told = guarded(page)
    page.goto(next(key["link"] for key in opened["keys"] if key["seat"] == 1))
    assert settled(page)
    expect(page.locator(".seat").first).to_contain_text(RUDE[:12])
    page.keyboard.press("/")
    page.locator("#notation:focus").wait_for()
    page.keyboard.type(RUDE)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    unharmed(page, told)


@pytest.mark.parametrize(
    ("asks", "shown"),
    [("-1", 0), ("99999", 3), ("NaN", 0), ("1e9", 3), (RUDE, 0), ("1.5", None), ("Infinity", 3)],
)
def test_no_moment_that_is_asked_for_breaks_the_page(
    screen: Screen, server: Served, asks: str, shown: int | None
) -> None:
    opened = torres_of_two(server)
    act(server, opened, *START)
    page = screen()
    told = guarded(page)
    page.goto(f"/g/{opened['table']}?a={asks}#{opened['keys'][0]['secret']}")
    at = page.locator("[data-replay-at]").first
    expect(at).to_have_text(re.compile(rf"{'[0-3]' if shown is None else shown} / 3"))
    unharmed(page, told)


def study(**changed: object) -> str:
    """A link to a study, as somebody might forge it."""
    root = {"action": "", "children": [], "comment": RUDE}
    made = {"title": "torres", "label": RUDE, "start": {"line": RUDE}, "root": root, "path": []}
    zipped = zlib.compressobj(wbits=-15)
    data = zipped.compress(json.dumps({**made, **changed}).encode()) + zipped.flush()
    return f"/study#s={base64.urlsafe_b64encode(data).decode().rstrip('=')}"


@pytest.mark.parametrize(
    "link",
    [
        study(),
        study(title="../../etc", path=[RUDE]),
        study(start={"document": {"game": "torres", "board": RUDE}}),
        study(root={"action": "", "children": [{"action": {}, "children": []}]}),
        f"/study?line={RUDE}",
        f"/study?from={RUDE}&a={RUDE}",
        f"/study?title={RUDE}",
        f"/g/{RUDE}",
        "/g/%2e%2e%2fapi",
    ],
)
def test_no_forged_link_breaks_the_page(screen: Screen, link: str) -> None:
    page = screen()
    told = guarded(page)
    page.goto(link)
    expect(page.get_by_role("heading").first).to_be_visible()
    page.locator("[role=alert], [role=status], main").first.wait_for()
    unharmed(page, told)
