"""Bots that take part in a tournament like people with phones: they register, check in, sit down and play."""

import asyncio
import logging
import random
from collections.abc import Callable

from clients.bot.player import Chooser, chooser, play_match
from clients.lib.connection import Client, CommandRefused, connect
from clients.lib.room import Room
from clients.lib.tournament import TournamentHandle
from protocol.commands import Strength
from protocol.tournament import acts
from protocol.tournament.views import MatchView

log = logging.getLogger(__name__)

PATIENCE = 300.0
"""Seconds without a server after which a bot gives up; a restart takes less."""


async def play_all(url: str, code: str, number: int, strength: Strength, tell: Callable[[str], None]) -> None:
    """Let so many bots play until the tournament is over. Raises an ExceptionGroup of what `take_part` raises."""
    async with asyncio.TaskGroup() as group:
        for each in range(1, number + 1):
            choose = chooser(strength, random.Random())
            group.create_task(take_part(url, code, f"Bot {each}", choose, tell))


async def take_part(url: str, code: str, name: str, choose: Chooser, tell: Callable[[str], None]) -> None:
    """One bot, until the tournament is over or it is no longer in it. Raises what `Client` raises."""
    async with connect(url, name=name, patience=PATIENCE) as client:
        tournament = await client.open_tournament(code)
        await _check_in(tournament, name)
        while (match := await _next(tournament)) is not None:
            if (room := await _sit_down(client, tournament, match)) is not None:
                await _play(tournament, room, choose)
                await client.leave(room.code)
        tell(_farewell(tournament))


async def _check_in(tournament: TournamentHandle, name: str) -> None:
    await tournament.conduct(acts.Register(name))
    await tournament.until(lambda: _seat(tournament) is not None)
    await tournament.conduct(acts.CheckIn(_seat(tournament) or ""))


def _seat(tournament: TournamentHandle) -> str | None:
    """The name of the player that this bot is, once it is in the list."""
    me = tournament.you.player
    return me if any(player.id == me for player in tournament.view.players) else None


async def _next(tournament: TournamentHandle) -> MatchView | None:
    """The next match that can be played, None when there will be none."""
    await tournament.until(lambda: _out(tournament) or _room(tournament) is not None)
    return None if _out(tournament) else _match(tournament)


def _out(tournament: TournamentHandle) -> bool:
    """The tournament is over, or this bot has been withdrawn, or another device plays for it."""
    me = _seat(tournament)
    return tournament.view.head.phase == "finished" or me is None or tournament.view.player(me).gone is not None


def _match(tournament: TournamentHandle) -> MatchView | None:
    """Where this bot is to play now; during a pause nowhere."""
    view, me = tournament.view, tournament.you.player
    running = view.running if view.head.paused is None else ()
    return next((match for match in running if me in (match.a, match.b) and match.room is not None), None)


def _room(tournament: TournamentHandle) -> str | None:
    match = _match(tournament)
    return None if match is None else match.room


async def _sit_down(client: Client, tournament: TournamentHandle, match: MatchView) -> Room | None:
    """None when the director was faster, with a pause or a result: the next news tell."""
    try:
        await tournament.conduct(acts.Ready(match.match, tournament.you.player or ""))
        return await client.watch(match.room or "")
    except CommandRefused as refused:
        log.info("match %s: %s", match.match, refused)
        await tournament.changed()
        return None


async def _play(tournament: TournamentHandle, room: Room, choose: Chooser) -> None:
    """Until the tournament says that this match is over, stopped, or goes on in another room."""
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(play_match(room, choose))
        await tournament.until(lambda: _room(tournament) != room.code)
        playing.cancel()


def _farewell(tournament: TournamentHandle) -> str:
    me, view = _seat(tournament), tournament.view
    if me is None:
        return "A bot is no longer in the tournament"
    rank = next((row.rank for row in view.standings.rows if row.player == me), 0)
    return f"{view.player(me).name}: {f'place {rank}' if rank else 'without a place'}"
