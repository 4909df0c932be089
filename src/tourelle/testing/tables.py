"""Words for table-driven tests of any game: what is legal, what comes after, what is refused."""

from typing import Any

from tourelle.core.game import Game
from tourelle.core.words import DocumentError, RefusedError
from tourelle.play import Play

Document = dict[str, Any]
Rules = type[Game[Any]]


def legal(rules: Rules, document: Document, first_words: str = "") -> list[str]:
    """Return the legal actions that begin so."""
    game, position = rules.read(document)
    begin = first_words.split()
    texts = game.legal_texts(position)
    return sorted(text for text in texts if text.split()[: len(begin)] == begin)


def after(rules: Rules, document: Document, *texts: str) -> Document:
    """Return the document after these actions."""
    game, position = rules.read(document)
    for text in texts:
        game.play_text(position, text)
    return game.document(position)


def refused(rules: Rules, document: Document, text: str) -> tuple[str, str]:
    """Return reason and clause of a refusal; fail if the action is legal or changes anything."""
    game, position = rules.read(document)
    before = game.identity(position)
    try:
        game.play_text(position, text)
    except RefusedError as error:
        assert game.identity(position) == before
        return error.refusal.reason, error.refusal.clause
    raise AssertionError(f"{text} is legal")


def revealed(rules: Rules, document: Document, text: str) -> bool:
    """Tell whether an action shows something hidden."""
    game, position = rules.read(document)
    step = Play(game, position).foresee(text)
    return game.reveals(step.before, step.action, step.after)


def unreadable(rules: Rules, document: Any) -> tuple[str, str]:
    """Return reason and clause with which a document is refused."""
    try:
        rules.read(document)
    except DocumentError as error:
        return error.refusal.reason, error.refusal.clause
    raise AssertionError("the document was read")
