"""Why a table can't do what it is asked for, where no rule of the game is broken."""

from typing import Final


class TroubleError(Exception):
    """A wish that can't be granted; nothing was changed. `reason` names its sentence."""

    def __init__(self, reason: str, **params: object) -> None:
        """Keep what the sentence needs."""
        super().__init__(reason)
        self.reason: Final = reason
        self.params: Final = params
