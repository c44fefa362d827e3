"""Clients that say exactly what a test wants, doors that open for them, and whole servers as processes."""

import asyncio
import contextlib
import os
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from clients.lib.connection import Client, Room
from protocol import limits
from protocol.codec import decode_message, encode_command
from protocol.commands import AnyCommand, Hello
from protocol.messages import Ack, AnyMessage, Error, Snapshot, Welcome
from protocol.version import JSON, MSGPACK, SUBPROTOCOLS
from server.app import Background
from server.archive import Archive
from server.chat import Chat
from server.clock import server_clock
from server.connection import Door
from server.devices import Devices
from server.dispatch import Dispatcher
from server.lobby import Lobby
from server.luck import system_dice
from server.metrics import Metrics
from server.ratelimit import Connections, PerKey
from server.rooms.service import Rooms
from server.store.memory import MemoryStore, Shelf
from server.tournaments.access import Office
from server.tournaments.broadcast import Broadcast
from server.tournaments.desk import Desk
from server.tournaments.heavy import Heavy
from server.tournaments.keys import Keys
from server.tournaments.service import Tournaments

M = TypeVar("M")


@dataclass
class Player:
    """One connection. `seen` is everything that was read from it."""

    socket: ClientConnection
    text: bool
    seen: list[AnyMessage]

    async def read(self) -> AnyMessage:
        frame = await self.socket.recv()
        assert isinstance(frame, str) == self.text
        self.seen.append(decode_message(frame))
        return self.seen[-1]

    async def until(self, kind: type[M]) -> M:
        """The next message of a kind."""
        while not isinstance(message := await self.read(), kind):
            pass
        return message

    async def do(self, command: AnyCommand) -> Ack | Error:
        """Send a command and wait for its answer."""
        await self.socket.send(encode_command(command, self.text))
        while True:
            answer = await self.read()
            if isinstance(answer, Ack | Error) and answer.id == command.id:
                return answer

    async def hello(self, token: str | None = None) -> Welcome:
        await self.socket.send(encode_command(Hello(id="hello", token=token), self.text))
        return await self.until(Welcome)


@contextlib.asynccontextmanager
async def player(port: int, protocol: str | None = MSGPACK) -> AsyncIterator[Player]:
    """A connection that has not said hello yet; `protocol` None offers none."""
    offered = None if protocol is None else [Subprotocol(protocol)]
    async with connect(f"ws://127.0.0.1:{port}/ws", subprotocols=offered, compression=None) as socket:
        yield Player(socket, protocol != MSGPACK, [])


def make_door(caps: Connections | None = None, hello_seconds: float = 60.0) -> Door:
    """A door to rooms in memory."""
    store = MemoryStore(lambda *_: None, lambda *_: None, Shelf())
    background = Background()
    rooms = Rooms(store, system_dice, server_clock(), "node", background)
    tournaments = Tournaments(store, rooms.now, "node", background, Heavy())
    desk = Desk(tournaments, Broadcast(tournaments), Keys(tournaments, Office()))
    many = PerKey(rate=1000, burst=1000)
    dispatcher = Dispatcher(rooms, Lobby(rooms), Chat(rooms), Archive(rooms), Devices(store), desk, many, many)
    return Door(dispatcher, Metrics(), caps or Connections(1000, 1000), hello_seconds)


@contextlib.asynccontextmanager
async def serving(door: Callable[[ServerConnection, str], Awaitable[None]]) -> AsyncIterator[int]:
    """The port of a door; every client has the address `here`."""

    async def handle(socket: ServerConnection) -> None:
        await door(socket, "here")

    def select(_: ServerConnection, offered: object) -> Subprotocol | None:
        return next((Subprotocol(name) for name in SUBPROTOCOLS if name in str(offered)), None)

    async with serve(
        handle,
        "127.0.0.1",
        0,
        subprotocols=[Subprotocol(MSGPACK), Subprotocol(JSON)],
        select_subprotocol=select,
        max_size=limits.FRAME_BYTES,
        compression=None,
    ) as server:
        yield server.sockets[0].getsockname()[1]


async def play(client: Client, code: str, turns: int) -> Room:
    """Sit in a room and make the first steps that are legal, until so many turns are over."""
    room = await client.join(code)
    while not (view := room.view).winner and view.turn < turns:
        if room.graph:
            await room.play(first_play(room.graph.nodes))
        elif may_throw(view):
            await room.throw()
        else:
            await anext(room)
    return room


def may_throw(view: Snapshot) -> bool:
    if view.phase == "opening":
        return view.opening["black" in view.you] is None
    return view.phase == "roll" and view.to_move in view.you


def first_play(nodes: Sequence[Sequence[tuple[int, int, int]]]) -> tuple[tuple[int, int], ...]:
    steps, node = [], 0
    while edges := nodes[node]:
        point, die, node = edges[0]
        steps.append((point, die))
    return tuple(steps)


@dataclass
class Process:
    """`python -m server`, running."""

    process: asyncio.subprocess.Process
    port: int = 0
    printed: list[str] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def children(self) -> list[int]:
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    async def log_line(self, about: str) -> str:
        """The next line of the log that tells about something."""
        assert self.process.stderr is not None
        while line := (await self.process.stderr.readline()).decode():
            self.logged.append(line)
            if about in line:
                return line
        raise AssertionError(f"nothing about {about!r} in {self.logged}")

    async def printed_line(self, about: str) -> str:
        """The next line that is printed about something."""
        assert self.process.stdout is not None
        while line := (await self.process.stdout.readline()).decode():
            self.printed.append(line)
            if about in line:
                return line
        raise AssertionError(f"nothing about {about!r} in {self.printed}")

    async def stop(self, number: int) -> int:
        """Send a signal; the exit code, when everything that was logged has been read."""
        self.process.send_signal(number)
        return await self.end()

    async def end(self) -> int:
        out, err = await self.process.communicate()
        self.printed += out.decode().splitlines()
        self.logged += err.decode().splitlines(keepends=True)
        return self.process.returncode or 0


async def launch(*options: str, code: str | None = None) -> Process:
    """Start a server with these options; `code` is run instead of the module."""
    program = ("-m", "server") if code is None else ("-c", code)
    pipe = asyncio.subprocess.PIPE
    environ = {name: value for name, value in os.environ.items() if not name.startswith("NARDE_")}
    line = (sys.executable, *program, *options)
    return Process(await asyncio.create_subprocess_exec(*line, stdout=pipe, stderr=pipe, env=environ))


@contextlib.asynccontextmanager
async def process(data_dir: Path, *options: str) -> AsyncIterator[Process]:
    """A server on loopback and the embedded store, once it listens."""
    server = await launch("--host", "127.0.0.1", "--port", "0", "--data-dir", str(data_dir), *options)
    try:
        assert server.process.stdout is not None
        while "Ctrl+C" not in (line := (await server.process.stdout.readline()).decode()):
            assert line, (await server.process.communicate())[1].decode()
            server.printed.append(line)
            if told := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                server.port = int(told[1])
        yield server
    finally:
        if server.process.returncode is None:
            server.process.kill()
            await server.process.communicate()
