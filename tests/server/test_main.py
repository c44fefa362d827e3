"""The server as a process: what it prints, how it ends, and what it says when it cannot begin."""

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clients.lib.connection import Client, connect
from protocol.commands import CreateRoom, Say, Subscribe
from protocol.ids import secret_of
from protocol.messages import Ack, Said
from protocol.version import JSON
from tests.server.running import Process, launch, play, player, process

TOKENS = ("anna-anna-anna-anna-anna", "boris-boris-boris-boris")
IMPATIENT = """
import sys
from server.__main__ import main
from server.store import embedded, redis_log
embedded._LOCK_PATIENCE = redis_log.PATIENCE = 0.1
sys.exit(main())
"""


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextlib.asynccontextmanager
async def pair(server: Process) -> AsyncIterator[tuple[Client, Client]]:
    async with connect(server.url, token=TOKENS[0]) as anna, connect(server.url, token=TOKENS[1]) as boris:
        yield anna, boris


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_signal_stops_everything(number: int, tmp_path: Path) -> None:
    async with process(tmp_path / "data") as server:
        (store,) = server.children()
        async with player(server.port) as anna:
            await anna.hello()
            assert await server.stop(number) == 0
            await anna.socket.wait_closed()
            assert anna.socket.close_code == 1012
    assert not alive(store)
    assert not [line for line in server.logged if "Traceback" in line or "ERROR" in line]


async def test_users_see_no_warnings_of_the_store(tmp_path: Path) -> None:
    async with process(tmp_path / "data") as server:
        await server.stop(signal.SIGTERM)
    assert not [line for line in server.logged if "WARNING" in line or "overcommit" in line]


async def test_quiet_prints_nothing(tmp_path: Path) -> None:
    server = await launch("--host", "127.0.0.1", "--port", "0", "--data-dir", str(tmp_path), "--quiet", code=STOP_SOON)
    assert (await server.end(), server.printed) == (0, [])


STOP_SOON = """
import os, signal, sys
from server import __main__ as program
announce = program._announce
program._announce = lambda *args: (announce(*args), os.kill(os.getpid(), signal.SIGTERM))
sys.exit(program.main())
"""


async def test_next_start_goes_on_with_the_game(tmp_path: Path) -> None:
    async with process(tmp_path / "data") as server:
        async with pair(server) as (anna, boris):
            code = (await anna.create_room(seat="white")).code
            before, _ = await asyncio.gather(play(anna, code, 5), play(boris, code, 5))
        assert await server.stop(signal.SIGTERM) == 0
    async with process(tmp_path / "data") as server, pair(server) as (anna, boris):
        after = await anna.watch(code)
        assert (after.view.turn, after.view.position) == (before.view.turn, before.view.position)
        rooms = await asyncio.gather(play(anna, code, 8), play(boris, code, 8))
        assert min(room.view.turn for room in rooms) >= 8


async def test_second_server_is_told_who_was_first(tmp_path: Path) -> None:
    async with process(tmp_path / "data") as first:
        second = await launch("--port", "0", "--data-dir", str(tmp_path / "data"), code=IMPATIENT)
        assert await second.end() == 1
    (line,) = second.logged
    assert f"in use by the server with process id {first.process.pid} " in line


async def test_port_in_use_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        server = await launch("--host", "127.0.0.1", "--port", port, "--data-dir", str(tmp_path))
        assert await server.end() == 1
    assert server.logged[-1].strip() == f"narde cannot start: another program has port {port}; choose one with --port"


async def test_store_that_is_away_is_said() -> None:
    server = await launch("--port", "0", "--redis-url", "unix://ada:secret@/nowhere", code=IMPATIENT)
    assert await server.end() == 1
    (line,) = server.logged
    assert line.startswith("narde cannot start: the store at unix://ada:***@/nowhere: no answer within 0.1 s")


@pytest.mark.parametrize(
    ("option", "value", "complaint"),
    [
        ("--host", "203.0.113.1", "does not have the address 203.0.113.1"),
        ("--redis-url", "redis+sentinel://localhost:1", "/master-name"),
        ("--redis-url", "redis://localhost:abc", "abc"),
    ],
)
async def test_address_that_is_none_is_said(option: str, value: str, complaint: str, tmp_path: Path) -> None:
    server = await launch("--port", "0", "--data-dir", str(tmp_path), option, value)
    assert await server.end() == 1
    assert server.logged[-1].startswith("narde cannot start: ")
    assert complaint in server.logged[-1]


async def test_bad_option_exits_with_2() -> None:
    server = await launch("--workers", "none")
    assert (await server.end(), server.printed) == (2, [])
    assert "--workers" in server.logged[-1]


async def test_token_is_nowhere_but_with_its_owner(tmp_path: Path) -> None:
    async with process(tmp_path / "data", "--log-level", "debug") as server:
        async with player(server.port) as anna, player(server.port, JSON) as boris:
            for someone, token in ((anna, TOKENS[0]), (boris, TOKENS[1])):
                await someone.hello(token)
            made = await anna.do(CreateRoom(id="room", seat="white"))
            assert isinstance(made, Ack)
            for someone in (anna, boris):
                await someone.do(Subscribe(id="follow", room=made.room or ""))
            await boris.do(Say(id="say", room=made.room or "", text="good day"))
            while not any(isinstance(message, Said) for message in boris.seen):
                await boris.read()
        await server.stop(signal.SIGTERM)
    log = "".join(server.logged).encode()
    kept = b"".join(file.read_bytes() for file in (tmp_path / "data").rglob("*") if file.is_file())
    told = repr((anna.seen, boris.seen)).encode()
    assert b"DEBUG" in log
    assert b"good day" in kept
    for token in TOKENS:
        for secret in (token.encode(), secret_of(token), secret_of(token).hex().encode()):
            assert [secret in somewhere for somewhere in (log, kept, told)] == [False, False, False]
