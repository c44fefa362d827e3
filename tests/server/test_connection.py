"""What clients do to a connection, and that it happens to nobody else."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import msgpack
import pytest
from websockets.exceptions import ConnectionClosed

from clients.lib.connection import connect
from protocol.codec import encode_command
from protocol.commands import CreateRoom, ListRooms, Say
from protocol.errors import Close, Code
from protocol.limits import COMMANDS_BURST, FRAME_BYTES
from protocol.messages import Ack, Error, Rooms, Welcome
from protocol.version import JSON, MSGPACK
from server.connection import FLOOD, Door
from server.ratelimit import Connections
from server.session import Session
from tests.server.running import Player, make_door, play, player, serving

pytestmark = pytest.mark.usefixtures("_nothing_is_our_fault")
LIST = ListRooms(id="list")


@pytest.fixture
def _nothing_is_our_fault(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING] == []


async def closed_with(anna: Player) -> int | None:
    """Read until the server closes; the code."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await anna.read()
    return anna.socket.close_code


def figure(door: Door, name: str, **labels: str) -> float | None:
    return door.metrics.registry.get_sample_value(name, labels)


# --- codecs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", [MSGPACK, JSON, None])
async def test_answers_come_in_agreed_codec(protocol: str | None) -> None:
    async with serving(make_door()) as port, player(port, protocol) as anna:
        assert anna.text == (protocol != MSGPACK)
        assert (await anna.hello()).token
        assert await anna.do(LIST) == Ack(id="list")
        assert await anna.until(Rooms) == Rooms(rooms=())


@pytest.mark.parametrize("protocol", [MSGPACK, JSON])
async def test_frames_are_read_by_their_own_kind(protocol: str) -> None:
    async with serving(make_door()) as port, player(port, protocol) as anna:
        await anna.hello()
        for text in (True, False):
            await anna.socket.send(encode_command(LIST, text))
            assert await anna.until(Ack) == Ack(id="list")


# --- being shown out --------------------------------------------------------------------------------------------------


async def test_silent_client_is_closed() -> None:
    door = make_door(hello_seconds=0)
    async with serving(door) as port, player(port) as anna:
        assert await closed_with(anna) == Close.NO_HELLO
    assert figure(door, "narde_connections", codec="msgpack") == 0


async def test_hello_ends_the_wait() -> None:
    async with serving(make_door(hello_seconds=0.5)) as port, player(port) as anna:
        await anna.hello()
        async with player(port) as silent:
            assert await closed_with(silent) == Close.NO_HELLO
        assert await anna.do(LIST) == Ack(id="list")


async def test_commands_before_hello_do_not_count() -> None:
    async with serving(make_door(hello_seconds=0.5)) as port, player(port) as anna:
        answer = await anna.do(LIST)
        assert isinstance(answer, Error)
        assert answer.code == Code.HELLO_FIRST
        assert await closed_with(anna) == Close.NO_HELLO


@pytest.mark.parametrize("caps", [Connections(limit=1, limit_per_address=9), Connections(9, limit_per_address=1)])
async def test_one_too_many_comes_later(caps: Connections) -> None:
    async with serving(make_door(caps)) as port:
        async with player(port) as anna:
            await anna.hello()
            async with player(port) as boris:
                assert await closed_with(boris) == Close.TRY_LATER
            assert await anna.do(LIST) == Ack(id="list")
            await anna.socket.close()
        async with player(port) as boris:
            assert isinstance(await boris.hello(), Welcome)


@pytest.mark.parametrize("frame", [b"x" * (FRAME_BYTES + 1), "x" * (FRAME_BYTES + 1), ["ab"] * FRAME_BYTES])
async def test_frame_too_big_closes(frame: Any) -> None:
    async with serving(make_door()) as port, player(port) as anna:
        with contextlib.suppress(ConnectionClosed):  # a frame in many parts is not even sent to its end
            await anna.socket.send(frame)
        assert await closed_with(anna) == Close.TOO_BIG


async def test_largest_frame_is_answered() -> None:
    async with serving(make_door()) as port, player(port, JSON) as anna:
        await anna.socket.send("[" * FRAME_BYTES)
        assert (await anna.until(Error)).code == Code.BAD_FRAME


async def test_flood_of_bad_frames_closes() -> None:
    door = make_door()
    async with serving(door) as port, player(port) as anna:
        for _ in range(FLOOD):
            await anna.socket.send(b"\xc1")
        assert await closed_with(anna) == Close.FLOOD
        assert len(anna.seen) == FLOOD
    assert figure(door, "narde_commands_total", type="none", outcome="bad_frame") == FLOOD


async def test_flood_of_good_commands_closes() -> None:
    door = make_door()
    async with serving(door) as port, player(port) as anna:
        await anna.hello()
        with contextlib.suppress(ConnectionClosed):
            while True:
                await anna.do(LIST)
        assert anna.socket.close_code == Close.FLOOD
    assert (figure(door, "narde_commands_total", type="list_rooms", outcome="ok") or 0) >= COMMANDS_BURST


async def test_good_commands_excuse_bad_ones() -> None:
    async with serving(make_door()) as port, player(port) as anna:
        await anna.hello()
        for _ in range(FLOOD - 1):
            await anna.socket.send(b"")
        for _ in range(2):
            assert await anna.do(LIST) == Ack(id="list")
        await anna.socket.send(b"")
        assert await anna.do(LIST) == Ack(id="list")


# --- our own faults ---------------------------------------------------------------------------------------------------


