"""The example in the browser: a game from another package, on the plain board, to its end."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Screen
from tests.browser.driving import is_over, open_table, play_by_mouse, settled, until
from tests.browser.soundness import violations
from tests.examples.installing import fresh


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server where the example is installed; plain, since it needs no search here."""
    data = tmp_path_factory.mktemp("overlook")
    with fresh(tmp_path_factory).served(data, TOURELLE_PLAIN="1") as port:
        yield f"http://127.0.0.1:{port}"


def test_the_home_page_offers_it(screen: Screen, address: str) -> None:
    page = screen(locale="de")
    page.goto(address)
    expect(page.get_by_text("Mit verdeckten Karten Türme bauen").first).to_be_visible()


def test_it_is_played_to_its_end_by_keys_alone(screen: Screen, address: str) -> None:
    opened = open_table(address, "overlook", [{"kind": "here"}, {"kind": "bot", "bot": "steady"}])
    page = screen()
    page.goto(f"{address}/g/{opened['table']}#{opened['keys'][0]['secret']}")
    dice = random.Random(5)
    for _ in range(200):
        if not settled(page):
            break
        keys = page.locator("[data-key]").evaluate_all("all => all.map(e => e.dataset.key)")
        page.keyboard.press(dice.choice(keys) if keys else "t")
    assert is_over(page)
    until(page, "document.activeElement.closest('[data-screen=end]') !== null")


def test_it_is_played_to_its_end(screen: Screen, address: str) -> None:
    opened = open_table(address, "overlook", [{"kind": "here"}, {"kind": "bot", "bot": "steady"}])
    page = screen()
    page.goto(f"{address}/g/{opened['table']}#{opened['keys'][0]['secret']}")
    assert settled(page)
    assert not violations(page)
    assert page.locator("svg.board [data-place]").count() == 16
    play_by_mouse(page, random.Random(3))
    expect(page.locator('[data-screen="end"]')).to_be_visible()
    expect(page.locator('[data-screen="end"]')).to_contain_text("Nobody has a card left.")
    assert not violations(page)
