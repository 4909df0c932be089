"""What is thought about, as documents: a job holds all that it needs, and nothing more.

A bot's turn, a hint and a decision of a review hold what one seat may see, never the position. Only
a turn that somebody tries holds the position that they study.
"""

import json
from abc import ABC, abstractmethod
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, TypeVar

from tourelle.bots import BOTS
from tourelle.bots.bot import Bot
from tourelle.bots.hints import find_turns
from tourelle.bots.precompile import TREE, stage_of
from tourelle.bots.thinking import Candidate, Findings, Progress
from tourelle.core import layout
from tourelle.core.chance import dice_from
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition, View
from tourelle.core.words import Action, Refusal, RefusedError, Seat
from tourelle.games import game_of
from tourelle.review.judged import Decision, Turn, read_decision, read_turn
from tourelle.review.judging import Judge
from tourelle.review.reviewing import judged_turn

A = TypeVar("A")
Data = dict[str, Any]
LIVE, ASKED, SPARE = PRIORITIES = range(3)
"""A move at a table; what a person waits for; a review."""
LONGEST: Final = 60.0
"""Seconds that a worker may take beyond what it was asked to."""
REVIEWED: Final = 600.0
"""Seconds for what is measured in work and not in time."""


class UnableError(Exception):
    """A job can't be read here: its title, its bot or its kind is not known."""


@dataclass(frozen=True)
class Job(ABC, Generic[A]):
    """Something to think about."""

    kind: ClassVar[str]
    priority: ClassVar[int]
    game: AnyGame

    @property
    def stage(self) -> int:
        """Return what has to be compiled before."""
        return TREE

    @property
    def seconds(self) -> float:
        """Return after how many seconds something must have gone wrong."""
        return REVIEWED

    @property
    def travels(self) -> bool:
        """Tell whether others can do it."""
        return True

    @property
    def about(self) -> dict[str, str]:
        """Return what a log may say of it: nothing that a seat alone knows."""
        return {"kind": self.kind, "game": self.game.title}

    @abstractmethod
    def done(self, progress: Progress) -> A:
        """Think, and return what was found."""

    @abstractmethod
    def data(self) -> Data:
        """Return what it holds beside the game."""

    @abstractmethod
    def written(self, answer: A) -> Any:
        """Return an answer as JSON."""

    @abstractmethod
    def read(self, data: Any) -> A:
        """Return the answer that `written` wrote."""


@dataclass(frozen=True)
class TurnJob(Job[list[Action]]):
    """A bot is to move."""

    kind = "turn"
    priority = LIVE
    view: View
    seat: Seat
    bot: Bot
    seed: int

    @property
    def stage(self) -> int:
        """Return what the bot needs."""
        return stage_of(self.bot, self.game.title)

    @property
    def seconds(self) -> float:
        """Return much more than any level takes."""
        return LONGEST

    @property
    def travels(self) -> bool:
        """Tell whether it is a bot that a name is enough for: programs of the host stay here."""
        return BOTS.get(self.bot.name) is self.bot

    @property
    def about(self) -> dict[str, str]:
        """Return whose turn it is."""
        return {**super().about, "bot": self.bot.name}

    def done(self, progress: Progress) -> list[Action]:
        """Let the bot plan its turn."""
        return self.bot.turn(self.game, self.view, self.seat, dice_from(self.seed), progress)

    def data(self) -> Data:
        """Return the view and who is to move."""
        seen = _written(self.game, self.view)
        return {"view": seen, "seat": int(self.seat), "bot": self.bot.name, "seed": self.seed}

    @classmethod
    def of(cls, game: AnyGame, data: Data) -> "TurnJob":
        """Read what `data` wrote."""
        if data["bot"] not in BOTS:
            raise UnableError(f"no bot {data['bot']}")
        view, bot = _position(game, data["view"]), BOTS[data["bot"]]
        return cls(game, view, Seat(data["seat"]), bot, data["seed"])

    def written(self, answer: list[Action]) -> list[int]:
        """Return the turn as numbers."""
        return [int(action) for action in answer]

    def read(self, data: list[int]) -> list[Action]:
        """Return the turn."""
        return [Action(int(action)) for action in data]


@dataclass(frozen=True)
class HintJob(Job[Findings]):
    """Somebody asks what to play."""

    kind = "hint"
    priority = ASKED
    view: View
    seat: Seat
    budget: float
    seed: int

    @property
    def seconds(self) -> float:
        """Return much more than was asked for."""
        return self.budget + LONGEST

    def done(self, progress: Progress) -> Findings:
        """Find the best turns."""
        dice = dice_from(self.seed)
        return find_turns(self.game, self.view, self.seat, dice, self.budget, 0, progress)

    def data(self) -> Data:
        """Return the view and how long to think."""
        seen = _written(self.game, self.view)
        return {"view": seen, "seat": int(self.seat), "budget": self.budget, "seed": self.seed}

    @classmethod
    def of(cls, game: AnyGame, data: Data) -> "HintJob":
        """Read what `data` wrote."""
        view = _position(game, data["view"])
        return cls(game, view, Seat(data["seat"]), data["budget"], data["seed"])

    def written(self, answer: Findings) -> Data:
        """Return all that was found."""
        return asdict(answer, dict_factory=_plain)

    def read(self, data: Data) -> Findings:
        """Return what was found."""
        candidates = tuple(_candidate(each) for each in data["candidates"])
        return Findings(candidates, data["work"], data["seconds"])


