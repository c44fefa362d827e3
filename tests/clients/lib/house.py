"""A tiny server on a real socket. It keeps one room, and it can be told to be silent, to hang up and to go away."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.typing import Subprotocol

from protocol import commands as c
from protocol.codec import decode_command, encode_message
from protocol.commands import AnyCommand
from protocol.errors import Close, Code, Refusal
from protocol.ids import player_id, secret_of
from protocol.messages import Ack, AnyMessage, Error, Rooms, Welcome
from protocol.version import JSON, SUBPROTOCOLS
from server.rooms.decide import Actor
from tests.clients.lib.table import CODE, Table


@dataclass
class House:
    """`table` is the room. A command for which `judge` gives an answer gets that one; for None it gets silence.

    What is asked of tournaments gets whatever `desk` says, one after the other.
    """

    table: Table = field(default_factory=Table)
    judge: Callable[[AnyCommand], AnyMessage | None] | None = None
    desk: Callable[[c.OfTournaments], Iterable[AnyMessage]] | None = None
    heard: list[AnyCommand] = field(default_factory=list)
    news: asyncio.Condition = field(default_factory=asyncio.Condition)
    guests: dict[ServerConnection, Actor] = field(default_factory=dict)
    watching: list[ServerConnection] = field(default_factory=list)
    listening: Server | None = None
    port: int = 0

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    async def open(self) -> None:
        """Listen, after the first time on the same port again."""
        names = [Subprotocol(name) for name in SUBPROTOCOLS]
        self.listening = await serve(self._guest, "127.0.0.1", self.port, subprotocols=names, compression=None)
        self.port = self.listening.sockets[0].getsockname()[1]

    async def close(self, code: Close = Close.RESTART) -> None:
        if self.listening is not None:
            self.listening.close(code=code)
            await self.listening.wait_closed()

    def drop(self) -> None:
        """Cut every connection without a word."""
        for socket in self.guests:
            socket.transport.abort()

    async def hears(self, kind: type[AnyCommand], times: int = 1) -> AnyCommand:
        """Wait until so many commands of this kind have come; the last of them."""

        def found() -> list[AnyCommand]:
            return [command for command in self.heard if isinstance(command, kind)]

        async with self.news:
            await self.news.wait_for(lambda: len(found()) >= times)
        return found()[-1]

    def tell(self, socket: ServerConnection, message: AnyMessage) -> None:
        frame = encode_message(message, socket.subprotocol == JSON)
        if isinstance(frame, str):
            socket.protocol.send_text(frame.encode())
        else:
            socket.protocol.send_binary(frame)
        socket.send_data()

    # --- conversation -------------------------------------------------------------------------------------------------

    async def _guest(self, socket: ServerConnection) -> None:
        try:
            async for frame in socket:
                command = decode_command(frame)
                self._answer(socket, command)
                async with self.news:
                    self.heard.append(command)
                    self.news.notify_all()
        finally:
            self.guests.pop(socket, None)
            if socket in self.watching:
                self.watching.remove(socket)

    def _answer(self, socket: ServerConnection, command: AnyCommand) -> None:
        if self.judge is not None:
            answer = self.judge(command)
            if answer is None or not isinstance(answer, Ack):
                if answer is not None:
                    self.tell(socket, answer)
                return
        if self.desk is not None and isinstance(command, c.OfTournaments):
            for message in self.desk(command):
                self.tell(socket, message)
            return
        match command:
            case c.Hello(token=token, name=name):
                assert token is not None
                actor = self.guests[socket] = Actor(player_id(secret_of(token)), name)
                self.tell(socket, Welcome(player=actor.player, name=name, product="0", protocol=1, heartbeat_ms=5000))
                return
            case c.Subscribe(room=room, after=after):
                if room != CODE or not self.table.log:
                    self.tell(socket, Error(id=command.id, code=Code.ROOM_UNKNOWN, detail="There is no such room."))
                    return
                self._subscribe(socket, after)
            case c.CreateRoom():
                self.table = Table.opened_by(self.guests[socket], command.settings)
                self.tell(socket, Ack(id=command.id, room=CODE))
                return
            case c.Unsubscribe():
                self.watching.remove(socket)
            case c.ListRooms():
                self.tell(socket, Ack(id=command.id))
                self.tell(socket, Rooms(rooms=()))
                return
            case c.QuickPair() | c.Say() | c.Sync():
                pass
            case _:
                self._play(socket, command)
                return
        self.tell(socket, Ack(id=command.id, version=self.table.state.version))

    def _subscribe(self, socket: ServerConnection, after: int | None) -> None:
        if socket not in self.watching:
            self.watching.append(socket)
        if after is None:
            self.tell(socket, self.table.view(self.guests[socket]))
        else:
            for events in self.table.log[after:]:
                self.tell(socket, events)
        self._tell_graph(socket)

    def _play(self, socket: ServerConnection, command: AnyCommand) -> None:
        known = len(self.table.log)
        done = self.table.do(self.guests[socket], command)  # type: ignore[arg-type]
        for events in self.table.log[known:]:
            for viewer in self.watching:
                self.tell(viewer, events)
        for viewer in self.watching:
            self._tell_graph(viewer)
        if isinstance(done, Refusal):
            self.tell(socket, Error(id=command.id, code=done.code, detail=done.detail, points=done.points))
        else:
            self.tell(socket, Ack(id=command.id, version=self.table.state.version))

    def _tell_graph(self, socket: ServerConnection) -> None:
        if (graph := self.table.graph(self.guests[socket])) is not None:
            self.tell(socket, graph)


@asynccontextmanager
async def house(table: Table | None = None) -> AsyncIterator[House]:
    """An open house, with this table in it."""
    host = House(table or Table())
    await host.open()
    try:
        yield host
    finally:
        await host.close()
