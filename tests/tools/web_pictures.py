"""The README's pictures of the web client: `python -m tests.tools.web_pictures` draws them again.

Two programs play some turns on a real server, then a browser opens the page with the token of one of them.
"""

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from clients.lib.connection import Client, Room, connect
from protocol.commands import Control, Settings
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
                await play(white.room(room.code), black.room(room.code), random.Random(7))
                async with chromium() as browser:
                    for name in PICTURES:
                        await draw(browser, name, server, white, room.code)
        finally:
            await server.stop()


async def play(white: Room, black: Room, luck: random.Random) -> None:
    """Until White has to move in turn number TURNS or soon after."""
    while not (white.view.turn >= TURNS and white.view.to_move == "white" and white.graph is not None):
        for room, color in ((white, "white"), (black, "black")):
            view = room.view
            if (view.phase == "opening" and view.opening[color == "black"] is None) or (
                view.to_move == color and view.phase == "roll"
            ):
                await room.throw()
            elif view.to_move == color and room.graph is not None and view.turn < TURNS:
                await room.play(way(room.graph.nodes, luck))
        await asyncio.sleep(0.05)


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
