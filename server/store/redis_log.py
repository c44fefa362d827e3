"""The store on Redis: a stream for each log, whose entry ids are the versions.

One Lua script checks, appends, sets deadline and listing and publishes, so a commit is whole or absent. The commands of
one event-loop tick travel in one pipeline. While the store is away, what may be repeated is repeated for a few seconds;
an append may, because its operation id makes a second writing harmless.
"""

import asyncio
import hashlib
import random
from collections.abc import Coroutine, Iterable, Iterator
from importlib.resources import files
from operator import itemgetter
from typing import Any, TypeVar

from redis import exceptions

from server.store import keys
from server.store.batch import Batcher, Command
from server.store.log import (
    FILES_KEPT,
    Append,
    Appended,
    Conflict,
    Entry,
    Filing,
    OnBell,
    OnSay,
    Store,
    StoreUnavailable,
)
from server.store.redis_bells import Bells
from server.store.redis_link import PASSING, Link, connect, readable

PATIENCE = 5.0  # seconds that a caller waits for a store that is away
_FIRST_PAUSE = 0.02
_LONGEST_PAUSE = 0.5
_T = TypeVar("_T")


class _Script:
    """A Lua script: sent by its digest, and in full to a server that does not know it."""

    def __init__(self, name: str) -> None:
        self.text = files("server.store").joinpath(name).read_bytes()
        self.digest = hashlib.sha1(self.text, usedforsecurity=False).hexdigest()


_APPEND = _Script("append.lua")
_SAY = _Script("say.lua")
_DUE = _Script("due.lua")
_SWAP = _Script("swap.lua")


async def open_store(url: str, on_bell: OnBell, on_say: OnSay, alone: bool = False) -> "RedisStore":
    """Return the store at a URL once it answers; `redis_link.connect` lists the forms of URL.

    `alone`: nobody else ever opens it, so no append has to ring. Raises ValueError for another form of URL and
    StoreUnavailable when there is no answer in time.
    """
    store = RedisStore(connect(url), on_bell, on_say, alone)
    try:
        await store.begin()
    except BaseException as error:
        await store.close()
        if isinstance(error, StoreUnavailable):
            raise StoreUnavailable(f"the store at {readable(url)}: {error}") from error
        raise
    return store


