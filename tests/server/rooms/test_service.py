"""Commands become versions of a log that every node and every viewer reads the same."""

import asyncio
from random import Random

import pytest

from engine.dice import scripted
from engine.errors import Reason
from engine.types import Color
from protocol import commands as c
from protocol.errors import Code, Refusal
from protocol.events import PlayerOffline, PlayerOnline
from protocol.ids import room_code
from protocol.messages import Error, Events, Snapshot, StepGraph
from protocol.settings import Control, Settings
from server.rooms import views
from server.rooms.decide import Absent, RoomCommand
from server.rooms.feed import key_of
from server.rooms.presence import ARRIVAL_MS
from server.rooms.service import IDLE_MS
from server.store.log import Append
from tests.server.builders import (
    BLACK,
    TIMED,
    WHITE,
    act,
    game_of,
    state_of,
    table,
)
from tests.server.nodes import Node, Person, nodes, versions


async def test_match_starts_when_both_sit() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        assert (await state_of(node, code)).running
        assert [type(event).__name__ for event in ada.got(Events)[-1].events] == [
            "SeatTaken",
            "MatchStarted",
            "GameStarted",
        ]
        assert versions(ada) == versions(bo) == [1, 2]


async def test_same_creation_gives_the_same_room() -> None:
    async with nodes(2) as (one, two):
        ada, command = Person("Ada"), c.CreateRoom(id="again")
        first = await one.rooms.create(ada.actor, ada.secret, command, (WHITE,))
        assert await two.rooms.create(ada.actor, ada.secret, command, (WHITE,)) == first


async def test_unknown_room_is_refused() -> None:
    async with nodes() as (node,):
        refusal = await node.refused(Person("Ada"), c.Sit(id="1", room="ABCDEF"))
        assert refusal.code is Code.ROOM_UNKNOWN
        assert not node.rooms.live


async def test_third_person_finds_no_seat_and_watches() -> None:
    async with nodes() as (node,):
        code, _, _ = await table(node)
        cy = Person("Cy")
        assert (await node.refused(cy, c.Sit(id="1", room=code))).code is Code.SEAT_TAKEN
        assert (await node.refused(cy, c.Throw(id="2", room=code, turn=1))).code is Code.NOT_SEATED
        await node.follow(cy, code)
        assert cy.got(Snapshot)[0].you == ()


async def test_room_without_watchers_sends_them_away() -> None:
    async with nodes() as (node,):
        ada, bo, cy = Person("Ada"), Person("Bo"), Person("Cy")
        code = await node.create(ada, Settings(watchers=False))
        await node.follow(cy, code)
        await node.do(bo, c.Sit(id="1", room=code))
        assert (cy.got(Error)[0].code, cy.got(Error)[0].room) == (Code.ROOM_CLOSED_TO_WATCHERS, code)
        refusal = await node.rooms.subscribe(code, Person("Di").viewer(), None)
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.ROOM_CLOSED_TO_WATCHERS


async def test_repeated_command_is_answered_and_not_replayed() -> None:
    async with nodes(2) as (one, two):
        code, ada, _ = await table(one)
        throw = c.Throw(id="throw", room=code, turn=1)
        version = await one.do(ada, throw)
        assert await one.do(ada, throw) == version
        assert await two.do(ada, throw) == version
        one.clock.now += 2 * IDLE_MS
        room = await one.room(code)
        for viewer in room.viewers:
            one.rooms.unsubscribe(code, viewer)
        one.clock.now += 2 * IDLE_MS
        await one.rooms.forget_idle()
        assert code not in one.rooms.live
        assert await one.do(ada, throw) == version


async def test_two_nodes_agree_on_one_order() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        cy = Person("Cy")
        await two.follow(cy, code)
        await one.do(ada, c.Throw(id="a", room=code, turn=1))
        await two.do(bo, c.Throw(id="b", room=code, turn=1))
        await one.rooms.look(await one.room(code))
        assert await state_of(one, code) == await state_of(two, code)
        assert versions(ada) == [1, 2, 3, 4]
        assert versions(cy) == [2, 3, 4]


