"""A player's evening on his phone, and what those see who only look on."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from playwright.async_api import Locator, expect

from clients.lib.connection import Client, connect
from clients.lib.tournament import TournamentHandle
from protocol import commands as c
from protocol.ids import secret_of
from protocol.settings import Settings
from protocol.tournament import acts
from protocol.tournament.events import Config, Format, Result
from protocol.tournament.views import MatchView
from tests.web.browser import Players
from tests.web.house import BLACK, WHITE, House, Person, Scene
from tests.web.table import Table, speak
from tests.web.test_access import AXE, PHONE, RULES, SMALL

WIDTH = 360
ADA, BO, CEM = "Ada", "Bo", "Cem"
FAULTS = """async (rules) => {
  const { violations } = await axe.run({ runOnly: { type: "tag", values: rules } });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}"""
STYLED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)"
"""A call brings its style sheet along."""


@dataclass
class Night:
    """A tournament. Its director needs no browser, and neither do those players who have a phone of `phones`."""

    house: House
    director: TournamentHandle
    office: Client
    people: dict[str, Person] = field(default_factory=dict)
    phones: dict[str, TournamentHandle] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"/#tournament/{self.director.code}"

    async def do(self, *asked: acts.AnyAct) -> None:
        for act in asked:
            await self.director.conduct(act)

    async def enter(self, name: str) -> str:
        """The director writes somebody down who is here; gives the player."""
        await self.do(acts.Register(name))
        await self.director.until(lambda: self.number(name) is not None)
        player = self.number(name)
        assert player is not None
        await self.do(acts.CheckIn(player))
        return player

    def number(self, name: str) -> str | None:
        return next((player.id for player in self.director.view.players if player.name == name), None)

    async def begin(self) -> MatchView:
        """Pair and start the first round; gives its match."""
        await self.do(acts.Start(), acts.PairRound(1), acts.StartRound(1))
        await self.director.until(lambda: bool(self.director.view.running))
        return self.director.view.running[0]

    async def ready(self, name: str) -> None:
        await self.phones[name].conduct(acts.Ready("r1t1", str(self.number(name))))

    async def scene(self) -> Scene:
        """The room of the match, with whoever sits there."""
        await self.director.until(lambda: self.director.view.running[0].room is not None)
        match = self.director.view.running[0]
        names = [self.director.view.player(player).name for player in (match.a, match.b)]
        return Scene(self.house, str(match.room), {WHITE: self.people[names[0]], BLACK: self.people[names[1]]})

    async def lose(self, name: str) -> None:
        """He gives his game up at its beginning."""
        scene = await self.scene()
        await scene.roll_off()
        await scene.resign(WHITE if scene.people[WHITE].name == name else BLACK)


@asynccontextmanager
async def evening(
    house: House,
    *names: str,
    length: int = 1,
    format_: Format = "swiss",
    mars: int = 2,
    title: str = "Friday night",
) -> AsyncIterator[Night]:
    """These players are here, each with a phone that no browser runs on."""
    url = f"ws://127.0.0.1:{house.port}/ws"
    matches = Settings(length=length, overrides={} if mars == 2 else {"mars": mars})
    config = Config(title=title, format=format_, rounds=1, matches=matches)
    async with connect(url) as office:
        key = await office.create_tournament(config)
        night = Night(house, await office.open_tournament(key.tournament, key.key), office)
        async with arrived(night, url, *names):
            yield night


@asynccontextmanager
async def arrived(night: Night, url: str, *names: str) -> AsyncIterator[None]:
    if not names:
        yield
        return
    person = night.people[names[0]] = Person(names[0])
    async with connect(url, token=person.token, name=person.name) as client:
        phone = night.phones[person.name] = await client.open_tournament(night.director.code)
        await phone.conduct(acts.Register(person.name))
        await phone.until(lambda: phone.you.player is not None)
        await phone.conduct(acts.CheckIn(str(phone.you.player)))
        await night.director.until(lambda: night.number(person.name) is not None)
        async with arrived(night, url, *names[1:]):
            yield


async def phone_of(players: Players, night: Night, name: str, path: str = "") -> Table:
    """The page of a tournament, in the browser of this person's phone."""
    person = night.people.setdefault(name, Person(name))
    table = await players(night.house.url, person, bypass_csp=True, **PHONE)
    return await table.open(night.address + path)


async def at_board(players: Players, night: Night) -> Table:
    """Ada has been called to her board, where Bo waits."""
    ada = await phone_of(players, night, ADA)
    await night.begin()
    await night.ready(BO)
    await ada.act("ready").click()
    # Its place is there before what the tournament adds to the room.
    await expect(bar(ada)).to_contain_text("Table 1")
    await ada.online()
    return ada


