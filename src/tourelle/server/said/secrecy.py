"""What everybody may know of an action: a whitelist of first words, which each game declares.

Positions are cut by each game's own `view`; this is the same for the notation. An action whose
first word its game does not call public is written with a `?` for the rest, except for whoever
played it.
"""

from typing import Final

from tourelle.games import game_class

HIDDEN: Final = "?"


def is_secret(title: str, text: str) -> bool:
    """Tell whether the notation of an action names something hidden."""
    return text.partition(" ")[0] not in game_class(title).public_words


def masked(text: str) -> str:
    """Return the notation of a secret action for those who may not know it."""
    return f"{text.partition(' ')[0]} {HIDDEN}"
