"""Token buckets and connection caps. Pure: the time is an argument, in seconds of any steady clock."""

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from math import inf

KEYS_KEPT = 10_000
"""Addresses that are remembered; the ones not seen for longest are forgotten, which can only be in their favour."""


@dataclass(slots=True)
class Bucket:
    """Holds up to `burst` tokens and gains `rate` a second; it starts full."""

    rate: float
    burst: float
    _tokens: float = field(init=False, default=0)
    _at: float = field(init=False, default=-inf)

    def left(self, now: float) -> float:
        """The tokens at `now`."""
        tokens = self._tokens + (now - self._at) * self.rate
        self._tokens, self._at = min(self.burst, tokens), now
        return self._tokens

    def allow(self, now: float) -> bool:
        """Take a token if there is one."""
        if self.left(now) < 1:
            return False
        self._tokens -= 1
        return True


@dataclass(slots=True)
class PerKey:
    """A bucket for each address, as long as it is not full."""

    rate: float
    burst: float
    _buckets: OrderedDict[str, Bucket] = field(init=False, default_factory=OrderedDict)

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._buckets)

    def left(self, key: str, now: float) -> float:
        bucket = self._buckets.get(key)
        return self.burst if bucket is None else bucket.left(now)

    def allow(self, key: str, now: float) -> bool:
        bucket = self._buckets.pop(key, None) or Bucket(self.rate, self.burst)
        self._buckets[key] = bucket
        allowed = bucket.allow(now)
        while len(self._buckets) > KEYS_KEPT or self._oldest().left(now) >= self.burst:
            self._buckets.popitem(last=False)
        return allowed

    def _oldest(self) -> Bucket:
        """That of the address which has not asked for longest."""
        return next(iter(self._buckets.values()))


@dataclass(slots=True)
class Connections:
    """How many connections there are, in all and from each address."""

    limit: int
    limit_per_address: int
    total: int = field(init=False, default=0)
    _open: Counter[str] = field(init=False, default_factory=Counter)

    def acquire(self, address: str) -> bool:
        """Count one more, unless there are too many."""
        if self.total >= self.limit or self._open[address] >= self.limit_per_address:
            return False
        self.total += 1
        self._open[address] += 1
        return True

    def release(self, address: str) -> None:
        """Count one less, after `acquire` has counted it."""
        self.total -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