class Faulty:
    """A dispatcher with a bug."""

    async def handle(self, _session: Session, _frame: bytes | str) -> tuple[str, str]:
        raise ZeroDivisionError("one of our secrets")

    def close(self, _session: Session) -> None:
        """Nothing is followed."""


async def test_our_fault_closes_without_detail(caplog: pytest.LogCaptureFixture) -> None:
    good = make_door()
    door = Door(Faulty(), good.metrics, good.connections)  # type: ignore[arg-type]  # what is needed of one
    async with serving(door) as port, player(port) as anna:
        await anna.socket.send(b"")
        assert (await closed_with(anna), anna.socket.close_reason) == (Close.INTERNAL, "")
    assert (figure(door, "narde_commands_total", type="none", outcome="internal"), good.connections.total) == (1, 0)
    assert "ZeroDivisionError" in caplog.text
    caplog.clear()


# --- anything at all --------------------------------------------------------------------------------------------------


def any_value(random: Random, depth: int = 3) -> Any:
    kind = random.randrange(9 if depth else 7)
    match kind:
        case 0:
            return random.choice((None, True, False, float("nan"), float("inf"), -0.0, 1e308))
        case 1:
            return random.choice((0, -1, 2**31, 2**53 + 1, 2**64 - 1, -(2**63)))
        case 2:
            return random.choice(("", "\0", "é" * 300, "\u202e", "ABCDEF", "id"))
        case 3:
            return random.choice(("hello", "create_room", "subscribe", "throw", "play", "say", "sync", "list_rooms"))
        case 4 | 5 | 6:
            return random.randrange(30)
        case 7:
            return [any_value(random, depth - 1) for _ in range(random.randrange(4))]
        case _:
            names = ("type", "id", "room", "turn", "steps", "settings", "text", "seat", "after", "token", "overrides")
            return {random.choice(names): any_value(random, depth - 1) for _ in range(random.randrange(6))}


def any_frame(random: Random) -> bytes | str:
    """Noise, a value of any shape, or a command that is wrong somewhere."""
    body = any_value(random)
    if isinstance(body, dict):
        body |= {"type": random.choice(("hello", "create_room", "subscribe", "sit", "play", "say", "quick_pair"))}
        body |= {"id": random.choice(("x", "", "y" * 33, "\ud800" if random.random() < 0.1 else "z"))}
    match random.randrange(6):
        case 0:
            return random.randbytes(random.randrange(60))
        case 1:
            return "[" * random.randrange(4000) if random.random() < 0.5 else '{"id":' * random.randrange(600)
        case 2:
            return b"\x91" * random.randrange(4000)
        case 3:
            return '{"type":"hello","id":"a","id":"b","name":"\\ud800","token":1e999999}'
        case 4:
            return json.dumps(body)[:FRAME_BYTES].encode("utf-8", "replace").decode()
        case _:
            return bytes(msgpack.packb(body, unicode_errors="surrogatepass"))[:FRAME_BYTES]


async def harass(port: int, protocol: str, seed: int) -> int:
    """Send any frames over one connection; how many were answered."""
    random = Random(seed)
    async with player(port, protocol) as eve:
        if random.random() < 0.7:
            await eve.hello()
        for _ in range(FLOOD - 1):
            await eve.socket.send(any_frame(random))
        for _ in range(FLOOD - 1):
            await eve.read()
    return len(eve.seen)


async def raw_noise(port: int, seed: int) -> bytes:
    """Bytes that are no WebSocket frames, after a good handshake; what the server answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = ("GET /ws HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    writer.write("\r\n".join((*lines, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", "")).encode())
    answer = await reader.readuntil(b"\r\n\r\n")
    writer.write(Random(seed).randbytes(200))
    writer.write_eof()
    await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


async def beside_a_game(work: Callable[[int], Awaitable[object]]) -> None:
    """A pair plays twelve turns while something else is done to the server."""
    async with serving(make_door()) as port:
        url = f"ws://127.0.0.1:{port}/ws"
        async with connect(url, name="Anna") as anna, connect(url, name="Boris", json=True) as boris:
            code = (await anna.create_room(seat="white")).code
            rooms = asyncio.gather(play(anna, code, 12), play(boris, code, 12))
            await work(port)
            one, other = await rooms
            assert min(one.view.turn, other.view.turn) >= 12


@pytest.mark.parametrize("protocol", [MSGPACK, JSON])
async def test_anything_at_all_hurts_nobody(protocol: str) -> None:
    async def work(port: int) -> None:
        answered = await asyncio.gather(*(harass(port, protocol, seed) for seed in range(4)))
        assert min(answered) >= FLOOD - 1

    await beside_a_game(work)


async def test_broken_websocket_frames_hurt_nobody() -> None:
    async def work(port: int) -> None:
        answers = await asyncio.gather(*(raw_noise(port, seed) for seed in range(40)))
        assert all(answer.startswith(b"HTTP/1.1 101") for answer in answers)

    await beside_a_game(work)


async def test_text_that_is_no_utf8_closes() -> None:
    async with serving(make_door()) as port, player(port) as anna:
        anna.socket.protocol.send_text(b"\xff")
        anna.socket.send_data()
        assert await closed_with(anna) == 1007


async def test_vanished_client_is_forgotten() -> None:
    door = make_door()
    async with serving(door) as port:
        async with player(port) as anna:
            await anna.hello()
            made = await anna.do(CreateRoom(id="room"))
            assert isinstance(made, Ack)
            anna.socket.transport.abort()
        async with player(port) as boris:
            await boris.hello()
            await boris.do(Say(id="say", room=made.room or "", text="alone"))
    assert (door.connections.total, figure(door, "narde_connections", codec="msgpack")) == (0, 0)
