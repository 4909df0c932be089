"""Learning in rounds: games of the best so far, a net fitted to them, a match that it must win.

Everything lies in one folder and is drawn from the seed. A run that was stopped goes on where it
stopped: games in chunks, a net once it is fitted, a match game by game. Only a net that wins its
match against the best so far is kept; the first one has to beat the weighed features.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from tourelle.arena.cluster import Cluster
from tourelle.arena.fingerprint import packages_of
from tourelle.arena.match import Match, play_match
from tourelle.arena.processes import leave_with_parent, starting_processes
from tourelle.arena.results import Result
from tourelle.arena.sprt import Sprt, SprtRun
from tourelle.arena.statistics import wilson
from tourelle.bots.named import named
from tourelle.bots.thinker import Thinker
from tourelle.core.game import AnyGame
from tourelle.core.words import DocumentError, Param, Refusal
from tourelle.games import game_class
from tourelle.neural.artefact import Learnt, file_name, from_bytes, rules_of, to_bytes
from tourelle.search.net import FIRST, SECOND
from tourelle.training.fitting import Shape, array_module, fit
from tourelle.training.selfplay import (
    Chunk,
    Packed,
    chunk_file,
    pack_chunk,
    play_chunk,
    read_chunks,
)

CHUNK: Final = 100  # games in one file
LINEAR: Final = "terms"
"""What a gate calls the bot that weighs features."""
CLAIMS: Final = Sprt(0.0, 50.0)
"""What a gate between two seats decides between, in Elo."""

Tell = Callable[[str, int, int, int], object]
"""Is told what is under way (`play`, `fit`, `gate`), the round, how much is done of how much."""

Origin = Mapping[str, str]
"""The command and the commit of a run."""


@dataclass(frozen=True)
class Task:
    """What is learnt, and how."""

    title: str
    seats: int
    sets: Sequence[Mapping[str, Param]]
    """The options it is learnt under, in turns: what a net is told must tell them apart."""
    rounds: int
    games: int
    """Of every round."""
    window: int
    """How many rounds a net learns from: this one, and those before it."""
    bot: str
    """Who plays the games."""
    judge: str
    """Who plays the matches, with one net and with the other."""
    pairs: int
    """The most deals of a gate."""
    asks: str
    """Where games and matches ask the nets; a beam alone has no leaves to ask at."""
    width: int
    depth: int
    trace: float
    """Lambda of TD(lambda): how far a row's goal lies ahead, 1: at the end of its game."""
    seed: int

    def rules(self) -> list[AnyGame]:
        """Return the rules that it is learnt under."""
        rules = game_class(self.title)
        return [rules({**options, "seats": self.seats}) for options in self.sets]


@dataclass(frozen=True)
class Hands:
    """Who plays: so many processes of this machine, or a cluster."""

    jobs: int = 1
    cluster: Cluster | None = None

    def told(self) -> dict[str, Any]:
        """Return it as a log tells it."""
        return {"cluster": self.cluster.address} if self.cluster else {"jobs": self.jobs}


@dataclass
class State:
    """How far a run is."""

    done: int = 0
    """Rounds."""
    best: int = 0
    """The round whose net is the best so far; 0: none."""
    log: list[dict[str, Any]] = field(default_factory=list)
    """Every figure, in the order in which they were found."""


@dataclass(frozen=True)
class Place:
    """The folder of a run."""

    folder: Path

    def games(self, number: int) -> Path:
        """Return the folder of the games of a round."""
        return self.folder / f"round-{number}"

    def net(self, number: int) -> Path:
        """Return the net of a round."""
        return self.folder / f"round-{number}.npz"

    def gate(self, number: int) -> Path:
        """Return the folder of the match of a round."""
        return self.folder / f"gate-{number}"

    @property
    def state(self) -> Path:
        """Return the file that says how far the run is."""
        return self.folder / "state.json"

    def read_state(self, task: Task) -> State:
        """Return how far a run of the same task came; one of another task is refused.

        How many rounds it takes may be said anew: those that are done stay as they are.
        """
        if not self.state.exists():
            return State()
        kept = json.loads(self.state.read_text(encoding="utf-8"))
        here = json.loads(json.dumps(asdict(task)))
        if {**kept["task"], "rounds": task.rounds} != here:  # more rounds may follow
            raise DocumentError(Refusal("learn-other-task", params={"file": self.state.name}))
        return State(**kept["state"])

    def write_state(self, task: Task, state: State) -> None:
        """Keep how far a run is; one that is killed in the middle loses nothing."""
        waiting = self.state.with_suffix(".new")
        text = json.dumps({"task": asdict(task), "state": asdict(state)}, indent=1)
        waiting.write_text(text, encoding="utf-8")
        waiting.replace(self.state)
        lines = "".join(json.dumps(row) + "\n" for row in state.log)
        (self.folder / "log.jsonl").write_text(lines, encoding="utf-8")


