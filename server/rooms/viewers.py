"""Who follows a room on this node, and how they are told.

A message for many is encoded once for each codec, and nothing here waits: a viewer's `send` is bounded.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from protocol.codec import encode_message
from protocol.ids import PlayerId
from protocol.messages import AnyMessage

Encoded = Callable[[bool], bytes | str]
"""The frame of a message: of JSON when asked for text, else of msgpack."""

CROWD = 50
"""So many are told in one turn of the event loop; a thousand at once would hold up every command for 20 ms."""
PAUSE_SECONDS = 0.002
"""Before each of these turns: on a laptop that serves and shows a game, the players' pages need its processor too."""
QUEUED = 8
"""Messages that wait for a crowd; with more to tell, the room is held up as long as it takes."""


@dataclass(eq=False, slots=True)
class Viewer:
    """One subscription of one connection. `send` takes an encoded frame and never blocks; `gone`: it has ended."""

    player: PlayerId
    text: bool
    send: Callable[[bytes | str], None]
    gone: bool = False


def tell(viewers: Iterable[Viewer], message: AnyMessage) -> None:
    spread(viewers, partial(encode_message, message))


def spread(viewers: Iterable[Viewer], encoded: Encoded) -> None:
    """Send each viewer the frame of his codec."""
    frames: dict[bool, bytes | str] = {}
    for viewer in viewers:
        frame = frames.get(viewer.text)
        if frame is None:
            frame = frames[viewer.text] = encoded(viewer.text)
        viewer.send(frame)


class Crowd:
    """Tells those who can wait. A few are told at once; many, some after each pause, message by message.

    Whoever has been told to go on the way to him hears nothing more, and whoever comes later hears only what is later.
    """

    __slots__ = ("_going", "_queue")

    def __init__(self) -> None:
        self._queue: list[tuple[Iterator[Viewer], Encoded]] = []
        self._going = False

    @property
    def busy(self) -> bool:
        """Somebody is still to be told something."""
        return bool(self._queue)

    def spread(self, viewers: list[Viewer], encoded: Encoded) -> None:
        """As the function, but perhaps later."""
        if len(viewers) <= CROWD and not self._queue:
            spread(viewers, encoded)
            return
        if len(self._queue) >= QUEUED:
            self.finish()
        self._queue.append((iter(tuple(viewers)), _remembered(encoded)))
        if not self._going:
            self._go_on_later()

    def finish(self) -> None:
        """Tell everybody what is still to be told."""
        queue, self._queue = self._queue, []
        for viewers, encoded in queue:
            spread((viewer for viewer in viewers if not viewer.gone), encoded)

    def _go_on_later(self) -> None:
        self._going = bool(self._queue)
        if self._going:
            asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._go_on)

    def _go_on(self) -> None:
        if self._queue:
            viewers, encoded = self._queue[0]
            some = list(islice(viewers, CROWD))
            spread((viewer for viewer in some if not viewer.gone), encoded)
            if len(some) < CROWD:
                del self._queue[0]
        self._go_on_later()


def _remembered(encoded: Encoded) -> Encoded:
    """The same, made once for all turns."""
    frames: dict[bool, bytes | str] = {}

    def frame(text: bool) -> bytes | str:
        if text not in frames:
            frames[text] = encoded(text)
        return frames[text]

    return frame
