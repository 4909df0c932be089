"""The ideas a bot can be made of, as settings of the search, title by title."""

from dataclasses import replace
from typing import Final

from tourelle.bots.thinking import Settings

TURN: Final = {
    "torres": Settings(width=24, arms=8, worlds=3, crowd=32),
    "blox": Settings(width=8, arms=32, worlds=4),
    "castellan": Settings(width=32, arms=8, worlds=1),
}
"""The beam alone, at a few milliseconds a turn."""

DEEP: Final = {
    "torres": Settings(
        width=2048,
        arms=12,
        alike=2,
        crowd=32,
        worlds=1,
        rounds=50,
        reply_width=8,
        trust=1.0,
        seconds=1.0,
    ),
    "blox": Settings(
        width=8, arms=32, alike=2, worlds=4, rounds=50, reply_turns=24, sharpness=3.0, seconds=1.0
    ),
    "castellan": Settings(
        width=512, arms=24, worlds=1, rounds=50, reply_width=10, trust=1.0, seconds=1.0
    ),
}
"""The tree of turns, at a second a turn."""

REPLY: Final = {title: replace(settings, rounds=1) for title, settings in DEEP.items()}
"""The beam, and the answers of the others to its best turns."""
