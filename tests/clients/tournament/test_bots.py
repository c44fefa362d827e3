"""Bots at the boards of a real server, and a director who changes his mind."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from clients.bot.player import chooser
from clients.lib.connection import Client, connect
from clients.lib.tournament import TournamentHandle
from clients.tournament.bots import take_part
from clients.tournament.director import gather
from protocol.tournament import acts
from protocol.tournament.events import Config, Result
from protocol.tournament.views import MatchView
from tests.e2e.processes import ServerProcess

pytestmark = pytest.mark.timeout(200)


@dataclass
class Hall:
    """A director's connection and his tournament; `said` is what the bots say at the end."""

    client: Client
    tournament: TournamentHandle
    said: list[str] = field(default_factory=list)

    @property
    def match(self) -> MatchView:
        current = self.tournament.view.current
        assert current is not None
        return current.matches[0]

    async def start(self, players: int) -> None:
        """The first round, once so many are here."""
        await gather(self.tournament, players, lambda _: None)
        for act in (acts.Start(), acts.PairRound(1), acts.StartRound(1)):
            await self.tournament.conduct(act)
        await self.tournament.until(lambda: bool(self.tournament.view.running))

    async def reaches(self, turn: int) -> str:
        """Until the match has got so far; its room."""
        await self.tournament.until(lambda: self.match.room is not None)
        room = await self.client.watch(self.match.room or "")
        while room.view.turn < turn:
            await anext(room)
        return room.code


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("server") / "data")
    await server.start()
    yield server
    await server.end()


@asynccontextmanager
async def hall(url: str, bots: int) -> AsyncIterator[Hall]:
    """So many bots, who are waited for at the end."""
    async with connect(url) as client:
        key = await client.create_tournament(Config("Cup", "round_robin"))
        hall = Hall(client, await client.open_tournament(key.tournament, key.key))
        async with asyncio.TaskGroup() as group:
            for number in range(bots):
                choose = chooser("steady", random.Random(number))
                group.create_task(take_part(url, key.tournament, f"Bot {number}", choose, hall.said.append))
            yield hall


async def test_pause_is_waited_out(server: ServerProcess) -> None:
    async with hall(server.url, bots=2) as cup:
        await cup.start(2)
        code = await cup.reaches(4)
        await cup.tournament.conduct(acts.Pause("supper"))
        await cup.tournament.until(lambda: cup.tournament.view.head.paused is not None)
        await cup.tournament.conduct(acts.Resume())
        await cup.tournament.until(lambda: cup.match.result is not None)
        assert cup.match.room == code
        assert cup.match.source == "server"
        await cup.tournament.conduct(acts.Finish())
    assert sorted(line.split(": ")[1] for line in cup.said) == ["place 1", "place 2"]


async def test_cancelled_match_goes_on_in_another_room(server: ServerProcess) -> None:
    async with hall(server.url, bots=2) as cup:
        await cup.start(2)
        code = await cup.reaches(4)
        await cup.tournament.conduct(acts.CancelMatch(cup.match.match, "a wrong clock"))
        await cup.tournament.until(lambda: cup.match.room not in (None, code))
        await cup.tournament.until(lambda: cup.match.result is not None)
        await cup.tournament.conduct(acts.Finish())
    assert len(cup.said) == 2


async def test_result_from_the_director_ends_the_play(server: ServerProcess) -> None:
    async with hall(server.url, bots=2) as cup:
        await cup.start(2)
        await cup.reaches(4)
        forfeit = Result("forfeit", cup.match.a)
        await cup.tournament.conduct(acts.Report(cup.match.match, forfeit, "telephone"))
        await cup.tournament.until(lambda: cup.match.result == forfeit)
        await cup.tournament.conduct(acts.Finish())
    assert len(cup.said) == 2


async def test_withdrawn_bot_goes_home(server: ServerProcess) -> None:
    async with hall(server.url, bots=1) as cup:
        await gather(cup.tournament, 1, lambda _: None)
        await cup.tournament.conduct(acts.Withdraw("p1"))
    assert cup.said == ["Bot 0: without a place"]


async def test_bot_waits_while_its_board_is_wooden(server: ServerProcess) -> None:
    async with hall(server.url, bots=1) as cup:
        await cup.tournament.conduct(acts.Register("Anna"))
        await cup.tournament.until(lambda: len(cup.tournament.view.players) == 2)
        anna = next(player.id for player in cup.tournament.view.players if player.name == "Anna")
        await cup.tournament.conduct(acts.CheckIn(anna))
        await cup.start(2)
        assert cup.match.room is None
        await cup.tournament.conduct(acts.Report(cup.match.match, Result("played", anna, _won(cup, anna))))
        await cup.tournament.until(lambda: cup.match.result is not None)
        await cup.tournament.conduct(acts.Finish())
    assert cup.said == ["Bot 0: place 2"]


def _won(cup: Hall, player: str) -> tuple[int, int]:
    return (1, 0) if cup.match.a == player else (0, 1)
