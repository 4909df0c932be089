"""What is in the box of Castellan, as tables (C1), and the room that a position keeps for it."""

import json
from importlib.resources import files
from typing import Final

from tourelle.core.options import Option
from tourelle.games.castellan.cards import Deck, read_deck

MAX_SEATS: Final = 4
START_CARDS: Final = 2  # C3: from each of a seat's two decks

# C4.1: the three kinds of piece, as a seat holds them in hand.
TOWER, LONG, SHORT = range(3)
PIECES: Final = ("T", "L", "S")

# Room on the table. Four seats have 64 towers and 112 walls (C1.1); puzzles may hold more than the
# box, but what would go beyond this room is refused on reading, and has no place later.
MAX_TOWERS: Final = 80
MAX_WALLS: Final = 126
MAX_PIECES: Final = MAX_TOWERS + MAX_WALLS
# Bounded faces are E - V + 1, and V points of a lattice carry at most 2 V - 2 sqrt(V) edges.
MAX_FACES: Final = 63

DEFAULT_DECK: Final = "reconstruction"


def _shipped_decks() -> dict[str, Deck]:
    """Read and check every deck that comes with the game (C1.2)."""
    folder = files("tourelle.games.castellan").joinpath("decks")
    found = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".json"))
    decks = [read_deck(json.loads(folder.joinpath(name).read_text("utf-8"))) for name in found]
    return {deck.name: deck for deck in decks}


DECKS: Final = _shipped_decks()

OPTIONS: Final = (
    Option("seats", "C7", 2, low=2, high=MAX_SEATS),
    Option("deck", "C1.2", DEFAULT_DECK, tuple(DECKS)),
    Option("trial", "C8", True, (True, False), manners=True),
)
