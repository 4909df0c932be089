"""The compile switch: the only place that knows on which machine the rules run.

The same functions run in two ways, chosen once, before anything else is imported:

- `plain`: undecorated Python, the debuggable reference (`TOURELLE_PLAIN=1`);
- `cpu`: compiled by Numba, cached on disk (the default).

What is compiled for a CPU, kernels of a GPU may call as it is: see `core/gpu.py`.

Numba's own cache sees edits of one file only, so compiled code lives in folders named after a hash
of all the sources it comes from: an edit starts a new folder.
"""

import hashlib
import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, cast, overload

import numpy as np

from tourelle.core import plugins
from tourelle.core.folders import user_folder
from tourelle.core.words import Action

F = TypeVar("F", bound=Callable[..., object])
N = TypeVar("N", int, float)

PLAIN: Final = "plain"
CPU: Final = "cpu"

CACHES_KEPT: Final = 4
"""How many generations of compiled code are kept on disk."""


def _chosen_machine() -> str:
    """Return the machine that the environment asks for."""
    return CPU if os.environ.get("TOURELLE_PLAIN", "") in ("", "0") else PLAIN


MACHINE: Final = _chosen_machine()
SHARED: Final = "shared"
KERNELS: Final = "gpu"
"""What is compiled for a GPU: kernels of batches, with the rules in them."""
OURS: Final = "tourelle.games."


def group_of(module: str) -> str:
    """Return the name under which a module's compiled code is kept: its game's, or `shared`.

    A game is compiled from `core` and its own package alone, so an edit in one game leaves the
    others' code in place. What every game shares is compiled for each of them: any edit counts.
    """
    for package in _packages():
        if module == package or module.startswith(f"{package}."):
            return package.removeprefix(OURS)
    return SHARED


@cache
def _packages() -> tuple[str, ...]:
    """Return the packages of all installed games."""
    modules = [entry.module for entry in plugins.entries(plugins.GAMES).values()]
    return tuple(sorted(module if _folders(module) else _above(module) for module in modules))


def _above(module: str) -> str:
    """Return the package that a module lies in; a module on its own is one."""
    return module.rpartition(".")[0] or module


def _folders(package: str) -> list[Path]:
    """Return where a package lies; nothing of it is imported, for it may be on its way in."""
    top, *rest = package.split(".")
    spec = find_spec(top)
    places = [] if spec is None else spec.submodule_search_locations or []
    found = [Path(place, *rest) for place in places]
    return [folder for folder in found if folder.is_dir()]


def _sources(package: str) -> list[Path]:
    """Return the files of a package, or the one file of a module on its own."""
    folders = _folders(package)
    if folders:
        return sorted(source for folder in folders for source in folder.rglob("*.py"))
    spec = find_spec(package.partition(".")[0])
    return [Path(spec.origin)] if spec and spec.origin else []


@cache
def sources_hash(group: str) -> str:
    """Return a name for exactly the sources of a group on exactly this interpreter."""
    packages = ["tourelle.core"]
    if group in (SHARED, KERNELS):
        packages += ["tourelle.search", *_packages()]
        packages += ["tourelle.batch"] if group == KERNELS else []
    else:
        packages += [package for package in _packages() if package.removeprefix(OURS) == group]
    digest = hashlib.sha256()
    for package in packages:
        for source in _sources(package):
            digest.update(f"{package} {source.name}\0".encode() + source.read_bytes())
    digest.update(f"{sys.version} {np.__version__} {platform.machine()}".encode())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Return the folder under which compiled code is kept for this user."""
    chosen = os.environ.get("TOURELLE_CACHE")
    return Path(chosen) if chosen else user_folder("cache")


def cache_folder(group: str = SHARED) -> Path:
    """Return the folder of code compiled from these very sources; it may not exist yet."""
    return cache_root() / f"{group}-{sources_hash(group)}"


@cache
def prepared_cache(group: str) -> str:
    """Make the folder for a group's compiled code, drop those of long-gone sources; return it."""
    folder = cache_folder(group)
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
            older = sorted(folder.parent.glob(f"{group}-*"), key=_age)
            for stale in older[CACHES_KEPT:]:
                shutil.rmtree(stale, ignore_errors=True)
    except OSError as trouble:
        print(
            f"tourelle: {trouble}: compiled code is not kept; see TOURELLE_CACHE", file=sys.stderr
        )
        return ""
    return str(folder)


def _age(folder: Path) -> float:
    """Return a number that is smaller the newer a folder is."""
    try:
        return -folder.stat().st_mtime
    except OSError:  # somebody else has just removed it
        return 0.0


