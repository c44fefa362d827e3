"""A tournament night: a laptop that dies, a director, a projector, phones, and bots on the other seats."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from msgspec import structs
from playwright.async_api import Locator, expect
from playwright.async_api import TimeoutError as TooLate

from clients.bot.player import choose_at_random, is_to_throw
from clients.lib.connection import Client, CommandRefused, connect
from clients.lib.room import Room
from clients.lib.tournament import TournamentHandle, TournamentView
from engine.types import Color
from protocol.messages import ClocksView, SeatView, Snapshot
from protocol.tournament import acts
from protocol.tournament.events import Result
from protocol.tournament.views import MatchView, RoundView, Row
from server.tasks import end
from tests.e2e.processes import LaterProcess
from tests.web.browser import Players
from tests.web.table import SITUATION, Table

PHONE: Final = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PROJECTOR: Final = {"viewport": {"width": 1920, "height": 1080}}
PATIENCE: Final = 120
BOT_TURNS: Final = 1
"""Throws after which a bot that is to lose gives up; another plays to the end."""
LATE: Final = ("game_over", "stale_turn", "not_your_turn", "already_reported")
"""What may be answered to a command that was right when it was sent."""
AT_BOARD: Final = "(room) => window.narde?.app?.room?.code === room"
GONE: Final = "() => document.documentElement.dataset.screen === 'tournament'"
"""A board whose match is over goes back to the tournament by itself after a while."""
NEWEST: Final = "() => window.narde?.app?.tournament?.journal.at(-1)?.version ?? 0"
"""0 while a page begins anew, as it does when the server was away just when it wanted a part of itself."""
AT_REST: Final = """() => {
  const waits = document.querySelector(".notice")?.textContent;
  return window.narde?.app?.tournament?.online && !waits;
}"""
"""The page knows how everything stands, and is not about to begin anew: until then it says that nobody answers."""
BACK_MS: Final = 30_000
"""A page that begins anew does so five seconds after it was loaded."""
TO_DO: Final = f"""async () => {{
  for (;;) {{
    if (({GONE})()) return false;
    const now = ({SITUATION})();
    if (now && now.what !== "wait") return now.what !== "over";
    await new Promise(requestAnimationFrame);
  }}
}}"""
CLOCK_MS: Final = 2_000
"""By so much a running clock may have moved in a kill: the time between looking at it and dying."""


@dataclass(frozen=True)
class Picture:
    """What must be the same after the laptop has died: pairings, results and standings, boards and clocks."""

    version: int
    rounds: tuple[tuple[Any, ...], ...]
    results: dict[str, Result]
    standings: tuple[Row, ...]
    players: tuple[Any, ...]
    boards: dict[str, Snapshot]
    clocks: dict[str, ClocksView]


def picture_of(view: TournamentView, rooms: list[Snapshot]) -> Picture:
    matches = [match for each in view.rounds for match in each.matches] + [*view.play_offs]
    return Picture(
        version=view.version,
        rounds=tuple((each.number, _pairs(each), each.byes, each.closed, each.edits) for each in view.rounds),
        results={match.match: match.result for match in matches if match.result is not None},
        standings=view.standings.rows,
        players=view.players,
        boards={room.room: _board(room) for room in rooms},
        clocks={room.room: room.clocks for room in rooms if room.clocks is not None},
    )


def _without_rooms(view: TournamentView) -> list[MatchView]:
    """Those that are to be played here, and whose rooms are being looked for or made just now."""
    with_devices = {player.id for player in view.players if player.device}
    return [match for match in view.running if match.room is None and with_devices >= {match.a, match.b}]


def _pairs(round_: RoundView) -> tuple[Any, ...]:
    return tuple((match.match, match.table, match.a, match.b, match.ready, match.score) for match in round_.matches)


def _board(room: Snapshot) -> Snapshot:
    """Without what changes by itself, or by who looks at it."""
    seats = {
        color: seat and SeatView(player=seat.player, name=seat.name)
        for color, seat in (("white", room.white), ("black", room.black))
    }
    return structs.replace(room, version=0, at=0, clocks=None, watchers=0, you=(), **seats)


def assert_same(before: Picture, after: Picture) -> None:
    """What was just beginning may have begun, and a game that was over may have been reported."""
    over = [room for room, board in before.boards.items() if board.phase == "over"]
    for part in ("players",) if over else ("rounds", "results", "standings", "players"):
        was, now = getattr(before, part), getattr(after, part)
        assert now == was, (part, was, now)
    played = {room: board for room, board in before.boards.items() if board.phase not in ("waiting", "over")}
    assert {room: after.boards[room] for room in played} == played
    for room in played:
        stood, now = before.clocks[room], after.clocks[room]
        assert now.running == stood.running
        for one, other in ((now.white, stood.white), (now.black, stood.black)):
            assert abs(one - other) < CLOCK_MS, (room, stood, now)


def assert_kept(before: Picture, after: Picture) -> None:
    """Nothing that was known is gone or told otherwise."""
    assert after.version >= before.version
    pairs = [[pair[:4] for pair in pairs] for _, pairs, *_ in before.rounds]
    assert [[pair[:4] for pair in pairs] for _, pairs, *_ in after.rounds[: len(pairs)]] == pairs
    assert {match: after.results.get(match) for match in before.results} == before.results
    assert {row.player for row in before.standings} <= {row.player for row in after.standings}


# --- bots -------------------------------------------------------------------------------------------------------------


@dataclass
class Bot:
    """A device without hands. `lock` is held while it acts, so that a test can make all of them hold still."""

    name: str
    tournament: TournamentHandle
    client: Client
    loses: Callable[[str, str], bool]
    """Whether the first is to lose to the second."""
    luck: Random
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def take_part(self) -> None:
        await self.tournament.conduct(acts.Register(self.name))
        await self.tournament.until(lambda: self.tournament.you.player is not None)
        await self.tournament.conduct(acts.CheckIn(self._me))

    async def play(self) -> None:
        """Every match that has a room, until the tournament is over."""
        while await self._next():
            if match := self._match():
                async with self.lock:
                    await self._try(self.tournament.conduct(acts.Ready(match.match, self._me)))
                room = await self.client.watch(match.room or "")
                await self._game(room, self.loses(self.name, self._opponent(match)))
                await self.client.leave(room.code)

    @property
    def _me(self) -> str:
        assert self.tournament.you.player is not None
        return self.tournament.you.player

    async def _next(self) -> bool:
        await self.tournament.until(lambda: self._over or self._match() is not None)
        return not self._over

    @property
    def _over(self) -> bool:
        return self.tournament.view.head.phase == "finished"

    def _match(self) -> MatchView | None:
        mine = (match for match in self.tournament.view.running if self._me in (match.a, match.b))
        return next((match for match in mine if match.room is not None), None)

    def _opponent(self, match: MatchView) -> str:
        return self.tournament.view.player(match.b if match.a == self._me else match.a).name

    async def _game(self, room: Room, loses: bool) -> None:
        """The room is asked, not the tournament: there the end is known first."""
        while room.view.phase != "over":
            async with self.lock:
                await self._try(self._act(room, loses))
            if await anext(room, None) is None:
                return
        await self.tournament.until(lambda: (match := self._match()) is None or match.room != room.code)

    async def _act(self, room: Room, loses: bool) -> None:
        view = room.view
        if not view.you or view.phase in ("waiting", "over"):
            return
        me = view.you[0]
        tired = loses and view.turns[me is Color.BLACK] >= BOT_TURNS
        if tired and view.to_move is me:
            await room.resign(view.cost[me is Color.BLACK])
        elif room.graph is not None:
            steps = choose_at_random(self.luck, view, room.graph)
            await (room.play(steps) if steps else room.done())
        elif is_to_throw(view, me):
            await room.throw()

    async def _try(self, asked: Coroutine[Any, Any, Any]) -> None:
        """The game may end, or the turn pass, while a command is on its way."""
        try:
            await asked
        except CommandRefused as refused:
            if refused.code not in LATE:
                raise


# --- the evening ------------------------------------------------------------------------------------------------------


@dataclass
class Night:
    """Everything that happens goes through here, so that the laptop can die at any moment of it."""

    server: LaterProcess
    players: Players
    director: Table
    fatal: frozenset[int]
    """The moments, counted from 1, at which the laptop is killed."""
    luck: Random
    code: str = ""
    office: TournamentHandle | None = None
    """The director once more, past his browser."""
    screen: Table | None = None
    phones: dict[str, Table] = field(default_factory=dict)
    bots: list[Bot] = field(default_factory=list)
    moments: int = 0
    kills: int = 0
    corrected: bool = False
    """The director has put right what he had written down wrong."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def page(self) -> str:
        return f"/#tournament/{self.code}"

    async def moment(self, quiet: bool = True) -> None:
        """Something may go wrong here; when it is not quiet, somebody waits for an answer just now."""
        self.moments += 1
        if self.moments in self.fatal:
            await self.kill(quiet)

    async def kill(self, quiet: bool = True) -> None:
        """kill -9 the laptop's server, start it again, and find everything as it was.

        What is on its way may be done or not, but what was known stays.
        """
        self.kills += 1
        async with AsyncExitStack() as still:
            for bot in self.bots if quiet else ():
                await still.enter_async_context(bot.lock)
            before = await (self.settled() if quiet else self.picture())
            await self.server.kill()
            await self.server.start()
            (assert_same if quiet else assert_kept)(before, await self.picture())
        for table in (self.director, *self.phones.values()):
            await table.page.wait_for_function(AT_REST, timeout=BACK_MS)

    async def asked(self, table: Table, press: Callable[[], Awaitable[None]]) -> None:
        """Press something that asks something of the tournament, and wait until the page knows that it is so."""
        before = await (await table.page.wait_for_function(NEWEST)).json_value()
        await press()
        await self.moment(quiet=False)
        await table.page.wait_for_function(f"(before) => ({NEWEST})() > before", arg=before)
        await self.moment()

    async def settled(self) -> Picture:
        """How everything stands when all that was asked before has been told; a word of the director comes after it."""
        assert self.office is not None
        office = self.office
        said = await office.conduct(acts.Feature(None))
        await office.until(lambda: office.view.version >= said.version)
        return await self.picture()

    async def picture(self) -> Picture:
        """How everything stands, for somebody who has just come."""
        async with connect(self.server.url) as client:
            tournament = await client.open_tournament(self.code)
            await tournament.until(lambda: not _without_rooms(tournament.view))
            rooms = [match.room for match in tournament.view.running if match.room is not None]
            return picture_of(tournament.view, [(await client.watch(room)).view for room in rooms])

    async def view(self) -> TournamentView:
        async with connect(self.server.url) as client:
            tournament = await client.open_tournament(self.code)
            await tournament.until(lambda: not _without_rooms(tournament.view))
            return tournament.view

    # --- the director -------------------------------------------------------------------------------------------------

    def act(self, name: str, inside: str = ".console") -> Locator:
        """What the director can press."""
        return self.director.page.locator(f"{inside} [data-act='{name}']").first

    @property
    def next(self) -> Locator:
        """The sentence that says what he does next."""
        return self.director.page.locator(".console-next")

    async def press(self, name: str, inside: str = ".console") -> None:
        """Ask the tournament for something."""
        await self.asked(self.director, self.act(name, inside).click)

    async def answer(self, **fields: str) -> None:
        """Fill in the question that is open, and send it off."""
        dialog = self.director.page.locator("dialog[open]")
        for name, value in fields.items():
            await dialog.locator(f"[name='{name}']").fill(value)
        await self.asked(self.director, dialog.locator("[data-act='dialog-submit']").click)
        await expect(dialog).to_have_count(0)

    async def choose(self, outcome: str) -> None:
        await self.director.page.locator(f"dialog[open] [value='{outcome}']").check()

    async def tab(self, name: str) -> None:
        await self.director.page.locator(f"#tab-{name}").click()

    async def look_at_round(self, number: int) -> None:
        await self.tab("round")
        await self.act("look").select_option(str(number))

    def row(self, match: str) -> Locator:
        return self.director.page.locator(f"li[data-match='{match}']")

    # --- phones -------------------------------------------------------------------------------------------------------

    async def phone(self, name: str, path: str) -> Table:
        """A phone that nobody has used before."""
        table = await self.players(self.url, None, **PHONE)
        self.phones[name] = table
        return await table.open(path)

    async def comes(self, name: str) -> Table:
        """Somebody scans the QR code and types his name."""
        phone = await self.phone(name, self.page)
        await phone.page.locator("input[name=name]").fill(name)
        await self.asked(phone, phone.act("join").click)
        await expect(phone.page.locator(".now")).to_have_attribute("data-why", "not_checked_in")
        return phone

    async def sits_down(self, name: str) -> None:
        """Ready: the board opens by itself when the other one is."""
        await self.asked(self.phones[name], self.phones[name].act("ready").click)

    async def play(self, match: MatchView, names: list[str], loser: str | None) -> None:
        """Those who have phones throw and move by hand for a while. Then the loser gives up, if he is one of them."""
        tables = {name: self.phones[name] for name in names}
        for table in tables.values():
            await table.page.wait_for_function(AT_BOARD, arg=match.room)
            await table.online()
        while not await self._tired(tables.get(loser or "")) and await _one_plays([*tables.values()]):
            await self.moment()
        for table in tables.values():
            if not await table.page.evaluate(GONE):
                with suppress(TooLate):  # it goes back by itself just now
                    await table.act("back").click()
            await expect(table.page.locator(".now")).to_be_visible()

    async def _tired(self, table: Table | None) -> bool:
        """The loser has had a turn, and has had enough."""
        if table is None or await table.ask("({ view }) => view.turns[view.you[0] === 'black' ? 1 : 0] === 0"):
            return False
        await table.act("resign").click()
        await table.act("confirm-resign").click()
        await table.wait("room => room.view.winner")
        return True

    # --- bots ---------------------------------------------------------------------------------------------------------

    async def bot(self, name: str, loses: Callable[[str, str], bool], stack: AsyncExitStack) -> Bot:
        client = await stack.enter_async_context(connect(self.server.url, name=name, patience=PATIENCE))
        bot = Bot(name, await client.open_tournament(self.code), client, loses, Random(self.luck.random()))
        await bot.take_part()
        self.bots.append(bot)
        return bot


@asynccontextmanager
async def night(server: LaterProcess, players: Players, seed: int, kills: int, moments: int) -> AsyncIterator[Night]:
    """An evening that has not begun, with so many kills among its first `moments`."""
    luck = Random(seed)
    fatal = frozenset(luck.sample(range(1, moments + 1), kills))
    director = await players(f"http://127.0.0.1:{server.port}")
    yield Night(server, players, director, fatal, luck)


async def _one_plays(tables: list[Table]) -> bool:
    """Whoever can do something first does it; False when the match is over."""
    waiting = {asyncio.create_task(_something_to_do(table)): table for table in tables}
    done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    await end(others)
    found = done.pop()
    return found.result() and await waiting[found].play_on("touch")


async def _something_to_do(table: Table) -> bool:
    """Wait until there is; False when a match was over for so long that its page has gone back to the tournament."""
    async with asyncio.timeout(PATIENCE):
        return bool(await table.page.evaluate(TO_DO))
