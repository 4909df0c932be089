"""A game around one screen: who sits where, what was played, what may be taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tourelle.bots import BOTS
from tourelle.cli.voice import UserError
from tourelle.core.compile import buffer
from tourelle.core.game import Game
from tourelle.core.records import Player, Record, check_rules, outcome_json
from tourelle.core.words import WATCHER, Action, Seat, Term

PERSON: Final = "person"
BOT_DICE: Final = 0x7E57_B075  # keeps the dice of the bots apart from those of the deal

Clock = Callable[[], int]
"""Milliseconds, from any start."""


@dataclass(frozen=True)
class Step:
    """One action: who played it, when, what stood before, whether it showed something.

    What is `final` is not taken back.
    """

    seat: Seat
    text: str
    time: int
    before: Any
    reveals: bool
    final: bool


class Table:
    """A running game. Every action comes through `play`, whoever sits there."""

    def __init__(self, game: Game[Any], seed: int, players: Sequence[Player], clock: Clock) -> None:
        """Deal a new game."""
        self.game: Final = game
        self.seed: Final = seed
        self.players: Final = tuple(players)
        self.position = game.deal(seed)
        self.steps: list[Step] = []
        self._clock: Final = clock
        self._begun = clock()
        self._planned: tuple[int, list[Action]] = (0, [])  # a bot's turn, from that step on

    # ------------------------------------------------------------ who

    def seat(self) -> Seat | None:
        """Return who chooses next; None once the game is over."""
        return self.game.to_move(self.position)

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

    def seen(self) -> Any:
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

    def terms(self) -> list[list[Term]]:
        """Return what each seat would score now."""
        return [self.game.score_terms(self.position, Seat(s)) for s in range(self.game.seats)]

    # ------------------------------------------------------------ play and undo

    def play(self, text: str) -> Step:
        """Play an action in notation for the seat to move, or refuse it."""
        game, before = self.game, self.game.copy(self.position)
        seat = self.seat()
        action = game.play_text(self.position, text)
        assert seat is not None  # the rules refuse every action once the game is over
        written = game.action_text(action)
        time = self._clock() - self._begun
        final = game.is_final(action)
        step = Step(seat, written, time, before, game.reveals(before, action), final)
        self.steps.append(step)
        return step

    def play_bot(self) -> Step:
        """Let the bot to move play one action of its turn; it is shown its own view."""
        seat = self.seat()
        assert seat is not None
        number, planned = self._planned
        if number != len(self.steps) or not planned:
            dice = buffer(1)
            dice[0] = (self.seed ^ BOT_DICE) + len(self.steps) & (1 << 62) - 1
            view = self.game.view(self.position, seat)
            planned = BOTS[self.players[seat].kind].turn(self.game, view, seat, dice)
        step = self.play(self.game.action_text(planned[0]))
        self._planned = (len(self.steps), planned[1:])
        return step

    def undo(self) -> Step:
        """Take an action back; return it.

        Alone with bots, everything may be taken back that is not final. Among people only what
        was done in this very turn, up to the last thing seen.
        """
        mine = [number for number, step in enumerate(self.steps) if self.is_person(step.seat)]
        if not mine:
            raise UserError("undo-nothing")
        alone = len(self.people()) == 1
        if not alone and self.steps[-1].seat != self.seat():
            raise UserError("undo-turn")
        if not alone and self.steps[-1].reveals:
            raise UserError("undo-seen")
        if any(step.final for step in self.steps[mine[-1] :]):
            raise UserError("undo-final")
        step = self.steps[mine[-1]]
        self.steps = self.steps[: mine[-1]]
        self.position = step.before
        return step

    # ------------------------------------------------------------ records

    def record(self) -> Record:
        """Return the game so far as a record."""
        return Record(
            game=self.game.title,
            rules=self.game.rules,
            options=self.game.options,
            seed=self.seed,
            actions=tuple(step.text for step in self.steps),
            seats=self.players,
            times=tuple(step.time for step in self.steps),
            outcome=outcome_json(self.game.outcome(self.position)),
        )

    @classmethod
    def resumed(cls, game: Game[Any], record: Record, clock: Clock) -> "Table":
        """Return the table at which a record goes on."""
        check_rules(game, record)
        players = [*record.seats, *(Player() for _ in range(game.seats))][: game.seats]
        for player in players:
            if player.kind != PERSON and player.kind not in BOTS:
                raise UserError("no-such-bot", bot=player.kind, known=", ".join(BOTS))
        table = cls(game, record.seed, players, clock)
        for text in record.actions:
            table.play(text)
        last = record.times[-1] if record.times else 0
        times = record.times or (0,) * len(table.steps)
        table.steps = [
            replace(step, time=time) for step, time in zip(table.steps, times, strict=True)
        ]
        table._begun = clock() - last
        return table
