"""T1, T2: what is in the box, and the options of a game."""

from tests.torres.reference.board import Document, read_board

BLOCKS = 92  # T1.1
KNIGHTS = 6  # T1.1
# T7.4, in its order.
CARDS = ["six", "seven", "climb", "raise", "supply", "lift", "diagonal", "shift", "summon", "leap"]

# T2, in the order of the table.
OPTION_NAMES = ("castles", "cards", "leftover", "year_start", "master")
PRESETS = {
    "classic": ("printed", "shared", "return", "same", "none"),
    "modern": ("printed", "own", "keep", "last-names", "none"),
    "master": ("chosen", "hand", "return", "leader", "drawn"),
    "master-modern": ("chosen", "hand", "keep", "leader", "drawn"),
}


def option(document: Document, name: str) -> str:
    """T2: the option as given, else the preset's."""
    given = document["options"]
    preset = PRESETS[given.get("preset", "classic")]
    return str(given.get(name, dict(zip(OPTION_NAMES, preset, strict=True)).get(name)))


def seats(document: Document) -> range:
    """All seats, clockwise."""
    return range(len(document["scores"]))


def supply(document: Document) -> int:
    """T1.2: what lies nowhere else lies in the supply."""
    heights, _ = read_board(document)
    elsewhere = sum(heights.values()) + sum(document["kept"])
    elsewhere += sum(sum(stacks) for stacks in document["stacks"])
    return BLOCKS - elsewhere - (document["open_stack"] or 0) - int(document["left"])
