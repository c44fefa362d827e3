"""Server nodes without sockets: real rooms on the in-memory store, a clock set by hand, dice by a seed."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from engine.types import Color
from protocol.codec import decode_message
from protocol.commands import CreateRoom
from protocol.errors import Refusal
from protocol.ids import player_id, secret_of
from protocol.messages import AnyMessage, Events, Snapshot, StepGraph
from protocol.settings import Settings
from server.chat import Chat
from server.rooms.decide import Actor, RoomCommand
from server.rooms.feed import Room
from server.rooms.service import Rooms
from server.rooms.viewers import Viewer
from server.store.log import Append, Appended, Conflict, Entry, StoreUnavailable
from server.store.memory import MemoryStore, Shelf
from server.tournaments.access import Office, digest_of
from server.tournaments.broadcast import Broadcast
from server.tournaments.desk import Desk
from server.tournaments.heavy import Heavy
from server.tournaments.keys import Keys
from server.tournaments.service import Tournaments
from server.tournaments.tables import Tables

OFFICE_KEY = "office-office-office-office"
T = TypeVar("T")


@dataclass
class Clock:
    """Server time that stands still until it is moved."""

    now: int = 1_000_000

    def __call__(self) -> int:
        return self.now


@dataclass
class Person:
    """A player with a token of his own, and what the server has sent him."""

    name: str
    secret: bytes = b""
    frames: list[AnyMessage] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.secret = secret_of(self.name * 22)
        self.actor = Actor(player_id(self.secret), self.name)

    def viewer(self, text: bool = False) -> Viewer:
        return Viewer(self.actor.player, text, lambda frame: self.frames.append(decode_message(frame)))

    def got(self, kind: type[T]) -> list[T]:
        return [frame for frame in self.frames if isinstance(frame, kind)]


class Flaky(MemoryStore):
    """A store that fails when it is told to.

    `lost` counts appends that are not made, `unsure` those that are made and not confirmed; `away`: nothing answers;
    `reads`: so many reads are answered yet, None for all. `after_listings` is waited for when the list has been read.
    """

    lost = 0
    unsure = 0
    away = False
    reads: int | None = None
    after_listings: Callable[[], Awaitable[object]] | None = None

    def _look(self) -> None:
        if self.away:
            raise StoreUnavailable("away")

    async def read(self, key: str, after: int = 0) -> list[Entry]:
        self._look()
        if self.reads is not None:
            self.reads -= 1
            if self.reads < 0:
                raise StoreUnavailable("away")
        return await super().read(key, after)

    async def say(self, key: str, data: bytes, keep: int, expire_ms: int) -> None:
        self._look()
        await super().say(key, data, keep, expire_ms)

    async def said(self, key: str) -> list[bytes]:
        self._look()
        return await super().said(key)

    async def listings(self) -> dict[str, bytes]:
        self._look()
        found = await super().listings()
        if self.after_listings is not None:
            await self.after_listings()
        return found

    async def unfiled(self, key: str | None = None) -> list[tuple[str, int]]:
        self._look()
        return await super().unfiled(key)

    async def newest(self, since: int, limit: int) -> list[bytes]:
        self._look()
        return await super().newest(since, limit)

    async def note(self, name: str, data: bytes, ttl_ms: int) -> None:
        self._look()
        await super().note(name, data, ttl_ms)

    async def noted(self, name: str) -> bytes | None:
        self._look()
        return await super().noted(name)

    async def append(self, write: Append) -> Appended | Conflict:
        self._look()
        if self.lost:
            self.lost -= 1
            raise StoreUnavailable("away")
        done = await super().append(write)
        if self.unsure:
            self.unsure -= 1
            raise StoreUnavailable("no answer")
        return done


class Node:
    """One server process: its rooms, its chat, its store."""

    def __init__(self, shelf: Shelf, clock: Clock, seed: int) -> None:
        random = Random(seed)
        self.clock, self.shelf = clock, shelf
        self.tasks: list[asyncio.Task[object]] = []
        self.stopped = False
        self.store = Flaky(self._on_bell, self._on_say, shelf)
        self.rooms = Rooms(self.store, lambda _: random.randrange(6) + 1, clock, f"node-{seed}", self.spawn)
        self.chat = Chat(self.rooms)
        self.heavy = Heavy()
        self.tournaments = Tournaments(self.store, clock, self.rooms.node, self.spawn, self.heavy)
        self.tables = Tables(self.tournaments, self.rooms)
        self.broadcast = Broadcast(self.tournaments, pause_ms=0)
        self.desk = Desk(self.tournaments, self.broadcast, Keys(self.tournaments, Office(digest_of("", OFFICE_KEY))))
        self.rooms.on_outage.append(self.tournaments.give_back)
        self._ids = itertools.count(1)

    def _on_bell(self, key: str, version: int) -> None:
        self.rooms.on_bell(key, version)
        self.tournaments.on_bell(key, version)

    def _on_say(self, key: str, data: bytes) -> None:
        if not self.rooms.presence.on_say(key, data):
            self.chat.on_say(key, data)

    def spawn(self, work: Coroutine[object, object, object]) -> None:
        if self.stopped:
            work.close()
            return
        self.tasks.append(asyncio.ensure_future(work))

    async def settled(self) -> None:
        """Let what has been started by now run, but for what waits for time to pass."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def stop(self) -> None:
        """End what the rooms have started; a fault in it is a fault of the test."""
        self.stopped = True
        await self.heavy.close()
        for task in self.tasks:
            task.cancel()
        for ended in await asyncio.gather(*self.tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    def id(self) -> str:
        return f"{self.rooms.node}-{next(self._ids)}"

    async def create(self, person: Person, settings: Settings | None = None, *seats: Color) -> str:
        command = CreateRoom(id=self.id(), settings=settings or Settings())
        code = await self.rooms.create(person.actor, person.secret, command, seats or (Color.WHITE,))
        assert isinstance(code, str), code
        return code

    async def do(self, person: Person, command: RoomCommand) -> int:
        """A command that must be accepted."""
        version = await self.rooms.execute(command.room, person.actor, command)
        assert isinstance(version, int), version
        return version

    async def refused(self, person: Person, command: RoomCommand) -> Refusal:
        """A command that must be refused and change nothing."""
        room = await self.rooms.room(command.room)
        before = None if room is None else room.state
        refusal = await self.rooms.execute(command.room, person.actor, command)
        assert isinstance(refusal, Refusal), refusal
        assert room is None or room.state == before
        return refusal

    async def follow(self, person: Person, code: str, after: int | None = None) -> Viewer:
        viewer = person.viewer()
        assert isinstance(await self.rooms.subscribe(code, viewer, after), int)
        return viewer

    async def room(self, code: str) -> Room:
        room = await self.rooms.room(code)
        assert room is not None
        return room


@contextlib.asynccontextmanager
async def nodes(count: int = 1, shelf: Shelf | None = None) -> AsyncIterator[list[Node]]:
    """Nodes that share one store and one clock."""
    clock, shelf = Clock(), shelf or Shelf()
    running = [Node(shelf, clock, seed) for seed in range(count)]
    try:
        yield running
    finally:
        for node in running:
            await node.stop()


def versions(person: Person) -> list[int]:
    """The versions that a viewer has been brought through, snapshot first."""
    return [frame.version for frame in person.frames if isinstance(frame, Snapshot | Events)]


def graphs(person: Person) -> list[StepGraph]:
    return person.got(StepGraph)
