"""A WebSocket from its first frame to its last. Whatever its client sends, it ends here and nobody else notices."""

import asyncio
import logging
from dataclasses import dataclass

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from protocol import limits
from protocol.errors import Close, Code
from protocol.version import JSON
from server.dispatch import Dispatcher
from server.metrics import Metrics
from server.outbox import Outbox
from server.ratelimit import Connections
from server.session import Session

log = logging.getLogger(__name__)

FLOOD = 300
"""Refused frames in a row that show a client to be out of control."""


@dataclass(frozen=True, slots=True)
class Door:
    """Lets connections in: a cap for each address and in all, a Hello in time, and an end to floods."""

    dispatcher: Dispatcher
    metrics: Metrics
    connections: Connections

    async def __call__(self, socket: ServerConnection, address: str) -> None:
        if not self.connections.acquire(address):
            await socket.close(Close.TRY_LATER, "too many connections")
            return
        text = socket.subprotocol == JSON
        session = Session(address, text, Outbox(socket, self.metrics).send)
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
        try:
            async with asyncio.timeout(limits.HELLO_MS / 1000):
                while session.identity is None:
                    await self.dispatcher.handle(session, await socket.recv())
        except TimeoutError:
            await socket.close(Close.NO_HELLO, "no hello")
            return
        refused = 0
        async for frame in socket:
            outcome = await self.dispatcher.handle(session, frame)
            refused = refused + 1 if outcome in (Code.RATE_LIMITED, Code.BAD_FRAME) else 0
            if refused >= FLOOD:
                await socket.close(Close.FLOOD, "too many refused frames")
                return
