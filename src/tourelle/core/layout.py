"""Positions as fixed-size records: one class declares the fields, every machine gets its own form.

    @layout
    class Position:
        scores: list[int] = field("i2", 4)
        to_move: int = field("i1")

Compiled, a position is one NumPy record, so a copy is a memcpy and its bytes are its identity.
Plain, it is a small object with Python numbers and lists of the same names. `to_bytes` is the same
for both.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from operator import itemgetter
from struct import Struct
from typing import Any, Final, NamedTuple, TypeVar, cast

import numpy as np

from tourelle.core.compile import MACHINE, PLAIN

T = TypeVar("T")

AnyPosition = Any
"""A position of whichever title: a record, or a plain object, with the fields of its game."""

View = AnyPosition
"""A position as one seat may see it, or a watcher: what it may not know is blanked."""

Cells = Sequence[AnyPosition]
"""What holds one position and nothing else, at place 0: the array it lies in, or a tuple."""

bytes_of: Final = np.void.tobytes
kind_of: Final[Callable[[object], np.dtype[np.void]]] = cast(Any, np.void.dtype).__get__
base_of: Final[Callable[[object], Any]] = cast(Any, np.void.base).__get__
"""Asked for past the record's own search for a field of that name, which takes longer."""

LAYOUTS: Final[dict[type, np.dtype[np.void]]] = {}
CLASSES: Final[dict[np.dtype[np.void], type]] = {}
SHAPES: Final[dict[type, tuple[tuple[str, int], ...]]] = {}
READERS: Final[dict[type, Struct]] = {}
"""How the bytes of a position are read as ordinary numbers, one after the other."""
INTEGERS: Final = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I"}
CODES: Final = {**INTEGERS, "i8": "q", "u8": "Q", "f4": "f", "f8": "d", "b1": "?"}
"""What `struct` calls the kinds of NumPy."""


class Field(NamedTuple):
    """A number (`size` 0) or a row of numbers of one NumPy kind."""

    kind: str
    size: int


def field(kind: str, size: int = 0) -> Any:
    """Declare a field of a position; `kind` is a NumPy code such as `i8`."""
    return Field(kind, size)


def layout(cls: type[T]) -> type[T]:
    """Read the fields that `cls` declares and give them one memory layout."""
    fields = [(name, spec) for name, spec in vars(cls).items() if isinstance(spec, Field)]
    for name, _ in fields:
        if hasattr(np.void, name):
            raise TypeError(f"{cls.__name__}.{name}: NumPy records have a method of that name")
    columns: list[Any] = [(n, f.kind, (f.size,)) if f.size else (n, f.kind) for n, f in fields]
    names = tuple((name, spec.size) for name, spec in fields)
    body = {"__slots__": tuple(name for name, _ in fields), "__doc__": cls.__doc__}
    shaped = cast(type[T], type(cls.__name__, (), {**body, "__module__": cls.__module__}))
    LAYOUTS[shaped] = _with_attributes(shaped, _without_gaps(cls.__name__, columns))
    CLASSES[LAYOUTS[shaped]] = shaped
    SHAPES[shaped] = names
    kinds = (np.dtype(spec.kind).str[1:] for _, spec in fields)
    sizes = (spec.size or 1 for _, spec in fields)
    READERS[shaped] = Struct(
        "=" + "".join(f"{n}{CODES[k]}" for n, k in zip(sizes, kinds, strict=True))
    )
    return shaped


def _without_gaps(name: str, columns: list[Any]) -> np.dtype[np.void]:
    """Return the record type with the rest at its end named: no copy keeps bytes without a name."""
    aligned = np.dtype(columns, align=True)
    rest = aligned.itemsize - np.dtype(columns).itemsize
    if rest:
        aligned = np.dtype([*columns, ("rest", "i1", (rest,))], align=True)
    if aligned.itemsize != np.dtype(columns).itemsize + rest:
        raise TypeError(f"{name}: declare larger kinds first, so that no gaps lie between fields")
    return aligned


def _with_attributes(cls: type, fields: np.dtype[np.void]) -> np.dtype[np.void]:
    """Return the record type whose fields are attributes; `np.record` looks six times as long.

    It is found as `Position.Record`, so that positions can be pickled.
    """
    found = {each: property(itemgetter(each), partial(_write, each)) for each in fields.names or ()}
    body = {"__slots__": (), "__module__": cls.__module__, "__qualname__": f"{cls.__name__}.Record"}
    record = type("Record", (np.void,), {**body, **found})
    cls.Record = record  # type: ignore[attr-defined]
    return np.dtype((record, fields))


