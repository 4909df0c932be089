"""The engine beside an independent reference: how the two are compared, in every game."""

import json
from typing import Any

import pytest

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
