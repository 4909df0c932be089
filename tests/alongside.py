"""The engine beside an independent reference: how the two are compared, in every game."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tourelle.core.game import AnyGame, Document
from tourelle.core.layout import AnyPosition
from tourelle.core.words import RefusedError


def agree(what: str, document: dict[str, Any], reference_says: Any, engine_says: Any) -> None:
    """Fail with the whole document when the two sides differ."""
    if reference_says != engine_says:
        told = {"reference": reference_says, "engine": engine_says, "document": document}
        pytest.fail(f"{what}: {json.dumps(told)}")


def engine_clause(game: Any, position: Any, text: str) -> str | None:
    """Return the clause the engine cites, or `notation`; None if it plays the action."""
    try:
        game.play_text(game.copy(position), text)
    except RefusedError as error:
        return error.refusal.clause or error.refusal.reason
    return None


def played(
    game: AnyGame,
    position: AnyPosition,
    document: Document,
    text: str,
    apply: Callable[[Document, str], Document],
) -> Document:
    """Play an action in the engine and in the reference; return the document both come to."""
    game.play_text(position, text)
    after = game.document(position)
    agree(text, document, apply(document, text), after)
    return after
