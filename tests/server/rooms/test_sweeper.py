"""What happens although nobody asks."""

from random import Random

import pytest

from engine.events import ClocksSet, GameEnded, OpeningDieThrown
from engine.types import Color
from protocol import commands as c
from protocol import limits
from protocol.messages import Events, Heartbeat
from protocol.settings import Settings
from server.rooms.feed import code_of, key_of
from server.rooms.pulse import OUTAGE_MS
from server.rooms.sweeper import heartbeat, look_at_listed, sweep
from server.store.log import StoreUnavailable
from tests.server.builders import BLACK, TIMED, WHITE, game_of, state_of, table, until_dice_lie
from tests.server.nodes import Node, Person, nodes


async def timed(node: Node) -> tuple[str, Person, int]:
    """A room where a clock runs, somebody who follows it, and when the flag falls."""
    code, ada, bo = await table(node, TIMED)
    await until_dice_lie(node, code, {WHITE: ada, BLACK: bo}, Random(5))
    return code, ada, await flag_of(node, code)


async def flag_of(node: Node, code: str) -> int:
    match = (await state_of(node, code)).match
    assert match is not None
    assert match.flag_time is not None
    return match.flag_time


def facts(person: Person) -> list[object]:
    return [event for events in person.got(Events) for event in events.events]


async def test_nothing_is_swept_before_its_time() -> None:
    async with nodes() as (node,):
        code, _, flag = await timed(node)
        before = await state_of(node, code)
        node.clock.now = flag - 1
        await sweep(node.rooms)
        assert await state_of(node, code) == before


async def test_flag_falls_by_itself_and_once() -> None:
    async with nodes(2) as (one, two):
        code, ada, one.clock.now = await timed(one)
        for node in (one, two, one):
            await sweep(node.rooms)
        await one.settled()
        assert len([fact for fact in facts(ada) if isinstance(fact, GameEnded)]) == 1
        assert await one.store.due(one.clock.now, 10) == []
        assert await state_of(one, code) == await state_of(two, code)


async def test_opening_dice_are_thrown_by_sweeps() -> None:
    async with nodes() as (node,):
        _, ada, _ = await table(node, TIMED)
        node.clock.now += limits.OPENING_MS
        await sweep(node.rooms)
        await sweep(node.rooms)
        thrown = [fact.color for fact in facts(ada) if isinstance(fact, OpeningDieThrown)]
        assert thrown == [WHITE, BLACK]


async def test_sweep_reaches_rooms_that_nobody_has_loaded() -> None:
    async with nodes(2) as (one, two):
        code, _, two.clock.now = await timed(one)
        assert not two.rooms.live
        await sweep(two.rooms)
        assert game_of(await state_of(two, code)).phase == "over"


async def test_outage_longer_than_the_bank_costs_nothing() -> None:
    async with nodes() as (node,):
        code, _, flag = await timed(node)
        await node.store.beat(node.clock.now)
        node.clock.now += 600_000
        assert await node.rooms.pulse.beat() == 600_000
        assert await flag_of(node, code) == flag + 600_000
        await sweep(node.rooms)
        assert game_of(await state_of(node, code)).phase == "play"


async def test_outage_is_given_back_once() -> None:
    async with nodes(2) as (one, two):
        code, ada, flag = await timed(one)
        one.clock.now += 50_000
        for node in (one, two):
            await node.store.beat(one.clock.now - 30_000)  # none has seen the sign of the other
            assert await node.rooms.pulse.beat() == 30_000
        await one.settled()
        assert await flag_of(two, code) == flag + 30_000
        assert isinstance(facts(ada)[-1], ClocksSet)
        two.clock.now += 30_000  # another one
        assert await two.rooms.pulse.beat() == 30_000
        assert await flag_of(two, code) == flag + 60_000
        assert await one.rooms.pulse.beat() == 0


async def test_short_silence_is_no_outage() -> None:
    async with nodes() as (node,):
        code, _, flag = await timed(node)
        assert await node.rooms.pulse.beat() == 0  # never a sign of life
        await node.store.beat(node.clock.now)
        node.clock.now += OUTAGE_MS
        assert await node.rooms.pulse.beat() == 0
        assert await flag_of(node, code) == flag


async def test_listed_room_without_company_leaves_the_list() -> None:
    async with nodes() as (node,):
        code = await node.create(Person("Ada"), Settings(public=True))
        await look_at_listed(node.rooms)
        assert list(node.rooms.live) == [code]
        await node.rooms.presence.settle(await node.room(code), list(Color))
        assert await node.store.listings() == {}


async def test_listed_room_is_looked_at_by_one_node() -> None:
    async with nodes(2) as (one, two):
        code = await one.create(Person("Ada"), Settings(public=True))
        for node in (one, two, one):
            await look_at_listed(node.rooms)
        assert (list(one.rooms.live), list(two.rooms.live)) == ([code], [])


async def test_sweep_fails_while_the_store_is_away() -> None:
    async with nodes() as (node,):
        code, _, node.clock.now = await timed(node)
        node.store.away = True
        await sweep(node.rooms)  # the room is in memory and stays due
        with pytest.raises(StoreUnavailable):
            await look_at_listed(node.rooms)
        node.store.away = False
        assert await node.store.due(node.clock.now, 10) == [key_of(code)]
        await sweep(node.rooms)
        assert game_of(await state_of(node, code)).phase == "over"


async def test_heartbeat_reaches_everybody() -> None:
    async with nodes() as (node,):
        code, ada, _ = await timed(node)
        cy = Person("Cy")
        await node.follow(cy, code)
        node.clock.now += limits.HEARTBEAT_MS
        heartbeat(node.rooms)
        state = await state_of(node, code)
        for person in (ada, cy):
            beat = person.got(Heartbeat)[-1]
            assert (beat.room, beat.version, beat.turn, beat.watchers) == (code, state.version, game_of(state).turn, 1)


async def test_each_room_has_heartbeats_at_its_own_time() -> None:
    async with nodes() as (node,):
        _, early, _ = await timed(node)
        node.clock.now += limits.HEARTBEAT_MS // 2
        _, late, _ = await timed(node)
        beats = []
        for _ in range(4):
            node.clock.now += limits.HEARTBEAT_MS // 2
            heartbeat(node.rooms)
            beats.append((len(early.got(Heartbeat)), len(late.got(Heartbeat))))
        assert beats == [(1, 0), (1, 1), (2, 1), (2, 2)]


def test_key_of_a_room_gives_its_code() -> None:
    assert code_of(key_of("ABCDEF")) == "ABCDEF"


async def test_bot_comes_by_a_sweep() -> None:
    async with nodes(2) as (one, two):
        ada = Person("Ada")
        code = await one.rooms.open_room(ada.actor, ada.secret, "1", Settings(), (WHITE,), quick=True)
        assert isinstance(code, str)
        await one.follow(ada, code)
        one.clock.now += limits.QUICK_BOT_MS
        for node in (one, two):
            await sweep(node.rooms)
        await one.settled()
        state = await state_of(one, code)
        assert (state.matches, state.black and state.black.bot) == (1, "steady")
        await one.do(ada, c.Throw(id="1", room=code, turn=1))
