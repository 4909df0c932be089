"""Turns that were played or might have been, told as the log tells them."""

from collections.abc import Sequence

from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.telling import Facts
from tourelle.languages import catalogue
from tourelle.languages.narration import sentence
from tourelle.server.protocol import Choice
from tourelle.server.said.telling import plain_choice, told_sentence


def retold(
    language: str,
    title: str,
    names: Sequence[str],
    turns: Sequence[Sequence[str]],
    start: tuple[AnyGame, AnyPosition] | None,
) -> list[list[Choice]]:
    """Return turns that follow one another, with what each action did.

    From the first action on that is not legal where it stands, or without a `start`, places are
    left out where the title has words without them.
    """
    told: list[list[Choice]] = []
    for turn in turns:
        choices = []
        for text in turn:
            said, facts, start = _followed(language, title, names, text, start)
            plain = plain_choice(language, title, text)
            choices.append(plain.model_copy(update={"sentence": said, "facts": facts}))
        told.append(choices)
    return told


def _followed(
    language: str,
    title: str,
    names: Sequence[str],
    text: str,
    start: tuple[AnyGame, AnyPosition] | None,
) -> tuple[str, Facts, tuple[AnyGame, AnyPosition] | None]:
    """Return what an action did as a sentence and as facts, and where it led to."""
    if start is None:
        return _placeless(language, title, text), {}, None
    game, before = start
    action = game.parse_action(text)
    if action not in game.legal_actions(before):
        return _placeless(language, title, text), {}, None
    after = game.copy(before)
    game.apply(after, action)
    told = game.told(text, before, after)
    said = told_sentence(language, title, text, told, names)
    return said, dict(told.facts), (game, after)


def _placeless(language: str, title: str, text: str) -> str:
    """Return an action as a sentence that names no place, where its title has one."""
    known = f"action.{text.partition(' ')[0]}.plain" in catalogue(language, title)
    return sentence(language, title, text, variant="plain" if known else "")
