"""Castellan as every other room meets it: the `Game` of this title."""

from typing import Any, ClassVar, Final

from tourelle.core import layout
from tourelle.core.documents import Reader
from tourelle.core.editing import Draft, Field, Tool
from tourelle.core.game import Document, Game
from tourelle.core.telling import Facts
from tourelle.core.words import Action, DocumentError, Param, Refusal
from tourelle.games.castellan import documents, editing, picture, refusals, story, text
from tourelle.games.castellan.actions import DRAW, STAYS, TOWER, kind_of
from tourelle.games.castellan.cards import Deck
from tourelle.games.castellan.material import DECKS
from tourelle.games.castellan.position import NO_SEAT, Position

OPTION_SETS: Final[tuple[dict[str, Param], ...]] = ({}, {"deck": "reconstruction", "trial": False})


class Castellan(Game[Position], folder=__package__):
    """The rules of Castellan under one option set (C1.2, C7, C8)."""

    title: ClassVar[str] = "castellan"
    page_board: ClassVar[bool] = True
    rules_version: ClassVar[int] = 2
    options_clause: ClassVar[str] = "C7"
    option_sets = OPTION_SETS
    # Cards are played open; a draw names only the decks.
    public_words: ClassVar[frozenset[str]] = frozenset(
        ("play", "tower", "short", "long", "keep", "double", "stays", "draw")
    )
    gainers: ClassVar[frozenset[str]] = frozenset((*story.PIECES, "double"))
    reconstructed: ClassVar[bool] = True
    document_type = documents.CastellanDocument

    def __init__(self, options: object = None, rules: int | None = None) -> None:
        """Take an option set, by default two seats and the reconstructed deck."""
        super().__init__(options, rules)
        self.deck: Deck = DECKS[str(self.chosen("deck"))]

    def empty(self) -> Position:
        """Return a position that holds nothing but what the options say."""
        pos = layout.new(Position)
        pos.rules = self.rules
        pos.seats = self.seats
        pos.ending = NO_SEAT
        pos.face_kinds = len(self.deck.faces)
        pos.wall_kinds = self.deck.wall_faces
        pos.card_base = self.deck.base
        faces, kinds = self.deck.faces, len(self.deck.faces)
        pos.copies[:kinds] = [face.copies for face in faces]
        pos.place_values[:kinds] = [self.deck.place_value(number) for number in range(kinds)]
        pos.card_towers[:kinds] = [face.towers for face in faces]
        pos.card_long[:kinds] = [face.long for face in faces]
        pos.card_short[:kinds] = [face.short for face in faces]
        pos.card_extra[:kinds] = [face.extra for face in faces]
        return pos

    def facts(self, position: Position, /) -> Facts:
        """Return what the cards show, and what the box still holds."""
        return story.facts(self.deck, position)

    def refusal(self, position: Position, action: Action) -> Refusal:
        """Explain why `action` is not legal here."""
        return refusals.refusal(self.deck, position, action)

    def reveals(self, before: Position, action: Action, after: Position) -> bool:
        """Tell whether `action` shows a card: a draw does, and what opens all hands (C6.1)."""
        return int(kind_of(action)) == DRAW or bool(after.ending != before.ending)

    def is_final(self, action: Action) -> bool:
        """Tell whether `action` is of a building step in which nothing is tried out (C8)."""
        tried = bool(self.chosen("trial"))
        return not tried and TOWER <= int(kind_of(action)) <= STAYS

    def action_text(self, action: Action) -> str:
        """Write `action` in the notation of the rules."""
        return text.action_text(self.deck, action)

    def parse_action(self, text_: str) -> Action:
        """Read an action in the notation of the rules."""
        return text.parse_action(self.deck, text_)

    def picture(self, position: Position) -> str:
        """Draw the castle flat, as SVG."""
        return picture.picture(self.document(position))

    def written(self, position: Position) -> Document:
        """Return how a position stands, key by key."""
        return documents.written(self.deck, position)

    def fill(self, position: Position, reader: Reader) -> None:
        """Fill a position from a document, or refuse it."""
        documents.fill(self.deck, position, reader)

    def tools(self, draft: Draft, /) -> list[Tool]:
        """Return the pieces, where the rules let each be placed, and those that may be taken."""
        try:
            _, position = self.read(editing.building(draft))
        except DocumentError:
            return editing.tools(draft, [])
        return editing.tools(draft, self.legal_texts(position))

    def put(self, draft: Draft, tool: str, place: str, /) -> Draft:
        """Return a draft with a piece more or less, and the courtyards that come or go with it."""
        if tool == editing.TAKE:
            draft = editing.without(draft, place)
        else:
            draft = {**draft, "pieces": [*draft.get("pieces", []), place]}
        return editing.closest(self.read, {**draft, "opening": not draft["pieces"]})

    def fields(self, draft: Draft, /) -> list[Field]:
        """Return the values beside the board."""
        return editing.fields(self.deck, self.seats, draft)

    def with_value(self, draft: Draft, key: str, value: Any, /) -> Draft:
        """Return a draft with another value at a key."""
        return editing.with_value(self.deck, draft, key, value)