def _write(name: str, record: np.void, value: Any) -> None:
    """Write a field of a record."""
    record[name] = value


def dtype_of(cls: type) -> np.dtype[np.void]:
    """Return the NumPy record type of a position class."""
    return LAYOUTS[cls]


def new(cls: type[T]) -> T:
    """Return a position with every field zero."""
    if MACHINE != PLAIN:
        return cast(T, _held(LAYOUTS[cls], bytes(LAYOUTS[cls].itemsize))[0])
    position = cls()
    for name, size in SHAPES[cls]:
        setattr(position, name, [0] * size if size else 0)
    return position


def positions(cls: type, count: int) -> list[AnyPosition]:
    """Return room for so many positions of a class, as compiled code wants it."""
    return cast(list[AnyPosition], np.zeros(count, LAYOUTS[cls]))


def copy(position: T) -> T:
    """Return an independent position, equal to this one."""
    if isinstance(position, np.void):
        return cast(T, _held(kind_of(position), bytes_of(position))[0])
    twin = type(position)()
    for name, size in SHAPES[type(position)]:
        value = getattr(position, name)
        setattr(twin, name, list(value) if size else value)
    return twin


def _held(kind: np.dtype[np.void], data: bytes | bytearray) -> Cells:
    """Return cells of their own with these bytes: 30 times as quick as a copy of the array."""
    return cast(Cells, np.ndarray(1, kind, bytearray(data)))


def cells(position: object) -> Cells:
    """Return what holds a position and nothing else; `cells(position)[0]` is that very position."""
    if not isinstance(position, np.void):
        return (position,)
    base = base_of(position)
    if isinstance(base, np.ndarray) and base.shape == (1,):
        return cast(Cells, base)
    raise ValueError("a position out of an array of several is copied before it is handed over")


def copied(held: Cells) -> Cells:
    """Return the cells of an independent position, equal to the one in `held`."""
    if not isinstance(held, np.ndarray):
        return (copy(held[0]),)
    memory: Any = held.base  # of one that was copied or pickled as a whole it is something else
    return _held(held.dtype, memory if type(memory) is bytearray else held.tobytes())


def unpacked(position: T) -> T:
    """Return a position for reading in Python: ordinary numbers and lists, quick to ask for.

    Compiled code can't take it. Look, don't change: whoever asks for an equal one gets the same.
    """
    if not isinstance(position, np.void):
        return position
    return cast(T, _unpacked(kind_of(position), bytes_of(position)))


@lru_cache(maxsize=256)
def _unpacked(kind: np.dtype[np.void], data: bytes) -> AnyPosition:
    """Return the position with these bytes in ordinary numbers; several readers share it."""
    cls = CLASSES[kind]
    return _filled(cls(), READERS[cls].unpack_from(data))


def _filled(plain: AnyPosition, numbers: Sequence[int]) -> AnyPosition:
    """Return a plain position whose fields hold these numbers, in order."""
    place = 0
    for name, size in SHAPES[type(plain)]:
        setattr(plain, name, list(numbers[place : place + size]) if size else numbers[place])
        place += size or 1
    return plain


def alike(one: AnyPosition, other: AnyPosition, name: str) -> bool:
    """Tell whether a field of two positions of a class holds the same."""
    if not isinstance(one, np.void):
        return bool(getattr(one, name) == getattr(other, name))
    kind, place = cast(Any, kind_of(one).fields)[name][:2]
    end = place + kind.itemsize
    return bytes_of(one)[place:end] == bytes_of(other)[place:end]


def to_bytes(position: object) -> bytes:
    """Return the bytes that identify a position, the same on every machine."""
    if isinstance(position, np.void):
        return position.tobytes()
    record = np.zeros(1, LAYOUTS[type(position)])
    for name, _ in SHAPES[type(position)]:
        record[name][0] = getattr(position, name)
    return record.tobytes()


def from_bytes(cls: type[T], data: bytes) -> T:
    """Return the position that these bytes identify."""
    if len(data) != LAYOUTS[cls].itemsize:
        raise ValueError(f"{len(data)} bytes are no {cls.__name__} of {LAYOUTS[cls].itemsize}")
    if MACHINE == PLAIN:
        return cast(T, _filled(cls(), READERS[cls].unpack_from(data)))
    return cast(T, _held(LAYOUTS[cls], data)[0])
