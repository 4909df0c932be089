"""By which ways the holder of a seat's key wants to be told: kept under the hash of that key."""

import asyncio
import hashlib
import hmac
import json
import secrets
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Final, Literal
from urllib.parse import urlsplit

from tourelle.server.clock import now
from tourelle.server.notices import mail, push
from tourelle.server.notices.outward import NotAllowedError, Target
from tourelle.server.protocol.notices import MailAnswer, MailWay, NoticeWay, PushWay, WebhookWay
from tourelle.server.settings import Settings
from tourelle.store.cards import Card, Place
from tourelle.store.journal import Carded, Journal
from tourelle.store.troubles import JournalError
from tourelle.tables.troubles import TroubleError

WAY: Final = "way"
MAILBOX: Final = "mailbox"
SERVER: Final = "server"
MOST: Final = 8
"""Ways of one seat."""
ASKED_AGAIN: Final = 24 * 3600 * 1000
"""Milliseconds after which somebody may be asked again whether they agree to mails."""
DAY: Final = 24 * 3600 * 1000
UNANSWERED: Final = 7 * DAY
"""Milliseconds after which it is forgotten that somebody was asked who never agreed."""
TOGETHER: Final = 500
"""Tables that the journal is asked for at once."""
Kind = Literal["webhook", "push", "mail"]


@dataclass(frozen=True)
class Way:
    """A way: where to, in which language, from which table it was asked for."""

    kind: Kind
    where: str
    table: str
    base: str
    language: str
    p256dh: str = ""
    auth: str = ""

    @property
    def name(self) -> str:
        """Return by what it is known again."""
        return hashlib.sha256(f"{self.kind} {self.where}".encode()).hexdigest()[:24]

    @property
    def receiver(self) -> str:
        """Return who takes it: a host, or one's own mail server."""
        return "" if self.kind == "mail" else urlsplit(self.where).hostname or ""

    @property
    def shown(self) -> str:
        """Return so much of where it leads as its owner needs; the rest may be a secret."""
        if self.kind == "mail":
            name, _, host = self.where.partition("@")
            return f"{name[:1]}…@{host}"
        return self.receiver


def new_secret() -> str:
    """Return a new secret of a server."""
    return secrets.token_hex(32)


def mailbox_of(address: str) -> str:
    """Return under what it is kept whether an address agrees to mails."""
    return hashlib.sha256(address.casefold().encode()).hexdigest()[:32]


