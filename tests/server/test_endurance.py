"""Rooms end, and nothing of them stays; and a long game costs what a short one does.

What is counted is objects, keys, calls and bytes, never time. The long mode plays tens of thousands of rooms.
"""

import asyncio
import gc
import itertools
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import FrameType

import pytest
from redis.asyncio import Redis

from clients.load.run import opened, play
from clients.load.table import Table
from clients.load.tally import Tally
from clients.load.usage import Usage
from protocol import commands as c
from protocol import limits
from protocol.codec import decode_message, encode_command, encode_message
from protocol.commands import AnyCommand
from protocol.messages import Ack, AnyMessage, Error
from protocol.settings import Settings
from server.app import running
from server.config import Config
from server.rooms import presence, service, views
from server.rooms.decide import RoomCommand
from server.rooms.feed import OPS_KEPT
from server.session import Session
from server.store.embedded import embedded
from server.store.log import Append, Appended, Conflict
from tests.e2e.processes import ServerProcess
from tests.server.builders import state_of
from tests.server.nodes import Node, Person, nodes
from tests.server.test_crowd import running_game, step_or_undo
from tests.server.test_dispatch import Server


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits before it is noted who is here, and rooms that nobody follows are forgotten at once."""
    monkeypatch.setattr(limits, "OFFLINE_GRACE_MS", 0)
    monkeypatch.setattr(presence, "ARRIVAL_MS", 0)
    monkeypatch.setattr(presence, "ANSWER_MS", 0)
    monkeypatch.setattr(service, "IDLE_MS", -1)


# --- rooms that have ended --------------------------------------------------------------------------------------------


class Guests:
    """Connections to a server without sockets that come, play and go."""

    def __init__(self, node: Node) -> None:
        self.node, self.server, self._ids = node, Server(node), itertools.count(1)

    def id(self) -> str:
        return f"g{next(self._ids)}"

    async def come(self) -> tuple[Session, list[AnyMessage]]:
        heard: list[AnyMessage] = []
        session = Session("192.0.2.1", False, lambda frame: heard.append(decode_message(frame)))
        await self.server.dispatcher.handle(session, encode_command(c.Hello(id=self.id()), text=False))
        return session, heard

    async def do(self, guest: tuple[Session, list[AnyMessage]], command: AnyCommand) -> Ack:
        """A command that must be done."""
        await self.server.dispatcher.handle(guest[0], encode_command(command, text=False))
        answer = [message for message in guest[1] if isinstance(message, Ack | Error)][-1]
        assert isinstance(answer, Ack), answer
        return answer

    async def whole_room(self) -> None:
        """A public room with two players and a watcher: it is made, talked in, played, given up and left."""
        ada, bo, cy = [await self.come() for _ in range(3)]
        code = (await self.do(ada, c.CreateRoom(id=self.id(), settings=Settings(public=True), seat="white"))).room or ""
        for guest in (ada, bo, cy):
            await self.do(guest, c.Subscribe(id=self.id(), room=code))
        await self.do(bo, c.Sit(id=self.id(), room=code))
        await self.do(bo, c.Say(id=self.id(), room=code, text="Good luck"))
        await self.do(ada, c.Throw(id=self.id(), room=code, turn=1))
        await self.do(ada, c.Resign(id=self.id(), room=code, points=2))
        for session, _ in (ada, bo, cy):
            self.server.dispatcher.close(session)
        self.server.seconds += 10  # no limit of one address is in the way
        self.node.clock.now += 1_000
        await self.node.settled()
        await self.node.rooms.forget_idle()
        self.node.tasks = [task for task in self.node.tasks if not task.done()]


def ours_alive() -> Counter[str]:
    """The objects of the server in this process, by type."""
    gc.collect()
    kinds = (type(thing) for thing in gc.get_objects())
    return Counter(kind.__qualname__ for kind in kinds if str(kind.__module__).startswith("server."))


def forget_expired(node: Node) -> None:
    """Let the store's clock pass the time for which rooms and what was said in them are kept."""
    node.clock.now += limits.ROOM_MS + 1
    shelf = node.shelf
    for kept in (shelf.logs, shelf.sayings, shelf.marks):
        for key in list(kept):
            shelf.find(kept, key)


@pytest.mark.usefixtures("hasty")
async def test_finished_rooms_leave_no_object() -> None:
    async with nodes() as [node]:
        node.shelf.clock = node.clock
        guests, alive = Guests(node), list[Counter[str]]()
        for _ in range(2):
            for _ in range(40):
                await guests.whole_room()
            forget_expired(node)
            alive.append(ours_alive())
        assert node.rooms.live == {}
        assert node.tasks == []
        assert node.shelf.followers == {}
        assert (node.shelf.deadlines, node.shelf.listings) == ({}, {})
        assert alive[1] <= alive[0]  # less only where an earlier test has left something


