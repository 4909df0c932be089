"""How fast somebody may go: a bucket of tokens that fills with time."""

from collections import OrderedDict
from typing import Final

ADDRESSES: Final = 10_000


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


class Buckets:
    """A bucket for every address; those not seen for longest are forgotten first."""

    def __init__(self, rate: float, burst: int) -> None:
        """Take what every bucket is like."""
        self._rate: Final = rate
        self._burst: Final = burst
        self._buckets: Final[OrderedDict[str, Bucket]] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Take a token of an address if there is one."""
        bucket = self._buckets.get(address) or Bucket(self._rate, self._burst, now)
        self._buckets[address] = bucket
        self._buckets.move_to_end(address)
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take(now)
