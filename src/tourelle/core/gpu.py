"""The same rules on a GPU: kernels may call every function that is compiled for a CPU.

numba-cuda compiles it once more, as a device function. It needs to be told of nothing but the
generic answers of a game, which are resolved by the type of a position as they are on a CPU.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from tourelle.core import kernel
from tourelle.core.compile import KERNELS, MACHINE, PLAIN, prepared_cache

DROPPED = (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid"))
"""Names that NumPy 2.5 dropped and numba-cuda still asks for, and what they are called now."""


class NoGpuError(RuntimeError):
    """There is no GPU that kernels could run on; says why."""


@cache
def cuda() -> Any:
    """Return Numba's `cuda`, ready for kernels that call the rules; or refuse with the reason."""
    if MACHINE == PLAIN:
        raise NoGpuError("a GPU runs compiled code: unset TOURELLE_PLAIN")
    for old, new in DROPPED:
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
    try:
        from numba import config, cuda
        from numba.cuda import extending
    except ImportError as trouble:
        raise NoGpuError(f"no numba-cuda: {trouble}") from trouble
    if not cuda.is_available():
        raise NoGpuError("no CUDA device was found, or numba-cuda is not installed")
    if not config.ENABLE_CUDASIM:
        for generic in kernel.GENERIC:
            kernel.resolve(generic, extending.overload)
    return cuda


def launched(function: Callable[..., None]) -> Any:
    """Compile `function` as a kernel of the GPU when it is first launched; keep it on disk."""
    folder = prepared_cache(KERNELS)
    _config().CACHE_DIR = folder
    return cuda().jit(cache=bool(folder))(function)


def _config() -> Any:
    """Return the settings that kernels are compiled by."""
    try:
        from numba.cuda.core import config
    except ImportError:  # the simulator that comes with Numba
        from numba import config
    return config


def unavailable() -> str:
    """Return why there is no GPU to run on, or nothing."""
    try:
        cuda()
    except Exception as trouble:  # whatever is broken in a driver, the answer is the same
        return str(trouble)
    return ""
