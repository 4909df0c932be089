"""Which names this server goes by, and which pages may talk to it.

A page elsewhere may point its own name at this machine (DNS rebinding) and would then be taken for
a page of this server. So a request must ask for a name that is known here, and whatever changes
something or listens may only come from a page of that very name; programs send no origin.
"""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Final
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

from tourelle.server.settings import Settings

FOREIGN_HOST, FOREIGN_ORIGIN = "foreign-host", "foreign-origin"
ANY: Final = "*"
EVERYWHERE: Final = ("0.0.0.0", "::")
SAFE: Final = ("GET", "HEAD", "OPTIONS")


def refusal(scope: Scope, settings: Settings) -> str | None:
    """Return why a request or a socket is not let in; None where it is."""
    headers = Headers(scope=scope)
    host = _read("//" + headers.get("host", ""))
    if host is None or not _known(host.hostname or "", scope, settings):
        return FOREIGN_HOST
    origin = headers.get("origin")
    if origin is None or (scope["type"] == "http" and scope["method"] in SAFE):
        return None
    page = _read(origin)
    if page is None or page.scheme not in ("http", "https") or not page.hostname:
        return FOREIGN_ORIGIN  # "null" and file: pages without a home
    if is_loopback(page.hostname) and is_loopback(host.hostname or ""):  # a page in development
        return None
    return None if _place(page) == _place(host, page.scheme) else FOREIGN_ORIGIN


def is_loopback(name: str) -> bool:
    """Tell whether a name always means the machine that uses it."""
    address = _address(name)
    if address is not None:
        return address.is_loopback
    return name == "localhost" or name.endswith(".localhost")


def at_home(asking: HTTPConnection) -> bool:
    """Tell whether a request or a socket comes from this very machine, and by a name of its own."""
    asker = asking.client.host if asking.client else ""
    return is_loopback(asking.url.hostname or "") and is_loopback(asker)


def lan_addresses(settings: Settings) -> list[str]:
    """Return the addresses at which other computers reach this server."""
    if settings.host not in EVERYWHERE:
        return [] if is_loopback(settings.host) else [settings.host]
    return [address for address in dict.fromkeys(_own_addresses()) if not is_loopback(address)]


def _read(text: str) -> SplitResult | None:
    """Return an address in its parts, if it is one."""
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018  (reading it raises where it is no number)
    except ValueError:
        return None
    return None if parts.username or parts.path.strip("/") or parts.query else parts


def _place(parts: SplitResult, scheme: str = "") -> tuple[str, int]:
    """Return name and port of an address."""
    usual = 443 if (scheme or parts.scheme) == "https" else 80
    return (parts.hostname or "", parts.port or usual)


def _known(name: str, scope: Scope, settings: Settings) -> bool:
    """Tell whether this server goes by a name."""
    hosts = [host.strip().casefold() for host in settings.hosts.split(",")]
    if ANY in hosts or name in hosts or name == settings.host.casefold():
        return bool(name)
    if is_loopback(name):
        return True
    server, address = scope.get("server"), _address(name)
    if address is not None and server:
        return address == _address(str(server[0]))  # the address at which it came in
    return name in _own_names()


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address that a text is, if it is one."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@cache
def _own_names() -> frozenset[str]:
    """Return what this machine calls itself, alone and in its own network."""
    name = socket.gethostname().casefold()
    short = name.partition(".")[0]
    return frozenset((name, short, f"{short}.local")) if short else frozenset()


def _own_addresses() -> Iterator[str]:
    """Return the addresses of this machine, that by which it reaches others first."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        ear.connect(("192.0.2.1", 9))  # sends nothing: only the way is chosen
        yield str(ear.getsockname()[0])
    with suppress(OSError):
        for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(found[4][0])
