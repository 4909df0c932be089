"""Processes that play side by side, and what is said where a system can't start them."""

from collections.abc import Iterator
from contextlib import contextmanager

from tourelle.core.words import DocumentError, Refusal


@contextmanager
def starting_processes() -> Iterator[None]:
    """Refuse by name what keeps processes from being started: no file of the match is to blame."""
    try:
        yield
    except (OSError, ImportError, NotImplementedError) as trouble:
        what = trouble.strerror if isinstance(trouble, OSError) else None
        raise DocumentError(
            Refusal("arena-no-processes", params={"trouble": what or str(trouble)})
        ) from trouble
