"""One server process put together, without being a process: how it begins, what it agrees to, how it ends."""

import asyncio
import gc
import inspect
import logging
import socket
import weakref
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from clients.lib.connection import connect
from protocol.commands import CreateRoom, ListRooms, Subscribe
from protocol.errors import Close
from protocol.messages import Ack, Snapshot
from protocol.settings import Settings
from protocol.version import JSON, MSGPACK
from server import app, tasks
from server.app import Background, running
from server.config import Config
from server.store import redis_log
from server.store.embedded import embedded
from server.store.log import StoreUnavailable
from server.web import HttpConnection
from tests.server.running import Player, play, player

ANNA, BORIS = "anna-anna-anna-anna-anna", "boris-boris-boris-boris"
LOCAL = Config(host="127.0.0.1", port=0)


@pytest.fixture(scope="module")
async def url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """A store for all tests of this module."""
    async with embedded(tmp_path_factory.mktemp("store")) as address:
        yield address


async def get(port: int, path: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: narde.example\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer.decode()


# --- stopping and starting --------------------------------------------------------------------------------------------


async def test_stop_asks_clients_to_come_back(url: str) -> None:
    async with running(LOCAL, url) as server:
        clients = [await open_socket(f"ws://127.0.0.1:{server.port}/ws") for _ in range(3)]
    for client in clients:
        await client.wait_closed()
    assert [client.close_code for client in clients] == [Close.RESTART] * 3


async def test_stop_waits_for_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "GOODBYE_SECONDS", 0.1)
    async with running(LOCAL, url) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        stalled = await open_socket(f"ws://127.0.0.1:{server.port}/ws")
        stalled.transport.pause_reading()
    assert await reader.read() == b""
    writer.close()
    stalled.transport.abort()


async def test_restart_changes_nothing_in_a_room(url: str) -> None:
    async with running(LOCAL, url) as server:
        address = f"ws://127.0.0.1:{server.port}/ws"
        async with connect(address, token=ANNA) as anna, connect(address, token=BORIS) as boris:
            code = (await anna.create_room(seat="white")).code
            before, _ = await asyncio.gather(play(anna, code, 6), play(boris, code, 6))
    async with running(LOCAL, url) as server, player(server.port) as watcher:
        await watcher.hello(ANNA)
        await watcher.do(Subscribe(id="follow", room=code))
        (after,) = [message for message in watcher.seen if isinstance(message, Snapshot)]
        for name in ("position", "turn", "to_move", "score", "stages", "you"):
            assert getattr(after, name) == getattr(before.view, name)


async def test_two_servers_share_a_store(url: str) -> None:
    shared = replace(LOCAL, redis_url=url)
    async with (
        running(shared, url) as one,
        running(shared, url) as other,
        connect(f"ws://127.0.0.1:{one.port}/ws") as anna,
        connect(f"ws://127.0.0.1:{other.port}/ws") as boris,
    ):
        code = (await anna.create_room(seat="white")).code
        rooms = await asyncio.gather(play(anna, code, 6), play(boris, code, 6))
        assert min(room.view.turn for room in rooms) >= 6


async def test_taken_port_lets_go_of_the_store(url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        tasks = asyncio.all_tasks()
        with pytest.raises(OSError, match="in use"):
            async with running(Config(host="127.0.0.1", port=taken.getsockname()[1]), url):
                pass
        assert asyncio.all_tasks() == tasks


async def test_no_store_no_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_log, "PATIENCE", 0.1)
    with pytest.raises(StoreUnavailable):
        async with running(LOCAL, f"unix://{tmp_path}/nowhere"):
            pass


# --- subprotocols -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("offered", "agreed"),
    [(None, None), ([JSON], JSON), ([MSGPACK], MSGPACK), ([JSON, MSGPACK], MSGPACK), (["chat", JSON], JSON)],
)
async def test_server_agrees_on_what_it_speaks(url: str, offered: list[str] | None, agreed: str | None) -> None:
    async with running(LOCAL, url) as server:
        names = None if offered is None else [Subprotocol(name) for name in offered]
        async with open_socket(f"ws://127.0.0.1:{server.port}/ws", subprotocols=names) as client:
            assert client.subprotocol == agreed
            await Player(client, agreed != MSGPACK, []).hello()


