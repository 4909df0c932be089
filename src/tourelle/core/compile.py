"""The compile switch: the only place that knows on which machine the rules run.

The same functions run in three ways, chosen once, before anything else is imported:

- `plain`: undecorated Python, the debuggable reference (`TOURELLE_PLAIN=1`);
- `cpu`: compiled by Numba, cached on disk (the default);
- `gpu`: compiled by numba-cuda as device functions (`TOURELLE_MACHINE=gpu`).

Numba's own cache sees edits of one file only, so the cache lives in a folder named after a hash of
all the sources that are compiled: an edit anywhere starts a new folder.
"""

import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., object])

PLAIN: Final = "plain"
CPU: Final = "cpu"
GPU: Final = "gpu"

COMPILED_ROOMS: Final = ("core", "games", "search")
CACHES_KEPT: Final = 3


def _chosen_machine() -> str:
    """Return the machine that the environment asks for."""
    if os.environ.get("TOURELLE_PLAIN", "") not in ("", "0"):
        return PLAIN
    machine = os.environ.get("TOURELLE_MACHINE", CPU)
    if machine not in (PLAIN, CPU, GPU):
        raise SystemExit(f"TOURELLE_MACHINE is {machine!r}; it must be plain, cpu or gpu")
    return machine


MACHINE: Final = _chosen_machine()


def sources_hash() -> str:
    """Return a name for exactly these sources on exactly this interpreter."""
    digest = hashlib.sha256()
    package = Path(__file__).resolve().parent.parent
    for room in COMPILED_ROOMS:
        for source in sorted((package / room).rglob("*.py")):
            digest.update(str(source.relative_to(package)).encode() + b"\0" + source.read_bytes())
    digest.update(f"{sys.version} {np.__version__} {platform.machine()}".encode())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Return the folder under which compiled code is kept for this user."""
    if chosen := os.environ.get("TOURELLE_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "tourelle" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tourelle"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tourelle"


def cache_folder() -> Path:
    """Return the folder of code compiled from these very sources; it may not exist yet."""
    return cache_root() / f"compiled-{sources_hash()}"


def _prepare_cache() -> None:
    """Point Numba at the cache folder and drop the folders of long-gone sources."""
    import numba

    folder = cache_folder()
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
            older = sorted(
                folder.parent.glob("compiled-*"),
                key=lambda path: path.stat().st_mtime,
                reverse=True,
            )
            for stale in older[CACHES_KEPT:]:
                shutil.rmtree(stale, ignore_errors=True)
    except OSError as trouble:
        print(
            f"tourelle: no place to keep compiled code ({trouble}); set TOURELLE_CACHE",
            file=sys.stderr,
        )
        return
    numba.config.CACHE_DIR = str(folder)


if MACHINE == PLAIN:

    def compiled(function: F) -> F:
        """Leave `function` as it is."""
        return function

elif MACHINE == CPU:
    import numba

    _prepare_cache()

    def compiled(function: F) -> F:
        """Compile `function` for the CPU when it is first called, and keep the result on disk."""
        jitted = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        return cast(F, jitted)

else:
    for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, _old):  # numba-cuda still asks for names that NumPy 2.5 dropped
            setattr(np, _old, getattr(np, _new))
    from numba import cuda

    def compiled(function: F) -> F:
        """Compile `function` as a device function of the GPU."""
        return cast(F, cuda.jit(device=True)(function))


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


def taken(out: list[int], count: int) -> list[int]:
    """Return the first `count` numbers of a buffer as ordinary Python numbers."""
    return [int(number) for number in out[:count]]
