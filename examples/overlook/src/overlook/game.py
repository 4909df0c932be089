"""Overlook as every other room meets it: the `Game` of this title."""

from typing import ClassVar, Final

from overlook.actions import DRAW, kind_of
from overlook.documents import OverlookDocument
from overlook.material import COPIES
from overlook.position import Position
from tourelle.core import layout
from tourelle.core.game import Game
from tourelle.core.words import Action, Param

OPTION_SETS: Final[tuple[dict[str, Param], ...]] = ({}, {"roofs": 0}, {"roofs": 2})


class Overlook(Game[Position], folder=__package__):
    """The rules of Overlook under one option set (O6)."""

    title: ClassVar[str] = "overlook"
    rules_version: ClassVar[int] = 1
    options_clause: ClassVar[str] = "O6"
    option_sets = OPTION_SETS
    public_words: ClassVar[frozenset[str]] = frozenset({"build", "roof", "drop", "draw"})
    document_type = OverlookDocument

    def empty(self) -> Position:
        """Return a position that holds nothing but what the options say."""
        pos = layout.new(Position)
        pos.seats = self.seats
        pos.copies = COPIES[self.seats]
        pos.roofs_each = int(self.chosen("roofs"))
        return pos

    def reveals(self, before: Position, action: Action, after: Position) -> bool:  # noqa: ARG002
        """Tell whether `action` showed a card: a draw does."""
        return int(kind_of(action)) == DRAW
