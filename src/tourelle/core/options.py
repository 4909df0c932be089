"""Option sets: what a game may be told before it starts, checked in one place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from tourelle.core.words import DocumentError, Param, Refusal

Options = Mapping[str, Param]


@dataclass(frozen=True)
class Option:
    """One option: its name, the clause that explains it, the values it takes, its default.

    `values` lists the choices; a whole-number option without a list takes `low` to `high`, and
    `offered` are those of them that are put to choice. `seats` says that the values are seats,
    `manners` that it is about the people around the board and no action is legal by it or not.
    """

    name: str
    clause: str
    default: Param
    values: tuple[Param, ...] = ()
    low: int = 0
    high: int = 0
    offered: tuple[int, ...] = ()
    seats: bool = False
    manners: bool = False

    def admits(self, value: object) -> bool:
        """Tell whether `value` is one of the choices, of the right type."""
        if self.values:
            return any(value == choice and type(value) is type(choice) for choice in self.values)
        return type(value) is int and self.low <= value <= self.high

    def on_offer(self) -> tuple[Param, ...]:
        """Return the values to choose from."""
        return self.values or self.offered or tuple(range(self.low, self.high + 1))

    def choices(self) -> str:
        """Return the choices as one line for a person."""
        return ", ".join(map(str, self.values)) if self.values else f"{self.low}-{self.high}"


def checked_options(known: tuple[Option, ...], given: object, clause: str) -> dict[str, Param]:
    """Return `given` as an option set, or refuse it naming option, value and choices."""
    if not isinstance(given, Mapping):
        raise DocumentError(Refusal("options-not-a-table", clause))
    by_name = {option.name: option for option in known}
    for name, value in given.items():
        option = by_name.get(name)
        if option is None:
            params = {"option": str(name), "known": ", ".join(by_name)}
            raise DocumentError(Refusal("unknown-option", clause, params))
        if not option.admits(value):
            params = {"option": name, "value": str(value), "choices": option.choices()}
            raise DocumentError(Refusal("bad-option-value", option.clause, params))
    return dict(given)


class BoardFiles(Protocol):
    """Boards that are data: those that come with a game, and what any other must be like."""

    def names(self) -> tuple[str, ...]:
        """Return the names of the boards that come with the game."""

    def source(self, name: str) -> str:
        """Return the text of one of them."""

    def checked(self, text: str) -> object:
        """Read the text of a board, or refuse it with a `DocumentError`."""

    def is_reconstruction(self, name: str) -> bool:
        """Tell whether a board is pieced together from what is known of it."""
