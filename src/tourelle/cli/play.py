"""Play in the terminal: the loop that asks people, lets bots play, and keeps the game safe."""

import re
import secrets
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.text import Text

from tourelle.bots import BOTS, playing
from tourelle.bots.named import STAND_IN
from tourelle.bots.program import PREFIX, program_named, told_troubles
from tourelle.cli import saves
from tourelle.cli.hotseat import Hotseat
from tourelle.cli.menu import choose_game
from tourelle.cli.precompile import precompile_bots
from tourelle.cli.prompting import Asker, asker
from tourelle.cli.reading import game_named, game_of, options_from, read_json, title_of
from tourelle.cli.scoring import final_result, scoring_of
from tourelle.cli.screen import console, draw_turn, height_of, names_of, scene_of, turn_line
from tourelle.cli.talk import Talk
from tourelle.cli.voice import UserError, Voice
from tourelle.core.game import AnyGame
from tourelle.core.records import LARGE_SEEDS, Player, large_seed, read_record
from tourelle.core.words import about
from tourelle.languages.narration import sentence
from tourelle.tables.naming import plain_name

MILLISECONDS: Final = 1000
FEWEST_SEATS: Final = 2


def run(given: Namespace, voice: Voice) -> int:
    """Play a game: the one described, the one saved, or the one a short menu asks for."""
    asking = asker()
    resume = getattr(given, "resume", None)
    if resume is not None:
        table = resumed(resume or _last_game(), voice, getattr(given, "bots", ""))
    elif getattr(given, "game", None):
        table = _described(given, voice)
    else:
        chosen = choose_game(asking, console(), voice)
        if chosen is None:
            return 0
        table = (
            resumed(str(chosen), voice) if isinstance(chosen, Path) else _described(chosen, voice)
        )
    Session(table, asking, console(), voice).run()
    return 0


def now() -> int:
    """Return milliseconds from some start."""
    return int(time.monotonic() * MILLISECONDS)


# ---------------------------------------------------------------- sitting down


def _described(given: Namespace, voice: Voice) -> Hotseat:
    """Return the table that the command line describes."""
    with about(given.game):
        rules = game_named(given.game, voice)
        options = options_from(rules, given.option, given.seats)
        if "seats" not in options and (seated := _seats_named(given.bots)):
            options["seats"] = seated
        game = rules(options)
    seed = large_seed(secrets.randbelow) if given.seed is None else given.seed
    if not 0 <= seed < LARGE_SEEDS:
        raise UserError("negative")
    players = named(_players(given.bots, game), given.names)
    precompile_bots(given.game, (player.kind for player in players if player.kind in BOTS), voice)
    return Hotseat(game, seed, players, now)


def _seats_named(bots: str) -> int:
    """Return how many play where only the bots' seats are named: up to the last of them."""
    named = [int(seat) for seat in re.findall(r"(?:^|,)\s*(\d+)=", bots)]
    return max(FEWEST_SEATS, max(named) + 1) if named else 0


def _players(bots: str, game: AnyGame) -> list[Player]:
    """Read `1=greedy,2=random`; everybody else is a person."""
    wished = _wished(bots, game)
    return [Player("", wished[seat]) if seat in wished else Player() for seat in range(game.seats)]


def _wished(bots: str, game: AnyGame) -> dict[int, str]:
    """Read which bot sits where; a program is started here, so that a wrong one is told at once."""
    wished: dict[int, str] = {}
    for wish in filter(None, map(str.strip, bots.split(","))):
        seat, _, bot = map(str.strip, wish.partition("="))
        if not seat.isdecimal() or not 0 <= int(seat) < game.seats:
            raise UserError("bots-form", wish=wish, last=game.seats - 1)
        if bot.startswith(PREFIX):
            with about(""):
                program_named(bot, BOTS[STAND_IN]).check()
        elif bot not in playing(game.title):
            raise UserError("no-such-bot", bot=bot, known=", ".join(playing(game.title)))
        wished[int(seat)] = bot
    return wished


def named(players: list[Player], names: str) -> list[Player]:
    """Return the players with the people among them called `Ana,Bo`, seat by seat."""
    called = iter([plain_name(name) for name in names.split(",")])
    return [
        player if player.kind in BOTS else replace(player, name=next(called, ""))
        for player in players
    ]


def _last_game() -> str:
    """Return the file of the game played last."""
    path = saves.last_game()
    if path is None:
        raise UserError("nothing-to-resume")
    return str(path)


def resumed(name: str, voice: Voice, bots: str = "") -> Hotseat:
    """Return the table at which a saved game goes on, with other bots where they are named."""
    data = read_json(name)
    with about(title_of(data)):
        record = read_record(data)
        game = game_of(record, voice)
        return Hotseat.resumed(game, record, now, _wished(bots, game))


# ---------------------------------------------------------------- the loop


