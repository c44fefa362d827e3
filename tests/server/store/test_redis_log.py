"""What can go wrong between a server and its Redis, and what must not."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from server.store import keys, redis_link, redis_log
from server.store.embedded import embedded
from server.store.log import Appended, Store, StoreUnavailable
from server.store.redis_link import Link
from server.store.redis_log import open_store
from tests.server.store.conftest import Nodes, OpenNode, fact, soon, store_pid, wipe

KEY = "room:ABCDEF"
ROOMS = [f"room:{number}" for number in range(8)]


async def test_forgotten_script_is_sent_again(open_bundled: OpenNode, bundled_url: str) -> None:
    store = (await open_bundled()).store
    await store.append(fact(KEY, 0, "a"))
    async with Redis.from_url(bundled_url) as client:
        await client.script_flush()
    answers = await asyncio.gather(*(store.append(fact(key, 0, "a")) for key in ROOMS))
    assert answers == [Appended(1, repeated=False)] * len(ROOMS)


async def test_broken_log_hurts_no_other(open_bundled: OpenNode, bundled_url: str) -> None:
    store = (await open_bundled()).store
    async with Redis.from_url(bundled_url) as client:
        await client.set(keys.log(KEY), "not a stream")
    answers = await asyncio.gather(*(store.append(fact(key, 0, "a")) for key in (KEY, *ROOMS)), return_exceptions=True)
    assert isinstance(answers[0], StoreUnavailable)
    assert answers[1:] == [Appended(1, repeated=False)] * len(ROOMS)
    assert await store.deadlines() == []


@asynccontextmanager
async def careless_courier(url: str, path: Path) -> AsyncIterator[str]:
    """Carry bytes to the store at a URL, but lose the first answer to an append, and hang up."""
    lost: list[bytes] = []

    async def carry(reader: asyncio.StreamReader, write: Callable[[bytes], None]) -> None:
        while data := await reader.read(65536):
            if b"appended" in data and not lost:
                lost.append(data)
                return
            write(data)

    async def serve(near: asyncio.StreamReader, to_near: asyncio.StreamWriter) -> None:
        far, to_far = await asyncio.open_unix_connection(url.removeprefix("unix://"))
        ways: list[Awaitable[None]] = [carry(near, to_far.write), carry(far, to_near.write)]
        await asyncio.wait([asyncio.ensure_future(way) for way in ways], return_when=asyncio.FIRST_COMPLETED)
        to_near.close()
        to_far.close()

    async with await asyncio.start_unix_server(serve, path):
        yield f"unix://{path}"


async def test_lost_answer_is_asked_again(bundled_url: str, tmp_path: Path, nodes: Nodes) -> None:
    async with careless_courier(bundled_url, tmp_path / "s") as url:
        store = await open_store(url, ignore, ignore)
        assert await store.append(fact("room:LOST", 0, "a")) == Appended(1, repeated=True)
        assert len(await store.read("room:LOST")) == 1
        await store.close()


def ignore(*_: object) -> None:
    pass


async def test_absent_store_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_log, "PATIENCE", 0.1)
    with pytest.raises(StoreUnavailable, match=r"no answer within 0\.1 s"):
        await open_store(f"unix://{tmp_path}/nobody.sock", ignore, ignore)


async def test_probe_of_absent_store_fails_at_once(tmp_path: Path, nodes: Nodes) -> None:
    async with embedded(tmp_path) as url:
        store = (await nodes.at(url)).store
        await store.ping()
    with pytest.raises(StoreUnavailable):
        await store.ping()
    with pytest.raises(StoreUnavailable):
        await store.once("sweep", 1000)
    with pytest.raises(StoreUnavailable):
        await store.say(KEY, b"hello", keep=1, expire_ms=1000)


async def test_store_alone_rings_no_bells(bundled_url: str) -> None:
    await wipe(bundled_url)
    heard: asyncio.Queue[object] = asyncio.Queue()

    def hear(*what: object) -> None:
        heard.put_nowait(what)

    store = await open_store(bundled_url, hear, hear, alone=True)
    await store.follow(KEY)
    await store.append(fact(KEY, 0, "a"))
    await store.say(KEY, b"hello", keep=0, expire_ms=1000)
    assert await soon(heard.get()) == (KEY, b"hello")
    await store.close()


async def test_closed_store_answers_nothing(open_bundled: OpenNode) -> None:
    store = (await open_bundled()).store
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append(fact(KEY, 0, "a"))


async def test_append_waits_for_restart(tmp_path: Path, nodes: Nodes) -> None:
    async with embedded(tmp_path) as url:
        store = (await nodes.at(url)).store
        await store.append(fact(KEY, 0, "a", deadline=5, listing=b"open"))
        os.kill(await store_pid(url), signal.SIGKILL)
        assert await store.append(fact(KEY, 1, "b", deadline=6, listing=b"full")) == Appended(2, repeated=False)
        assert [entry.op for entry in await store.read(KEY)] == ["a", "b"]
        assert (await store.deadlines(), await store.listings()) == ([(KEY, 6)], {KEY: b"full"})


async def test_stalled_store_writes_once(tmp_path: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = asyncio.Event()

    async def heal(_: Link) -> None:
        given_up.set()

    monkeypatch.setattr(Link, "heal", heal)
    monkeypatch.setitem(redis_link._TIMEOUTS, "socket_timeout", 0.1)
    async with embedded(tmp_path) as url:
        store = (await nodes.at(url)).store
        await store.append(fact(KEY, 0, "a"))
        pid = await store_pid(url)
        os.kill(pid, signal.SIGSTOP)
        waiting = asyncio.create_task(store.append(fact(KEY, 1, "b")))
        await soon(given_up.wait())
        os.kill(pid, signal.SIGCONT)
        answer = await waiting
        assert answer in (Appended(2, repeated=False), Appended(2, repeated=True))
        assert [entry.op for entry in await store.read(KEY)] == ["a", "b"]


async def test_kills_lose_and_double_nothing(tmp_path: Path, nodes: Nodes) -> None:
    async with embedded(tmp_path, fsync="always") as url:
        store = (await nodes.at(url)).store
        writers = [asyncio.create_task(write(store, key, 150)) for key in ROOMS]
        for count in (20, 60, 110):
            await soon(until_longer(store, ROOMS[0], count))
            os.kill(await store_pid(url), signal.SIGKILL)
        acknowledged = await soon(asyncio.gather(*writers))
        for key, versions in zip(ROOMS, acknowledged, strict=True):
            entries = await store.read(key)
            assert [entry.version for entry in entries] == list(range(1, 151))
            assert [(entry.op, entry.version) for entry in entries] == list(versions.items())


async def write(store: Store, key: str, count: int) -> dict[str, int]:
    """Append one operation after the other and return the versions that were acknowledged."""
    acknowledged: dict[str, int] = {}
    for number in range(count):
        answer = await store.append(fact(key, number, f"op{number}"))
        assert isinstance(answer, Appended)
        acknowledged[f"op{number}"] = answer.version
    return acknowledged


async def until_longer(store: Store, key: str, count: int) -> None:
    while len(await store.read(key)) < count:
        pass
