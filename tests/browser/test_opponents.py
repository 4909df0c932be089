"""Opponents by level, seen thinking; and what a strong player would do, live and in a replay."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Keep, Screen, Served
from tests.browser.driving import actions_so_far, open_table, settled, state_of, until
from tests.browser.people import ANA
from tests.browser.soundness import violations


def bot(name: str) -> dict[str, str]:
    return {"kind": "bot", "bot": name}


def test_a_bot_is_chosen_by_level_and_a_hint_helps_to_play_a_turn(
    screen: Screen, server: Served, keep: Keep
) -> None:
    page = screen()
    page.goto("/")
    page.locator('[data-play="torres"]').wait_for()
    page.get_by_role("button", name="Set the table for Torres").first.click()
    seat = page.get_by_role("group", name="Which bot sits at seat B")
    chosen = seat.get_by_role("radio", name="Mason, level 3")
    expect(chosen).to_be_checked()
    chosen.press("ArrowLeft")
    expect(seat.get_by_role("radio", name="Squire, level 2")).to_be_checked()
    expect(seat.get_by_text("Eager, with a shaky eye")).to_be_visible()
    keep(page, "opponents")
    assert not violations(page)
    page.locator("[data-start]").click()
    expect(page.get_by_text("bot · level 2").first).to_be_visible()
    assert settled(page)
    table = page.url.rsplit("/", 1)[1]
    turns = 0
    for _ in range(40):
        assert settled(page)
        if not page.locator("[data-follow]").count():
            turns += 1
            if turns == 4:
                break
            page.keyboard.press("?")
            page.locator("[data-step]").first.wait_for()
            expect(page.locator("[data-hint]")).to_contain_text("Suggested turn")
        if turns == 2 and page.locator("[data-hint] [role=radio]").count():
            arrows_show_other_turns(page)
        wanted = page.locator("li[data-step].next").get_attribute("data-step")
        if turns == 3:
            keep(page, "hint")
            assert not violations(page)
        played = actions_so_far(page)
        page.locator("[data-follow]").click()
        until(
            page, f"!document.querySelector('[data-replay-at]').textContent.endsWith(' {played}')"
        )
        log = [e for e in state_of(server.url, table)["log"] if e["kind"] == "action"]
        assert log[played]["text"] == wanted
    assert turns == 4, "three turns were played by hints alone"


def arrows_show_other_turns(page: Page) -> None:
    """Choose among the turns of a hint by arrow keys, and come back to the best."""
    turns = page.locator("[data-hint]").get_by_role("radio")
    turns.first.focus()
    page.keyboard.press("ArrowRight")
    expect(turns.nth(1)).to_be_checked()
    expect(turns.nth(1)).to_be_focused()
    page.keyboard.press("Home")
    expect(turns.first).to_be_checked()


def test_a_hint_is_shown_on_the_board_and_put_away(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "blox", [ANA, bot("random")])
    page = screen(390, 844)
    page.goto(opened["keys"][0]["link"])
    assert settled(page)
    page.get_by_role("button", name="What would you play?").click()
    page.locator("[data-step]").first.wait_for()
    until(page, "Number(document.querySelector('[data-hint-marks]').dataset.hintMarks) > 0")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing scrolls sideways"
    page.keyboard.press("Escape")
    expect(page.locator("[data-hint]")).to_have_count(0)
    until(page, "document.querySelector('[data-hint-marks]').dataset.hintMarks === '0'")


def test_every_position_of_a_replay_has_a_hint(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "castellan", [bot("random"), bot("random")])
    page = screen()
    page.goto(f"/g/{opened['table']}")
    page.locator('[data-screen="end"]').wait_for()
    page.goto(f"/g/{opened['table']}?a=7")
    page.get_by_role("button", name="What would you play?").click()
    page.locator("[data-step]").first.wait_for()
    expect(page.locator("[data-follow]")).to_have_count(0)
    page.keyboard.press(".")
    expect(page.locator("[data-hint]")).to_have_count(0)


def test_no_hint_is_offered_among_people(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [ANA, {"kind": "link", "name": "Leo"}], cards="none")
    one, other = screen(), screen()
    other.goto(opened["keys"][1]["link"])
    other.locator(".page").wait_for()
    one.goto(opened["keys"][0]["link"])
    assert settled(one)
    assert one.locator("[data-ask]").count() == 0


def test_a_bot_is_seen_thinking(screen: Screen, server: Served) -> None:
    opened = open_table(server.url, "torres", [bot("master"), bot("master")])
    page = screen()
    page.goto(f"/g/{opened['table']}")
    page.locator("[data-thinking]").wait_for()
    expect(page.locator("[data-thinking]")).to_contain_text("is thinking")
    until(page, "!!document.querySelector('.share')")
    expect(page.get_by_text("Master II is thinking").first).to_be_visible()
