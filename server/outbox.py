"""What one client is still to be sent, bounded. Who reads too slowly pays: he is cut off and comes back by his version.

`websockets` waits in `send` until a reader has caught up, which would make everybody wait for the slowest, and it never
drops one that has stopped reading. So frames are written without waiting, as its own `broadcast` does, and the bytes
that the transport holds are measured. A message for many is made into a frame once, and the frames that one turn of the
event loop has for a reader are written together: a system call costs as much as making a frame.
"""

import logging
import struct
from functools import lru_cache
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.frames import BINARY, TEXT
from websockets.protocol import OPEN

from protocol.errors import Close
from protocol.limits import OUTBOX_BYTES
from server.metrics import Metrics

log = logging.getLogger(__name__)

LARGE_BYTES = OUTBOX_BYTES // 8
"""The largest frame beyond this that is on its way is not counted against its reader."""
TOGETHER_BYTES = 16 * 1024
"""Frames wait for others in the same turn until there are so many bytes of them."""
LAST_WORDS_SECONDS = 5.0
"""How long a reader who is cut may take to read what was written before; then it is thrown away."""


_WHOLE: Final = 0x80
"""The first frame of a message is its last."""


_SHORT: Final = [bytes((_WHOLE | BINARY, length)) for length in range(126)]
"""What stands before a binary message of so many bytes (RFC 6455, 5.2)."""


def _serialized(frame: bytes | str) -> bytes:
    """A message as it travels. A server masks nothing, so it is the same for all who are told."""
    if isinstance(frame, bytes) and len(frame) < len(_SHORT):
        return _SHORT[len(frame)] + frame
    return _serialized_once(frame)


@lru_cache(maxsize=8)
def _serialized_once(frame: bytes | str) -> bytes:
    """The same for longer ones, of which every reader gets the same bytes."""
    opcode, data = (TEXT, frame.encode()) if isinstance(frame, str) else (BINARY, frame)
    first, length = _WHOLE | opcode, len(data)
    if length < 126:
        return b"%c%c%b" % (first, length, data)
    if length < 65536:
        return struct.pack("!BBH", first, 126, length) + data
    return struct.pack("!BBQ", first, 127, length) + data


class Outbox:
    """The way out to one connection. `send` never blocks and never raises."""

    __slots__ = ("_large", "_metrics", "_socket", "_unwritten")

    def __init__(self, socket: ServerConnection, metrics: Metrics) -> None:
        self._socket, self._metrics, self._unwritten = socket, metrics, b""
        self._large = 0

    def send(self, frame: bytes | str) -> None:
        """Have a frame written soon, text for `str`, binary for `bytes`."""
        if not self._unwritten:
            self._socket.loop.call_soon(self.flush)
        self._unwritten += _serialized(frame)
        self._metrics.frames.sent += 1
        if len(self._unwritten) > TOGETHER_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write what waits now; a reader too far behind is cut instead.

        A large frame, such as a whole tournament, does not make him one while it travels.
        """
        unwritten, self._unwritten = self._unwritten, b""
        transport = self._socket.transport
        # A transport that is closing is left alone: uvloop's raises, before the connection has noticed anything.
        if not unwritten or self._socket.protocol.state is not OPEN or transport.is_closing():
            return
        behind = transport.get_write_buffer_size()
        self._large = 0 if behind <= OUTBOX_BYTES else self._large
        if behind > OUTBOX_BYTES + self._large:
            self._cut()
            return
        self._large = max(self._large, len(unwritten)) if len(unwritten) > LARGE_BYTES else self._large
        transport.write(unwritten)

    def _cut(self) -> None:
        """Say goodbye behind what he has not read, take no more for him, and let go of all of it soon."""
        self._metrics.slow_readers.inc()
        log.info("a connection read too slowly and is cut")
        self._socket.protocol.fail(Close.SLOW_READER, "read too slowly")
        self._socket.send_data()
        self._socket.loop.call_later(LAST_WORDS_SECONDS, self._socket.transport.abort)
