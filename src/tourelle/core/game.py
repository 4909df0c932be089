"""What a set of rules offers. Nothing above this room knows more about a game."""

import re
from abc import ABC
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from tourelle.core import editing, handover, kernel, layout, picture
from tourelle.core.chance import dice_from, tape
from tourelle.core.compile import row_of, scratch, taken
from tourelle.core.documents import Reader, rules_of
from tourelle.core.editing import Draft, Field, Tool
from tourelle.core.folder import adopt, answering, owed
from tourelle.core.observation import Part
from tourelle.core.options import BoardFiles, Option, checked_options
from tourelle.core.telling import Facts, Near, News, Telling
from tourelle.core.weights import Weights, numbers, title_weights
from tourelle.core.words import (
    WATCHER,
    Action,
    DocumentError,
    Outcome,
    Param,
    Refusal,
    RefusedError,
    Seat,
    Term,
)

P = TypeVar("P")

WORD_SEEDS = 1 << 63
"""Seeds from 0 to this, exclusive, fit a word."""

SQUARE: Final = re.compile(r"[a-z][1-9][0-9]?|-?[0-9]+,-?[0-9]+")
"""How most games write a square, a point or a cell: `c3`, `2,-1`."""

Document = dict[str, Any]
"""A position as JSON: the keys are fixed at the end of each game's rules."""