class AllocationError(TypeError):
    """A compiled function makes an array, a list, a dict or a text; says which one, and where."""

    def __init__(self, function: Callable[..., object], trouble: str) -> None:
        """Name the function and, from what Numba says about it, the line."""
        code = function.__code__
        lines = re.findall(rf"{re.escape(code.co_filename)} \((\d+)\)", trouble)
        where = f"{code.co_filename}:{lines[0] if lines else code.co_firstlineno}"
        super().__init__(
            f"{function.__module__}.{function.__qualname__} ({where}) makes an array, a list, a "
            "dict or a text, and compiled rules make none. Write into what is given (`out`), keep "
            "it as a field of the position, or as a constant `table` of the module."
        )


if MACHINE == PLAIN:

    def compiled(function: F) -> F:
        """Leave `function` as it is."""
        return function

    inlined = compiled

else:
    import numba

    COUNTING: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy"}
    # Kernels make no arrays, they are given them: nothing is to be counted, and counting who still
    # holds an array (`_nrt`) took the search up to half its time.
    HOW: Final[dict[str, Any]] = {**COUNTING, "_nrt": False}

    def compiled(function: F) -> F:
        """Compile `function` for the CPU when it is first called, and keep the result on disk."""
        folder = prepared_cache(group_of(function.__module__))
        numba.config.CACHE_DIR = folder
        kernel = numba.njit(cache=bool(folder), **HOW)(function)
        kernel.compile = partial(_compile, kernel, kernel.compile)
        return cast(F, kernel)

    def _compile(kernel: Any, compile_for: Callable[[object], object], types: object) -> object:
        """Compile a kernel for arguments of some types; what makes arrays is told so by name."""
        try:
            return compile_for(types)
        except numba.core.errors.NumbaError as trouble:
            try:
                numba.njit(**COUNTING)(kernel.py_func).compile(types)
            except numba.core.errors.NumbaError:
                raise trouble from None  # something else is wrong with it
            raise AllocationError(kernel.py_func, str(trouble)) from trouble

    def inlined(function: F) -> F:
        """Compile `function` as a part of its callers, never by itself.

        Whatever a compiled function calls is optimised again together with it: a chain of large
        functions is compiled in a fraction of the time when only its head stands alone.
        """
        return cast(F, numba.njit(inline="always", **HOW)(function))


def table(values: Sequence[int]) -> Sequence[int]:
    """Return a constant table that compiled code may index with a variable."""
    if MACHINE == PLAIN:
        return tuple(values)
    return cast(Sequence[int], np.array(values, dtype=np.int64))


def buffer(size: int) -> list[int]:
    """Return room for `size` whole numbers, the way kernels want it: an array, or a plain list."""
    if MACHINE == PLAIN:
        return [0] * size
    return cast(list[int], np.zeros(size, dtype=np.int64))


def row_of(numbers: Sequence[int]) -> list[int]:
    """Return whole numbers the way kernels want them."""
    row = buffer(len(numbers))
    row[:] = numbers
    return row


class Rows(Protocol[N]):
    """Rows of numbers, as kernels ask for them: `rows[i, k]`, or a whole row `rows[i]`."""

    def __len__(self) -> int:
        """Return how many rows there are."""

    @overload
    def __getitem__(self, place: int, /) -> list[N]: ...
    @overload
    def __getitem__(self, place: tuple[int, int], /) -> N: ...

    def __setitem__(self, place: tuple[int, int], number: N, /) -> None:
        """Write one number."""


def floats(size: int, kind: type[np.floating] = np.float64) -> list[float]:
    """Return room for `size` numbers with a point, as compiled code wants it."""
    return cast(list[float], np.zeros(size, kind))


def rows(count: int, size: int) -> Rows[int]:
    """Return room for rows of whole numbers, as compiled code wants it."""
    return cast(Rows[int], np.zeros((count, size), np.int64))


def float_rows(count: int, size: int, kind: type[np.floating] = np.float64) -> Rows[float]:
    """Return room for rows of numbers with a point, as compiled code wants it."""
    return cast(Rows[float], np.zeros((count, size), kind))


def scratch(size: int) -> list[int]:
    """Return room for `size` whole numbers that hold anything until they are written."""
    return [0] * size if MACHINE == PLAIN else cast(list[int], np.empty(size, dtype=np.int64))


def taken(out: list[int], count: int) -> list[Action]:
    """Return the first `count` actions of a buffer as ordinary Python numbers."""
    return out[:count] if MACHINE == PLAIN else out[:count].tolist()  # type: ignore[return-value,attr-defined]