def check(task: Task) -> None:
    """Refuse a task that can't be learnt."""
    if not task.rules()[0].input_names(task.seats):
        raise DocumentError(Refusal("learn-no-inputs", params={"title": task.title}))
    for what, value, high in (("width", task.width, FIRST), ("depth", task.depth, SECOND)):
        if not 1 <= value <= high:
            params: dict[str, Param] = {"what": what, "value": value, "low": 1, "high": high}
            raise DocumentError(Refusal("arena-number", params=params))
    if not 0 <= task.trace <= 1:
        known: dict[str, Param] = {"what": "trace", "value": str(task.trace), "low": 0, "high": 1}
        raise DocumentError(Refusal("arena-number", params=known))
    for bot in (task.bot, task.judge):
        if not isinstance(named(bot), Thinker):
            raise DocumentError(Refusal("bot-takes-nothing", params={"bot": bot}))


def learn(
    task: Task,
    folder: Path,
    hands: Hands,
    origin: Origin,
    tell: Tell = lambda *_: None,
) -> State:
    """Take the rounds that are left; `origin` (command, commit) is written into every net."""
    check(task)
    place = Place(folder)
    folder.mkdir(parents=True, exist_ok=True)
    state = place.read_state(task)
    while state.done < task.rounds:
        number = state.done + 1
        for stage in (_play, _fit, _gate):
            if any(
                (row["round"], row["what"]) == (number, stage.__name__[1:]) for row in state.log
            ):
                continue
            row = stage(task, place, state, hands, origin, tell)
            state.log.append({"round": number, "what": stage.__name__[1:], **row})
            place.write_state(task, state)
        if state.log[-1]["kept"]:
            state.best = number
            _write_gates(place, state)
        state.done = number
        place.write_state(task, state)
    return state


# ---------------------------------------------------------------- games


