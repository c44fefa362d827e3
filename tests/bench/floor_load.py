"""The load of clients/load for the bare floor: as many frames of the same sizes, in the same rhythm, counted alike."""

import asyncio
import itertools
import time
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import broadcast
from websockets.exceptions import ConnectionClosed

from clients.load.client import own_address
from clients.load.tally import Tally
from engine.events import DiceThrown, TurnBegan
from engine.types import Color
from protocol.codec import decode_message, encode_message
from protocol.messages import Events
from tests.bench.floor import COMMAND, WATCHER

_rooms = itertools.count(1)
_numbers = itertools.count(1)
EVENTS = encode_message(
    Events(room="ABCDEF", version=1, at=1, events=(TurnBegan(1, Color.WHITE), DiceThrown(Color.WHITE, (1, 2)))), False
)
"""Read with every frame, so that these clients work as hard as those of our server."""


@dataclass(eq=False, slots=True)
class FloorClient:
    """One connection to the floor."""

    url: str
    table: "FloorTable"
    seat: int
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    socket: ClientConnection | None = None

    async def run(self) -> None:
        """Connect and listen until cancelled."""
        address = own_address(self.url, next(_numbers))
        async with connect(self.url, compression=None, ping_interval=None, close_timeout=1, **address) as socket:
            self.socket = socket
            self.ready.set()
            try:
                async for frame in socket:
                    assert isinstance(frame, bytes)
                    decode_message(EVENTS)
                    self.table.hear(self, frame)
            except ConnectionClosed:
                pass

    def send(self, number: int) -> None:
        assert self.socket is not None
        broadcast((self.socket,), b"C" + number.to_bytes(4, "big").ljust(COMMAND - 1))


class FloorTable:
    """A room of the floor. Each player sends two commands, as ours throws and plays, then the other does."""

    def __init__(self, url: str, tally: Tally, watchers: int = 0, pace: float = 0.0) -> None:
        room = f"{url}/{next(_rooms)}"
        players = [FloorClient(room, self, seat) for seat in range(2)]
        self.clients = (*players, *(FloorClient(room + WATCHER, self, 2 + seat) for seat in range(watchers)))
        self.finished = asyncio.Event()
        self.ended = (0, 0)
        self._tally, self._interval, self._due = tally, 1 / pace if pace else 0.0, 0.0
        self._number, self._playing = 0, False
        self._sent: dict[int, float] = {}

    async def arrival(self) -> None:
        await asyncio.gather(*(client.ready.wait() for client in self.clients))

    async def open(self) -> None:
        """A room of the floor is there as soon as somebody is in it."""

    def begin(self) -> None:
        self._playing = True
        self._due = time.perf_counter() + self._interval * (hash(self) % 997) / 997
        self._next()

    async def end(self) -> int:
        self._playing = False
        return len(self.clients)

    def hear(self, client: FloorClient, frame: bytes) -> None:
        self._tally.frames += 1
        self._tally.octets += len(frame)
        number = int.from_bytes(frame[1:5], "big")
        took = time.perf_counter() - self._sent.get(number, 0.0)
        if frame[:1] == b"A":
            self._tally.ack.add(took)
            self._tally.commands += 1
            self._next()
        elif client.seat > 1:
            self._tally.watched += 1
            self._tally.watcher.add(took)
        elif client is not self._mover:
            self._tally.opponent.add(took)

    @property
    def _mover(self) -> FloorClient:
        return self.clients[self._number // 2 % 2]

    def _next(self) -> None:
        if not self._playing:
            return
        wait = self._due - time.perf_counter()
        if self._interval and wait > 0:
            asyncio.get_running_loop().call_later(wait, self._send)
        else:
            self._send()

    def _send(self) -> None:
        if not self._playing:
            return
        now = time.perf_counter()
        self._number += 1
        self._due = max(self._due + self._interval, now)
        self._sent[self._number] = now
        self._sent.pop(self._number - 128, None)
        self._mover.send(self._number)
