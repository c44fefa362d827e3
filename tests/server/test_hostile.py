"""Whatever a client sends, it is answered with a code or closed with a code, and nobody else notices."""

import asyncio
import contextlib
import json
import resource
import signal
import struct
import unicodedata
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from clients.lib.connection import connect
from engine.errors import Reason
from engine.types import Color
from protocol import commands as c
from protocol import limits
from protocol.codec import encode_command
from protocol.commands import AnyCommand
from protocol.errors import Close, Code
from protocol.ids import ALPHABET
from protocol.messages import Ack, Error, Said, Snapshot, Welcome
from protocol.settings import Settings
from protocol.tournament import acts
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Config, Result
from tests.server.hostile import (
    MEBIBYTE,
    answers,
    at_least,
    closed_with,
    figure,
    game_beside,
    is_answer,
    memory,
    stranger,
)
from tests.server.running import Player, Process, process

pytestmark = pytest.mark.timeout(60)
CODES = {*Code, *Reason, *Wrong}
GROWTH = 64 * MEBIBYTE
"""The server may need so much more memory for a while; an attack sends or asks for many times as much."""
IDLE = 1_000
SEEDED = settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Process]:
    """One server for all attacks; at the end it has logged no fault and stops as if nothing had been."""
    options = ("--trusted-proxies", "1", "--max-connections-per-address", "2000", "--log-level", "warning")
    async with process(tmp_path_factory.mktemp("hostile"), *options) as running:
        yield running
        assert await running.stop(signal.SIGTERM) == 0
    assert running.logged == []


@pytest.fixture
async def bounded(server: Process) -> AsyncIterator[None]:
    """The server's memory stays within bounds."""
    before = memory(server)
    yield
    assert memory(server) - before < GROWTH


# --- any bytes, any values --------------------------------------------------------------------------------------------

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(), st.text(max_size=40), st.just("ABCDEF")
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5)
)
SAMPLES: list[AnyCommand] = [
    c.CreateRoom(id="1"),
    c.QuickPair(id="1"),
    c.Subscribe(id="1", room="ABCDEF"),
    c.Sit(id="1", room="ABCDEF"),
    c.Step(id="1", room="ABCDEF", turn=1, point=24, die=1),
    c.Play(id="1", room="ABCDEF", turn=1, steps=((24, 1),)),
    c.Say(id="1", room="ABCDEF", text="hi"),
    c.GetRecord(id="1", room="ABCDEF"),
    c.OfferDevice(id="1", sealed="c2VhbGVk"),
    c.UseDeviceCode(id="1", code="ABCDEFGH"),
    c.Hello(id="1"),
    c.CreateTournament(id="1", config=Config()),
    c.OpenTournament(id="1", tournament="ABCDEF", key="A" * 22),
    c.Conduct(id="1", tournament="ABCDEF", act=acts.Correct("r1t1", Result("played", "p1", (1, 0)), "why")),
    c.IssueKey(id="1", tournament="ABCDEF", role="director", office="A" * 22),
    c.UseDirectorCode(id="1", tournament="ABCDEF", code="123456"),
    c.ImportTournament(id="1", part=1, parts=1, text="{}"),
]


@st.composite
def spoilt(draw: st.DrawFn) -> dict[str, Any]:
    """A command with one field replaced by anything, or one field too many."""
    wire: dict[str, Any] = json.loads(encode_command(draw(st.sampled_from(SAMPLES)), text=True))
    wire[draw(st.sampled_from([*wire, "settings", "extra"]))] = draw(VALUES)
    return wire


def as_json(value: object) -> str:
    return json.dumps(value)[: limits.FRAME_BYTES].encode("utf-8", "replace").decode()


def as_msgpack(value: object) -> bytes:
    return bytes(msgpack.packb(value))[: limits.FRAME_BYTES]


FRAMES = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300),
    (VALUES | spoilt()).map(as_json),
    (VALUES | spoilt()).map(as_msgpack),
)


