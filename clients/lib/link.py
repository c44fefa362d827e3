"""The socket under a client: opened, read and written, and opened again whenever it is lost."""

import asyncio
import logging
import random
from collections.abc import Callable, Iterator
from typing import Final

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidURI, WebSocketException
from websockets.typing import Subprotocol

from clients.lib.session import ClientSession, TryLater, Unwelcome, Update
from protocol.codec import FrameError
from protocol.errors import Close
from protocol.messages import Error, Welcome
from protocol.version import JSON, MSGPACK

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 10.0
"""Seconds between two attempts to connect. After a connection that held for so long the pauses begin small again."""
PATIENCE: Final = 10.0
"""Seconds for the server to open a connection, to say Welcome, to take a frame, to answer a ping."""


class CommandRefused(Exception):
    """The server answered a command with an Error; nothing has changed."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.detail or error.code)
        self.code, self.detail = error.code, error.detail
        self.points, self.concerned = error.points, error.concerned


def pauses() -> Iterator[float]:
    """Seconds to wait before each attempt, doubled and scattered, so that not all clients come back at once."""
    pause = FIRST_PAUSE
    while True:
        yield pause * random.uniform(0.5, 1.0)
        pause = min(2 * pause, LONGEST_PAUSE)


class Link:
    """Carries the frames of a session. `hear` is given what they mean, `changed` whether there is a connection."""

    def __init__(
        self, url: str, session: ClientSession, hear: Callable[[Update], None], changed: Callable[[bool], None]
    ) -> None:
        self._url, self._session, self._hear, self._changed = url, session, hear, changed
        self._frames = asyncio.Event()
        self.online = False
        self.trouble: Exception | None = None
        """Why the last connection ended or could not be opened."""

    def wake(self) -> None:
        """The session has frames to send."""
        self._frames.set()

    async def run(self) -> None:
        """Connect, listen, and connect again, until cancelled.

        Raises InvalidURI for a URL that is none, and CommandRefused if the server does not take the token or the name.
        """
        loop, waiting = asyncio.get_running_loop(), pauses()
        while True:
            began = loop.time()
            if await self._converse() or loop.time() - began > LONGEST_PAUSE:
                waiting = pauses()
            await asyncio.sleep(next(waiting))

    async def _converse(self) -> bool:
        """One connection from its beginning to its end; True when the server has said that it is back at once."""
        try:
            async with self._opening() as socket:
                await self._greet(socket)
                await self._listen(socket)
        except InvalidURI:
            raise
        except (OSError, WebSocketException) as error:
            log.info("no connection: %s", error)
            self.trouble = error
            closed = error.rcvd if isinstance(error, ConnectionClosed) else None
            return closed is not None and closed.code == Close.RESTART
        finally:
            self._set_online(False)
        return False

    def _opening(self) -> open_socket:
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

    async def _greet(self, socket: ClientConnection) -> None:
        self._session.connected()
        await self._send(socket)
        async with asyncio.timeout(PATIENCE):
            while not self.online:
                self._receive(await socket.recv())

    async def _listen(self, socket: ClientConnection) -> None:
        writing = asyncio.create_task(self._write(socket))
        try:
            async for frame in socket:
                self._receive(frame)
        finally:
            writing.cancel()
            await asyncio.wait((writing,))

    async def _write(self, socket: ClientConnection) -> None:
        """Send whatever there is to send; what is lost with a connection goes out again on the next."""
        try:
            while True:
                await self._send(socket)
                self._frames.clear()
                await self._frames.wait()
        except (WebSocketException, TimeoutError):
            log.debug("the connection was lost while sending")
            socket.transport.abort()

    async def _send(self, socket: ClientConnection) -> None:
        frames = self._session.outgoing
        while frames:
            async with asyncio.timeout(PATIENCE):
                await socket.send(frames.pop(0))

    def _receive(self, frame: bytes | str) -> None:
        try:
            update = self._session.receive(frame)
        except FrameError as problem:
            # A newer server may send what is not known here. If it mattered, the next heartbeat shows it.
            log.warning("a frame is passed over: %s", problem)
            return
        self.wake()
        match update:
            case None:
                return
            case Unwelcome(error):
                raise CommandRefused(error)
            case TryLater(error):
                raise ConnectionError(error.detail)
            case Welcome():
                self._set_online(True)
        self._hear(update)

    def _set_online(self, online: bool) -> None:
        if online != self.online:
            self.online = online
            self._changed(online)
