"""A WebSocket from its first frame to its last. Whatever its client sends, it ends here and nobody else notices.

Every frame is read by its own kind, text as JSON and binary as msgpack, and answered in the codec of the connection:
the subprotocol that was agreed on, or JSON where the client named none.
"""

import asyncio
import logging
import time
from dataclasses import dataclass

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from protocol import limits
from protocol.errors import Close, Code
from protocol.version import MSGPACK
from server.dispatch import Dispatcher
from server.metrics import Metrics
from server.outbox import Outbox
from server.ratelimit import Connections
from server.session import Session

log = logging.getLogger(__name__)

FAILED = ("none", str(Code.INTERNAL))
REFUSED = (Code.RATE_LIMITED, Code.BAD_FRAME)
"""What frames are that come too fast or cannot be read."""
FLOOD = 300
"""Frames refused so, less those that were good: then a client is out of control."""


@dataclass(frozen=True, slots=True)
class Door:
    """Lets connections in: a cap for each address and in all, a Hello in time, and an end to floods."""

    dispatcher: Dispatcher
    metrics: Metrics
    connections: Connections
    hello_seconds: float = limits.HELLO_MS / 1000

    async def __call__(self, socket: ServerConnection, address: str) -> None:
        """Serve one connection until it is closed."""
        if not self.connections.acquire(address):
            await socket.close(Close.TRY_LATER, "too many connections")
            return
        text = socket.subprotocol != MSGPACK
        outbox = Outbox(socket, self.metrics)
        session = Session(address, text, outbox.send)
        try:
            with self.metrics.connection(text):
                await self._converse(socket, session)
        except ConnectionClosed:
            pass
        except Exception:
            log.exception("a connection ended by our fault")
            await socket.close(Close.INTERNAL)
        finally:
            self.connections.release(address)
            self.dispatcher.close(session)

    async def _converse(self, socket: ServerConnection, session: Session) -> None:
        refused, patience = 0, asyncio.timeout(self.hello_seconds)
        try:
            async with patience:
                while True:
                    outcome = await self._handle(session, await socket.recv())
                    if session.identity is not None and patience.when() is not None:
                        patience.reschedule(None)
                    refused = refused + 1 if outcome in REFUSED else max(0, refused - 1)
                    if refused >= FLOOD:
                        await asyncio.sleep(0)  # the last answer goes before
                        await socket.close(Close.FLOOD, "too many refused frames")
        except TimeoutError:
            if not patience.expired():
                raise
            await socket.close(Close.NO_HELLO, "no hello")

    async def _handle(self, session: Session, frame: bytes | str) -> str:
        self.metrics.frames.received += 1
        ended, began = FAILED, time.perf_counter()
        try:
            ended = await self.dispatcher.handle(session, frame)
        finally:
            self.metrics.commands.add(ended, time.perf_counter() - began)
        return ended[1]