@pytest.mark.usefixtures("hasty")
async def test_finished_rooms_leave_only_keys_that_expire(tmp_path: Path) -> None:
    async with embedded(tmp_path / "data") as url, running(Config(host="127.0.0.1", port=0), url) as server:
        tally = Tally()
        tables = [
            Table(f"ws://127.0.0.1:{server.port}/ws", tally, Random(seed), games=1, watchers=1) for seed in (1, 2)
        ]
        async with opened(tables):
            await play(tables, tally, 0, lambda: None)
        assert tally.games == 2
        async with asyncio.timeout(20), Redis.from_url(url) as redis:
            while server.rooms.live:  # it is noticed by and by that everybody has gone
                await asyncio.sleep(0)
                await server.rooms.forget_idle()
            while await lasting(redis) - {b"narde:beat"}:  # games that have ended are filed by and by
                assert len([key async for key in redis.scan_iter("*:log")]) == 2
            assert await redis.pubsub_channels() == []


async def lasting(redis: Redis) -> set[bytes]:
    """The keys that have no end."""
    return {key async for key in redis.scan_iter() if await redis.ttl(key) == -1}


# --- a game that goes on and on ---------------------------------------------------------------------------------------


@dataclass
class Costs:
    """What one command makes the server do."""

    calls: int = 0
    octets: int = 0
    round_trips: int = 0


class Till:
    """Counts calls of functions, and what goes to the store."""

    def __init__(self, node: Node) -> None:
        self.node, self._costs = node, Costs()
        self._append, self._read = node.store.append, node.store.read
        node.store.append = self._appended  # type: ignore[method-assign]  # it is looked over
        node.store.read = self._was_read  # type: ignore[method-assign,assignment]

    async def _appended(self, write: Append) -> Appended | Conflict:
        self._costs.octets += len(write.data) + len(write.op) + len(write.listing or b"")
        self._costs.round_trips += 1
        return await self._append(write)

    async def _was_read(self, key: str, after: int = 0) -> object:
        self._costs.round_trips += 1
        return await self._read(key, after)

    async def of(self, person: Person, command: RoomCommand) -> Costs:
        costs = self._costs = Costs()

        def count(_: FrameType, event: str, __: object) -> None:
            costs.calls += event == "call"

        sys.setprofile(count)
        try:
            await self.node.do(person, command)
        finally:
            sys.setprofile(None)
        return costs


async def test_late_commands_cost_what_early_ones_do() -> None:
    """One step is made and taken back again and again: the room grows old, and the board is the same all the time."""
    async with nodes() as [node]:
        code, mover, _ = await running_game(node)
        till, costs, rejoins = Till(node), dict[int, Costs](), dict[int, int]()
        while (state := await state_of(node, code)).version < 2_001:
            costs[state.version + 1] = await till.of(mover, step_or_undo(state, node.id()))
            rejoins[state.version] = len(encode_message(views.snapshot(state, mover.actor.player, 0, 0), text=False))
        for early, late in ((50, 2_000), (51, 2_001)):
            assert costs[late].calls <= 1.1 * costs[early].calls
            assert costs[late].octets <= 1.1 * costs[early].octets
            assert costs[late].round_trips == costs[early].round_trips == 1
        assert rejoins[2_000] <= 1.1 * rejoins[50]


async def test_old_room_remembers_a_bounded_past() -> None:
    async with nodes() as [node]:
        code, mover, _ = await running_game(node)
        while (state := await state_of(node, code)).version < 500:
            await node.do(mover, step_or_undo(state, node.id()))
        room = await node.room(code)
        assert len(room.recent) <= limits.TAIL
        assert len(room.behind) == 0
        assert sum(map(len, room.ops.values())) <= 3 * OPS_KEPT


# --- the long mode ----------------------------------------------------------------------------------------------------


ROOMS_A_SECOND = 100


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_memory_stays_after_many_rooms(tmp_path: Path) -> None:
    """A real server has as much memory after 20,000 finished rooms as after 2,000."""
    server = ServerProcess(tmp_path / "data", "--fsync", "everysec")
    await server.start()
    assert server.process is not None
    try:
        await give_up_rooms(server.url, 2_000)
        before = Usage.of(server.process.pid)
        await give_up_rooms(server.url, 18_000)
        after = Usage.of(server.process.pid)
    finally:
        await server.stop()
    assert after.memory <= 1.1 * before.memory


async def give_up_rooms(url: str, rooms: int) -> None:
    """Begin a game in so many rooms, some at a time, and resign it.

    They come at a steady rate, so that as many wait to be forgotten in the end as in the beginning.
    """
    tally, numbers, loop = Tally(), iter(range(rooms)), asyncio.get_running_loop()
    began = loop.time()

    async def some() -> None:
        for number in numbers:
            await asyncio.sleep(began + number / ROOMS_A_SECOND - loop.time())
            load = Table(url, tally, Random(number))
            async with opened([load]):
                await load.white.ask(c.Resign(id=load.white.next_id(), room=load.white.room or "", points=2))

    await asyncio.gather(*(some() for _ in range(20)))
    assert not tally.errors
