"""Thinking: the same answer each time, from the view alone, within its budget, until stopped."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests.marks import searches
from tests.patience import PATIENCE
from tourelle.bots import BOTS, thinking
from tourelle.bots.named import named
from tourelle.bots.presets import DEEP, TURN
from tourelle.bots.thinker import Thinker
from tourelle.bots.thinking import Findings, Progress, SearchSettings, think
from tourelle.core.chance import below
from tourelle.core.compile import buffer
from tourelle.core.game import Game
from tourelle.core.words import Action, Seat
from tourelle.games import TITLES, game_class
from tourelle.search.tree import find_root_turns, run_simulations

pytestmark = searches

GAMES: Final = [
    *((title, {"seats": 2}) for title in TITLES),
    ("torres", {"seats": 4, "preset": "master-modern"}),
    *(
        ("torres", {"seats": 2, "cards": cards})
        for cards in ("shared", "own", "shared-pick", "none", "hand")
    ),
]
SPECS: Final = ["turn", "reply:work=6000", "deep:work=6000", "level-3"]


def dice_from(seed: int) -> list[int]:
    dice = buffer(1)
    dice[0] = seed
    return dice


def on_the_way(
    title: str, options: dict[str, Any], actions: int, seed: int = 3
) -> tuple[Game[Any], Any, Seat]:
    """Return a game, a position some way into it, and the seat to move there."""
    game: Game[Any] = game_class(title)(options)
    position, dice = game.setup(seed), dice_from(seed)
    for _ in range(actions):
        seat = mover(game, position)
        game.play(position, BOTS["random"].turn(game, game.view(position, seat), seat, dice)[0])
    return game, position, mover(game, position)


def mover(game: Game[Any], position: Any) -> Seat:
    seat = game.to_move(position)
    assert seat is not None
    return seat


def searcher(spec: str) -> Thinker:
    bot = named(spec)
    assert isinstance(bot, Thinker)
    return bot


def without_time(findings: Findings) -> tuple[Any, ...]:
    return findings.candidates, findings.work


# ---------------------------------------------------------------- the same answer


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("title", TITLES)
def test_a_budget_of_work_gives_the_same_findings_each_time(title: str, threads: int) -> None:
    game, position, seat = on_the_way(title, {"seats": 2}, 20)
    view, settings = game.view(position, seat), replace(DEEP[title], work=12_000, threads=threads)

    def thought_about(seen: Any, seed: int) -> Findings:
        return think(game, seen, seat, dice_from(seed), settings)

    first = thought_about(view, 5)
    other_game, elsewhere, other_seat = on_the_way(title, {"seats": 3}, 31)
    think(other_game, other_game.view(elsewhere, other_seat), other_seat, dice_from(8), settings)
    assert without_time(thought_about(view, 5)) == without_time(first)


@pytest.mark.parametrize("title", TITLES)
def test_other_dice_are_other_lines(title: str) -> None:
    game, position, seat = on_the_way(title, {"seats": 2}, 20)
    view, settings = game.view(position, seat), replace(DEEP[title], work=12_000)
    found = {think(game, view, seat, dice_from(seed), settings).candidates for seed in range(4)}
    assert len(found) > 1 or title == "castellan"  # in Castellan nothing is left to chance here


# ---------------------------------------------------------------- from the view alone


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("title", "options"), GAMES)
def test_what_a_seat_cannot_know_cannot_change_its_turn(
    title: str, options: dict[str, Any], spec: str
) -> None:
    bot, otherwise = named(spec), 0
    for actions in (2, 9, 23, 41, 60):
        game, position, seat = on_the_way(title, options, actions)
        view = game.view(position, seat)
        expected = bot.turn(game, view, seat, dice_from(actions))
        for seed in range(3):
            world = game.imagine(view, seat, seed)
            otherwise += game.identity(world) != game.identity(position)
            seen = game.view(world, seat)
            assert bot.turn(game, seen, seat, dice_from(actions)) == expected
    assert otherwise or options.get("cards") in ("none", "hand")


@pytest.mark.parametrize(("title", "options"), GAMES)
def test_a_search_leaves_the_view_as_it_was(title: str, options: dict[str, Any]) -> None:
    game, position, seat = on_the_way(title, options, 25)
    view = game.view(position, seat)
    before = game.identity(view)
    named("deep:work=6000").turn(game, view, seat, dice_from(1))
    assert game.identity(view) == before


# ---------------------------------------------------------------- turns


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("title", "options"), GAMES)
def test_all_turns_found_are_legal_and_end_the_turn_or_show_something(
    title: str, options: dict[str, Any], spec: str
) -> None:
    for actions in (0, 5, 17, 33):
        game, position, seat = on_the_way(title, options, actions, seed=actions)
        view = game.view(position, seat)
        for candidate in searcher(spec).findings(game, view, seat, dice_from(2)).candidates:
            after = game.copy(position)
            shown = played(game, after, candidate.turn)
            assert shown or game.to_move(after) != seat


def played(game: Game[Any], position: Any, turn: tuple[Action, ...]) -> bool:
    """Play a turn through the checked door; tell whether its last action shows something."""
    shown = False
    for action in turn:
        assert not shown, "nothing is planned beyond what shows something"
        shown = bool(game.answer("interrupts")(position, action))
        game.play(position, action)
    return shown


def test_buying_a_card_ends_what_can_be_planned() -> None:
    game, position, seat = on_the_way("torres", {"seats": 2, "cards": "own"}, 3)
    settings = replace(DEEP["torres"], arms=128, rounds=0)
    found = think(game, game.view(position, seat), seat, dice_from(1), settings).candidates
    buying = [
        candidate.turn
        for candidate in found
        if "buy" in [game.action_text(a) for a in candidate.turn]
    ]
    assert buying
    assert all(game.action_text(turn[-1]) == "buy" for turn in buying)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_seat_without_a_choice_gets_the_only_turn(threads: int) -> None:
    document = {
        "game": "torres",
        "options": {"seats": 2, "cards": "none"},
        "board": "\n".join(
            [".. .. .. .. .. .. .. .."] * 6 + ["10 .. .. 1. .. .. .. 11", ".. .. .. .. .. 1K .. .."]
        ),
        "ap": 0,
    }
    elsewhere, before, seat = on_the_way("torres", {"seats": 4}, 20)
    settings = replace(DEEP["torres"], work=20_000, threads=threads)
    think(elsewhere, before, seat, dice_from(1), settings)  # leaves its traces in the rooms
    game, position = game_class("torres").read(document)
    findings = think(game, position, Seat(0), dice_from(1), settings)
    assert [game.action_text(a) for candidate in findings.candidates for a in candidate.turn] == [
        "end"
    ]
    assert findings.best.visits == 0
    assert findings.work < 100


# ---------------------------------------------------------------- budgets


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("spec", ["reply", "deep"])
@pytest.mark.parametrize(("title", "options"), GAMES)
def test_a_budget_of_work_is_kept_within_a_tenth(
    title: str, options: dict[str, Any], spec: str, threads: int
) -> None:
    for actions in range(25, 60):
        game, position, seat = on_the_way(title, options, actions)
        if len(game.legal_actions(position)) > 10:  # without a choice there is nothing to do
            break
    # a line of four seats, with ten cards in every hand, is long: half of it must be little
    work = {"torres": 150_000, "blox": 10_000, "castellan": 20_000}[title] * game.seats
    bot = searcher(f"{spec}:work={work}:threads={threads}")
    findings = bot.findings(game, game.view(position, seat), seat, dice_from(1))
    assert 0.9 * work <= findings.work <= 1.1 * work


@pytest.mark.parametrize("line", [0.0002, 0.002, 0.012])
def test_a_budget_of_seconds_is_kept_within_a_tenth(
    monkeypatch: pytest.MonkeyPatch, line: float
) -> None:
    """The clock moves only when work is done, so that a busy machine can't disturb it."""
    now, lines, followed = [100.0], uneven(line), [0]

    def find(*arguments: Any) -> None:
        find_root_turns(*arguments)
        now[0] += 0.004

    def follow(*arguments: Any) -> None:
        followed[0] += arguments[-1]
        now[0] += sum(next(lines) for _ in range(arguments[-1]))

    monkeypatch.setattr(thinking, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    monkeypatch.setattr(thinking, "find_root_turns", find)
    monkeypatch.setattr(thinking, "run_simulations", follow)
    game, position, seat = on_the_way("torres", {"seats": 2}, 25)
    settings = replace(DEEP["torres"], seconds=0.3)
    findings = think(game, game.view(position, seat), seat, dice_from(1), settings)
    assert 0.27 <= findings.seconds <= 0.33
    assert followed[0] >= 0.2 / line


def uneven(mean: float) -> Iterator[float]:
    """Yield durations between half of `mean` and one and a half."""
    dice = dice_from(7)
    while True:
        yield mean * (0.5 + int(below(dice, 1001)) / 1000)


def test_lines_without_a_budget_are_refused() -> None:
    game, position, seat = on_the_way("castellan", {"seats": 2}, 5)
    with pytest.raises(ValueError, match="needs a budget"):
        think(game, position, seat, dice_from(1), SearchSettings(rounds=2))
    assert rooms_free()["castellan", 2, SearchSettings().width] >= 1


# ---------------------------------------------------------------- stopping


def rooms_free() -> dict[tuple[str, int, int], int]:
    return {kind: len(rooms) for kind, rooms in thinking._free.items()}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("title", TITLES)
def test_stopping_ends_the_search_and_hands_the_rooms_back(title: str, threads: int) -> None:
    game, position, seat = on_the_way(title, {"seats": 2}, 20)
    view, settings = game.view(position, seat), replace(DEEP[title], threads=threads)
    think(game, view, seat, dice_from(1), replace(settings, work=4000))  # the rooms exist, compiled
    before = rooms_free()
    progress, long = Progress(), replace(settings, seconds=600.0)
    found: list[Findings] = []
    search = threading.Thread(
        target=lambda: found.append(think(game, view, seat, dice_from(1), long, progress=progress))
    )
    search.start()
    while not progress.share:  # it has begun to follow lines
        search.join(0.01)
    assert search.is_alive()
    assert rooms_free()[title, 2, settings.width] == before[title, 2, settings.width] - threads
    progress.stop()
    search.join(PATIENCE)
    assert not search.is_alive()
    assert found[0].seconds < 60.0
    assert found[0].best.visits > 0
    assert rooms_free() == before


@pytest.mark.parametrize("title", TITLES)
def test_a_search_stopped_before_it_begins_still_answers(title: str) -> None:
    game, position, seat = on_the_way(title, {"seats": 2}, 20)
    settings = replace(DEEP[title], seconds=600.0)
    stopped = Progress(stopped=True)
    findings = think(
        game, game.view(position, seat), seat, dice_from(1), settings, progress=stopped
    )
    assert findings.seconds < 60.0
    game.play(position, findings.best.turn[0])


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_hands_the_rooms_back(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    game, position, seat = on_the_way("castellan", {"seats": 2}, 20)
    settings = replace(DEEP["castellan"], work=4000, threads=threads)
    think(game, position, seat, dice_from(1), settings)
    before = rooms_free()

    def broken(*arguments: Any) -> None:  # noqa: ARG001 (what it replaces takes)
        raise ArithmeticError("broken on purpose")

    monkeypatch.setattr(thinking, "run_simulations", broken)
    with pytest.raises(ArithmeticError, match="on purpose"):
        think(game, position, seat, dice_from(1), settings)
    assert rooms_free() == before


def test_progress_grows_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game, position, seat = on_the_way("castellan", {"seats": 2}, 20)
    progress, shares = Progress(), []

    def watched(*arguments: Any) -> None:
        shares.append(progress.share)
        run_simulations(*arguments)

    monkeypatch.setattr(thinking, "run_simulations", watched)
    settings = replace(DEEP["castellan"], work=60_000)
    think(game, position, seat, dice_from(1), settings, progress=progress)
    assert len(shares) > 1
    assert shares == sorted(shares)
    assert progress.share == 1.0


# ---------------------------------------------------------------- misjudging


def test_the_more_a_bot_misjudges_the_more_points_it_loses() -> None:
    """Points as the evaluation sees them: how far ahead a turn leaves its seat."""
    lost = dict.fromkeys((0.0, 10.0, 60.0), 0.0)
    for actions in range(4, 60, 4):
        game, position, seat = on_the_way("torres", {"seats": 2, "cards": "none"}, actions)
        for noise in lost:
            settings = replace(TURN["torres"], noise=noise)
            turn = think(game, position, seat, dice_from(actions), settings).best.turn
            after = game.copy(position)
            played(game, after, turn)
            lost[noise] -= game.evaluate(after, seat) - game.evaluate(after, Seat(1 - seat))
    assert lost[0.0] < lost[10.0] - 10
    assert lost[10.0] < lost[60.0] - 10
