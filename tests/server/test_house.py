"""The house bot plays like anybody else, for whichever node comes first."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.types import Color
from protocol import commands as c
from protocol.events import MatchStarted
from protocol.messages import Events
from protocol.settings import Settings
from server import house as houses
from server.house import House
from server.rooms.state import RoomState
from tests.server.builders import BLACK, WHITE, game_of, next_command, state_of
from tests.server.nodes import Node, Person, nodes, versions


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot thinks on the event loop, so that a few turns of the loop are enough for it."""

    async def think(work: Callable[..., Any], *arguments: Any) -> Any:
        await asyncio.sleep(0)
        return work(*arguments)

    monkeypatch.setattr(asyncio, "to_thread", think)
    monkeypatch.setattr(houses, "RETRY_MS", 0)


async def with_bot(node: Node, settings: Settings | None = None, strength: c.Strength = "random") -> tuple[str, Person]:
    """Ada on White against the house bot."""
    ada = Person("Ada")
    code = await node.create(ada, settings)
    await node.follow(ada, code)
    await node.do(ada, c.InviteBot(id="bot", room=code, strength=strength))
    await node.settled()
    return code, ada


def whites_turn(state: RoomState) -> bool:
    game = game_of(state)
    return game.opening_die(WHITE) is None if game.phase == "opening" else game.to_move is WHITE


async def play(node: Node, code: str, ada: Person, random: Random, turns: int) -> None:
    """Ada plays until so many turns have passed, or the match is over."""
    for _ in range(60 * turns):
        state = await state_of(node, code)
        if not state.running or game_of(state).turn > turns:
            return
        if whites_turn(state):
            color, command = next_command(state, node.id(), random)
            assert color is WHITE
            await node.do(ada, command)
        await node.settled()
    raise AssertionError("nobody goes on")


async def test_bot_throws_its_opening_die() -> None:
    async with nodes() as (node,):
        House(node.rooms, pause_ms=0)
        code, _ = await with_bot(node)
        assert game_of(await state_of(node, code)).opening_die(BLACK) is not None


@pytest.mark.parametrize("strength", ["random", "steady"])
async def test_bot_plays_its_turns(strength: c.Strength) -> None:
    async with nodes() as (node,):
        House(node.rooms, pause_ms=0)
        code, ada = await with_bot(node, Settings(overrides={"gul_bara": True}), strength)
        await play(node, code, ada, Random(1), 9)
        assert game_of(await state_of(node, code)).turns_of(BLACK) >= 3
        assert versions(ada) == list(range(1, (await state_of(node, code)).version + 1))


async def test_bots_of_two_nodes_move_once() -> None:
    async with nodes(2) as (one, two):
        for node in (one, two):
            House(node.rooms, pause_ms=0)
        code, ada = await with_bot(one)
        await two.follow(Person("Cy"), code)
        await play(one, code, ada, Random(2), 9)
        await one.settled()
        assert await state_of(one, code) == await state_of(two, code)
        assert game_of(await state_of(one, code)).turns_of(BLACK) >= 3


async def test_bot_accepts_a_rematch() -> None:
    async with nodes() as (node,):
        House(node.rooms, pause_ms=0)
        code, ada = await with_bot(node)
        await node.do(ada, c.Resign(id="resign", room=code, points=2))
        await node.do(ada, c.Rematch(id="again", room=code))
        await node.settled()
        assert MatchStarted(2) in [event for events in ada.got(Events) for event in events.events]


async def test_bot_goes_on_when_the_store_is_back() -> None:
    async with nodes() as (node,):
        House(node.rooms, pause_ms=0)
        code, ada = await with_bot(node)
        await node.do(ada, c.Resign(id="resign", room=code, points=2))
        await node.do(ada, c.Rematch(id="again", room=code))
        node.store.lost = 2  # the bot's answer, and its second attempt
        await node.settled()
        await node.settled()
        assert (node.store.lost, (await state_of(node, code)).matches) == (0, 2)


async def test_bot_overtaken_while_it_thinks_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with nodes() as (node,):
        House(node.rooms, pause_ms=0)
        code, ada = await with_bot(node, Settings(teaching=True))
        think, interrupted = houses._command, list[int]()

        def overtaken(state: RoomState, color: Color) -> object:
            """The turn is handed to the bot again while its command is on the way."""
            command = think(state, color)
            game = game_of(state)
            if not interrupted and game.phase != "opening":
                interrupted.append(game.turn)
                hand = c.HandOver(id="hand", room=code, turn=game.turn, color=BLACK)
                node.spawn(node.rooms.execute(code, ada.actor, hand))
            return command

        async def slow(work: Callable[..., Any], *arguments: Any) -> Any:
            command = work(*arguments)
            for _ in range(5):
                await asyncio.sleep(0)
            return command

        monkeypatch.setattr(houses, "_command", overtaken)
        monkeypatch.setattr(asyncio, "to_thread", slow)
        await play(node, code, ada, Random(3), 8)
        assert interrupted
        assert game_of(await state_of(node, code)).turn > interrupted[0] + 1


async def test_bot_leaves_nothing_running() -> None:
    async with nodes() as (node,):
        house = House(node.rooms, pause_ms=0)
        code, ada = await with_bot(node)
        await node.do(ada, c.Resign(id="resign", room=code, points=2))
        await node.settled()
        assert house._thinking == set()
