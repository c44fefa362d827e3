"""Commands become versions of a log that every node and every viewer reads the same."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from clients.lib.view import apply
from engine.errors import Reason
from engine.game import open_steps
from engine.types import Color
from protocol import commands as c
from protocol import limits
from protocol.commands import Control, Settings
from protocol.errors import Code, Refusal
from protocol.events import PlayerOffline, PlayerOnline
from protocol.messages import Error, Events, Heartbeat, Snapshot, StepGraph
from server.rooms import views
from server.rooms.decide import Expire, GiveBack
from server.rooms.service import IDLE_MS, key_of
from server.rooms.state import RoomState
from tests.server.nodes import Node, Person, graphs, nodes, versions

WHITE, BLACK = Color.WHITE, Color.BLACK
TIMED = Settings(control=Control(timing="delay", bank=60_000, extra=10_000))


async def table(node: Node, settings: Settings | None = None) -> tuple[str, Person, Person]:
    """A room with Ada on White and Bo on Black, both following it."""
    ada, bo = Person("Ada"), Person("Bo")
    code = await node.create(ada, settings)
    await node.follow(ada, code)
    await node.follow(bo, code)
    await node.do(bo, c.Sit(id=node.id(), room=code))
    return code, ada, bo


async def state_of(node: Node, code: str) -> RoomState:
    return (await node.room(code)).state


async def act(node: Node, code: str, people: dict[Color, Person], random: Random) -> None:
    """Whoever is on roll does something legal, picked at random."""
    state = await state_of(node, code)
    assert state.match is not None
    game = state.match.game
    assert game is not None
    if game.phase == "opening":
        color = WHITE if game.opening_die(WHITE) is None else BLACK
    else:
        assert game.to_move is not None
        color = game.to_move
    command: c.Throw | c.Done | c.Step | c.Undo
    if game.phase != "play":
        command = c.Throw(id=node.id(), room=code, turn=game.turn)
    elif not (steps := open_steps(game)):
        command = c.Done(id=node.id(), room=code, turn=game.turn)
    elif game.stages[-1].steps and random.random() < 0.1:
        command = c.Undo(id=node.id(), room=code, turn=game.turn)
    else:
        step = random.choice(steps)
        command = c.Step(id=node.id(), room=code, turn=game.turn, point=step.point, die=step.die)
    await node.do(people[color], command)


async def play_on(node: Node, code: str, people: dict[Color, Person], random: Random, acts: int) -> None:
    for _ in range(acts):
        if not (await state_of(node, code)).running:
            return
        await act(node, code, people, random)


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


async def test_loser_of_a_race_is_judged_again() -> None:
    async with nodes(2) as (one, two):
        code, ada, _ = await table(one)
        await two.room(code)
        (await two.room(code)).appending = True  # deaf to bells, as in the middle of an append of its own
        await one.do(ada, c.Throw(id="a", room=code, turn=1))
        refusal = await two.rooms.execute(code, ada.actor, c.Throw(id="b", room=code, turn=1))
        assert isinstance(refusal, Refusal)
        assert refusal.code is Reason.ALREADY_THROWN
        assert await state_of(one, code) == await state_of(two, code)


async def test_lost_append_can_be_sent_again() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node)
        throw = c.Throw(id="throw", room=code, turn=1)
        node.store.lost = 1
        assert (await node.refused(ada, throw)).code is Code.UNAVAILABLE
        assert await node.do(ada, throw) == 3


async def test_unsure_append_counts_once() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node)
        throw = c.Throw(id="throw", room=code, turn=1)
        node.store.unsure = 1
        refusal = await node.rooms.execute(code, ada.actor, throw)
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.UNAVAILABLE
        assert await node.do(ada, throw) == 3
        assert versions(ada) == [1, 2, 3]


async def test_tail_is_sent_to_who_is_a_little_behind() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        await play_on(node, code, {WHITE: ada, BLACK: bo}, Random(1), 10)
        last, late = (await state_of(node, code)).version, Person("Late")
        await node.follow(late, code, after=last - 4)
        assert versions(late) == list(range(last - 3, last + 1))
        assert not late.got(Snapshot)


async def test_snapshot_is_sent_to_who_is_far_behind() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        await play_on(node, code, {WHITE: ada, BLACK: bo}, Random(1), limits.TAIL + 10)
        last, late = (await state_of(node, code)).version, Person("Late")
        await node.follow(late, code, after=1)
        assert versions(late) == [last]
        ahead = Person("Ahead")
        await node.follow(ahead, code, after=last + 5)
        assert len(ahead.got(Snapshot)) == 1


async def test_graph_goes_to_the_player_on_roll_only() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        cy = Person("Cy")
        await node.follow(cy, code)
        people = {WHITE: ada, BLACK: bo}
        await play_on(node, code, people, Random(2), 60)
        assert not graphs(cy)
        turns = {WHITE: {g.turn for g in graphs(ada)}, BLACK: {g.turn for g in graphs(bo)}}
        assert turns[WHITE]
        assert turns[BLACK]
        assert not turns[WHITE] & turns[BLACK]


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


async def test_watchers_see_some_turns_later() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node, Settings(watch_delay=2))
        cy, people = Person("Cy"), {WHITE: ada, BLACK: bo}
        await node.follow(cy, code)
        await play_on(node, code, people, Random(4), 30)
        room = await node.room(code)
        assert room.state.match is not None
        assert room.shown.match is not None
        assert room.shown.match.turn <= room.state.match.turn - 2
        assert versions(cy) == list(range(versions(cy)[0], room.shown.version + 1))
        late = Person("Late")
        await node.follow(late, code)
        assert late.got(Snapshot)[0].version == room.shown.version
        await node.do(ada, c.Resign(id="resign", room=code, points=2))
        assert versions(cy)[-1] == room.state.version


async def test_absence_is_told_after_the_last_connection() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        second = await node.follow(bo, code)
        room = await node.room(code)
        first = next(viewer for viewer in room.players if viewer.player == bo.actor.player and viewer is not second)
        node.rooms.unsubscribe(code, first)
        await node.rooms.settle(room, absences=True)
        assert room.state.black is not None
        assert room.state.black.offline_since is None
        node.rooms.unsubscribe(code, second)
        await node.rooms.settle(room, absences=True)
        assert ada.got(Events)[-1].events == (PlayerOffline(BLACK, node.clock.now),)
        await node.follow(bo, code)
        await node.rooms.settle(room, absences=False)
        assert ada.got(Events)[-1].events == (PlayerOnline(BLACK),)


async def test_node_contradicts_a_wrong_absence() -> None:
    async with nodes(2) as (one, two):
        code, _, _ = await table(one)
        await two.rooms.settle(await two.room(code), absences=True)
        room = await one.room(code)
        await one.rooms.look(room)
        assert room.state.black is not None
        assert room.state.black.offline_since is None


async def test_abandoned_match_can_be_claimed_in_time() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        assert (await node.refused(ada, c.ClaimWin(id="0", room=code))).code is Code.OPPONENT_PRESENT
        room = await node.room(code)
        for viewer in [viewer for viewer in room.players if viewer.player == bo.actor.player]:
            node.rooms.unsubscribe(code, viewer)
        await node.rooms.settle(room, absences=True)
        node.clock.now += limits.ABANDON_MS - 1
        assert (await node.refused(ada, c.ClaimWin(id="1", room=code))).code is Code.OPPONENT_PRESENT
        node.clock.now += 1
        await node.do(ada, c.ClaimWin(id="2", room=code))
        assert room.state.match is not None
        assert room.state.match.winner is WHITE


async def test_fallen_flag_is_swept_once() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one, TIMED)
        people = {WHITE: ada, BLACK: bo}
        while views.stage_on_roll(await state_of(one, code)) is None:
            await act(one, code, people, Random(5))
        one.clock.now += 70_000
        assert await one.store.due(one.clock.now, 10) == [key_of(code)]
        assert isinstance(await one.rooms.execute_system(code, Expire()), int)
        assert isinstance(await two.rooms.execute_system(code, Expire()), int)
        state = await state_of(two, code)
        assert state.match is not None
        assert len(state.match.results) == 1
        assert await one.store.due(one.clock.now, 10) == []


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


async def test_opening_die_is_thrown_for_who_does_not() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node, TIMED)
        await node.do(ada, c.Throw(id="a", room=code, turn=1))
        node.clock.now += limits.OPENING_MS
        before = (await state_of(node, code)).version
        assert await node.rooms.execute_system(code, Expire()) == before + 1


async def test_outage_is_given_back() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node, TIMED)
        people = {WHITE: ada, BLACK: bo}
        while views.stage_on_roll(await state_of(node, code)) is None:
            await act(node, code, people, Random(5))
        flag = (await state_of(node, code)).match
        assert flag is not None
        assert flag.flag_time is not None
        node.clock.now += 30_000
        await node.rooms.execute_system(code, GiveBack(30_000))
        after = (await state_of(node, code)).match
        assert after is not None
        assert after.flag_time == flag.flag_time + 30_000


async def test_rematch_needs_both() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        assert (await node.refused(ada, c.Rematch(id="0", room=code))).code is Code.MATCH_NOT_OVER
        await node.do(ada, c.Resign(id="1", room=code, points=2))
        await node.do(ada, c.Rematch(id="2", room=code))
        assert (await state_of(node, code)).rematch is WHITE
        await node.do(bo, c.Rematch(id="3", room=code, accept=False))
        assert (await node.refused(bo, c.Rematch(id="4", room=code, accept=False))).code is Code.NOTHING_OFFERED
        await node.do(bo, c.Rematch(id="5", room=code))
        await node.do(ada, c.Rematch(id="6", room=code))
        state = await state_of(node, code)
        assert (state.matches, state.running, state.rematch) == (2, True, None)
        assert state.match is not None
        assert state.match.turn > 1


async def test_one_person_teaches_on_both_seats() -> None:
    async with nodes() as (node,):
        ada = Person("Ada")
        code = await node.create(ada, Settings(teaching=True), WHITE, BLACK)
        await node.follow(ada, code)
        assert ada.got(Snapshot)[0].you == (WHITE, BLACK)
        people = {WHITE: ada, BLACK: ada}
        while views.stage_on_roll(await state_of(node, code)) is None:
            await act(node, code, people, Random(6))
        state = await state_of(node, code)
        assert state.match is not None
        assert state.match.game is not None
        mover = state.match.game.to_move
        assert mover is not None
        await node.do(ada, c.HandOver(id="h", room=code, turn=state.match.turn, color=mover.other))
        match = (await state_of(node, code)).match
        assert match is not None
        assert match.game is not None
        assert match.game.to_move is mover.other


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


async def test_heartbeat_tells_where_the_room_is() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node, TIMED)
        room = await node.room(code)
        room.heartbeat(node.clock.now)
        beat = ada.got(Heartbeat)[0]
        assert (beat.version, beat.turn, beat.digest) == (2, 1, "8a17eb5e")
        assert beat.clocks is not None
        assert beat.clocks.white == 60_000


async def test_idle_room_leaves_nothing_behind() -> None:
    async with nodes() as (node,):
        code, _, _ = await table(node)
        room = await node.room(code)
        for viewer in room.viewers:
            node.rooms.unsubscribe(code, viewer)
        node.clock.now += IDLE_MS + 1
        await node.rooms.forget_idle()
        assert not node.rooms.live
        assert (await state_of(node, code)).running


@settings(max_examples=8)
@given(seed=st.integers(0, 2**32), gul_bara=st.booleans())
async def test_every_viewer_sees_the_same_game(seed: int, gul_bara: bool) -> None:
    random = Random(seed)
    async with nodes(2) as two:
        chosen = Settings(overrides={"gul_bara": gul_bara}, preset=random.choice(["long-nard", "lange-narde"]))
        code, ada, bo = await table(two[0], chosen)
        cy, people = Person("Cy"), {WHITE: ada, BLACK: bo}
        await two[1].follow(cy, code)
        for _ in range(400):
            node = random.choice(two)
            await node.rooms.look(await node.room(code))
            if not (await state_of(node, code)).running:
                break
            await act(node, code, people, random)
        for node in two:
            await node.rooms.look(await node.room(code))
        one, other = [await state_of(node, code) for node in two]
        assert one == other
        for person in (ada, bo, cy):
            seen = person.got(Snapshot)[0]
            for events in person.got(Events):
                seen = apply(seen, events, person.actor.player)
            wanted = views.snapshot(one, person.actor.player, seen.at, seen.watchers)
            assert seen == wanted
