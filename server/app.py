"""The composition root: builds every part of one server process, runs it until it is told to stop, takes it down."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from protocol import limits
from protocol.errors import Close
from protocol.version import SUBPROTOCOLS
from server.chat import Chat
from server.clock import server_clock
from server.config import Config
from server.connection import Door
from server.dispatch import Dispatcher
from server.house import House
from server.lobby import Lobby
from server.luck import system_dice
from server.metrics import Metrics
from server.ratelimit import Connections, PerKey
from server.rooms import sweeper
from server.rooms.service import Rooms
from server.store.log import Store, StoreUnavailable
from server.store.redis_log import open_store
from server.web import Site, client_address

log = logging.getLogger(__name__)

FORGET_SECONDS = 5


class Spawner:
    """Owns the short tasks that a room starts by itself; an exception in one is logged and ends nothing else."""

    def __init__(self, group: asyncio.TaskGroup) -> None:
        self._group = group

    def __call__(self, work: Coroutine[object, object, object]) -> object:
        return self._group.create_task(self._guarded(work))

    async def _guarded(self, work: Coroutine[object, object, object]) -> None:
        try:
            await work
        except StoreUnavailable as error:
            log.info("the store is away: %s", error)
        except Exception:
            log.exception("a task of a room failed")


@dataclass(frozen=True, slots=True)
class Running:
    """A server that listens: on `port`, until `stop` is called."""

    port: int
    rooms: Rooms


@asynccontextmanager
async def running(config: Config, url: str) -> AsyncIterator[Running]:
    """Serve on the store at `url`. At the end every connection is closed with 1012, so that clients come back."""
    async with contextlib.AsyncExitStack() as stack:
        rooms_holder: list[tuple[Rooms, Chat]] = []
        store = await open_store(
            url,
            lambda key, version: rooms_holder[0][0].on_bell(key, version) if rooms_holder else None,
            lambda key, data: rooms_holder[0][1].on_say(key, data) if rooms_holder else None,
        )
        stack.push_async_callback(store.close)
        group = await stack.enter_async_context(_background())
        rooms = Rooms(store, system_dice, server_clock(), f"node-{secrets.token_hex(4)}", Spawner(group))
        chat = Chat(rooms)
        rooms_holder.append((rooms, chat))
        House(rooms)
        await _recover(rooms)
        listening = await stack.enter_async_context(_listen(config, store, rooms, chat))
        for work, seconds in _routine(rooms, store):
            group.create_task(_again_and_again(work, seconds))
        yield Running(listening.sockets[0].getsockname()[1], rooms)
        log.info("stopping: %d connections are asked to come back", len(listening.connections))


@asynccontextmanager
async def _background() -> AsyncIterator[asyncio.TaskGroup]:
    """A task group whose tasks end when the server does."""

    class _Stop(Exception):
        pass

    async def stop() -> None:
        raise _Stop

    try:
        async with asyncio.TaskGroup() as group:
            yield group
            group.create_task(stop())
    except* _Stop:
        pass


async def _recover(rooms: Rooms) -> None:
    try:
        if away := await sweeper.give_back_outage(rooms):
            log.info("nobody served for %.1f s; running clocks got that back", away / 1000)
    except StoreUnavailable:
        log.warning("the store is away at the start; clocks may have lost the time of the outage")


def _routine(rooms: Rooms, store: Store) -> list[tuple[Callable[[], Awaitable[None]], float]]:
    async def heartbeat() -> None:
        sweeper.heartbeat(rooms)

    async def beat() -> None:
        await store.beat(rooms.now())

    return [
        (lambda: sweeper.sweep(rooms), sweeper.SWEEP_MS / 1000),
        (beat, sweeper.BEAT_MS / 1000),
        (heartbeat, limits.HEARTBEAT_MS / 1000),
        (rooms.forget_idle, FORGET_SECONDS),
        (lambda: sweeper.look_at_listed(rooms), sweeper.LOOK_MS / 1000),
    ]


async def _again_and_again(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        try:
            await work()
        except StoreUnavailable as error:
            log.info("the store is away: %s", error)
        except Exception:
            log.exception("a routine failed and goes on")
        await asyncio.sleep(seconds)


@asynccontextmanager
async def _listen(config: Config, store: Store, rooms: Rooms, chat: Chat) -> AsyncIterator[Server]:
    metrics = Metrics()
    site = Site.of(config, store.ping, metrics)
    wrong_codes, creations = PerKey(rate=1 / 6, burst=20), PerKey(rate=1 / 2, burst=40)
    dispatcher = Dispatcher(rooms, Lobby(rooms), chat, wrong_codes, creations)
    door = Door(dispatcher, metrics, Connections(config.max_connections, config.max_connections_per_address))

    async def handle(socket: ServerConnection) -> None:
        await door(socket, client_address(socket, config.trusted_proxies))

    async def answer(socket: ServerConnection, request: Request) -> Response | None:
        return await site.answer(socket, request)

    server = await serve(
        handle,
        config.host,
        config.port,
        process_request=answer,
        subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
        select_subprotocol=_select,
        compression=None,
        max_size=limits.FRAME_BYTES,
        max_queue=16,
        reuse_port=config.reuse_port or None,
        server_header=None,
    )
    try:
        yield server
    finally:
        server.close(code=Close.RESTART, reason="the server restarts")
        await server.wait_closed()


def _select(_socket: ServerConnection, offered: object) -> Subprotocol | None:
    """The client's first choice among ours; a client that offers none speaks JSON."""
    names = [str(name) for name in offered] if isinstance(offered, list | tuple) else []
    chosen = next((name for name in names if name in SUBPROTOCOLS), None)
    return Subprotocol(chosen) if chosen else None
