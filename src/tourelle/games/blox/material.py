"""What is in the box of BLOX, and the options, as tables (B1, B2)."""

from dataclasses import dataclass
from typing import Final

from tourelle.core.options import Option
from tourelle.games.blox import boards
from tourelle.games.blox.piles import COLOUR_COUNT, ONE_EACH

MAX_SEATS: Final = 4
BLOCKS_OF_COLOUR: Final = 10  # B1.1
CARDS_OF_COLOUR: Final = 15
ALL_CARDS: Final = CARDS_OF_COLOUR * COLOUR_COUNT
FULL_DECK: Final = CARDS_OF_COLOUR * ONE_EACH  # as a pile
FIGURES: Final = 4
NEUTRAL_FIGURES: Final = 8  # B2.4
HAND: Final = 5  # B2.3
LAST_PHASE: Final = 4  # B11.1
TALLEST: Final = 5
MOST_BLOCKS: Final = 7  # B6.5: with so many a seat can't destroy
FEWEST_HIT: Final = 3  # B8.2
LAST_TOWERS: Final = 1  # B11.1, B11.2: with no more of its height a phase is done
ROUND_LIMIT: Final = 60  # B11.4
MOST_ROUNDS: Final = 1_000_000


@dataclass(frozen=True)
class BoardOption(Option):
    """The option that names a board or is itself the text of one (B2.1)."""

    def admits(self, value: object) -> bool:
        """Tell whether `value` is text; what is wrong with a board is said when it is loaded."""
        return isinstance(value, str)


OPTIONS: Final = (
    Option("seats", "B2.5", 4, low=2, high=MAX_SEATS),
    Option("first_seat", "B2.3", 0, low=0, high=MAX_SEATS - 1, seats=True),
    Option(
        "round_limit",
        "B11.4",
        ROUND_LIMIT,
        low=0,
        high=MOST_ROUNDS,
        offered=(15, 30, ROUND_LIMIT, 120, 0),
    ),
    BoardOption("board", "B2.1", boards.DEFAULT, boards.names()),
)
