"""The way to Redis: one server, a master that sentinels name, or a cluster.

redis-py repeats every command up to ten times on its own; here nothing is repeated that the store has not decided to
repeat. Replies are read as RESP2, where a published message is an ordinary reply.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote, urlsplit

from redis import exceptions
from redis.asyncio import BlockingConnectionPool, Redis, Sentinel
from redis.asyncio.client import PubSub
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from server.store import keys
from server.store.batch import Command, Execute
from server.store.redis_line import Lines

_LOGGER = logging.getLogger(__name__)
# What passes when a server comes back, a replica takes over or a slot moves. Another error would only repeat itself.
PASSING = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.ReadOnlyError,
    exceptions.ClusterDownError,
    exceptions.TryAgainError,
    exceptions.RedisClusterException,
    OSError,
)
# A busy server may answer late, a dead one never: beyond these seconds the connection is given up.
_PATIENCE = 2.0
_TIMEOUTS: dict[str, Any] = {"socket_timeout": _PATIENCE, "socket_connect_timeout": _PATIENCE}
_DEFAULT_PORT = 6379
_SENTINEL_PORT = 26379
_Address = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Link:
    """An open way to the store.

    `lanes` says over how many batches the buckets are spread: one, or in a cluster one for each bucket, so that a dead
    node holds up only its own logs. `execute` sends commands in one go and returns their replies, refusals as
    exceptions among them.
    """

    client: Redis | RedisCluster
    lanes: int
    execute: Execute
    hang_up: Callable[[], Awaitable[None]]

    async def heal(self) -> None:
        """Look again where the logs are: a cluster's pipeline alone never asks who took over from a dead node."""
        if isinstance(self.client, RedisCluster):
            try:
                await self.client.nodes_manager.initialize()
            except Exception as error:
                _LOGGER.debug("the cluster is not found: %r", error, exc_info=True)  # the next attempt reports it

    async def open_pubsub(self) -> PubSub:
        """Return a connected PubSub. In a cluster any node will do: they pass published messages on."""
        pubsub = await self._make_pubsub()
        await pubsub.connect()  # type: ignore[no-untyped-call]
        return pubsub

    async def _make_pubsub(self) -> PubSub:
        if isinstance(self.client, RedisCluster):
            await self.client.initialize()
            return self.client.pubsub(node=self.client.get_random_node())
        return self.client.pubsub()


class StoreAddressError(ValueError):
    """The URL names no store."""


def connect(url: str) -> Link:
    """Return the link that a URL describes; nothing is sent yet.

    Known are `redis://`, `rediss://`, `unix://`, `redis+sentinel://host:port,host:port/master-name[/db]` and
    `redis+cluster://host:port,host:port`. A user and password before the hosts are those of the data nodes.
    Raises StoreAddressError for anything else.
    """
    try:
        match urlsplit(url).scheme:
            case "redis" | "rediss" | "unix":
                return _single(url)
            case "redis+sentinel":
                return _sentinel(url)
            case "redis+cluster":
                return _cluster(url)
            case scheme:
                raise ValueError(f"unknown kind of store: {scheme!r}")
    except ValueError as error:
        raise StoreAddressError(f"the store's address is no address: {error}") from error


def readable(url: str) -> str:
    """The address for people: without the password, wherever it stands."""
    parts = urlsplit(url)
    login, at, hosts = parts.netloc.rpartition("@")
    user, colon, _ = login.partition(":")
    return f"{parts.scheme}://{user}{colon and ':***'}{at}{hosts}{parts.path}"


def _once() -> Retry:
    # No error is worth a retry, so that a PubSub does not connect again behind the back of its listener either.
    return Retry(NoBackoff(), 0, supported_errors=())


def _single(url: str) -> Link:
    pool = BlockingConnectionPool.from_url(url, max_connections=8, timeout=5, retry=_once(), protocol=2, **_TIMEOUTS)
    return _lined(Redis.from_pool(pool))


def _lined(client: Redis) -> Link:
    lines = Lines(client, _TIMEOUTS["socket_timeout"])
    return Link(client, 1, lines.execute, lines.hang_up)


def _sentinel(url: str) -> Link:
    name, _, db = urlsplit(url).path.strip("/").partition("/")
    if not name or (db and not db.isdecimal()):
        raise ValueError("a sentinel URL ends in /master-name or /master-name/db")
    settings: dict[str, Any] = {"retry": _once(), "protocol": 2, **_TIMEOUTS}
    sentinel = Sentinel(_addresses(url, _SENTINEL_PORT), sentinel_kwargs=settings)  # type: ignore[no-untyped-call]
    client = sentinel.master_for(unquote(name), db=int(db or 0), **settings, **_login(url))

    link = _lined(client)

    async def hang_up() -> None:
        await link.hang_up()
        await sentinel.aclose()

    return replace(link, hang_up=hang_up)


def _cluster(url: str) -> Link:
    client = RedisCluster(
        startup_nodes=[ClusterNode(host, port) for host, port in _addresses(url, _DEFAULT_PORT)],
        # A slot without a node must not stop the others, and the nodes of the URL stay the way in.
        require_full_coverage=False,
        dynamic_startup_nodes=False,
        retry=_once(),
        protocol=2,
        **_TIMEOUTS,
        **_login(url),
    )

    async def execute(commands: Sequence[Command]) -> list[Any]:
        pipeline = client.pipeline(transaction=False)
        for command in commands:
            pipeline.execute_command(*command)
        return await pipeline.execute(raise_on_error=False)

    return Link(client, keys.BUCKETS, execute, client.aclose)


def _addresses(url: str, default_port: int) -> list[_Address]:
    hosts = urlsplit(url).netloc.rpartition("@")[2].split(",")
    parts = [urlsplit(f"//{host}") for host in hosts]
    if not all(part.hostname for part in parts):
        raise ValueError("a host is missing in the URL of the store")
    return [(part.hostname or "", part.port or default_port) for part in parts]


def _login(url: str) -> dict[str, Any]:
    user, _, password = urlsplit(url).netloc.rpartition("@")[0].partition(":")
    login = {"username": unquote(user), "password": unquote(password)}
    return {name: value for name, value in login.items() if value}
