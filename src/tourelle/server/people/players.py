"""Players: which seats are theirs, what became of their games, how good they are.

Cards, by the hash of a player's key: `profile`, `standing` (one a title), `game` (one a seat, named
TABLE.SEAT). Cards by the table: `sitting` (whose a seat is), `helped`, `settled`. A game is settled
once: the ratings of all at a table change in one commit, or none does.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from tourelle.arena.skill import UNKNOWN, Skill, places, taught
from tourelle.core.words import Outcome
from tourelle.server.clock import now
from tourelle.server.live.rooms import Room
from tourelle.server.people.keys import Player
from tourelle.server.people.ratings import Standing, bot_skill, sat, shown, why_unrated
from tourelle.server.protocol.you import Profile
from tourelle.store.cards import NOTHING, Card, Place, Seen
from tourelle.store.journal import Journal
from tourelle.store.troubles import JournalError
from tourelle.tables.naming import plain_name
from tourelle.tables.table import Table
from tourelle.tables.troubles import TroubleError

PROFILE: Final = "profile"
STANDING: Final = "standing"
GAME: Final = "game"
SITTING: Final = "sitting"
HELPED: Final = "helped"
SETTLED: Final = "settled"
ADOPTED: Final = "adopted"
MOST_GAMES: Final = 5000
"""Games kept in a player's list; the earliest go."""

log = logging.getLogger("tourelle.server")


@dataclass
class ListedGame:
    """A game as its player's list keeps it; from `ended` on once it is settled."""

    table: str
    seat: int
    game: str
    opened: int
    salt: str = ""
    hidden: bool = False
    ended: int | None = None
    names: Sequence[str] = ()
    bots: Sequence[str | None] = ()
    points: Sequence[int] = ()
    winners: Sequence[int] = ()
    place: int | None = None
    unrated: str | None = None
    rating: int | None = None
    change: int | None = None

    @property
    def name(self) -> str:
        """Return by what its card is known."""
        return f"{self.table}.{self.seat}"

    def end(self, table: Table, outcome: Outcome, unrated: str | None) -> None:
        """Write down how it ended."""
        self.ended, self.unrated = table.changed, unrated
        self.place = places(outcome)[self.seat]
        self.points, self.winners = outcome.points, outcome.winners
        self.names = [plain_name(chair.name) for chair in table.chairs]
        self.bots = [chair.bot for chair in table.chairs]

    def card(self, player: str) -> Card:
        """Return what is kept."""
        return Card(GAME, player, self.name, json.dumps(asdict(self), ensure_ascii=False), now())


def _standing(kept: str | None) -> Standing:
    """Return a standing as it is kept; of somebody new nothing is."""
    return Standing() if kept is None else Standing.read(json.loads(kept))