async def test_unknown_subprotocol_is_refused(url: str) -> None:
    async with running(LOCAL, url) as server:
        with pytest.raises(InvalidStatus) as refused:
            await open_socket(f"ws://127.0.0.1:{server.port}/ws", subprotocols=[Subprotocol("narde.v9.msgpack")])
    response = refused.value.response
    assert response.status_code == 400
    assert JSON.encode() in response.body
    assert MSGPACK.encode() in response.body


# --- put together -----------------------------------------------------------------------------------------------------


async def test_metrics_show_what_goes_on(url: str) -> None:
    async with running(LOCAL, url) as server, player(server.port) as anna:
        await anna.hello()
        made = await anna.do(CreateRoom(id="room"))
        assert isinstance(made, Ack)
        await anna.do(Subscribe(id="follow", room=made.room or ""))
        await anna.do(ListRooms(id="list"))  # a command is counted after its answer, and before the next one
        figures = (await get(server.port, "/metrics")).splitlines()
    values = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in figures if line.startswith("narde_")}
    assert values['narde_frames_total{way="in"}'] == 4
    assert values['narde_frames_total{way="out"}'] >= 5
    assert {"narde_rooms_loaded 1.0", "narde_viewers 1.0", 'narde_connections{codec="msgpack"} 1.0'} <= set(figures)
    assert any(line.startswith('narde_commands_total{outcome="ok",type="subscribe"}') for line in figures)


async def test_running_server_is_ready(url: str) -> None:
    async with running(LOCAL, url) as server:
        assert (await get(server.port, "/readyz")).startswith("HTTP/1.1 200 ")


async def test_caps_count_clients_behind_a_proxy(url: str) -> None:
    config = Config(host="127.0.0.1", port=0, trusted_proxies=1, max_connections_per_address=1)
    codes = []
    async with running(config, url) as server:
        for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1"):
            headers = {"X-Forwarded-For": f"203.0.113.9, {address}"}
            client = Player(await open_socket(f"ws://127.0.0.1:{server.port}/ws", additional_headers=headers), True, [])
            try:
                await client.hello()
                await client.do(ListRooms(id="list"))
            except ConnectionClosed:
                codes.append(client.socket.close_code)
    assert codes == [Close.TRY_LATER]


# --- tasks in the background ------------------------------------------------------------------------------------------


async def test_failing_task_hurts_no_other(caplog: pytest.LogCaptureFixture) -> None:
    background, done = Background(), asyncio.Event()

    async def fail() -> None:
        raise ZeroDivisionError

    async def succeed() -> None:
        done.set()

    background(fail())
    background(succeed())
    await done.wait()
    await background.close()
    (record,) = caplog.records
    assert (record.levelno, bool(record.exc_info)) == (logging.ERROR, True)


async def test_absent_store_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise StoreUnavailable("away")

    background = Background()
    background(fail())
    await asyncio.sleep(0)
    await background.close()
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


async def test_close_ends_what_runs_and_takes_no_more() -> None:
    background, ended = Background(), []

    async def wait(name: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(name)

    background(wait("early"))
    await asyncio.sleep(0)
    await background.close()
    background(wait("late"))
    assert ended == ["early"]


async def test_work_that_has_not_begun_is_closed_too() -> None:
    background, work = Background(), asyncio.Event().wait()
    background(work)
    await background.close()
    assert inspect.getcoroutinestate(work) == inspect.CORO_CLOSED


async def test_closed_connections_need_no_collector(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = asyncio.Semaphore(0)

    class Watched(HttpConnection):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            weakref.finalize(self.protocol, gone.release)

    monkeypatch.setattr(app, "HttpConnection", Watched)
    gc.disable()
    try:
        async with running(LOCAL, url) as server:
            async with player(server.port) as anna, player(server.port, JSON) as boris:
                await anna.hello()
                await boris.hello()
                made = await anna.do(CreateRoom(id="room", settings=Settings(public=False)))
                assert isinstance(made, Ack)
                assert made.room is not None
                assert isinstance(await boris.do(Subscribe(id="watch", room=made.room)), Ack)
                assert gone.locked()
            async with asyncio.timeout(10):
                await gone.acquire()
                await gone.acquire()
            assert gone.locked()
    finally:
        gc.enable()


async def test_lost_cancellation_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AGAIN_SECONDS", 0)
    background, cancelled = Background(), 0

    async def stubborn() -> None:
        nonlocal cancelled
        while cancelled < 3:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled += 1

    background(stubborn())
    await asyncio.sleep(0)
    await background.close()
    assert cancelled == 3
