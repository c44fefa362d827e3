"""Nodes that hear, servers of every kind, and ways to break them."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from server.store.embedded import BINARY_VARIABLE, embedded
from server.store.log import Append, Store
from server.store.memory import MemoryStore, Shelf
from server.store.redis_log import open_store

_T = TypeVar("_T")


@dataclass(frozen=True)
class Node:
    """A store with what it heard, in order."""

    store: Store
    bells: asyncio.Queue[tuple[str, int]]
    says: asyncio.Queue[tuple[str, bytes]]

    async def bell(self, version: int | None = None) -> tuple[str, int]:
        """Wait for the next bell, or for the next one with a version."""
        heard = await soon(self.bells.get())
        while version not in (None, heard[1]):
            heard = await soon(self.bells.get())
        return heard


OpenNode = Callable[[], Coroutine[Any, Any, Node]]


async def soon(awaited: Awaitable[_T]) -> _T:
    """Wait, but not for ever."""
    async with asyncio.timeout(20):
        return await awaited


def fact(key: str, expected: int, op: str, **more: Any) -> Append:
    """Return an append whose data tell its operation."""
    return replace(Append(key, expected, op, f"did {op}".encode(), expire_ms=60_000), **more)


async def store_pid(url: str) -> int:
    """Return the process id of the server behind a URL."""
    async with Redis.from_url(url) as client:
        return int((await client.info("server"))["process_id"])


@dataclass
class Nodes:
    """Opens nodes, and closes them after the test."""

    _exits: AsyncExitStack
    _shelf: Shelf = field(default_factory=Shelf)

    async def at(self, url: str | None) -> Node:
        """Return a node of the store at a URL, or of the store in memory."""
        bells: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        says: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        callbacks = (
            lambda key, version: bells.put_nowait((key, version)),
            lambda key, data: says.put_nowait((key, data)),
        )
        store = MemoryStore(*callbacks, self._shelf) if url is None else await open_store(url, *callbacks)
        self._exits.push_async_callback(store.close)
        return Node(store, bells, says)


@pytest.fixture
async def nodes() -> AsyncIterator[Nodes]:
    async with AsyncExitStack() as exits:
        yield Nodes(exits)


@pytest.fixture(scope="session")
async def bundled_url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    async with embedded(tmp_path_factory.mktemp("bundled")) as url:
        yield url


@pytest.fixture(scope="session")
async def installed_url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("no redis-server on PATH")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BINARY_VARIABLE, binary)
        async with embedded(tmp_path_factory.mktemp("installed")) as url:
            yield url


@pytest.fixture(params=["memory", "bundled_url", "installed_url"])
def any_url(request: pytest.FixtureRequest) -> str | None:
    """Name every kind of store in turn; None is the one in memory."""
    return None if request.param == "memory" else str(request.getfixturevalue(request.param))


@pytest.fixture
async def open_node(any_url: str | None, nodes: Nodes) -> OpenNode:
    """Open nodes that share one empty store of any kind."""
    if any_url is not None:
        await wipe(any_url)
    return lambda: nodes.at(any_url)


@pytest.fixture
async def open_bundled(bundled_url: str, nodes: Nodes) -> OpenNode:
    """Open nodes that share one empty store of the kind that the server brings along."""
    await wipe(bundled_url)
    return lambda: nodes.at(bundled_url)


async def wipe(url: str) -> None:
    async with Redis.from_url(url) as client:
        await client.flushall()