class Players:
    """Everybody who has played here with a key of their own."""

    def __init__(self, journal: Journal) -> None:
        """Take where cards are kept."""
        self._journal: Final = journal
        self._settled: Final = set[str]()
        self._tasks: Final = set[asyncio.Task[None]]()
        self._one_by_one: Final = asyncio.Lock()

    # ------------------------------------------------------------ who sits where

    async def sit(self, player: str, table: Table, seat: int, salt: str) -> None:
        """Keep that a seat is a player's; nothing where it is already somebody's."""
        played = ListedGame(table.opening.table, seat, table.game.title, table.opening.at, salt)
        if (outcome := table.outcome) is not None:
            played.end(table, outcome, ADOPTED)
        text = json.dumps({"player": player, "salt": salt})
        first = Card(SITTING, played.table, str(seat), text, now())
        known = await asyncio.to_thread(self._journal.cards, GAME, player)
        over = sorted(known, key=lambda card: card.changed)[: max(0, len(known) + 1 - MOST_GAMES)]
        await self._journal.keep([played.card(player)], [card.place for card in over], first=first)

    async def sit_again(self, table: str, again: Table) -> None:
        """Keep who sits at a rematch, where everybody has moved on by one seat."""
        count = len(again.chairs)
        for seat, (player, salt) in self.sitting(table).items():
            await self.sit(player, again, (seat - 1) % count, salt)

    async def stand_up(self, table: str, seat: int) -> None:
        """Keep that a seat is nobody's any more."""
        if found := self.sitting(table).get(seat):
            gone = [Place(SITTING, table, str(seat)), Place(GAME, found[0], f"{table}.{seat}")]
            await self._journal.keep([], gone)

    def sitting(self, table: str) -> dict[int, tuple[str, str]]:
        """Return whose the seats of a table are, and what their keys were made with."""
        cards = self._journal.cards(SITTING, table)
        kept = {int(card.name): json.loads(card.text) for card in cards}
        return {seat: (found["player"], found["salt"]) for seat, found in kept.items()}

    async def adopt(self, player: Player, room: Room, hashes: list[str]) -> int:
        """List a game whose seat's key somebody has held all along; it moves no rating."""
        table, count = room.table.opening.table, 0
        taken = self.sitting(table)
        for seat in room.table.seats_of(hashes):
            if seat not in taken:
                await self.sit(player.hash, room.table, seat, ADOPTED)
                if seat in room.table.seats_of(hashes):
                    count += 1
                elif self.sitting(table).get(seat) == (player.hash, ADOPTED):
                    await self.stand_up(table, seat)  # they were sent away meanwhile
        return count

    async def helped(self, table: str) -> None:
        """Keep that somebody was told what a strong player would do."""
        await self._journal.keep([], first=Card(HELPED, table, "", "", now()))

    # ------------------------------------------------------------ games that are over

    def note(self, room: Room) -> None:
        """Hear of a change at a table: once its game is over it is settled."""
        name = room.table.opening.table
        if room.table.is_over and name not in self._settled:
            task = asyncio.create_task(self._settle_soon(room.table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _settle_soon(self, table: Table) -> None:
        try:
            await self.settle(table)
        except JournalError as error:  # told again when somebody looks at the table
            log.warning("not settled", extra={"table": table.opening.table, "trouble": str(error)})

    async def settle(self, table: Table) -> None:
        """Write what a finished game was to its players, once, and what it taught of them."""
        name, outcome = table.opening.table, table.outcome
        async with self._one_by_one:
            if outcome is None or name in self._settled:
                return
            while True:  # until no other server has settled a game of the same players meanwhile
                cards, seen = await asyncio.to_thread(self._results, table, outcome)
                first = Card(SETTLED, name, "", "", now())
                if not cards or await self._journal.keep(cards, first=first, seen=seen):
                    break
            if len(self._settled) > 10_000:
                self._settled.clear()
            self._settled.add(name)

    def _results(self, table: Table, outcome: Outcome) -> tuple[list[Card], Seen]:
        """Return the cards that change when a game is over, and those they are worked out from.

        None change where no player was there, or where another server has settled it.
        """
        name, title = table.opening.table, table.game.title
        sitting = self.sitting(name)
        if not sitting or self._journal.card(Place(SETTLED, name, "")) is not None:
            return [], NOTHING
        helped = self._journal.card(Place(HELPED, name, "")) is not None
        players = [player for player, _ in sitting.values()]
        unrated = why_unrated(table, players, helped=helped)
        places = [Place(STANDING, player, title) for player in players]
        places += [Place(GAME, player, f"{name}.{seat}") for seat, (player, _) in sitting.items()]
        seen = {place: self._journal.card(place) for place in places}
        standings = {
            seat: _standing(seen[Place(STANDING, player, title)])
            for seat, (player, _) in sitting.items()
        }
        before = self._skills(table, standings)
        after = before if unrated else taught(before, outcome)
        people, cards = sat(table.chairs), list[Card]()
        for seat, (player, salt) in sitting.items():
            listed = seen[Place(GAME, player, f"{name}.{seat}")]
            if listed is None:
                continue
            played = ListedGame(**json.loads(listed))
            played.end(table, outcome, unrated or (ADOPTED if salt == ADOPTED else None))
            others = any(there and other != seat for other, there in enumerate(people))
            standings[seat].count(outcome.points[seat], won=seat in outcome.winners, people=others)
            if played.unrated is None:
                standings[seat].learn(after[seat])
                played.rating = shown(after[seat])[0]
                played.change = played.rating - shown(before[seat])[0]
            text = json.dumps(standings[seat].to_json())
            cards += [played.card(player), Card(STANDING, player, title, text, now())]
        return cards, seen

    def _skills(self, table: Table, standings: dict[int, Standing]) -> list[Skill]:
        """Return what is believed of everybody at a table."""
        return [
            standings[seat].skill
            if seat in standings
            else bot_skill(chair.bot)
            if chair.bot
            else UNKNOWN
            for seat, chair in enumerate(table.chairs)
        ]

    # ------------------------------------------------------------ what is kept

    def standing(self, player: str, title: str) -> Standing:
        """Return what a player has reached in a title."""
        return _standing(self._journal.card(Place(STANDING, player, title)))

    def standings(self, player: str) -> dict[str, Standing]:
        """Return what a player has reached, title by title."""
        cards = self._journal.cards(STANDING, player)
        return {card.name: Standing.read(json.loads(card.text)) for card in cards}

    def games(self, player: str) -> list[ListedGame]:
        """Return a player's games, the latest first."""
        cards = self._journal.cards(GAME, player)
        kept = (ListedGame(**json.loads(card.text)) for card in cards)
        shown = [played for played in kept if not played.hidden]
        return sorted(shown, key=lambda played: played.ended or played.opened, reverse=True)

    def profile(self, player: str) -> Profile | None:
        """Return by what a player wishes to be known, as they said last."""
        kept = self._journal.card(Place(PROFILE, player, ""))
        return None if kept is None else Profile(**json.loads(kept))

    async def keep_profile(self, player: str, profile: Profile) -> None:
        """Keep by what a player wishes to be known; nothing of somebody who never played here."""
        if self._journal.cards(GAME, player):
            kept = profile.model_copy(update={"name": plain_name(profile.name)})
            text = kept.model_dump_json()
            await self._journal.keep([Card(PROFILE, player, "", text, now())])

    # ------------------------------------------------------------ what is to be kept no longer

    async def forget(self, player: str, table: str) -> int:
        """Take a game off a player's list; one that runs is settled all the same."""
        found = [played for played in self.games(player) if played.table == table]
        gone, hidden = list[Place](), list[Card]()
        for played in found:
            if played.ended is None:
                played.hidden = True
                hidden.append(played.card(player))
            else:
                gone.append(Place(GAME, player, played.name))
                gone.append(Place(SITTING, table, str(played.seat)))
        if not found:
            raise TroubleError("no-such-table")
        await self._journal.keep(hidden, gone)
        return len(found)

    async def forget_everything(self, player: str) -> int:
        """Keep nothing of a player any more; the games themselves stay with the others."""
        count = 0
        while gone := self._all_of(player):  # a game of theirs may be settled meanwhile
            await self._journal.keep([], gone)
            count += sum(place.box == GAME for place in gone)
        return count

    def _all_of(self, player: str) -> list[Place]:
        """Return where something of a player lies."""
        boxes = (GAME, STANDING, PROFILE)
        found = [card.place for box in boxes for card in self._journal.cards(box, player)]
        for place in list(found):
            if place.box == GAME:
                table, _, seat = place.name.rpartition(".")
                found.append(Place(SITTING, table, seat))
        return found

    async def close(self) -> None:
        """Wait for what is being settled."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