async def friendly_game(house: House, person: Person) -> Scene:
    """A game that has begun, apart from the tournament."""
    scene = Scene(house, "", {WHITE: person, BLACK: Person("Dan")})
    command = c.CreateRoom(id="friendly", settings=Settings())
    scene.code = str(await house.rooms.create(person.actor, secret_of(person.token), command, (WHITE,)))
    await scene.sit(BLACK)
    await scene.roll_off()
    return scene


def now(table: Table) -> Locator:
    return table.page.locator(".now")


def bar(table: Table) -> Locator:
    return table.page.locator(".contest-bar")


def offers(table: Table) -> Locator:
    return table.page.locator(".offers")


async def no_fault(table: Table) -> None:
    """Nothing violates a rule of axe, in either theme, or is too small for a finger."""
    await table.page.wait_for_function(STYLED)
    await table.page.add_script_tag(path=AXE)
    for theme in ("light", "dark"):
        await table.page.evaluate("(theme) => narde.app.prefs.set('theme', theme)", theme)
        assert await table.page.evaluate(FAULTS, RULES) == [], theme
    assert await table.page.evaluate(SMALL) == []
    assert await table.page.evaluate("document.documentElement.scrollWidth") <= WIDTH


# --- from the door to the board ---------------------------------------------------------------------------------------


async def test_player_joins_with_a_name(players: Players, house: House) -> None:
    async with evening(house) as night:
        ada = await phone_of(players, night, "Guest 7")
        name = ada.page.locator("input[name=name]")
        await expect(name).to_have_value("Guest 7")
        await name.fill(ADA)
        await night.enter(CEM)
        await expect(ada.page.locator(".names")).to_contain_text(CEM)
        await expect(name).to_have_value(ADA)
        await expect(name).to_be_focused()
        await ada.act("join").click()
        await expect(now(ada)).to_have_attribute("data-why", "not_checked_in")
        await ada.act("here").click()
        await expect(now(ada)).to_have_attribute("data-why", "not_started")
        here = {ADA: "yes", CEM: "yes"}
        await night.director.until(lambda: {each.name: each.here for each in night.director.view.players} == here)


