"""Secrets that open something: made here, and known again by their hashes alone."""

import base64
import hashlib
import hmac
import secrets

from tourelle.server.people.keys import Player
from tourelle.server.protocol import JoinTable
from tourelle.tables.entries import Opening


def hashed(secret: str) -> str:
    """Return what is kept of a secret: enough to know it again, too little to say it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """Return 192 random bits as text: a key."""
    return secrets.token_urlsafe(24)


def new_invitation() -> str:
    """Return 128 random bits as text: enough for what is used once, and short in a picture."""
    return secrets.token_urlsafe(16)


def made_key(
    opening: Opening, wish: JoinTable, player: Player | None, salt: str, invitation: str = ""
) -> str:
    """Return a fresh key; the same one again to the same claim, which one browser alone knows.

    A player's key opens on all their devices: it is made of their own and of `salt`.
    """
    if player is not None:
        return player.seat_key(salt)
    if wish.claim is None:
        return new_secret()
    text = f"{opening.table}:{invitation}:{wish.claim}".encode()
    made = hmac.digest(opening.nonce.encode(), text, "sha256")
    return base64.urlsafe_b64encode(made[:24]).decode()