@pytest.mark.parametrize("text", [True, False])
@pytest.mark.usefixtures("bounded")
async def test_any_frame_is_answered_once_with_a_code(server: Process, text: bool) -> None:
    loop = asyncio.get_running_loop()

    async def converse(frames: list[bytes | str], greeted: bool) -> None:
        async with stranger(server, text=text) as eve:
            if greeted:
                await eve.hello()
            for answer in await answers(eve, frames):
                assert not isinstance(answer, Error) or answer.code in CODES

    @SEEDED
    @given(st.lists(FRAMES, min_size=1, max_size=25), st.booleans())
    def attack(frames: list[bytes | str], greeted: bool) -> None:
        asyncio.run_coroutine_threadsafe(converse(frames, greeted), loop).result(60)

    async with game_beside(server.url):
        await asyncio.to_thread(attack)


DEEP: list[bytes | str] = [
    "[" * limits.FRAME_BYTES,
    "[" * 2000 + "]" * 2000,
    '{"a":' * 800,
    '{"type":"say","id":"1","room":' + "[" * 1900 + "]" * 1900 + "}",
    '{"type":"create_room","id":"1","settings":' + '{"overrides":' * 250 + "1" + "}" * 251,
    b"\x91" * limits.FRAME_BYTES,
    b"\x91" * 1000 + b"\x01",
    b"\x81\xa1a" * 1365,
    b"\x81" * limits.FRAME_BYTES,
    b"\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
    b"\xdb\xff\xff\xff\xff" + b"x" * 1000,
    b"\xd6\xff\x00\x00\x00\x00",
    b"\xc7\x0c\xff" + b"\xff" * 12,
    b"\x81\x01\x02",
    b"\x81\x91\x01\x02",
    '{"type":"step","id":"1","room":"ABCDEF","turn":1e400,"point":1,"die":1}',
    '{"type":"step","id":"1","room":"ABCDEF","turn":' + "9" * 3000 + ',"point":1,"die":1}',
    '{"type":"hello","id":"1","name":"\\ud800"}',
    "{" + '"id":"1",' * 400 + '"type":"list_rooms"}',
]


@pytest.mark.usefixtures("bounded")
async def test_nesting_and_false_lengths_are_refused(server: Process) -> None:
    async with game_beside(server.url), stranger(server) as eve:
        for answer in await answers(eve, DEEP):
            assert isinstance(answer, Error)
            assert answer.code in (Code.BAD_FRAME, Code.BAD_COMMAND, Code.UNKNOWN_COMMAND, Code.HELLO_FIRST)
        assert (await eve.hello()).token


# --- too much ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("bounded")
async def test_oversize_closes_and_costs_nothing(server: Process) -> None:
    async def push(number: int) -> int | None:
        async with stranger(server, text=bool(number % 2)) as eve:
            frame = "x" * MEBIBYTE if number % 2 else b"x" * MEBIBYTE
            with contextlib.suppress(ConnectionClosed):
                await eve.socket.send([frame[:4000]] * 300 if number % 3 == 0 else frame)
            return await closed_with(eve)

    async with game_beside(server.url):
        codes = await asyncio.gather(*(push(number) for number in range(30)))
    assert set(codes) == {Close.TOO_BIG}


@pytest.mark.parametrize("greeted", [True, False])
@pytest.mark.usefixtures("bounded")
async def test_floods_are_slowed_and_then_closed(server: Process, greeted: bool) -> None:
    async def flood(number: int) -> tuple[int | None, Counter[str]]:
        seen: Counter[str] = Counter()
        async with stranger(server, f"198.51.100.{number}", text=bool(number % 2)) as eve:
            if greeted:
                await eve.hello()
            reading = asyncio.create_task(read_all(eve, seen))
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await eve.socket.send(encode_command(c.ListGames(id="1"), eve.text))
                    await asyncio.sleep(0)  # sending alone would keep everybody here from reading
            await reading
            return eve.socket.close_code, seen

    async def read_all(eve: Player, seen: Counter[str]) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                if is_answer(message := await eve.read()):
                    seen[message.code if isinstance(message, Error) else "ok"] += 1

    async with game_beside(server.url):
        floods = await asyncio.gather(*(flood(number) for number in range(8)))
    assert {code for code, _ in floods} == {Close.FLOOD}
    assert all(seen[Code.RATE_LIMITED] > 0 for _, seen in floods)
    assert {outcome for _, seen in floods for outcome in seen} <= {"ok", Code.RATE_LIMITED, Code.HELLO_FIRST}


