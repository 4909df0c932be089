"""Stretches of a record by one seat: whole turns, or what it decided between two things shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.words import Action, Seat


@dataclass(frozen=True)
class Span:
    """Actions of a record by one seat: from the `first` up to, not including, the `last`."""

    seat: Seat
    first: int
    last: int


def turns(game: AnyGame, positions: Sequence[AnyPosition], actions: Sequence[Action]) -> list[Span]:
    """Return every turn: up to an action that ends its turn, or to another seat's."""
    return spans(game, positions, actions, lambda number: game.ends_turn(actions[number]))


def decisions(
    game: AnyGame, positions: Sequence[AnyPosition], actions: Sequence[Action]
) -> list[Span]:
    """Return the turns, cut where an action shows its seat something hidden."""
    interrupts = game.answer("interrupts")
    return spans(
        game,
        positions,
        actions,
        lambda number: (
            game.ends_turn(actions[number]) or bool(interrupts(positions[number], actions[number]))
        ),
    )


def spans(
    game: AnyGame,
    positions: Sequence[AnyPosition],
    actions: Sequence[Action],
    ends: Callable[[int], bool],
) -> list[Span]:
    """Cut a record after every action that ends something, and where seats change."""
    found, first = [], 0
    for number in range(len(actions)):
        seat = game.to_move(positions[number])
        after = game.to_move(positions[number + 1])
        if seat is not None and (after != seat or ends(number)):
            found.append(Span(seat, first, number + 1))
            first = number + 1
    if first < len(actions):
        seat = game.to_move(positions[first])
        found.append(Span(Seat(int(seat or 0)), first, len(actions)))
    return found
