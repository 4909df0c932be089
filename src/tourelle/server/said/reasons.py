"""Why a whole kind of action, such as a card, can't be chosen now: the rule that bars all of it."""

from collections import Counter
from functools import lru_cache
from typing import Final

from tourelle.core.game import AnyGame
from tourelle.core.layout import View
from tourelle.core.words import Action, Refusal, RefusedError
from tourelle.games import game_class

SAMPLES: Final = 4096
"""How many actions of a title are looked at, evenly spread over all that can be written."""
OF_NOTATION: Final = {"notation", "stack-needlessly-named", "stack-not-named", "no-such-stack"}
ENOUGH: Final = 0.3


@lru_cache(maxsize=8)
def _samples(title: str) -> dict[str, tuple[Action, ...]]:
    """Return some actions of every kind of a title."""
    game = game_class(title)()
    step = max(1, game.action_space // SAMPLES)
    found: dict[str, list[Action]] = {}
    for number in range(0, game.action_space, step):
        try:
            text = game.action_text(Action(number))
        except (IndexError, KeyError, ValueError):
            continue
        found.setdefault(game.kind(text), []).append(Action(number))
    return {word: tuple(actions) for word, actions in found.items()}


def is_kind(game: AnyGame, text: str) -> bool:
    """Tell whether a text names a kind of action, and no single one."""
    try:
        game.parse_action(text)
    except RefusedError:
        return text in _samples(game.title)
    return False


def check(game: AnyGame, view: View, text: str) -> None:
    """Refuse an action, or a kind of which none is legal, as the seat to move may be told why."""
    if is_kind(game, text):
        if barred := against(game, view, text):
            raise RefusedError(barred)
        return
    wished = game.parse_action(text)
    if wished not in game.legal_actions(view):
        raise RefusedError(game.refusal(view, wished))


def against(game: AnyGame, view: View, word: str) -> Refusal | None:
    """Return what bars every action of a kind; None where one of them is legal."""
    if any(game.kind(text) == word for text in game.legal_texts(view)):
        return None
    refusals = [game.refusal(view, action) for action in _samples(game.title)[word]]
    told = [found for found in refusals if found.reason not in OF_NOTATION]
    general = Counter(found.reason for found in told if not _is_of_a_place(game, found))
    for reason, times in general.most_common(1):
        if times >= ENOUGH * len(told):
            return next(found for found in told if found.reason == reason)
    clauses = Counter(found.clause for found in told)
    return Refusal("nowhere", clauses.most_common(1)[0][0] if clauses else "")


def _is_of_a_place(game: AnyGame, refusal: Refusal) -> bool:
    """Tell whether a refusal speaks of a square, so that another one might do."""
    return any(game.squares(f"x {value}") for value in refusal.params.values())
