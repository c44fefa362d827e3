"""Who looks for somebody to play with finds him, and sits down once."""

import asyncio
import itertools
from dataclasses import replace

import pytest

from protocol import commands as c
from protocol.errors import Code, Refusal
from protocol.ids import room_code
from protocol.settings import Control, Settings
from server import lobby as lobbies
from server.lobby import Lobby
from server.rooms.decide import Absent
from server.store.log import Append, Appended, Conflict
from tests.server.builders import BLACK, WHITE, game_of, state_of
from tests.server.nodes import Node, Person, nodes


async def pair(node: Node, person: Person, name: str = "1", settings: Settings | None = None) -> str:
    command = c.QuickPair(id=name, settings=settings or Settings())
    code = await Lobby(node.rooms).pair(person.actor, person.secret, command)
    assert isinstance(code, str), code
    return code


async def refused_pair(node: Node, person: Person, name: str = "1", settings: Settings | None = None) -> Refusal:
    command = c.QuickPair(id=name, settings=settings or Settings())
    refusal = await Lobby(node.rooms).pair(person.actor, person.secret, command)
    assert isinstance(refusal, Refusal), refusal
    return refusal


async def seats_in(node: Node, code: str) -> set[str]:
    state = await state_of(node, code)
    return {seat.name for seat in (state.white, state.black) if seat is not None}


async def listed(node: Node) -> list[str]:
    found = await Lobby(node.rooms).list()
    assert not isinstance(found, Refusal)
    return [room.room for room in found]


# --- the list ---------------------------------------------------------------------------------------------------------


async def test_waiting_rooms_come_first_then_the_newest() -> None:
    async with nodes() as (node,):
        codes = []
        for name in "abcd":
            codes.append(await node.create(Person(name), Settings(public=True)))
            node.clock.now += 1
        await node.do(Person("Bo"), c.Sit(id="1", room=codes[3]))
        assert await listed(node) == [codes[2], codes[1], codes[0], codes[3]]


async def test_list_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobbies, "LISTED", 2)
    async with nodes() as (node,):
        for name in "abc":
            await node.create(Person(name), Settings(public=True))
        assert len(await listed(node)) == 2


async def test_private_room_is_not_listed() -> None:
    async with nodes() as (node,):
        await node.create(Person("Ada"))
        assert await listed(node) == []


async def test_list_is_unavailable_with_the_store() -> None:
    async with nodes() as (node,):
        node.store.away = True
        refusal = await Lobby(node.rooms).list()
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.UNAVAILABLE


# --- quick pairing ----------------------------------------------------------------------------------------------------


async def test_newcomer_meets_who_waits() -> None:
    async with nodes(2) as (one, two):
        code = await pair(one, Person("Ada"))
        assert await pair(two, Person("Bo")) == code
        assert await seats_in(two, code) == {"Ada", "Bo"}
        assert game_of(await state_of(two, code)).phase == "opening"
        assert await pair(one, Person("Cy")) != code


async def test_who_waits_longest_is_met_first() -> None:
    async with nodes() as (node,):
        first, node.clock.now = await pair(node, Person("Ada")), node.clock.now + 5
        ada_leaves = c.StandUp(id="up", room=first)
        second = await pair(node, Person("Bo"), settings=Settings(length=2))
        assert second != first
        await node.do(Person("Ada"), ada_leaves)
        assert await pair(node, Person("Cy"), settings=Settings(length=2)) == second


@pytest.mark.parametrize(
    "other",
    [
        Settings(preset="long-nard"),
        Settings(overrides={"gul_bara": True}),
        Settings(length=3),
        Settings(stake=5),
        Settings(control=Control(timing="fischer", bank=60_000)),
    ],
)
async def test_other_games_do_not_meet(other: Settings) -> None:
    async with nodes() as (node,):
        assert await pair(node, Person("Ada")) != await pair(node, Person("Bo"), settings=other)


async def test_room_made_by_hand_is_left_alone() -> None:
    async with nodes() as (node,):
        code = await node.create(Person("Ada"), Settings(public=True))
        assert await pair(node, Person("Bo")) != code
        assert await seats_in(node, code) == {"Ada"}


async def test_nobody_meets_himself() -> None:
    async with nodes() as (node,):
        code = await pair(node, Person("Ada"), "1")
        assert await pair(node, Person("Ada"), "2") == code
        assert await seats_in(node, code) == {"Ada"}


