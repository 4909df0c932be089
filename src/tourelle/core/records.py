"""A record: options, seed and actions; everything needed to replay a game, and nothing else."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NotRequired, TypedDict, TypeVar, cast

from tourelle.core.game import WORD_SEEDS, Game
from tourelle.core.words import DocumentError, Outcome, Param, Refusal, RefusedError, Seat

P = TypeVar("P")
T = TypeVar("T")

FORMAT: Final = 1
"""The version of the record's own shape."""

SEEDS: Final = WORD_SEEDS
"""Seeds that fit a word are whole numbers from 0 to this, exclusive."""

LARGE_SEEDS: Final = 1 << 128
"""Larger seeds go on from there to this, exclusive; records write them as text."""


class WrittenOutcome(TypedDict):
    """How a game ended, as records write it; what is read of one is compared, never trusted."""

    points: list[int]
    winners: list[int]
    clause: str
    forfeit: NotRequired[int]


class WrittenPlayer(TypedDict):
    """Who sat at a seat, as records write it."""

    name: str
    kind: str


class WrittenRecord(TypedDict):
    """A record as the JSON of a `.tourelle.json` file."""

    tourelle: int
    game: str
    rules: int
    options: dict[str, Param]
    seats: list[WrittenPlayer]
    seed: int | str
    actions: list[str]
    times: list[int]
    outcome: WrittenOutcome | None
    imported: NotRequired[int]


@dataclass(frozen=True)
class Player:
    """Who sat at a seat: a name, and `person` or the name of a bot."""

    name: str = ""
    kind: str = "person"


@dataclass(frozen=True)
class Record:
    """One game. `times` are milliseconds since the start, one an action, or empty.

    `imported`: how many of the actions came from an earlier record, whose holder knew the deal.
    """

    game: str
    rules: int
    options: Mapping[str, Param]
    seed: int
    actions: tuple[str, ...] = ()
    seats: tuple[Player, ...] = ()
    times: tuple[int, ...] = ()
    outcome: WrittenOutcome | None = None
    imported: int | None = None

    def to_json(self) -> WrittenRecord:
        """Return the record as the JSON of a `.tourelle.json` file."""
        made: WrittenRecord = {
            "tourelle": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "options": dict(self.options),
            "seats": [{"name": player.name, "kind": player.kind} for player in self.seats],
            "seed": seed_json(self.seed),
            "actions": list(self.actions),
            "times": list(self.times),
            "outcome": self.outcome,
        }
        return made if self.imported is None else {**made, "imported": self.imported}


def large_seed(below: Callable[[int], int]) -> int:
    """Return a seed of 128 bits that does not fit a word, drawn by `below`."""
    return SEEDS + below(LARGE_SEEDS - SEEDS)


def seed_json(seed: int) -> int | str:
    """Return a seed as records write it: as text where it is too large for a machine's number."""
    return seed if seed < SEEDS else str(seed)


def _seed(value: object) -> int:
    """Read a seed."""
    if type(value) is int and 0 <= value < SEEDS:
        return value
    if isinstance(value, str) and len(value) < 40 and value.isascii() and value.isdigit():
        seed = int(value)
        if SEEDS <= seed < LARGE_SEEDS:
            return seed
    raise DocumentError(Refusal("record-bad-key", params={"key": "seed"}))


def outcome_json(outcome: Outcome | None, forfeit: int | None = None) -> WrittenOutcome | None:
    """Return an outcome as records and documents write it; `forfeit`: a seat that lost on time."""
    if outcome is None:
        return None
    made: WrittenOutcome = {
        "points": list(outcome.points),
        "winners": list(outcome.winners),
        "clause": outcome.clause,
    }
    return made if forfeit is None else {**made, "forfeit": forfeit}


def forfeited(game: Game[P], position: P, forfeit: int) -> Outcome:
    """Return the result of a game that a seat lost on time: the best of the others wins."""
    points = tuple(game.points(position, Seat(seat)) for seat in range(game.seats))
    others = [seat for seat in range(game.seats) if seat != forfeit]
    most = max(points[seat] for seat in others)
    return Outcome(points, tuple(Seat(seat) for seat in others if points[seat] == most), "")


