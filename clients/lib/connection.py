"""An asyncio client that stays connected: it comes back by itself, repeats what was not answered, resumes its rooms."""

import asyncio
import logging
import random
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException
from websockets.typing import Subprotocol

from clients.lib.room import Room, RoomUpdate
from clients.lib.session import Beat, ClientSession, Viewed
from engine.types import Color
from protocol import commands as c
from protocol.codec import FrameError
from protocol.commands import AnyCommand, Settings
from protocol.errors import Code
from protocol.messages import Ack, Error, RoomListing, Rooms, Said, Welcome
from protocol.version import JSON, MSGPACK

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 10.0
PATIENCE = 10.0
"""Seconds for the server to open a connection and to say Welcome."""
REPEAT = 1.0
"""Seconds after which a command that the store could not take is sent again."""


class CommandRefused(Exception):
    """The server answered a command with an Error; nothing has changed."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.detail or error.code)
        self.code, self.detail, self.points = error.code, error.detail, error.points


class Client:
    """One player. Its rooms stay good while connections come and go; `online` and `changed` tell about those."""

    def __init__(self, url: str, session: ClientSession) -> None:
        self._url, self._session = url, session
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[Ack]] = {}
        self._lists: list[asyncio.Future[tuple[RoomListing, ...]]] = []
        self._rooms: dict[str, Room] = {}
        self.online = False
        self.welcomed = asyncio.Event()

    @property
    def token(self) -> str | None:
        """The secret that makes this client the same player next time."""
        return self._session.token

    @property
    def player(self) -> str | None:
        return self._session.player

    # --- commands -----------------------------------------------------------------------------------------------------

    async def send(self, command: AnyCommand) -> Ack:
        """Send a command and wait for its answer, over however many connections. Raises CommandRefused."""
        while True:
            answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
            self._answers[command.id] = answer
            self._session.send(command)
            await self._flush()
            try:
                return await answer
            except CommandRefused as refused:
                if refused.code != Code.UNAVAILABLE:
                    raise
            finally:
                self._answers.pop(command.id, None)
            await asyncio.sleep(REPEAT)

    async def create_room(self, settings: Settings | None = None, seat: str = "random") -> Room:
        """A new room with this player on `seat`: white, black, random, both or none."""
        command = c.CreateRoom(id=self._session.next_id(), settings=settings or Settings(), seat=seat)  # type: ignore[arg-type]
        return await self.watch((await self.send(command)).room or "")

    async def quick_pair(self, settings: Settings | None = None) -> Room:
        """A room with an opponent, or one where the house bot will come."""
        command = c.QuickPair(id=self._session.next_id(), settings=settings or Settings())
        return await self.watch((await self.send(command)).room or "")

    async def watch(self, code: str) -> Room:
        """Follow a room. Whoever has a seat in it plays on."""
        room = self._rooms.get(code)
        if room is None:
            room = self._rooms[code] = Room(code, self.send, self._session.next_id)
            try:
                await self.send(c.Subscribe(id=self._session.next_id(), room=code))
            except CommandRefused:
                del self._rooms[code]
                self._session.rooms.pop(code, None)
                raise
        await room.ready.wait()
        return room

    async def join(self, code: str, seat: Color | None = None) -> Room:
        """Follow a room and take a seat in it, unless this player has one already."""
        room = await self.watch(code)
        if not room.view.you:
            await room.sit(seat)
        return room

    async def leave(self, code: str) -> None:
        """Follow a room no longer; a seat is kept."""
        if self._rooms.pop(code, None) is not None:
            await self.send(c.Unsubscribe(id=self._session.next_id(), room=code))

    async def list_rooms(self) -> tuple[RoomListing, ...]:
        """The public rooms."""
        listed = asyncio.get_running_loop().create_future()
        self._lists.append(listed)
        await self.send(c.ListRooms(id=self._session.next_id()))
        async with asyncio.timeout(PATIENCE):
            rooms: tuple[RoomListing, ...] = await listed
        return rooms

    # --- the connection -----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Connect, listen, and connect again, until cancelled. Raises InvalidURI for a URL that can never work."""
        pause = FIRST_PAUSE
        while True:
            try:
                await self._converse()
                pause = FIRST_PAUSE
            except InvalidURI:
                raise
            except (OSError, WebSocketException, TimeoutError, FrameError, InvalidHandshake) as error:
                log.info("no connection: %s", error)
            if self._went_offline():
                pause = FIRST_PAUSE
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _converse(self) -> None:
        protocol = Subprotocol(JSON if self._session.text else MSGPACK)
        async with open_socket(
            self._url, subprotocols=[protocol], compression=None, open_timeout=PATIENCE, max_size=None
        ) as socket:
            self._session.connected()
            for frame in self._session.outgoing:
                await socket.send(frame)
            self._session.outgoing.clear()
            async with asyncio.timeout(PATIENCE):
                self._receive(await socket.recv())
            self._socket = socket
            await self._flush()
            async for frame in socket:
                self._receive(frame)
                await self._flush()

    async def _flush(self) -> None:
        """Send what the session has to send; what is lost with a connection goes out again on the next."""
        socket = self._socket
        frames, self._session.outgoing = self._session.outgoing, []
        if socket is None:
            return
        try:
            for frame in frames:
                await socket.send(frame)
        except WebSocketException:
            log.debug("the connection was lost while sending")

    def _went_offline(self) -> bool:
        """Let everybody know that the connection is gone; True when there was one."""
        was, self.online, self._socket = self.online, False, None
        if was:
            self._tell_all(online=False)
        return was

    def _tell_all(self, online: bool) -> None:
        for room in self._rooms.values():
            if room.ready.is_set():
                room.tell(RoomUpdate(room.view, online=online))

    def _receive(self, frame: bytes | str) -> None:
        match self._session.receive(frame):
            case Viewed(code, view, events, graph):
                if (room := self._rooms.get(code)) is not None:
                    room.look(view, graph)
                    room.tell(RoomUpdate(view, events))
            case Beat(code, view):
                if (room := self._rooms.get(code)) is not None:
                    room.look(view, room.graph)
                    room.tell(RoomUpdate(view))
            case Welcome():
                self.online = True
                self.welcomed.set()
                self._tell_all(online=True)
            case Ack(id=command) as ack:
                self._answer(command, ack)
            case Error(id=str() as command) as error:
                self._answer(command, CommandRefused(error))
            case Error() as error:
                for room in self._rooms.values():
                    room.tell(RoomUpdate(room.view, error=error))
            case Said(room=code) as said:
                if (room := self._rooms.get(code)) is not None and room.ready.is_set():
                    room.tell(RoomUpdate(room.view, said=said))
            case Rooms(rooms=rooms):
                for waiting in self._lists:
                    if not waiting.done():
                        waiting.set_result(rooms)
                self._lists.clear()
            case None:
                pass

    def _answer(self, command: str, answer: Ack | CommandRefused) -> None:
        future = self._answers.get(command)
        if future is None or future.done():
            return
        if isinstance(answer, Ack):
            future.set_result(answer)
        else:
            future.set_exception(answer)


@asynccontextmanager
async def connect(url: str, *, token: str | None = None, name: str = "", json: bool = False) -> AsyncIterator[Client]:
    """A client that is connected, and connects again by itself until the block ends.

    Waits for the first connection for as long as it takes. Raises InvalidURI for a URL that is none.
    """
    client = Client(url, ClientSession(secrets.token_urlsafe(4), token or secrets.token_urlsafe(16), name, json))
    running = asyncio.create_task(client.run())
    welcomed = asyncio.create_task(client.welcomed.wait())
    try:
        await asyncio.wait((running, welcomed), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        yield client
    finally:
        for task in (running, welcomed):
            task.cancel()
        await asyncio.gather(running, welcomed, return_exceptions=True)