async def test_absent_player_is_not_met() -> None:
    async with nodes() as (node,):
        code = await pair(node, Person("Ada"))
        state = await state_of(node, code)
        await node.rooms.execute_system(code, Absent(WHITE if state.white else BLACK))
        assert await pair(node, Person("Bo")) != code


async def test_two_at_once_find_one_seat() -> None:
    async with nodes(2) as (one, two):
        code = await pair(one, Person("Ada"))
        codes = await asyncio.gather(pair(one, Person("Bo")), pair(two, Person("Cy")))
        assert len({code, *codes}) == 2
        assert len(await seats_in(one, code)) == 2


@pytest.mark.parametrize(
    "same",
    [
        Settings(overrides={"gul_bara": False}),
        Settings(overrides={"mars": 2, "head_limit": 1, "prime_ban": "ahead"}),
        Settings(title="mine", watchers=False),
    ],
)
async def test_same_game_said_otherwise_meets(same: Settings) -> None:
    async with nodes() as (node,):
        code = await pair(node, Person("Ada"), settings=same)
        assert (await state_of(node, code)).settings.overrides == {}
        assert await pair(node, Person("Bo")) == code


# --- at the same moment -----------------------------------------------------------------------------------------------


def together(*running: Node) -> None:
    """Let nobody go on from the list of rooms before everybody has seen it."""
    barrier = asyncio.Barrier(len(running))
    for node in running:
        node.store.after_listings = barrier.wait


async def test_two_in_the_same_moment_meet() -> None:
    async with nodes(2) as (one, two):
        together(one, two)
        codes = await asyncio.gather(pair(one, Person("Ada")), pair(two, Person("Bo")))
        assert codes[0] == codes[1]
        for node in (one, two):
            assert await seats_in(node, codes[0]) == {"Ada", "Bo"}
        assert (await state_of(one, codes[0])).running
        assert len(one.shelf.listings) == 1


async def test_many_in_the_same_moment_meet_two_by_two() -> None:
    async with nodes(8) as running:
        together(*running)
        codes = await asyncio.gather(*(pair(node, Person(f"P{n}")) for n, node in enumerate(running)))
        assert sorted(codes.count(code) for code in set(codes)) == [2, 2, 2, 2]


async def test_other_games_do_not_meet_in_the_same_moment() -> None:
    async with nodes(2) as (one, two):
        together(one, two)
        long = pair(two, Person("Bo"), settings=Settings(length=3))
        assert len(set(await asyncio.gather(pair(one, Person("Ada")), long))) == 2


def look_too_soon(node: Node) -> None:
    """Whoever looks here has done so before there was a room."""

    async def listings() -> dict[str, bytes]:
        return {}

    node.store.listings = listings  # type: ignore[method-assign]


async def test_room_that_somebody_came_to_is_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async with nodes(2) as (one, two):
        look_too_soon(two)
        bo, looked = Person("Bo"), Lobby._is_waiting

        async def cy_comes_to_bo(lobby: Lobby, code: str) -> bool:
            await one.do(Person("Cy"), c.Sit(id="cy", room=room_code(bo.secret, "1", 0)))
            return await looked(lobby, code)

        first = await pair(one, Person("Ada"))
        monkeypatch.setattr(Lobby, "_is_waiting", cy_comes_to_bo)
        second = await pair(two, bo, "1")
        assert await seats_in(one, first) == {"Ada"}
        assert await seats_in(two, second) == {"Bo", "Cy"}
        assert await pair(two, bo, "1") == second


async def test_who_comes_too_late_waits_where_he_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async with nodes(2) as (one, two):
        look_too_soon(two)
        bo, looked = Person("Bo"), Lobby._is_waiting

        async def cy_comes_to_ada(lobby: Lobby, code: str) -> bool:
            found = await looked(lobby, code)
            await one.do(Person("Cy"), c.Sit(id="cy", room=code))
            return found

        first = await pair(one, Person("Ada"))
        monkeypatch.setattr(Lobby, "_is_waiting", cy_comes_to_ada)
        second = await pair(two, bo, "1")
        assert await seats_in(one, first) == {"Ada", "Cy"}
        assert await seats_in(two, second) == {"Bo"}
        assert await pair(two, bo, "1") == second
        assert await seats_in(two, second) == {"Bo"}


