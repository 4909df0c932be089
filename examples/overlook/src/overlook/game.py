"""Overlook as every other room meets it: the `Game` of this title."""

from typing import ClassVar, Final

from overlook import (
    apply,
    documents,
    features,
    fingerprint,
    legal,
    narration,
    picture,
    refusals,
    scoring,
    setup,
    text,
    views,
)
from overlook.actions import ACTION_SPACE, DRAW, MAX_ACTIONS, kind_of
from overlook.material import COPIES, OPTIONS
from overlook.position import STAGE_OVER, Position
from tourelle.core import kernel, layout
from tourelle.core.compile import compiled
from tourelle.core.documents import Reader
from tourelle.core.game import Document, Game
from tourelle.core.telling import Telling
from tourelle.core.words import Action, Outcome, Param, Refusal, Seat, Term


@compiled
def is_over(pos: Position) -> bool:
    """Tell whether nobody has a card left (O5.1)."""
    return pos.stage == STAGE_OVER


kernel.register(
    Position, setup, legal, apply, scoring, features, fingerprint, views, is_over=is_over
)

OPTION_SETS: Final[tuple[dict[str, Param], ...]] = ({}, {"roofs": 0}, {"roofs": 2})


class Overlook(Game[Position]):
    """The rules of Overlook under one option set (O6)."""

    title: ClassVar[str] = "overlook"
    rules_version: ClassVar[int] = 1
    option_list = OPTIONS
    options_clause: ClassVar[str] = "O6"
    option_sets = OPTION_SETS
    position_class = Position
    action_space: ClassVar[int] = ACTION_SPACE
    max_actions: ClassVar[int] = MAX_ACTIONS
    feature_names: ClassVar[tuple[str, ...]] = features.NAMES
    public_words: ClassVar[frozenset[str]] = frozenset({"build", "roof", "drop", "draw"})
    document_type = documents.OverlookDocument

    def empty(self) -> Position:
        """Return a position that holds nothing but what the options say."""
        pos = layout.new(Position)
        pos.seats = self.seats
        pos.copies = COPIES[self.seats]
        pos.roofs_each = int(self.chosen("roofs"))
        return pos

    def outcome(self, position: Position) -> Outcome | None:
        """Return points and winners once nobody has a card (O5)."""
        return scoring.outcome(position)

    def refusal(self, position: Position, action: Action) -> Refusal:
        """Explain why `action` is not legal here."""
        return refusals.refusal(position, action)

    def reveals(self, before: Position, action: Action, after: Position) -> bool:  # noqa: ARG002
        """Tell whether `action` showed a card: a draw does."""
        return int(kind_of(action)) == DRAW

    def action_text(self, action: Action) -> str:
        """Write `action` in the notation of the rules."""
        return text.action_text(action)

    def parse_action(self, text_: str) -> Action:
        """Read an action in the notation of the rules."""
        return text.parse_action(text_)

    def diagram(self, position: Position) -> str:
        """Draw the field, and what every seat has."""
        return text.diagram(position)

    def picture(self, position: Position) -> str:
        """Draw the field flat, as SVG."""
        return picture.picture(position)

    def written(self, position: Position) -> Document:
        """Return how a position stands, key by key."""
        return documents.written(position)

    def fill(self, position: Position, reader: Reader) -> None:
        """Fill a position from a document, or refuse it."""
        documents.fill(position, reader)

    def score_terms(self, position: Position, seat: Seat) -> list[Term]:
        """Return what each tower of `seat` counts now (O4.2)."""
        return scoring.score_terms(position, seat)

    @staticmethod
    def narrated(text_: str, hidden: bool) -> tuple[str, dict[str, str]]:
        """Return the sentence that tells an action, and its gaps."""
        return narration.narrated(text_, hidden)

    def told(self, text_: str, before: Position, after: Position) -> Telling:
        """Tell what an action did."""
        return narration.told(text_, before, after)