@pytest.mark.usefixtures("bounded")
async def test_slow_readers_are_cut(server: Process) -> None:
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(game_beside(server.url))
        for number in range(3):
            await many_public_rooms(await stack.enter_async_context(stranger(server, f"203.0.113.{number}")))
        cut = await figure(server, "narde_slow_readers_cut_total")
        readers = [await stack.enter_async_context(stranger(server, f"198.51.100.{n}", window=4096)) for n in range(5)]
        for reader in readers:
            await reader.hello()
            reader.socket.transport.pause_reading()
        await asyncio.gather(*(ask_and_read_nothing(reader) for reader in readers))
        await at_least(server, "narde_slow_readers_cut_total", cut + len(readers))
        for reader in readers:
            reader.socket.transport.resume_reading()
        assert {await closed_with(reader) for reader in readers} <= {Close.SLOW_READER, 1006}


async def many_public_rooms(player: Player) -> None:
    """Long lines in the list of rooms, for as long as the player stays."""
    await player.hello()
    for number in range(limits.SUBSCRIPTIONS):
        public = Settings(public=True, title="\U0001f3b2" * limits.TITLE_CHARS)
        made = await player.do(c.CreateRoom(id=f"{number}", settings=public))
        assert isinstance(made, Ack)
        while not isinstance(await player.do(c.Subscribe(id=f"s{number}", room=made.room or "")), Ack):
            pass  # too fast


async def ask_and_read_nothing(reader: Player) -> None:
    with contextlib.suppress(ConnectionClosed):
        for _ in range(limits.COMMANDS_BURST):
            await reader.socket.send(encode_command(c.ListRooms(id="1"), reader.text))


@pytest.mark.usefixtures("bounded")
async def test_thousand_idle_sockets_are_shown_out(server: Process) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 2 * IDLE:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * IDLE), hard))
    async with game_beside(server.url):
        sockets = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(IDLE)]
        for number, (_, writer) in enumerate(sockets):
            writer.write((b"", UPGRADE[:40], UPGRADE, UPGRADE)[number % 4])
        waiting = asyncio.gather(*(last_words(reader) for reader, _ in sockets))
        await several_attacks(server)
        said = await waiting
        for _, writer in sockets:
            writer.transport.abort()
        await asyncio.gather(*(writer.wait_closed() for _, writer in sockets), return_exceptions=True)
    upgraded = [answer for answer in said if answer.startswith(b"HTTP/1.1 101 ")]
    assert len(upgraded) == IDLE // 2
    assert all(answer.endswith(NO_HELLO) for answer in upgraded)


async def last_words(reader: asyncio.StreamReader) -> bytes:
    """All that comes, up to a goodbye."""
    heard = b""
    while not heard.endswith(NO_HELLO) and (data := await reader.read(4096)):
        heard += data
    return heard


async def several_attacks(server: Process) -> None:
    """All these at once, each beside a game of its own."""
    attacks: list[Callable[[Process], Awaitable[None]]] = [
        test_nesting_and_false_lengths_are_refused,
        test_oversize_closes_and_costs_nothing,
        test_noise_below_the_protocol_ends_that_connection,
        test_no_id_that_is_broadcast_takes_a_seat,
    ]
    await asyncio.gather(*(attack(server) for attack in attacks))


