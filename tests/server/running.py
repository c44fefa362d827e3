"""Clients without manners: a bare WebSocket that says exactly what a test wants, to a door that opens for it."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from clients.lib.connection import Client, Room
from protocol import limits
from protocol.codec import decode_message, encode_command
from protocol.commands import AnyCommand, Hello
from protocol.messages import Ack, AnyMessage, Error, Welcome
from protocol.version import JSON, MSGPACK, SUBPROTOCOLS
from server.app import Background
from server.chat import Chat
from server.clock import server_clock
from server.connection import Door
from server.dispatch import Dispatcher
from server.lobby import Lobby
from server.luck import system_dice
from server.metrics import Metrics
from server.ratelimit import Connections, PerKey
from server.rooms.service import Rooms
from server.store.memory import MemoryStore, Shelf

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
    rooms = Rooms(store, system_dice, server_clock(), "node", Background())
    many = PerKey(rate=1000, burst=1000)
    dispatcher = Dispatcher(rooms, Lobby(rooms), Chat(rooms), many, many)
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
    while not room.view.winner and room.view.turn < turns:
        if room.graph:
            await room.play(first_play(room.graph.nodes))
        elif (room.view.phase == "roll" and room.view.to_move in room.view.you) or (
            room.view.phase == "opening" and room.view.opening[room.view.you[0] == "black"] is None
        ):
            await room.throw()
        else:
            await anext(room)
    return room


def first_play(nodes: Sequence[Sequence[tuple[int, int, int]]]) -> tuple[tuple[int, int], ...]:
    steps, node = [], 0
    while edges := nodes[node]:
        point, die, node = edges[0]
        steps.append((point, die))
    return tuple(steps)
