"""Things on their way to another device: under lock, for some minutes, taken once.

What is kept can be read by nobody who does not know the code: not by whoever reads the disk either.
"""

import asyncio
import hashlib
import json
import secrets
import time
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tourelle.server.clock import now
from tourelle.server.gate.limits import Buckets
from tourelle.store.cards import Card, Place
from tourelle.store.journal import Journal
from tourelle.tables.troubles import TroubleError

LUGGAGE: Final = "luggage"
LABEL: Final = "luggage-label"
"""When something was laid down, beside it: many are looked through, and few are opened."""
TAKEN: Final = "luggage-taken"
LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""None that is easily taken for another: I, L, O and U are missing."""
LIKE: Final = str.maketrans({"I": "1", "L": "1", "O": "0"})
LENGTH: Final = 10
"""Fifty bits: guessed neither over the wire in some minutes nor, at a key's price, on a disk."""
MINUTES: Final = 10
NONCE: Final = 12
COST: Final = {"n": 1 << 14, "r": 8, "p": 1}
MOST_BYTES: Final = 200_000
MOST: Final = 200
"""Things on their way at once, of everybody."""
EACH: Final = 10
"""Of those, what one address may lay down at once; as many again in the time that things wait."""


class Carrying:
    """Things on their way."""

    def __init__(self, journal: Journal) -> None:
        """Take where they are kept."""
        self._journal: Final = journal
        self._each: Final = Buckets(EACH / (60 * MINUTES), EACH)

    async def pack(self, things: dict[str, Any], who: str) -> str:
        """Keep things of an address under a new code, and return it."""
        text = json.dumps(things, ensure_ascii=False).encode()
        if len(text) > MOST_BYTES:
            raise TroubleError("too-long", most=MOST_BYTES)
        if seconds := self._each.take(who, time.monotonic()):
            raise TroubleError("too-fast", seconds=seconds)
        if await self._sweep() >= MOST:
            raise TroubleError("too-busy")
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        place, lock = await asyncio.to_thread(_opened_by, code)
        nonce = secrets.token_bytes(NONCE)
        locked = nonce + AESGCM(lock).encrypt(nonce, text, None)
        label = Card(LABEL, place, "", "", now())
        await self._journal.keep([Card(LUGGAGE, place, "", locked.hex(), now()), label])
        return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"

    async def unpack(self, typed: str) -> dict[str, Any]:
        """Return the things that a code opens, the first time, and keep them no longer."""
        code = "".join(typed.upper().translate(LIKE).replace("-", " ").split())
        place, lock = await asyncio.to_thread(_opened_by, code)
        await self._sweep()
        locked = await asyncio.to_thread(self._journal.card, Place(LUGGAGE, place, ""))
        if locked is None:
            raise TroubleError("no-such-code")
        gone = [Place(LUGGAGE, place, ""), Place(LABEL, place, "")]
        if not await self._journal.keep([], gone, first=Card(TAKEN, place, "", "", now())):
            raise TroubleError("no-such-code")
        data = bytes.fromhex(locked)
        try:
            text = AESGCM(lock).decrypt(data[:NONCE], data[NONCE:], None)
        except InvalidTag:
            raise TroubleError("no-such-code") from None
        found: dict[str, Any] = json.loads(text)
        return found

    async def _sweep(self) -> int:
        """Throw away what nobody came for in time; return how much is still on its way."""

        def read() -> list[Card]:
            return self._journal.cards(LABEL) + self._journal.cards(TAKEN)

        cards, late = await asyncio.to_thread(read), now() - MINUTES * 60_000
        gone = [card.place for card in cards if card.changed < late]
        if gone:
            gone += [Place(LUGGAGE, place.owner, "") for place in gone if place.box == LABEL]
            await self._journal.keep([], gone)
        return sum(card.box == LABEL and card.changed >= late for card in cards)


def _opened_by(code: str) -> tuple[str, bytes]:
    """Return where the things of a code lie, and what unlocks them."""
    made = hashlib.scrypt(code.encode(), salt=b"tourelle luggage", dklen=48, maxmem=1 << 26, **COST)
    return made[:16].hex(), made[16:]