async def test_lost_append_can_be_sent_again() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node)
        throw = c.Throw(id="throw", room=code, turn=1)
        node.store.lost = 1
        assert (await node.refused(ada, throw)).code is Code.UNAVAILABLE
        assert await node.do(ada, throw) == 3


async def test_graph_comes_again_after_a_reconnection() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        people = {WHITE: ada, BLACK: bo}
        while views.stage_on_roll(await state_of(node, code)) is None:
            await act(node, code, people, Random(3))
        game = (await state_of(node, code)).match
        assert game is not None
        assert game.game is not None
        assert game.game.to_move is not None
        again = people[game.game.to_move]
        again.frames.clear()
        await node.follow(again, code)
        assert [type(frame) for frame in again.frames] == [Snapshot, StepGraph]


async def test_absence_is_told_after_the_last_connection() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        second = await node.follow(bo, code)
        room = await node.room(code)
        first = next(viewer for viewer in room.players if viewer.player == bo.actor.player and viewer is not second)
        node.rooms.unsubscribe(code, first)
        await node.rooms.presence.settle(room, list(Color))
        assert room.state.black is not None
        assert room.state.black.offline_since is None
        node.rooms.unsubscribe(code, second)
        await node.rooms.presence.settle(room, list(Color))
        assert ada.got(Events)[-1].events == (PlayerOffline(BLACK, node.clock.now),)
        await node.follow(bo, code)
        await node.rooms.presence.settle(room)
        assert ada.got(Events)[-1].events == (PlayerOnline(BLACK),)


async def test_node_contradicts_a_wrong_absence() -> None:
    async with nodes(2) as (one, two):
        code, _, _ = await table(one)
        await two.rooms.presence.settle(await two.room(code), list(Color))
        room = await one.room(code)
        await one.settled()
        assert room.state.version == 6
        assert room.state.black is not None
        assert room.state.black.offline_since is None


async def test_late_command_meets_the_flag_first() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node, TIMED)
        people = {WHITE: ada, BLACK: bo}
        while views.stage_on_roll(await state_of(node, code)) is None:
            await act(node, code, people, Random(5))
        node.clock.now += 70_000
        match = (await state_of(node, code)).match
        assert match is not None
        late = c.Undo(id="late", room=code, turn=match.turn)
        refusal = await node.rooms.execute(code, ada.actor, late)
        assert isinstance(refusal, Refusal)
        assert refusal.code is Reason.GAME_OVER


async def test_bad_settings_make_no_room() -> None:
    async with nodes() as (node,):
        ada = Person("Ada")
        for settings_ in (
            Settings(preset="chess"),
            Settings(overrides={"mars": 3}),
            Settings(overrides={"colour": "red"}),
            Settings(control=Control(timing="fischer", bank=1)),
            Settings(watchers=False, watch_delay=2),
        ):
            refusal = await node.rooms.create(ada.actor, ada.secret, c.CreateRoom(id="1", settings=settings_), (WHITE,))
            assert isinstance(refusal, Refusal)
            assert refusal.code is Code.BAD_SETTINGS
        both = await node.rooms.create(ada.actor, ada.secret, c.CreateRoom(id="2"), (WHITE, BLACK))
        assert isinstance(both, Refusal)


async def test_title_is_tidied() -> None:
    async with nodes() as (node,):
        code = await node.create(Person("Ada"), Settings(public=True, title=" Fri\u202eday\x00 "))
        assert (await state_of(node, code)).settings.title == "Friday"


async def test_taken_code_gives_way_to_another() -> None:
    async with nodes() as (node,):
        ada, command = Person("Ada"), c.CreateRoom(id="new")
        taken = room_code(ada.secret, "new", 0)
        await node.store.append(Append(key_of(taken), 0, "somebody/1", b"", expire_ms=1000))
        code = await node.rooms.create(ada.actor, ada.secret, command, (WHITE,))
        assert code == room_code(ada.secret, "new", 1) == await node.rooms.create(ada.actor, ada.secret, command, ())


# --- a command sent again ---------------------------------------------------------------------------------------------


