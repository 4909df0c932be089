"""What can go wrong with a journal."""

from typing import Final, NamedTuple


class JournalError(Exception):
    """The journal could not keep or read something; nothing of it was kept."""


class BehindError(JournalError):
    """A line can't follow the last one: somebody else has appended meanwhile."""


class StartError(JournalError):
    """A journal can't be opened; `reason` names the sentence, `params` fills it."""

    def __init__(self, reason: str, **params: object) -> None:
        """Keep what the sentence needs."""
        super().__init__(f"{reason} {params}")
        self.reason: Final = reason
        self.params: Final = params


CHANGED: Final = "changed"
"""A line is not the one that was written."""
MISSING: Final = "missing"
"""A line is not there, though later ones are, or its table is known."""
UNREADABLE: Final = "unreadable"
"""The file can't be read where a line should be."""
SHORTENED: Final = "shortened"
"""The last lines are gone: fewer are there than were written."""
ILLEGAL: Final = "illegal"
"""A line says what can't have happened."""
SHELF: Final = "shelf"
"""Every line is there; where the table is listed is not known."""


class Damage(NamedTuple):
    """What is wrong with a table: the number of the first line it concerns, and how."""

    number: int
    kind: str

    @property
    def ends_play(self) -> bool:
        """Tell whether the table is set aside: read up to the damage, and nothing more happens."""
        return self.kind not in (SHORTENED, SHELF)
