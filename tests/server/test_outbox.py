"""Real sockets on loopback: what a reader who stops costs him, and what it costs the others."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Frame, Opcode

from protocol.errors import Close
from protocol.limits import OUTBOX_BYTES
from server import outbox
from server.metrics import Metrics
from server.outbox import TOGETHER_BYTES, Outbox

FRAME = b"y" * 4000
PUSHED = 20_000_000


class Table(NamedTuple):
    """Clients and, in the same order, the server's ends of their connections."""

    clients: list[ClientConnection]
    sockets: list[ServerConnection]
    outboxes: list[Outbox]
    metrics: Metrics

    def cut(self) -> float | None:
        return self.metrics.registry.get_sample_value("narde_slow_readers_cut_total")


class Spy:
    """A transport that notes what is written."""

    def __init__(self, transport: asyncio.Transport, written: list[bytes]) -> None:
        self._transport, self._written = transport, written

    def write(self, data: bytes) -> None:
        self._written.append(data)
        self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


@contextlib.asynccontextmanager
async def table(count: int) -> AsyncIterator[Table]:
    sockets: list[ServerConnection] = []
    arrived: asyncio.Queue[ServerConnection] = asyncio.Queue()

    async def handle(socket: ServerConnection) -> None:
        arrived.put_nowait(socket)
        await socket.wait_closed()

    async with serve(handle, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        clients = []
        for _ in range(count):
            clients.append(await connect(url, compression=None, ping_interval=None))
            sockets.append(await arrived.get())
        metrics = Metrics()
        try:
            yield Table(clients, sockets, [Outbox(socket, metrics) for socket in sockets], metrics)
        finally:
            for end in (*clients, *sockets):
                end.transport.abort()


async def read(client: ClientConnection, size: int) -> int:
    """The bytes that have come when there are `size` of them."""
    got = 0
    while got < size:
        got += len(await client.recv())
    return got


async def push(places: Table, size: int) -> int:
    """Send everybody `size` bytes; return the most that was ever held for one of them."""
    held = 0
    for _ in range(0, size, len(FRAME)):
        for way_out in places.outboxes:
            way_out.send(FRAME)
        held = max(held, *(socket.transport.get_write_buffer_size() for socket in places.sockets))
        await asyncio.sleep(0)  # lets the others read
    return held


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_frame_travels_as_the_library_writes_it(length: int) -> None:
    data = b"y" * length
    assert outbox._serialized(data) == Frame(Opcode.BINARY, data).serialize(mask=False)
    assert outbox._serialized(data.decode()) == Frame(Opcode.TEXT, data).serialize(mask=False)


async def test_frames_arrive_in_order() -> None:
    async with table(1) as places:
        for frame in ("one", b"two", "three"):
            places.outboxes[0].send(frame)
        assert [await places.clients[0].recv() for _ in range(3)] == ["one", b"two", "three"]


async def test_large_frame_cuts_nobody() -> None:
    async with table(1) as places:
        places.clients[0].transport.pause_reading()
        for frame in (b"z" * 20 * OUTBOX_BYTES, FRAME, FRAME):
            places.outboxes[0].send(frame)
        assert places.cut() == 0
        await push(places, PUSHED)
        assert places.cut() == 1


async def test_frames_of_one_turn_are_written_together(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(1) as places:
        written: list[bytes] = []
        monkeypatch.setattr(places.sockets[0], "transport", Spy(places.sockets[0].transport, written))
        for frame in ("one", "two", "y" * TOGETHER_BYTES, "three"):
            places.outboxes[0].send(frame)
        await asyncio.sleep(0)
        assert [b"one" in frames and b"two" in frames for frames in written] == [True, False]


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
async def test_one_who_stops_reading_is_cut(loop: str) -> None:
    runner = pytest.importorskip(loop)
    await asyncio.to_thread(runner.run, cut_one_of_three())


async def cut_one_of_three() -> None:
    async with table(3) as places:
        places.clients[0].transport.pause_reading()
        readers = [asyncio.create_task(read(client, PUSHED)) for client in places.clients[1:]]
        held = await push(places, PUSHED)
        assert await asyncio.gather(*readers) == [PUSHED, PUSHED]
        sent = places.sockets[0].protocol.close_sent
        assert (sent and sent.code, places.cut()) == (Close.SLOW_READER, 1)
        assert held <= OUTBOX_BYTES + 2 * len(FRAME)


async def test_nothing_follows_a_cut() -> None:
    async with table(1) as places:
        places.clients[0].transport.pause_reading()
        await push(places, PUSHED)
        held = places.sockets[0].transport.get_write_buffer_size()
        places.outboxes[0].send(FRAME)
        assert (places.sockets[0].transport.get_write_buffer_size(), places.cut()) == (held, 1)


async def test_late_reader_learns_why() -> None:
    async with table(1) as places:
        client = places.clients[0]
        client.transport.pause_reading()
        await push(places, PUSHED)
        client.transport.resume_reading()
        with pytest.raises(ConnectionClosedError):
            await read(client, PUSHED)
        assert client.close_code == Close.SLOW_READER


async def test_unread_frames_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "LAST_WORDS_SECONDS", 0)
    async with table(1) as places:
        places.clients[0].transport.pause_reading()
        await push(places, PUSHED)
        await places.sockets[0].wait_closed()
        assert places.sockets[0].transport.get_write_buffer_size() == 0


async def test_closed_connection_does_not_raise() -> None:
    async with table(2) as places:
        places.sockets[0].transport.abort()
        for way_out in places.outboxes:
            way_out.send("still here")
        assert await places.clients[1].recv() == "still here"
        assert places.cut() == 0
