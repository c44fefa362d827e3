"""What one client is still to be sent, bounded. Who reads too slowly pays: he is cut off and comes back by his version.

`websockets` waits in `send` until a reader has caught up, which would make everybody wait for the slowest, and it never
drops one that has stopped reading. So frames are written without waiting, as its own `broadcast` does, and the bytes
that the transport holds are measured. A message for many is made into a frame once.
"""

import logging
from functools import lru_cache

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from protocol.errors import Close
from protocol.limits import OUTBOX_BYTES
from server.metrics import Metrics

log = logging.getLogger(__name__)

LAST_WORDS_SECONDS = 5.0
"""How long a reader who is cut may take to read what was written before; then it is thrown away."""


@lru_cache(maxsize=8)
def _serialized(frame: bytes | str) -> bytes:
    """A message as it travels (RFC 6455, 5.2). A server masks nothing, so it is the same for all who are told."""
    text = isinstance(frame, str)
    data = frame.encode() if isinstance(frame, str) else frame
    return Frame(Opcode.TEXT if text else Opcode.BINARY, data).serialize(mask=False)


class Outbox:
    """The way out to one connection. `send` never blocks and never raises."""

    def __init__(self, socket: ServerConnection, metrics: Metrics) -> None:
        self._socket, self._metrics = socket, metrics

    def send(self, frame: bytes | str) -> None:
        """Write a frame, text for `str` and binary for `bytes`; a reader too far behind is cut instead.

        A transport that is closing is left alone: uvloop's raises, before the connection has noticed anything.
        """
        socket = self._socket
        if socket.state is not State.OPEN or socket.transport.is_closing():
            return
        if socket.transport.get_write_buffer_size() > OUTBOX_BYTES:
            self._cut()
            return
        self._metrics.frames.sent += 1
        socket.transport.write(_serialized(frame))

    def _cut(self) -> None:
        """Say goodbye behind what he has not read, take no more for him, and let go of all of it soon."""
        self._metrics.slow_readers.inc()
        log.info("a connection read too slowly and is cut")
        self._socket.protocol.fail(Close.SLOW_READER, "read too slowly")
        self._socket.send_data()
        self._socket.loop.call_later(LAST_WORDS_SECONDS, self._socket.transport.abort)
