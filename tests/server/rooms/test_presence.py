"""Who is here: nobody is called away who is followed on another node, and nobody stays whose node has died."""

import asyncio

import pytest

from engine.types import Color
from protocol import limits
from protocol.events import PlayerOffline, PlayerOnline
from protocol.messages import Events
from server.rooms import presence
from server.rooms.feed import Room
from server.rooms.presence import ARRIVAL_MS, CALL_MS
from tests.server.builders import BLACK, WHITE, state_of, table
from tests.server.nodes import Node, Person, nodes

WATCHED = Person("Cy")


@pytest.fixture(autouse=True)
def _answers_come_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "ANSWER_MS", 10)


def told(person: Person) -> list[object]:
    """What a viewer was told about presence."""
    facts = [event for events in person.got(Events) for event in events.events]
    return [fact for fact in facts if isinstance(fact, PlayerOffline | PlayerOnline)]


async def look(node: Node, code: str) -> Room:
    """Let a node look who is missing, now."""
    room, before = await node.room(code), len(node.tasks)
    node.rooms.presence.settle_later(room, 0)
    await asyncio.gather(*node.tasks[before:])
    await node.settled()
    return room


async def sweep(node: Node) -> None:
    before = len(node.tasks)
    await node.rooms.presence.sweep()
    await asyncio.gather(*node.tasks[before:])
    await node.settled()


async def leave(node: Node, code: str, person: Person) -> None:
    room = await node.room(code)
    for viewer in [viewer for viewer in room.players if viewer.player == person.actor.player]:
        node.rooms.unsubscribe(code, viewer)


async def test_players_of_another_node_are_not_called_away() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        before = await state_of(one, code)
        room = await look(two, code)
        assert room.calls.keys() == room.answers.keys() == set(Color)
        assert await state_of(one, code) == room.state == before
        assert told(ada) == told(bo) == []


async def test_who_answers_nowhere_is_away() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        await leave(one, code, bo)
        await look(two, code)
        assert told(ada) == [PlayerOffline(BLACK, one.clock.now)]


async def test_second_device_on_another_node_keeps_its_player_here() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        await two.follow(bo, code)
        await leave(one, code, bo)
        room = await look(one, code)
        assert not room.is_offline(BLACK)
        assert told(ada) == []


async def test_sweep_finds_the_players_of_a_dead_node() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        await two.follow(bo, code)
        await leave(one, code, bo)
        await one.settled()
        await two.store.close()  # it hears and says nothing more
        one.clock.now += ARRIVAL_MS + CALL_MS
        await sweep(one)
        assert told(ada) == [PlayerOffline(BLACK, one.clock.now)]
        await sweep(one)
        assert len(told(ada)) == 1


async def test_sweep_leaves_newcomers_time_to_arrive() -> None:
    async with nodes() as (node,):
        code, _, bo = await table(node)
        await leave(node, code, bo)
        await sweep(node)
        room = await node.room(code)
        assert (room.calls, room.is_offline(BLACK)) == ({}, False)
        node.clock.now += ARRIVAL_MS
        await sweep(node)
        assert room.is_offline(BLACK)


async def test_sweep_calls_nobody_who_has_answered_lately() -> None:
    async with nodes(2) as (one, two):
        code, _, _ = await table(one)
        await two.follow(WATCHED, code)
        two.clock.now += ARRIVAL_MS
        await sweep(two)
        room = await two.room(code)
        first = dict(room.calls)
        two.clock.now += CALL_MS - 1
        await sweep(two)
        assert room.calls == first
        two.clock.now += 1
        await sweep(two)
        assert room.calls == {WHITE: two.clock.now, BLACK: two.clock.now}


async def test_room_without_viewers_calls_nobody() -> None:
    async with nodes(2) as (one, two):
        code, _, _ = await table(one)
        room = await two.room(code)
        two.clock.now += ARRIVAL_MS
        await sweep(two)
        assert room.calls == {}


async def test_call_that_nobody_hears_decides_nothing() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        room = await two.room(code)
        await two.store.unfollow(f"room:{code}")  # deaf
        await leave(one, code, bo)
        await look(two, code)
        assert (room.is_offline(BLACK), told(ada)) == (False, [])


async def test_calls_are_no_chat() -> None:
    async with nodes(2) as (one, two):
        code, ada, _ = await table(one)
        frames = len(ada.frames)
        await look(two, code)
        assert await one.store.said(f"room:{code}") == []
        assert len(ada.frames) == frames


async def test_absence_waits_for_a_store_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async with nodes() as (node,):
        code, _, bo = await table(node)
        await leave(node, code, bo)
        later: list[int] = []
        settle_later = node.rooms.presence.settle_later
        monkeypatch.setattr(node.rooms.presence, "settle_later", lambda _, delay_ms: later.append(delay_ms))
        node.store.away = True
        settle_later(room := await node.room(code), 0)
        await node.settled()
        assert (room.is_offline(BLACK), later) == (False, [limits.OFFLINE_GRACE_MS])