@dataclass(frozen=True)
class DecisionJob(Job[Decision]):
    """A decision of a review is to be judged, from what its seat could see."""

    kind = "decision"
    priority = SPARE
    view: View
    at: int
    actions: tuple[Action, ...]
    work: int
    seed: int

    def done(self, progress: Progress) -> Decision:
        """Judge it."""
        judge = Judge(self.game, self.work, self.seed)
        return judge.decision(self.view, self.at, self.actions, progress)

    def data(self) -> Data:
        """Return the view, what was played and how much to weigh."""
        return {
            "view": _written(self.game, self.view),
            "at": self.at,
            "actions": [int(action) for action in self.actions],
            "work": self.work,
            "seed": self.seed,
        }

    @classmethod
    def of(cls, game: AnyGame, data: Data) -> "DecisionJob":
        """Read what `data` wrote."""
        actions = tuple(Action(int(action)) for action in data["actions"])
        view = _position(game, data["view"])
        return cls(game, view, data["at"], actions, data["work"], data["seed"])

    def written(self, answer: Decision) -> Data:
        """Return the judgement, to the last digit."""
        return asdict(answer)

    def read(self, data: Data) -> Decision:
        """Return the judgement."""
        return read_decision(data)


@dataclass(frozen=True)
class TryJob(Job[Turn]):
    """A turn that somebody tries at a position is to be judged."""

    kind = "try"
    priority = ASKED
    position: AnyPosition
    texts: tuple[str, ...]
    work: int

    def done(self, progress: Progress) -> Turn:
        """Judge it, or refuse what can't be played."""
        del progress
        return judged_turn(self.game, self.position, self.texts, self.work)

    def data(self) -> Data:
        """Return the position and the turn."""
        at = _written(self.game, self.position)
        return {"position": at, "texts": list(self.texts), "work": self.work}

    @classmethod
    def of(cls, game: AnyGame, data: Data) -> "TryJob":
        """Read what `data` wrote."""
        at = _position(game, data["position"])
        return cls(game, at, tuple(map(str, data["texts"])), data["work"])

    def written(self, answer: Turn) -> Data:
        """Return the judgement, to the last digit."""
        return asdict(answer)

    def read(self, data: Data) -> Turn:
        """Return the judgement."""
        return read_turn(data)


KINDS: Final = {kind.kind: kind for kind in (TurnJob, HintJob, DecisionJob, TryJob)}


# ------------------------------------------------------------ as text


def job_text(job: Job[Any]) -> str:
    """Return a job as one line."""
    game = job.game
    head = {"kind": job.kind, "game": game.title, "rules": game.rules}
    return json.dumps({**head, "options": dict(game.options), **job.data()})


def read_job(text: str) -> Job[Any]:
    """Return the job of a line; an `UnableError` where it can't be done here."""
    try:
        data = json.loads(text)
        kind = KINDS[data["kind"]]
        options = json.dumps(data["options"], sort_keys=True)
        return kind.of(_game(data["game"], data["rules"], options), data)
    except (RefusedError, KeyError, TypeError, ValueError) as error:
        raise UnableError(f"{type(error).__name__}: {error}") from error


def about(text: str) -> dict[str, str]:
    """Return what a log may say of a job that is not understood."""
    try:
        data = json.loads(text)
        return {key: str(data[key]) for key in ("kind", "game", "bot") if key in data}
    except (ValueError, TypeError):
        return {}


def answer_text(job: Job[A], answer: A) -> str:
    """Return what was found as one line."""
    return json.dumps({"found": job.written(answer)})


def refusal_text(refusal: Refusal) -> str:
    """Return that a job was refused by a rule."""
    params = dict(refusal.params)
    return json.dumps({"refused": [refusal.reason, refusal.clause, params]})


def trouble_text(trouble: str, *, unable: bool) -> str:
    """Return that a job went wrong, or (unable) is to be done by somebody else."""
    return json.dumps({"unable" if unable else "trouble": trouble})


class JobError(Exception):
    """A worker could not do a job."""


def read_answer(job: Job[A], text: str) -> A:
    """Return what was found, or raise what was raised."""
    data: Mapping[str, Any] = json.loads(text)
    if "found" in data:
        return job.read(data["found"])
    if "refused" in data:
        reason, clause, params = data["refused"]
        raise RefusedError(Refusal(reason, clause, params))
    if "unable" in data:
        raise UnableError(data["unable"])
    raise JobError(data["trouble"])


# ------------------------------------------------------------ parts


@lru_cache(maxsize=64)
def _game(title: str, rules: int, options: str) -> AnyGame:
    """Return a game; the same one for the same options."""
    return game_of(title, json.loads(options), rules)


def _written(game: AnyGame, position: AnyPosition) -> str:
    return b64encode(game.identity(position)).decode()


def _position(game: AnyGame, text: str) -> AnyPosition:
    return layout.from_bytes(game.position_class, b64decode(text))


def _plain(pairs: list[tuple[str, Any]]) -> Data:
    """Return an object of JSON; actions and counts may be numbers of compiled code."""
    return {name: _number(value) for name, value in pairs}


def _number(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_number(each) for each in value]
    return value.item() if hasattr(value, "item") else value


def _candidate(data: Data) -> Candidate:
    """Read a turn that was considered."""
    lines = tuple(tuple(turn) for turn in data["principal_variation"])
    more = {name: tuple(data[name]) for name in ("turn", "points", "chances")}
    return Candidate(**{**data, **more, "principal_variation": lines})
