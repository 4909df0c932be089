"""How the bots of a title search: data of its folder, `opponents.json`, or what suits most games.

`turn` and `deep` are settings of the search. `noise` says by how many points each of the lower
levels misjudges a position; `work` how many states each of the levels above them weighs, so that
a slow machine makes none of them weaker, or `seconds` how long it thinks; and `master` how many
seconds the one above all of them does. `judged by` says, by the file of a net, what is otherwise
in games that this net judges: a stronger judge needs other levels to climb as evenly, and may want
to be asked more; settings of the search that it does not name stay.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from tourelle.bots.styles import style_of
from tourelle.bots.thinking import SearchSettings
from tourelle.core import plugins
from tourelle.core.game import AnyGame
from tourelle.core.words import DocumentError, Refusal
from tourelle.neural.artefact import ASKED, Chosen, chosen_net

LEVEL_COUNT: Final = 8
MASTER: Final = LEVEL_COUNT + 1
"""The level that takes its time."""

HALF: Final = 0.5

USUAL_TURN: Final = SearchSettings(width=24, arms=16, worlds=3)
USUAL_DEEP: Final = SearchSettings(width=64, arms=24, worlds=3, rounds=50, seconds=1.0)


@dataclass(frozen=True)
class Opponents:
    """What `opponents.json` holds."""

    turn: SearchSettings = USUAL_TURN
    """The beam alone, at a few milliseconds a turn."""
    deep: SearchSettings = USUAL_DEEP
    """The tree of turns, at a second a turn."""
    noise: tuple[float, ...] = (5.0, 4.0, 3.0, 1.5, 0.0)
    """Points by which the lower levels misjudge a position."""
    seconds: tuple[float, ...] = (0.01, 0.05, 0.9)
    """How long the levels above them think about a turn, unless `work` says how much."""
    work: tuple[int, ...] = ()
    """How many states the levels above them weigh for a turn; none: `seconds` says how long."""
    master: float = 5.0
    """How long the one above all levels thinks, in seconds."""
    judged_by: Mapping[str, "Opponents"] = field(default_factory=dict)
    """How they search games that a net judges, by its file; other nets change nothing."""

    def level(self, number: int) -> SearchSettings:
        """Return how a level thinks, from 1."""
        if number == MASTER:
            return replace(self.deep, seconds=self.master)
        if number <= len(self.noise):
            return replace(self.turn, noise=self.noise[number - 1])
        above = number - len(self.noise) - 1
        if self.work:
            return replace(self.deep, work=self.work[above], seconds=0.0)
        return replace(self.deep, seconds=self.seconds[above])


@cache
def opponents(title: str) -> Opponents:
    """Return how the bots of a title search."""
    text = plugins.text_of(title, "opponents.json")
    if text is None:
        return Opponents()
    try:
        return read_opponents(json.loads(text))
    except (TypeError, ValueError) as error:
        params = {"title": title, "trouble": str(error)}
        raise DocumentError(Refusal("opponents", params=params)) from error


def judge_of(game: AnyGame) -> Chosen | None:
    """Return the net that the strongest search asks in a game; None where features are weighed."""
    return chosen_net(game) if ASKED[opponents(game.title).deep.asks] else None


def opponents_of(game: AnyGame) -> Opponents:
    """Return how the bots search a game: as in its title, or as the net that judges it wants it."""
    found = opponents(game.title)
    judge = judge_of(game) if found.judged_by else None
    return found.judged_by.get(judge.file, found) if judge else found


def for_people(game: AnyGame) -> SearchSettings:
    """Return the strongest search as people are told what it found.

    Chances come from turns that are followed: at least half of its work does that.
    """
    deep = opponents_of(game).deep
    return replace(deep, root_share=min(HALF, deep.root_share))


def read_opponents(document: Mapping[str, Any]) -> Opponents:
    """Read the document of a title: every key may be left out, a level too many or too few not."""
    usual = Opponents()
    noise = tuple(float(points) for points in document.get("noise", usual.noise))
    first = len(noise) + 1
    budget = "work" if "work" in document else "seconds"
    above = {str(first + i): time for i, time in enumerate(usual.seconds)}
    spent: Mapping[str, float] = document.get(budget, above)
    known = {"turn", "deep", "noise", "seconds", "work", "master", "judged by"}
    if unknown := set(document) - known:
        raise ValueError(f"unknown keys {sorted(unknown)}")
    if {"work", "seconds"} <= set(document):
        raise ValueError("levels have a budget of `work` or of `seconds`")
    if set(spent) != {str(number) for number in range(first, LEVEL_COUNT + 1)}:
        raise ValueError(f"`{budget}` is for the levels {first} to {LEVEL_COUNT}")
    budgets = [spent[number] for number in sorted(spent, key=int)]
    shared = {key: value for key, value in document.items() if key != "judged by"}
    return Opponents(
        turn=SearchSettings(**document["turn"]) if "turn" in document else usual.turn,
        deep=SearchSettings(**document["deep"]) if "deep" in document else usual.deep,
        noise=noise,
        seconds=usual.seconds if budget == "work" else tuple(map(float, budgets)),
        work=tuple(map(int, budgets)) if budget == "work" else (),
        master=float(document.get("master", usual.master)),
        judged_by={
            net: read_opponents(_otherwise(shared, other))
            for net, other in document.get("judged by", {}).items()
        },
    )


def _otherwise(shared: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return what holds where a net judges: of `turn` and `deep` only what it says is otherwise."""
    both = {
        key: {**shared[key], **other[key]}
        for key in ("turn", "deep")
        if key in shared and key in other
    }
    return {**shared, **other, **both}


@dataclass(frozen=True)
class ByTitle:
    """Settings for every title that there is: asked for when they are needed, fit to travel."""

    level: int = 0
    """A level; 0: the tree of turns, or what `turn` says."""
    turn: bool = False
    changes: tuple[tuple[str, Any], ...] = ()
    style: str = ""
    """A character, who says its level itself; it has weights of its own, too."""

    def __getitem__(self, title: str) -> SearchSettings:
        """Return the settings of a title."""
        return self._of(opponents(title), title)

    def of(self, game: AnyGame) -> SearchSettings:
        """Return the settings for a game."""
        return self._of(opponents_of(game), game.title)

    def _of(self, found: Opponents, title: str) -> SearchSettings:
        """Return the settings among those of a title."""
        level = style_of(title, self.style).level if self.style else self.level
        base = found.level(level) if level else found.turn if self.turn else found.deep
        return replace(base, **dict(self.changes))

    def changed(self, **changes: Any) -> "ByTitle":
        """Return the same with some settings changed in every title."""
        return replace(self, changes=(*self.changes, *changes.items()))


TURN: Final = ByTitle(turn=True)
"""The beam alone, at a few milliseconds a turn."""

DEEP: Final = ByTitle()
"""The tree of turns, at a second a turn."""

REPLY: Final = DEEP.changed(rounds=1)
"""The beam, and the answers of the others to its best turns."""


def level(number: int) -> ByTitle:
    """Return how a level thinks."""
    return ByTitle(level=number)
