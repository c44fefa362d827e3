"""Games go on when the server, the store or both are killed with kill -9: nothing acknowledged is lost or doubled."""

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from clients.lib.connection import Client, CommandRefused, connect
from clients.lib.room import Room
from engine.events import Stepped, StepUndone
from protocol.messages import Ack
from protocol.settings import Settings
from tests.e2e.processes import ServerProcess
from tests.server.hostile import agree

pytestmark = pytest.mark.timeout(900)
LATE = ("stale_turn", "not_your_turn", "game_over", "already_thrown")
"""The board has moved on while a command was on its way a second time."""


class Acks:
    """Counts what the server has acknowledged, and lets a test wait for the next ones."""

    def __init__(self) -> None:
        self.count = 0
        self._news = asyncio.Condition()

    async def add(self) -> None:
        async with self._news:
            self.count += 1
            self._news.notify_all()

    async def more(self, number: int) -> None:
        wanted = self.count + number
        async with self._news, asyncio.timeout(300):
            await self._news.wait_for(lambda: self.count >= wanted)


class Player:
    """Plays at random, one step a command, and remembers what was acknowledged and what was told."""

    def __init__(self, room: Room, random: Random, acks: Acks) -> None:
        self.room, self.random, self.acks = room, random, acks
        self.acknowledged: Counter[int] = Counter()
        self.versions: list[int] = []

    async def play(self) -> None:
        async for update in self.room:
            if update.events:
                self.versions.append(update.view.version)
            if self.room.view.winner is not None:
                return
            try:
                await self._act()
            except CommandRefused as refused:
                if refused.code not in LATE:
                    raise

    async def _act(self) -> None:
        view, graph, me = self.room.view, self.room.graph, self.room.view.you[0]
        if graph is not None:
            node = 0
            for made in view.stages[-1].steps:
                node = next(to for point, die, to in graph.nodes[node] if (point, die) == made)
            if edges := graph.nodes[node]:
                point, die, _ = self.random.choice(edges)
                await self._note(await self.room.step(point, die))
            else:
                await self._note(await self.room.done())
        elif view.opening[me == "black"] is None or (view.phase, view.to_move) == ("roll", me):
            await self._note(await self.room.throw())

    async def _note(self, ack: Ack) -> None:
        assert self.room.view.version >= ack.version
        self.acknowledged[ack.version] += 1
        await self.acks.add()


async def kill_server(server: ServerProcess) -> None:
    await server.kill()
    await server.start()


async def kill_store(server: ServerProcess) -> None:
    server.kill_store()


async def kill_both(server: ServerProcess) -> None:
    server.kill_store()
    await kill_server(server)


FAULTS: list[Callable[[ServerProcess], Awaitable[None]]] = [kill_server, kill_store, kill_both]


async def tables(stack: list[Client], count: int, random: Random, acks: Acks) -> list[Player]:
    """Two players at each of `count` tables; `stack` holds their clients in turn."""
    players = []
    for number in range(count):
        first, second = stack[2 * number : 2 * number + 2]
        preset = random.choice(["long-nard", "lange-narde", "dlinnye-nardy"])
        room = await first.create_room(Settings(preset=preset, overrides={"gul_bara": random.random() < 0.5}))
        players += [
            Player(room, Random(random.random()), acks),
            Player(await second.join(room.code), Random(random.random()), acks),
        ]
    return players


@pytest.mark.parametrize(
    ("rooms", "kills"),
    [(5, 10), pytest.param(50, 100, marks=pytest.mark.long)],
)
async def test_kills_lose_and_double_nothing(rooms: int, kills: int, tmp_path: Path) -> None:
    random, acks = Random(9), Acks()
    server = ServerProcess(tmp_path / "data", "--max-connections-per-address", "1000")
    await server.start()
    async with asyncio.TaskGroup() as group:
        stop = asyncio.Event()
        ready: asyncio.Queue[Client] = asyncio.Queue()

        async def client() -> None:
            async with connect(server.url, patience=None) as connected:
                await ready.put(connected)
                await stop.wait()

        for _ in range(2 * rooms):
            group.create_task(client())
        players = await tables([await ready.get() for _ in range(2 * rooms)], rooms, random, acks)
        games = [asyncio.create_task(player.play()) for player in players]
        for number in range(kills):
            if all(game.done() for game in games):
                break
            await acks.more(random.randrange(5, 40))
            await FAULTS[number % len(FAULTS)](server)
        async with asyncio.timeout(600):
            await asyncio.gather(*games)
        for white, black in zip(players[::2], players[1::2], strict=True):
            await check(white, black)
        assert number >= min(kills, 10) - 1
        stop.set()
    assert await server.stop() == 0


async def check(white: Player, black: Player) -> None:
    """Both see the same end, in order, and every acknowledged command is a version of its own."""
    await agree(white.room, black.room)
    one, other = white.room.view, black.room.view
    assert (one.version, one.checkers) == (other.version, other.checkers)
    assert (one.score, one.winner) == (other.score, other.winner)
    for player in (white, black):
        assert player.versions == sorted(set(player.versions))
        assert set(player.acknowledged.values()) <= {1}
        assert max(player.acknowledged) <= one.version
    assert not white.acknowledged.keys() & black.acknowledged.keys()


async def test_half_made_turn_is_still_half_made(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start()
    async with connect(server.url) as first, connect(server.url) as second:
        room = await first.create_room(seat="white")
        other = await second.join(room.code)
        while room.graph is None and other.graph is None:
            for seat in (room, other):
                if seat.view.phase == "opening" and seat.view.opening[seat is other] is None:
                    await seat.throw()
        mover = room if room.graph is not None else other
        assert mover.graph is not None
        point, die, _ = mover.graph.nodes[0][0]
        await mover.step(point, die)
        half = mover.view
        await kill_server(server)
        await mover.undo()
        assert [type(event) for event in (await last_events(mover))] == [StepUndone]
        await mover.step(point, die)
        assert (mover.view.position, mover.view.stages) == (half.position, half.stages)
        assert [type(event) for event in (await last_events(mover))] == [Stepped]
    assert await server.stop() == 0


async def last_events(room: Room) -> tuple[object, ...]:
    """The events of the newest version."""
    async for update in room:
        if update.events and update.view.version == room.view.version:
            return update.events
    return ()


async def test_graceful_stop_ends_with_code_zero(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start()
    async with connect(server.url, json=True) as client:
        room = await client.create_room()
        await room.invite_bot("random")
        children = server.children()
        assert len(children) == 1
        assert await server.stop() == 0
        assert not os.path.exists(f"/proc/{children[0]}")  # noqa: ASYNC240
        await server.start()
        ack = await room.say("still here")
        assert ack.version == room.view.version or ack.version > 0
    assert await server.stop() == 0
