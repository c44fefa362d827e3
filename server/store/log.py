"""The seam between the server and whatever keeps its logs.

A log is an append-only sequence of entries under a key like `room:ABCDEF`. Its versions are 1, 2, 3… without holes,
and an append says after which version it was decided, so two writers can never both be right.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

OnBell = Callable[[str, int], None]
OnSay = Callable[[str, bytes], None]
FILES_KEPT = 200
"""Names of files that are remembered for each log."""


class Entry(Struct, frozen=True):
    """One commit: the operation id of its writer and what was written."""

    version: int
    op: str
    data: bytes


class Append(Struct, frozen=True):
    """One commit to be made if the log still ends at `expected` (0 for a log that does not exist yet).

    `op` names the operation, so that a repeated append is answered and not written twice. The log is forgotten
    `expire_ms`, at least 1, after its last append. `deadline` is the epoch time in milliseconds at which the log wants
    to be looked at, `listing` is what the public index shows; both are set with the entry, and None removes them. A log
    with a listing should have a deadline before it expires: that is when a stale listing is found.
    `ends`: something in the log has come to its end that is to be filed; the entry stays `unfiled` until it is.
    """

    key: str
    expected: int
    op: str
    data: bytes
    expire_ms: int
    deadline: int | None = None
    listing: bytes | None = None
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Filing:
    """What outlives a log: `data` under the key of the log and a `name`, for `expire_ms`.

    `version`: the log's last entry in it, by which the files of a log are in order. With `listing` it also stands among
    the `keep` newest of all logs, by `at`, epoch time in milliseconds.
    """

    key: str
    name: str
    version: int
    at: int
    data: bytes
    expire_ms: int
    listing: bytes | None = None
    keep: int = 0


class Appended(Struct, frozen=True):
    """The operation stands in the log at `version`; `repeated` when an earlier attempt had already put it there."""

    version: int
    repeated: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was written: the log does not end at the expected version.

    `tail` holds the entries after it. An empty tail means that the log is shorter than expected: it has expired.
    """

    tail: tuple[Entry, ...]


class StoreUnavailable(Exception):
    """The store gave no usable answer in time. A write may or may not have happened; its `op` will tell."""


class Store(ABC):
    """A shared home of logs. Every method may raise StoreUnavailable, except `follow`, `unfollow` and `close`.

    A store is built with two callbacks, called on the event loop, which must neither block nor raise. `on_bell(key,
    version)` rings after an append of another node to a followed log, and may ring after one of this node; version 0
    means that bells may have been lost and the log should be read. `on_say(key, data)` hands over what was said beside
    a followed log, by any node, this one included.
    """

    @abstractmethod
    async def append(self, write: Append) -> Appended | Conflict:
        """Write one entry on condition that the log ends at `write.expected`."""

    @abstractmethod
    async def read(self, key: str, after: int = 0) -> list[Entry]:
        """Return the entries after a version, none for a log that does not exist."""

    @abstractmethod
    async def follow(self, key: str) -> None:
        """Turn the bells of a log on. Whatever is appended after the return rings, or version 0 does."""

    @abstractmethod
    async def unfollow(self, key: str) -> None:
        """Turn the bells of a log off."""

    @abstractmethod
    async def say(self, key: str, data: bytes, keep: int, expire_ms: int) -> None:
        """Say something beside a log: not a fact, kept only among the last `keep` sayings for `expire_ms`.

        With `keep` 0 only those hear it who follow the log now.
        """

    @abstractmethod
    async def said(self, key: str) -> list[bytes]:
        """Return what was said beside a log, oldest first."""

    @abstractmethod
    async def due(self, now: int, limit: int) -> list[str]:
        """Return up to `limit` logs whose deadline is not after `now`, the earliest first.

        They stay due until an append changes their deadline. Deadline and listing of an expired log are dropped here.
        """

    @abstractmethod
    async def deadlines(self) -> list[tuple[str, int]]:
        """Return every log that has a deadline with it, the earliest first."""

    @abstractmethod
    async def listings(self) -> dict[str, bytes]:
        """Return the public index: what each listed log shows."""

    @abstractmethod
    async def unfiled(self, key: str | None = None) -> list[tuple[str, int]]:
        """Return the entries of one log or all, as log and version, that were appended with `ends` and not settled yet.

        These marks do not expire.
        """

    @abstractmethod
    async def file(self, filing: Filing) -> None:
        """Keep something of a log. To file the same again changes nothing but the time for which it is kept."""

    @abstractmethod
    async def settle(self, key: str, version: int) -> None:
        """Everything that this entry ended is filed."""

    @abstractmethod
    async def files(self, key: str) -> list[str]:
        """Return the names of what is filed of a log, the newest first, at most `FILES_KEPT`."""

    @abstractmethod
    async def filed(self, key: str, name: str) -> bytes | None:
        """Return what is filed of a log under a name."""

    @abstractmethod
    async def newest(self, since: int, limit: int) -> list[bytes]:
        """Return up to `limit` listings of files that are not from before `since`, the newest first."""

    @abstractmethod
    async def note(self, name: str, data: bytes, ttl_ms: int) -> None:
        """Leave a note for `ttl_ms`, in place of any that lies under this name."""

    @abstractmethod
    async def noted(self, name: str) -> bytes | None:
        """Read a note."""

    @abstractmethod
    async def take(self, name: str) -> bytes | None:
        """Read a note and throw it away: only one caller gets it. When it raises, the note may be gone."""

    @abstractmethod
    async def swap(self, name: str, data: bytes, ttl_ms: int) -> bytes | None:
        """Take the note under this name if another left one there; else leave `data` there and return None."""

    @abstractmethod
    async def beat(self, now: int) -> None:
        """Leave a sign of life of the whole deployment, an epoch time in milliseconds."""

    @abstractmethod
    async def last_beat(self) -> int | None:
        """Return the last sign of life, or None when there was none."""

    @abstractmethod
    async def once(self, name: str, ttl_ms: int) -> bool:
        """Return True to the first caller within `ttl_ms`, False to the others.

        When it raises, nobody may have got True: use it for work that comes round again.
        """

    @abstractmethod
    async def ping(self) -> None:
        """Return when the store answers."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of everything. Calls under way end with StoreUnavailable."""
