"""A game's folder: which of its files says what. The same file names stand in every game.

A `Game` with a folder takes what its files declare under these names; what its class says itself
comes first.
"""

import inspect
from abc import abstractmethod
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType, ModuleType
from typing import Final, TypeGuard, TypeVar

F = TypeVar("F", bound=Callable[..., object])

ANSWERING: Final = (
    *("position", "setup", "legal", "apply", "scoring", "features", "fingerprint", "views"),
    *("observation", "policy", "inputs"),
)
"""Where the functions stand with which a game answers compiled code (`core.kernel`)."""

DECLARED: Final[dict[str, str]] = {
    "option_list": "material.OPTIONS",
    "presets": "material.PRESETS",
    "position_class": "position.Position",
    "action_space": "actions.ACTION_SPACE",
    "max_actions": "actions.MAX_ACTIONS",
    "feature_names": "features.NAMES",
    "input_names": "inputs.names",
    "observation": "observation.PARTS",
    "policy_size": "policy.POLICY_SIZE",
    "outcome": "scoring.outcome",
    "score_terms": "scoring.score_terms",
    "refusal": "refusals.refusal",
    "action_text": "text.action_text",
    "parse_action": "text.parse_action",
    "diagram": "diagram.diagram",
    "picture": "picture.picture",
    "written": "documents.written",
    "fill": "documents.fill",
    "per_seat": "documents.PER_SEAT",
    "put": "editing.put",
    "with_value": "editing.with_value",
    "impossible": "editing.impossible",
    "kind": "narration.kind",
    "narrated": "narration.narrated",
    "squares": "narration.squares",
    "told": "story.told",
    "foretold": "story.foretold",
    "facts": "story.facts",
    "source_clauses": "story.SOURCE_CLAUSES",
    "sources": "story.sources",
    "decided": "story.decided",
    "is_settled": "story.is_settled",
    "progress": "themes.progress",
    "themes": "themes.themes",
}
"""Where each fact of a `Game` stands in its folder: `file.NAME`."""


def file(folder: str, name: str) -> ModuleType | None:
    """Return a file of a game's folder, a package by its name; None where it has none."""
    whole = f"{folder}.{name}"
    return import_module(whole) if find_spec(whole) else None


def answering(folder: str) -> list[ModuleType]:
    """Return the files whose functions answer compiled code."""
    return [module for name in ANSWERING if (module := file(folder, name))]


def declared(folder: str) -> dict[str, object]:
    """Return what the files of a folder declare, by the names that `Game` has for it."""
    found = {}
    for fact, place in DECLARED.items():
        name, _, own = place.partition(".")
        module = file(folder, name)
        if hasattr(module, own):
            found[fact] = getattr(module, own)
    return found


def owed(method: F) -> F:
    """Mark what every game writes: a function of a file in its folder, or a method of its class."""
    return abstractmethod(method)


def adopt(cls: type, base: type, folder: str) -> None:
    """Let a class say what its folder declares, unless it does itself; or refuse what misfits."""
    for name, own in declared(folder).items():
        if name in vars(cls):
            continue
        if how := misfit(vars(base).get(name), own):
            raise TypeError(f"{folder}.{DECLARED[name]}{how} can't be the {name} of a game")
        setattr(cls, name, staticmethod(own) if is_function(own) else own)


def is_function(own: object) -> TypeGuard[Callable[..., object]]:
    """Tell whether a game answers with it, rather than that it says something once for all."""
    return callable(own) and not isinstance(own, type)


def misfit(asked: object, own: object) -> str | None:
    """Return how a function of a folder takes its arguments, if it can't take those of `Game`."""
    if not isinstance(own, FunctionType) or not isinstance(asked, FunctionType):
        return None
    arguments = [name for name in inspect.signature(asked).parameters if name != "self"]
    signature = inspect.signature(own)
    try:
        signature.bind(*arguments)
    except TypeError:
        return str(signature)
    return None
