"""What somebody at a table wishes: the one place that says who may have what happen."""

from collections.abc import Sequence
from typing import Final

from tourelle.bots.levels import USUAL
from tourelle.server.bots.programs import is_known
from tourelle.server.clock import now
from tourelle.server.live.lobby import Lobby
from tourelle.server.live.rooms import Room
from tourelle.server.protocol import Invitation
from tourelle.server.protocol.wishes import (
    Agree,
    Chat,
    Pause,
    Posted,
    Redo,
    Refuse,
    Rematch,
    Resume,
    Sit,
    StandIn,
    Submit,
    Undo,
)
from tourelle.tables.entries import Entry
from tourelle.tables.naming import plain, plain_name
from tourelle.tables.troubles import TroubleError
from tourelle.tables.writer import Wish


class KeyHolder:
    """Who holds secrets of a table: a key lets them do everything there, a token only play."""

    def __init__(
        self, room: Room, lobby: Lobby, hashes: Sequence[str], *, at_home: bool = False
    ) -> None:
        """Take the hashes of their secrets, and whether they sit at the host's own machine."""
        self._at_home: Final = at_home
        self._room: Final = room
        self._lobby: Final = lobby
        self._hashes: Final = list(hashes)

    @property
    def own(self) -> list[int]:
        """Return the seats whose keys they hold."""
        return self._room.table.seats_of(self._hashes)

    @property
    def playing(self) -> list[int]:
        """Return the seats at which they may play."""
        return self._room.table.seats_open_to(self._hashes)

    async def sit_down(self) -> None:
        """Let who holds secrets here come to their seats; a program sits for its person."""
        table, own = self._room.table, tuple(self.own)
        for seat in self.playing:
            together = own if seat in own else range(len(table.chairs))
            if table.come(seat, together, now()):  # who only looks waits for no journal
                await self._room.grant(lambda s=seat, t=together: table.come(s, t, now()))  # type: ignore[misc]

    async def fulfil(self, wish: Posted) -> None:
        """Let a wish come true, or raise why not."""
        room, table = self._room, self._room.table
        match wish:
            case Submit(number=number, seat=seat, action=action):
                await room.grant(lambda: self._submitted(number, seat, action))
            case Undo(number=number, seat=seat):
                await self._let_owner(seat, lambda: table.undo(number, seat, now()))
            case Redo(number=number, seat=seat):
                await self._let_owner(seat, lambda: table.redo(number, seat, now()))
            case Agree(wish=asked, seat=seat):
                await self._let_owner(seat, lambda: table.agree(asked, seat, now()))
            case Refuse(wish=asked, seat=seat):
                await self._let_owner(seat, lambda: table.refuse(asked, seat, now()))
            case Chat(seat=seat, text=text):
                self._check_owner(seat)
                self._lobby.manners.check_said(text)
                if words := plain(text):
                    await self._let_owner(seat, lambda: table.say(seat, words, now()))
            case Sit():
                await self._sit(wish)
            case StandIn(seat=seat):
                await self._stand_in(seat)
            case Pause(seat=seat):
                await self._let_owner(seat, lambda: table.pause(seat, now()))
            case Resume(seat=seat):
                await self._let_owner(seat, lambda: table.resume(seat, now()))
            case Rematch():
                if not self.own:
                    raise TroubleError("not-your-seat")
                await self._lobby.play_again(room, self.own[0])

    async def give_token(self, seat: int, token: str | None) -> None:
        """Let a program play at one's own seat, known by the hash of its token; None: no longer."""
        table = self._room.table
        await self._let_owner(seat, lambda: table.give_token(seat, token, now()))

    async def remove(self, seat: int) -> Invitation:
        """Show somebody the door, as the creator of the table alone may."""
        if self._room.table.opening.creator not in self.own:
            raise TroubleError("not-the-creator")
        return await self._lobby.remove(self._room, seat)

    async def _let_owner(self, seat: int, change: Wish) -> None:
        """Let who holds a seat's key change the table."""

        def wish() -> list[Entry]:
            self._check_owner(seat)  # asked in turn: it may just have been lost
            return change()

        await self._room.grant(wish)

    def _submitted(self, number: int, seat: int, action: str) -> list[Entry]:
        """Return what an action brings, from whoever may play it now."""
        table = self._room.table
        self._check_player(seat)
        if table.chairs[seat].bot:
            raise TroubleError("bots-turn")
        return table.submit(number, seat, action, now())

    def _check_player(self, seat: int) -> None:
        """Refuse to play for a seat to which they hold neither key nor token."""
        if seat not in self.playing:
            raise TroubleError("not-your-seat")

    def _check_owner(self, seat: int) -> None:
        """Refuse to speak for a seat whose key they do not hold."""
        if seat not in self.own:
            raise TroubleError("only-plays" if seat in self.playing else "not-your-seat")

    def _check_bot(self, bot: str) -> None:
        """Refuse a bot that is not for them."""
        title = self._room.table.game.title
        if not is_known(self._lobby.settings, title, bot, at_home=self._at_home):
            raise TroubleError("no-such-bot", bot=bot)

    async def _sit(self, wish: Sit) -> None:
        """Change one's name, lend one's seat to a bot, take it back."""
        table, seat = self._room.table, wish.seat
        self._check_owner(seat)
        if wish.name is not None:
            name = plain_name(wish.name)
            self._lobby.manners.check_name(name)
            await self._let_owner(seat, lambda: table.rename(seat, name, now()))
        if wish.bot is not None:
            self._check_bot(wish.bot)
        if wish.bot is not None or wish.take_back:
            bot = None if wish.take_back else wish.bot
            await self._let_owner(seat, lambda: table.hand_over(seat, bot, now()))

    async def _stand_in(self, seat: int) -> None:
        """Let a bot that nobody at the table chose play for somebody who is away."""
        room, table = self._room, self._room.table
        self._check_owner(self.own[0] if self.own else -1)
        if not 0 <= seat < len(table.chairs):
            raise TroubleError("not-your-seat")

        def wish() -> list[Entry]:
            if not room.abandoned(seat):  # asked in turn: they may just have come
                raise TroubleError("not-abandoned")
            return table.stand_in(seat, USUAL, now())

        await room.grant(wish)
