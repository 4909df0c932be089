"""The clock of a table: what its entries leave each seat to think with.

Time passes between entries alone, so a rebuilt table has the very same clock. It runs for the
person whose turn it is: not while somebody is missing, in a pause, or where a bot plays.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LIVE: Final = "live"
TURNS: Final = "turns"
LOSES: Final = "loses"
"""What `late` says where no bot takes over."""

OUT: Final = "out"
WANTS: Final = "wants"
PAUSE: Final = "pause"
GO: Final = "go"
STOOD: Final = "stood"
HAPPENINGS: Final = (OUT, WANTS, PAUSE, GO, STOOD)
"""Time is out; a pause is wished for; it begins; it ends, or is not wished; the server was away."""


@dataclass(frozen=True)
class Pace:
    """How fast a table plays: seconds for the game (`live`) or for each turn (`turns`).

    `increment` seconds come on top with every turn that is over. `late` names the bot that plays on
    for whoever runs out of time, or says that they lose.
    """

    kind: str
    time: int
    increment: int = 0
    late: str = LOSES


class Clock:
    """What is left to each seat, in milliseconds, and whether it runs."""

    def __init__(self, pace: Pace, seats: int, at: int) -> None:
        """Give everybody their time."""
        self.pace: Final = pace
        self.left: Final = [1000 * pace.time] * seats
        self.since = at
        """Up to when time has been counted."""
        self.paused = False
        self.wanting: list[int] = []
        """The seats that wish for a pause."""
        self.out: Final[set[int]] = set()

    def count(self, seat: int | None, at: int) -> None:
        """Let time pass, of `seat` if the clock runs for one."""
        if seat is not None:
            self.left[seat] = max(0, self.left[seat] - max(0, at - self.since))
        self.since = max(self.since, at)

    def pass_on(self, seat: int | None, following: int | None, *, played: bool) -> None:
        """Let the turn go from one seat to another; `played`: by an action, not by an undo."""
        if following is not None and self.pace.kind == TURNS:
            self.left[following] = 1000 * self.pace.time
        elif seat is not None and played:
            self.left[seat] += 1000 * self.pace.increment

    def happen(self, seat: int, data: Mapping[str, object]) -> None:
        """Let something happen to the clock itself."""
        match data["what"]:
            case "out":
                self.out.add(seat)
                self.left[seat] = 0
            case "wants":
                self.wanting = [*self.wanting, seat]
            case "pause":
                self.paused, self.wanting = True, []
            case "go":
                self.paused, self.wanting = False, []
