"""Unwelcome company: words that are not shown, somebody sent away from a table."""

from playwright.sync_api import expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import asked, read, until
from tests.browser.soundness import violations

SEATS = [{"kind": "here", "name": "Ana"}, {"kind": "link"}]


def test_the_creator_hides_words_and_sends_the_intruder_away(
    screen: Screen, server: Served
) -> None:
    opened = asked(server.url, "/api/tables", {"game": "castellan", "seats": SEATS})
    table, invitation = opened["table"], opened["invitations"][0]["secret"]
    guest = {"invitation": invitation, "name": "Mallory"}
    joined = asked(server.url, f"/api/tables/{table}/accept", guest)
    ana, mallory = screen(), screen()
    ana.goto(opened["keys"][0]["link"])
    mallory.goto(joined["keys"][0]["link"])
    mallory.get_by_role("tab", name="Chat").click()
    mallory.get_by_label("Say something").fill("boo")
    mallory.keyboard.press("Enter")
    ana.get_by_role("tab", name="Chat").click()
    said = ana.locator(".chat").get_by_text("boo")
    expect(said).to_be_visible()
    ana.locator("button.seat").filter(has_text="Mallory").click()
    assert violations(ana) == []
    ana.get_by_label("Don’t show what they write").check()
    ana.keyboard.press("Escape")
    expect(said).to_have_count(0)
    ana.locator("button.seat").filter(has_text="Mallory").click()
    ana.get_by_text("Send this person away").click()
    ana.get_by_role("button", name="Send Mallory away").click()
    expect(ana.locator("button.seat").filter(has_text="Mallory")).to_have_count(0)
    until(mallory, "!document.querySelector('form input[maxlength=\"500\"]')")
    kept = ana.evaluate(f"localStorage.getItem('tourelle.keys.{table}')")
    assert invitation not in kept
    late = screen()
    late.goto(f"/j/{table}#{invitation}")
    expect(read(late, "This invitation").first).to_be_visible()
