"""What an action does. Trusts that it is legal (O3, O5)."""

from overlook.actions import BUILD, DROP, ROOF, kind_of, line_of, square_of
from overlook.material import COLUMN, DECK_ROOM, DECKS, LINES, ROW
from overlook.position import (
    STAGE_DRAW,
    STAGE_OVER,
    STAGE_PLAY,
    UNKNOWN,
    Position,
    cards_of,
)
from tourelle.core.compile import compiled


@compiled
def end_turn(pos: Position) -> None:
    """Pass the turn to the next seat that has a card; where none has, the game is over (O5.1)."""
    for step in range(1, pos.seats + 1):
        seat = (pos.to_move + step) % pos.seats
        if cards_of(pos, seat) > 0:
            pos.to_move = seat
            pos.stage = STAGE_PLAY
            return
    pos.stage = STAGE_OVER
    pos.to_move = 0


@compiled
def lay_card(pos: Position, line: int) -> None:
    """Take a card out of the hand; then one is drawn, if there is any (O3.6)."""
    pos.hands[LINES * pos.to_move + line] -= 1
    pos.played[line] += 1
    if pos.deck_sizes[COLUMN] + pos.deck_sizes[ROW] > 0:
        pos.stage = STAGE_DRAW
    else:
        end_turn(pos)


@compiled
def draw(pos: Position, deck: int) -> None:
    """Take the top card of a deck into the hand, and end the turn (O3.6)."""
    pos.deck_sizes[deck] -= 1
    top = DECK_ROOM * deck + pos.deck_sizes[deck]
    card = pos.decks[top]
    pos.decks[top] = 0
    if card == UNKNOWN:
        pos.hidden[DECKS * pos.to_move + deck] += 1
    else:
        pos.hands[LINES * pos.to_move + card - 1] += 1
    end_turn(pos)


@compiled
def apply(pos: Position, action: int) -> None:
    """Advance `pos` by an action that is legal."""
    kind = kind_of(action)
    square = square_of(action)
    if kind == BUILD:
        pos.heights[square] += 1
        pos.owners[square] = pos.to_move + 1  # O3.2: whoever builds last owns the tower
        lay_card(pos, line_of(action))
    elif kind == ROOF:
        pos.roofed[square] = 1
        pos.roofs[pos.to_move] -= 1
        end_turn(pos)  # O3.4: no card is played, none is drawn
    elif kind == DROP:
        lay_card(pos, line_of(action))
    else:
        draw(pos, line_of(action))
