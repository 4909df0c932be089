"""Seats belong to those who sit there: invitations, names, undo asked for and refused."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import asked, invite, open_table, read, settled, state_of
from tests.browser.people import ANA
from tests.browser.positions import opened_at
from tests.browser.soundness import WHOLE, violations
from tests.patience import wait_for

LEO = {"kind": "link", "name": ""}


def test_a_guest_is_told_the_clock_where_to_read_and_which_seat_is_theirs(
    screen: Screen, server: Served
) -> None:
    pace = {"kind": "live", "time": 900, "increment": 20, "late": "loses"}
    wish = {"game": "castellan", "options": {"seats": 2}, "seats": [ANA, LEO], "pace": pace}
    (invitation,) = asked(server.url, "/api/tables", wish)["invitations"]
    guest = screen(390, 844, has_touch=True, is_mobile=True)
    guest.goto(invitation["link"])
    clock = "15 min + 20 s. Whoever has no time left loses, and the game is over."
    expect(guest.get_by_text(clock)).to_be_visible()
    how = guest.get_by_role("link", name="How to play Castellan")
    expect(how).to_have_attribute("href", "/rules/castellan")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".scores button", has_text="you")).to_have_count(1)
    steps = guest.get_by_role("list", name="Steps of the turn").get_by_role("listitem")
    expect(steps).to_have_text([re.compile(f"^{n}") for n in (1, 2, 3)])  # Ana's turn: none is done


def host_at(screen: Screen, server: Served, seats: list[dict[str, str]]) -> tuple[Page, list[str]]:
    """A host at a machine in a network, with a table; the links of those who are invited."""
    host = screen()
    known = {"local": True, "others": ["http://192.0.2.14:8765"]}
    host.route("**/api/addresses", lambda route: route.fulfill(json=known))
    host.goto("/")
    opened = invite(server.url, "torres", seats, cards="none")
    keep = "([id, secrets, links]) => { localStorage.setItem('tourelle.tables', JSON.stringify(["
    keep += "{table: id, game: 'torres', secrets, seen: Date.now()}]));"
    keep += "localStorage.setItem('tourelle.keys.' + id, JSON.stringify(links)) }"
    secrets = [key["secret"] for key in opened["keys"]]
    host.evaluate(keep, [opened["table"], secrets, opened["invitations"]])
    host.goto(f"/g/{opened['table']}?share")
    return host, [invitation["link"] for invitation in opened["invitations"]]


def test_an_invitation_asks_for_a_name_and_is_good_once(
    screen: Screen, server: Served, keep: Keep
) -> None:
    host, (link,) = host_at(screen, server, [ANA, LEO])
    dialog = host.get_by_role("dialog")
    shown = dialog.get_by_role("textbox", name="Seat B: link for")
    expect(shown).to_have_value(f"http://192.0.2.14:8765{link}")
    expect(dialog.get_by_role("img", name="Code for seat B")).to_be_visible()
    expect(dialog.get_by_text("only this computer knows")).to_be_visible()
    assert not violations(host)
    keep(host, "share")
    guest, late = screen(390, 844, has_touch=True), screen()
    guest.goto(link)
    late.goto(link)
    expect(guest.get_by_role("heading", name="Ana invites you to play Torres")).to_be_visible()
    expect(late.get_by_role("heading", name="Ana invites you to play Torres")).to_be_visible()
    assert not violations(guest)
    keep(guest, "invitation-phone")
    assert guest.locator(".pic svg.board").evaluate(WHOLE), "no edge of the board is cut off"
    table = link.removeprefix("/j/").split("#")[0]
    assert state_of(server.url, table)["number"] == 0, "looking takes no seat"
    guest.get_by_label("Your name at the table").fill("\u202eLeo")
    guest.get_by_role("button", name="Sit down").click()
    guest.locator(".page").wait_for()
    assert "#" not in guest.url
    expect(dialog.get_by_text("has come")).to_be_visible()
    wait_for(lambda: state_of(server.url, table)["seats"][1]["name"] == "Leo")
    late.get_by_label("Your name at the table").fill("Mallory")
    late.get_by_role("button", name="Sit down").click()
    expect(late.get_by_role("heading", name="This invitation has been used")).to_be_visible()
    late.reload()
    expect(late.get_by_role("heading", name="This invitation has been used")).to_be_visible()
    assert not violations(late)
    guest.goto(link)
    guest.locator(".page").wait_for()
    guest.reload()
    guest.locator(".page").wait_for()
    wait_for(lambda: state_of(server.url, table)["seats"][1]["connected"])
    fresh = screen()
    fresh.goto(link.replace("/j/", "/g/"))
    expect(read(fresh, "You are watching.")).to_be_visible()


def test_a_name_is_asked_for_once(screen: Screen, server: Served) -> None:
    links = [invite(server.url, "torres", [ANA, LEO])["invitations"][0]["link"] for _ in range(2)]
    guest = screen()
    guest.goto(links[0])
    guest.get_by_label("Your name at the table").fill("Leo")
    guest.get_by_role("button", name="Sit down").click()
    guest.locator(".page").wait_for()
    guest.goto(links[1])
    expect(guest.get_by_label("Your name at the table")).to_have_value("Leo")


def test_ones_own_seat_moves_to_another_device(screen: Screen, server: Served) -> None:
    host, _ = host_at(screen, server, [ANA, LEO])
    host.get_by_text("Your own seat on another device").click()
    expect(read(host, "keep it to yourself")).to_be_visible()
    mine = host.get_by_role("textbox", name="Your own link 1").input_value()
    mine = mine.replace("http://192.0.2.14:8765", server.url)
    phone = screen()
    phone.goto(mine)
    phone.locator(".page").wait_for()
    assert "#" not in phone.url
    phone.get_by_role("button", name="Links and record").click()
    expect(read(phone, "Your own seat on another device")).to_be_visible()


def test_the_code_of_each_invitation(screen: Screen, server: Served) -> None:
    host, _ = host_at(screen, server, [ANA, LEO, LEO])
    dialog = host.get_by_role("dialog")
    first = dialog.locator("figure path").get_attribute("d")
    dialog.get_by_role("button", name="Code for seat C").click()
    expect(dialog.get_by_text("the seat of C")).to_be_visible()
    assert dialog.locator("figure path").get_attribute("d") != first
    dialog.get_by_role("button", name="To the table").click()
    expect(host.locator(".seats .seat", has_text="invited")).to_have_count(2)


def test_links_that_nobody_else_can_open_say_so(screen: Screen, server: Served) -> None:
    host, _ = host_at(screen, server, [ANA, LEO])
    host.unroute("**/api/addresses")
    host.reload()
    dialog = host.get_by_role("dialog")
    expect(dialog.get_by_text("Nobody else can open these links.")).to_be_visible()
    expect(dialog.get_by_role("img", name="Code for seat B")).to_have_count(0)


def test_nobody_is_called_you(screen: Screen, server: Served) -> None:
    for locale, name in (("en-GB", "Player A"), ("fr-FR", "Joueur A"), ("de-DE", "Spieler A")):
        page = screen(locale=locale)
        page.goto("/")
        page.locator('[data-play="castellan"]').click()
        page.locator(".page").wait_for()
        table = page.url.split("/g/")[1].split("?")[0]
        assert state_of(server.url, table)["seats"][0]["name"] == "Player A"
        expect(page.get_by_text(name).first).to_be_visible()
        page.context.close()


def test_undo_is_asked_for_refused_and_agreed_to(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, {"kind": "link", "name": "Leo"}], cards="none")
    ana, leo = screen(), screen(390, 844)
    for page, key in zip((ana, leo), opened["keys"], strict=True):
        page.goto(key["link"])
        page.locator(".page").wait_for()
    ana.get_by_role("radio", name="Flat").click()
    assert settled(ana)
    ana.locator("svg.board [data-place].acts").first.click()
    undo = ana.get_by_role("button", name="Ask to undo")
    undo.click()
    expect(read(ana, "You have asked. Waiting for: Leo")).to_be_visible()
    expect(undo).to_be_disabled()
    expect(leo.locator("[data-undo-wish]")).to_contain_text("Ana would like to undo")
    assert not violations(leo)
    leo.get_by_role("button", name="Rather not").click()
    expect(ana.locator(".wish")).to_contain_text("Leo would rather leave it as it is.")
    expect(leo.locator("[data-undo-wish]")).to_have_count(0)
    assert state_of(server.url, opened["table"])["actions"] == 1
    undo.click()
    leo.get_by_role("button", name="Allow").click()
    expect(ana.locator("[data-undo-wish]")).to_have_count(0)
    assert settled(ana)
    wait_for(lambda: state_of(server.url, opened["table"])["actions"] == 0)


def test_an_imported_table_is_marked(screen: Screen, server: Served) -> None:
    opened = opened_at(server.url, "torres", ["place d8"], 2, 7, cards="none")
    watcher = screen()
    watcher.goto(f"/g/{opened['table']}")
    expect(read(watcher, "imported · live after 1")).to_be_visible()
    own = open_table(server.url, "torres", [ANA, {"kind": "here", "name": "Leo"}])
    watcher.goto(f"/g/{own['table']}")
    watcher.locator(".page").wait_for()
    expect(read(watcher, "imported")).to_have_count(0)


def test_a_record_of_several_people_is_gone_on_with_by_invitation(
    screen: Screen, server: Served
) -> None:
    opened = opened_at(server.url, "torres", ["place d8"], 2, 7, cards="none")
    page = screen()
    page.goto("/records")
    text = page.evaluate(
        "id => fetch(`/api/tables/${id}/record`).then(a => a.text())", opened["table"]
    )
    text = re.sub(r'"seed": ?null', '"seed": 7', text)
    page.get_by_label("Or paste its text").fill(text)
    page.get_by_role("button", name="Open").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Sit here")).to_have_count(2)
    dialog.get_by_role("button", name="Sit here").nth(1).click()
    page.locator(".page").wait_for()
    expect(read(page, "this screen")).to_be_visible()


def test_a_bot_stands_in_for_a_friend_who_has_not_come(screen: Screen, server: Served) -> None:
    host, _ = host_at(screen, server, [ANA, {"kind": "link", "name": "Leo"}])
    host.get_by_role("button", name="To the table").click()
    host.locator(".seat", has_text="Leo").click()
    dialog = host.get_by_role("dialog")
    expect(dialog.get_by_text("invited, not here yet")).to_be_visible()
    expect(dialog.get_by_label("Name")).to_have_count(0)
    expect(dialog.get_by_role("radio")).to_have_count(0)
    expect(dialog.get_by_role("button", name="Let a bot play until they come")).to_be_visible()
