"""Every bot plays legally, knows its view only, and greedy beats random."""

import pickle
from dataclasses import replace
from typing import Any

import pytest

from tourelle.bots import BOTS
from tourelle.bots.levels import LEVELS, level_of
from tourelle.bots.named import named
from tourelle.bots.thinker import Thinker
from tourelle.bots.thinking import SearchSettings
from tourelle.core.compile import buffer
from tourelle.core.game import Game
from tourelle.core.words import Outcome, Seat
from tourelle.games import TITLES, game_class
from tourelle.languages import LANGUAGES, catalogue

QUICK = [
    f"{name}:seconds=0:work=1500"
    if isinstance(bot, Thinker) and bot.settings["torres"].rounds
    else name
    for name, bot in BOTS.items()
]
"""Every bot; those that think for long with a small budget of work instead."""

LADDERS = [
    pytest.param(title, other, id="-".join((title, *other.values())))
    for title, other in (*((title, {}) for title in TITLES), ("torres", {"preset": "modern"}))
]
"""Where levels are tables of their own, by title and options."""


def ladder(title: str, options: dict[str, str]) -> list[SearchSettings]:
    """How the levels search under such options, from the first to the master."""
    game = game_class(title)({"seats": 2, **options})
    return [level.settings.of(game) for level in LEVELS]


@pytest.mark.parametrize("name", [*BOTS, *QUICK])
def test_a_bot_travels_to_another_process(name: str) -> None:
    bot = named(name)
    twin = pickle.loads(pickle.dumps(bot))
    assert twin.name == bot.name
    if isinstance(bot, Thinker):
        assert twin.settings["torres"] == bot.settings["torres"]


def dice_from(seed: int) -> list[int]:
    dice = buffer(1)
    dice[0] = seed
    return dice


def played(game: Game[Any], seed: int, names: list[str]) -> Outcome:
    """The outcome of a game between bots; every action goes through the checked door."""
    position, dice = game.setup(seed), dice_from(seed + 1000)
    while (seat := game.to_move(position)) is not None:
        for action in named(names[seat]).turn(game, game.view(position, seat), seat, dice):
            game.play(position, action)
    outcome = game.outcome(position)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("spec", QUICK)
@pytest.mark.parametrize("title", TITLES)
def test_bots_play_whole_games_legally(title: str, spec: str) -> None:
    for seats in (2, 4):
        played(game_class(title)({"seats": seats}), seats, [spec] * seats)


@pytest.mark.parametrize("preset", ["classic", "modern"])
def test_greedy_beats_random_from_either_seat(preset: str) -> None:
    game = game_class("torres")({"preset": preset, "seats": 2})
    won = 0
    for seed in range(10):
        mine = seed % 2
        names = ["greedy", "random"] if mine == 0 else ["random", "greedy"]
        won += played(game, seed, names).winners == (Seat(mine),)
    assert won >= 9


@pytest.mark.parametrize("spec", QUICK)
@pytest.mark.parametrize("cards", ["shared", "own", "shared-pick"])
def test_what_a_seat_cannot_know_changes_nothing(spec: str, cards: str) -> None:
    game, bot = game_class("torres")({"cards": cards, "seats": 2}), named(spec)
    position, dice = game.setup(3), dice_from(5)
    for number in range(60):
        seat = game.to_move(position)
        assert seat is not None
        view = game.view(position, seat)
        other = game.view(game.imagine(view, seat, number), seat)
        chosen = [bot.turn(game, seen, seat, dice_from(number)) for seen in (view, other)]
        assert chosen[0] == chosen[1]
        game.apply(position, BOTS["random"].turn(game, view, seat, dice)[0])


def test_greedy_spends_its_action_points() -> None:
    game = game_class("torres")({"seats": 2})
    position = game.setup(1)
    for text in ("place d8", "place c6", "king f6"):
        game.play_text(position, text)
    dice = dice_from(1)
    while game.to_move(position) == 0:
        spent = game.document(position)["ap"] == 0
        (action,) = BOTS["greedy"].turn(game, game.view(position, Seat(0)), Seat(0), dice)
        if game.ends_turn(action):
            assert spent
        game.play(position, action)