async def test_repeat_that_meets_its_first_attempt_keeps_its_dice() -> None:
    """The first attempt was written, nobody heard of it, and the second has thrown other dice."""
    for seed in range(6):
        async with nodes(2) as (one, two):
            code, ada, bo = await table(one)
            one.rooms.dice = scripted([seed + 1, 6 - seed])
            throw = c.Throw(id="throw", room=code, turn=1)
            one.store.unsure = 1
            assert (await unanswered(one, ada, throw)).code is Code.UNAVAILABLE
            one.store.away = True
            await one.settled()
            one.store.away = False
            assert (await state_of(one, code)).version == 2
            assert await one.do(ada, throw) == 3
            assert await state_of(one, code) == await state_of(two, code)
            assert game_of(await state_of(one, code)).opening == (seed + 1, None)
            assert versions(ada) == [1, 2, 3]
            assert versions(bo) == [1, 2, 3]


async def unanswered(node: Node, person: Person, command: RoomCommand) -> Refusal:
    """A command whose fate is unknown."""
    refusal = await node.rooms.execute(command.room, person.actor, command)
    assert isinstance(refusal, Refusal)
    return refusal


async def test_repeat_is_answered_with_its_first_version() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        throw = c.Throw(id="throw", room=code, turn=1)
        assert await one.do(ada, throw) == 3
        await one.do(bo, c.Throw(id="throw", room=code, turn=1))
        assert await one.do(ada, throw) == await two.do(ada, throw) == 3
        assert (await state_of(one, code)).version == 4


async def test_repeat_on_a_node_that_is_behind_is_not_refused() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        (await two.room(code)).appending = True  # deaf to the next bell
        throw = c.Throw(id="throw", room=code, turn=1)
        await one.do(ada, throw)
        await one.do(bo, c.Throw(id="bo", room=code, turn=1))
        turn = game_of(await state_of(one, code)).turn
        room = await two.room(code)
        assert room.state.version == 2
        refusal = await two.rooms.execute(code, ada.actor, c.Undo(id="undo", room=code, turn=turn))
        assert isinstance(refusal, Refusal)
        assert refusal.code is not Reason.STALE_TURN
        assert room.state.version == 4
        assert await two.do(ada, throw) == 3


async def test_same_command_on_two_nodes_is_done_once() -> None:
    async with nodes(2) as (one, two):
        code, ada, _ = await table(one)
        await two.room(code)
        throw = c.Throw(id="throw", room=code, turn=1)
        done = await asyncio.gather(one.do(ada, throw), two.do(ada, throw))
        assert set(done) == {3}
        assert await state_of(one, code) == await state_of(two, code)


async def test_commands_on_two_nodes_at_once_are_both_done() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        cy, di = Person("Cy"), Person("Di")
        await two.follow(cy, code)
        await one.follow(di, code)
        throws = (c.Throw(id="throw", room=code, turn=1), c.Throw(id="throw", room=code, turn=1))
        done = await asyncio.gather(one.do(ada, throws[0]), two.do(bo, throws[1]))
        await one.settled()
        assert sorted(done) == [3, 4]
        assert versions(cy) == versions(di) == [2, 3, 4]
        assert cy.got(Events) == di.got(Events)
        assert await state_of(one, code) == await state_of(two, code)


async def test_one_of_two_sits_down() -> None:
    async with nodes(2) as (one, two):
        ada, bo, cy = Person("Ada"), Person("Bo"), Person("Cy")
        code = await one.create(ada)
        for node in (one, two):
            await node.room(code)
        results = await asyncio.gather(
            one.rooms.execute(code, bo.actor, c.Sit(id="1", room=code)),
            two.rooms.execute(code, cy.actor, c.Sit(id="1", room=code)),
        )
        assert sorted(type(result).__name__ for result in results) == ["Refusal", "int"]
        refusal = next(result for result in results if isinstance(result, Refusal))
        assert refusal.code is Code.SEAT_TAKEN
        await one.settled()
        assert await state_of(one, code) == await state_of(two, code)


# --- the store is away ------------------------------------------------------------------------------------------------


