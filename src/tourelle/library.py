"""What a program that imports Tourelle starts from: games by name, games in progress."""

import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from operator import index
from os import PathLike
from pathlib import Path

from tourelle.core import line
from tourelle.core.game import AnyGame
from tourelle.core.records import LARGE_SEEDS, Record, ReplayError, read_record
from tourelle.core.words import Param, RefusedError
from tourelle.games import TITLES, game_class, game_of
from tourelle.languages import ENGLISH, refusal_sentence, say
from tourelle.play import AnyPlay, Play, with_clause


@contextmanager
def _in_words(title: object) -> Iterator[None]:
    """Let whoever is refused read why, in a sentence with its clause."""
    try:
        yield
    except RefusedError as error:
        refusal = error.refusal
        known = str(title) if title in TITLES else ""
        sentence = refusal_sentence(ENGLISH, known, refusal.reason, dict(refusal.params))
        told = with_clause(sentence, refusal)
        if isinstance(error, ReplayError):
            at = {"number": error.number, "text": error.text}
            told = say(ENGLISH, "terminal", "replay.refused", sentence=told, **at)
        error.args = (told,)
        raise


def titles() -> list[str]:
    """Return the name of every game.

    >>> "torres" in tourelle.titles()
    True
    """
    return list(TITLES)


def game(title: str, **options: Param) -> AnyGame:
    """Return the rules of a title under some options; what is not given takes its default.

    >>> tourelle.game("torres", seats=2, preset="modern").chosen("cards")
    'own'
    """
    with _in_words(title):
        return game_class(title)(options)


def start(title: str, *, seed: int | None = None, **options: Param) -> AnyPlay:
    """Deal a new game; the same seed deals the same game, none deals one nobody knows.

    >>> tourelle.start("blox", seats=2, seed=1).to_move
    0
    """
    rules = game(title, **options)
    seed = secrets.randbelow(LARGE_SEEDS) if seed is None else index(seed)
    if not 0 <= seed < LARGE_SEEDS:
        raise ValueError(f"a seed is a whole number from 0 to 2**128 - 1, not {seed}")
    return Play(rules, rules.deal(seed), seed)


def from_document(document: Mapping[str, object]) -> AnyPlay:
    """Return a game that stands at the position of a document.

    >>> tourelle.from_document({"game": "torres", "scores": [0, 0, 9, 0]}).points()
    [0, 0, 9, 0]
    """
    title = document.get("game", TITLES[0])
    with _in_words(title):
        rules, position = game_class(title).read(dict(document))
    return Play(rules, position)


def from_line(text: str) -> AnyPlay:
    """Return a game that stands at a position written as one line; `Play.line` writes it.

    >>> tourelle.from_line("torres;options=(seats:2);scores=(3,9)").points()
    [3, 9]
    """
    with _in_words(""):
        document = line.read(text)
    return from_document(document)


def from_record(record: Record | Mapping[str, object] | str | PathLike[str]) -> AnyPlay:
    """Return the game of a record: a `Record`, its JSON, or the path of its file.

    >>> play = tourelle.start("castellan", seed=7)
    >>> tourelle.from_record(play.record()).line() == play.line()
    True
    """
    if isinstance(record, str | PathLike):
        return from_record(json.loads(Path(record).read_text(encoding="utf-8")))
    with _in_words(record.game if isinstance(record, Record) else record.get("game")):
        kept = record if isinstance(record, Record) else read_record(record)
        rules = game_of(kept.game, kept.options, kept.rules)
        play = Play(rules, rules.deal(kept.seed), kept.seed)
        for number, text in enumerate(kept.actions, 1):
            try:
                play.push(text)
            except RefusedError as error:
                raise ReplayError(number, text, error.refusal) from error
    return play
