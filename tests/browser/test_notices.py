"""Being called back: the tab, the browser's notifications, ways for a seat, links of a mail."""

import json

import pytest
from playwright.sync_api import CDPSession, Page, Worker, expect

from tests.browser.acting import end_turn
from tests.browser.conftest import Screen, Served
from tests.browser.driving import open_table, read, settled, state_of, until
from tests.browser.soundness import violations

ANA, BEN = {"kind": "link", "name": "Ana"}, {"kind": "link", "name": "Ben"}
ICON = "document.querySelector('link[rel=icon]').getAttribute('href')"
CALLS = """
window.shown = []
window.Notification = class { static permission = 'granted'
  static requestPermission() { return Promise.resolve('granted') }
  constructor(title) { window.shown.push(title) } }
Object.defineProperty(document, 'visibilityState', {
  get: () => window.away ? 'hidden' : 'visible' })
"""
"""A browser that notes what it would show, and a page that can be left without leaving it."""


def sat_down(screen: Screen, server: Served) -> tuple[Page, str, str]:
    """Two people at a table of Castellan; return the page of one, and the links of both."""
    opened = open_table(server.url, "castellan", [ANA, BEN])
    links = [str(key["link"]) for key in opened["keys"]]
    if state_of(server.url, opened["table"])["to_move"] == 1:
        links.reverse()
    page = screen()
    page.add_init_script(CALLS)
    return page, *links  # type: ignore[return-value]


def test_the_tab_and_a_notification_call_somebody_back(screen: Screen, server: Served) -> None:
    page, first, second = sat_down(screen, server)
    page.goto("/")
    page.get_by_role("button", name="Notices").click()
    assert violations(page) == []
    page.get_by_label("Over other windows").check()
    page.keyboard.press("Escape")
    page.goto(second)
    expect(page).to_have_title("Castellan · Tourelle")
    page.evaluate("window.away = true")
    end_turn(page, server.url, first)
    expect(page).to_have_title("● Your turn · Castellan · Tourelle")
    until(page, f"{ICON} === '/tower-turn.svg'")
    until(page, "window.shown.join() === 'Your turn: Castellan'")
    page.goto("/")
    expect(page).to_have_title("(1) Tourelle")


SHOWS = """
self.shown = []
self.registration.showNotification = (title, options) => {
  self.shown.push([title, options.body, options.data.path]); return Promise.resolve() }
self.clients.matchAll = () => Promise.resolve([])
self.clients.openWindow = (path) => { self.shown.push(path); return Promise.resolve(null) }
null
"""
"""A worker that notes what it would show, and where it would lead."""
TONES = """
window.tones = 0
window.AudioContext = class {
  currentTime = 0; destination = {}
  createOscillator() { window.tones += 1
    return { frequency: {}, connect: (next) => next, start() {}, stop() {} } }
  createGain() { return { connect: (next) => next, gain: {
    setValueAtTime() {}, exponentialRampToValueAtTime() {} } } } }
"""
"""A browser that counts its tones."""
TAPPED = """(path) => {
  const event = new ExtendableEvent('notificationclick')
  event.notification = { close() {}, data: { path } }
  self.dispatchEvent(event) }"""


def worker_of(page: Page) -> tuple[Worker, CDPSession, dict[str, str]]:
    """What shows push messages to a browser, the wire by which one is sent, and whither."""
    found: dict[str, str] = {}

    def note(told: dict[str, list[dict[str, str]]]) -> None:
        for one in told["registrations"]:
            found["registrationId"] = one["registrationId"]

    page.goto("/")
    wire = page.context.new_cdp_session(page)
    wire.on("ServiceWorker.workerRegistrationUpdated", note)
    wire.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => 1)")
    until(page, "navigator.serviceWorker.ready.then(() => true)")
    worker = page.context.service_workers[0]
    worker.evaluate(SHOWS)
    return worker, wire, {"origin": page.evaluate("location.origin"), **found}


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (
            {"title": "Torres", "text": "Ana has moved.", "table": "abc", "path": "/g/abc"},
            ["Torres", "Ana has moved.", "/g/abc"],
        ),
        ({"title": "Torres", "path": "https://elsewhere.example/"}, ["Torres", "", "/"]),
        ("no message of ours", ["Tourelle", "", "/"]),
    ],
)
def test_a_closed_page_is_told_by_a_push_message(
    screen: Screen, data: object, shown: list[str]
) -> None:
    worker, wire, whither = worker_of(screen())
    text = data if isinstance(data, str) else json.dumps(data)
    wire.send("ServiceWorker.deliverPushMessage", {**whither, "data": text})
    assert worker.evaluate("new Promise((go) => setTimeout(() => go(self.shown), 200))") == [shown]
    worker.evaluate(TAPPED, shown[2])
    assert (
        worker.evaluate("new Promise((go) => setTimeout(() => go(self.shown[1]), 200))") == shown[2]
    )


@pytest.mark.parametrize(("wished", "tones"), [("true", 1), ("false", 0)])
def test_a_tone_calls_whoever_wishes_for_it(
    screen: Screen, server: Served, wished: str, tones: int
) -> None:
    page, first, second = sat_down(screen, server)
    page.add_init_script(TONES)
    kept = f"localStorage.setItem('tourelle.preferences', '{{\"sounds\": {wished}}}')"
    page.add_init_script(kept)
    page.goto(second)
    expect(page).to_have_title("Castellan · Tourelle")
    page.evaluate("window.away = true")
    end_turn(page, server.url, first)
    expect(page).to_have_title("● Your turn · Castellan · Tourelle")
    assert page.evaluate("window.tones") == tones


def test_a_seat_is_told_by_a_webhook_of_its_own(screen: Screen, server: Served) -> None:
    page, first, _ = sat_down(screen, server)
    page.goto(first)
    settled(page)
    page.get_by_role("region", name="Seats").get_by_role("button").first.click()
    dialog = page.get_by_role("dialog")
    if not dialog.get_by_text("Notices for this seat").count():
        page.keyboard.press("Escape")
        page.get_by_role("region", name="Seats").get_by_role("button").nth(1).click()
    dialog.get_by_text("Notices for this seat").click()
    field = dialog.get_by_label("Address of the webhook")
    field.fill("https://127.0.0.1:22/")
    dialog.get_by_role("button", name="Add").click()
    expect(read(page, "https addresses of the public network only")).to_be_visible()
    field.fill("https://hooks.slack.com/services/T/B/secret")
    dialog.get_by_role("button", name="Add").click()
    expect(dialog.get_by_text("hooks.slack.com", exact=False)).to_be_visible()
    expect(dialog.get_by_text("secret")).to_have_count(0)
    assert violations(page) == []
    dialog.get_by_role("button", name="End: Webhook hooks.slack.com").click()
    expect(dialog.get_by_text("hooks.slack.com")).to_have_count(0)


def test_the_link_of_a_mail_does_nothing_by_itself(screen: Screen) -> None:
    page = screen()
    page.goto(f"/notices#off.{'a' * 32}.{'b' * 32}")
    page.get_by_role("button", name="No more mails").click()
    expect(read(page, "This link is not whole.")).to_be_visible()
    assert page.url.endswith("/notices")
    assert violations(page) == []
