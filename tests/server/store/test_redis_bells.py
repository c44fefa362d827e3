"""A bell may be lost, the call to look may not."""

import asyncio
import logging
import os
import signal
from pathlib import Path

import pytest
from redis.asyncio import Redis

from server.store import redis_bells
from server.store.embedded import embedded
from server.store.log import Appended
from tests.server.store.conftest import Nodes, OpenNode, fact, soon, store_pid

KEY = "room:ABCDEF"


async def test_restored_subscription_rings_zero(tmp_path: Path, nodes: Nodes) -> None:
    async with embedded(tmp_path) as url:
        near, far = await nodes.at(url), await nodes.at(url)
        await far.store.follow(KEY)
        await far.store.follow("room:OTHER")
        os.kill(await store_pid(url), signal.SIGKILL)
        assert await near.store.append(fact(KEY, 0, "a")) == Appended(1, repeated=False)
        await far.bell(version=0)
        await far.bell(version=0)
        assert len(await far.store.read(KEY)) == 1
        await near.store.append(fact(KEY, 1, "b"))
        assert await far.bell(version=2) == (KEY, 2)


async def test_unfollowed_log_stays_silent_after_break(open_bundled: OpenNode, bundled_url: str) -> None:
    node = await open_bundled()
    await node.store.follow(KEY)
    await node.store.follow("room:OTHER")
    await node.store.unfollow(KEY)
    await cut_subscriptions(bundled_url)
    assert await node.bell() == ("room:OTHER", 0)
    await node.store.append(fact(KEY, 0, "a"))
    await node.store.append(fact("room:OTHER", 0, "a"))
    assert await node.bell() == ("room:OTHER", 1)


async def test_many_logs_are_restored(open_bundled: OpenNode, bundled_url: str) -> None:
    node = await open_bundled()
    rooms = {f"room:{number}" for number in range(1200)}
    await asyncio.gather(*(node.store.follow(key) for key in rooms))
    await cut_subscriptions(bundled_url)
    assert {(await node.bell())[0] for _ in rooms} == rooms


async def test_follow_ends_while_store_is_away(tmp_path: Path, nodes: Nodes) -> None:
    async with embedded(tmp_path) as url:
        node = await nodes.at(url)
    await soon(node.store.follow(KEY))
    await soon(node.store.unfollow(KEY))
    assert node.bells.empty()


async def test_follow_ends_after_close(open_bundled: OpenNode) -> None:
    node = await open_bundled()
    await node.store.close()
    await soon(node.store.follow(KEY))
    assert node.bells.empty()


async def test_silent_connection_is_replaced(tmp_path: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = asyncio.Event()
    monkeypatch.setattr(redis_bells, "_QUIET", 0.05)
    monkeypatch.setattr(logging.getLogger(redis_bells.__name__), "warning", lambda *_: given_up.set())
    async with embedded(tmp_path) as url:
        node = await nodes.at(url)
        await node.store.follow(KEY)
        pid = await store_pid(url)
        os.kill(pid, signal.SIGSTOP)
        await soon(given_up.wait())
        os.kill(pid, signal.SIGCONT)
        assert await node.bell() == (KEY, 0)


async def test_silence_is_told_once(tmp_path: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    warned, tried = list[object](), asyncio.Semaphore(0)
    monkeypatch.setattr(redis_bells, "_PAUSE", 0.01)
    monkeypatch.setattr(logging.getLogger(redis_bells.__name__), "warning", lambda *line: warned.append(line))
    monkeypatch.setattr(logging.getLogger(redis_bells.__name__), "debug", lambda *_, **__: tried.release())
    async with embedded(tmp_path) as url:
        node = await nodes.at(url)
        await node.store.follow(KEY)
    for _ in range(3):
        await soon(tried.acquire())
    assert len(warned) == 1
    async with embedded(tmp_path):
        assert await node.bell() == (KEY, 0)
    for _ in range(3):
        await soon(tried.acquire())
    assert len(warned) == 2


async def cut_subscriptions(url: str) -> None:
    async with Redis.from_url(url) as client:
        await client.client_kill_filter(_type="PUBSUB")