async def test_nothing_happens_while_the_store_is_away() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        other, cy, di = await table(two)
        before = await state_of(one, code)
        one.store.away = True
        assert (await unanswered(one, ada, c.Throw(id="1", room=code, turn=1))).code is Code.UNAVAILABLE
        assert (await unanswered(one, ada, c.Throw(id="2", room="ABCDEF", turn=1))).code is Code.UNAVAILABLE
        away = await one.rooms.create(bo.actor, bo.secret, c.CreateRoom(id="3"), (WHITE,))
        assert isinstance(away, Refusal)
        assert (await one.rooms.subscribe(other, cy.viewer(), None)) == away
        assert (await state_of(one, code), one.rooms._loading) == (before, {})
        await two.do(di, c.Throw(id="4", room=other, turn=1))
        one.store.away = False
        await one.do(ada, c.Throw(id="1", room=code, turn=1))
        assert versions(bo) == [1, 2, 3]


async def test_creation_that_was_not_confirmed_gives_the_same_room() -> None:
    async with nodes() as (node,):
        ada, command = Person("Ada"), c.CreateRoom(id="new")
        node.store.unsure = 1
        assert isinstance(await node.rooms.create(ada.actor, ada.secret, command, (WHITE,)), Refusal)
        code = await node.rooms.create(ada.actor, ada.secret, command, (WHITE,))
        assert code == room_code(ada.secret, "new", 0)
        assert (await state_of(node, code)).version == 1


async def test_room_that_cannot_be_loaded_is_not_followed() -> None:
    async with nodes(2) as (one, two):
        code = await one.create(Person("Ada"))
        two.store.reads = 1
        assert (await unanswered(two, Person("Bo"), c.Sit(id="1", room=code))).code is Code.UNAVAILABLE
        assert not two.rooms.live
        assert not two.shelf.followers
        two.store.reads = None
        await two.do(Person("Bo"), c.Sit(id="1", room=code))


async def test_bell_that_may_stand_for_others_is_followed_up() -> None:
    async with nodes(2) as (one, two):
        code, ada, _ = await table(one)
        room = await two.room(code)
        room.appending = True  # deaf to the next bell
        await one.do(ada, c.Throw(id="1", room=code, turn=1))
        await two.settled()
        assert room.state.version == 2
        two.rooms.on_bell(key_of(code), 0)
        two.rooms.on_bell(key_of("ABCDEF"), 0)
        await two.settled()
        assert room.state == await state_of(one, code)


# --- copies -----------------------------------------------------------------------------------------------------------


async def test_room_is_loaded_once_for_all() -> None:
    async with nodes(2) as (one, two):
        code = await one.create(Person("Ada"))
        rooms = await asyncio.gather(*(two.room(code) for _ in range(5)))
        assert len(set(map(id, rooms))) == 1
        await two.settled()
        assert not two.rooms._loading


async def test_followed_room_is_not_forgotten() -> None:
    async with nodes() as (node,):
        code, _, _ = await table(node)
        node.clock.now += 10 * IDLE_MS
        await node.rooms.forget_idle()
        assert list(node.rooms.live) == [code]


async def test_nothing_of_a_forgotten_room_stays() -> None:
    async with nodes() as (node,):
        code, _, _ = await table(node)
        room = await node.room(code)
        for viewer in room.viewers:
            node.rooms.unsubscribe(code, viewer)
        await node.rooms.forget_idle()
        assert node.shelf.followers
        node.clock.now += IDLE_MS + 1
        await node.rooms.forget_idle()
        assert (node.rooms.live, node.rooms._loading, dict(node.shelf.followers)) == ({}, {}, {})
        before = len(await node.store.read(key_of(code)))
        await node.rooms.presence.settle(room, list(Color))  # a timer of the old copy
        assert len(await node.store.read(key_of(code))) == before


async def test_expired_room_is_unknown() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node)
        node.shelf.logs.clear()
        refusal = await node.rooms.execute(code, ada.actor, c.Throw(id="1", room=code, turn=1))
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.ROOM_UNKNOWN
        assert (node.rooms.live, dict(node.shelf.followers)) == ({}, {})


