"""How fast somebody may go and how much they may hold, counted by where they come from."""

import math
import time
from collections import Counter, OrderedDict
from functools import lru_cache
from heapq import nlargest
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

ADDRESSES: Final = 10_000
"""How many addresses are remembered; those not seen for longest are forgotten first."""
HOME: Final = 64
"""Bits of an IPv6 address that are one household's or one club's: it has all the others."""


@lru_cache(maxsize=4096)
def address_of(host: str | None) -> str:
    """Return by what somebody is counted: the address, of IPv6 the network it belongs to."""
    try:
        address = ip_address((host or "").partition("%")[0])
    except ValueError:
        return (host or "")[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, HOME), strict=False))


class Proxies:
    """The reverse proxies that are believed, by address or network; `*` for whoever comes."""

    def __init__(self, text: str) -> None:
        """Read them, parted by commas."""
        names = [name.strip() for name in text.split(",") if name.strip()]
        self._all: Final = "*" in names
        self._networks: Final = [ip_network(name, strict=False) for name in names if name != "*"]

    def __contains__(self, host: object) -> bool:
        """Tell whether somebody is one of them."""
        try:
            address = ip_address(str(host))
        except ValueError:
            return self._all
        return self._all or any(address in network for network in self._networks)


class Bucket:
    """Gives `burst` tokens at once and `rate` a second; the time is told by the caller."""

    def __init__(self, rate: float, burst: int, now: float) -> None:
        """Start full."""
        self.rate: Final = rate
        self.burst: Final = burst
        self._tokens = float(burst)
        self._at = now

    def take(self, now: float) -> bool:
        """Take a token if there is one."""
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def charge(self, tokens: int) -> None:
        """Take tokens that were used elsewhere; never more than there are."""
        self._tokens = max(0.0, self._tokens - tokens)

    @property
    def wait(self) -> int:
        """Return in how many whole seconds there is a token again."""
        return max(1, math.ceil((1 - self._tokens) / self.rate)) if self.rate > 0 else 3600


class Buckets:
    """A bucket for every address."""

    def __init__(self, rate: float, burst: int) -> None:
        """Take what every bucket is like."""
        self._rate: Final = rate
        self._burst: Final = burst
        self._buckets: Final[OrderedDict[str, Bucket]] = OrderedDict()
        self._taken: Final[Counter[str]] = Counter()

    def taken(self, most: int) -> dict[str, int]:
        """Return what those took who took most since this was last asked."""
        found = dict(self._taken.most_common(most))
        self._taken.clear()
        return found

    def charge(self, address: str, tokens: int) -> None:
        """Count what an address took at another server; it may have to wait for it here."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, time.monotonic())
            if len(self._buckets) > ADDRESSES:
                self._buckets.popitem(last=False)
        bucket.charge(tokens)

    def take(self, address: str, now: float) -> int:
        """Take a token of an address: 0 if there was one, else in how many seconds there is."""
        bucket = self._buckets.get(address) or Bucket(self._rate, self._burst, now)
        self._buckets[address] = bucket
        self._buckets.move_to_end(address)
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        if not bucket.take(now):
            return bucket.wait
        if len(self._taken) < ADDRESSES:
            self._taken[address] += 1
        return 0


class Crowd:
    """How many of something there are, in all and from each address."""

    def __init__(self, most: int, most_each: int) -> None:
        """Take how many there may be."""
        self.most: Final = most
        self.most_each: Final = most_each
        self.count = 0
        self._each: Final[dict[str, int]] = {}
        self._told: dict[str, int] = {}
        self.elsewhere: Final[dict[str, dict[str, int]]] = {}
        """How many from each address are at other servers, as far as those have told."""

    def full(self, address: str) -> bool:
        """Tell whether one more from an address is too many."""
        return self.count >= self.most or self.of(address) >= self.most_each

    def of(self, address: str) -> int:
        """Return how many are from an address."""
        others = sum(counts.get(address, 0) for counts in self.elsewhere.values())
        return self._each.get(address, 0) + others

    def news(self, most: int) -> dict[str, int] | None:
        """Return who has most here, if others have not been told so."""
        largest = nlargest(most, self._each.items(), key=lambda item: item[1])
        found = {who: many for who, many in largest if many > 1}
        if found == self._told:
            return None
        self._told = found
        return found

    def enter(self, address: str) -> None:
        """Count one more."""
        self.count += 1
        self._each[address] = self._each.get(address, 0) + 1

    def leave(self, address: str) -> None:
        """Count one less; whoever has none is forgotten."""
        self.count -= 1
        left = self._each.pop(address, 0) - 1
        if left > 0:
            self._each[address] = left


class Openers:
    """Which tables each address has opened, as far as they may still count."""

    def __init__(self) -> None:
        """Know nobody yet."""
        self._tables: Final[OrderedDict[str, list[str]]] = OrderedDict()

    def of(self, address: str) -> list[str]:
        """Return the tables that an address has opened."""
        return list(self._tables.get(address, ()))

    def add(self, address: str, table: str) -> None:
        """Note that an address has opened a table."""
        self._tables.setdefault(address, []).append(table)
        self._tables.move_to_end(address)
        if len(self._tables) > ADDRESSES:
            self._tables.popitem(last=False)

    def drop(self, address: str, tables: set[str]) -> None:
        """Forget some tables of an address."""
        kept = [table for table in self.of(address) if table not in tables]
        if kept:
            self._tables[address] = kept
        else:
            self._tables.pop(address, None)
