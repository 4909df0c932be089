"""A finger on a small screen: what the first tap says, what is in reach, how marks are drawn."""

from itertools import combinations

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import Screen, Served
from tests.browser.driving import settled, state_of, until
from tests.browser.positions import link_to_move, midgame, opened_at, played

PHONES = {"phone": (390, 844), "small phone": (360, 640)}
LANGUAGES = ["en-GB", "fr-FR", "de-DE"]
SPOTS = "svg.board circle[data-place]"


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box


def tap_middle(page: Page, selector: str) -> None:
    box = box_of(page, selector)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def tap_a_figure_and_a_target(page: Page) -> None:
    """Pick a figure that can act, then look at one of its targets."""
    lit = "svg.board [data-place].acts"
    for figure in page.locator(lit).evaluate_all("all => all.map(e => e.dataset.place)"):
        tap_middle(page, f'svg.board [data-place="{figure}"] rect')
        expect(page.locator("svg.board .chosen")).to_have_count(1)
        targets = page.locator(lit).evaluate_all("all => all.map(e => e.dataset.place)")
        for target in targets:
            if target != figure:
                tap_middle(page, f'svg.board [data-place="{target}"] rect')
                page.locator(".say .again").wait_for()
                return
        page.keyboard.press("Escape")
    raise AssertionError("no figure can do anything")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", PHONES)
def test_the_first_tap_is_told_in_whole_words(
    screen: Screen, server: Served, size: str, language: str
) -> None:
    width, height = PHONES[size]
    page = screen(width, height, has_touch=True, locale=language)
    page.goto(midgame(server.url, "blox", 0.5))
    assert settled(page)
    board = box_of(page, "svg.board")
    tap_a_figure_and_a_target(page)
    row = box_of(page, ".speech")
    assert row["height"] <= 96
    assert page.evaluate("document.documentElement.scrollWidth") == width
    words = page.locator(".say .words")
    assert words.evaluate("e => e.scrollHeight <= e.clientHeight + 1"), words.text_content()
    for part in (".say .words", ".say .cost", ".say .again"):
        box = box_of(page, part)
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert row["y"] <= box["y"]
        assert box["y"] + box["height"] <= row["y"] + row["height"]
    assert box_of(page, "svg.board") == board


def test_on_a_tablet_a_tap_does_not_move_the_board(screen: Screen, server: Served) -> None:
    page = screen(820, 1180, has_touch=True, locale="fr-FR")
    page.goto(midgame(server.url, "blox", 0.5))
    assert settled(page)
    board = box_of(page, "svg.board")
    tap_a_figure_and_a_target(page)
    assert box_of(page, "svg.board") == board
    words = page.locator(".say .words")
    assert words.evaluate(
        "e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_of_blox_lies_above_the_button_on_a_phone(
    screen: Screen, server: Served, language: str
) -> None:
    page = screen(390, 844, has_touch=True, locale=language)
    page.goto(midgame(server.url, "blox", 0.5))
    assert settled(page)
    button = box_of(page, "[data-primary], .end .primary")
    for action in page.locator("[data-kind], [data-change]").all():
        box = action.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= button["y"], action.text_content()


def test_a_card_that_is_chosen_covers_no_phase_on_a_phone(screen: Screen, server: Served) -> None:
    page = screen(390, 844, has_touch=True)
    page.goto(midgame(server.url, "blox", 0.584))
    assert settled(page)
    page.locator('.hand [data-card="down"]').tap(force=True)
    expect(page.locator(".say")).to_contain_text("Joker, face down")
    page.locator(".hand [data-card]").first.tap()
    until(page, "document.querySelector('.hand .chosen').getAnimations().length === 0")
    status = page.locator(".tray .status").last.bounding_box()
    assert status is not None
    assert box_of(page, ".hand .chosen")["y"] >= status["y"] + status["height"] - 1


@pytest.mark.parametrize("size", PHONES)
def test_the_kinds_of_pieces_are_in_sight_while_building(
    screen: Screen, server: Served, size: str
) -> None:
    texts = played("castellan", 2, 7, ())
    number = next(i for i in range(60, len(texts)) if texts[i].split()[0] in ("tower", "short"))
    opened = opened_at(server.url, "castellan", texts[:number], 2, 7)
    width, height = PHONES[size]
    page = screen(width, height, has_touch=True)
    page.goto(link_to_move(server.url, opened))
    page.locator(SPOTS).first.wait_for(state="attached")
    button = box_of(page, "[data-primary], .end .primary")
    for kind in page.locator("[data-kind]").all():
        box = kind.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= button["y"]
    page.locator(".cards [data-card]").first.tap(force=True)
    expect(page.locator(".say")).to_contain_text("for a later turn")
    highlight = "getComputedStyle(document.querySelector('svg.board')).webkitTapHighlightColor"
    assert page.evaluate(highlight) == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(390, 844), (1366, 768)])