async def test_who_left_before_he_moved_moves_when_he_asks_again() -> None:
    async with nodes(2) as (one, two):
        look_too_soon(two)
        bo = Person("Bo")
        first = await pair(one, Person("Ada"))
        append, done = two.store.append, itertools.count()

        async def twice(write: Append) -> Appended | Conflict:
            two.store.lost = next(done) == 2
            return await append(write)

        two.store.append = twice  # type: ignore[method-assign]  # he makes his room, stands up, and no more
        assert (await refused_pair(two, bo)).code is Code.UNAVAILABLE
        assert await seats_in(one, first) == {"Ada"}
        assert await pair(two, bo) == first
        assert await seats_in(two, first) == {"Ada", "Bo"}


# --- what is refused --------------------------------------------------------------------------------------------------


async def test_bad_settings_meet_nobody() -> None:
    async with nodes() as (node,):
        refusal = await refused_pair(node, Person("Ada"), settings=Settings(preset="chess"))
        assert refusal.code is Code.BAD_SETTINGS
        assert await node.store.listings() == {}


async def test_teaching_and_privacy_are_for_rooms_made_by_hand() -> None:
    async with nodes() as (node,):
        code = await pair(node, Person("Ada"), settings=Settings(teaching=True, public=False, title="mine"))
        settings = (await state_of(node, code)).settings
        assert (settings.teaching, settings.public, settings.title) == (False, True, "")


# --- sent again -------------------------------------------------------------------------------------------------------


async def test_repeat_leads_to_the_room_where_he_sat_down() -> None:
    async with nodes(2) as (one, two):
        code = await pair(one, Person("Ada"))
        assert await pair(one, Person("Bo"), "sit") == code
        waiting = await pair(one, Person("Cy"))
        assert await pair(two, Person("Bo"), "sit") == code
        assert await seats_in(one, waiting) == {"Cy"}


async def test_repeat_leads_to_the_room_that_he_made() -> None:
    async with nodes(2) as (one, two):
        code = await pair(one, Person("Ada"), "make")
        await pair(one, Person("Bo"))
        waiting = await pair(one, Person("Cy"))
        assert await pair(two, Person("Ada"), "make") == code == room_code(Person("Ada").secret, "make", 0)
        assert await seats_in(one, waiting) == {"Cy"}


async def test_repeat_leads_to_a_full_room_under_any_name() -> None:
    async with nodes() as (node,):
        closed = Settings(watchers=False)
        code, bo = await pair(node, Person("Ada"), "make", closed), Person("Bo")
        assert await pair(node, bo, "sit", closed) == code
        waiting = await pair(node, Person("Cy"), "make", closed)
        bo.actor = replace(bo.actor, name="Robert")
        assert await pair(node, bo, "sit", closed) == code
        assert await seats_in(node, waiting) == {"Cy"}


async def test_repeat_leads_to_a_room_that_is_not_listed() -> None:
    async with nodes() as (node,):
        closed = Settings(watchers=False)
        code = await pair(node, Person("Ada"), "make", closed)
        assert await pair(node, Person("Bo"), "1", closed) == code
        assert await listed(node) == []
        assert await pair(node, Person("Ada"), "make", closed) == code


async def test_seat_that_was_not_confirmed_is_found_again() -> None:
    async with nodes() as (node,):
        code, other = await pair(node, Person("Ada")), Person("Di")
        made = await node.rooms.open_room(other.actor, other.secret, "1", Settings(public=True), (WHITE,), quick=True)
        node.store.unsure = 1
        assert (await refused_pair(node, Person("Bo"), "sit")).code is Code.UNAVAILABLE
        assert isinstance(made, str)
        assert await seats_in(node, made) == {"Di"}
        await node.settled()
        assert await pair(node, Person("Bo"), "sit") == code


async def test_pairing_is_unavailable_with_the_store() -> None:
    async with nodes(2) as (one, two):
        await pair(one, Person("Ada"))
        two.store.reads = 0  # the list can be read, the room cannot
        assert (await refused_pair(two, Person("Bo"))).code is Code.UNAVAILABLE
        two.store.away = True
        assert (await refused_pair(two, Person("Bo"))).code is Code.UNAVAILABLE
        assert len(await one.store.listings()) == 1