async def test_viewers_of_an_expired_room_are_told() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        cy = Person("Cy")
        viewer = await node.follow(cy, code)
        node.shelf.logs.clear()
        await node.rooms.execute(code, ada.actor, c.Throw(id="1", room=code, turn=1))
        for person in (ada, bo, cy):
            (error,) = person.got(Error)
            assert (error.id, error.code, error.room) == (None, Code.ROOM_UNKNOWN, code)
        assert not node.rooms.follows(code, viewer)


async def test_acknowledged_version_is_the_one_that_is_seen() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node, Settings(watch_delay=3))
        await node.do(ada, c.Throw(id="1", room=code, turn=1))
        cy = Person("Cy")
        assert await node.rooms.subscribe(code, cy.viewer(), None) == 1
        assert await node.chat.say(cy.actor, c.Say(id="1", room=code, text="hi")) == 1
        assert await node.chat.say(ada.actor, c.Say(id="1", room=code, text="hi")) == 3
        assert await node.rooms.subscribe(code, ada.viewer(), None) == 3
        assert versions(cy) == [1]


async def test_appends_are_observed() -> None:
    async with nodes(2) as (one, two):
        seen: list[str] = []
        for node in (one, two):
            node.rooms.observe = lambda outcome, seconds: seen.append(*outcome) if seconds >= 0 else None
        code, ada, bo = await table(one)
        await two.room(code)
        seen.clear()
        await asyncio.gather(
            one.do(ada, c.Throw(id="1", room=code, turn=1)), two.do(bo, c.Throw(id="1", room=code, turn=1))
        )
        one.store.lost = 1
        await unanswered(one, ada, c.Resign(id="2", room=code, points=2))
        assert sorted(seen) == ["appended", "appended", "conflict", "unavailable"]


# --- presence ---------------------------------------------------------------------------------------------------------


async def test_absence_read_in_a_lost_race_is_contradicted() -> None:
    async with nodes(2) as (one, two):
        code, ada, _ = await table(one)
        await two.room(code)
        await asyncio.gather(
            two.rooms.execute_system(code, Absent(BLACK)), one.do(ada, c.Throw(id="1", room=code, turn=1))
        )
        await one.settled()
        assert {type(event) for events in ada.got(Events) for event in events.events} >= {PlayerOffline, PlayerOnline}
        assert not (await one.room(code)).is_offline(BLACK)


async def test_return_on_another_node_is_told_everywhere() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        room = await one.room(code)
        for viewer in [viewer for viewer in room.players if viewer.player == bo.actor.player]:
            one.rooms.unsubscribe(code, viewer)
        await one.rooms.presence.settle(room, list(Color))
        assert room.is_offline(BLACK)
        await two.follow(bo, code)
        await two.settled()
        assert not room.is_offline(BLACK)
        assert versions(ada) == [1, 2, 3, 4]


async def test_absence_waits_for_the_store() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        room = await node.room(code)
        for viewer in [viewer for viewer in room.players if viewer.player == bo.actor.player]:
            node.rooms.unsubscribe(code, viewer)
        node.store.away = True
        await node.rooms.presence.settle(room, list(Color))
        assert not room.is_offline(BLACK)
        node.store.away = False
        await node.rooms.presence.settle(room, list(Color))
        assert room.is_offline(BLACK)
        assert versions(ada) == [1, 2, 3]


async def test_who_sits_without_following_becomes_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    async with nodes() as (node,):
        later: list[int] = []
        monkeypatch.setattr(node.rooms.presence, "settle_later", lambda room, delay_ms: later.append(delay_ms))
        ada, bo = Person("Ada"), Person("Bo")
        code = await node.create(ada)
        await node.follow(ada, code)
        await node.do(bo, c.Sit(id="1", room=code))
        assert later == [ARRIVAL_MS, ARRIVAL_MS]
        await node.rooms.presence.settle(await node.room(code), list(Color))
        assert ada.got(Events)[-1].events == (PlayerOffline(BLACK, node.clock.now),)