@pytest.mark.parametrize("title", TITLES)
def test_greedy_counts_what_would_be_scored_now(title: str) -> None:
    """The lines of `tourelle score` are counted apart from the features of the evaluation."""
    game = game_class(title)({"seats": 3, **({"preset": "master"} if title == "torres" else {})})
    position, dice = game.setup(2), dice_from(2)
    while (mover := game.to_move(position)) is not None:
        view = game.view(position, mover)
        for seat in map(Seat, range(3)):
            scored = game.points(view, seat)
            if title == "torres":  # a year is scored at its end
                scored += sum(term.points for term in game.score_terms(view, seat))
            left = game.points_now(view, seat) - scored
            # in the last turn of all, action points are as good as points (T5.7)
            assert left == 0 or (title == "torres" and left == game.document(position)["ap"])
        game.play(position, BOTS["greedy"].turn(game, view, mover, dice)[0])


@pytest.mark.parametrize("title", ["blox", "castellan"])
def test_greedy_takes_the_most_points_at_once(title: str) -> None:
    game = game_class(title)({"seats": 2})
    position, dice, gains = game.setup(4), dice_from(4), 0
    while (seat := game.to_move(position)) is not None:
        other, before = Seat(1 - seat), game.points(position, seat)
        leads = {}
        for action in game.legal_actions(position):
            (after,) = game.children(position, [action])
            leads[action] = game.points(after, seat) - game.points(after, other)
        (action,) = BOTS["greedy"].turn(game, game.view(position, seat), seat, dice)
        assert leads[action] == max(leads.values())
        game.play(position, action)
        gains += game.points(position, seat) > before
    assert gains > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_name_and_a_character(language: str) -> None:
    keys = {f"bot.{name}.{what}" for name in BOTS for what in ("name", "character")}
    assert {key for key in catalogue(language, "bots") if key.startswith("bot.")} == keys


def test_there_are_eight_levels_from_one_up_and_a_master() -> None:
    names = [*(f"level-{number}" for number in range(1, 9)), "master"]
    assert [level.name for level in LEVELS] == names
    assert [level_of(name) for name in (*names, "deep")] == [*range(1, 10), None]
    assert all(BOTS[level.name] is level for level in LEVELS)


@pytest.mark.parametrize(("title", "options"), LADDERS)
def test_no_level_thinks_for_more_than_three_seconds(title: str, options: dict[str, str]) -> None:
    for level, settings in zip(LEVELS, ladder(title, options), strict=True):
        assert settings.seconds <= (5.0 if level.name == "master" else 3.0)
        assert settings.threads == 1
        if not settings.seconds:  # then it has no clock: a bound on its work
            assert settings.rounds == 0 or 0 < settings.work <= 1_000_000
            assert settings.rounds or settings.width * settings.worlds <= 256


@pytest.mark.parametrize(("title", "options"), LADDERS)
def test_the_master_thinks_like_the_highest_level_for_longer(
    title: str, options: dict[str, str]
) -> None:
    highest, master = ladder(title, options)[-2:]
    assert master.seconds > highest.seconds
    assert replace(master, seconds=highest.seconds, work=highest.work) == highest


@pytest.mark.parametrize(("title", "options"), LADDERS)
def test_a_slow_machine_weakens_no_level(title: str, options: dict[str, str]) -> None:
    settings = ladder(title, options)[:-1]
    assert not any(each.seconds for each in settings)
    work = [each.work for each in settings if each.rounds]
    assert work == sorted(set(work))


@pytest.mark.parametrize(("title", "options"), LADDERS)
def test_no_level_misjudges_more_than_the_one_below(title: str, options: dict[str, str]) -> None:
    noise = [settings.noise for settings in ladder(title, options)]
    assert noise == sorted(noise, reverse=True)
    assert noise[0] > noise[-1] == 0.0


def test_the_net_that_judges_a_game_chooses_its_levels() -> None:
    level, torres = LEVELS[6], game_class("torres")
    master = torres({"seats": 2, "preset": "master"})
    assert level.settings.of(master) == level.settings["torres"]
    for edition in ("classic", "modern"):
        game = torres({"seats": 2, "preset": edition})
        assert level.settings.of(game).work < level.settings["torres"].work
