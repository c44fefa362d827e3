"""A store in memory, for tests and trials: it behaves like the store on Redis and keeps nothing."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from server.store.log import FILES_KEPT, Append, Appended, Conflict, Entry, Filing, OnBell, OnSay, Store

Clock = Callable[[], int]
_T = TypeVar("_T")


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


@dataclass(slots=True)
class _Kept:
    """Something that is gone at a moment."""

    gone_at: int
    entries: list[Entry] = field(default_factory=list)
    said: list[bytes] = field(default_factory=list)
    data: bytes = b""
    files: dict[str, int] = field(default_factory=dict)


class Shelf:
    """What several nodes share as they would share one Redis. `clock` returns milliseconds; expiry follows it."""

    def __init__(self, clock: Clock = _monotonic_ms) -> None:
        self.clock = clock
        self.logs: dict[str, _Kept] = {}
        self.sayings: dict[str, _Kept] = {}
        self.deadlines: dict[str, int] = {}
        self.listings: dict[str, bytes] = {}
        self.marks: dict[str, _Kept] = {}
        self.unfiled: dict[tuple[str, int], None] = {}
        self.cabinets: dict[str, _Kept] = {}
        self.files: dict[str, _Kept] = {}
        self.newest: dict[bytes, int] = {}
        self.notes: dict[str, _Kept] = {}
        self.beat: int | None = None
        self.followers: defaultdict[str, set[MemoryStore]] = defaultdict(set)

    def find(self, shelf: dict[str, _Kept], key: str) -> _Kept | None:
        """Return what is kept under a key, unless its time is over."""
        kept = shelf.get(key)
        if kept is not None and kept.gone_at <= self.clock():
            del shelf[key]
            return None
        return kept

    def renew(self, shelf: dict[str, _Kept], key: str, expire_ms: int) -> _Kept:
        """Return what is kept under a key, new if need be, with a new end."""
        kept = self.find(shelf, key) or shelf.setdefault(key, _Kept(0))
        kept.gone_at = self.clock() + expire_ms
        return kept


class MemoryStore(Store):
    """One node's view of a shelf."""

    def __init__(self, on_bell: OnBell, on_say: OnSay, shelf: Shelf | None = None) -> None:
        self._on_bell = on_bell
        self._on_say = on_say
        self._shelf = shelf or Shelf()

    async def append(self, write: Append) -> Appended | Conflict:
        """Write one entry on condition that the log ends at `write.expected`."""
        entries = self._entries(write.key)
        if len(entries) != write.expected:
            return _settle(write, tuple(entries[write.expected :]))
        entry = Entry(write.expected + 1, write.op, write.data)
        self._shelf.renew(self._shelf.logs, write.key, write.expire_ms).entries.append(entry)
        _put(self._shelf.deadlines, write.key, write.deadline)
        _put(self._shelf.listings, write.key, write.listing)
        if write.ends:
            self._shelf.unfiled[write.key, entry.version] = None
        self._tell(write.key, lambda node: node._on_bell(write.key, entry.version))
        return Appended(entry.version, repeated=False)

    async def read(self, key: str, after: int = 0) -> list[Entry]:
        """Return the entries after a version."""
        return self._entries(key)[after:]

    async def follow(self, key: str) -> None:
        """Turn the bells of a log on."""
        self._shelf.followers[key].add(self)

    async def unfollow(self, key: str) -> None:
        """Turn the bells of a log off."""
        self._shelf.followers[key].discard(self)
        if not self._shelf.followers[key]:
            del self._shelf.followers[key]

    async def say(self, key: str, data: bytes, keep: int, expire_ms: int) -> None:
        """Say something beside a log."""
        if keep:
            said = self._shelf.renew(self._shelf.sayings, key, expire_ms).said
            said.append(data)
            del said[:-keep]
        self._tell(key, lambda node: node._on_say(key, data))

    async def said(self, key: str) -> list[bytes]:
        """Return what was said beside a log, oldest first."""
        kept = self._shelf.find(self._shelf.sayings, key)
        return list(kept.said) if kept else []

    async def due(self, now: int, limit: int) -> list[str]:
        """Return up to `limit` logs whose deadline is not after `now`, the earliest first."""
        return [key for key, deadline in await self.deadlines() if deadline <= now][:limit]

    async def deadlines(self) -> list[tuple[str, int]]:
        """Return every log that has a deadline with it, the earliest first."""
        for key in [key for key in self._shelf.deadlines if not self._entries(key)]:
            del self._shelf.deadlines[key]
            self._shelf.listings.pop(key, None)
        return sorted(self._shelf.deadlines.items(), key=lambda pair: pair[1])

    async def listings(self) -> dict[str, bytes]:
        """Return what each listed log shows."""
        return dict(self._shelf.listings)

    async def unfiled(self, key: str | None = None) -> list[tuple[str, int]]:
        """Return the entries that wait to be filed."""
        return [mark for mark in self._shelf.unfiled if key in (None, mark[0])]

    async def file(self, filing: Filing) -> None:
        """Keep something of a log."""
        shelf, expire_ms = self._shelf, filing.expire_ms
        if filing.listing is not None:
            shelf.newest[filing.listing] = filing.at
            shelf.newest = dict(_latest(shelf.newest)[: filing.keep])
        shelf.renew(shelf.files, f"{filing.key}/{filing.name}", expire_ms).data = filing.data
        cabinet = shelf.renew(shelf.cabinets, filing.key, expire_ms)
        cabinet.files = dict(_latest(cabinet.files | {filing.name: filing.version})[:FILES_KEPT])

    async def settle(self, key: str, version: int) -> None:
        """Everything that this entry ended is filed."""
        self._shelf.unfiled.pop((key, version), None)

    async def files(self, key: str) -> list[str]:
        """Return the names of what is filed of a log, the newest first."""
        kept = self._shelf.find(self._shelf.cabinets, key)
        return [name for name, _ in _latest(kept.files)] if kept else []

    async def filed(self, key: str, name: str) -> bytes | None:
        """Return what is filed of a log under a name."""
        kept = self._shelf.find(self._shelf.files, f"{key}/{name}")
        return kept.data if kept else None

    async def newest(self, since: int, limit: int) -> list[bytes]:
        """Return the newest listings of files."""
        return [listing for listing, at in _latest(self._shelf.newest) if at >= since][:limit]

    async def note(self, name: str, data: bytes, ttl_ms: int) -> None:
        """Leave a note."""
        self._shelf.renew(self._shelf.notes, name, ttl_ms).data = data

    async def noted(self, name: str) -> bytes | None:
        """Read a note."""
        kept = self._shelf.find(self._shelf.notes, name)
        return kept.data if kept else None

    async def take(self, name: str) -> bytes | None:
        """Read a note and throw it away."""
        data = await self.noted(name)
        self._shelf.notes.pop(name, None)
        return data

    async def swap(self, name: str, data: bytes, ttl_ms: int) -> bytes | None:
        """Take the note under this name, or leave one."""
        other = await self.noted(name)
        if other is None or other == data:
            await self.note(name, data, ttl_ms)
            return None
        return await self.take(name)

    async def beat(self, now: int) -> None:
        """Leave a sign of life, an epoch time in milliseconds."""
        self._shelf.beat = now

    async def last_beat(self) -> int | None:
        """Return the last sign of life."""
        return self._shelf.beat

    async def once(self, name: str, ttl_ms: int) -> bool:
        """Return True to the first caller within `ttl_ms`."""
        if self._shelf.find(self._shelf.marks, name):
            return False
        self._shelf.renew(self._shelf.marks, name, ttl_ms)
        return True

    async def ping(self) -> None:
        """Return at once."""

    async def close(self) -> None:
        """Stop all bells of this node."""
        for key in [key for key, nodes in self._shelf.followers.items() if self in nodes]:
            await self.unfollow(key)

    def _entries(self, key: str) -> list[Entry]:
        kept = self._shelf.find(self._shelf.logs, key)
        return kept.entries if kept else []

    def _tell(self, key: str, tell: Callable[["MemoryStore"], None]) -> None:
        """Tell the followers a little later, as a network would."""
        for node in self._shelf.followers.get(key, ()):
            asyncio.get_running_loop().call_soon(tell, node)


def _settle(write: Append, tail: tuple[Entry, ...]) -> Appended | Conflict:
    for entry in tail:
        if entry.op == write.op:
            return Appended(entry.version, repeated=True)
    return Conflict(tail)


def _latest(numbered: dict[_T, int]) -> list[tuple[_T, int]]:
    return sorted(numbered.items(), key=lambda pair: pair[1], reverse=True)


def _put(index: dict[str, _T], key: str, value: _T | None) -> None:
    if value is None:
        index.pop(key, None)
    else:
        index[key] = value
