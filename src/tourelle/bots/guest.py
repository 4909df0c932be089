"""A bot at a table of a server elsewhere: it listens, thinks here, and plays there.

docs/a-bot-of-your-own.md describes the requests; nothing here that another program could not do.
"""

import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import SplitResult, urlencode, urlsplit
from urllib.request import Request, urlopen

from tourelle.bots.bot import Bot
from tourelle.bots.program import asked
from tourelle.core.chance import dice_from
from tourelle.core.words import Action

Message = dict[str, Any]
PATIENCE: Final = 60.0
"""Seconds without a word, after which a connection is made anew: the server says one every 15."""
TRIES: Final = 10
"""Failures in a row after which a server is given up."""
PAUSE: Final = 1.0
"""Seconds before the first try again; each later one waits twice as long, up to 16."""
BUSY: Final = (429, 503)
LOST: Final = (OSError, ValueError, EOFError)
"""What a connection that breaks off raises."""


class GuestError(Exception):
    """This bot can't play on: `refused` (in the server's words), `revoked` or `lost`."""

    def __init__(self, reason: str, detail: str = "") -> None:
        """Keep what a sentence needs."""
        super().__init__(f"{reason} {detail}")
        self.reason: Final = reason
        self.detail: Final = detail


class Guest:
    """Plays at the seat that a link opens: an invitation, a token, or the seat's own key."""

    def __init__(
        self, link: str, tell: Callable[[str, Message], None], language: str = "en"
    ) -> None:
        """Take a link as the page shows it, and who is told of what happens, in which language."""
        parts = urlsplit(link)
        way = [step for step in parts.path.split("/") if step]
        if parts.scheme not in ("http", "https") or len(way) != 2 or not parts.fragment:
            raise ValueError(link)
        self._server: Final = SplitResult(parts.scheme, parts.netloc, "", "", "").geturl()
        self.table: str = way[1]
        self._secret: str = parts.fragment
        self._invited = way[0] == "j"
        self._tell: Final = tell
        self._language: Final = language
        self._dice: Final = dice_from(secrets.randbits(62))

    @property
    def link(self) -> str:
        """Return the link by which this bot comes back."""
        return f"{self._server}/g/{self.table}#{self._secret}"

    def sit_down(self, name: str) -> None:
        """Use an invitation up, where the link is one: the seat's key is this bot's from then on.

        Whoever sends the same claim again, because the answer was lost, gets the same key.
        """
        if not self._invited:
            return
        claim = secrets.token_urlsafe(24)
        wish = {"invitation": self._secret, "name": name, "claim": claim}
        answer = self._first(lambda: self._ask("accept", wish))
        self._secret, self._invited = answer["keys"][0]["secret"], False
        self._tell("seated", {"link": self.link})

    def state(self) -> Message:
        """Return how things stand at the table."""
        return self._first(lambda: self._ask(""))

    def play(self, bot: Bot, *, stay: bool = False) -> None:
        """Play until the game is over, or (`stay`) every rematch too."""
        failures = 0
        while failures < TRIES:
            try:
                for state in self._states():
                    failures = 0
                    if self._over(state, stay=stay):
                        return
                    if not state["yours"]:
                        raise GuestError("revoked")
                    self._answer(bot, state)
                    if self.table != state["table"]:
                        break
            except HTTPError as error:
                self._refused(error)
            except LOST as error:
                self._tell("lost", {"trouble": str(error)})
            failures += 1
            time.sleep(min(16.0, PAUSE * 2 ** (failures - 1)))
        raise GuestError("lost", self._server)

    # ------------------------------------------------------------ parts

    def _states(self) -> Iterator[Message]:
        """Listen: every state of the table, the first at once."""
        with self._open("events") as lines:
            for line in lines:
                message = json.loads(line) if line.strip() else {}
                if message.get("type") == "state":
                    yield message

    def _over(self, state: Message, *, stay: bool) -> bool:
        """Tell whether there is nothing more to play; a rematch is a table of its own."""
        if state["status"] != "over":
            return False
        if not stay:
            self._tell("over", state)
            return True
        if state["rematch"] is not None:
            self._tell("over", state)
            self.table = state["rematch"]
        return False

    def _answer(self, bot: Bot, state: Message) -> None:
        """Do what a state asks of this bot: agree to an undo, or play its turn."""
        undo = state["undo_asked"]
        for seat in set(undo["waits_for"] if undo else ()) & set(state["yours"]):
            with suppress(HTTPError):  # a token lets nobody speak for its person
                self._ask("wishes", {"type": "agree", "wish": undo["wish"], "seat": seat})
        if not state["choices"]:
            return
        try:
            question = self._ask("turn", wants="view")
            game, view, seat = asked(question)
            number, actions = question["number"], bot.turn(game, view, seat, self._dice)
            for action in actions:
                number = self._submit(number, int(seat), game.action_text(Action(action)))
        except HTTPError as error:
            if error.code != 409:  # the table has moved on: the next state says how
                self._refused(error)

    def _submit(self, number: int, seat: int, text: str) -> int:
        """Play an action; return the table's number after it."""
        wish = {"type": "submit", "number": number, "seat": seat, "action": text}
        return int(self._patiently(lambda: self._ask("wishes", wish))["number"])

    def _first(self, ask: Callable[[], Message]) -> Message:
        """Ask for what there is no playing without."""
        try:
            return self._patiently(ask)
        except HTTPError as error:
            raise GuestError("refused", sentence(error)) from error
        except LOST as error:
            raise GuestError("lost", f"{self._server} ({error})") from error

    def _patiently(self, ask: Callable[[], Message]) -> Message:
        """Ask again after a while where the server says that it is too much just now."""
        for _ in range(TRIES):
            try:
                return ask()
            except HTTPError as error:
                if error.code not in BUSY:
                    raise
                time.sleep(float(error.headers.get("retry-after") or PAUSE))
        return ask()

    def _ask(self, what: str, wish: Message | None = None, **query: str) -> Message:
        """Ask the server something about the table, or (with a wish) for something to happen."""
        with self._open(what, wish, **query) as answer:
            found: Message = json.load(answer)
            return found

    def _open(self, what: str, wish: Message | None = None, **query: str) -> Any:
        """Return the answer to a request."""
        path = f"{self._server}/api/tables/{self.table}/{what}".rstrip("/")
        address = f"{path}?{urlencode({'language': self._language, **query})}"
        headers = {"X-Tourelle-Secret": self._secret, "Content-Type": "application/json"}
        body = None if wish is None else json.dumps(wish).encode()
        return urlopen(Request(address, body, headers), timeout=PATIENCE)

    def _refused(self, error: HTTPError) -> None:
        """Give up with the server's own sentence, unless it is only busy."""
        if error.code not in BUSY:
            raise GuestError("refused", sentence(error))


def sentence(error: HTTPError) -> str:
    """Return what a server says about a request that it refuses."""
    try:
        return str(json.load(error)["sentence"])
    except (ValueError, KeyError, TypeError):
        return f"{error.code} {error.reason}"
