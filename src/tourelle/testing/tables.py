"""Words for table-driven tests of any game: what is legal, what comes after, what is refused."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tourelle.core.game import AnyGame, Rules
from tourelle.core.layout import AnyPosition
from tourelle.core.words import DocumentError, Param, RefusedError
from tourelle.play import Play

Document = dict[str, Any]


NO_DOCUMENTS: Final[tuple[tuple[object, str, str], ...]] = (
    (None, "document-not-a-table", ""),
    ([], "document-not-a-table", ""),
    ("a title", "document-not-a-table", ""),
    ({"game": "chess"}, "unknown-game", ""),
    ({"bord": ""}, "unknown-key", ""),
)
"""What is a position document of no game: each with its reason and clause."""
NO_BOARDS: Final[tuple[tuple[object, str, str], ...]] = (
    ({"board": ""}, "board-rows", ""),
    ({"board": 5}, "board-rows", ""),
    ({"board": None}, "board-rows", ""),
)
"""What no game with a board takes for one."""


def drawn(
    title: str, board: Callable[..., str], options: Mapping[str, Param] | None, keys: Document
) -> Document:
    """Return a document; keys that are squares are drawn by `board`."""
    squares = {key: text for key, text in keys.items() if len(key) == 2 and key[1].isdigit()}
    document = {"game": title, **{key: keys[key] for key in keys if key not in squares}}
    if squares:
        document["board"] = board(**squares)
    if options is not None:
        document["options"] = options
    return document


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


def is_no_action(game: AnyGame, text: str) -> bool:
    """Tell whether a text is refused as no action of the game, whatever the position."""
    try:
        game.parse_action(text)
    except RefusedError as error:
        return (error.refusal.reason, error.refusal.clause) == ("notation", "")
    return False


def told_inputs(game: AnyGame, position: AnyPosition) -> dict[str, float]:
    """Return what a net is told, by name."""
    return dict(zip(game.input_names(game.seats), game.inputs(position), strict=True))


def revealed(rules: Rules, document: Document, text: str) -> bool:
    """Tell whether an action shows something hidden."""
    game, position = rules.read(document)
    step = Play(game, position).foresee(text)
    return game.reveals(step.before, step.action, step.after)


def unreadable(rules: Rules, document: object) -> tuple[str, str]:
    """Return reason and clause with which a document is refused."""
    try:
        rules.read(document)
    except DocumentError as error:
        return error.refusal.reason, error.refusal.clause
    raise AssertionError("the document was read")
