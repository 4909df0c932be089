"""A game around one screen: who sits where, what was played, what may be taken back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from tourelle.bots import playing
from tourelle.bots.driving import Driver
from tourelle.bots.named import named
from tourelle.bots.program import PREFIX
from tourelle.cli.voice import UserError
from tourelle.core.chance import dice_from
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.records import Player, Record, check_rules
from tourelle.core.words import WATCHER, Action, Seat
from tourelle.play import Play

PERSON: Final = "person"
NOBODY: Final[Mapping[int, str]] = MappingProxyType({})
BOT_DICE: Final = 0x7E57_B075  # keeps the dice of the bots apart from those of the deal

Clock = Callable[[], int]
"""Milliseconds, from any start."""


@dataclass(frozen=True)
class Step:
    """One action: who played it, its notation, and when."""

    seat: Seat
    text: str
    time: int


class Hotseat:
    """A running game. Every action comes through `push`, whoever sits there."""

    def __init__(self, game: AnyGame, seed: int, players: Sequence[Player], clock: Clock) -> None:
        """Deal a new game. The kinds of players may name programs: see `resumed`."""
        self.game: Final = game
        self.seed: Final = seed
        self.players: Final = tuple(players)
        self.play: Final = Play(game, game.deal(seed), seed)
        self.steps: list[Step] = []
        self._clock: Final = clock
        self._begun = clock()
        self._driver: Final = Driver()
        kinds = {player.kind for player in players if player.kind != PERSON}
        self.bots: Final = {kind: named(kind) for kind in kinds}

    # ------------------------------------------------------------ who

    @property
    def position(self) -> AnyPosition:
        """Return what stands now."""
        return self.play.position

    def seat(self) -> Seat | None:
        """Return who chooses next; None once the game is over."""
        return self.play.to_move

    def is_person(self, seat: int) -> bool:
        """Tell whether somebody at this screen plays a seat."""
        return self.players[seat].kind == PERSON

    def people(self) -> list[int]:
        """Return the seats played at this screen."""
        return [seat for seat in range(self.game.seats) if self.is_person(seat)]

    def keeps_secrets(self) -> bool:
        """Tell whether anybody at this screen knows what another one may not see."""
        if len(self.people()) < 2:
            return False
        public = self.game.identity(self.game.view(self.position, WATCHER))
        views = (self.game.view(self.position, Seat(seat)) for seat in self.people())
        return any(self.game.identity(view) != public for view in views)

    def viewer(self) -> Seat | None:
        """Return who looks on: the person to move, or the only person; None once all is open."""
        seat = self.seat()
        if seat is None or self.is_person(seat):
            return seat
        return Seat(self.people()[0]) if len(self.people()) == 1 else WATCHER

    def seen(self) -> AnyPosition:
        """Return what may be drawn now."""
        viewer = self.viewer()
        return self.position if viewer is None else self.game.view(self.position, viewer)

    def news(self) -> set[str]:
        """Return the squares that others have touched since the last action of who looks on."""
        touched: set[str] = set()
        viewer = self.viewer()
        for step in reversed(self.steps):
            if step.seat == viewer:
                break
            touched.update(self.game.squares(step.text))
        return touched

    # ------------------------------------------------------------ play and undo

    def push(self, action: Action | str) -> Step:
        """Play an action for the seat to move, or refuse it."""
        seat = self.seat()
        number = self.play.push(action)
        assert seat is not None  # the rules refuse every action once the game is over
        step = Step(seat, self.play.text(number), self._clock() - self._begun)
        self.steps.append(step)
        return step

    def push_bot(self) -> Step:
        """Let the bot to move play one action of its turn; it is shown its own view."""
        seat = self.seat()
        assert seat is not None
        dice = dice_from((self.seed ^ BOT_DICE) + len(self.steps) & (1 << 62) - 1)
        return self.push(self._driver.drive(self.play, self.bots[self.players[seat].kind], dice))

    def undo(self) -> Step:
        """Take the last action of a person back, and the bots' answers to it; return it.

        Those around one screen agree by talking, so all goes back that is not final.
        """
        mine = [number for number, step in enumerate(self.steps) if self.is_person(step.seat)]
        if not mine:
            raise UserError("undo-nothing")
        if mine[-1] < self.play.free_to(company=False):
            raise UserError("undo-final")
        step = self.steps[mine[-1]]
        self.play.pop_to(mine[-1])
        del self.steps[mine[-1] :]
        return step

    # ------------------------------------------------------------ records

    def record(self) -> Record:
        """Return the game so far as a record."""
        return replace(
            self.play.record(self.players), times=tuple(step.time for step in self.steps)
        )

    @classmethod
    def resumed(
        cls,
        game: AnyGame,
        record: Record,
        clock: Clock,
        wished: Mapping[int, str] = NOBODY,
    ) -> "Hotseat":
        """Return the table at which a record goes on; `wished` bots by seat come before its own.

        A record may come from anywhere, so no program is started because a record names it.
        """
        check_rules(game, record)
        players = [*record.seats, *(Player() for _ in range(game.seats))][: game.seats]
        for seat, player in enumerate(players):
            if seat in wished:
                players[seat] = Player(player.name, wished[seat])
            elif player.kind.startswith(PREFIX):
                raise UserError("program-resume", bot=player.kind, seat=seat)
            elif player.kind != PERSON and player.kind not in playing(game.title):
                known = ", ".join(playing(game.title))
                raise UserError("no-such-bot", bot=player.kind, known=known)
        table = cls(game, record.seed, players, clock)
        for text in record.actions:
            table.push(text)
        last = record.times[-1] if record.times else 0
        times = record.times or (0,) * len(table.steps)
        table.steps = [
            replace(step, time=time) for step, time in zip(table.steps, times, strict=True)
        ]
        table._begun = clock() - last
        return table