class Session:
    """One sitting: from the first question to the last score, or until somebody leaves."""

    def __init__(self, table: Hotseat, asking: Asker, screen: Console, voice: Voice) -> None:
        """Take the table, somebody to ask, and something to draw on."""
        self.table: Final = table
        self.asking: Final = asking
        self.screen: Final = screen
        self.voice: Final = voice
        self.place: Final = saves.new_place(table.game.title)
        self.sitting: int | None = None
        self.notes: list[RenderableType] = self._edition()
        self.talk: Final = Talk(table, screen, voice)

    def _edition(self) -> list[RenderableType]:
        """Return what everybody should know of this edition before they begin."""
        title = self.table.game.title
        known = self.voice.knows(title, "edition") and not self.table.steps
        return [Text(self.voice.of(title, "edition"), style="dim")] if known else []

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        self._keep()
        while (seat := self.table.seat()) is not None:
            if not self.table.is_person(seat):
                self._play(self.table.players[seat].kind, bot=True)
                continue
            self._cover(seat)
            self._draw()
            try:
                line = self.asking.line(self._question(seat), self._texts(), self._meaning)
            except EOFError:
                return self._leave()
            if line in ("quit", "q", "exit"):
                return self._leave()
            self._answer(line)
        self.screen.print(final_result(scene_of(self.table, self.voice, self.screen)))
        return None

    def _answer(self, line: str) -> None:
        """Do what a person typed: an action, a command, or the start of either."""
        if not line:
            return
        said = self.talk.command(line)
        if said is not None:
            self._note(said)
            self._keep()
            return
        refused = self.talk.refused(line)
        if refused is None:
            self._play(line, bot=False)
        else:
            self._note(refused)

    def _play(self, text: str, *, bot: bool) -> None:
        """Play an action, keep the game, tell what it did."""
        before = scene_of(self.table, self.voice, self.screen)
        step = self.table.push_bot() if bot else self.table.push(text)
        self.notes = [Text(trouble) for trouble in self._troubles()]
        self._keep()
        if not self.asking.interactive:
            for note in self.notes:
                self.screen.print(note)
            scene = scene_of(self.table, self.voice, self.screen)
            self.screen.print(turn_line([step], scene, words=True))
        scored = scoring_of(before, scene_of(self.table, self.voice, self.screen))
        if scored is not None:
            self._pause(scored)

    def _troubles(self) -> list[str]:
        """Return what has gone wrong with programs that play here."""
        return [
            said
            for bot in self.table.bots.values()
            for said in told_troubles(bot, self.voice.language)
        ]

    def _note(self, said: Sequence[RenderableType]) -> None:
        """Show an answer: below the board on a terminal, at once in a pipe."""
        if not self.asking.interactive:
            self.screen.print(*said, sep="\n")
        elif height_of(self.screen, Group(*said)) <= self.screen.height // 3:
            self.notes = list(said)
        else:
            self._read(said)

    def _read(self, said: Sequence[RenderableType]) -> None:
        """Show an answer too long to stand below the board."""
        if height_of(self.screen, Group(*said)) < self.screen.height - 1:
            self._pause(Group(*said))
            return
        with self.screen.pager():
            self.screen.print(*said, sep="\n")

    # ------------------------------------------------------------ drawing and asking

    def _draw(self) -> None:
        """Draw the board: always on a terminal, once a turn in a pipe."""
        seat = self.table.seat()
        if self.asking.interactive:
            draw_turn(self.screen, self.table, self.voice, self.notes)
        elif seat != self.sitting:
            self.screen.print()
            draw_turn(self.screen, self.table, self.voice, self.notes)
        self.sitting = seat

    def _cover(self, seat: int) -> None:
        """Hide the screen until the next person sits, where somebody has secrets."""
        if seat == self.sitting or not self.asking.interactive or not self.table.keeps_secrets():
            return
        self.screen.clear()
        self.screen.print(
            Text(self.voice("cover", name=names_of(self.table, self.voice)[seat]), style="bold")
        )
        self._wait()
        self.notes = []

    def _pause(self, what: RenderableType) -> None:
        """Show something that nobody should miss."""
        if self.asking.interactive:
            self.screen.clear()
        self.screen.print(what)
        if self.asking.interactive and self.table.seat() is not None:
            self._wait()

    def _wait(self) -> None:
        """Wait for Enter; to leave here is to leave at the next question."""
        try:
            self.asking.line(self.voice("press-enter") + " ")
        except EOFError:
            return

    def _question(self, seat: int) -> str:
        """Return the prompt."""
        return self.voice("prompt", name=names_of(self.table, self.voice)[seat]) + " "

    def _texts(self) -> list[str]:
        """Return everything that may be typed now."""
        return [*self.table.game.legal_texts(self.table.seen()), *self.talk.words()]

    def _meaning(self, text: str) -> str:
        """Return what a whole text would do."""
        if text in self.talk.words():
            return self.voice(f"command.{text}")
        return sentence(self.voice.language, self.table.game.title, text)

    # ------------------------------------------------------------ keeping

    def _keep(self) -> None:
        """Write the game to its own place; a full disk is no reason to stop playing."""
        try:
            saves.write(self.table.record(), self.place)
        except UserError as error:
            self.notes = [Text(self.voice.error(error))]

    def _leave(self) -> None:
        """Offer to save under a name, and say how to come back."""
        if self.asking.interactive:
            try:
                name = self.asking.line(self.voice("leave.save") + " ")
                if name:
                    path = saves.save_as(self.table.record(), name)
                    self.screen.print(self.voice("saved", file=path))
            except EOFError:
                pass
            except UserError as error:
                self.screen.print(self.voice.error(error))
        self.screen.print(self.voice("leave.kept"))