class Ways:
    """All ways of all seats, by the hash of the seat's key."""

    def __init__(self, settings: Settings, journal: Journal) -> None:
        """Take where they are kept; `load` reads them."""
        self._settings: Final = settings
        self._journal: Final = journal
        self._of: Final[dict[str, dict[str, Way]]] = {}
        self._agreed: Final[dict[str, bool]] = {}
        self._secret = ""
        self.key = ""
        """This server's private key for push messages."""

    async def load(self) -> None:
        """Read what is kept; make this server's own keys at the first start."""
        for name, made in (("vapid", push.new_key), ("secret", new_secret)):
            if await asyncio.to_thread(self._journal.card, Place(SERVER, "", name)) is None:
                await self._journal.keep([], first=Card(SERVER, "", name, made(), now()))
        await asyncio.to_thread(self._read)

    def _read(self) -> None:
        self.key = self._journal.card(Place(SERVER, "", "vapid")) or ""
        for card in self._journal.cards(WAY):
            self._of.setdefault(card.owner, {})[card.name] = Way(**json.loads(card.text))
        for card in self._journal.cards(MAILBOX):
            self._agreed[card.owner] = json.loads(card.text)["on"]
        self._secret = self._journal.card(Place(SERVER, "", "secret")) or ""

    def heard(self, news: Carded) -> None:
        """Hear that another server has changed what is kept of an owner."""
        if news.box == WAY:
            ways = {card.name: card for card in self._journal.cards(WAY, news.owner)}
            self._of.pop(news.owner, None)
            if ways:
                self._of[news.owner] = {
                    name: Way(**json.loads(card.text)) for name, card in ways.items()
                }
        elif news.box == MAILBOX:
            for card in self._journal.cards(MAILBOX, news.owner):
                self._agreed[card.owner] = json.loads(card.text)["on"]

    def __contains__(self, key: str | None) -> bool:
        """Tell whether the holder of a key wants to be told anything."""
        return key in self._of

    async def standing(self) -> dict[str, tuple[str, int]]:
        """Return how the tables stand at which ways are good: the tag of each, its last change."""
        tables = {way.table for ways in self._of.values() for way in ways.values()}
        return await standing(self._journal, tables)

    async def move(self, key: str, table: str) -> None:
        """Have the ways of a seat be good at the table at which the same people play again."""
        if old := [way for way in self.of(key) if way.table != table]:
            moved = {way.name: replace(way, table=table) for way in old}
            self._of[key].update(moved)
            await self._journal.keep([_card(key, way) for way in moved.values()])

    async def sweep(self) -> None:
        """Throw away ways of tables that are long over, and whoever never agreed to mails."""
        over = over_for_a_day(await self.standing())
        for key, ways in list(self._of.items()):
            for way in list(ways.values()):
                if way.table in over:
                    await self.drop(key, way.name)
        cards = await asyncio.to_thread(self._journal.cards, MAILBOX)
        late = [card for card in cards if now() - card.changed > UNANSWERED]
        if gone := [card.place for card in late if not json.loads(card.text)["on"]]:
            await self._journal.keep([], gone)

    def of(self, key: str) -> list[Way]:
        """Return the ways of a seat."""
        return list(self._of.get(key, {}).values())

    def get(self, key: str, name: str) -> Way | None:
        """Return one of them."""
        return self._of.get(key, {}).get(name)

    def agreed(self, way: Way) -> bool:
        """Tell whether whoever is told has agreed."""
        return way.kind != "mail" or self._agreed.get(mailbox_of(way.where), False)

    def told(self, key: str) -> list[NoticeWay]:
        """Return the ways of a seat as its owner is told them."""
        return [
            NoticeWay(id=way.name, kind=way.kind, where=way.shown, agreed=self.agreed(way))
            for way in self.of(key)
        ]

    async def add(self, key: str, way: Way) -> None:
        """Keep one more way of a seat."""
        known = self._of.get(key, {})
        if way.name not in known and len(known) >= MOST:
            raise TroubleError("too-many-ways", most=MOST)
        await self._journal.keep([_card(key, way)])
        self._of.setdefault(key, {})[way.name] = way

    async def drop(self, key: str, name: str) -> None:
        """Forget a way."""
        await self._journal.keep([], [Place(WAY, key, name)])
        ways = self._of.get(key, {})
        ways.pop(name, None)
        if not ways:
            self._of.pop(key, None)

    # ------------------------------------------------------------ mail, by consent

    def proof(self, who: str, *, on: bool) -> str:
        """Return what only a mail to an address holds."""
        if not self._secret:
            raise JournalError("the secret of this server could not be read so far")
        text = f"{'on' if on else 'off'} {who}".encode()
        return push.encoded(hmac.digest(bytes.fromhex(self._secret), text, "sha256")[:24])

    def link(self, way: Way, *, on: bool) -> str:
        """Return the link by which the reader of a mail agrees, or ends them."""
        who, word = mailbox_of(way.where), "on" if on else "off"
        return f"{way.base}/notices#{word}.{who}.{self.proof(who, on=on)}"

    async def may_ask(self, way: Way) -> bool:
        """Tell whether somebody is to be asked now for consent: once a day at most."""
        if self.agreed(way):
            return False
        return _is_unasked(await asyncio.to_thread(self._journal.card, _mailbox(way)))

    async def note_asked(self, way: Way) -> bool:
        """Note that somebody is asked now for consent, unless they are asked just now."""
        place = _mailbox(way)
        kept = await asyncio.to_thread(self._journal.card, place)
        text = json.dumps({"on": False, "asked": now()})
        return _is_unasked(kept) and await self._journal.keep(
            [Card(*place, text, now())], seen={place: kept}
        )

    async def answer(self, answer: MailAnswer) -> None:
        """Let the reader of a mail agree, or have no more of them."""
        if not hmac.compare_digest(self.proof(answer.who, on=answer.on), answer.proof):
            raise TroubleError("no-such-invitation")
        text = json.dumps({"on": answer.on, "asked": now()})
        await self._journal.keep([Card(MAILBOX, answer.who, "", text, now())])
        self._agreed[answer.who] = answer.on


def _card(key: str, way: Way) -> Card:
    """Return a way as it is kept."""
    return Card(WAY, key, way.name, json.dumps(asdict(way), ensure_ascii=False), now())


def _mailbox(way: Way) -> Place:
    """Return where it is kept whether the address of a way agrees to mails."""
    return Place(MAILBOX, mailbox_of(way.where), "")


def _is_unasked(kept: str | None) -> bool:
    """Tell whether somebody of whom this is kept may be asked now."""
    if kept is None:
        return True
    mailbox = json.loads(kept)
    return not mailbox["on"] and now() - mailbox["asked"] >= ASKED_AGAIN


async def standing(journal: Journal, tables: Collection[str]) -> dict[str, tuple[str, int]]:
    """Return the tag of each table, and when it last changed; asked for some at a time."""
    names, found = sorted(tables), dict[str, tuple[str, int]]()
    for start in range(0, len(names), TOGETHER):
        part = names[start : start + TOGETHER]
        found |= await asyncio.to_thread(journal.shelved, part)
    return found


def over_for_a_day(found: Mapping[str, tuple[str, int]]) -> set[str]:
    """Return the tables at which nothing has happened for a day after their end."""
    late = now() - DAY
    return {name for name, (tag, at) in found.items() if tag.endswith("-over") and at < late}


def wished(
    wish: WebhookWay | PushWay | MailWay, settings: Settings, table: str, base: str, language: str
) -> Way:
    """Return a way that somebody wishes, or refuse it."""
    if isinstance(wish, MailWay):
        if not settings.mail or not settings.mail_from:
            raise TroubleError("no-mail")
        if not mail.is_address(wish.address):
            raise TroubleError("no-address")
        return Way("mail", wish.address, table, base, language)
    try:
        Target(wish.url, private=settings.notice_private)
    except NotAllowedError:
        raise TroubleError("no-such-way") from None
    if isinstance(wish, WebhookWay):
        return Way("webhook", wish.url, table, base, language)
    if not push.is_receiver(wish.p256dh, wish.auth):
        raise TroubleError("no-such-way")
    return Way("push", wish.url, table, base, language, wish.p256dh, wish.auth)
