"""The README's pictures of the web client: `python -m tests.tools.web_pictures` draws them again.

Two programs play some turns on a real server, then a browser opens the page with the token of one of them.
"""

import asyncio
import random
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from clients.lib.connection import Client, Room, connect
from engine.types import Color
from protocol.settings import Control, Settings
from tests.e2e.processes import ServerProcess
from tests.web.browser import chromium

HERE: Final = Path(__file__).parents[2] / "clients" / "pictures"
TURNS: Final = 17
PICTURES: Final = {
    "board": ({"width": 1280, "height": 800}, "light"),
    "board-phone": ({"width": 360, "height": 740}, "dark"),
}
SETTINGS: Final = Settings(public=True, control=Control(timing="fischer", bank=360_000, extra=12_000))


async def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        server = ServerProcess(Path(data))
        await server.start()
        try:
            async with connect(server.url, name="Guest 1906") as white, connect(server.url, name="Guest 4821") as black:
                room = await white.create_room(SETTINGS, seat="white")
                await black.join(room.code)
                opponent = asyncio.create_task(play(black.room(room.code), Color.BLACK, random.Random(8), sys.maxsize))
                await play(room, Color.WHITE, random.Random(7), TURNS)
                opponent.cancel()
                async with chromium() as browser:
                    for name in PICTURES:
                        await draw(browser, name, server, white, room.code)
        finally:
            await server.stop()


async def play(room: Room, color: Color, luck: random.Random, until: int) -> None:
    """Act for this player until the dice of turn `until`, or a later one, are his."""
    async for _ in room:
        view = room.view
        opens = view.phase == "opening" and view.opening[color is Color.BLACK] is None
        if opens or (view.to_move is color and view.phase == "roll"):
            await room.throw()
        elif room.graph is not None and view.turn >= until:
            return
        elif room.graph is not None:
            await room.play(way(room.graph.nodes, luck))


def way(nodes: tuple[tuple[tuple[int, int, int], ...], ...], luck: random.Random) -> tuple[tuple[int, int], ...]:
    steps, node = [], 0
    while edges := nodes[node]:
        point, die, node = luck.choice(edges)
        steps.append((point, die))
    return tuple(steps)


async def draw(browser: Browser, name: str, server: ServerProcess, player: Client, code: str) -> None:
    size, scheme = PICTURES[name]
    context = await browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = await context.new_page()
    origin = server.url.replace("ws://", "http://").removesuffix("/ws")
    await page.goto(origin)
    await page.evaluate("token => localStorage.setItem('narde.token', token)", player.token)
    await page.goto(f"{origin}/{code}")
    await page.wait_for_selector(".die[data-state=live]")
    await page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
    source = page.locator(".checker[data-color=white]").first
    await source.hover(force=True)
    await page.screenshot(path=HERE / f"{name}.png")
    await context.close()


if __name__ == "__main__":
    asyncio.run(main())
