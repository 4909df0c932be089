"""Posting something to an address that somebody gave: never to the host's own network.

A name is looked up once, every address behind it must be public, and that very address is
connected to: a name that means another address a moment later (DNS rebinding) gains nothing.
Redirections are not followed, answers are not read beyond their first line.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, ParamSpec, TypeVar
from urllib.parse import urlsplit

PATIENCE: Final = 15.0
"""Seconds that a receiver has, in all."""
LONGEST: Final = 2000
"""Characters of an address."""
TRANSLATED: Final = ipaddress.ip_network("64:ff9b::/96")
UNICAST: Final = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is given out to anybody: the rest is local, out of use or not yet in use."""
PORTS: Final = (80, 443)
"""Besides those from 1024 on: no mail server is talked to by mistake."""


BEYOND: Final = ThreadPoolExecutor(32, "beyond")
"""Threads that wait for name servers and mail servers."""
P = ParamSpec("P")
T = TypeVar("T")


class NotAllowedError(Exception):
    """An address to which nothing is sent."""


class NotTakenError(Exception):
    """The receiver has certainly not taken it: it can be sent again."""


class UnsureError(Exception):
    """Nobody knows whether the receiver has taken it: it must not be sent again."""


def is_public(text: str) -> bool:
    """Tell whether an IP address belongs to the public network, whatever it is wrapped in."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None:
            return is_public(str(inner))
        if address in TRANSLATED:
            return is_public(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
        if address not in UNICAST:
            return False
    return address.is_global and not address.is_multicast


def is_number(host: str) -> bool:
    """Tell whether a host is an IP address and no name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Target:
    """An address in its parts, checked as far as that goes without asking anybody."""

    def __init__(self, url: str, *, private: bool) -> None:
        """Read an address; `private`: those of the host's own network and plain HTTP will do."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise NotAllowedError from None
        wrong = len(url) > LONGEST or not url.isascii() or any(c <= " " for c in url)
        if wrong or parts.username or parts.password or not parts.hostname:
            raise NotAllowedError
        if parts.scheme != "https" and not (private and parts.scheme == "http"):
            raise NotAllowedError
        self.secure: Final = parts.scheme == "https"
        self.host: Final = parts.hostname
        self.port: Final = port or (443 if self.secure else 80)
        if not private and self.port not in PORTS and self.port < 1024:
            raise NotAllowedError
        self.path: Final = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self.origin: Final = f"{parts.scheme}://{parts.netloc}"
        self._private: Final = private
        if not private and is_number(self.host) and not is_public(self.host):
            raise NotAllowedError

    async def addresses(self) -> list[str]:
        """Look the name up; refuse it where any address behind it is not public."""
        try:
            found = await beyond(_looked_up, self.host, self.port)
        except OSError as error:
            raise NotTakenError("unknown host") from error
        addresses = [str(entry[4][0]) for entry in found]
        if not self._private and not all(map(is_public, addresses)):
            raise NotAllowedError
        return addresses


async def beyond(work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
    """Return what some work finds that waits for somebody outside: never in the journal's way."""
    return await asyncio.wrap_future(BEYOND.submit(work, *given, **more))


def _looked_up(host: str, port: int) -> list[Any]:
    """Return what is known of a name."""
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)


async def post(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """Post something; return the status of the answer."""
    sent = False
    try:
        async with asyncio.timeout(PATIENCE):
            addresses = await target.addresses()
            reader, writer = await asyncio.open_connection(
                addresses[0],
                target.port,
                ssl=ssl.create_default_context() if target.secure else None,
                server_hostname=target.host if target.secure else None,
                limit=4096,
            )
            try:
                sent = True
                writer.write(_head(target, len(body), headers) + body)
                await writer.drain()
                return _status(await reader.readline())
            finally:
                writer.close()
    except (OSError, ValueError, TimeoutError) as error:
        trouble = type(error).__name__  # never the address: it is a secret of who gave it
        if sent:
            raise UnsureError(trouble) from None
        raise NotTakenError(trouble) from None


def _head(target: Target, length: int, headers: Mapping[str, str]) -> bytes:
    """Return a request up to its body."""
    host = f"[{target.host}]" if ":" in target.host else target.host
    lines = [f"POST {target.path} HTTP/1.1", f"Host: {host}:{target.port}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {length}", "User-Agent: Tourelle", "Connection: close", "", ""]
    return "\r\n".join(lines).encode("ascii")


def _status(line: bytes) -> int:
    """Return the status that an answer begins with."""
    parts = line.split()
    if len(parts) < 2 or not parts[0].startswith(b"HTTP/1.") or not parts[1].isdigit():
        raise ValueError("no answer")
    return int(parts[1])
