"""Positions that are set up by hand, as messages in the language of whoever sets them up."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from tourelle.core import editing, line
from tourelle.core.editing import Field, Tool
from tourelle.core.game import AnyGame
from tourelle.core.words import DocumentError, RefusedError
from tourelle.games import game_class
from tourelle.server.live import studies
from tourelle.server.protocol.drafts import Draft, EditChoice, EditField, EditTool
from tourelle.server.said import messages, states
from tourelle.server.said.eyes import AuthorsEyes

SEAT: Final = "to_move"


def edited(game: AnyGame, document: dict[str, Any], edits: Sequence[str], language: str) -> Draft:
    """Return what becomes of a position by some edits; an edit that means nothing is refused."""
    draft = document
    for edit in edits:
        draft = editing.changed(game, draft, edit)
        game = type(game)(draft.get("options"))
        with suppress(RefusedError):  # it may be put right by a later one
            game, position = game_class(game.title).read(draft)
            draft = game.document(position)
    return told(game, draft, language)


def told(game: AnyGame, draft: dict[str, Any], language: str) -> Draft:
    """Return a draft with all that may be changed, and the position that it is, if it is one."""
    trouble, state, written = None, None, None
    where = None
    try:
        game, position = game_class(game.title).read(draft)
        if refusal := game.impossible(position):
            raise DocumentError(refusal)
        draft = game.document(position)
        written = line.written(draft)
        study = studies.from_position(game, position, [])
        eyes = AuthorsEyes(tuple(range(game.seats)), language)
        state = states.study(study, eyes, 0, whole=False)
    except RefusedError as error:
        trouble = messages.refused(language, game.title, error)
        where = error.refusal.params.get("square")
    return Draft(
        tools=[_tool(game, tool, language) for tool in game.tools(draft)],
        fields=[_field(game, field, language) for field in _fields(game, draft)],
        document=draft,
        line=written,
        trouble=trouble,
        at=None if where is None else str(where),
        state=state,
    )


def _fields(game: AnyGame, draft: dict[str, Any]) -> list[Field]:
    """Return whose turn it is, what the title declares, and its options."""
    found = game.fields(draft)
    if not found:
        return []
    seats = tuple(range(game.seats))
    mover = Field(SEAT, "to-move", "choice", draft.get(SEAT), None, 0, 0, seats)
    options = [
        Field(
            f"options.{option.name}",
            f"option.{option.name}",
            "choice",
            game.chosen(option.name),
            choices=option.values,
        )
        for option in game.option_list
        if option.values and option.name != "preset"
    ]
    return [mover, *found, *options]


def _tool(game: AnyGame, tool: Tool, language: str) -> EditTool:
    """Return a tool in words."""
    which = tool.name.partition("-")[2]
    known = messages.label(language, game.title, tool.label, tool.name)
    label = messages.label(language, game.title, f"edit.{tool.name}", known)
    if tool.seat is not None:
        label = f"{label} {chr(ord('A') + tool.seat)}"
    elif which and label == known:
        label = f"{label} {which}"
    return EditTool(
        name=tool.name, label=label, seat=tool.seat, places=list(tool.places), shown=tool.shown
    )


def _field(game: AnyGame, field: Field, language: str) -> EditField:
    """Return a field in words."""
    option = field.key.startswith("options.")
    name = field.name if option else f"edit.{field.name}"
    fallback = messages.label(language, "core", name, field.name)
    return EditField(
        key=field.key,
        label=messages.label(language, game.title, name, fallback),
        kind=field.kind,
        value=dict(field.value) if isinstance(field.value, dict) else field.value,  # type: ignore[arg-type]
        seat=field.seat,
        least=field.least,
        most=field.most,
        choices=[
            EditChoice(value=value, label=_choice(game, field, value, language))
            for value in field.choices
        ],
        option=option,
    )


def _choice(game: AnyGame, field: Field, value: object, language: str) -> str:
    """Return what a value is called."""
    if field.key.startswith("options."):
        return messages.label(language, game.title, f"{field.name}.{value}", str(value))
    if not field.words:
        return chr(ord("A") + value) if isinstance(value, int) else str(value)
    if field.words == "seat" and isinstance(value, int):
        return chr(ord("A") + value)
    return messages.label(language, game.title, f"{field.words}.{value}", str(value))
