"""Whole server nodes without sockets."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from protocol.settings import Settings
from protocol.tournament.events import Config
from server.archive import Archive
from server.chat import Chat
from server.devices import Devices
from server.dispatch import Dispatcher
from server.lobby import Lobby
from server.luck import system_dice
from server.ratelimit import PerKey
from server.rooms.service import Rooms
from server.store.log import Store
from server.store.memory import MemoryStore, Shelf
from server.store.redis_log import open_store
from server.tasks import end
from server.tournaments.access import Office, digest_of
from server.tournaments.broadcast import Broadcast
from server.tournaments.desk import Desk
from server.tournaments.heavy import Heavy
from server.tournaments.keys import Keys
from server.tournaments.service import Tournaments
from server.tournaments.tables import Tables
from tests.server.nodes import OFFICE_KEY, Clock

M = TypeVar("M")
SINGLES = Config(title="Friday", matches=Settings(length=1))


class Place:
    """One server node."""

    def __init__(self, clock: Clock, number: int) -> None:
        self.clock, self.node = clock, f"node-{number}"
        self.tasks: list[asyncio.Task[Any]] = []
        self.closed = False
        self.heavy = Heavy()

    async def open(self, url: str | None, shelf: Shelf) -> "Place":
        store: Store = MemoryStore(self._on_bell, self._on_say, shelf)
        if url is not None:
            store = await open_store(url, self._on_bell, self._on_say)
        self.store = store
        self.rooms = Rooms(store, system_dice, self.clock, self.node, self._spawn)
        self.tournaments = Tournaments(store, self.clock, self.node, self._spawn, self.heavy)
        self.tables = Tables(self.tournaments, self.rooms)
        self.broadcast = Broadcast(self.tournaments, pause_ms=0)
        self.keys = Keys(self.tournaments, Office(digest_of("", OFFICE_KEY)))
        self.desk = Desk(self.tournaments, self.broadcast, self.keys)
        self.wrong_codes, self.creations = PerKey(1 / 6, 20), PerKey(1 / 2, 40)
        services = (self.rooms, Lobby(self.rooms), Chat(self.rooms), Archive(self.rooms), Devices(store), self.desk)
        self.dispatcher = Dispatcher(*services, self.wrong_codes, self.creations, lambda: self.clock.now / 1000)
        return self

    def _on_bell(self, key: str, version: int) -> None:
        self.rooms.on_bell(key, version)
        self.tournaments.on_bell(key, version)

    def _on_say(self, key: str, data: bytes) -> None:
        self.rooms.presence.on_say(key, data)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        if self.closed:
            work.close()
            return
        self.tasks.append(asyncio.ensure_future(work))

    async def close(self) -> None:
        """As when the process is killed: nothing is said to anybody. A fault in what it did is a fault of the test."""
        self.closed = True
        failed = [task.exception() for task in self.tasks if task.done() and not task.cancelled()]
        await end(self.tasks)
        await self.heavy.close()
        await self.store.close()
        assert not any(failed), failed
