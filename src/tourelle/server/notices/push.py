"""Web Push: encrypted for one browser (RFC 8291), signed by this server (VAPID, RFC 8292)."""

import base64
import json
import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
RECORD: Final = 4096
VALID: Final = 12 * 3600
"""Seconds for which a signature holds."""
KEPT: Final = 24 * 3600
"""Seconds for which the push service keeps a message for a device that is off."""


def encoded(data: bytes) -> str:
    """Return bytes as text for addresses."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of such a text."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """Return a fresh private key as it is kept."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encoded(number.to_bytes(32, "big"))


def read_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Read a private key that was kept."""
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), CURVE)


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key, as the standards write it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_receiver(p256dh: str, auth: str) -> bool:
    """Tell whether a browser's keys are such keys."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh))
        return len(decoded(auth)) == 16
    except ValueError:
        return False


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def sealed(
    plain: bytes,
    p256dh: str,
    auth: str,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return a message that only the browser with these keys can read (aes128gcm)."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh))
    shared = own.exchange(ec.ECDH(), theirs)
    info = b"WebPush: info\0" + decoded(p256dh) + point(own)
    secret = _derived(decoded(auth), shared, info, 32)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    text = AESGCM(key).encrypt(nonce, plain + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([65]) + point(own) + text


def signed(key: ec.EllipticCurvePrivateKey, origin: str, contact: str, seconds: int) -> str:
    """Return the header that tells a push service who sends; `seconds` since 1970."""
    claims = {"aud": origin, "exp": seconds + VALID, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    text = ".".join(encoded(json.dumps(p, separators=(",", ":")).encode()) for p in parts)
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(SHA256())))
    token = f"{text}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={encoded(point(key))}"


def headers(authorization: str) -> dict[str, str]:
    """Return what goes along with a message."""
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT),
        "Urgency": "normal",
        "Authorization": authorization,
    }
