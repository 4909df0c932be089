"""Play through a pipe: whole games, hot-seat, saving and going on, undo, commands."""

import dataclasses
import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.cli.running import Command
from tourelle.bots import BOTS
from tourelle.cli.hotseat import Hotseat
from tourelle.cli.prompting import completions, next_words
from tourelle.cli.screen import draw_turn, scene_of, turn_line, turns
from tourelle.cli.voice import UserError, Voice
from tourelle.core.records import Player, read_record, replayed
from tourelle.games import TITLES, game_class
from tourelle.games.torres.material import PRESETS
from tourelle.languages import LANGUAGES, say


def whole_game(title: str, options: dict[str, Any], seed: int) -> Hotseat:
    """A table at which bots have played to the end."""
    game = game_class(title)(options)
    players = [Player("", "greedy"), *(Player("", "random") for _ in range(game.seats - 1))]
    table = Hotseat(game, seed, players, lambda: 0)
    while table.seat() is not None:
        table.push_bot()
    return table


def own_actions(table: Hotseat) -> str:
    """What seat 0 typed in that game."""
    return "".join(f"{step.text}\n" for step in table.steps if step.seat == 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_game_of_every_preset(
    command: Command, tmp_path: Path, preset: str, language: str
) -> None:
    seed = LANGUAGES.index(language) + 1
    table = whole_game("torres", {"preset": preset, "seats": 2}, seed)
    words = ("play", "torres", "--seats", "2", "--option", f"preset={preset}", "--bots", "1=random")
    said = command(*words, "--seed", str(seed), "--lang", language, given=own_actions(table))
    assert (said.status, said.err) == (0, "")
    outcome = table.game.outcome(table.position)
    assert outcome is not None
    ending = said.out.splitlines()[-5:]
    assert all(any(str(points) in line for line in ending) for points in outcome.points)
    (kept,) = (tmp_path / "state").iterdir()
    record = json.loads(kept.read_text(encoding="utf-8"))
    assert record["actions"] == [step.text for step in table.steps]
    assert record["outcome"]["points"] == list(outcome.points)


@pytest.mark.parametrize("title", TITLES)
def test_every_title_can_be_played(command: Command, title: str) -> None:
    table = whole_game(title, {"seats": 2}, 4)
    words = ("play", title, "--seats", "2", "--bots", "1=random", "--seed", "4")
    said = command(*words, given="help\nchoices\nscore\nboard\nlog\n" + own_actions(table))
    assert (said.status, said.err) == (0, "")
    assert "Won:" in said.out


def test_hot_seat_saves_and_goes_on(command: Command, tmp_path: Path) -> None:
    saved = tmp_path / "evening"
    typed = f"place d8\nplace c6\nking f6\nblock d7\nsave {saved}\npoint\nquit\n"
    said = command("play", "torres", "--seats", "2", "--seed", "1", given=typed)
    assert said.status == 0
    assert "tourelle play --resume" in said.out
    file = f"{saved}.tourelle.json"
    assert command("record", "verify", file).out == (
        f"{file}: good so far: 4 actions, the game is not over\n"
    )
    again = command("play", "--resume", file, given="log\npoint\nend\nplace a1\nquit\n")
    assert "Seat 0 places a block on d7" in again.out
    assert "Seat 0 ends the turn." in again.out
    assert "(T4.3)" in again.out
    last = command("play", "--resume", given="log\n")
    assert "Seat 0 places a block on d7, takes a point, ends the turn." in last.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_are_called_by_their_names_and_nobody_is_called_you(
    command: Command, tmp_path: Path, language: str
) -> None:
    words = ("play", "torres", "--seats", "2", "--bots", "1=random", "--seed", "1")
    named = command(*words, "--names", "Ana", "--lang", language, given="board\nquit\n")
    assert "Ana" in named.out
    (kept,) = (tmp_path / "state").iterdir()
    assert json.loads(kept.read_text(encoding="utf-8"))["seats"][0]["name"] == "Ana"
    alone = command(*words, "--names", "You", "--lang", language, given="board\nquit\n")
    assert say(language, "terminal", "seat.person", seat=0).split()[0] in alone.out


def test_nothing_to_resume(command: Command) -> None:
    said = command("play", "--resume")
    assert (said.status, said.out) == (1, "")
    assert "no unfinished game" in said.err


def test_the_menu_begins_a_game_and_goes_on_with_it(command: Command) -> None:
    said = command("play", given="torres\nmodern\n2\n1\nrandom\nplace d8\nlog\nquit\n")
    assert "Which edition?" in said.out
    assert "Seat 0 places the first knight on d8." in said.out
    again = command("play", given="last\nlog\n")
    assert "Seat 0 places the first knight on d8" in again.out
    assert command("play", given="new\n9\n1\n").status == 0


TYPED = [
    ("undo\n", "There is nothing to undo."),
    ("place\n", "place d8"),
    ("pl\n", "place d8"),
    ("xyz\n", "“xyz” is not an action"),
    ("place a1\n", "(T3.3) “rules T3.3” shows the rule."),
    ("rules T3.3\n", "T3.3 First knights"),
    ("rules T99\n", "have no “T99”"),
    ("rules\n", "T5.4 Block"),
    ("choices\n", "place (8)"),
    ("choices place c\n", "place c3   place c6"),
    ("choices move\n", "No legal action begins with “move”."),
    ("log\n", "Nothing has happened yet."),
    ("place d8\nundo\nlog\n", "Nothing has happened yet."),
    ("save\n", "Say where"),
    ("?\n", "undo the last action"),
    ("place d8\nplace c6\nking f6\nscore\n", "T8.2"),
]


@pytest.mark.parametrize(("typed", "answer"), TYPED)
def test_what_can_be_typed(command: Command, typed: str, answer: str) -> None:
    bots = () if "king" in typed else ("--bots", "1=random")
    said = command("play", "torres", "--seats", "2", "--seed", "1", *bots, given=typed)
    assert said.status == 0
    assert answer in " ".join(said.out.split("\n")) or answer in said.out


def test_bots_say_how_many_play(command: Command, tmp_path: Path) -> None:
    command("play", "torres", "--bots", "1=greedy")
    command("play", "torres", "--bots", "1=greedy,3=random")
    command("play", "torres")
    kept = (json.loads(path.read_text("utf-8")) for path in (tmp_path / "state").iterdir())
    assert sorted(record["options"]["seats"] for record in kept) == [2, 4, 4]


def test_saving_leaves_other_files_alone(command: Command, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary", encoding="utf-8")
    said = command("play", "torres", given=f"save {diary}\n")
    assert "was left alone" in said.out.replace("\n", " ")
    assert diary.read_text(encoding="utf-8") == "dear diary"


WRONG = [
    (("--bots", "7=greedy"), "The option “seats” can't be “8”"),
    (("--bots", "2=greedy", "--seats", "2"), "names no seat"),
    (("--bots", "greedy"), "names no seat"),
    (("--bots", "1=genius"), "There is no bot “genius”. Known: level-1, level-2"),
    (("--seed", "-1"), "negative"),
    (("--option", "cards=many"), "The option “cards” can't be “many”"),
    (("--resume", "nowhere.json"), "There is no file “nowhere.json”."),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG)
def test_wrong_wishes_are_told(command: Command, words: tuple[str, ...], sentence: str) -> None:
    said = command("play", "torres", *words)
    assert (said.status, said.out) == (1, "")
    assert sentence in said.err


# ---------------------------------------------------------------- undo


def seated(options: dict[str, Any], *kinds: str) -> Hotseat:
    game = game_class("torres")({**options, "seats": len(kinds)})
    table = Hotseat(game, 1, [Player("", kind) for kind in kinds], lambda: 0)
    for text in ("place d8", "place c6", "king f6"):
        table.push(text)
    return table


def test_undo_leads_back_to_where_one_stood() -> None:
    table = seated({"cards": "shared"}, "person", "person")
    before = table.game.identity(table.position)
    table.push("buy")
    table.push("point")
    assert [table.undo().text for _ in range(2)] == ["point", "buy"]
    assert table.game.identity(table.position) == before
    assert table.record().actions == ("place d8", "place c6", "king f6")


def test_those_around_one_screen_agree_by_talking() -> None:
    table = seated({"cards": "shared"}, "person", "person")
    table.push("buy")
    table.push("end")
    assert [table.undo().seat for _ in range(2)] == [0, 0]


def test_undo_is_unlimited_alone() -> None:
    table = seated({}, "person", "random")
    table.push("buy")
    table.push("end")
    while table.seat() == 1:
        table.push_bot()
    assert [table.undo().text for _ in range(3)] == ["end", "buy", "place d8"]
    with pytest.raises(UserError, match="undo-nothing"):
        table.undo()


@pytest.mark.parametrize("kinds", [("person", "person"), ("person", "random")])
@pytest.mark.parametrize("trial", [True, False])
def test_C8_a_piece_placed_without_trial_stays(kinds: tuple[str, ...], trial: bool) -> None:
    game = game_class("castellan")({"seats": 2, "trial": trial})
    table = Hotseat(game, 3, [Player("", kind) for kind in kinds], lambda: 0)
    assert table.seat() == 0
    played = table.push(game.legal_texts(table.position)[-1])
    assert table.undo() == played
    table.push(played.text)
    table.push("tower 0,0")
    if trial:
        assert table.undo().text == "tower 0,0"
        return
    before = game.identity(table.position)
    with pytest.raises(UserError, match="undo-final"):
        table.undo()
    assert game.identity(table.position) == before
    resumed = Hotseat.resumed(game, table.record(), lambda: 0)
    with pytest.raises(UserError, match="undo-final"):
        resumed.undo()


# ---------------------------------------------------------------- secrets and screens


def test_secrets_call_for_a_cover_between_people_only() -> None:
    secret = seated({"cards": "shared"}, "person", "person")
    assert not secret.keeps_secrets()  # nobody holds a card yet
    secret.push("buy")
    assert secret.keeps_secrets()
    assert not seated({"cards": "none"}, "person", "person").keeps_secrets()
    assert not seated({"cards": "hand"}, "person", "person").keeps_secrets()
    assert not seated({"cards": "shared"}, "person", "random").keeps_secrets()


def drawn(table: Hotseat, width: int, height: int, *, colours: bool) -> str:
    out = io.StringIO()
    screen = Console(
        file=out, width=width, height=height, force_terminal=True, no_color=not colours
    )
    draw_turn(screen, table, Voice("en"), [])
    return out.getvalue()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_small_terminal_is_large_enough(preset: str, seats: int) -> None:
    table = whole_game("torres", {"preset": preset, "seats": seats}, 2)
    middle = Hotseat(table.game, table.seed, [Player()] * seats, lambda: 0)
    for step in table.steps[: len(table.steps) // 2]:
        middle.push(step.text)
    lines = drawn(middle, 80, 24, colours=False).splitlines()
    assert len(lines) <= 23
    assert "a   b   c   d   e   f   g   h" in lines[0]


def test_no_color_is_respected_and_colour_is_never_alone() -> None:
    table = seated({}, "person", "person")
    assert "48;2;" not in drawn(table, 80, 24, colours=False)
    assert "♞0" in drawn(table, 80, 24, colours=False)
    assert "♚K" in drawn(table, 120, 50, colours=False)


def test_a_card_kept_is_told_to_its_owner_alone() -> None:
    table = seated({"cards": "own"}, "person", "person")
    table.push("buy")
    table.push(table.game.legal_texts(table.position)[0])
    screen, (run,) = Console(), turns(table.steps[-1:])
    scene = scene_of(table, Voice("en"), screen)
    assert "keeps the card “" in turn_line(run, scene, words=True).plain
    other = dataclasses.replace(scene, viewer=1)
    assert "keeps one of the cards" in turn_line(run, other, words=True).plain
    assert "keeps one of the cards" in turn_line(run, other, words=False).plain


def test_completion_goes_word_by_word() -> None:
    texts = ["move c6 c5", "move c6 d6", "move d8 e8", "point", "play six"]
    assert list(next_words("", texts)) == ["move", "point", "play"]
    assert list(next_words("p", texts)) == ["point", "play"]
    assert list(next_words("move c6 ", texts)) == ["c5", "d6"]
    assert list(next_words("move c6 d", texts)) == ["d6"]
    assert list(next_words("stay ", texts)) == []
    said = [(c.text, c.start_position) for c in completions("  move  c", texts, None)]
    assert said == [("c6", -1)]


def test_a_bot_plays_the_same_after_going_on() -> None:
    table = whole_game("torres", {"seats": 2}, 6)
    record = read_record(json.loads(json.dumps(table.record().to_json())))
    assert table.game.identity(replayed(table.game, record)) == table.game.identity(table.position)
    actions = list(record.actions[:40])
    half = read_record({**record.to_json(), "actions": actions, "times": [], "outcome": None})
    again = Hotseat.resumed(table.game, half, lambda: 0)
    while again.seat() is not None:
        again.push_bot()
    assert again.record().actions == record.actions


def test_bots_see_their_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    class Spy:
        name = "random"

        def turn(self, game: Any, view: Any, seat: Any, *_: Any) -> Any:
            seen.append(game.identity(view) == game.identity(game.view(view, seat)))
            return game.legal_actions(view)[:1]

    monkeypatch.setitem(BOTS, "random", Spy())
    table = seated({"cards": "own"}, "random", "person")
    table.push_bot()
    assert seen == [True]
