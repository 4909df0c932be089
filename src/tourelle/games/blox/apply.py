"""What an action does. Trusts that it is legal (B3 to B10)."""

from tourelle.core.compile import compiled
from tourelle.games.blox.actions import (
    BUILD,
    DESTROY,
    ENTER,
    HIT,
    HIT_CARDS,
    MOVE,
    parts_of,
)
from tourelle.games.blox.decks import discard, fill_hand
from tourelle.games.blox.piles import PILE_TABLE, one, total
from tourelle.games.blox.position import Position, put_figure, put_tower, take_figure, take_tower
from tourelle.games.blox.turns import end_turn


@compiled
def pay(pos: Position, pile: int, joker: int) -> None:
    """Discard one card for each piece of a pile, but for one that the joker stands for (B10)."""
    if joker:
        pos.jokers[pos.to_move] = 0
        pile -= one(joker - 1)
    discard(pos, pos.to_move, pile)


@compiled
def step_onto(pos: Position, start: int, end: int) -> None:
    """Move a figure of the seat to move onto a square; whatever figure stood there is gone."""
    take_figure(pos, start)
    take_figure(pos, end)
    put_figure(pos, end, pos.to_move + 1)


@compiled
def pay_colour(pos: Position, square: int, joker: int) -> None:
    """Pay one card of the colour of a square (B4, B5)."""
    colour = pos.colours[square]
    pay(pos, one(colour), joker * (colour + 1))


@compiled
def destroy(pos: Position, start: int, end: int, joker: int) -> None:
    """Take a tower: its chip as points, and its blocks (B6.4)."""
    tower = pos.towers[end]
    pay(pos, tower, joker)
    take_tower(pos, end)
    pos.points[pos.to_move] += total(tower)
    pos.blocks[pos.to_move] += tower
    step_onto(pos, start, end)


@compiled
def build(pos: Position, square: int, pile: int, joker: int) -> None:
    """Replace a figure by a tower and score its height (B7.1, B7.2)."""
    pay(pos, pile, joker)
    take_figure(pos, square)
    put_tower(pos, square, pile)
    pos.blocks[pos.to_move] -= pile
    pos.points[pos.to_move] += total(pile)


@compiled
def hit(pos: Position, start: int, end: int, payment: int) -> None:
    """Drive a figure off its square and score the cards paid, the joker too (B8.2, B8.3)."""
    cards = payment % HIT_CARDS
    colour = pos.colours[end]
    pay(pos, cards * one(colour), payment // HIT_CARDS * (colour + 1))
    pos.points[pos.to_move] += cards
    step_onto(pos, start, end)


@compiled
def apply(pos: Position, action: int) -> None:
    """Advance `pos` by an action that is legal."""
    kind, a, b, c = parts_of(action)
    if kind == ENTER:
        pay_colour(pos, b, c)
        put_figure(pos, b, pos.to_move + 1)
    elif kind == MOVE:
        pay_colour(pos, b, c)
        step_onto(pos, a, b)
    elif kind == DESTROY:
        destroy(pos, a, b, c)
    elif kind == BUILD:
        build(pos, a, PILE_TABLE[b], c)
    elif kind == HIT:
        hit(pos, a, b, c)
    else:
        discard(pos, pos.to_move, PILE_TABLE[b])
        pos.jokers[pos.to_move] |= c  # B9: turned up, usable from the next turn on
    fill_hand(pos, pos.to_move)
    end_turn(pos)
