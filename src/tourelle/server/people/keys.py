"""A player's key: known by its hash alone, and what it opens on any device that has it."""

import base64
import hashlib
import hmac
import secrets
from typing import NamedTuple


class Player(NamedTuple):
    """Who asks, by the key of their device; it is kept nowhere, and told to nobody."""

    key: str

    @property
    def hash(self) -> str:
        """Return under what everything of theirs is kept; no key of a seat has such a hash."""
        return hashlib.sha256(f"player {self.key}".encode()).hexdigest()

    def seat_key(self, salt: str) -> str:
        """Return the key of a seat of theirs: whoever has the player's key can make it again."""
        made = hmac.digest(self.key.encode(), f"seat {salt}".encode(), "sha256")
        return base64.urlsafe_b64encode(made[:24]).decode()

    def __repr__(self) -> str:
        """Return nothing that could end in a log."""
        return "Player(…)"


def new_salt(*claim: str) -> str:
    """Return what makes one seat's key unlike another's; the same again for the same claim."""
    if not all(claim):
        return secrets.token_hex(16)
    return hashlib.sha256(" ".join(claim).encode()).hexdigest()[:32]
