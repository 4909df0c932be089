"""The protocol of reviews: what was played, what would have been better, what chance gave.

Part of the protocol, see `protocol`; every chance is one to win, from 0 to 1, every point one of
the final score. A turn is judged from what its seat could see: worlds are sampled, hidden cards
never count.
"""

from typing import Literal

from tourelle.server.protocol import Choice, Message

Mark = Literal["inaccuracy", "mistake", "blunder", "only"]
"""What a turn is marked with: `only` was the one good turn, and it was played."""


class Expectation(Message):
    """What every seat may hope for, by seat: the chance to win, the points in the end."""

    chances: list[float]
    points: list[float]


class CitedSentence(Message):
    """A sentence, and the clause of the rules that it goes back to; empty where none says so."""

    sentence: str
    clause: str


class Swing(Message):
    """What something gave a seat, or took from it: chance to win, points in the end."""

    chance: float
    points: float


class JudgedVariation(Expectation):
    """Actions of a turn and what they lead to, as their seat could know."""

    at: int  # how many actions of the record came before the first of these
    actions: list[Choice]


class FollowedTurn(Message):
    """A turn of the line that follows, as strong players would play it from there on."""

    seat: int
    actions: list[Choice]


class ReviewedTurn(Message):
    """A turn, judged."""

    number: int  # of the turn, from 1 on
    seat: int
    first: int  # actions of the record before the turn: `?a=` shows what stood then
    last: int  # actions of the record after it
    part: str  # of the game, as it is called: a year, a phase; empty where it has no name
    played: (
        JudgedVariation  # the decision that cost most: all of the turn, or a part between reveals
    )
    best: (
        JudgedVariation  # what the engine would have played there; the same where nothing is better
    )
    follows: list[FollowedTurn]  # what might follow the best turn; for turns with a mark
    cost: Swing  # what the choices of this turn gave away; never below nothing in chance
    mark: Mark | None
    luck: Swing  # what cards and draws gave its seat since its last turn, and within this one
    why: list[CitedSentence]  # the weightiest reason first; for turns with a mark


class ReviewedSeat(Message):
    """How a seat has played, and what chance gave it."""

    accuracy: float | None  # from 0 to 100; None where it had nothing to decide
    inaccuracies: int
    mistakes: int
    blunders: int
    decided: Swing  # what its own choices gave away: 0 or less
    drawn: Swing  # what cards and draws gave it


class ReviewEngine(Message):
    """With what a review was made."""

    work: int  # states weighed for a decision
    worlds: int  # worlds sampled for each turn that was compared
    rules: int
    version: str
    calibrated: bool  # chances and points were measured for this title and number of seats


class Review(Message):
    """A game judged turn by turn; while it is being made, as far as it has come."""

    title: str
    record: str  # the hash of the record
    seats: list[ReviewedSeat]
    start: Expectation  # before the first turn
    turns: list[ReviewedTurn]
    end: list[float] | None  # the points in the end; None of a game that was broken off
    engine: ReviewEngine


class ReviewState(Message):
    """How far a review is; ask again by its name until it is done."""

    name: str  # GET and DELETE /api/reviews/NAME
    status: Literal["waiting", "running", "done", "stopped"]
    share: float  # of the work, from 0 to 1
    review: Review | None  # None until the first turn is judged


class StorySource(Message):
    """Something that gave points."""

    what: str
    label: str
    clause: str


class StoryGain(Message):
    """What a turn, and the answers to it until its seat's next, added; turn 0: what stood before.

    By source, in the order of the story's sources; years and phases are its parts, from 0 on.
    """

    turn: int
    seat: int
    first: int
    last: int
    part: int
    points: list[int]


class StoryPoint(Message):
    """A turn in which the game turned: its seat's chance to win, or points, before and after."""

    turn: int
    seat: int
    first: int
    last: int
    by: Literal["decision", "luck", "points"]
    before: float
    after: float


class Story(Message):
    """Why a game was won, what every turn added, where it turned."""

    told: list[CitedSentence]  # why it was won
    sources: list[StorySource]
    gains: list[StoryGain]
    parts: list[str]  # what the parts of the game are called; none where it has none
    totals: list[list[int]]  # points by seat, then by source
    turning: list[StoryPoint]
    seats: list[ReviewedSeat] | None  # how exactly they played; None while nobody reviewed it
