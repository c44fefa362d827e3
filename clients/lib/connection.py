"""An asyncio client that stays connected: it comes back by itself, repeats what was not answered, resumes its rooms."""

import asyncio
import logging
import random
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Final, Literal, assert_never

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import InvalidURI, WebSocketException
from websockets.typing import Subprotocol

from clients.lib.room import Room
from clients.lib.session import Beat, ClientSession, Lost, TryLater, Unwelcome, Viewed
from engine.types import Color
from protocol import commands as c
from protocol.codec import FrameError
from protocol.commands import AnyCommand, Settings
from protocol.errors import Close, Code
from protocol.messages import Ack, Error, RoomListing, Rooms, Said, Welcome
from protocol.version import JSON, MSGPACK

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 10.0
"""Seconds between two attempts to connect; a connection that held for so long makes the next pause the first again."""
PATIENCE: Final = 10.0
"""Seconds for the server to open a connection, to say Welcome, to take a frame, to answer a ping."""
REPEAT: Final = 1.0
"""Seconds after which a command that the store could not take is sent again."""
SeatChoice = Literal["white", "black", "random", "both", "none"]


class CommandRefused(Exception):
    """The server answered a command with an Error; nothing has changed."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.detail or error.code)
        self.code, self.detail, self.points = error.code, error.detail, error.points


def pauses() -> Iterator[float]:
    """Seconds to wait before each attempt, doubled and scattered, so that not all clients come back at once."""
    pause = FIRST_PAUSE
    while True:
        yield pause * random.uniform(0.5, 1.0)
        pause = min(2 * pause, LONGEST_PAUSE)


class Client:
    """One player. His rooms stay good while connections come and go; `online` tells whether there is one."""

    def __init__(self, url: str, session: ClientSession, timeout: float | None) -> None:
        self._url, self._session, self._timeout = url, session, timeout
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[Ack]] = {}
        self._lists: list[asyncio.Future[tuple[RoomListing, ...]]] = []
        self._rooms: dict[str, Room] = {}
        self._trouble: Exception | None = None
        self.online = False
        self.welcomed = asyncio.Event()

    @property
    def token(self) -> str | None:
        """The secret that makes this client the same player next time."""
        return self._session.token

    @property
    def player(self) -> str | None:
        """The public name of this player."""
        return self._session.player

    def room(self, code: str) -> Room:
        """The handle of a room that is followed. Raises KeyError for another."""
        return self._rooms[code]

    # --- commands -----------------------------------------------------------------------------------------------------

    def next_id(self) -> str:
        """The id for a command to `send`."""
        return self._session.next_id()

    async def send(self, command: AnyCommand) -> Ack:
        """Send a command and wait for its answer, over however many connections.

        Raises CommandRefused, TimeoutError after `timeout` seconds, when nobody knows whether it was done, and
        ConnectionError when the client has ended.
        """
        async with asyncio.timeout(self._timeout):
            while True:
                try:
                    return await self._ask(command)
                except CommandRefused as refused:
                    if refused.code != Code.UNAVAILABLE:
                        raise
                await asyncio.sleep(REPEAT)

    async def _ask(self, command: AnyCommand) -> Ack:
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._answers[command.id] = answer
        try:
            self._session.send(command)
            await self._flush()
            return await answer
        finally:
            del self._answers[command.id]
            self._session.forget(command.id)

    async def create_room(self, settings: Settings | None = None, seat: SeatChoice = "random") -> Room:
        """A new room, with this player on `seat`."""
        command = c.CreateRoom(id=self.next_id(), settings=settings or Settings(), seat=seat)
        return await self.watch((await self.send(command)).room or "")

    async def quick_pair(self, settings: Settings | None = None) -> Room:
        """A room with an opponent, or one where the house bot will come."""
        command = c.QuickPair(id=self.next_id(), settings=settings or Settings())
        return await self.watch((await self.send(command)).room or "")

    async def watch(self, code: str) -> Room:
        """Follow a room. Whoever has a seat in it plays on."""
        room = self._rooms.setdefault(code, Room(code, self.send, self.next_id))
        if room.ready.is_set():
            return room
        try:
            await self.send(c.Subscribe(id=self.next_id(), room=code))
            async with asyncio.timeout(self._timeout):
                await room.ready.wait()
        finally:
            if not room.ready.is_set():
                self._rooms.pop(code, None)
                self._session.rooms.pop(code, None)
        return room

    async def join(self, code: str, seat: Color | None = None) -> Room:
        """Follow a room and take a seat in it, unless this player has one already."""
        room = await self.watch(code)
        if not room.view.you:
            await room.sit(seat)
        return room

    async def leave(self, code: str) -> None:
        """Follow a room no longer; a seat is kept."""
        if (room := self._rooms.pop(code, None)) is not None:
            room.close()
            await self.send(c.Unsubscribe(id=self.next_id(), room=code))

    async def list_rooms(self) -> tuple[RoomListing, ...]:
        """The public rooms."""
        listed: asyncio.Future[tuple[RoomListing, ...]] = asyncio.get_running_loop().create_future()
        self._lists.append(listed)
        await self.send(c.ListRooms(id=self.next_id()))
        async with asyncio.timeout(PATIENCE):
            return await listed

    # --- the connection -----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Connect, listen, and connect again, until cancelled. `connect` does this.

        Raises InvalidURI for a URL that is none, and CommandRefused if the server does not take the token or the name.
        """
        loop, waiting = asyncio.get_running_loop(), pauses()
        try:
            while True:
                began = loop.time()
                restarts = await self._converse()
                if restarts or loop.time() - began > LONGEST_PAUSE:
                    waiting = pauses()
                await asyncio.sleep(next(waiting))
        finally:
            self._end()

    async def _converse(self) -> bool:
        """One connection from its beginning to its end; True when the server has said that it comes back at once."""
        try:
            async with self._opened() as socket:
                await self._listen(socket)
        except InvalidURI:
            raise
        except (OSError, WebSocketException) as error:
            log.info("no connection: %s", error)
            self._trouble = error
        finally:
            socket, self._socket = self._socket, None
            self._set_online(False)
        return socket is not None and socket.close_code == Close.RESTART

    def _opened(self) -> open_socket:
        protocol = Subprotocol(JSON if self._session.text else MSGPACK)
        return open_socket(
            self._url,
            subprotocols=[protocol],
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=PATIENCE,
            ping_timeout=PATIENCE,
            close_timeout=1,
        )

    async def _listen(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._session.connected()
        await self._flush()
        async with asyncio.timeout(PATIENCE):
            while not self.online:
                self._receive(await socket.recv())
        await self._flush()
        async for frame in socket:
            self._receive(frame)
            await self._flush()

    async def _flush(self) -> None:
        """Send what the session has to send; what is lost with a connection goes out again on the next."""
        frames, self._session.outgoing = self._session.outgoing, []
        if (socket := self._socket) is None:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                for frame in frames:
                    await socket.send(frame)
        except (WebSocketException, TimeoutError):
            log.debug("the connection was lost while sending")
            socket.transport.abort()

    def _set_online(self, online: bool) -> None:
        if online != self.online:
            self.online = online
            for room in self._rooms.values():
                room.connection(online)

    def _end(self) -> None:
        """Let nobody wait who would wait for ever."""
        for answer in [*self._answers.values(), *self._lists]:
            if not answer.done():
                answer.set_exception(ConnectionError("this client has ended"))
        for room in self._rooms.values():
            room.close()

    # --- what comes in ------------------------------------------------------------------------------------------------

    def _receive(self, frame: bytes | str) -> None:
        try:
            update = self._session.receive(frame)
        except FrameError as error:
            # A newer server may send what is not known here. If it mattered, the next heartbeat shows it.
            log.warning("a frame is passed over: %s", error)
            return
        match update:
            case None:
                pass
            case Viewed(code) | Beat(code) | Said(room=code):
                if (room := self._rooms.get(code)) is not None:
                    room.hear(update)
            case Lost(code, error):
                if (room := self._rooms.pop(code, None)) is not None:
                    room.hear(update)
                self._answer(error.id, CommandRefused(error))
            case Welcome():
                self.welcomed.set()
                self._set_online(True)
            case Unwelcome(error):
                raise CommandRefused(error)
            case TryLater(error):
                raise ConnectionError(error.detail)
            case Ack(id=command):
                self._answer(command, update)
            case Error(id=None):
                for room in self._rooms.values():
                    room.hear(update)
            case Error(id=command):
                self._answer(command, CommandRefused(update))
            case Rooms(rooms=rooms):
                self._answer_lists(rooms)
            case _:
                assert_never(update)

    def _answer(self, command: str | None, answer: Ack | CommandRefused) -> None:
        future = self._answers.get(command or "")
        if future is None or future.done():
            return
        if isinstance(answer, Ack):
            future.set_result(answer)
        else:
            future.set_exception(answer)

    def _answer_lists(self, rooms: tuple[RoomListing, ...]) -> None:
        waiting, self._lists = self._lists, []
        for listed in waiting:
            if not listed.done():
                listed.set_result(rooms)

    async def opened(self, running: "asyncio.Task[None]") -> None:
        """Wait for the first Welcome. Raises TimeoutError, and what has ended `running`."""
        welcomed = asyncio.create_task(self.welcomed.wait())
        try:
            await asyncio.wait((running, welcomed), timeout=self._timeout, return_when=asyncio.FIRST_COMPLETED)
        finally:
            welcomed.cancel()
        if running.done():
            running.result()
        if not self.online and not self.welcomed.is_set():
            raise TimeoutError(f"no server answers at {self._url}: {self._trouble}")


@asynccontextmanager
async def connect(
    url: str, *, token: str | None = None, name: str = "", json: bool = False, timeout: float | None = 30.0
) -> AsyncIterator[Client]:
    """A client that is connected, and connects again by itself until the block ends.

    Keep `client.token` to come back as the same player. `timeout`: seconds to wait for the first connection and for the
    answer of each command; None is as long as it takes. Raises TimeoutError, InvalidURI for a URL that is none, and
    CommandRefused if the server does not take the token or the name.
    """
    session = ClientSession(secrets.token_urlsafe(6), token or secrets.token_urlsafe(16), name, json)
    client = Client(url, session, timeout)
    running = asyncio.create_task(client.run())
    try:
        await client.opened(running)
        yield client
    finally:
        running.cancel()
        await asyncio.wait((running,))
    if not running.cancelled():
        running.result()
