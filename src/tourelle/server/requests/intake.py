"""What may be brought in: limits on records and options that come from anywhere."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from tourelle.core.records import Record
from tourelle.core.words import DocumentError, Param, Refusal
from tourelle.tables.troubles import TroubleError

OPTIONS: Final = 100
OPTION: Final = 4000
"""Characters of an option's value: boards are drawn in text."""
ACTION: Final = 200
SEATS: Final = 8
LONGEST: Final = 10 * 366 * 24 * 3600 * 1000
"""Milliseconds that a game may have lasted: ten years."""


def check_options(options: Mapping[str, Param]) -> None:
    """Refuse options that no game could mean."""
    texts = [value for value in (*options, *options.values()) if isinstance(value, str)]
    numbers = [value for value in options.values() if not isinstance(value, str)]
    if len(options) > OPTIONS or any(len(text) > OPTION for text in texts):
        raise TroubleError("too-long")
    if any(abs(number) >= 1 << 63 for number in numbers):
        raise TroubleError("too-long")


def check_record(record: Record, most: int) -> None:
    """Refuse a record that is longer than a table's journal, or whose times are none."""
    if len(record.actions) > most:
        raise TroubleError("record-too-long", most=most)
    check_options(record.options)
    if any(len(text) > ACTION for text in record.actions) or len(record.seats) > SEATS:
        raise TroubleError("too-long")
    times = (0, *record.times, LONGEST)
    if any(later < earlier for earlier, later in pairwise(times)):
        raise DocumentError(Refusal("record-bad-key", params={"key": "times"}))
