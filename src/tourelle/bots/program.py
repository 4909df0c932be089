"""Bots that are programs of their own, in any language: lines of JSON over their standard streams.

docs/a-bot-of-your-own.md describes the messages. A program is told what its seat may see, never the
position. Whatever it does (dies, hangs, cheats, floods, talks nonsense), its turn is played by a
stand-in and the trouble is kept in words: nothing else is disturbed.
"""

import atexit
import json
import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
import time
import weakref
from base64 import b64decode, b64encode
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import IO, Any, Final

from tourelle.bots.bot import Bot
from tourelle.bots.misplay import Trouble
from tourelle.bots.thinking import Progress
from tourelle.core import layout, line
from tourelle.core.chance import Dice, next_word
from tourelle.core.game import AnyGame, contains
from tourelle.core.layout import AnyPosition, View
from tourelle.core.words import Action, DocumentError, Param, Refusal, RefusedError, Seat
from tourelle.games import game_class
from tourelle.languages import ENGLISH

PROTOCOL: Final = 1
PREFIX: Final = "cmd:"
SECONDS: Final = 5.0
"""The time for a turn where none is given."""
GRACE: Final = 1.0
"""Seconds that a late answer is waited for."""
START: Final = 30.0
"""Seconds in which a program must have answered to `hello`."""
LONGEST: Final = 65_536
"""Bytes of a line that a program says."""
MOST_LINES: Final = 1000
"""Lines that it may say in a turn."""
MOST_ACTIONS: Final = 200
MOST_FAILURES: Final = 3
"""After so many failures without a turn in between it is not started again."""
KEPT: Final = 100
"""Troubles kept until somebody reads them."""
PATIENCE: Final = 5.0  # seconds in which the ear must have heard that a process is gone
LOOK: Final = 0.05  # seconds between two looks at the wish to stop
WANTS: Final = ("document", "legal", "line", "diagram", "view")
USUAL_WANTS: Final = ("document", "legal")

Message = dict[str, Any]


class ProgramError(Exception):
    """A program did not play as it should; `trouble` names what it did."""

    def __init__(self, reason: str, **params: object) -> None:
        """Keep what a sentence needs."""
        self.trouble: Final = Trouble(reason, params)
        super().__init__(self.trouble.said())


