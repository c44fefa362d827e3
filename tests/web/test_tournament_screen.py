"""The projector and the printable page of a tournament, as a club sees them on the wall and on paper."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from clients.lib.connection import connect
from clients.lib.tournament import TournamentHandle
from protocol.tournament import acts as a
from protocol.tournament.events import Config, Result
from protocol.tournament.views import MatchView
from tests.e2e.processes import ServerProcess
from tests.web.browser import Players
from tests.web.house import House
from tests.web.test_access import AXE, RULES

HD: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
CLUB = Config(title="Club evening", format="round_robin")
TURN_MS = 13_000
OVERFLOW = """() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  const outside = [...document.querySelectorAll(".projector *")].filter((element) => {
    const { height, bottom, right } = element.getBoundingClientRect();
    return height && (bottom > innerHeight + 1 || right > innerWidth + 1);
  });
  return [scrollHeight > innerHeight, scrollWidth > innerWidth, outside.map(({ className }) => String(className))];
}"""

COVERED = """() => {
  const code = document.querySelector(".projector-follow svg");
  const { left, right, top, bottom } = code.getBoundingClientRect();
  const others = [...document.querySelectorAll(".projector *")].filter(
    (element) => !element.contains(code) && !code.contains(element));
  const under = others.filter((element) => {
    const box = element.getBoundingClientRect();
    const beside = box.right < left + 1 || box.left > right - 1 || box.bottom < top + 1 || box.top > bottom - 1;
    return box.width && box.height && !beside;
  });
  return [right - left > 0 && others.length > 10, under.map(({ className }) => String(className))];
}"""
"""Whether there is a code at all, and what it covers or what covers it."""


@dataclass(frozen=True)
class Evening:
    """A tournament and its director. Players without a device play on wooden boards."""

    url: str
    handle: TournamentHandle

    @property
    def path(self) -> str:
        return f"/#tournament/{self.handle.code}"

    async def do(self, *acts: a.AnyAct) -> None:
        for act in acts:
            await self.handle.conduct(act)

    async def register(self, *names: str) -> None:
        """Players whose names the director types, and who are here."""
        for name in names:
            await self.do(a.Register(name))
            await self.handle.until(lambda: self.last == name)  # noqa: B023
            await self.do(a.CheckIn(self.handle.view.players[-1].id))

    @property
    def last(self) -> str:
        """Who has come last."""
        return next((player.name for player in reversed(self.handle.view.players)), "")

    async def paired(self, number: int = 1) -> None:
        if number == 1:
            await self.do(a.Start())
        await self.do(a.PairRound(number))
        await self.handle.until(lambda: len(self.handle.view.rounds) == number)

    async def win(self, name: str) -> None:
        """Whoever of the two registered first wins."""
        match = self.match(name)
        winner = min(match.a, match.b)
        await self.do(a.Report(name, Result("played", winner, (1, 0) if winner == match.a else (0, 1))))

    def match(self, name: str) -> MatchView:
        return next(match for each in self.handle.view.rounds for match in each.matches if match.match == name)


@asynccontextmanager
async def evening(url: str, config: Config = CLUB) -> AsyncIterator[Evening]:
    async with connect(url.replace("http", "ws") + "/ws") as client:
        key = await client.create_tournament(config)
        yield Evening(url, await client.open_tournament(key.tournament, key.key))


@asynccontextmanager
async def phone(at: Evening, name: str) -> AsyncIterator[TournamentHandle]:
    """A player with a phone, who is here."""
    async with connect(at.url.replace("http", "ws") + "/ws", name=name) as client:
        handle = await client.open_tournament(at.handle.code)
        await handle.conduct(a.Register(name))
        await handle.until(lambda: handle.you.player is not None)
        await handle.conduct(a.CheckIn(handle.you.player or ""))
        yield handle


async def projector(players: Players, at: Evening, **options: Any) -> Page:
    table = await players(at.url, **(HD | options))
    await table.open(f"{at.path}/screen")
    await expect(table.page.locator(".projector")).to_be_visible()
    return table.page


async def view(page: Page, name: str) -> None:
    await expect(page.locator(f".projector[data-view={name}]")).to_be_visible()


def rows(page: Page) -> Locator:
    return page.locator(".projector-list li")


async def violations(page: Page) -> Sequence[Any]:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: ./run test does it")
    if not await page.evaluate("() => 'axe' in window"):
        await page.add_script_tag(path=AXE)
    found: Sequence[Any] = await page.evaluate(
        "(tags) => axe.run({ runOnly: { type: 'tag', values: tags } })"
        ".then(({ passes, violations }) => passes.length"
        " ? violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]) : 'axe looked at nothing')",
        RULES,
    )
    return found


# --- check-in ---------------------------------------------------------------------------------------------------------


async def test_names_appear_as_they_come(players: Players, house: House) -> None:
    async with evening(house.url) as at:
        page = await projector(players, at, bypass_csp=True)
        await view(page, "check_in")
        await expect(page.locator(".projector-join svg")).to_be_visible()
        await expect(page.locator(".projector-join")).to_contain_text(at.handle.code)
        await at.register("Ada", "Bo")
        await at.do(a.Register("Cy"), a.CheckIn("p3", coming=True))
        await expect(rows(page)).to_have_text(["Ada", "Bo", "Cy"])
        await expect(page.locator("[data-here=coming] [data-sign=coming]")).to_be_visible()
        assert await violations(page) == []


async def test_announcement_is_a_banner_until_it_is_taken_down(players: Players, house: House) -> None:
    async with evening(house.url) as at:
        page = await projector(players, at)
        await at.do(a.Announce("<b>The buffet</b> is open."))
        await expect(page.locator(".projector-banner")).to_have_text("<b>The buffet</b> is open.")
        await at.do(a.Announce(""))
        await expect(page.locator(".projector-banner")).to_be_hidden()


# --- turning ----------------------------------------------------------------------------------------------------------


async def test_pages_turn_and_can_be_held(players: Players, house: House) -> None:
    async with evening(house.url) as at:
        await at.register("Ada", "Bo", "Cy", "Di")
        await at.paired()
        table = await players(house.url, **HD)
        await table.page.clock.install()
        page = await projector_on(table.page, at)
        await view(page, "pairings")
        await page.clock.run_for(TURN_MS)
        await view(page, "names")
        await page.keyboard.press("p")
        await expect(page.locator(".projector-held")).to_be_visible()
        await page.clock.run_for(2 * TURN_MS)
        await view(page, "names")
        await page.keyboard.press("p")
        await page.clock.run_for(TURN_MS)
        await view(page, "pairings")
        await expect(page.locator(".projector-hint")).to_be_hidden()


async def projector_on(page: Page, at: Evening) -> Page:
    await page.goto(f"{at.url}{at.path}/screen")
    await expect(page.locator(".projector")).to_be_visible()
    return page


# --- a round ----------------------------------------------------------------------------------------------------------


async def test_round_runs_from_pairings_to_podium(players: Players, house: House) -> None:
    async with evening(house.url) as at:
        await at.register("Ada", "Bo", "Cy")
        await at.paired()
        page = await projector(players, at, bypass_csp=True)
        await view(page, "pairings")
        await expect(page.locator(".projector-bye")).to_have_count(1)
        await at.do(a.StartRound(1))
        await view(page, "play")
        await expect(page.locator(".projector-clock")).to_have_attribute("data-kind", "left")
        await expect(rows(page).first).to_have_attribute("data-state", "playing")
        assert await violations(page) == []
        await at.win("r1t1")
        await view(page, "standings")
        await expect(page.locator("tbody tr")).to_have_count(3)
        assert await violations(page) == []
        await page.keyboard.press("Space")
        await view(page, "pairings")
        for number in (2, 3):
            await at.paired(number)
            await at.do(a.StartRound(number))
            await at.win(f"r{number}t1")
        await at.do(a.Finish())
        await view(page, "podium")
        await expect(page.locator("[data-place='1'] .name")).to_have_text("Ada")
        assert await violations(page) == []


async def board(handle: TournamentHandle) -> MatchView:
    """The first match that has a room."""

    def found() -> MatchView | None:
        matches = handle.view.rounds[-1].matches if handle.view.rounds else ()
        return next((match for match in matches if match.room), None)

    await handle.until(lambda: found() is not None)
    match = found()
    assert match is not None
    return match


async def test_featured_board_is_live(players: Players, house: House) -> None:
    async with evening(house.url) as at, phone(at, "Ada") as ada, phone(at, "Bo") as bo:
        await at.paired()
        await at.do(a.StartRound(1))
        match = await board(ada)
        await at.do(a.Feature(match.match))
        page = await projector(players, at, bypass_csp=True)
        row = page.locator(f"[data-match={match.match}]")
        await expect(row).to_have_attribute("data-state", "waiting")
        for handle in (ada, bo):
            await handle.conduct(a.Ready(match.match, handle.you.player or ""))
        await expect(row).to_have_attribute("data-state", "playing")
        await expect(page.locator(".projector-board .checker")).to_have_count(30)
        await expect(page.locator(".projector-board .button[data-kind=opening]")).to_be_visible()
        assert await violations(page) == []
        await page.keyboard.press("f")
        await view(page, "board")
        await expect(page.locator(".projector-plate .name").first).to_be_visible()
        await page.keyboard.press("f")
        await view(page, "play")


# --- sizes ------------------------------------------------------------------------------------------------------------

CROWD = """(count) => {
  const model = narde.app.tournament;
  const [one] = model.players;
  const name = (i) => `Aleksandr Abdurakhmano ${i}`;
  const players = Array.from({ length: count }, (_, i) => ({ ...one, id: `p${i}`, name: name(i) }));
  const [round] = model.rounds;
  const matches = Array.from({ length: count / 2 }, (_, i) => ({
    ...round.matches[0], match: `r1t${i + 1}`, table: i + 1, a: `p${2 * i}`, b: `p${2 * i + 1}`,
  }));
  const rows = players.map(({ id }, i) => ({ ...model.standings.rows[0], player: id, rank: i + 1 }));
  model.hear({
    type: "tournament", tournament: model.code, version: 1000, at: model.now(), head: model.head, players, journal: [],
    rounds: [{ ...round, matches, byes: [] }], matches: [], play_offs: [], bracket: [],
    standings: { ...model.standings, rows },
  });
}"""


async def test_every_page_of_a_thousand_fits_every_screen(players: Players, house: House) -> None:
    async with evening(house.url) as at:
        await at.register("Ada", "Bo")
        await at.paired()
        page = await projector(players, at)
        await page.evaluate(CROWD, 1000)
        for width, height in ((1280, 720), (1024, 768), (3840, 2160), (1920, 1080)):
            await page.set_viewport_size({"width": width, "height": height})
            for name in ("pairings", "names", "standings"):
                await view(page, name)
                assert await page.evaluate(OVERFLOW) == [False, False, []], (name, width)
                await page.keyboard.press("Space")
        await view(page, "pairings")
        columns = page.locator(".projector-list ol")
        await expect(columns).to_have_count(2)
        assert await columns.first.locator("li").count() <= 16
        box = await rows(page).first.bounding_box()
        assert box is not None
        assert box["height"] >= 45


async def uncovered(page: Page, *views: str) -> None:
    """The code covers none of these views, which the space bar goes through, whatever the screen."""
    for name in views:
        await view(page, name)
        for width, height in ((1280, 720), (1280, 800), (1920, 1080), (3840, 2160)):
            await page.set_viewport_size({"width": width, "height": height})
            assert await page.evaluate(COVERED) == [True, []], (name, width, height)
            assert await page.evaluate(OVERFLOW) == [False, False, []], (name, width, height)
        await page.keyboard.press("Space")


async def test_code_for_phones_covers_no_list(players: Players, house: House) -> None:
    async with evening(house.url) as at:
        await at.register("Ada", "Bo")
        await at.paired()
        page = await projector(players, at)
        for count in (12, 32):
            await page.evaluate(CROWD, count)
            await uncovered(page, "pairings", "names", "standings")
        await at.do(a.Announce("The buffet is open."), a.StartRound(1))
        await expect(page.locator(".projector-banner")).to_be_visible()
        await uncovered(page, "play")


async def test_code_for_phones_covers_no_bracket_and_no_podium(players: Players, house: House) -> None:
    async with evening(house.url, Config(format="single_elimination", third_place=True)) as at:
        await at.register("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal")
        for number in (1, 2, 3):
            await at.paired(number)
            await at.do(a.StartRound(number))
            for match in at.handle.view.rounds[-1].matches:
                await at.win(match.match)
        await at.do(a.Finish())
        page = await projector(players, at)
        await view(page, "podium")
        await page.keyboard.press("Space")
        await uncovered(page, "standings", "bracket", "podium")


# --- it stays ---------------------------------------------------------------------------------------------------------


async def test_screen_outlives_the_server_and_a_reload(players: Players, mortal: ServerProcess) -> None:
    async with evening(f"http://127.0.0.1:{mortal.port}") as at:
        await at.register("Ada", "Bo")
        page = await projector(players, at)
        await expect(rows(page)).to_have_text(["Ada", "Bo"])
        await mortal.kill()
        await expect(page.locator(".projector-away")).to_be_visible()
        await expect(rows(page)).to_have_text(["Ada", "Bo"])
        await mortal.start()
        await expect(page.locator(".projector-away")).to_be_hidden()
        await at.register("Cy")
        await expect(rows(page)).to_have_text(["Ada", "Bo", "Cy"])
        await page.reload()
        await expect(rows(page)).to_have_text(["Ada", "Bo", "Cy"])


# --- on paper ---------------------------------------------------------------------------------------------------------


async def test_everything_can_be_printed(players: Players, house: House) -> None:
    async with evening(house.url) as at:
        await at.register("Ada", "Bo", "Cy", "Di")
        await at.paired()
        await at.do(a.StartRound(1))
        await at.win("r1t1")
        match = at.match("r1t1")
        await at.do(a.Correct("r1t1", Result("forfeit", max(match.a, match.b)), "misread"))
        table = await players(house.url, bypass_csp=True)
        await table.page.add_init_script("window.print = () => (window.printed = (window.printed ?? 0) + 1)")
        await table.open(f"{at.path}/print")
        page = table.page
        await expect(page.locator(".print-standings tbody tr")).to_have_count(4)
        await expect(page.locator(".print-cross tbody tr")).to_have_count(4)
        await expect(page.locator(".print-round")).to_contain_text("misread")
        await table.act("print").click()
        await table.act("pdf").click()
        await page.wait_for_function("() => window.printed === 2")
        assert await violations(page) == []
        await page.emulate_media(media="print")
        await expect(page.locator(".print-tools")).to_be_hidden()
        await expect(page.locator(".bar")).to_be_hidden()
        assert b"MediaBox [0 0 594.95" in await page.pdf(prefer_css_page_size=True)
