"""A thousand players hold nobody up."""

import asyncio
import os
import signal
import time
from concurrent.futures.process import BrokenProcessPool

import pytest

from protocol import commands as c
from protocol.messages import Ack
from protocol.tournament import acts
from server.tournaments.heavy import Heavy
from tests.server.tournaments.crowd import field
from tests.server.tournaments.guest import Guest
from tests.server.tournaments.hall import Hall


def process_id() -> int:
    return os.getpid()


def fail() -> None:
    raise ValueError("no such file")


async def test_heavy_work_is_done_elsewhere() -> None:
    heavy = Heavy()
    child = await heavy(process_id)
    assert child != os.getpid()
    assert await heavy(process_id) == child
    with pytest.raises(ValueError, match="no such file"):
        await heavy(fail)
    await heavy.close()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


async def test_lost_process_is_started_again() -> None:
    heavy = Heavy()
    child = await heavy(process_id)
    os.kill(child, signal.SIGKILL)
    assert await heavy(process_id) != child
    await heavy.close()


async def test_closed_one_starts_nothing() -> None:
    heavy = Heavy()
    await heavy(process_id)
    pending = asyncio.ensure_future(heavy(time.sleep, 60))
    await asyncio.sleep(0)
    await heavy.close()
    with pytest.raises((BrokenProcessPool, asyncio.CancelledError)):
        await pending
    assert heavy.process_ids == []


async def opened(hall: Hall, players: int) -> Guest:
    """The director of a large field."""
    director = await hall.guest("Director")
    code = await director.place.tournaments.create(b"secret", "director/1", "K" * 22, field(players))
    assert isinstance(code, str)
    return await director.open(code, "K" * 22)


async def test_thousand_players_are_paired_while_others_play() -> None:
    async with Hall(None) as hall:
        place = await hall.place()
        director, player = await opened(hall, 1000), await hall.guest("Ada")
        await director.act(acts.Start())
        pairing = asyncio.ensure_future(director.act(acts.PairRound(1)))
        answered = 0
        while not pairing.done():
            hall.clock.now += 1000  # whoever asks so often would be told to wait
            assert isinstance(await player.do(c.ListGames(id=hall.id())), Ack)
            answered += 1
            await asyncio.sleep(0)
        await pairing
        assert answered > 100
        await director.until(lambda guest: guest.rounds)
        assert len(director.rounds[1].matches) == 500
        assert place.heavy.process_ids