class Running:
    """One process that plays; what it says comes through a thread: nobody waits for ever."""

    def __init__(self, command: str, options: Mapping[str, str]) -> None:
        """Start it and shake hands."""
        self._errors: Final[IO[bytes]] = tempfile.TemporaryFile()  # noqa: SIM115 (closed with it)
        own_group = {} if os.name == "nt" else {"start_new_session": True}
        try:
            self._process: Final = subprocess.Popen(
                shlex.split(command, posix=os.name != "nt"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                **own_group,  # type: ignore[call-overload]
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            raise ProgramError("not-started", trouble=str(error)) from error
        self._said: Final[queue.Queue[bytes | None]] = queue.Queue(MOST_LINES)
        self._closed = False
        self._ear: Final = threading.Thread(target=self._listen, daemon=True)
        self._ear.start()
        RUNNING.add(self)
        try:
            self.wants = self._greet(options)
        except BaseException:
            self.close()
            raise

    def _greet(self, options: Mapping[str, str]) -> list[str]:
        """Agree on a version, hand over options, learn what the program wants to be told."""
        self.say({"type": "hello", "protocol": PROTOCOL, "options": dict(options)})
        hello = self.hear("hello", START, None)
        if hello.get("protocol") != PROTOCOL:
            raise ProgramError("version", version=repr(hello.get("protocol")), known=PROTOCOL)
        known = hello.get("options", {})
        if unknown := sorted(set(options) - set(known if isinstance(known, dict) else ())):
            raise ProgramError("no-option", options=", ".join(unknown))
        wants = hello.get("wants", list(USUAL_WANTS))
        if not isinstance(wants, list) or any(want not in WANTS for want in wants):
            raise ProgramError("wants", wants=repr(wants)[:80], known=", ".join(WANTS))
        return wants

    def say(self, message: Message) -> None:
        """Send a message."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._died() from None

    def hear(self, kind: str, seconds: float, progress: Progress | None) -> Message:
        """Return the next message of a kind; what else is said on the way is no answer."""
        until = time.monotonic() + seconds
        for _ in range(MOST_LINES):
            message = self._next(until, progress)
            if message["type"] in (kind, "resign", "error"):
                return message
            if message["type"] != "info":
                raise ProgramError(
                    "out-of-turn", said=repr(message["type"])[:80], awaited=repr(kind)
                )
        raise ProgramError("flood", most=MOST_LINES)

    def _next(self, until: float, progress: Progress | None) -> Message:
        """Return the next message, whatever it is."""
        while True:
            try:
                said = self._said.get(timeout=LOOK)
                break
            except queue.Empty:
                if progress is not None and progress.stopped:
                    raise ProgramError("stopped") from None
                if time.monotonic() > until:
                    raise ProgramError("late") from None
        if said is None:
            raise self._died()
        if len(said) >= LONGEST:
            raise ProgramError("long-line", most=LONGEST)
        try:
            message = json.loads(said)
            if not isinstance(message, dict) or not isinstance(message.get("type"), str):
                raise ValueError
        except ValueError:
            raise ProgramError("no-message", said=repr(said[:80])) from None
        return message

    def _listen(self) -> None:
        """Take in what is said, as long as somebody wants to hear it."""
        assert self._process.stdout is not None
        while not self._closed:
            said = self._process.stdout.readline(LONGEST)
            self._hand_on(said or None)
            if not said:
                return

    def _hand_on(self, said: bytes | None) -> None:
        """Wait until there is room for a line; a flood waits in the pipe, not in memory."""
        while not self._closed:
            try:
                self._said.put(said, timeout=LOOK)
                return
            except queue.Full:
                continue

    def _died(self) -> ProgramError:
        """Return the error of a program that is gone, with the end of what it complained about."""
        try:
            status: object = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            status = "unknown"
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - 2000))
        last = self._errors.read().decode(errors="replace").strip().splitlines()[-1:]
        return ProgramError("died", status=": ".join([str(status), *last])[:300])

    def close(self) -> None:
        """End it, with all that it started."""
        self._closed = True
        RUNNING.discard(self)
        with suppress(OSError):
            if os.name == "nt":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._ear.join(PATIENCE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdout.close()
        with suppress(OSError):  # what it did not read any more
            self._process.stdin.close()
        self._errors.close()


RUNNING: Final[weakref.WeakSet[Running]] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    """Leave no program behind."""
    for running in list(RUNNING):
        running.close()


class Program:
    """Plays what a program says. Its processes are started when needed and used again."""

    def __init__(
        self,
        name: str,
        command: str,
        stand_in: Bot,
        seconds: float = SECONDS,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Take a command line, who plays where it fails, the time for a turn, its options."""
        self.name: Final = name
        self.command: Final = command
        self.stand_in: Final = stand_in
        self.seconds: Final = seconds
        self.options: Final = dict(options or {})
        self.troubles: Final[list[Trouble]] = []
        """What went wrong, oldest first; whoever reads them may clear the list."""
        self._idle: Final[list[Running]] = []
        self._failures = 0
        self._lock: Final = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as what it was made of."""
        made_of = (self.name, self.command, self.stand_in, self.seconds, self.options)
        return type(self), made_of

    def turn(
        self, game: AnyGame, view: View, seat: Seat, dice: Dice, progress: Progress | None = None
    ) -> list[Action]:
        """Return what the program plays, or what its stand-in does where it fails."""
        try:
            return self._asked(game, view, seat, dice, progress)
        except ProgramError as error:
            if progress is None or not progress.stopped:
                self._note(error.trouble.with_stand_in(self.name, self.stand_in.name))
            return self.stand_in.turn(game, view, seat, dice, progress)

    def check(self) -> None:
        """Start the program and end it, or refuse it: better now than as a stand-in's game."""
        try:
            Running(self.command, self.options).close()
        except ProgramError as error:
            params: dict[str, Param] = {"bot": self.name, "trouble": str(error)}
            raise DocumentError(Refusal("bot-program", params=params)) from error

    def close(self) -> None:
        """End all processes that wait for another turn."""
        with self._lock:
            idle, self._idle[:] = list(self._idle), []
        for running in idle:
            running.close()

    # ------------------------------------------------------------ parts

    def _asked(
        self,
        game: AnyGame,
        view: View,
        seat: Seat,
        dice: list[int],
        progress: Progress | None,
    ) -> list[Action]:
        """Ask the program for a turn and check every action of it."""
        if self._failures >= MOST_FAILURES:
            raise ProgramError("given-up", times=MOST_FAILURES)
        running = None
        try:
            running = self._take()
            running.say({**question(game, view, seat, running.wants), "seconds": self.seconds})
            answer = running.hear("play", self.seconds + GRACE, progress)
        except ProgramError:
            self._failures += not (progress is not None and progress.stopped)
            if running is not None:
                running.close()
            raise
        self._failures = 0
        self._give_back(running)
        if answer["type"] == "resign":
            raise ProgramError("resigns")
        if answer["type"] == "error":
            raise ProgramError("says", text=str(answer.get("text", ""))[:200])
        return checked_turn(game, view, seat, answer.get("actions"), int(next_word(dice)))

    def _take(self) -> Running:
        """Return a process that nobody uses."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return Running(self.command, self.options)

    def _give_back(self, running: Running) -> None:
        """Keep a process for the next turn."""
        with self._lock:
            self._idle.append(running)

    def _note(self, trouble: Trouble) -> None:
        """Keep a trouble."""
        with self._lock:
            if len(self.troubles) < KEPT:
                self.troubles.append(trouble)


def question(game: AnyGame, view: View, seat: Seat, wants: Collection[str]) -> Message:
    """Return what a program is told about its turn, of what it wants to be told."""
    message: Message = {
        "type": "turn",
        "game": game.title,
        "rules": game.rules,
        "options": dict(game.options),
        "seat": int(seat),
    }
    document = game.document(view)
    if "document" in wants:
        message["document"] = document
    if "line" in wants:
        message["line"] = line.written(document)
    if "legal" in wants:
        message["legal"] = [game.action_text(action) for action in game.legal_actions(view)]
    if "view" in wants:
        message["view"] = b64encode(game.identity(view)).decode()
    if "diagram" in wants:
        message["diagram"] = game.diagram(view)
    return message


def asked(message: Message) -> tuple[AnyGame, AnyPosition, Seat]:
    """Return game, view and seat of a turn that came with its `view`; refuses any other."""
    seat, rules = message.get("seat"), message.get("rules")
    game = game_class(message.get("game"))(
        message.get("options"), rules if isinstance(rules, int) else None
    )
    try:
        view: View = layout.from_bytes(game.position_class, b64decode(str(message.get("view"))))
    except ValueError as wrong:
        raise ProgramError("no-view", trouble=str(wrong)) from None
    to_move = game.to_move(view)
    if to_move is None or seat != to_move:
        raise ProgramError("not-to-move", seat=repr(seat)[:20])
    return game, view, Seat(to_move)


def taken_troubles(bot: Bot) -> list[Trouble]:
    """Return what went wrong with a bot since this was asked last; most bots have no troubles."""
    if not isinstance(bot, Program):
        return []
    with bot._lock:
        taken, bot.troubles[:] = list(bot.troubles), []
    return taken


def told_troubles(bot: Bot, language: str = ENGLISH) -> list[str]:
    """Return the same in words."""
    return [trouble.said(language) for trouble in taken_troubles(bot)]


def checked_turn(game: AnyGame, view: View, seat: Seat, texts: object, seed: int) -> list[Action]:
    """Read the actions of a turn, each legal after those before it, as far as it can be known.

    What comes after the end of the turn, or after something hidden has been shown, is left out.
    """
    if not isinstance(texts, list) or not 1 <= len(texts) <= MOST_ACTIONS:
        raise ProgramError("no-list", most=MOST_ACTIONS)
    world = game.imagine(view, seat, seed)
    turn: list[Action] = []
    for text in texts:
        action = _legal_action(game, world, text)
        turn.append(action)
        after = game.copy(world)
        game.apply(after, action)
        if game.reveals(world, action, after) or game.to_move(after) != seat:
            break
        world = after
    return turn


def _legal_action(game: AnyGame, world: AnyPosition, text: object) -> Action:
    """Return an action given in notation, or say which rule forbids it."""
    if not isinstance(text, str) or len(text) > 200:
        raise ProgramError("no-notation")
    try:
        action = game.parse_action(text)
        if contains(game.legal_actions(world), action):
            return action
        refusal = game.refusal(world, action)
    except RefusedError as error:
        refusal = error.refusal
    raise ProgramError("forbidden", text=text, refusal=(game.title, refusal))


def program_named(text: str, stand_in: Bot) -> Program:
    """Return the bot behind `cmd:COMMAND`, `::` and its settings: `cmd:./bot::seconds=2:depth=4`.

    `seconds` is the time for a turn; everything else is an option of the program.
    """
    command, _, settings = text.removeprefix(PREFIX).partition("::")
    options: dict[str, str] = {}
    for setting in filter(None, settings.split(":")):
        key, equals, value = setting.partition("=")
        if not equals:
            raise _unfit(text, setting)
        options[key] = value
    try:
        seconds = float(options.pop("seconds", SECONDS))
    except ValueError:
        raise _unfit(text, "seconds") from None
    if not command.strip() or not 0 < seconds < 3600:
        raise _unfit(text, "seconds" if command.strip() else PREFIX)
    return Program(text, command, stand_in, seconds, options)


def _unfit(text: str, setting: str) -> DocumentError:
    """Return the error for a command with a setting that won't do."""
    known = "cmd:COMMAND::seconds=2:option=value"
    return DocumentError(
        Refusal("bot-setting", params={"bot": text, "setting": setting, "known": known})
    )
