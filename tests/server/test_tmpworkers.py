"""Several processes on one port."""

import asyncio
import contextlib
import os
import signal
import socket
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from protocol.codec import encode_command
from protocol.commands import CreateRoom, Sit, Subscribe
from protocol.messages import Ack, Events
from server.workers import reserved_port
from tests.server.running import Player, Process, player, process

WATCHERS = 12
"""The kernel spreads connections at random; one worker gets none of them once in 4096 times."""


def test_reserved_port_is_there_for_workers() -> None:
    with reserved_port("127.0.0.1", 0) as holder:
        address = holder.getsockname()
        with socket.create_server(address, reuse_port=True), socket.create_server(address, reuse_port=True) as worker:
            assert worker.getsockname() == address


def test_port_of_somebody_else_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="in use"), reserved_port("127.0.0.1", port):
            pass


async def hears(watcher: Player) -> bool:
    try:
        async with asyncio.timeout(8):
            return await hears2(watcher)
    except TimeoutError:
        print("HANG", watcher.socket.local_address, watcher.socket.state, watcher.seen[-4:])
        return True


async def hears2(watcher: Player) -> bool:
    """Whether the next event comes, or the connection is broken."""
    with contextlib.suppress(ConnectionClosed):
        return isinstance(await watcher.until(Events), Events)
    return False


def alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def worker_pids(server: Process) -> list[int]:
    """The children of a server but for its store."""
    return [pid for pid in server.children() if b"-m\0server" in Path(f"/proc/{pid}/cmdline").read_bytes()]


async def test_two_workers_serve_one_room(tmp_path: Path) -> None:
    options = ("--workers", "2", "--log-level", "debug")
    async with process(tmp_path / "data", *options) as server, contextlib.AsyncExitStack() as stack:
        for _ in range(0):
            assert await server.log_line("server listening")
        people = [await stack.enter_async_context(player(server.port)) for _ in range(WATCHERS)]
        for someone in people:
            await someone.hello()
        made = await people[0].do(CreateRoom(id="room", seat="none"))
        assert isinstance(made, Ack)
        code = made.room or ""
        for someone in people:
            assert isinstance(await someone.do(Subscribe(id="follow", room=code)), Ack)
        first, second = worker_pids(server)

        await people[0].socket.send(encode_command(Sit(id="sit", room=code), text=False))
        assert all(await asyncio.gather(*map(hears, people)))

        os.kill(first, signal.SIGKILL)
        assert "ended with -9 and is started again" in await server.log_line("worker")
        late = await stack.enter_async_context(player(server.port))
        await late.hello()
        assert isinstance(await late.do(Sit(id="sit", room=code)), Ack)
        print('LATE', late.socket.local_address, late.seen)
        res = await asyncio.gather(*map(hears, people)); print(res)
        assert set(res) == {True, False}

        assert await server.stop(signal.SIGTERM) == 0
        assert not alive(second)
