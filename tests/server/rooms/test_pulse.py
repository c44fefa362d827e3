"""Time that nobody could use costs nobody anything, also when only the store was away."""

from random import Random

import pytest

from engine.events import ClocksSet, OpeningDieThrown
from engine.types import Color
from protocol import commands as c
from protocol import limits
from protocol.errors import Code, Refusal
from protocol.messages import Events
from server.rooms.pulse import LAPSE_MS
from server.rooms.sweeper import sweep
from server.store.log import StoreUnavailable
from tests.server.builders import BLACK, TIMED, WHITE, game_of, state_of, table, until_dice_lie
from tests.server.nodes import Node, Person, nodes


async def timed(node: Node) -> tuple[str, dict[Color, Person], int]:
    """A room where a clock runs on a node that has been alive until now, and when the flag falls."""
    code, ada, bo = await table(node, TIMED)
    people = {WHITE: ada, BLACK: bo}
    await until_dice_lie(node, code, people, Random(5))
    await node.rooms.pulse.beat()
    flag = (await state_of(node, code)).deadline
    assert flag is not None
    return code, people, flag


async def test_outage_of_the_store_fells_no_flag() -> None:
    async with nodes() as (node,):
        code, _, flag = await timed(node)
        node.store.away = True
        node.clock.now += 600_000
        with pytest.raises(StoreUnavailable):
            await node.rooms.pulse.beat()
        node.store.away = False
        await sweep(node.rooms)
        state = await state_of(node, code)
        assert (game_of(state).phase, state.deadline) == ("play", flag + 600_000)
        assert node.rooms.pulse.steady


async def test_command_after_an_outage_waits_for_its_time() -> None:
    async with nodes() as (node,):
        code, people, flag = await timed(node)
        node.clock.now += 600_000
        game = game_of(await state_of(node, code))
        assert game.to_move is not None
        command = c.Undo(id="late", room=code, turn=game.turn)
        refusal = await node.rooms.execute(code, people[game.to_move].actor, command)
        assert isinstance(refusal, Refusal)
        assert refusal.code not in (Code.UNAVAILABLE, "game_over")  # there is nothing to undo
        assert (await state_of(node, code)).deadline == flag + 600_000


async def test_nothing_is_judged_before_the_outage_is_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    async with nodes() as (node,):
        code, people, _ = await timed(node)
        before = await state_of(node, code)
        node.clock.now += 600_000

        async def fail(*_: object) -> None:
            raise StoreUnavailable("away")

        monkeypatch.setattr(node.store, "last_beat", fail)
        with pytest.raises(StoreUnavailable):
            await sweep(node.rooms)
        for color, person in people.items():
            command = c.Throw(id=f"throw-{color}", room=code, turn=game_of(before).turn)
            assert (await node.refused(person, command)).code is Code.UNAVAILABLE
        assert await state_of(node, code) == before


async def test_opening_dice_are_waited_for_anew() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node, TIMED)
        await node.rooms.pulse.beat()
        node.clock.now += limits.OPENING_MS + LAPSE_MS
        await sweep(node.rooms)
        state = await state_of(node, code)
        assert (game_of(state).opening, state.deadline) == ((None, None), node.clock.now + limits.OPENING_MS)
        assert [type(event) for event in ada.got(Events)[-1].events] == [ClocksSet]
        while (due := (await state_of(node, code)).deadline) is not None and due > node.clock.now:
            node.clock.now += LAPSE_MS
            await node.rooms.pulse.beat()
        await sweep(node.rooms)
        assert [type(event) for event in ada.got(Events)[-1].events] == [OpeningDieThrown]


async def test_room_without_clocks_is_left_alone() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node)
        await node.rooms.pulse.beat()
        before = await state_of(node, code)
        node.clock.now += 600_000
        await node.rooms.pulse.beat()
        assert await state_of(node, code) == before
        await node.do(ada, c.Throw(id="1", room=code, turn=1))


async def test_late_sign_of_one_node_is_no_outage() -> None:
    async with nodes(2) as (one, two):
        code, _, flag = await timed(one)
        await two.rooms.pulse.beat()
        one.clock.now += LAPSE_MS - 1
        await two.rooms.pulse.beat()
        one.clock.now += LAPSE_MS - 1  # the first node was busy, the second was not
        assert not one.rooms.pulse.steady
        assert await one.rooms.pulse.beat() == 0
        assert (await state_of(one, code)).deadline == flag