class RedisStore(Store):
    """The logs, indexes and bells of a deployment, shared with every other process that opens the same Redis."""

    def __init__(self, link: Link, on_bell: OnBell, on_say: OnSay, alone: bool) -> None:
        self._link = link
        self._alone = alone
        self._lanes = [Batcher(link.execute, PATIENCE) for _ in range(link.lanes)]
        self._bells = Bells(link, on_bell, on_say)

    async def begin(self) -> None:
        """Return when the store has answered."""
        await self._run(0, ("GET", keys.BEAT))
        self._bells.begin()

    async def append(self, write: Append) -> Appended | Conflict:
        """Write one entry on condition that the log ends at `write.expected`."""
        number = keys.bucket(write.key)
        names = (keys.log(write.key), keys.deadlines(number), keys.listings(number), keys.unfiled(number))
        bell = "" if self._alone else keys.channel(write.key)
        deadline = "" if write.deadline is None else write.deadline
        facts = (write.key, write.expected, write.op, write.data, write.expire_ms, bell, deadline, int(write.ends))
        listing = () if write.listing is None else (write.listing,)
        match await self._call(_APPEND, number, names, facts + listing):
            case [b"appended", int(version)]:
                return Appended(version, repeated=False)
            case [b"repeated", int(version)]:
                return Appended(version, repeated=True)
            case [b"conflict", list(tail)]:
                return Conflict(tuple(_entry(name, op, data) for name, (_, op, _, data) in tail))
            case reply:
                raise StoreUnavailable(f"the store gave a strange answer: {reply!r}")

    async def read(self, key: str, after: int = 0) -> list[Entry]:
        """Return the entries after a version."""
        found = await self._run(keys.bucket(key), ("XRANGE", keys.log(key), f"{after + 1}-0", "+"))
        return [_entry(name, fields[b"op"], fields[b"data"]) for name, fields in found]

    async def follow(self, key: str) -> None:
        """Turn the bells of a log on."""
        await self._bells.follow(key)

    async def unfollow(self, key: str) -> None:
        """Turn the bells of a log off."""
        await self._bells.unfollow(key)

    async def say(self, key: str, data: bytes, keep: int, expire_ms: int) -> None:
        """Say something beside a log; it is never said twice, so a broken connection may swallow it."""
        arguments = (data, keep, expire_ms, keys.channel(key))
        await self._call(_SAY, keys.bucket(key), (keys.said(key),), arguments, again=False)

    async def said(self, key: str) -> list[bytes]:
        """Return what was said beside a log, oldest first."""
        said: list[bytes] = await self._run(keys.bucket(key), ("LRANGE", keys.said(key), 0, -1))
        return said

    async def due(self, now: int, limit: int) -> list[str]:
        """Return up to `limit` logs whose deadline is not after `now`, the earliest first."""
        return [key for key, _ in (await self._until(now, limit))[:limit]]

    async def deadlines(self) -> list[tuple[str, int]]:
        """Return every log that has a deadline with it, the earliest first."""
        return await self._until("+inf", -1)

    async def listings(self) -> dict[str, bytes]:
        """Return what each listed log shows."""
        asked = (self._run(number, ("HGETALL", keys.listings(number))) for number in range(keys.BUCKETS))
        return {key.decode(): listing for bucket in await _all(asked) for key, listing in bucket.items()}

    async def unfiled(self, key: str | None = None) -> list[tuple[str, int]]:
        """Return the entries that wait to be filed."""
        buckets = range(keys.BUCKETS) if key is None else (keys.bucket(key),)
        asked = (self._run(number, ("SMEMBERS", keys.unfiled(number))) for number in buckets)
        marks = (mark.decode().rpartition("/") for bucket in await _all(asked) for mark in bucket)
        return [(log, int(version)) for log, _, version in marks if key in (None, log)]

    async def file(self, filing: Filing) -> None:
        """Keep something of a log: last of all its name, so that whatever has a name is there."""
        if filing.listing is not None:
            await self._number(0, keys.NEWEST, filing.at, filing.listing, filing.keep, filing.expire_ms)
        number, expire_ms = keys.bucket(filing.key), filing.expire_ms
        await self._run(number, ("SET", keys.file(filing.key, filing.name), filing.data, "PX", expire_ms))
        await self._number(number, keys.files(filing.key), filing.version, filing.name, FILES_KEPT, expire_ms)

    async def settle(self, key: str, version: int) -> None:
        """Everything that this entry ended is filed."""
        number = keys.bucket(key)
        await self._run(number, ("SREM", keys.unfiled(number), f"{key}/{version}"))

    async def files(self, key: str) -> list[str]:
        """Return the names of what is filed of a log, the newest first."""
        found = await self._run(keys.bucket(key), ("ZRANGE", keys.files(key), 0, -1, "REV"))
        return [name.decode() for name in found]

    async def filed(self, key: str, name: str) -> bytes | None:
        """Return what is filed of a log under a name."""
        data: bytes | None = await self._run(keys.bucket(key), ("GET", keys.file(key, name)))
        return data

    async def newest(self, since: int, limit: int) -> list[bytes]:
        """Return the newest listings of files."""
        wanted = ("ZRANGE", keys.NEWEST, "+inf", since, "BYSCORE", "REV", "LIMIT", 0, limit)
        listings: list[bytes] = await self._run(0, wanted)
        return listings

    async def note(self, name: str, data: bytes, ttl_ms: int) -> None:
        """Leave a note."""
        await self._run(0, ("SET", keys.note(name), data, "PX", ttl_ms))

    async def noted(self, name: str) -> bytes | None:
        """Read a note."""
        data: bytes | None = await self._run(0, ("GET", keys.note(name)))
        return data

    async def take(self, name: str) -> bytes | None:
        """Read a note and throw it away; not repeated, since a repeat would find nothing."""
        data: bytes | None = await self._run(0, ("GETDEL", keys.note(name)), again=False)
        return data

    async def swap(self, name: str, data: bytes, ttl_ms: int) -> bytes | None:
        """Take the note under this name, or leave one; not repeated, since the note that was taken would be lost."""
        other: bytes | None = await self._call(_SWAP, 0, (keys.note(name),), (data, ttl_ms), again=False)
        return other

    async def beat(self, now: int) -> None:
        """Leave a sign of life, an epoch time in milliseconds."""
        await self._run(0, ("SET", keys.BEAT, now))

    async def last_beat(self) -> int | None:
        """Return the last sign of life."""
        found = await self._run(0, ("GET", keys.BEAT))
        return None if found is None else int(found)

    async def once(self, name: str, ttl_ms: int) -> bool:
        """Return True to the first caller within `ttl_ms`; not repeated, since a repeat would say False to it."""
        reply = await self._run(0, ("SET", keys.once(name), 1, "NX", "PX", ttl_ms), again=False)
        return reply is not None

    async def ping(self) -> None:
        """Return when the store answers; ask once, since a probe wants to know how it is now."""
        await self._run(0, ("GET", keys.BEAT), again=False)

    async def close(self) -> None:
        """Let go of the connections. Calls under way end with StoreUnavailable."""
        await self._bells.close()
        for lane in self._lanes:
            await lane.close()
        await self._link.hang_up()

    async def _until(self, now: int | str, limit: int) -> list[tuple[str, int]]:
        asked = (self._until_in(number, now, limit) for number in range(keys.BUCKETS))
        return sorted((pair for bucket in await _all(asked) for pair in bucket), key=itemgetter(1))

    async def _until_in(self, number: int, now: int | str, limit: int) -> list[tuple[str, int]]:
        names = (keys.deadlines(number), keys.listings(number))
        flat = await self._call(_DUE, number, names, (now, limit, *keys.logs_of(number)))
        return [(key.decode(), int(deadline)) for key, deadline in zip(flat[::2], flat[1::2], strict=True)]

    async def _number(self, number: int, name: str, score: int, member: str | bytes, keep: int, expire_ms: int) -> None:
        """Put a member into a sorted set that keeps the highest ones."""
        await self._run(number, ("ZADD", name, score, member))
        await self._run(number, ("ZREMRANGEBYRANK", name, 0, -keep - 1))
        await self._run(number, ("PEXPIRE", name, expire_ms))

    async def _call(self, script: _Script, number: int, names: Command, arguments: Command, again: bool = True) -> Any:
        call = (len(names), *names, *arguments)
        try:
            return await self._run(number, ("EVALSHA", script.digest, *call), again)
        except _UnknownScript:  # the server is new, or was restarted: scripts are not kept
            return await self._run(number, ("EVAL", script.text, *call), again)

    async def _run(self, number: int, command: Command, again: bool = True) -> Any:
        """Return the reply to a command on a bucket; repeat it while the store is away, if `again`."""
        began, lane = asyncio.get_running_loop().time(), self._lanes[number % len(self._lanes)]
        reply = await lane.run(command)
        if isinstance(reply, Exception):
            return await self._run_again(lane, command, again, reply, began + PATIENCE)
        return reply

    async def _run_again(self, lane: Batcher, command: Command, again: bool, reply: Any, until: float) -> Any:
        """The same after a first try has failed."""
        last = reply
        try:
            async with asyncio.timeout_at(until):
                for pause in _pauses():
                    if not isinstance(reply, Exception):
                        return reply
                    last = reply
                    _raise_lasting(reply, again)
                    await self._link.heal()
                    await asyncio.sleep(pause)
                    reply = await lane.run(command)
        except TimeoutError:
            raise StoreUnavailable(f"no answer within {PATIENCE:g} s, last: {last!r}") from last


class _UnknownScript(Exception):
    pass


def _raise_lasting(reply: Exception, again: bool) -> None:
    if isinstance(reply, exceptions.NoScriptError):
        raise _UnknownScript
    if not (again and isinstance(reply, PASSING)):
        raise StoreUnavailable(str(reply)) from reply


def _pauses() -> Iterator[float]:
    longest = _FIRST_PAUSE
    while True:
        yield random.uniform(longest / 2, longest)  # or all nodes would come back in one moment
        longest = min(2 * longest, _LONGEST_PAUSE)


def _entry(name: bytes, op: bytes, data: bytes) -> Entry:
    return Entry(int(name.partition(b"-")[0]), op.decode(), data)


async def _all(asked: Iterable[Coroutine[Any, Any, _T]]) -> list[_T]:
    """Ask together, so that the questions travel together."""
    return await asyncio.gather(*asked)
