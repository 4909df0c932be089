"""What everybody may know of an action: a whitelist of first words, title by title.

Positions are cut by each game's own `view`; this is the same for the notation. An action whose
first word is not listed here is written with a `?` for the rest, except for whoever played it.
"""

from typing import Final

HIDDEN: Final = "?"

PUBLIC: Final = {
    # `keep climb` names a card that its owner alone has seen (T7.2, T7.3).
    "torres": "castle place king stay start knight move block buy return point play end store",
    # Discards lie open (B: what is secret), so everything that is paid or changed is public.
    "blox": "enter move destroy build hit change",
    # Cards are played open; a draw names only the decks.
    "castellan": "play tower short long keep double stays draw",
}


def is_secret(title: str, text: str) -> bool:
    """Tell whether the notation of an action names something hidden."""
    return text.partition(" ")[0] not in PUBLIC.get(title, "").split()


def masked(text: str) -> str:
    """Return the notation of a secret action for those who may not know it."""
    return f"{text.partition(' ')[0]} {HIDDEN}"
