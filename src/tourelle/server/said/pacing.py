"""What is said of a table's clock."""

from dataclasses import asdict

from tourelle.server.clock import now
from tourelle.server.protocol import ClockState, Pace
from tourelle.server.said import messages
from tourelle.tables.clocks import LOSES
from tourelle.tables.table import Table


def clock(table: Table, language: str) -> ClockState | None:
    """Return what every seat has left, now."""
    pace, at = pace_of(table), now()
    if table.clock is None or pace is None:
        return None
    return ClockState(
        pace=pace,
        late=late(pace, language),
        left=[table.left(seat, at) for seat in range(len(table.chairs))],
        running=table.ticking,
        paused=table.clock.paused,
        wanting=table.clock.wanting,
    )


def late(pace: Pace, language: str) -> str:
    """Return what happens to whoever has no time left, in a sentence."""
    if pace.late == LOSES:
        return messages.told(language, "clock.late.loses")
    bot = messages.bot_label(language, pace.late)
    return messages.told(language, f"clock.late.{pace.kind}", bot=bot)


def pace_of(table: Table) -> Pace | None:
    """Return how the clock of a table runs."""
    pace = table.opening.pace
    return Pace.model_validate(asdict(pace)) if pace else None
