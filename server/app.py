"""The composition root: builds every part of one server process, runs it until it is told to stop, takes it down."""

import asyncio
import contextlib
import logging
import secrets
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import NegotiationError
from websockets.typing import Subprotocol

from engine.dice import DiceSource
from protocol import limits
from protocol.errors import Close
from protocol.version import SUBPROTOCOLS
from server.archive import SWEEP_MS as ARCHIVE_MS
from server.archive import Archive
from server.chat import Chat
from server.clock import server_clock
from server.config import Config
from server.connection import Door
from server.devices import Devices
from server.dispatch import Dispatcher
from server.house import House
from server.lobby import Lobby
from server.luck import system_dice
from server.metrics import Metrics
from server.peer import client_address
from server.ratelimit import Connections, PerKey
from server.rooms import presence, pulse, sweeper
from server.rooms.service import Rooms
from server.store.log import StoreUnavailable
from server.store.redis_log import open_store
from server.tasks import end
from server.tournaments import broadcast, tables
from server.tournaments.access import Office
from server.tournaments.broadcast import Broadcast
from server.tournaments.desk import Desk
from server.tournaments.exports import Exports
from server.tournaments.heavy import Heavy
from server.tournaments.keys import Keys
from server.tournaments.service import Tournaments
from server.tournaments.tables import Tables
from server.web import WEB, HttpConnection, Site, load_pages

log = logging.getLogger(__name__)

FORGET_SECONDS = 5
PING_SECONDS = 10
"""A client is asked so often whether it is still there, and has as long to answer."""
GOODBYE_SECONDS = 3
"""How long a client may take to answer a close frame, and all of them together when the server stops."""


