import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from clients.bot.player import choose_at_random, choose_steadily, chooser, game_of, next_match, play_match
from clients.lib.connection import connect
from engine.game import legal_plays
from engine.types import Step
from protocol import commands as c
from protocol.settings import Option, Settings
from server.rooms import views
from tests.clients.lib.house import House, house
from tests.clients.lib.table import Table

CASCADES: dict[str, Option] = {"gul_bara": True, "cascade_from_turn": 1, "carry_over": "any_roll"}


@pytest.fixture
async def host() -> AsyncIterator[House]:
    async with house() as host:
        yield host


@pytest.mark.parametrize("settings", [Settings(), Settings(overrides=CASCADES)])
def test_game_is_found_again_from_view(settings: Settings) -> None:
    table, seen = Table.started(settings, seed=3), set[tuple[bool, int]]()
    for _ in table.play():
        view, match = table.view(), table.state.match
        if view.phase != "play" or match is None or match.game is None:
            continue
        found = game_of(view)
        assert found.stages == match.game.stages
        assert legal_plays(found).finals == legal_plays(match.game).finals
        seen.add((view.stages[0].carried, len(view.stages) > 1))
    assert len(seen) >= (2 if settings.overrides else 1)


def test_choices_are_legal_plays() -> None:
    table, luck = Table.started(), random.Random(5)
    for _ in table.play():
        graph, match = views.step_graph(table.state), table.state.match
        if graph is None or match is None or match.game is None or table.view().stages[-1].steps:
            continue
        for steps in (choose_at_random(luck, table.view(), graph), choose_steadily(table.view(), graph)):
            assert tuple(Step(*step) for step in steps) in legal_plays(match.game)


def test_seed_repeats_the_choices() -> None:
    table = Table.started()
    table.throw()
    graph = views.step_graph(table.state)
    assert graph is not None
    choices = [chooser("random", random.Random(9))(table.view(), graph) for _ in range(3)]
    assert choices[0] == choices[1] == choices[2]


@pytest.mark.parametrize("overrides", [{}, CASCADES])
async def test_two_bots_play_matches(host: House, overrides: dict[str, Option]) -> None:
    choose = chooser("random", random.Random(1))
    async with connect(host.url, name="Ada") as one, connect(host.url, name="Bo", json=True) as two:
        white = await one.create_room(Settings(overrides=overrides))
        black = await two.join(white.code)
        winners = await asyncio.gather(play_match(white, choose), play_match(black, choose))
        assert winners[0] is not None
        assert winners[0] is winners[1]
        assert all(await asyncio.gather(next_match(white), next_match(black)))
        assert white.view.match == black.view.match == 2


async def test_bot_plays_on_after_lost_connections(host: House) -> None:
    choose = chooser("random", random.Random(1))
    async with connect(host.url) as one, connect(host.url) as two:
        white = await one.create_room()
        black = await two.join(white.code)
        playing = asyncio.gather(play_match(white, choose), play_match(black, choose))
        for throws in (4, 12, 20):
            await host.hears(c.Throw, throws)
            host.drop()
        winners = await playing
        assert winners[0] is winners[1] is white.view.winner
        assert white.view.position.digest == black.view.position.digest == host.table.view().position.digest


async def test_declined_rematch_ends_the_bot(host: House) -> None:
    async with connect(host.url) as one, connect(host.url) as two:
        white = await one.create_room()
        black = await two.join(white.code)
        await black.resign(2)
        asking = asyncio.create_task(next_match(white))
        await host.hears(c.Rematch)
        await black.rematch(accept=False)
        assert not await asking
        assert white.view.match == 1


async def test_bot_takes_back_half_a_turn(host: House) -> None:
    async with connect(host.url) as one, connect(host.url) as two:
        white = await one.create_room()
        black = await two.join(white.code)
        while white.view.phase != "play":
            for room in (white, black):
                if room.view.phase == "opening" and room.view.opening[room is black] is None:
                    await room.throw()
        mine = white if white.view.to_move is white.view.you[0] else black
        while mine.graph is None:
            await anext(mine)
        point, die, _ = mine.graph.nodes[0][0]
        await mine.step(point, die)
        choose = chooser("steady", random.Random())
        await asyncio.gather(play_match(white, choose), play_match(black, choose))
        assert [type(command) for command in host.heard].count(c.Undo) == 1