def _play(
    task: Task, place: Place, state: State, hands: Hands, _origin: Origin, tell: Tell
) -> dict[str, Any]:
    """Play the games of a round that are not there yet."""
    number = state.done + 1
    folder = place.games(number)
    folder.mkdir(exist_ok=True)
    net = place.net(state.best).read_bytes() if state.best else b""
    seed = task.seed * 1000 + number
    rules = task.rules()

    def games_of(chunk: int, games: int) -> Chunk:
        options = dict(rules[chunk % len(rules)].options)
        return Chunk(task.title, options, task.bot, task.asks, net, seed, chunk, games)

    chunks = -(-task.games // CHUNK)
    todo = [
        games_of(chunk, CHUNK) for chunk in range(chunks) if not chunk_file(folder, chunk).exists()
    ]
    began, rows = time.perf_counter(), 0
    done = CHUNK * (chunks - len(todo))
    tell("play", number, done, CHUNK * chunks)
    if todo:
        for packed in _packed(todo, hands):
            packed.keep(folder)
            done, rows = done + packed.games, rows + packed.rows
            tell("play", number, done, CHUNK * chunks)
    took = time.perf_counter() - began
    played = CHUNK * len(todo)
    return {
        "games": CHUNK * chunks,
        "played_now": played,
        "rows_now": rows,
        **hands.told(),
        "seconds": round(took, 1),
        "games_a_second": round(played / took, 1) if todo else 0.0,
    }


def _packed(todo: list[Chunk], hands: Hands) -> Iterator[Packed]:
    """Yield every chunk as it is played."""
    if hands.cluster is not None:
        code = packages_of(todo[0].title, [named(todo[0].bot)])
        yield from hands.cluster.answers(pack_chunk, iter(todo), code)
        return
    if hands.jobs <= 1:
        yield from map(pack_chunk, todo)
        return
    play_chunk(replace(todo[0], games=1))  # once, before many processes would compile the same
    with starting_processes():
        pool = get_context("spawn").Pool(min(hands.jobs, len(todo)), leave_with_parent)
    with pool:
        yield from pool.imap_unordered(pack_chunk, todo)


# ---------------------------------------------------------------- net


def _fit(
    task: Task, place: Place, state: State, _hands: Hands, origin: Origin, tell: Tell
) -> dict[str, Any]:
    """Fit a net to the games of the last rounds."""
    number = state.done + 1
    first = max(1, number - task.window + 1)
    files = [
        file
        for round_ in range(first, number + 1)
        for file in sorted(place.games(round_).glob("*.npz"), key=lambda path: int(path.stem))
    ]
    arrays, report = fit(
        read_chunks(files),
        Shape(task.width, task.depth, task.trace),
        task.seed,
        array_module(),
        lambda done, of: tell("fit", number, done, of),
    )
    story = {
        **origin,
        "seed": task.seed,
        "round": number,
        "games": CHUNK * len(files),
        "asks": task.asks,
        "report": {key: value for key, value in report.items() if key != "calibration"},
        "gates": [],
    }
    names = task.rules()[0].input_names(task.seats)
    options = [rules_of(rules) for rules in task.rules()]
    _write(place.net(number), Learnt(task.title, task.seats, names, options, arrays, story))
    return {"games": CHUNK * len(files), **report}


def _write(file: Path, learnt: Learnt) -> None:
    """Write a net, whole or not at all."""
    waiting = file.with_suffix(".new")
    waiting.write_bytes(to_bytes(learnt))
    waiting.replace(file)


def _write_gates(place: Place, state: State) -> None:
    """Write into the best net which matches led to it."""
    file = place.net(state.best)
    learnt = from_bytes(file.read_bytes(), file.name)
    gates = [row for row in state.log if row["what"] == "gate" and row["kept"]]
    _write(file, replace(learnt, story={**learnt.story, "gates": gates}))


# ---------------------------------------------------------------- gate


def judge_with(task: Task, place: Place, number: int) -> Thinker:
    """Return who plays for the net of a round in a match; for 0, who weighs features."""
    judge = named(task.judge)
    assert isinstance(judge, Thinker)  # `check` has seen to it
    if not number:
        return judge.with_settings(LINEAR, asks="none")
    name = f"round-{number}"
    return judge.with_settings(name, asks=task.asks).with_net(name, str(place.net(number)))


def _gate(
    task: Task, place: Place, state: State, hands: Hands, _origin: Origin, tell: Tell
) -> dict[str, Any]:
    """Let a new net play the best so far under all options; tell whether it is kept."""
    number = state.done + 1
    new, best = judge_with(task, place, number), judge_with(task, place, state.best)
    sprt = CLAIMS if task.seats == 2 else None
    began = time.perf_counter()
    found: list[dict[str, Any]] = []
    for rules in task.rules():
        options = dict(rules.options)
        match = Match(task.title, (new, best), task.pairs, options, task.seed * 1000 + number)
        results = play_match(
            match,
            hands.jobs,
            place.gate(number) / str(len(found)),
            sprt=sprt,
            cluster=hands.cluster,
            watch=lambda done, most: tell("gate", number, len(done), most),
        )
        found.append(verdict(results, new.name, sprt))
        if not found[-1]["kept"]:
            break
    return {
        "new": new.name,
        "against": best.name,
        "judge": task.judge,
        **hands.told(),
        "seconds": round(time.perf_counter() - began, 1),
        **together(found),
    }


def together(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what several matches say; a net is kept that has won each of them."""
    games, won = sum(row["games"] for row in found), sum(row["won"] for row in found)
    low, high = wilson(won, games)
    row = {"games": games, "won": won, "low": round(low, 4), "high": round(high, 4)}
    row["kept"] = all(each["kept"] for each in found)
    return row | {"matches": found} if len(found) > 1 else row


def verdict(results: list[Result], name: str, sprt: Sprt | None) -> dict[str, Any]:
    """Return what a match says about a bot, and whether it is kept.

    Two seats: the sequential test decides for it. More: half of all victories lies below the whole
    interval; a bot among others and others around it win half of them if they are equals.
    """
    won = sum(game.share(s) for game in results for s, bot in enumerate(game.bots) if bot == name)
    low, high = wilson(won, len(results))
    kept = low > 0.5
    if sprt:
        run = SprtRun(sprt, name)
        run.decided({game.game: game for game in results})
        kept = run.verdict == "high"
    return {
        "games": len(results),
        "won": won,
        "low": round(low, 4),
        "high": round(high, 4),
        "kept": kept,
    }


def found_net(place: Place, state: State) -> Path | None:
    """Return the net that a run found, under the name it has in a title's folder."""
    if not state.best:
        return None
    learnt = from_bytes(place.net(state.best).read_bytes(), "")
    target = place.folder / file_name(learnt.seats)
    target.write_bytes(place.net(state.best).read_bytes())
    return target