NO_HELLO = struct.pack("!H", Close.NO_HELLO) + b"no hello"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.mark.usefixtures("bounded")
async def test_noise_below_the_protocol_ends_that_connection(server: Process) -> None:
    async def shout(seed: int) -> bytes:
        random = Random(seed)
        noise = (
            random.randbytes(400),
            UPGRADE + random.randbytes(400),
            UPGRADE + b"\x82\xff" + b"\xff" * 12,  # a frame of 2**64 bytes
            UPGRADE + b"\x81\x05hello",  # not masked
            UPGRADE + b"\xf1\x80" + bytes(4),  # reserved bits
            b"GET /ws HTTP/1.1\r\n" + b"X: y\r\n" * 2000,
            b"GET /" + b"a" * 20_000,
            b"POST /ws HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        )[seed % 8]
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(noise)
        with contextlib.suppress(OSError):
            writer.write_eof()
        answer = b""
        with contextlib.suppress(OSError):
            answer = await reader.read()
        writer.transport.abort()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        return answer

    async with game_beside(server.url):
        said = await asyncio.gather(*(shout(seed) for seed in range(80)))
    assert all(answer.startswith((b"HTTP/1.1 101 ", b"HTTP/1.1 4")) or not answer for answer in said)


# --- what is not one's own --------------------------------------------------------------------------------------------


async def test_no_id_that_is_broadcast_takes_a_seat(server: Process) -> None:
    async with game_beside(server.url) as (room, _), stranger(server) as spy:
        await spy.hello()
        assert isinstance(await spy.do(c.Subscribe(id="look", room=room.code)), Ack)
        seen = next(message for message in spy.seen if isinstance(message, Snapshot))
        assert seen.white is not None
        assert seen.black is not None
        ids = [seen.white.player, seen.black.player, seen.position.digest * 4, (room.code * 4)[:22], "look" * 6]
        for number, known in enumerate(ids):
            async with stranger(server, f"198.51.100.{number}") as thief:
                await thief.socket.send(encode_command(c.Hello(id="h", token=known), thief.text))
                welcome = await thief.read()
                if isinstance(welcome, Error):
                    assert welcome.code == Code.BAD_COMMAND  # too short to be a token
                    continue
                await steal(thief, room.code, seen)


async def steal(thief: Player, code: str, seen: Snapshot) -> None:
    """Try everything that only the players may do."""
    assert isinstance(await thief.do(c.Subscribe(id="s", room=code)), Ack)
    snapshot = next(message for message in thief.seen if isinstance(message, Snapshot))
    assert snapshot.you == ()
    tries: dict[AnyCommand, Code] = {
        c.Sit(id="1", room=code): Code.SEAT_TAKEN,
        c.Sit(id="2", room=code, seat=Color.WHITE): Code.SEAT_TAKEN,
    }
    for turn in (snapshot.turn, seen.turn):
        tries[c.Throw(id=f"t{turn}", room=code, turn=turn)] = Code.NOT_SEATED
        tries[c.Done(id=f"d{turn}", room=code, turn=turn)] = Code.NOT_SEATED
        tries[c.Undo(id=f"u{turn}", room=code, turn=turn, all=True)] = Code.NOT_SEATED
        tries[c.Step(id=f"p{turn}", room=code, turn=turn, point=24, die=1)] = Code.NOT_SEATED
    tries[c.Resign(id="r", room=code, points=2)] = Code.NOT_SEATED
    tries[c.StandUp(id="up", room=code)] = Code.NOT_SEATED
    tries[c.ClaimWin(id="w", room=code)] = Code.NOT_SEATED
    tries[c.InviteBot(id="b", room=code)] = Code.NOT_SEATED
    for command, expected in tries.items():
        answer = await thief.do(command)
        assert isinstance(answer, Error)
        assert answer.code == expected


async def test_room_codes_cannot_be_guessed(server: Process) -> None:
    random, here = Random(7), "198.51.100.77"
    codes = ["".join(random.choice(ALPHABET) for _ in range(6)) for _ in range(120)]
    async with game_beside(server.url) as (room, _):
        outcomes: Counter[str] = Counter()
        for start in range(0, len(codes), 10):  # a connection each, which makes no difference
            async with stranger(server, here) as eve:
                await eve.hello()
                for number, code in enumerate([*codes[start : start + 10], room.code] if start else codes[:10]):
                    answer = await eve.do(c.Subscribe(id=f"{number}", room=code))
                    outcomes[answer.code if isinstance(answer, Error) else "ok"] += 1
                    if start >= 60:
                        assert isinstance(answer, Error)
                        assert answer.code == Code.RATE_LIMITED  # the right code looks like all others
        assert set(outcomes) <= {Code.ROOM_UNKNOWN, Code.RATE_LIMITED, "ok"}
        assert outcomes[Code.ROOM_UNKNOWN] <= 40
        async with stranger(server, "198.51.100.78") as friend:
            await friend.hello()
            assert isinstance(await friend.do(c.Subscribe(id="1", room=room.code)), Ack)


# --- names, titles, chat ----------------------------------------------------------------------------------------------

STRANGE = [
    "\u202egnirts desrever",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319a\u0324l",
    "\u2066isolate\u2069",
    "👩\u200d👩\u200d👧\u200d👦 family",
    "\ufeff\u200b\u200c\u200d\u2060",
    "\U000e0041\U000e0042 tags",
    "\x00\x07\x1b[31mred",
    "é" * 24,
    "\u1160\u3164\u2800",
    "</title><script>alert(1)</script>",
    "محمد",
    "नार्दी",
    "\U0010ffff",
    "line\u2028break\u2029\r\n",
    "ﷺ﷽",
    "\u0130\u0131\u017f\u212a",
]
TEXTS = st.sampled_from(STRANGE) | st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def harmless(text: str) -> bool:
    """Nothing in it breaks lines, turns the writing round or piles up; no space at an end."""
    kinds = [unicodedata.category(letter) for letter in text if letter not in "\u200c\u200d"]
    marks = "".join("m" if kind in ("Mn", "Me") else "." for kind in kinds)
    return not {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} & set(kinds) and "mmmm" not in marks and text == text.strip()


async def test_texts_of_any_kind_are_shown_harmlessly(server: Process) -> None:
    async def speak(name: str, text: str) -> None:
        async with stranger(server, "198.51.100.99") as eve:
            await eve.socket.send(encode_command(c.Hello(id="h", name=name), eve.text))
            welcome = await eve.read()
            if isinstance(welcome, Error):
                assert (welcome.code, len(name) > limits.NAME_CHARS) == (Code.BAD_COMMAND, True)
                return
            assert isinstance(welcome, Welcome)
            assert harmless(welcome.name)
            assert 0 < len(welcome.name) <= limits.NAME_CHARS
            await chat(eve, text)

    async def chat(eve: Player, text: str) -> None:
        assert isinstance(await eve.do(c.Subscribe(id="s", room=room.code)), Ack)
        said = await eve.do(c.Say(id="say", room=room.code, text=text))
        if isinstance(said, Error):
            assert said.code == Code.BAD_COMMAND  # nothing that can be seen
            return
        lines = [message for message in eve.seen if isinstance(message, Said)]
        while not any(line.player == lines[-1].player for line in lines[-1:]):
            lines.append(await eve.until(Said))
        assert harmless(lines[-1].text)

    loop = asyncio.get_running_loop()

    @SEEDED
    @given(TEXTS, TEXTS)
    def attack(name: str, text: str) -> None:
        asyncio.run_coroutine_threadsafe(speak(name, text), loop).result(60)

    async with game_beside(server.url) as (room, _):
        await asyncio.to_thread(attack)


async def test_titles_of_any_kind_are_listed_harmlessly(server: Process) -> None:
    async with connect(server.url) as ada:
        for title in STRANGE[:6]:
            await ada.create_room(Settings(public=True, title=title))
        listed = await ada.list_rooms()
    assert len(listed) >= 6
    assert all(harmless(room.title) and len(room.title) <= limits.TITLE_CHARS for room in listed)


# --- afterwards -------------------------------------------------------------------------------------------------------


async def test_nothing_of_the_attackers_stays(server: Process) -> None:
    """Their connections are gone; of their rooms only those are in memory that are followed or were a moment ago."""
    async with asyncio.timeout(60):
        while await figure(server, "narde_connections{") > 0:
            pass
    assert await figure(server, "narde_viewers") == 0
    assert memory(server) < 256 * MEBIBYTE
