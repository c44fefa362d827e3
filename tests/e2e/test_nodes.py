"""Two server processes on one real store: one game, whoever is connected where, also when one of them is killed."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from clients.lib.connection import connect
from clients.lib.room import Room
from protocol.events import PlayerOffline
from protocol.settings import Control, Settings
from server.store.embedded import BINARY_VARIABLE, embedded
from tests.e2e.processes import ServerProcess
from tests.e2e.proxy import proxy
from tests.e2e.test_kills import Acks, Player, check

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module", params=["bundled", "installed"])
async def store_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The store that the server brings along, and Debian's."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "installed":
            binary = shutil.which("redis-server")
            if binary is None:
                pytest.skip("no redis-server on PATH")
            patch.setenv(BINARY_VARIABLE, binary)
        async with embedded(tmp_path_factory.mktemp("store")) as url:
            yield url


@pytest.fixture
async def nodes(store_url: str, tmp_path: Path) -> AsyncIterator[list[ServerProcess]]:
    """Two servers that know nothing of each other but the store."""
    running = [ServerProcess(tmp_path / name, "--redis-url", store_url) for name in ("one", "two")]
    try:
        for node in running:
            await node.start()
        yield running
    finally:
        for node in running:
            await node.end()


async def follow(room: Room) -> list[int]:
    """Watch until the match is over; the versions that came."""
    versions: list[int] = []
    async for update in room:
        if update.events:
            versions.append(update.view.version)
        if update.view.winner is not None:
            break
    return versions


async def agree(rooms: Sequence[Room]) -> None:
    """Everybody has come to the same end."""
    last = max(room.view.version for room in rooms)
    async with asyncio.timeout(30):
        for room in rooms:
            await room.reaches(last)
    views = [room.view for room in rooms]
    assert len({(view.checkers, view.version, view.score, view.winner) for view in views}) == 1


async def test_players_and_watchers_on_two_nodes_share_a_game(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    async with AsyncExitStack() as stack:
        ada, bo, cy, di = [
            await stack.enter_async_context(connect(node.url, patience=60, json=node is two))
            for node in (one, two, one, two)
        ]
        room = await ada.create_room(Settings(preset="long-nard", overrides={"gul_bara": True}))
        acks = Acks()
        watchers = [await client.watch(room.code) for client in (cy, di)]
        players = [Player(room, Random(1), acks), Player(await bo.join(room.code), Random(2), acks)]
        watching = [asyncio.create_task(follow(watcher)) for watcher in watchers]
        await asyncio.gather(*(player.play() for player in players))
        versions = [await seen for seen in watching]
        await agree([player.room for player in players] + watchers)
        await check(*players)
    assert all(seen == list(range(seen[0], room.view.version + 1)) for seen in versions)
    assert acks.count > 100


async def test_players_of_a_killed_node_play_on_at_the_other(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    acks = Acks()
    async with (
        proxy(two.port, one.port) as balancer,
        connect(one.url, patience=60) as ada,
        connect(balancer.url, patience=60) as bo,
        connect(balancer.url, patience=60) as cy,
    ):
        room = await ada.create_room(Settings(control=Control(timing="fischer", bank=600_000, extra=10_000)))
        players = [Player(room, Random(3), acks), Player(await bo.join(room.code), Random(4), acks)]
        watching = asyncio.create_task(follow(watcher := await cy.watch(room.code)))
        games = [asyncio.create_task(player.play()) for player in players]
        await acks.more(60)
        await two.kill()
        await acks.more(60)
        await asyncio.gather(*games)
        await check(*players)
        seen = await watching
        await agree([player.room for player in players] + [watcher])
    assert seen == sorted(set(seen))


async def away(room: Room) -> list[PlayerOffline]:
    """Until somebody is said to be away."""
    async with asyncio.timeout(60):
        async for update in room:
            if gone := [event for event in update.events if isinstance(event, PlayerOffline)]:
                return gone
    return []


async def test_players_of_a_dead_node_are_shown_as_away(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    async with connect(one.url) as ada, connect(two.url) as bo:
        room = await ada.create_room(seat="white")
        await bo.join(room.code)
        await two.kill()
        (gone,) = await away(room)
        assert gone.color == "black"
        assert room.view.black is not None
        assert room.view.black.offline_ms is not None


async def back(room: Room) -> None:
    async with asyncio.timeout(60):
        while room.view.black is None or room.view.black.offline_ms is not None:
            await anext(room)


async def test_node_that_comes_back_serves_its_players_again(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    async with connect(one.url) as ada, connect(two.url, patience=60) as bo:
        room = await ada.create_room(seat="white")
        other: Room = await bo.join(room.code)
        await two.kill()
        assert await away(room)
        await two.start()
        await other.throw()
        await back(room)
        await agree([room, other])
