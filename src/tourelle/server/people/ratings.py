"""Ratings of people, title by title: openskill as in the arena, with bots as fixed marks."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Self

from tourelle.arena.skill import UNKNOWN, Skill
from tourelle.bots.levels import level_of
from tourelle.tables.entries import ACTION, HERE, SEAT, UNDO, Chair
from tourelle.tables.table import Table

MIDDLE: Final = 5
STEP: Final = 3.6
"""What lies between two levels of bots: about 65 games of 100, the middle of what was measured."""
SURE: Final = 1.0
"""How unsure the place of a level is; games of people don't move it."""
SCALE: Final = 30.0
BASE: Final = 1500.0
"""A step of 100 points is, as in chess, about 64 games of 100."""


def bot_skill(bot: str) -> Skill:
    """Return what is believed of a bot: its level says it; of others nothing is known."""
    level = level_of(bot)
    return UNKNOWN if level is None else Skill(UNKNOWN.mu + STEP * (level - MIDDLE), SURE)


def shown(skill: Skill) -> tuple[int, int]:
    """Return a rating as people read it, and how far it may be off."""
    return round(BASE + SCALE * (skill.mu - UNKNOWN.mu)), round(SCALE * skill.sigma)


@dataclass
class Tally:
    """Games against one kind of opponents."""

    games: int = 0
    won: int = 0
    points: int = 0


@dataclass
class Standing:
    """What a player has reached in one title."""

    mu: float = UNKNOWN.mu
    sigma: float = UNKNOWN.sigma
    rated: int = 0
    best: int | None = None
    bots: Tally = field(default_factory=Tally)
    people: Tally = field(default_factory=Tally)

    @classmethod
    def read(cls, kept: dict[str, Any]) -> Self:
        """Return a standing that was kept."""
        bots, people = Tally(**kept.pop("bots")), Tally(**kept.pop("people"))
        return cls(bots=bots, people=people, **kept)

    @property
    def skill(self) -> Skill:
        """Return what is believed of the player."""
        return Skill(self.mu, self.sigma)

    def learn(self, skill: Skill) -> None:
        """Take what a rated game has taught."""
        self.mu, self.sigma = skill.mu, skill.sigma
        self.rated += 1

    def count(self, points: int, *, won: bool, people: bool) -> None:
        """Count one more game; where a person sat opposite, it was one against people."""
        tally = self.people if people else self.bots
        tally.games += 1
        tally.won += won
        tally.points += points
        self.best = points if self.best is None else max(self.best, points)

    def to_json(self) -> dict[str, Any]:
        """Return what is kept."""
        return asdict(self)


def why_unrated(table: Table, players: Sequence[str], *, helped: bool) -> str | None:
    """Return why a finished game moves nobody's rating; None where it does."""
    if table.given is not None:
        return "imported"
    if helped:
        return "hint"
    if sum(chair.kind == HERE for chair in table.opening.chairs) > 1:
        return "one-screen"
    if len(set(players)) < len(players):
        return "alone"
    for entry in table.entries:
        if entry.kind == SEAT and (entry.data.get("bot") or entry.data.get("token")):
            return "bot-played"
    return "taken-back" if _took_others_back(table) else None


def _took_others_back(table: Table) -> bool:
    """Tell whether an undo took back what others had played, bots among them."""
    standing: list[int] = []
    for entry in table.entries:
        if entry.kind == ACTION:
            standing.append(entry.seat or 0)
        elif entry.kind == UNDO:
            if {*standing[entry.data["to"] :]} - {entry.seat}:
                return True
            del standing[entry.data["to"] :]
    return False


def sat(chairs: Sequence[Chair]) -> list[bool]:
    """Return at which seats people played, in the end."""
    return [chair.personal and chair.bot is None for chair in chairs]
