"""Torres as every other room meets it: the `Game` of this title."""

from typing import ClassVar, Final

from tourelle.core import layout
from tourelle.core.editing import Draft, Field, Tool
from tourelle.core.game import Game
from tourelle.core.words import Action
from tourelle.games.torres import documents, editing
from tourelle.games.torres.actions import CASTLE, END, KING, PLACE, kind_of
from tourelle.games.torres.material import OPTIONS
from tourelle.games.torres.position import Position
from tourelle.games.torres.views import interrupts

# Option sets that together touch every rule: the presets, the variants, every other value once.
OPTION_SETS: Final = (
    {"preset": "classic"},
    {"preset": "modern"},
    {"preset": "master"},
    {"preset": "master-modern"},
    {"cards": "none"},
    {"cards": "own"},
    {"preset": "modern", "cards": "shared-pick", "deck": "seats"},
    {"cards": "shared", "deck": "seats", "leftover": "keep", "year_start": "leader"},
    {"preset": "master", "master": "levels", "master_points": "004"},
    {
        "preset": "master",
        "master": "castles",
        "castles_card": "knights",
        "year_start": "last-names",
    },
    {"castles": "chosen", "cards": "shared-pick", "master": "chain"},
    {"preset": "master", "master": "castles", "castles_card": "year-3", "climb": "up-to-two"},
)


# What everybody may read: `keep climb` names a card that its owner alone has seen (T7.2, T7.3).
PUBLIC_WORDS: Final = frozenset(
    (
        *("castle", "place", "king", "stay", "start", "knight", "move"),
        *("block", "buy", "return", "point", "play", "end", "store"),
    )
)


class Torres(Game[Position], folder=__package__):
    """The rules of Torres under one option set (T2)."""

    title: ClassVar[str] = "torres"
    page_board: ClassVar[bool] = True
    rules_version: ClassVar[int] = 1
    options_clause: ClassVar[str] = "T2.1"
    option_sets = OPTION_SETS
    scored_now: ClassVar[tuple[str, ...]] = ("points", "castles", "king", "master")
    public_words: ClassVar[frozenset[str]] = PUBLIC_WORDS
    gainers: ClassVar[frozenset[str]] = frozenset({"point"})
    document_type = documents.TorresDocument

    def empty(self) -> Position:
        """Return a position that holds nothing but the options."""
        pos = layout.new(Position)
        pos.seats = self.seats
        for option in OPTIONS:
            if option.name not in ("preset", "seats"):
                setattr(pos, f"{option.name}_option", option.values.index(self.chosen(option.name)))
        return pos

    def reveals(self, before: Position, action: Action, after: Position) -> bool:  # noqa: ARG002
        """Tell whether `action` shows a card: buying does."""
        return bool(interrupts(before, action))

    def ends_turn(self, action: Action) -> bool:
        """Tell whether `action` ends the turn (T5)."""
        return int(kind_of(action)) == END

    def sets_up(self, action: Action) -> bool:
        """Tell whether `action` builds a castle, places a knight or the King (T3)."""
        return int(kind_of(action)) in (CASTLE, PLACE, KING)

    def tools(self, draft: Draft, /) -> list[Tool]:
        """Return what may be put on the board."""
        return editing.tools(self.seats, draft)

    def fields(self, draft: Draft, /) -> list[Field]:
        """Return the values beside the board."""
        return editing.fields({**self.options, "cards": self.chosen("cards")}, draft)

    def blank(self) -> Draft:
        """Return an empty board; the clock, the stacks and the cards as a year begins."""
        return {"game": self.title, "options": dict(self.options), "board": editing.EMPTY}
