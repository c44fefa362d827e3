"""The ways to Redis: URLs, a master that sentinels name, a cluster."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from server.store import keys
from server.store.embedded import find_binary
from server.store.log import Appended, Filing
from server.store.redis_link import connect, readable
from tests.server.store.conftest import Nodes, fact

ROOMS = [f"room:{number}" for number in range(60)]


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "redis://user:secret@localhost:7000/2",
        "rediss://localhost",
        "unix:///run/redis.sock",
        "redis+sentinel://one:26379,two/games/3",
        "redis+sentinel://user:secret@[::1]:26379/games",
        "redis+cluster://one:7000,two:7001",
    ],
)
async def test_url_is_understood(url: str) -> None:
    link = connect(url)
    assert link.lanes == (keys.BUCKETS if "cluster" in url else 1)
    await link.hang_up()


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://localhost:7000/2", "redis://localhost:7000/2"),
        ("redis://user:secret@localhost:7000/2", "redis://user:***@localhost:7000/2"),
        ("redis://:s:ecr@t@localhost", "redis://:***@localhost"),
        ("redis://localhost?password=secret", "redis://localhost"),
        ("unix://user:secret@/run/redis.sock", "unix://user:***@/run/redis.sock"),
        ("redis+sentinel://user:secret@one:26379,two/games", "redis+sentinel://user:***@one:26379,two/games"),
    ],
)
def test_address_is_shown_without_its_password(url: str, shown: str) -> None:
    assert readable(url) == shown


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("", "unknown kind of store"),
        ("http://localhost", "unknown kind of store"),
        ("redis+sentinel://one:26379", "ends in /master-name"),
        ("redis+sentinel://one:26379/games/first", "ends in /master-name"),
        ("redis+sentinel:///games", "host is missing"),
        ("redis+cluster://one:7000,,two:7001", "host is missing"),
        ("redis+cluster://one:port", "Port could not be cast"),
    ],
)
def test_wrong_url_is_refused(url: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        connect(url)


@dataclass(frozen=True)
class Server:
    """One of several servers that run the same binary on a machine."""

    port: int
    process: asyncio.subprocess.Process

    async def ask(self, *command: str | int) -> Any:
        async with Redis(port=self.port) as client:
            return await client.execute_command(*command)  # type: ignore[no-untyped-call]

    async def until(self, wanted: str, *command: str | int) -> None:
        """Ask until the answer contains a text."""
        async with asyncio.timeout(20), Redis(port=self.port, retry=Retry(NoBackoff(), 0)) as client:
            while wanted not in await _answer(client, command):
                pass

    async def kill(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()


async def _answer(client: Redis, command: tuple[str | int, ...]) -> str:
    with suppress(RedisError):
        return str(await client.execute_command(*command))  # type: ignore[no-untyped-call]
    return ""


def free_port() -> int:
    """Return a port that is free together with the one that a cluster node opens beside it."""
    while True:
        with socket.socket() as one, socket.socket() as other, suppress(OSError, OverflowError):
            one.bind(("127.0.0.1", 0))
            port = int(one.getsockname()[1])
            other.bind(("127.0.0.1", port + 10_000))
            return port


@asynccontextmanager
async def serving(folder: Path, *settings: str, mode: str = "") -> AsyncIterator[Server]:
    port = free_port()
    config = folder / f"{port}.conf"
    common = (f"port {port}", "bind 127.0.0.1", f"dir {folder}", f"cluster-config-file nodes-{port}.conf")
    config.write_text("\n".join((*common[: 3 if mode else 4], *settings)))
    process = await asyncio.create_subprocess_exec(
        find_binary(), config, *([mode] if mode else []), stdout=asyncio.subprocess.DEVNULL, start_new_session=True
    )
    server = Server(port, process)
    try:
        await server.until("True", "PING")
        yield server
    finally:
        await server.kill()


@pytest.fixture(scope="module")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[list[Server]]:
    """Run three masters and a replica of the first."""
    folder = tmp_path_factory.mktemp("cluster")
    settings = ("save ''", "cluster-enabled yes", "cluster-node-timeout 500", "repl-diskless-sync-delay 0")
    async with AsyncExitStack() as exits:
        servers = [await exits.enter_async_context(serving(folder, *settings)) for _ in range(4)]
        for number, server in enumerate(servers[:3]):
            await server.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            await server.ask("CLUSTER", "ADDSLOTSRANGE", number * 5462, min(number * 5462 + 5461, 16383))
        for server in servers[1:]:
            await server.ask("CLUSTER", "MEET", "127.0.0.1", servers[0].port)
        for server in servers:
            await server.until("cluster_known_nodes:4", "CLUSTER", "INFO")
            await server.until("cluster_state:ok", "CLUSTER", "INFO")
        await servers[3].ask("CLUSTER", "REPLICATE", (await servers[0].ask("CLUSTER", "MYID")).decode())
        await servers[3].until("'master_link_status': 'up'", "INFO", "replication")
        yield servers


def url_of(cluster: list[Server]) -> str:
    return "redis+cluster://" + ",".join(f"127.0.0.1:{server.port}" for server in cluster)


async def test_cluster_is_one_store(cluster: list[Server], nodes: Nodes) -> None:
    near, far = await nodes.at(url_of(cluster)), await nodes.at(url_of(cluster))
    await asyncio.gather(*(far.store.follow(key) for key in ROOMS))
    for number, key in enumerate(ROOMS):
        await near.store.append(fact(key, 0, "a", deadline=number, listing=key.encode()))
    assert {await far.bell() for _ in ROOMS} == {(key, 1) for key in ROOMS}
    assert await far.store.due(19, limit=100) == ROOMS[:20]
    assert await far.store.listings() == {key: key.encode() for key in ROOMS}
    assert {len(await server.ask("KEYS", "narde:*:log")) > 0 for server in cluster[:3]} == {True}


async def test_cluster_is_one_archive(cluster: list[Server], nodes: Nodes) -> None:
    near, far = (await nodes.at(url_of(cluster))).store, (await nodes.at(url_of(cluster))).store
    rooms = [f"room:over:{number}" for number in range(20)]
    await asyncio.gather(*(near.append(fact(key, 0, "a", ends=True)) for key in rooms))
    assert sorted(await far.unfiled()) == sorted((key, 1) for key in rooms)
    for number, key in enumerate(rooms):
        await far.file(Filing(key, "1.1", 1, number, key.encode(), 60_000, b"%d" % number, keep=15))
        await far.settle(key, 1)
    assert await near.unfiled() == []
    assert [await near.filed(key, "1.1") for key in rooms] == [key.encode() for key in rooms]
    assert await near.newest(0, 100) == [b"%d" % number for number in range(19, 4, -1)]
    for number in range(20):
        assert await near.swap(f"game:{number}", b"near", 60_000) is None
        assert await far.swap(f"game:{number}", b"far", 60_000) == b"near"


async def test_cluster_survives_its_master(cluster: list[Server], nodes: Nodes) -> None:
    near, far = await nodes.at(url_of(cluster)), await nodes.at(url_of(cluster))
    rooms = [f"room:again:{number}" for number in range(60)]
    await asyncio.gather(*(far.store.follow(key) for key in rooms))
    await asyncio.gather(*(near.store.append(fact(key, 0, "a")) for key in rooms))
    await until_copied(cluster[0], cluster[3])
    await cluster[0].kill()
    answers = await asyncio.gather(*(near.store.append(fact(key, 1, "b")) for key in rooms))
    assert answers == [Appended(2, repeated=False)] * len(rooms)
    assert {len(await far.store.read(key)) for key in rooms} == {2}


async def until_copied(master: Server, replica: Server) -> None:
    written = (await master.ask("INFO", "replication"))["master_repl_offset"]
    async with asyncio.timeout(20):
        while (await replica.ask("INFO", "replication"))["slave_repl_offset"] < written:
            pass


async def test_sentinel_names_the_new_master(tmp_path: Path, nodes: Nodes) -> None:
    async with AsyncExitStack() as exits:
        master = await exits.enter_async_context(serving(tmp_path, "save ''", "repl-diskless-sync-delay 0"))
        copying = ("save ''", f"replicaof 127.0.0.1 {master.port}")
        replica = await exits.enter_async_context(serving(tmp_path, *copying))
        await replica.until("'master_link_status': 'up'", "INFO", "replication")
        watching = (
            f"sentinel monitor games 127.0.0.1 {master.port} 1",
            "sentinel down-after-milliseconds games 300",
            "sentinel failover-timeout games 1000",
        )
        sentinel = await exits.enter_async_context(serving(tmp_path, *watching, mode="--sentinel"))
        await sentinel.until(str(replica.port), "SENTINEL", "REPLICAS", "games")
        node = await nodes.at(f"redis+sentinel://127.0.0.1:{sentinel.port}/games")
        await node.store.follow("room:A")
        await node.store.append(fact("room:A", 0, "a"))
        await until_copied(master, replica)
        await master.kill()
        assert await node.store.append(fact("room:A", 1, "b")) == Appended(2, repeated=False)
        assert await node.bell(version=0) == ("room:A", 0)
