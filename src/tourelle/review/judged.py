"""What a review holds: turns with what they were worth, without a word of any language."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final, Literal, get_args

Mark = Literal["inaccuracy", "mistake", "blunder", "only"]
MARKS: Final[tuple[str, ...]] = get_args(Mark)
PLACES: Final = 4
"""Decimal places that are kept: what comes after them differs from machine to machine."""


@dataclass(frozen=True)
class Expectation:
    """What every seat may hope for: the chance to win, the points in the end."""

    chances: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class Swing:
    """What something gave a seat or took from it."""

    chance: float = 0.0
    points: float = 0.0

    def __add__(self, other: "Swing") -> "Swing":
        """Return both together."""
        return Swing(self.chance + other.chance, self.points + other.points)

    def __neg__(self) -> "Swing":
        """Return the opposite."""
        return Swing(-self.chance, -self.points)


NOTHING: Final = Swing()


def swing(after: Expectation, before: Expectation, seat: int) -> Swing:
    """Return by how much a seat has more to hope for."""
    return Swing(
        after.chances[seat] - before.chances[seat], after.points[seat] - before.points[seat]
    )


@dataclass(frozen=True)
class Variation:
    """Actions from a place of the record on, and what they lead to."""

    at: int
    actions: tuple[str, ...]
    leads_to: Expectation
    worlds: int = 0
    """How many worlds were sampled."""


@dataclass(frozen=True)
class Reason:
    """Why a turn is better: a sentence of `review` with its gaps, or of the title.

    An `@key` in a gap stands for another sentence of the title; `seats` are gaps to be named, and
    `clause` is the rule by which it counts, where one says so.
    """

    key: str
    gaps: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, int] = field(default_factory=dict)
    clause: str = ""


@dataclass(frozen=True)
class Followed:
    """A turn of the line that follows."""

    seat: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """What a seat did between two things that it was shown, judged from its view."""

    seat: int
    played: Variation
    best: Variation
    only: bool = False
    """Whether every other turn that was looked at is much worse than the best."""

    @property
    def cost(self) -> Swing:
        """Return what was given away."""
        return -swing(self.played.leads_to, self.best.leads_to, self.seat)


@dataclass(frozen=True)
class Turn:
    """A turn, judged."""

    number: int
    seat: int
    first: int
    last: int
    played: Variation
    best: Variation
    cost: Swing
    mark: Mark | None
    luck: Swing = NOTHING
    why: tuple[Reason, ...] = ()
    follows: tuple[Followed, ...] = ()


@dataclass(frozen=True)
class SeatReview:
    """How a seat has played, and what chance gave it."""

    accuracy: float | None
    marks: Mapping[str, int]
    decided: Swing
    drawn: Swing


@dataclass(frozen=True)
class Engine:
    """With what a review was made."""

    work: int
    worlds: int
    rules: int
    version: str
    calibrated: bool


@dataclass(frozen=True)
class Review:
    """A game judged turn by turn, as far as it has come."""

    title: str
    record: str
    seats: tuple[SeatReview, ...]
    start: Expectation
    turns: tuple[Turn, ...]
    end: tuple[int, ...] | None
    engine: Engine


def to_json(review: Review) -> dict[str, Any]:
    """Return a review as JSON."""
    found: dict[str, Any] = _rounded(asdict(review))
    return found


def _rounded(value: Any) -> Any:
    """Return a value with its numbers as they are kept."""
    if isinstance(value, float):
        return round(value, PLACES)
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    return value


def from_json(data: Mapping[str, Any]) -> Review:
    """Read what `to_json` wrote; a `TypeError`, `KeyError` or `ValueError` where it is none."""
    return Review(
        title=str(data["title"]),
        record=str(data["record"]),
        seats=tuple(
            SeatReview(
                each["accuracy"],
                dict(each["marks"]),
                Swing(**each["decided"]),
                Swing(**each["drawn"]),
            )
            for each in data["seats"]
        ),
        start=_expectation(data["start"]),
        turns=tuple(read_turn(each) for each in data["turns"]),
        end=None if data["end"] is None else tuple(data["end"]),
        engine=Engine(**data["engine"]),
    )


def read_turn(data: Mapping[str, Any]) -> Turn:
    """Read a turn, as `to_json` or `asdict` writes it."""
    plain = {key: data[key] for key in ("number", "seat", "first", "last", "mark")}
    if set(data) != {each.name for each in fields(Turn)}:
        raise KeyError("turn")
    return Turn(
        **plain,
        played=_variation(data["played"]),
        best=_variation(data["best"]),
        cost=Swing(**data["cost"]),
        luck=Swing(**data["luck"]),
        why=tuple(Reason(**each) for each in data["why"]),
        follows=tuple(Followed(each["seat"], tuple(each["actions"])) for each in data["follows"]),
    )


def read_decision(data: Mapping[str, Any]) -> Decision:
    """Read a decision, as `asdict` writes it."""
    played, best = _variation(data["played"]), _variation(data["best"])
    return Decision(data["seat"], played, best, data["only"])


def _variation(data: Mapping[str, Any]) -> Variation:
    """Read a line."""
    actions: Sequence[str] = data["actions"]
    return Variation(data["at"], tuple(actions), _expectation(data["leads_to"]), data["worlds"])


def _expectation(data: Mapping[str, Any]) -> Expectation:
    """Read what is expected."""
    return Expectation(tuple(data["chances"]), tuple(data["points"]))
