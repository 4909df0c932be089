"""A game in progress, in one object: what `tourelle.start` returns."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tourelle.core import handover, layout, line
from tourelle.core.compile import scratch, taken
from tourelle.core.game import Document, Game, contains
from tourelle.core.records import Player, Record, outcome_json
from tourelle.core.words import WATCHER, Action, Outcome, Refusal, RefusedError, Seat, Term
from tourelle.languages import refusal_sentence

P = TypeVar("P")


class IllegalActionError(RefusedError):
    """The rules forbid an action; its text is the sentence a person reads, with the clause."""

    def __init__(self, title: str, refusal: Refusal, language: str = "en") -> None:
        """Keep the refusal and say it."""
        super().__init__(refusal)
        sentence = refusal_sentence(language, title, refusal.reason, dict(refusal.params))
        self.sentence: Final = sentence
        self.args = (with_clause(sentence, refusal),)


def with_clause(sentence: str, refusal: Refusal) -> str:
    """Return the sentence of a refusal with the clause that it stands on, where there is one."""
    return f"{sentence} ({refusal.clause})" if refusal.clause else sentence


class Step(NamedTuple, Generic[P]):
    """One action that was played: by whom, and what stood before and after it."""

    seat: Seat
    action: Action
    before: P
    after: P


class Play(Generic[P]):
    """A game in progress. Every action comes through `push`, and `pop` takes the last one back."""

    def __init__(
        self, game: Game[P], position: P, seed: int | None = None, *, kept: int = 1
    ) -> None:
        """Go on from a position; `seed` is what it was dealt from, if it was just dealt.

        Of the positions of the past every `kept`-th is kept; those between are played again.
        """
        self.game: Final = game
        self.seed: Final = seed
        # Positions are kept as the cells that hold them: that is what compiled rules take quickly.
        self._cells = layout.cells(game.copy(position))
        self._past: Final[list[tuple[Seat, Action, layout.Cells | None]]] = []
        self._kept: Final = kept
        self._out: Final = scratch(game.max_actions)
        self._legal: list[Action] | None = None
        self._whose: int = handover.whose(self._cells)
        self._foreseen: tuple[Action, layout.Cells, int] | None = None
        self._shown: Final[dict[int, bool]] = {}  # which steps showed something, where asked

    # ------------------------------------------------------------ asking

    @property
    def position(self) -> P:
        """What stands now. Look, don't change: it changes by `push` and `pop` alone."""
        position: P = self._cells[0]
        return position

    @property
    def to_move(self) -> Seat | None:
        """Who chooses next; None once the game is over."""
        return None if self._whose < 0 else Seat(self._whose)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._whose < 0

    @property
    def steps(self) -> list[Step[P]]:
        """Every action so far: by whom, and what stood before and after it."""
        return [self.step(number) for number in range(len(self))]

    def step(self, number: int) -> Step[P]:
        """Return one of the actions so far; they are counted from 0."""
        seat, action, _ = self._past[number]
        return Step(seat, action, self._at(number)[0], self._at(number + 1)[0])

    def position_after(self, actions: int) -> P:
        """Return what stood after the first `actions`, as a position of its own."""
        position: P = layout.copied(self._at(actions))[0]
        return position

    def legal_actions(self) -> list[Action]:
        """Return every legal action in ascending order. The list is not yours to change."""
        legal = self._legal
        if legal is None:
            over = self._whose < 0
            count = 0 if over else handover.legal_actions(self._cells, self._out)
            self._legal = legal = taken(self._out, count)
        return legal

    def legal_texts(self) -> list[str]:
        """Return every legal action in notation."""
        return [self.game.action_text(action) for action in self.legal_actions()]

    def is_legal(self, action: Action | str) -> bool:
        """Tell whether an action may be played now; text that is no action may not."""
        try:
            return contains(self.legal_actions(), self._number(action))
        except RefusedError:
            return False

    def text(self, action: Action) -> str:
        """Write an action in the notation of the rules."""
        return self.game.action_text(action)

    def points(self) -> list[int]:
        """Return what every seat has scored so far."""
        return [self.game.points(self.position, Seat(seat)) for seat in range(self.game.seats)]

    def terms(self) -> list[list[Term]]:
        """Return, line by line, what each seat would score if the year, or the game, ended now."""
        return [self.game.score_terms(self.position, Seat(seat)) for seat in range(self.game.seats)]

    def outcome(self) -> Outcome | None:
        """Return the result once the game is over."""
        return self.game.outcome(self.position)

    # ------------------------------------------------------------ playing

    def push(self, action: Action | str) -> Action:
        """Play an action, given as a number or in notation; an illegal one changes nothing."""
        number = self._checked(action)
        self.apply(number)
        return number

    def apply(self, action: Action) -> None:
        """Play an action that is known to be legal."""
        before = self._cells
        self._past.append((Seat(self._whose), action, before))
        self._legal = None
        if self._foreseen is not None and self._foreseen[0] == action:
            _, self._cells, self._whose = self._foreseen
        else:
            self._cells = after = layout.copied(before)
            self._whose = handover.apply(after, action)
        self._foreseen = None
        if self._kept > 1:
            self._thin_out()

    def foresee(self, action: Action | str) -> Step[P]:
        """Return the step that `push` would make of an action; nothing changes.

        Pushed next, it is not worked out again.
        """
        number = self._checked(action)
        if self._foreseen is None or self._foreseen[0] != number:
            after = layout.copied(self._cells)
            self._foreseen = (number, after, handover.apply(after, number))
        return Step(Seat(self._whose), number, self.position, self._foreseen[1][0])

    def pop(self) -> Action:
        """Take the last action back and return it."""
        if not self._past:
            raise IndexError("nothing has been played")
        before = self._at(len(self) - 1)
        self._whose, action, _ = self._past.pop()
        self._cells = before
        self._legal = self._foreseen = None
        self._shown.pop(len(self._past), None)
        return action

    def pop_to(self, actions: int) -> None:
        """Take back all but the first `actions`."""
        while len(self) > actions + 1:  # what stood between is not asked for
            self._past.pop()
            self._shown.pop(len(self._past), None)
        if len(self) > actions:
            self.pop()

    def free_to(self, *, company: bool = True) -> int:
        """Return how far one may go back without anybody's consent, as a number of actions.

        Nobody takes back what the options call final. In company the seat to move may go back in
        its own turn alone, and not beyond what showed it something hidden.
        """
        number = len(self)
        while number and not self._stays(number - 1, company=company):
            number -= 1
        return number

    def copy(self) -> "Play[P]":
        """Return an independent game that stands where this one does."""
        twin = Play(self.game, self.position, self.seed, kept=self._kept)
        twin._past[:] = self._past
        return twin

    def seen_by(self, seat: int) -> "Play[P]":
        """Return what a seat may know (-1: a watcher), as a position of its own to look at."""
        if not WATCHER <= seat < self.game.seats:
            raise ValueError(
                f"seats go from 0 to {self.game.seats - 1} (-1: a watcher), not {seat}"
            )
        return Play(self.game, self.game.view(self.position, Seat(seat)))

    # ------------------------------------------------------------ text

    def document(self) -> Document:
        """Return the position as a JSON document."""
        return self.game.document(self.position)

    def line(self) -> str:
        """Return the position as one line of text; `tourelle.from_line` reads it."""
        return line.written(self.document())

    def diagram(self) -> str:
        """Draw the position in the diagram of the rules."""
        return self.game.diagram(self.position)

    def svg(self) -> str:
        """Draw the position as SVG."""
        return self.game.picture(self.position)

    def _repr_svg_(self) -> str:
        """Show the board in a notebook."""
        return self.svg()

    def record(self, players: Sequence[Player] = ()) -> Record:
        """Return the game so far as a record; one that began at a position has none."""
        if self.seed is None:
            raise ValueError("a game that began at a position can't be dealt again")
        return Record(
            game=self.game.title,
            rules=self.game.rules,
            options=self.game.options,
            seed=self.seed,
            actions=tuple(self.texts()),
            seats=tuple(players) or (Player(),) * self.game.seats,
            outcome=outcome_json(self.outcome()),
        )

    def texts(self) -> Iterator[str]:
        """Yield every action played so far in notation."""
        for _, action, _ in self._past:
            yield self.game.action_text(action)

    def __str__(self) -> str:
        """Return the diagram."""
        return self.diagram()

    def __repr__(self) -> str:
        """Return title, options and how far the game is."""
        options = ", ".join(f"{name}={value!r}" for name, value in self.game.options.items())
        whose = "over" if self.is_over else f"seat {self._whose} to move"
        return f"<{self.game.title} ({options}): {len(self)} actions, {whose}>"

    def __len__(self) -> int:
        """Return how many actions have been played."""
        return len(self._past)

    # ------------------------------------------------------------ the past

    def _at(self, actions: int) -> layout.Cells:
        """Return what held the position after the first `actions`, or holds one just like it."""
        if actions == len(self._past):
            return self._cells
        first, cells = actions, self._past[actions][2]
        while cells is None:
            first -= 1
            cells = self._past[first][2]
        if first < actions:
            cells = layout.copied(cells)
            for _, action, _ in self._past[first:actions]:
                handover.apply(cells, action)
        return cells

    def _thin_out(self) -> None:
        """Forget what stood before the last step but one, unless it is one of those kept."""
        number = len(self._past) - 2
        if number >= 0 and number % self._kept:
            seat, action, _ = self._past[number]
            self._past[number] = (seat, action, None)

    def _stays(self, number: int, *, company: bool) -> bool:
        """Tell whether a step stays unless everybody agrees."""
        seat, action, _ = self._past[number]
        if self.game.is_final(action):
            return True
        return company and (seat != self._whose or self._has_shown(number))

    def _has_shown(self, number: int) -> bool:
        """Tell whether a step showed its seat something hidden; found out once."""
        if number not in self._shown:
            _, action, before, after = self.step(number)
            self._shown[number] = self.game.reveals(before, action, after)
        return self._shown[number]

    # ------------------------------------------------------------ parts

    def _checked(self, action: Action | str) -> Action:
        """Return an action as a number if it is legal; refuse it otherwise."""
        number = self._number(action) if isinstance(action, str) else action
        if not contains(self.legal_actions(), number):
            raise self._illegal(self.game.refusal(self.position, number))
        return number

    def _number(self, action: Action | str) -> Action:
        """Return an action as a number, or refuse a text that is none."""
        if not isinstance(action, str):
            return action
        if self.is_over:
            raise self._illegal(self.game.refusal(self.position, Action(0)))
        try:
            return self.game.parse_action(action)
        except RefusedError as error:
            raise self._illegal(error.refusal) from None

    def _illegal(self, refusal: Refusal) -> IllegalActionError:
        """Return the error that says a refusal."""
        return IllegalActionError(self.game.title, refusal)


AnyPlay = Play[Any]
"""A game in progress of whichever title."""
