"""A tournament on a real server: what outlives it, what it prints, and what it answers to a browser."""

import asyncio
import contextlib
import itertools
import json
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

from protocol import commands as c
from protocol.messages import Ack, Error, Key, Snapshot, Tournament, TournamentYou
from protocol.settings import Control, Settings
from protocol.tournament import acts
from protocol.tournament.acts import AnyAct
from protocol.tournament.events import Config
from protocol.tournament.views import MatchView
from server.tournaments.access import OFFICE
from tests.server.running import Player, Process, player, process

TIMED = Config(title="Friday", matches=Settings(control=Control(timing="delay", bank=600_000, extra=10_000)))
TOKENS = ("director-director-director", "anna-anna-anna-anna-anna", "boris-boris-boris-boris")
ids = map(str, itertools.count(1))


@contextlib.asynccontextmanager
async def people(server: Process) -> AsyncIterator[list[Player]]:
    async with contextlib.AsyncExitStack() as stack:
        connections = [await stack.enter_async_context(player(server.port)) for _ in TOKENS]
        for connection, token in zip(connections, TOKENS, strict=True):
            await connection.hello(token)
        yield connections


async def done(someone: Player, command: c.AnyCommand) -> Ack:
    answer = await someone.do(command)
    assert isinstance(answer, Ack), answer
    return answer


async def act(someone: Player, code: str, what: AnyAct) -> None:
    await done(someone, c.Conduct(id=next(ids), tournament=code, act=what))


async def opened(someone: Player, code: str, key: str | None = None) -> Tournament:
    await done(someone, c.OpenTournament(id=next(ids), tournament=code, key=key))
    complete = await someone.until(Tournament)
    await someone.until(TournamentYou)
    return complete


async def begun(director: Player, players: list[Player]) -> tuple[Key, MatchView]:
    """A tournament of two, and its match, which is being played."""
    await done(director, c.CreateTournament(id=next(ids), config=TIMED))
    key = await director.until(Key)
    await opened(director, key.tournament, key.key)
    for number, someone in enumerate(players, start=1):
        await opened(someone, key.tournament)
        await act(someone, key.tournament, acts.Register(f"Player {number}"))
        await act(someone, key.tournament, acts.CheckIn(f"p{number}"))
    for what in (acts.Start(), acts.PairRound(1), acts.StartRound(1)):
        await act(director, key.tournament, what)
    match = await room_of(director)
    for number, someone in enumerate(players, start=1):
        await act(someone, key.tournament, acts.Ready(match.match, f"p{number}"))
    return key, match


async def room_of(director: Player) -> MatchView:
    while True:
        news = await director.until(Tournament)
        if news.rounds and (match := news.rounds[0].matches[0]).room:
            return match


async def board(someone: Player, room: str) -> Snapshot:
    await someone.do(c.Subscribe(id=next(ids), room=room))
    return [message for message in someone.seen if isinstance(message, Snapshot)][-1]


async def get(server: Process, path: str) -> tuple[str, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: narde.example\r\n\r\n".encode())
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    return head.decode(), body


async def test_killed_server_goes_on_with_the_round(tmp_path: Path) -> None:
    async with process(tmp_path / "data") as server, people(server) as (director, *players):
        key, match = await begun(director, players)
        before = await board(players[0], str(match.room))
        assert await server.stop(signal.SIGKILL) != 0
    async with process(tmp_path / "data") as server, people(server) as (director, *players):
        after = await opened(director, key.tournament, key.key)
        room = await room_of(director) if not after.rounds[0].matches[0].room else after.rounds[0].matches[0]
        assert room.room == match.room
        again = await board(players[0], str(room.room))
        assert (again.position, again.white, again.black, again.you) == (
            before.position,
            before.white,
            before.black,
            before.you,
        )
        await opened(players[0], key.tournament)
        loser = players[0] if again.you else players[1]
        await done(loser, c.Resign(id=next(ids), room=str(room.room), points=2))
        while not (news := await director.until(Tournament)).rounds:
            pass
        assert news.rounds[0].closed


async def test_lost_director_finds_a_new_link(tmp_path: Path) -> None:
    async with process(tmp_path / "data") as server, people(server) as (director, *_):
        await done(director, c.CreateTournament(id=next(ids), config=TIMED))
        code = (await director.until(Key)).tournament
        office = (tmp_path / "data" / OFFICE).read_text().strip()
        async with player(server.port) as shell:
            await shell.hello()
            await done(shell, c.IssueKey(id="1", tournament=code, role="director", office=office))
            assert (await opened(shell, code, (await shell.until(Key)).key)).head is not None
    async with process(tmp_path / "data") as server, player(server.port) as laptop:
        await laptop.hello()
        link = await server.printed_line("#tournament/")
        found = re.search(rf"http://\S+/#tournament/{code}/key/([A-Za-z0-9_-]+)$", link.strip())
        assert found is not None
        await opened(laptop, code, found[1])
        assert [message.you.role for message in laptop.seen if isinstance(message, TournamentYou)] == ["director"]


async def test_tournament_is_a_file_for_a_browser(tmp_path: Path) -> None:
    async with process(tmp_path / "data") as server, people(server) as (director, *players):
        key, _ = await begun(director, players)
        head, body = await get(server, f"/tournaments/{key.tournament}.json")
        assert "200 OK" in head
        assert f'filename="narde-{key.tournament}.json"' in head
        assert json.loads(body)["tournament"] == key.tournament
        head, body = await get(server, f"/tournaments/{key.tournament}.csv")
        assert "Content-Type: text/csv; charset=utf-8" in head
        assert "Player 1" in body.decode("utf-8-sig")
        for path in ("/tournaments/AAAAAA.json", "/tournaments/abc.json", f"/tournaments/{key.tournament}.exe"):
            assert "404" in (await get(server, path))[0]
        answers = [(await get(server, f"/tournaments/{key.tournament}.csv"))[0] for _ in range(10)]
        assert "429" in answers[-1]


async def test_keys_are_neither_logged_nor_kept(tmp_path: Path) -> None:
    async with process(tmp_path / "data", "--log-level", "debug") as server:
        async with people(server) as (director, *players):
            key, _ = await begun(director, players)
            await done(director, c.IssueKey(id=next(ids), tournament=key.tournament, role="player", player="p1"))
            own = await director.until(Key)
            answer = await players[1].do(c.OpenTournament(id=next(ids), tournament=key.tournament, key=own.key))
            assert isinstance(answer, Error)  # who plays for himself
        await server.stop(signal.SIGTERM)
    office = (tmp_path / "data" / OFFICE).read_text().strip()
    log = "".join(server.logged).encode()
    files = (file for file in (tmp_path / "data").rglob("*") if file.is_file() and file.name != OFFICE)
    kept = b"".join(file.read_bytes() for file in files)
    told = repr([someone.seen for someone in players]).encode()
    assert key.tournament.encode() in kept
    for secret in (key.key, own.key, office, *TOKENS):
        assert [secret.encode() in where for where in (log, kept, told)] == [False, False, False]
