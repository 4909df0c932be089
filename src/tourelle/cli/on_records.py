"""Commands on records: replay one, verify many, write those of random games."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tourelle.cli.reading import (
    game_named,
    game_of,
    options_from,
    parse_json,
    read_json,
    read_text,
    title_of,
)
from tourelle.cli.voice import UserError, Voice
from tourelle.core.chance import below, dice_from
from tourelle.core.game import AnyGame
from tourelle.core.records import SEEDS, Player, Record, outcome_json, read_record
from tourelle.core.records import replay as replay_record
from tourelle.core.records import verify as verify_record
from tourelle.core.words import GameRefusedError, Seat, about
from tourelle.languages.narration import sentence
from tourelle.tables.naming import plain_name

FAILED: Final = 1
SUFFIX: Final = ".tourelle.json"


# ---------------------------------------------------------------- replay


def replay(given: Namespace, voice: Voice) -> int:
    """Print the position a record leads to, the one after some actions, or every step in words."""
    if given.file is None and sys.stdin.isatty():
        raise UserError("no-file", command=given.command)
    data = read_json(given.file or "-")
    with about(title_of(data)):
        record = read_record(data)
        game = game_of(record, voice)
        if given.steps:
            return _print_steps(game, record, given, voice)
        last = len(record.actions) if given.at is None else given.at
        if not 0 <= last <= len(record.actions):
            raise UserError("no-such-step", number=last, actions=len(record.actions))
        for number, position in enumerate(replay_record(game, record)):
            if number == last:
                print(json.dumps(game.document(position), ensure_ascii=False, indent=2))
                break
    return 0


def _print_steps(game: AnyGame, record: Record, given: Namespace, voice: Voice) -> int:
    """Print each action with its number, its seat and its sentence."""
    steps = replay_record(game, record)
    seat = game.to_move(next(steps))
    names = {Seat(at): plain_name(player.name) for at, player in enumerate(record.seats)}
    for number, text in enumerate(record.actions, 1):
        position = next(steps)
        words = sentence(voice.language, game.title, text)
        if given.json:
            entry = {"number": number, "seat": seat, "action": text, "sentence": words}
            print(json.dumps(entry, ensure_ascii=False))
        else:
            name = (seat is not None and names.get(seat)) or voice("seat.person", seat=seat)
            print(f"{number:4d}  {text:<22} {voice('step', name=name, sentence=words)}")
        seat = game.to_move(position)
        if given.at == number:
            break
    return 0


# ---------------------------------------------------------------- verify


def verify(given: Namespace, voice: Voice) -> int:
    """Replay every record of every file; say of each whether it holds, and if not, why."""
    status = 0
    for name in given.files:
        for place, text in _records_in(name):
            try:
                message = _verified(text, place, voice)
                ok = True
            except UserError as error:
                message, ok = voice.error(error), False
            except GameRefusedError as refused:
                message, ok = voice.refusal_with_clause(refused.title, refused.error), False
            if given.json:
                print(json.dumps({"file": place, "ok": ok, "says": message}, ensure_ascii=False))
            else:
                print(f"{place}: {message}", file=sys.stdout if ok else sys.stderr)
            status = status if ok else FAILED
    return status


def _records_in(name: str) -> Iterator[tuple[str, str | UserError]]:
    """Yield the records of a file with their places: one JSON, or one a line."""
    try:
        text = read_text(name)
    except UserError as error:
        yield name, error
        return
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > 1 and all(line.lstrip().startswith("{") for _, line in lines):
        for number, line in lines:
            yield f"{name}:{number}", line
    else:
        yield name, text


def _verified(text: str | UserError, place: str, voice: Voice) -> str:
    """Replay one record; return what to say of it, or raise what is wrong."""
    if isinstance(text, UserError):
        raise text
    data = parse_json(text, place)
    with about(title_of(data)):
        record = read_record(data)
        game = game_of(record, voice)
        position = verify_record(game, record)
        outcome = record.outcome or outcome_json(game.outcome(position))
    if outcome is None:
        return voice("verify.unfinished", actions=len(record.actions))
    points = ", ".join(map(str, outcome["points"]))
    if "forfeit" in outcome:
        seat, actions = outcome["forfeit"], len(record.actions)
        return voice("verify.forfeit", actions=actions, seat=seat, points=points)
    return voice("verify.finished", actions=len(record.actions), points=points)


# ---------------------------------------------------------------- random games


def random_games(given: Namespace, voice: Voice) -> int:
    """Write records of games played at random, each from its own seed."""
    if given.games < 0 or not 0 <= given.seed <= SEEDS - given.games:
        raise UserError("negative")
    rules = game_named(given.game, voice)
    with about(given.game):
        game = rules(options_from(rules, given.option, given.seats))
    folder = Path(given.out) if given.out else None
    if folder:
        _make_folder(folder)
    with _progress(given.games, voice) as advance:
        for seed in range(given.seed, given.seed + given.games):
            record = json.dumps(random_record(game, seed).to_json(), ensure_ascii=False)
            if folder:
                path = folder / f"{game.title}-{seed}{SUFFIX}"
                path.write_text(record + "\n", encoding="utf-8")
            else:
                print(record)
            advance()
    return 0


def random_record(game: AnyGame, seed: int) -> Record:
    """Return the record of one game in which every seat plays at random."""
    position = game.setup(seed)
    dice = dice_from(seed)
    actions = []
    while not game.is_over(position):
        legal = game.legal_actions(position)
        action = legal[int(below(dice, len(legal)))]
        actions.append(game.action_text(action))
        game.apply(position, action)
    return Record(
        game=game.title,
        rules=game.rules,
        options=game.options,
        seed=seed,
        actions=tuple(actions),
        seats=(Player("", "random"),) * game.seats,
        outcome=outcome_json(game.outcome(position)),
    )


def _make_folder(folder: Path) -> None:
    """Make the folder that records go to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise UserError("unwritable", file=folder, trouble=trouble.strerror or "") from None


@contextmanager
def _progress(games: int, voice: Voice) -> Iterator[Any]:
    """Show on a terminal how many games are written, when it takes a while."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(voice("random.progress"), total=games)
        yield lambda: bar.advance(task)
