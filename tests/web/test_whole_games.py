"""Whole games: every step made by hand, by finger or by key, and at the end both sides and the server agree."""

import asyncio

import pytest

from engine.game import Game
from tests.e2e.processes import ServerProcess
from tests.web.browser import Players
from tests.web.house import BLACK, WHITE, House, Scene
from tests.web.seats import at_table
from tests.web.table import Table

pytestmark = pytest.mark.timeout(360)


SMALL = {"width": 640, "height": 480}
"""Hundreds of steps: most of the time is the browser's, painting without a graphics card."""


async def agree(*tables: Table) -> None:
    """Everybody sees the same end."""
    ends = [
        await table.ask("({ view }) => [view.digest, view.version, view.winner, view.score, view.results]")
        for table in tables
    ]
    assert ends[0][2] is not None
    assert all(end == ends[0] for end in ends)


async def answer(scene: Scene) -> None:
    """Play Black as soon as he is to act, past every browser."""
    while (await scene.state()).running:
        await scene.changed(lambda game: game.phase == "over" or blacks(game))
        if (await scene.state()).running:
            await scene.act()


def blacks(game: Game) -> bool:
    """Black is to act."""
    opening = game.phase == "opening" and game.opening_die(BLACK) is None
    return game.to_move is BLACK or (opening and game.opening_die(WHITE) is not None)


async def test_mouse_and_touch_play_one_game(players: Players, house: House) -> None:
    scene, ada, bo = await at_table(players, house, has_touch=True, viewport=SMALL)
    await asyncio.gather(ada.play_to_the_end("mouse"), bo.play_to_the_end("touch"))
    for table in (ada, bo):
        await table.wait("room => room.view.winner")
    await agree(ada, bo)
    assert await ada.digest() == (await scene.game()).position.digest


async def test_keyboard_plays_a_whole_game(players: Players, house: House) -> None:
    scene = await house.room()
    table = await (await players(house.url, scene.people[WHITE], viewport=SMALL)).join(scene.code)
    opponent = asyncio.create_task(answer(scene))
    await table.play_to_the_end("keyboard")
    await opponent
    await agree(table)


async def test_play_now_meets_the_bot_and_plays(players: Players, server: ServerProcess) -> None:
    table = await (await players(f"http://127.0.0.1:{server.port}")).open()
    await table.play_now()
    await table.wait("room => room.view.white && room.view.black")
    for _ in range(6):
        assert await table.play_on("mouse")
    assert await table.ask("room => (room.view.white.bot ?? room.view.black.bot) === 'steady'")