async def test_board_opens_when_both_are_ready(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        ada = await phone_of(players, night, ADA)
        await night.begin()
        await expect(now(ada)).to_contain_text("Table 1")
        await expect(ada.page.locator("[data-live=assertive]")).to_have_text("Table 1 · against Bo · to 1")
        assert await ada.page.title() == "Table 1 · against Bo · to 1 · narde"
        await ada.act("ready").click()
        await expect(now(ada)).to_contain_text("Bo is not ready")
        await expect(ada.act("ready")).to_have_count(0)
        await night.ready(BO)
        await expect(bar(ada)).to_have_text("← Friday nightRound 1 of 1 · Table 1")
        assert ada.page.url == f"{house.url}/{(await night.scene()).code}"
        await ada.page.reload()
        await expect(bar(ada)).to_contain_text("Friday night")
        await ada.act("to-tournament").click()
        await expect(ada.act("to-board")).to_be_visible()
        await night.do(acts.Announce("Coffee!"))
        await expect(ada.page.locator(".banner")).to_have_text("Coffee!")
        await ada.act("to-board").click()
        await expect(ada.board).to_be_visible()
        await expect(bar(ada)).to_contain_text("Coffee!")
        await no_fault(ada)


async def test_long_title_above_the_board_ends_in_an_ellipsis(players: Players, house: House) -> None:
    async with evening(house, ADA, BO, title="The open championship of the harbour in long narde") as night:
        ada = await at_board(players, night)
        title = bar(ada).locator(".contest-title")
        await expect(title).to_have_css("text-overflow", "ellipsis")
        assert await title.evaluate("(text) => text.scrollWidth > text.clientWidth && text.clientWidth > 0")
        assert await bar(ada).evaluate("(bar) => bar.scrollWidth <= bar.clientWidth")


async def test_call_reaches_every_screen(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        ada = await phone_of(players, night, ADA)
        await ada.page.evaluate("narde.app.go('/#watch')")
        await night.begin()
        await night.ready(BO)
        await expect(ada.page.locator(".call")).to_contain_text("Table 1 · against Bo")
        await no_fault(ada)
        await ada.act("call-ready").click()
        await expect(bar(ada)).to_be_visible()
        await expect(ada.page.locator(".call")).to_have_count(0)


async def test_call_reaches_a_page_that_is_opened_elsewhere(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        ada = await phone_of(players, night, ADA)
        await expect(now(ada)).to_be_visible()
        ada = Table(await ada.page.context.new_page(), house.url)
        await ada.open()
        await night.begin()
        await expect(ada.page.locator(".call")).to_contain_text("Table 1 · against Bo")
        await expect(ada.page.locator("[data-live=assertive]")).to_have_text("Table 1 · against Bo · to 1")
        await ada.act("call-ready").click()
        await expect(ada.page.locator(".call")).to_contain_text("Waiting for Bo")
        await ada.page.goto(f"{house.url}/#rules")
        await ada.page.reload()
        await expect(ada.page.locator(".call")).to_contain_text("Waiting for Bo")
        await night.ready(BO)
        await expect(bar(ada)).to_be_visible()
        await expect(ada.page.locator(".call")).to_have_count(0)
        await ada.page.goto(house.url)
        await expect(ada.act("call-board")).to_be_visible()
        await expect(ada.page.locator("html")).to_have_attribute("data-screen", "home")
        await no_fault(ada)
        await ada.act("call-board").click()
        await expect(bar(ada)).to_be_visible()
        await night.lose(BO)
        await ada.page.goto(house.url)
        await expect(ada.page.locator(".call")).to_have_count(0)


async def test_nobody_is_torn_out_of_another_game(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        other = await friendly_game(house, night.people[ADA])
        ada = await phone_of(players, night, ADA)
        await expect(now(ada)).to_be_visible()
        await ada.page.goto(f"{house.url}/{other.code}")
        await ada.online()
        await night.begin()
        await expect(ada.page.locator(".call")).to_contain_text("Table 1 · against Bo")
        for name in (ADA, BO):
            await night.do(acts.Ready("r1t1", str(night.number(name))))
        await expect(ada.act("call-board")).to_be_visible()
        assert ada.page.url == f"{house.url}/{other.code}"
        await ada.act("call-board").click()
        await expect(bar(ada)).to_be_visible()


async def test_player_is_called_from_another_tournament(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night, evening(house) as other:
        ada = await phone_of(players, night, ADA)
        await expect(now(ada)).to_be_visible()
        await ada.page.evaluate("(path) => narde.app.go(path)", other.address)
        await expect(ada.page.locator("html")).to_have_attribute("data-tournament", "public")
        await night.begin()
        await night.ready(BO)
        await expect(ada.page.locator(".call")).to_contain_text("Table 1 · against Bo")
        await ada.act("call-ready").click()
        await expect(bar(ada)).to_be_visible()


# --- in the room ------------------------------------------------------------------------------------------------------


async def test_pause_is_shown_on_the_board(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        ada = await at_board(players, night)
        await expect(ada.act("throw")).to_be_enabled()
        await night.do(acts.Pause("Pizza"))
        await expect(offers(ada)).to_contain_text("Pizza")
        await expect(ada.status).to_contain_text("paused")
        await expect(ada.act("throw")).to_be_disabled()
        await night.do(acts.Resume())
        await expect(ada.act("throw")).to_be_enabled()


async def test_end_of_the_match_leads_back(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        ada = await at_board(players, night)
        await ada.page.clock.install()
        await night.lose(BO)
        await expect(offers(ada)).to_contain_text(re.compile("won [12]–0"))
        await expect(offers(ada)).to_contain_text("Place 1 of 2")
        await expect(ada.act("rematch")).to_have_count(0)
        await ada.page.clock.fast_forward(8_000)
        await expect(now(ada)).to_contain_text(re.compile("won [12]–0"))
        await expect(ada.page.locator(".own-rounds")).to_contain_text("against Bo")


async def test_who_looks_around_stays(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        ada = await at_board(players, night)
        await ada.page.clock.install()
        await night.lose(BO)
        await expect(offers(ada)).to_contain_text("touch anything")
        await ada.page.locator(".chat").tap()
        await expect(offers(ada)).not_to_contain_text("touch anything")
        await ada.page.clock.fast_forward(20_000)
        assert await ada.page.evaluate("location.hash") == ""
        await expect(ada.board).to_be_visible()


async def test_another_phone_takes_the_seat(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        ada = await at_board(players, night)
        key = await night.office.issue_key(night.director.code, "player", night.number(ADA))
        other = await phone_of(players, night, "Ada's other phone", f"/key/{key.key}")
        await expect(bar(other)).to_be_visible()
        await expect(other.act("throw")).to_be_enabled()
        await expect(offers(ada)).to_contain_text("another device")


async def test_new_phone_with_the_players_link_is_his(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        for number in range(3):  # what it is comes while its page is being loaded, or before, or after
            key = await night.office.issue_key(night.director.code, "player", night.number(ADA))
            other = await phone_of(players, night, f"phone {number}", f"/key/{key.key}")
            await expect(now(other)).to_have_attribute("data-why", "not_started")


# --- away from the screen ---------------------------------------------------------------------------------------------


async def test_wooden_board_is_reported(players: Players, house: House) -> None:
    async with evening(house, ADA, length=2) as night:
        cem = await night.enter(CEM)
        ada = await phone_of(players, night, ADA)
        match = await night.begin()
        await expect(ada.act("claim")).to_be_disabled()
        await ada.act("own-more").click(click_count=2)
        await ada.act("other-more").click()
        await ada.act("claim").click()
        await expect(now(ada)).to_contain_text("You say: 2–1")
        await night.do(acts.Claim(match.match, cem, (0, 2) if match.b == cem else (2, 0)))
        await expect(now(ada)).to_contain_text("Cem says: you 0, they 2")
        await expect(now(ada)).to_contain_text("The director decides")
        await no_fault(ada)
        await ada.act("agree").click()
        await expect(now(ada)).to_contain_text("lost 0–2")


async def test_wooden_board_has_no_more_points_than_can_be(players: Players, house: House) -> None:
    for mars in (1, 2):
        async with evening(house, ADA, length=2, mars=mars) as night:
            await night.enter(CEM)
            ada = await phone_of(players, night, ADA)
            await night.begin()
            for _ in range(1 + mars):
                await expect(ada.act("own-more")).to_be_enabled()
                await ada.act("own-more").click()
            await expect(ada.act("own-more")).to_be_disabled()
            told = ada.page.locator(".wooden", has_text="A win by mars counts 2 points.")
            await expect(told).to_have_count(mars - 1)


async def test_leaving_is_asked_twice(players: Players, house: House) -> None:
    async with evening(house, ADA) as night:
        ada = await phone_of(players, night, ADA)
        await ada.act("withdraw").click()
        await ada.act("stay").click()
        await expect(ada.page.locator("dialog")).to_be_hidden()
        await ada.act("withdraw").click()
        await ada.page.locator("input[name=reason]").fill("the last train")
        await ada.act("confirm-withdraw").click()
        await expect(now(ada)).to_have_attribute("data-why", "withdrawn")
        await night.director.until(lambda: night.director.view.players[0].gone is not None)
        gone = night.director.view.players[0].gone
        assert gone is not None
        assert gone.reason == "the last train"


async def test_own_link_is_a_picture_to_scan(players: Players, house: House) -> None:
    async with evening(house, ADA) as night:
        ada = await phone_of(players, night, ADA)
        await ada.act("own-link").click()
        await expect(ada.page.locator(".own-link svg")).to_be_visible()
        await no_fault(ada)


# --- those who look on ------------------------------------------------------------------------------------------------


async def test_viewers_see_all_of_it(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        viewer = await phone_of(players, night, "Someone")
        match = await night.begin()
        await night.ready(ADA)
        await night.ready(BO)
        await expect(viewer.act("watch-table")).to_have_attribute("href", f"/{(await night.scene()).code}#watch")
        await viewer.act("by-name").click()
        await expect(viewer.page.locator(".by-name")).to_contain_text(ADA)
        await night.lose(BO)
        await viewer.page.locator(".standings summary", has_text=ADA).click()
        await expect(viewer.page.locator(".standings details[open]")).to_contain_text(BO)
        await night.director.until(lambda: not night.director.view.running)
        await night.do(acts.Finish())
        await expect(viewer.page.locator(".podium [data-rank='1']")).to_contain_text(ADA)
        await viewer.page.locator("[data-fold=journal] summary").click()
        await expect(viewer.page.locator(".journal")).to_contain_text(BO)
        await no_fault(viewer)
        assert match.result is None


async def test_podium_of_a_knock_out_has_no_points(players: Players, house: House) -> None:
    async with evening(house, ADA, BO, format_="single_elimination") as night:
        viewer = await phone_of(players, night, "Someone")
        match = await night.begin()
        won = Result("played", match.a, (1, 0))
        await night.do(acts.Report(match.match, won), acts.Finish())
        first, second = (viewer.page.locator(f".podium [data-rank='{rank}']") for rank in (1, 2))
        winner, loser = (night.director.view.player(player).name for player in (match.a, match.b))
        await expect(first).to_have_text(f"1{winner}Final: won against {loser}")
        await expect(second).to_have_text(f"2{loser}Final: lost to {winner}")
        await expect(viewer.page.locator(".standings .points")).to_have_count(0)
        await no_fault(viewer)


async def test_every_language_has_its_words(players: Players, house: House) -> None:
    async with evening(house, ADA, BO) as night:
        ada = await phone_of(players, night, ADA)
        await night.begin()
        await expect(ada.act("ready")).to_be_visible()
        for language in ("da", "de", "ru"):
            await speak(ada.page, language)
            await expect(ada.page.locator("html")).to_have_attribute("lang", language)
            text = await ada.page.locator("main").inner_text()
            assert re.findall(r"\b(?:player|why|tournament)\.\w+|\{\w+\}", text) == []
            assert await ada.page.evaluate("document.documentElement.scrollWidth") <= WIDTH
