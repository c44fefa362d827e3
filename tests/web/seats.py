"""People at a table of `house`, each with a browser."""

from typing import Any

from protocol.settings import Settings
from tests.web.browser import Players
from tests.web.house import BLACK, WHITE, House, Scene
from tests.web.table import Table


async def seated(players: Players, scene: Scene, **options: Any) -> tuple[Table, Table]:
    """Ada's page on White and Bo's on Black."""
    url = scene.house.url
    ada = await players(url, scene.people[WHITE], **options)
    bo = await players(url, scene.people[BLACK], **options)
    return await ada.join(scene.code), await bo.join(scene.code)


async def at_table(
    players: Players, house: House, settings: Settings | None = None, *opening: int, **options: Any
) -> tuple[Scene, Table, Table]:
    """A new room with both pages open. With `opening` the roll-off is over: those are its dice, and what follows."""
    scene = await house.room(settings)
    if opening:
        await scene.roll_off(*opening)
    return scene, *await seated(players, scene, **options)


async def alone(
    players: Players, house: House, settings: Settings | None = None, *opening: int, **options: Any
) -> tuple[Scene, Table]:
    """The same with White's page alone; whatever Black does, the test does for him."""
    scene = await house.room(settings)
    if opening:
        await scene.roll_off(*opening)
    return scene, await joined(players, scene, **options)


async def joined(players: Players, scene: Scene, **options: Any) -> Table:
    """White's page in a room that has been laid out."""
    table = await players(scene.house.url, scene.people[WHITE], **options)
    return await table.join(scene.code)
