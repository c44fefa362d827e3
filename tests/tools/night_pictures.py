"""The README's pictures of a tournament: `python -m tests.tools.night_pictures` draws them again.

Eight guests play the first rounds on a real server; then the projector and the director's console are opened.
"""

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser

from clients.bot.player import chooser
from clients.lib.connection import connect
from clients.lib.tournament import TournamentHandle
from clients.tournament.bots import take_part
from protocol.settings import Control, Settings
from protocol.tournament import acts
from protocol.tournament.events import Config
from tests.e2e.processes import ServerProcess
from tests.tools.web_pictures import HERE
from tests.web.browser import chromium

GUESTS: Final = (1906, 4821, 3377, 2054, 6190, 1415, 9042, 7731)
CLUB: Final = Config("Club evening", matches=Settings(control=Control(timing="delay", bank=360_000, extra=12_000)))
ROUND: Final = 3
PICTURES: Final[dict[str, tuple[str, dict[str, int], str, str]]] = {
    "projector": ("screen", {"width": 1280, "height": 720}, "dark", ".projector li[data-match]"),
    "console": ("key", {"width": 1280, "height": 800}, "light", ".console [data-match]"),
}
"""What is shown, how large, in which light, and what has to be there."""


async def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        server = ServerProcess(Path(data))
        await server.start()
        try:
            async with connect(server.url) as director:
                key = await director.create_tournament(CLUB)
                guests = [asyncio.create_task(play(server.url, key.tournament, number)) for number in GUESTS]
                tournament = await director.open_tournament(key.tournament, key.key)
                await direct(tournament)
                for guest in guests:  # what goes on now is left as it stands
                    guest.cancel()
                async with chromium() as browser:
                    for name in PICTURES:
                        await draw(browser, server, name, key.tournament, key.key)
        finally:
            await server.stop()


async def play(url: str, code: str, number: int) -> None:
    await take_part(url, code, f"Guest {number}", chooser("steady", random.Random(number)), lambda _: None)


async def direct(tournament: TournamentHandle) -> None:
    """Until the first match of the last round is over."""
    await tournament.until(lambda: sum(player.here == "yes" for player in tournament.view.players) == len(GUESTS))
    await tournament.conduct(acts.Start())
    for number in range(1, ROUND + 1):
        await tournament.conduct(acts.PairRound(number))
        await tournament.conduct(acts.StartRound(number))
        await tournament.until(lambda number=number: done(tournament, number) > (3 if number < ROUND else 0))  # type: ignore[misc]


def done(tournament: TournamentHandle, number: int) -> int:
    """Matches of the newest round, if it is this one, that have a result."""
    current = tournament.view.current
    matches = current.matches if current is not None and current.number == number else ()
    return sum(match.result is not None for match in matches)


async def draw(browser: Browser, server: ServerProcess, name: str, code: str, key: str) -> None:
    part, size, scheme, there = PICTURES[name]
    options: dict[str, Any] = {"viewport": size, "color_scheme": scheme, "reduced_motion": "reduce", "locale": "en-GB"}
    context = await browser.new_context(**options)
    page = await context.new_page()
    await page.goto(f"http://127.0.0.1:{server.port}/#tournament/{code}/{part}" + (f"/{key}" if part == "key" else ""))
    await page.wait_for_selector(there)
    await page.evaluate("document.fonts.ready")
    await page.screenshot(path=HERE / f"{name}.png")
    await context.close()


if __name__ == "__main__":
    asyncio.run(main())
