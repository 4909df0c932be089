"""Turns: playing cards, building, handing over, drawing, and the end of the game (C4, C6)."""

from tourelle.core.compile import compiled
from tourelle.games.castellan.cards import CARDS_PER_DECK
from tourelle.games.castellan.legal import cards_to_draw, has_place
from tourelle.games.castellan.material import LONG, SHORT, TOWER
from tourelle.games.castellan.position import (
    LINKING_RULES,
    STAGE_BUILD,
    STAGE_DRAW,
    STAGE_OVER,
    STAGE_PLAY,
    UNKNOWN,
    Position,
    count_of,
)


@compiled
def play_cards(pos: Position, cards: int) -> None:
    """Play cards, which leave the game, and take their pieces to those handed over (C4.1)."""
    for face in range(pos.face_kinds):
        number = count_of(pos, cards, face)
        pos.in_hand[TOWER] += number * pos.card_towers[face]
        pos.in_hand[LONG] += number * pos.card_long[face]
        pos.in_hand[SHORT] += number * pos.card_short[face]
        pos.extra += number * pos.card_extra[face]
    pos.hands[pos.to_move] -= cards
    pos.left[pos.to_move] -= cards
    pos.stage = STAGE_BUILD
    if pos.rules < LINKING_RULES:
        pos.opening = 0
    go_on(pos)


@compiled
def go_on(pos: Position) -> None:
    """End the building by itself when no piece in hand has a place (C4.4, C4.7).

    What is left stays in `in_hand`: it belongs to the next seat as soon as that is to move.
    """
    if has_place(pos):
        return
    if pos.ending < 0 and cards_to_draw(pos) > 0:
        pos.stage = STAGE_DRAW
    else:
        end_turn(pos)


@compiled
def draw_card(pos: Position, deck: int) -> None:
    """Draw the top card of the seat's wall deck (0) or tower deck (1)."""
    row = 2 * pos.to_move + deck
    pos.deck_sizes[row] -= 1
    top = CARDS_PER_DECK * row + pos.deck_sizes[row]
    card = pos.decks[top]
    pos.decks[top] = 0
    if card == UNKNOWN:
        pos.hidden[row] += 1
    else:
        pos.hands[pos.to_move] += pos.place_values[card - 1]


@compiled
def draw(pos: Position, walls: int, towers: int) -> None:
    """Draw so many cards from each deck, and end the turn (C4.5)."""
    for _ in range(walls):
        draw_card(pos, 0)
    for _ in range(towers):
        draw_card(pos, 1)
    end_turn(pos)


@compiled
def take_decks(pos: Position, seat: int) -> None:
    """Let a seat take its decks into its hand (C6.1); what it has left is all in its hand then."""
    pos.hands[seat] = pos.left[seat]
    for row in range(2 * seat, 2 * seat + 2):
        pos.hidden[row] = 0
        pos.deck_sizes[row] = 0
        for i in range(CARDS_PER_DECK):
            pos.decks[CARDS_PER_DECK * row + i] = 0


@compiled
def end_turn(pos: Position) -> None:
    """Pass the turn on; a seat without a card lets the others have a last one (C6.1, C6.2)."""
    if pos.ending < 0 and pos.left[pos.to_move] == 0:
        pos.ending = pos.to_move
        for seat in range(pos.seats):
            if seat != pos.to_move:
                take_decks(pos, seat)
    pos.extra = 0
    pos.opening = 1 if pos.piece_count == 0 else 0  # C4.3
    pos.to_move = (pos.to_move + 1) % pos.seats
    pos.stage = STAGE_PLAY
    if pos.to_move == pos.ending:
        pos.stage = STAGE_OVER
        pos.to_move = 0
        for piece in range(3):
            pos.in_hand[piece] = 0
