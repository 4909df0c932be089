"""Whether what the hints of a first game wait for ever comes: games at random show it."""

import json
import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tourelle.core.game import AnyGame
from tourelle.teaching.written import FirstGame, Tip

GAMES: Final = 60
"""What so many games at random never show, a hint waits for in vain."""


class Awaited(NamedTuple):
    """One thing that a hint waits for: an action of a kind, or what a position says."""

    word: str
    named: str
    """The kind of the action, or the key of the position."""
    value: str = ""
    """What the position says there, as JSON."""


def awaited(tip: Tip) -> Iterator[Awaited]:
    """Yield what a hint waits for by its name."""
    for word in ("offers", "played", "met"):
        kind: str | None = getattr(tip.when, word)
        if kind is not None:
            yield Awaited("offers" if word == "offers" else "played", kind)
    for key, value in tip.when.where.items():
        yield Awaited("where", key, json.dumps(value))


def in_vain(game: AnyGame, first: FirstGame) -> Iterator[str]:
    """Yield the hints that can never be given, each with what it waits for."""
    left = {thing for tip in first.tips for thing in awaited(tip)}
    seen: set[Awaited] = set()
    for seed in range(GAMES):
        if left <= seen:
            return
        seen |= _shown(game, seed)
    for tip in first.tips:
        for thing in awaited(tip):
            if thing not in seen:
                yield f"{tip.name}: {_told(thing, seen)}"


def _shown(game: AnyGame, seed: int) -> set[Awaited]:
    """Return what a game at random shows that a hint could wait for."""
    position, dice = game.setup(seed), random.Random(seed)
    seen: set[Awaited] = set()
    while not game.is_over(position):
        document: dict[str, Any] = game.document(position)
        seen |= {Awaited("where", key, json.dumps(value)) for key, value in document.items()}
        legal = game.legal_actions(position)
        seen |= {Awaited("offers", game.kind(game.action_text(action))) for action in legal}
        action = dice.choice(legal)
        seen.add(Awaited("played", game.action_text(action).partition(" ")[0]))
        game.apply(position, action)
    return seen


def _told(thing: Awaited, seen: set[Awaited]) -> str:
    """Return why something is awaited in vain, with what there is."""
    if thing.word != "where":
        kinds = sorted({known.named for known in seen if known.word == thing.word})
        return f"there is no action {thing.named!r}, but {', '.join(kinds)}"
    keys = sorted({known.named for known in seen if known.word == "where"})
    if thing.named not in keys:
        return f"a position has no {thing.named!r}, but {', '.join(keys)}"
    return f"no position says {thing.named}: {thing.value}"
