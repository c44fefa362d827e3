"""What players see when something fails, as the table "When something fails" of server/DESIGN.md says."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from clients.lib.connection import Client, connect
from clients.lib.room import Room, RoomUpdate
from engine.events import ClocksSet
from protocol import commands as c
from protocol.errors import Code
from protocol.events import PlayerOffline
from protocol.messages import Ack, Error, Heartbeat
from protocol.settings import Control, Settings
from tests.e2e.processes import ServerProcess
from tests.e2e.proxy import proxy
from tests.e2e.test_kills import Acks, Player, check
from tests.server.hostile import agree, figure, game_beside
from tests.server.running import may_throw, player

pytestmark = pytest.mark.timeout(600)
CLOCK = Control(timing="fischer", bank=600_000, extra=1_000)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    running = ServerProcess(tmp_path / "data", "--max-connections-per-address", "5000")
    try:
        await running.start()
        yield running
    finally:
        await running.end()


async def until(room: Room, seen: Callable[[RoomUpdate], bool], seconds: float = 60) -> RoomUpdate:
    """The first update that is the one we wait for."""
    async with asyncio.timeout(seconds):
        async for update in room:
            if seen(update):
                return update
    raise AssertionError("the room was closed")


async def begin(room: Room, other: Room) -> Room:
    """Throw for the first turn; whoever won it."""
    while room.view.phase == "opening":
        for seat in (room, other):
            await agree(room, other)
            if may_throw(seat.view):
                await seat.throw()
    await agree(room, other)
    return room if room.view.to_move in room.view.you else other


# --- the store is gone ------------------------------------------------------------------------------------------------


async def test_store_that_is_gone_stops_commands_and_nothing_else(server: ServerProcess) -> None:
    async with connect(server.url) as ada, connect(server.url) as bo, player(server.port) as raw:
        room = await ada.create_room(Settings(control=CLOCK), seat="white")
        mover = await begin(room, await bo.join(room.code))
        await raw.hello((ada if mover is room else bo).token)
        assert isinstance(await raw.do(c.Subscribe(id="s", room=room.code)), Ack)
        resign = c.Resign(id="resign", room=room.code, points=mover.view.cost[mover is not room])
        (store,) = server.children()
        os.kill(store, signal.SIGSTOP)
        try:
            refused = await raw.do(resign)
            assert isinstance(refused, Error)
            assert refused.code == Code.UNAVAILABLE
            await raw.until(Heartbeat)  # the board is there and the connection is alive
        finally:
            os.kill(store, signal.SIGCONT)
        await until(room, lambda update: any(isinstance(event, ClocksSet) for event in update.events))
        assert ada.online
        assert bo.online
        while isinstance(again := await raw.do(resign), Error):
            assert again.code == Code.UNAVAILABLE
        await room.reaches(again.version)


async def test_killed_store_comes_back_with_everything(server: ServerProcess) -> None:
    acks = Acks()
    async with connect(server.url, patience=60) as ada, connect(server.url, patience=60) as bo:
        room = await ada.create_room()
        players = [Player(room, Random(5), acks), Player(await bo.join(room.code), Random(6), acks)]
        games = [asyncio.create_task(player.play()) for player in players]
        await acks.more(20)
        server.kill_store()
        await asyncio.gather(*games)
        await check(*players)


# --- a bad link -------------------------------------------------------------------------------------------------------


async def test_slow_link_slows_its_player_alone(server: ServerProcess) -> None:
    acks = Acks()
    async with (
        proxy(server.port) as link,
        connect(server.url, patience=120) as ada,
        connect(link.url, patience=120, json=True) as bo,
        game_beside(server.url),
    ):
        link.slow(chunk=512, pause=0.02)
        room = await ada.create_room(Settings(preset="dlinnye-nardy"))
        players = [Player(room, Random(7), acks), Player(other := await bo.join(room.code), Random(8), acks)]
        games = [asyncio.create_task(player.play()) for player in players]
        await acks.more(60)
        link.slow(chunk=64 * 1024, pause=0.0)
        await asyncio.gather(*games)
        await agree(room, other)
        await check(*players)
        assert link.carried > 0


async def test_cut_link_is_resumed_where_it_was(server: ServerProcess) -> None:
    acks = Acks()
    async with (
        proxy(server.port) as link,
        connect(server.url, patience=60) as ada,
        connect(link.url, patience=60) as bo,
    ):
        room = await ada.create_room()
        players = [Player(room, Random(9), acks), Player(await bo.join(room.code), Random(10), acks)]
        games = [asyncio.create_task(player.play()) for player in players]
        for _ in range(3):
            await acks.more(15)
            await link.cut()
        await asyncio.gather(*games)
        await check(*players)
        assert players[1].versions == list(range(players[1].versions[0], players[1].versions[-1] + 1))


@pytest.mark.long
async def test_frozen_link_is_found_out_by_both_ends(server: ServerProcess) -> None:
    """Nothing arrives and nothing breaks, as when a phone loses its network: pings that are not answered tell."""
    async with (
        proxy(server.port) as link,
        connect(server.url, patience=60) as ada,
        connect(link.url, patience=None) as bo,
    ):
        room = await ada.create_room(seat="white")
        other = await bo.join(room.code)
        link.freeze()
        await until(room, lambda update: any(isinstance(event, PlayerOffline) for event in update.events))
        await until(other, lambda update: not update.online)
        await link.cut()
        await other.throw()
        await until(room, lambda update: update.view.black is not None and update.view.black.offline_ms is None)
        await agree(room, other)


# --- everybody comes back at once -------------------------------------------------------------------------------------


async def gathered(stack: AsyncExitStack, url: str, clients: int, tables: int) -> tuple[list[Client], list[list[Room]]]:
    """So many clients, the rooms they follow, two of them seated at each table."""
    people = [await stack.enter_async_context(connect(url, patience=300, json=n % 2 == 0)) for n in range(clients)]
    rooms: list[list[Room]] = []
    for number in range(tables):
        here = people[number::tables]
        room = await here[0].create_room(seat="white")
        rooms.append([room, await here[1].join(room.code), *[await guest.watch(room.code) for guest in here[2:]]])
    return people, rooms


@pytest.mark.parametrize("clients", [300, pytest.param(2_000, marks=pytest.mark.long)])
async def test_everybody_comes_back_after_a_restart(server: ServerProcess, clients: int) -> None:
    async with AsyncExitStack() as stack:
        people, tables = await gathered(stack, server.url, clients, tables=clients // 10 if clients < 400 else 38)
        await server.kill()
        everywhere = [room for table in tables for room in table]
        await asyncio.gather(*(until(room, lambda update: not update.online) for room in everywhere))
        await server.start()
        # Each of them is answered only when he is back, and sees what the others did then.
        async with asyncio.timeout(300):
            acks = await asyncio.gather(*(room.throw() for seats in tables for room in seats[:2]))
            newest = [max(one.version, two.version) for one, two in zip(acks[::2], acks[1::2], strict=True)]
            for version, table in zip(newest, tables, strict=True):
                await asyncio.gather(*(room.reaches(version) for room in table))
        for table in tables:
            await agree(*table)
        assert all(client.online for client in people)
        assert await figure(server, "narde_connections_opened_total") == clients