def test_plain_or_double_is_asked_with_points_and_without_coordinates(
    screen: Screen, server: Served, size: tuple[int, int], language: str
) -> None:
    texts = played("castellan", 2, 7, ())
    number = next(i for i, text in enumerate(texts) if text.split()[0] in ("keep", "double"))
    opened = opened_at(server.url, "castellan", texts[:number], 2, 7)
    link = link_to_move(server.url, opened)
    state = state_of(server.url, opened["table"], link.split("#")[1])
    cells = {yard["cell"] for yard in state["view"]["courtyards"] if yard["double"] is None}
    yards = state["facts"]["courtyards"]
    towers = sum(yard["towers"] for yard in yards if yard["cell"] in cells)
    page = screen(*size, has_touch=size[0] < 768, locale=language)
    page.goto(link)
    answers = page.locator("[data-answer]")
    expect(answers).to_have_count(len(state["choices"]))
    button = box_of(page, "[data-primary], .end .primary")
    for answer in answers.all():
        words = answer.text_content() or ""
        assert "," not in words or len(cells) > 1, words
        plain = answer.get_attribute("data-answer") == "keep"
        assert str(towers if plain else 2 * towers) in words or len(cells) > 1, words
        box = answer.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= button["y"], "below the fold"


def test_cards_are_played_by_number_and_not_by_name(screen: Screen, server: Served) -> None:
    opened = opened_at(server.url, "castellan", [], 2, 7)
    page = screen(390, 844, has_touch=True)
    page.goto(link_to_move(server.url, opened))
    assert settled(page)
    primary = page.locator("[data-primary]")
    for card in page.locator(".cards [data-card]").all():
        card.tap()
        if primary.get_attribute("aria-disabled") == "false":
            break
        card.tap()
    expect(primary).to_have_text("Play 1 card")


@pytest.mark.parametrize("size", [(390, 844), (820, 1180)])
def test_many_marks_have_the_numbers_of_one_turn_apart_and_those_of_the_log(
    screen: Screen, server: Served, size: tuple[int, int]
) -> None:
    page = screen(*size, has_touch=True)
    texts = played("castellan", 4, 7, ())
    number = next(i for i in range(len(texts) // 2, len(texts)) if texts[i].startswith("play"))
    page.goto(link_to_move(server.url, opened_at(server.url, "castellan", texts[:number], 4, 7)))
    until(page, "document.querySelector('[data-since-marks]')?.dataset.sinceMarks > 12")
    expect(page.locator(".marks .disc")).to_have_count(0)
    last = page.locator(".since .one:not(.begun)").last
    if size[0] < 768:
        last.tap()
    else:
        last.focus()
    page.locator(".marks .disc").first.wait_for()
    discs = page.locator(".marks .disc").evaluate_all(
        "all => all.map(e => [+e.getAttribute('cx'), +e.getAttribute('cy'), +e.getAttribute('r')])"
    )
    near = [
        (one, other)
        for one, other in combinations(discs, 2)
        if (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 < (one[2] + other[2]) ** 2
    ]
    assert not near
    castle = box_of(page, "svg.board")
    assert all(
        rect["width"] < castle["width"] / 3 and rect["height"] < castle["height"] / 3
        for rect in page.locator(".marks rect.came").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect().toJSON())"
        )
    )
    assert page.locator(".marks circle.came").count() == 0  # towers are outlined as they stand
    shown = page.locator(".marks text").all_text_contents()
    if size[0] < 768:
        page.locator(".since button[aria-haspopup=dialog]").tap()
    else:
        page.get_by_role("button", name="Log").click()
    page.locator(".turn .number").first.wait_for()
    told = page.locator(".turn .number").all_text_contents()
    assert [number for number in told if number][-len(shown) :] == shown


def test_in_a_zoomed_window_the_castle_has_the_whole_height(screen: Screen, server: Served) -> None:
    page = screen(683, 384)  # a laptop's window at 200 %
    page.goto(midgame(server.url, "castellan", 0.5))
    assert settled(page)
    stage = box_of(page, ".stage")
    assert stage["y"] + stage["height"] >= 380


@pytest.mark.parametrize("size", PHONES)
def test_no_lit_place_lies_under_the_buttons_of_the_castle(
    screen: Screen, server: Served, size: str
) -> None:
    texts = played("castellan", 2, 7, ())
    for share in (0.3, 0.6, 0.9):
        number = int(share * len(texts))
        while texts[number].split()[0] not in ("tower", "short", "long"):
            number += 1
        opened = opened_at(server.url, "castellan", texts[:number], 2, 7)
        page = screen(*PHONES[size], has_touch=True)
        page.goto(link_to_move(server.url, opened))
        page.locator(SPOTS).first.wait_for(state="attached")
        top = box_of(page, ".tools")["y"]
        left = box_of(page, ".tools")["x"]
        for dot in page.locator(".spot .dot").all():
            box = dot.bounding_box()
            assert box is not None
            middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            assert middle[0] < left or middle[1] < top


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hint_of_a_first_game_stays_in_its_frame(screen: Screen, language: str) -> None:
    page = screen(820, 1180, has_touch=True, locale=language, newcomer=True)
    page.goto("/")
    page.locator('[data-play="castellan"]').tap()
    tip = page.locator("[data-tip]")
    tip.wait_for()
    frame = box_of(page, "[data-tip]")
    assert frame["x"] + frame["width"] <= 820
    for part in tip.locator("button, p, a").all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= frame["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]
