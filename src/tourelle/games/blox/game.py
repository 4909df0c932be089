"""BLOX as every other room meets it: the `Game` of this title."""

from typing import ClassVar, Final

from tourelle.core import layout
from tourelle.core.editing import Draft, Field, Tool
from tourelle.core.game import Game
from tourelle.core.options import BoardFiles
from tourelle.core.telling import Near
from tourelle.core.words import Action, DocumentError, Param, Refusal
from tourelle.games.blox import boards, documents, editing, story
from tourelle.games.blox.position import Position

# Another board than the default: the same, upside down.
TURNED: Final = "\n".join(reversed(boards.load(boards.DEFAULT).text().splitlines()))

# Option sets that together touch every rule. Random games hardly ever end by themselves (B11.4).
OPTION_SETS: Final[tuple[dict[str, Param], ...]] = (
    {},
    {"first_seat": 1, "round_limit": 15},
    {"board": TURNED, "round_limit": 30},
)


class Blox(Game[Position], folder=__package__):
    """The rules of BLOX under one option set (B2.5)."""

    title: ClassVar[str] = "blox"
    page_board: ClassVar[bool] = True
    rules_version: ClassVar[int] = 1
    options_clause: ClassVar[str] = "B2.5"
    option_sets = OPTION_SETS
    # Discards lie open (B: what is secret), so everything that is paid or changed is public.
    public_words: ClassVar[frozenset[str]] = frozenset(
        ("enter", "move", "destroy", "build", "hit", "change")
    )
    gainers: ClassVar[frozenset[str]] = frozenset(story.SOURCES)
    reconstructed: ClassVar[bool] = True
    document_type = documents.BloxDocument
    board_files: ClassVar[BoardFiles | None] = boards

    def __init__(self, options: object = None, rules: int | None = None) -> None:
        """Take an option set, by default four seats on the reconstructed board."""
        super().__init__(options, rules)
        self.board = boards.load(str(self.chosen("board")))
        if self.seats == 2:
            boards.check_two_seats(self.board)
        first = int(self.chosen("first_seat"))
        if first >= self.seats:
            choices = f"0-{self.seats - 1}"
            params = {"option": "first_seat", "value": str(first), "choices": choices}
            raise DocumentError(Refusal("bad-option-value", "B2.3", params))

    def empty(self) -> Position:
        """Return a position that holds nothing but the options."""
        pos = layout.new(Position)
        pos.seats = self.seats
        pos.first_seat = int(self.chosen("first_seat"))
        pos.round_limit = int(self.chosen("round_limit"))
        pos.start_colours[:] = self.board.colours  # a row at once: each look at a field costs
        pos.start_heights[:] = self.board.heights
        return pos

    def nearly(self, position: Position, /) -> list[Near]:
        """Return the towers and figures in sight that one rule alone keeps from who moves."""
        return story.nearly(position, self.legal_texts(position))

    def reveals(self, before: Position, action: Action, after: Position) -> bool:  # noqa: ARG002
        """Tell whether `action` draws a card: all do, but those paid with the joker alone."""
        shuffled = after.dice[0] != before.dice[0]
        return bool(shuffled or after.draw_size != before.draw_size)

    def varied_opening(self) -> int:
        """Return one turn a seat."""
        return self.seats

    def tools(self, draft: Draft, /) -> list[Tool]:
        """Return what may be put on the board."""
        return editing.tools(self.seats, draft)

    def fields(self, draft: Draft, /) -> list[Field]:
        """Return the values beside the board."""
        return editing.fields(self.seats, draft)

    def blank(self) -> Draft:
        """Return the squares of the board with nothing on them, everything else as it is dealt."""
        return editing.cleared(self.document(self.setup(0)))
