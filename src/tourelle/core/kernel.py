"""What every game answers about a position, resolved by the record type of that position.

A room above calls `apply(pos, action)`; which game's function runs is decided by the type of `pos`:
when the caller is compiled, or, plain, at the call. Unlike a function passed as an argument, such a
call is cached on disk, once for every game, so search, playouts and arenas are written once.

A game registers all its answers at once with `register`.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

from tourelle.core.compile import MACHINE, PLAIN, compiled
from tourelle.core.layout import AnyPosition, View, dtype_of

Answer = Callable[..., Any]
"""How a game answers one question about a position: each takes what its generic takes."""

ANSWERS: Final[dict[type, dict[str, Answer]]] = {}
RECORD_TYPES: Final[dict[object, type]] = {}


@compiled
def same_number(_pos: AnyPosition, action: int) -> int:
    """Return an action as it is numbered by its codec."""
    return action


@compiled
def no_inputs(pos: AnyPosition, out: list[float], row: list[float]) -> None:
    """Tell a net nothing: the answer of a game that plays by its features alone."""


@compiled
def field_to_move(pos: AnyPosition) -> int:
    """Return the seat that chooses next, from the field of that name."""
    return pos.to_move  # type: ignore[no-any-return]


@compiled
def never_interrupts(_pos: AnyPosition, _action: int) -> bool:
    """Tell that nothing hidden is shown before a turn ends."""
    return False


@compiled
def by_points(pos: AnyPosition, seat: int) -> int:
    """Rank a seat by its points alone."""
    return points(pos, seat)


DEFAULTS: Final[dict[str, Answer]] = {
    "to_move": field_to_move,
    "interrupts": never_interrupts,
    "policy_index": same_number,
    "inputs": no_inputs,
    "rank": by_points,
}
"""What answers for a game that doesn't itself."""

OPTIONAL: Final = ("observe",)
"""What a game may leave without any answer."""


def register(cls: type, *modules: ModuleType, **answers: Answer) -> None:
    """Name the functions with which the game of this position class answers.

    They stand in the game's own modules, under the names that they have here, or are given.
    """
    names = [generic.__name__ for generic in GENERIC]
    found = {name: own for module in modules for name in names if (own := _own(module, name))}
    known = {**DEFAULTS, **found, **answers}
    if missing := [name for name in names if name not in known and name not in OPTIONAL]:
        raise TypeError(f"{cls.__module__}: the game does not answer to {', '.join(missing)}")
    ANSWERS[cls] = known
    if MACHINE != PLAIN:
        from numba.np.numpy_support import from_dtype

        RECORD_TYPES[from_dtype(dtype_of(cls))] = cls


def _own(module: ModuleType, name: str) -> Answer | None:
    """Return a function that a module defines, not one that it has from elsewhere."""
    answer: Answer | None = getattr(module, name, None)
    return answer if getattr(answer, "__module__", None) == module.__name__ else None


def deal(pos: AnyPosition, seed: int) -> None:
    """Set up a new game in place from `seed`, keeping the options that `pos` carries."""
    ANSWERS[type(pos)]["deal"](pos, seed)


def is_over(pos: AnyPosition) -> bool:
    """Tell whether the game has ended."""
    return bool(ANSWERS[type(pos)]["is_over"](pos))


def to_move(pos: AnyPosition) -> int:
    """Return the seat that chooses next."""
    return int(ANSWERS[type(pos)]["to_move"](pos))


def legal_actions(pos: AnyPosition, out: list[int]) -> int:
    """Write every legal action into `out`, ascending; return how many there are."""
    return int(ANSWERS[type(pos)]["legal_actions"](pos, out))


def apply(pos: AnyPosition, action: int) -> None:
    """Advance `pos` by an action that is legal."""
    ANSWERS[type(pos)]["apply"](pos, action)


def points(pos: AnyPosition, seat: int) -> int:
    """Return what `seat` has scored so far."""
    return int(ANSWERS[type(pos)]["points"](pos, seat))


def rank(pos: AnyPosition, seat: int) -> int:
    """Return how `seat` stands once the game is over: the highest wins, equals share."""
    return int(ANSWERS[type(pos)]["rank"](pos, seat))


def features(pos: AnyPosition, seat: int, out: list[float]) -> None:
    """Write what an opponent weighs about `seat` into `out`, the points so far first."""
    ANSWERS[type(pos)]["features"](pos, seat, out)


def inputs(pos: AnyPosition, out: list[float], row: list[float]) -> None:
    """Write what a net is told into `out`, seen by the seat to move; `row` is room for features."""
    ANSWERS[type(pos)]["inputs"](pos, out, row)


def fingerprint(pos: AnyPosition) -> int:
    """Return a hash of all that the seat to move can change in its turn, whatever the order."""
    return int(ANSWERS[type(pos)]["fingerprint"](pos))


def interrupts(pos: AnyPosition, action: int) -> bool:
    """Tell whether `action` shows its seat something hidden in the middle of its turn."""
    return bool(ANSWERS[type(pos)]["interrupts"](pos, action))


def blank(pos: AnyPosition, seat: int) -> None:
    """Hide in place what `seat` may not know (-1: a watcher)."""
    ANSWERS[type(pos)]["blank"](pos, seat)


def imagine(pos: AnyPosition, seat: int, dice: list[int]) -> None:
    """Fill in place what is hidden from `seat`, at random, consistently with all it knows."""
    ANSWERS[type(pos)]["imagine"](pos, seat, dice)


def policy_index(pos: AnyPosition, action: int) -> int:
    """Return the place of an action among the outputs of a policy: each legal one has its own."""
    return int(ANSWERS[type(pos)]["policy_index"](pos, action))


def observe(view: View, seat: int, out: list[int]) -> None:
    """Write what a network sees of the view of `seat` into `out`, which holds nothing but 0."""
    ANSWERS[type(view)]["observe"](view, seat, out)


def resolve(generic: Answer, overload: Callable[[Answer], Callable[[Answer], object]]) -> None:
    """Let compiled code call `generic`: the record type of its first argument chooses the game.

    `overload` is Numba's, for the machine that is compiled for.
    """

    def choose(*arguments: object) -> Answer | None:
        cls = RECORD_TYPES.get(arguments[0])
        if cls is None:
            return None
        answer = ANSWERS[cls].get(generic.__name__)
        if answer is None:
            return None

        def call(*arguments: object) -> object:
            return answer(*arguments)

        return call

    overload(generic)(choose)


GENERIC: Final[tuple[Answer, ...]] = (
    *(deal, is_over, to_move, legal_actions, apply, points, rank, features, fingerprint),
    *(interrupts, blank, imagine, policy_index, observe, inputs),
)
"""Everything that is asked of a game."""

if MACHINE != PLAIN:
    from numba.extending import overload

    for _generic in GENERIC:
        resolve(_generic, overload)