class Game(ABC, Generic[P]):
    """The rules of one title under one option set. Stateless: positions carry the state.

    `class Torres(Game[Position], folder=__package__)` takes its facts from the files of that
    package (`core.folder`), and its functions answer compiled code.
    """

    title: ClassVar[str]
    """The name by which records, documents and commands call this game."""
    rules_version: ClassVar[int]
    """The newest version; it grows when a change of the rules alters any replay.

    Every version from 1 on can still be played: that is how older records are read.
    """
    option_list: ClassVar[tuple[Option, ...]]
    """Every option with its choices and its default."""
    options_clause: ClassVar[str]
    """The clause that says which options there are."""
    page_board: ClassVar[bool] = False
    """Whether the page has a board for this title; one without is shown there as its diagram."""
    presets: ClassVar[Mapping[str, Mapping[str, Param]]] = {}
    """The published editions by the value of the option `preset`: what each sets."""
    option_sets: ClassVar[tuple[Mapping[str, Param], ...]]
    """Option sets that together touch every rule, without seats: what the laws are tested on."""
    position_class: ClassVar[type]
    action_space: ClassVar[int]
    """Actions are numbers from 0 to this, exclusive."""
    max_actions: ClassVar[int]
    """No position has more legal actions."""
    feature_names: ClassVar[tuple[str, ...]]
    """What an evaluation weighs, by name; the first is the points scored so far."""

    # ------------------------------------------------------------ facts, each with a default

    scored_now: ClassVar[tuple[str, ...]] = ()
    """The features that are points, or would be if all were scored now; none named: the first."""
    public_words: ClassVar[frozenset[str]] = frozenset()
    """First words of the actions that everybody may read; any other action is its seat's secret."""
    gainers: ClassVar[frozenset[str]] = frozenset()
    """First words of the actions that may bring points at once."""
    source_clauses: ClassVar[Mapping[str, str]] = {}
    """Where nothing on the board shows what points were made by: each source, with its clause."""
    reconstructed: ClassVar[bool] = False
    """Whether a part of the game is pieced together from what is known of it."""
    square_name: ClassVar[re.Pattern[str]] = SQUARE
    """What a word of an action looks like that names a place on the board."""
    board_files: ClassVar[BoardFiles | None] = None
    """The boards of a game that can be played on others too."""
    document_type: ClassVar[type] = dict
    """A TypedDict of the position document: its keys, for whoever reads or checks one."""
    per_seat: ClassVar[tuple[str, ...]] = ("hands",)
    """Keys of a document that list something for every seat: they count seats left out."""

    observation: ClassVar[tuple[Part, ...]] = ()
    """What a network sees, part by part, with the kernel answer `observe`; none: a view's bytes."""
    policy_size: ClassVar[int] = 0
    """Policy indices are below this, with the answer `policy_index`; 0: actions as they are."""

    options: dict[str, Param]
    """As given, plus `seats`."""
    seats: int
    rules: int
    """The version that is played: the newest one, or that of an older record."""

    # ------------------------------------------------------------ what each game writes

    @owed
    def empty(self) -> P:
        """Return a position that holds nothing but the options."""
        raise NotImplementedError

    @owed
    def outcome(self, position: P, /) -> Outcome | None:
        """Return the result once the game is over."""
        raise NotImplementedError

    @owed
    def refusal(self, position: P, action: Action, /) -> Refusal:
        """Explain why `action` is not legal here. Slow; asked only after a refusal."""
        raise NotImplementedError

    @owed
    def reveals(self, before: P, action: Action, after: P) -> bool:
        """Tell whether `action`, which led from `before` to `after`, showed something hidden.

        Whoever saw it does not take it back without the consent of the others.
        """
        raise NotImplementedError

    @owed
    def action_text(self, action: Action, /) -> str:
        """Write `action` in the notation of the rules."""
        raise NotImplementedError

    @owed
    def parse_action(self, text: str, /) -> Action:
        """Read an action in the notation of the rules; refuse anything else as `notation`."""
        raise NotImplementedError

    @owed
    def diagram(self, position: P, /) -> str:
        """Draw the position in the diagram of the rules.

        Rows of words, as many in each, are a board: `a1` is the first word of the last row, unless
        each row begins with its number. A capital letter of a seat stands for a figure of it, `.`
        for nothing. Whatever comes after an empty line is shown below the board as it is.
        """
        raise NotImplementedError

    @owed
    def written(self, position: P, /) -> Document:
        """Return the keys of a document that say how a position stands; `?` is what is hidden."""
        raise NotImplementedError

    @owed
    def fill(self, position: P, reader: Reader, /) -> None:
        """Fill a position that holds nothing but the options from a document, or refuse it."""
        raise NotImplementedError

    @owed
    def score_terms(self, position: P, seat: Seat, /) -> list[Term]:
        """Return, line by line, what `seat` would score if the year, or the game, ended now."""
        raise NotImplementedError

    # ------------------------------------------------------------ what some games write

    def picture(self, position: P, /) -> str:
        """Draw the position flat, as SVG."""
        return picture.of_text(self.diagram(position), self.title)

    def is_settled(self, position: P, /) -> bool:  # noqa: ARG002 (what some games answer)
        """Tell whether the points include what `score_terms` names; else it comes on top."""
        return True

    def is_final(self, action: Action) -> bool:  # noqa: ARG002
        """Tell whether the options forbid to take `action` back without everybody's consent."""
        return False

    def ends_turn(self, action: Action) -> bool:  # noqa: ARG002
        """Tell whether `action` gives up the rest of a turn."""
        return False

    def sets_up(self, action: Action) -> bool:  # noqa: ARG002
        """Tell whether `action` sets up the board, before the first turn."""
        return False

    def varied_opening(self) -> int:
        """Return how many actions after the set-up chance should draw, so that games differ."""
        return 2

    @staticmethod
    def input_names(seats: int) -> tuple[str, ...]:  # noqa: ARG004
        """Return what a net is told with so many seats, by name; none: features are weighed."""
        return ()

    @staticmethod
    def kind(text: str) -> str:
        """Return the kind of an action by its notation."""
        return text.partition(" ")[0]

    @classmethod
    def squares(cls, text: str) -> list[str]:
        """Return the places on the board that an action touches, by its notation."""
        return [word for word in text.split() if cls.square_name.fullmatch(word)]

    @staticmethod
    def narrated(text: str, hidden: bool) -> tuple[str, dict[str, str]]:  # noqa: ARG004
        """Return the sentence that tells an action, and its gaps; `hidden`: not all may be told.

        The sentence is `action.KEY` in the catalogue of the title. An `@key` in a gap stands for
        another sentence of it.
        """
        return text.partition(" ")[0], {}

    def told(self, text: str, before: P, after: P) -> Telling:  # noqa: ARG002
        """Tell what an action did."""
        return Telling()

    def foretold(
        self,
        texts: Sequence[str],
        before: P,  # noqa: ARG002
        afters: Sequence[P | None],  # noqa: ARG002
    ) -> list[Telling]:
        """Tell what actions of one position would do, as far as that is quickly known.

        What stands after one is there where it would change its seat's points at once.
        """
        return [Telling()] * len(texts)

    def facts(self, position: P, /) -> Facts:  # noqa: ARG002
        """Return what a page has to know of the rules at a position, by name."""
        return {}

    def nearly(self, position: P, /) -> list[Near]:  # noqa: ARG002
        """Return what one rule alone keeps from the seat to move."""
        return []

    def decided(self, position: P, winner: int, second: int, /) -> News | None:  # noqa: ARG002
        """Return by what one seat ended before another, where the terms of the score don't say."""
        return None

    def sources(self, position: P, seat: Seat, /) -> list[Term]:
        """Return the terms of a score as the story of a game tells them apart."""
        return self.score_terms(position, seat)

    def progress(self, position: P, /) -> float:  # noqa: ARG002
        """Return how far the game is, from 0 at the start to 1 at the end."""
        return 0.0

    def themes(self, texts: Sequence[str], positions: Sequence[P], /) -> tuple[str, ...]:  # noqa: ARG002
        """Return what a turn is about, each as `theme.NAME` of its words.

        `positions` are what stood before the first action, and after every one of them.
        """
        return ()

    # ------------------------------------------------------------ set up by hand

    def tools(self, draft: Draft, /) -> list[Tool]:  # noqa: ARG002
        """Return what may be put on the board of a draft; without any it is edited as text."""
        return []

    def put(self, draft: Draft, tool: str, place: str, /) -> Draft:
        """Return a draft with what a tool puts at a place."""
        raise ValueError(f"{self.title}: no {tool} at {place} of {len(draft)} keys")

    def fields(self, draft: Draft, /) -> list[Field]:  # noqa: ARG002
        """Return the values beside the board that may be set, whose turn it is apart."""
        return []

    def with_value(self, draft: Draft, key: str, value: Any, /) -> Draft:
        """Return a draft with another value at a key."""
        return editing.with_value(draft, key, value)

    def impossible(self, position: P, /) -> Refusal | None:  # noqa: ARG002
        """Return why no game comes to a position that can be written and played on; else None."""
        return None

    def blank(self) -> Draft:
        """Return a draft with an empty board; a new game where none can be empty."""
        return self.document(self.setup(0))

    # ------------------------------------------------------------ what follows from it

    def __init_subclass__(cls, folder: str | None = None) -> None:
        """Take what the files of the game's folder declare, unless the class says it itself."""
        super().__init_subclass__()
        if folder is not None:
            adopt(cls, Game, folder)
            kernel.register(cls.position_class, *answering(folder))

    def __init__(self, options: object = None, rules: int | None = None) -> None:
        """Take an option set and a version of the rules, or refuse them with a `DocumentError`."""
        self.rules = self.known_rules(rules)
        given = {} if options is None else options
        self.options = checked_options(self.option_list, given, self.options_clause)
        self.options["seats"] = self.seats = int(self.chosen("seats"))

    def chosen(self, name: str) -> Param:
        """Return the value of an option: given, the preset's, or the default."""
        if name in self.options:
            return self.options[name]
        defaults = {option.name: option.default for option in self.option_list}
        preset = self.options.get("preset", defaults.get("preset"))
        return self.presets.get(str(preset), {}).get(name, defaults[name])

    @cached_property
    def _start(self) -> P:
        """The empty position, of which every deal is made."""
        return self.empty()

    def setup(self, seed: int) -> P:
        """Return the position before the first action, dealt from `seed`."""
        position = self.copy(self._start)
        handover.deal(layout.cells(position), seed)
        return position

    @classmethod
    def known_rules(cls, rules: int | None) -> int:
        """Return the version of the rules that is wished, by default the newest, or refuse it."""
        if rules is None:
            return cls.rules_version
        if not 1 <= rules <= cls.rules_version:
            params: dict[str, Param] = {"rules": rules, "known": cls.rules_version}
            raise DocumentError(Refusal("record-rules", params=params))
        return rules

    def document(self, position: P) -> Document:
        """Write the position as a document with every key; what is hidden is written `?`.

        It says under which version of the rules it is to be read where that is not the newest.
        """
        older = {} if self.rules == self.rules_version else {"rules": self.rules}
        head = {"game": self.title, "options": dict(self.options)}
        return {**head, **self.written(position), **older}

    @classmethod
    def read(cls, document: object) -> tuple[Self, P]:
        """Read a document: the game with its options, and the position; or refuse it."""
        reader = Reader(document, cls.title, tuple(cls.document_type.__annotations__))
        game = cls(reader.options(cls.per_seat, cls.options_clause), rules_of(document))
        position = game.empty()
        game.fill(position, reader)
        return game, position

    def deal(self, seed: int) -> P:
        """Return the position before the first action, dealt from a seed of up to 128 bits.

        One that fits a word is dealt by `setup`. A larger one deals what everybody sees from a word
        of it, and everything hidden from a tape that hangs on all its bits: who knows a part of the
        deal would have to try 2**128 seeds to know the rest.
        """
        if seed < WORD_SEEDS:
            return self.setup(seed)
        word, dice = tape(seed)
        position = self.view(self.setup(word), WATCHER)
        handover.imagine(layout.cells(position), WATCHER, dice)
        return position

    def answer(self, name: str) -> kernel.Answer:
        """Return the game's own function behind a generic one, compiled on a compiled machine."""
        return kernel.ANSWERS[self.position_class][name]

    def copy(self, position: P) -> P:
        """Return an independent position, equal to this one."""
        return layout.copy(position)

    def identity(self, position: P) -> bytes:
        """Return the bytes that identify a position."""
        return layout.to_bytes(position)

    def is_over(self, position: P) -> bool:
        """Tell whether the game has ended."""
        return bool(handover.whose(layout.cells(position)) < 0)

    def to_move(self, position: P) -> Seat | None:
        """Return who chooses next; None once the game is over."""
        seat = handover.whose(layout.cells(position))
        return None if seat < 0 else Seat(seat)

    def legal_actions(self, position: P) -> list[Action]:
        """Return every legal action in ascending order: the one definition of legality."""
        out = scratch(self.max_actions)
        return taken(out, handover.legal_actions(layout.cells(position), out))

    def is_legal(self, position: P, action: Action) -> bool:
        """Tell whether `action` may be played here."""
        return contains(self.legal_actions(position), action)

    def apply(self, position: P, action: Action) -> None:
        """Advance `position` in place. Trusts that `action` is legal."""
        handover.apply(layout.cells(position), action)

    def play(self, position: P, action: Action) -> None:
        """Advance `position` if the rules allow it; otherwise refuse and leave it untouched."""
        if not self.is_legal(position, action):
            raise RefusedError(self.refusal(position, action))
        self.apply(position, action)

    def play_text(self, position: P, text: str) -> Action:
        """Play an action given in notation; return it. A game that is over takes no text at all."""
        if self.is_over(position):
            raise RefusedError(self.refusal(position, Action(0)))
        action = self.parse_action(text)
        self.play(position, action)
        return action

    def legal_texts(self, position: P) -> list[str]:
        """Return every legal action in notation."""
        return [self.action_text(action) for action in self.legal_actions(position)]

    def view(self, position: P, seat: Seat) -> P:
        """Return what `seat` may know: the same position with the hidden parts blanked."""
        seen = self.copy(position)
        handover.blank(layout.cells(seen), seat)
        return seen

    def imagine(self, view: P, seat: Seat, seed: int) -> P:
        """Fill the blanks of `view` at random, so that `view(imagine(v)) == v`."""
        world = self.copy(view)
        handover.imagine(layout.cells(world), seat, dice_from(seed))
        return world

    def points(self, position: P, seat: Seat) -> int:
        """Return what `seat` has scored so far."""
        return int(handover.points(layout.cells(position), seat))

    def gains(self, position: P, actions: Sequence[Action], seat: Seat) -> list[int]:
        """Return how many points each of some legal actions would bring `seat` at once."""
        cells, out = layout.cells(position), row_of(actions)
        handover.list_gains(cells, layout.copied(cells), seat, out)
        return [*taken(out, len(actions))]

    @property
    def weights(self) -> Weights:
        """Return what the features of a position weigh with so many seats."""
        return title_weights(self.title, self.feature_names, self.seats)

    def features(self, position: P, seat: Seat) -> list[float]:
        """Return what an evaluation weighs about `seat`, in the order of `feature_names`."""
        out = numbers([0.0] * len(self.feature_names))
        self.answer("features")(position, seat, out)
        return [float(feature) for feature in out]

    def inputs(self, position: P) -> list[float]:
        """Return what a net is told, in the order of `input_names`; nothing of a game without."""
        out = numbers([0.0] * len(self.input_names(self.seats)))
        self.answer("inputs")(position, out, numbers([0.0] * len(self.feature_names)))
        return [float(value) for value in out]

    def points_now(self, position: P, seat: Seat) -> float:
        """Return the points that `seat` would have if all were scored now."""
        values = self.features(position, seat)
        counted = self.scored_now or self.feature_names[:1]
        return sum(values[self.feature_names.index(name)] for name in counted)

    def evaluate(self, position: P, seat: Seat) -> float:
        """Return what `seat` may hope to have at the end, in points."""
        row = self.weights.row
        return sum(float(row[i]) * value for i, value in enumerate(self.features(position, seat)))

    def perft(self, position: P, depth: int) -> int:
        """Count the sequences of `depth` actions: the fingerprint of a rules engine."""
        if depth == 0 or self.is_over(position):
            return 1
        actions = self.legal_actions(position)
        if depth == 1:
            return len(actions)
        return sum(self.perft(child, depth - 1) for child in self.children(position, actions))

    def children(self, position: P, actions: list[Action]) -> Iterator[P]:
        """Yield the position after each of `actions`."""
        for action in actions:
            child = self.copy(position)
            self.apply(child, action)
            yield child


def contains(ascending: Sequence[int], number: int) -> bool:
    """Tell whether a number stands in an ascending list."""
    place = bisect_left(ascending, number)
    return place < len(ascending) and ascending[place] == number


def python_numbers(row: list[int]) -> list[int]:
    """Return a field of several numbers as ordinary Python numbers."""
    return list(row) if isinstance(row, list) else row.tolist()  # type: ignore[redundant-expr]


AnyGame = Game[Any]
"""A game of whichever title."""

Rules = type[AnyGame]
"""The rules of whichever title: a game comes of them with an option set."""
