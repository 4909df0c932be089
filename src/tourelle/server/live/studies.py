"""Positions that live in no table: set up for one answer, forgotten after it."""

from collections.abc import Callable, Hashable, Sequence
from typing import Final, TypeVar

from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.records import Player, Record, ReplayError
from tourelle.core.words import RefusedError
from tourelle.games import game_of
from tourelle.server.said import messages
from tourelle.server.said.chronicle import Chronicle
from tourelle.tables.entries import HERE, Chair, Opening
from tourelle.tables.naming import plain_name
from tourelle.tables.table import Table

T = TypeVar("T")
NAME: Final = "study"
PERSON: Final = "person"


class Study:
    """A table that nobody sits at: every seat belongs to whoever asks."""

    damage: Final = None
    is_aside: Final = False
    watchers: Final = 0
    chat: Final = False
    watching: Final[list[str]] = []

    def __init__(self, table: Table) -> None:
        """Take the table, with everything played."""
        self.table: Final = table
        self.chronicle: Final = Chronicle(table)

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return something made from the only state there is."""
        del key
        return make()

    def connected(self, seat: int) -> bool:
        """Tell that somebody is there."""
        del seat
        return True


def opened(game: AnyGame) -> Study:
    """Return the study of a game of which nothing has been played."""
    return Study(Table(_opening(game, (), 0, ""), game))


def from_position(game: AnyGame, position: AnyPosition, actions: Sequence[str]) -> Study:
    """Return the study of a position after some actions, or refuse the first that is illegal."""
    table = Table(_opening(game, (), 0, ""), game, position)
    _play(table, actions, ())
    return Study(table)


def from_record(record: Record, at: int | None, actions: Sequence[str], language: str) -> Study:
    """Return the study of a record's game after `at` of its actions, and some actions more."""
    game = game_of(record.game, record.options, record.rules)
    table = Table(_opening(game, record.seats, record.seed, language), game)
    _play(table, [*record.actions[:at], *actions], record.times)
    return Study(table)


def _opening(game: AnyGame, players: Sequence[Player], seed: int, language: str) -> Opening:
    """Return how the table of a study is opened."""
    known = [*players, *[Player()] * game.seats][: game.seats]
    chairs = [Chair(HERE, _name(player, language), taken=True) for player in known]
    return Opening(NAME, game.title, game.rules, game.options, seed, "", tuple(chairs), at=0)


def _name(player: Player, language: str) -> str:
    """Return what to call who sat at a seat; bots have the name that is known of them."""
    if name := plain_name(player.name):
        return name
    return "" if player.kind == PERSON else messages.bot_label(language, player.kind)


def _play(table: Table, actions: Sequence[str], times: Sequence[int]) -> None:
    """Play actions one after another; where one before the last is refused, say which."""
    for number, text in enumerate(actions, 1):
        at = times[number - 1] if number <= len(times) else 0
        try:
            entries = table.submit(table.number, table.to_move or 0, text, at)
        except RefusedError as error:
            if number == len(actions):
                raise
            raise ReplayError(number, text, error.refusal) from error
        for entry in entries:
            table.take(entry)