def read_record(data: object) -> Record:
    """Read the JSON of a record, or refuse it naming the key that is wrong."""
    if not isinstance(data, Mapping):
        raise DocumentError(Refusal("record-not-a-table"))
    for key in data:
        if key not in WrittenRecord.__annotations__:
            raise DocumentError(Refusal("record-unknown-key", params={"key": str(key)}))
    if _entry(data, "tourelle", int) != FORMAT:
        version = str(data["tourelle"])
        raise DocumentError(Refusal("record-format", params={"version": version, "known": FORMAT}))
    seed = _seed(data.get("seed"))
    actions = _entry(data, "actions", list)
    times = _optional(data, "times", list) or []
    if not all(_is_text(text) for text in actions):
        raise DocumentError(Refusal("record-bad-key", params={"key": "actions"}))
    if not all(type(time) is int for time in times) or len(times) not in (0, len(actions)):
        raise DocumentError(Refusal("record-bad-key", params={"key": "times"}))
    imported = _optional(data, "imported", int)
    if imported is not None and not 0 <= imported <= len(actions):
        raise DocumentError(Refusal("record-bad-key", params={"key": "imported"}))
    return Record(
        game=_entry(data, "game", str),
        rules=_entry(data, "rules", int),
        options=_entry(data, "options", dict),
        seed=seed,
        actions=tuple(actions),
        seats=tuple(_player(entry) for entry in _optional(data, "seats", list) or []),
        times=tuple(times),
        outcome=cast(WrittenOutcome | None, _optional(data, "outcome", dict)),
        imported=imported,
    )


def _entry(data: Mapping[str, object], key: str, kind: type[T]) -> T:
    """Return one entry of the right type."""
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise DocumentError(Refusal("record-bad-key", params={"key": key}))
    return value


def _optional(data: Mapping[str, object], key: str, kind: type[T]) -> T | None:
    """Return one entry of the right type; None where it is missing or null."""
    return None if data.get(key) is None else _entry(data, key, kind)


def _is_text(value: object) -> bool:
    """Tell whether something is text that can be written: half a character can't."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _player(entry: object) -> Player:
    """Read one seat of a record."""
    if isinstance(entry, Mapping) and set(entry) <= {"name", "kind"}:
        name, kind = entry.get("name", ""), entry.get("kind", "person")
        if _is_text(name) and _is_text(kind):
            return Player(name, kind)
    raise DocumentError(Refusal("record-bad-key", params={"key": "seats"}))


def check_rules(game: Game[P], record: Record) -> None:
    """Refuse a record that was played under another version of the rules than this game."""
    if record.rules != game.rules:
        params = {"rules": record.rules, "known": game.rules}
        raise DocumentError(Refusal("record-rules", params=params))


def replay(game: Game[P], record: Record) -> Iterator[P]:
    """Yield the start and the position after each action, checking every action on the way.

    It is one position, advanced in place: copy what you keep.
    """
    check_rules(game, record)
    position = game.deal(record.seed)
    yield position
    for number, text in enumerate(record.actions, 1):
        try:
            game.play_text(position, text)
        except RefusedError as error:
            raise ReplayError(number, text, error.refusal) from error
        yield position


class ReplayError(RefusedError):
    """An action of a record is not legal where it stands."""

    def __init__(self, number: int, text: str, refusal: Refusal) -> None:
        """Keep which action it was, counted from 1."""
        super().__init__(refusal)
        self.number: Final = number
        self.text: Final = text


def replayed(game: Game[P], record: Record) -> P:
    """Return the position that a record leads to."""
    position = game.deal(record.seed)
    for position in replay(game, record):  # noqa: B007  (the last one is the answer)
        pass
    return position


def verify(game: Game[P], record: Record) -> P:
    """Replay a record and check that it ends as it says; return its last position."""
    position = replayed(game, record)
    reached = outcome_json(game.outcome(position))
    forfeit = record.outcome.get("forfeit") if record.outcome else None
    if reached is None and type(forfeit) is int and 0 <= forfeit < game.seats:
        reached = outcome_json(forfeited(game, position, forfeit), forfeit)
    if record.outcome is not None and record.outcome != reached:
        raise DocumentError(Refusal("record-outcome", params={"reached": str(reached)}))
    return position
