"""A whole run: open the rooms, play for a while, compare the boards, count."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Protocol

from clients.load.tally import Tally

AT_ONCE = 16
"""Rooms that are being opened at the same time."""


class Runs(Protocol):
    async def run(self) -> None: ...


class Load(Protocol):
    """What a run consists of: a `Table`, or whatever is compared with it."""

    finished: asyncio.Event

    @property
    def clients(self) -> Sequence[Runs]: ...

    @property
    def ended(self) -> tuple[int, int]: ...

    async def arrival(self) -> None: ...

    async def open(self) -> None: ...

    def begin(self) -> None: ...

    async def end(self) -> int: ...


@asynccontextmanager
async def arrived(tables: Sequence[Load]) -> AsyncIterator[None]:
    """Connect all clients, and disconnect them at the end. Raises TimeoutError when the server cannot be reached."""
    listening = [asyncio.create_task(client.run()) for table in tables for client in table.clients]
    try:
        await asyncio.gather(*(table.arrival() for table in tables))
        yield
    finally:
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)


@asynccontextmanager
async def opened(tables: Sequence[Load]) -> AsyncIterator[None]:
    """Connect all clients and open all rooms. Raises also RuntimeError when the server refuses one."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def open_one(table: Load) -> None:
        async with gate:
            await table.open()

    async with arrived(tables):
        await asyncio.gather(*map(open_one, tables))
        yield


async def play(tables: Sequence[Load], tally: Tally, seconds: float, measure: Callable[[], None]) -> None:
    """Let opened rooms play, for so many seconds or until all have finished their games, and fill the tally.

    `measure` is called when counting begins and when it ends, before the boards are compared.
    """
    moves, games = _ended(tables)
    gc.collect()
    gc.freeze()  # or a look at all these tables would be taken for time that the server takes
    tally.clear()
    measure()
    began = time.perf_counter()
    for table in tables:
        table.begin()
    try:
        async with asyncio.timeout(seconds or None):
            await asyncio.gather(*(table.finished.wait() for table in tables))
    except TimeoutError:
        pass  # the time is up
    tally.seconds = time.perf_counter() - began
    measure()
    gc.unfreeze()
    tally.moves, tally.games = (after - before for after, before in zip(_ended(tables), (moves, games), strict=True))
    with tally.pause():
        tally.agreed = sum(await asyncio.gather(*(table.end() for table in tables)))
    tally.clients = sum(len(table.clients) for table in tables)


def _ended(tables: Sequence[Load]) -> tuple[int, int]:
    return sum(table.ended[0] for table in tables), sum(table.ended[1] for table in tables)