class Background:
    """Owns the tasks that nobody waits for: those that rooms start by themselves, and the routines.

    An exception in one is logged and ends nothing else. After `close` work is thrown away.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def __call__(self, work: Coroutine[object, object, object]) -> None:
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # a task that is cancelled at once has not begun it

    async def close(self) -> None:
        """Cancel everything and wait until it has ended."""
        self._closed = True
        await end(self._tasks)

    async def _guarded(self, work: Coroutine[object, object, object]) -> None:
        try:
            await work
        except StoreUnavailable as error:
            log.info("the store is away: %s", error)
        except Exception:
            log.exception("a task in the background failed")


@dataclass(frozen=True, slots=True)
class Running:
    """A server that listens on `port`."""

    port: int
    rooms: Rooms
    tournaments: Tournaments


@dataclass(frozen=True, slots=True)
class Parts:
    """What one process consists of, apart from its port."""

    rooms: Rooms
    chat: Chat
    archive: Archive
    tournaments: Tournaments
    tables: Tables
    broadcast: Broadcast

    @classmethod
    def around(cls, rooms: Rooms, tournaments: Tournaments) -> "Parts":
        """Tables listen before the broadcast does, so that a round is told with its rooms."""
        House(rooms)
        rooms.on_outage.append(tournaments.give_back)
        tables = Tables(tournaments, rooms)
        return cls(rooms, Chat(rooms), Archive(rooms), tournaments, tables, Broadcast(tournaments))


@asynccontextmanager
async def running(config: Config, url: str, dice: DiceSource = system_dice) -> AsyncIterator[Running]:
    """Serve on the store at `url`: the one that is configured, or else one that no other process opens.

    At the end every connection is closed with 1012, so that clients come back. Raises StoreUnavailable when the store
    does not answer, OSError when the port cannot be had.
    """

    # Bells ring only for logs that are followed, so none rings before there are rooms.
    def on_bell(key: str, version: int) -> None:
        parts.rooms.on_bell(key, version)
        parts.tournaments.on_bell(key, version)

    def on_say(key: str, data: bytes) -> None:
        if not parts.rooms.presence.on_say(key, data):
            parts.chat.on_say(key, data)

    async with contextlib.AsyncExitStack() as stack:
        store = await open_store(url, on_bell, on_say, alone=config.redis_url is None)
        stack.push_async_callback(store.close)
        heavy, background = Heavy(), Background()
        stack.push_async_callback(heavy.close)
        stack.push_async_callback(background.close)
        rooms = Rooms(store, dice, server_clock(), f"node-{secrets.token_hex(4)}", background)
        parts = Parts.around(rooms, Tournaments(store, rooms.now, rooms.node, background, heavy))
        await _recover(rooms)
        server = await stack.enter_async_context(_listening(config, *_built(config, parts)))
        for work, seconds in _routines(parts):
            background(_again_and_again(work, seconds))
        yield Running(server.sockets[0].getsockname()[1], rooms, parts.tournaments)


async def _recover(rooms: Rooms) -> None:
    try:
        if away := await rooms.pulse.beat():
            log.info("nobody served for %.1f s; running clocks got that back", away / 1000)
    except StoreUnavailable:
        log.warning("the store is away at the start; clocks may have lost the time of the outage")


def _routines(parts: Parts) -> list[tuple[Callable[[], Awaitable[None]], float]]:
    """What is done again and again, and the seconds between."""
    rooms, tournaments = parts.rooms, parts.tournaments

    async def beat() -> None:
        if away := await rooms.pulse.beat():
            log.warning("the store was away for %.1f s; running clocks got that back", away / 1000)

    async def heartbeat() -> None:
        sweeper.heartbeat(rooms)

    return [
        (lambda: sweeper.sweep(rooms, tournaments.settle), sweeper.SWEEP_MS / 1000),
        (beat, pulse.BEAT_MS / 1000),
        (heartbeat, sweeper.HEARTBEAT_SWEEP_MS / 1000),
        (rooms.forget_idle, FORGET_SECONDS),
        (tournaments.forget_idle, FORGET_SECONDS),
        (parts.tables.look_again, tables.LOOK_SECONDS),
        (parts.broadcast.look_again, broadcast.LOOK_SECONDS),
        (rooms.presence.sweep, presence.SWEEP_MS / 1000),
        (parts.archive.sweep, ARCHIVE_MS / 1000),
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


def _built(config: Config, parts: Parts) -> tuple[Site, Door]:
    """The two sides of the port: plain requests and WebSockets."""
    rooms, metrics = parts.rooms, Metrics()
    metrics.look_at(lambda: len(rooms.live), lambda: sum(len(room.viewers) for room in rooms.live.values()))
    rooms.observe = metrics.appends.add
    wrong_codes, creations = PerKey(*limits.WRONG_CODES_OF_ADDRESS), PerKey(rate=1 / 2, burst=40)
    desk = Desk(parts.tournaments, parts.broadcast, Keys(parts.tournaments, Office.at(config.data_dir)))
    services = rooms, Lobby(rooms), parts.chat, parts.archive, Devices(rooms.store), desk
    door = Door(
        Dispatcher(*services, wrong_codes, creations),
        metrics,
        Connections(config.max_connections, config.max_connections_per_address),
    )
    return Site(load_pages(WEB), rooms.store.ping, metrics, config, Exports(parts.tournaments)), door


@asynccontextmanager
async def _listening(config: Config, site: Site, door: Door) -> AsyncIterator[Server]:
    open_sockets: weakref.WeakSet[HttpConnection] = weakref.WeakSet()

    def opened(*args: Any, **kwargs: Any) -> HttpConnection:
        socket = HttpConnection(*args, **kwargs)
        open_sockets.add(socket)
        return socket

    async def handle(socket: ServerConnection) -> None:
        address = client_address(socket, config.trusted_proxies)
        for handshake in (socket.request, socket.response):
            if handshake is not None:
                handshake.headers.clear()  # nobody reads them any more; a quarter of a connection
        await door(socket, address)

    server = await serve(
        handle,
        config.host,
        config.port,
        process_request=site.answer,
        subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
        select_subprotocol=_select,
        compression=None,
        max_size=limits.FRAME_BYTES,
        max_queue=16,
        ping_interval=PING_SECONDS,
        ping_timeout=PING_SECONDS,
        close_timeout=GOODBYE_SECONDS,
        reuse_port=config.reuse_port or None,
        server_header=None,
        create_connection=opened,  # type: ignore[arg-type]  # any factory will do
    )
    try:
        yield server
    finally:
        await _stop(server, open_sockets)


async def _stop(server: Server, open_sockets: weakref.WeakSet[HttpConnection]) -> None:
    log.info("stopping: %d connections are asked to come back", len(server.connections))
    server.close(code=Close.RESTART, reason="the server restarts")
    try:
        async with asyncio.timeout(GOODBYE_SECONDS):
            await server.wait_closed()
    except TimeoutError:
        # Those that never asked for anything, such as a browser's spare connection, and those that do not read.
        for socket in open_sockets:
            socket.transport.abort()
        await server.wait_closed()


def _select(_socket: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """Ours that the client offers, in our order; None, which is JSON, for a client that offers nothing."""
    if not offered:
        return None
    for name in SUBPROTOCOLS:
        if name in offered:
            return Subprotocol(name)
    raise NegotiationError(f"the subprotocols here are {' and '.join(SUBPROTOCOLS)}")
