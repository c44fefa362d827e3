"""Our server beside the bare floor, on the same cores in one run: `python -m tests.bench.bench_server [PART ...]`.

Parts: steps-100, steps-1000, plays-100, plays-1000, paced, memory, watchers, crowd, bytes; all of them when none is
named. What counts is the ratio: other work on the machine slows both. README.md beside this file says what was found.
"""

import asyncio
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

import uvloop

from clients.load.__main__ import allow_many_connections
from clients.load.run import Load, arrived, opened, play
from clients.load.table import Table
from clients.load.tally import Tally
from clients.load.usage import Usage
from tests.bench.floor_load import FloorTable
from tests.bench.rejoin import rejoin_bytes

ROOT = Path(__file__).parents[2]
ROUNDS = 7
CROWD_ROUNDS = 3
SECONDS = 4.0
PACED_ROOMS = 300
ROOMS_TO_WARM_UP = 100
ROOMS_IN_MEMORY = 1000
WATCHERS = 1000
CROWD_PACE = 10.0
CROWD_SECONDS = 40.0
WATCHED_PACE = 4.0
"""Commands a second in the watched room: few enough that the clients, on the same cores, keep up."""


@dataclass(frozen=True, slots=True)
class Target:
    """A server that runs: its process and its address."""

    name: str
    pid: int
    url: str

    def table(self, tally: Tally, seed: int, watchers: int = 0, pace: float = 0.0, by_step: bool = False) -> Load:
        if self.name == "floor":
            return FloorTable(self.url, tally, watchers, pace)
        return Table(self.url, tally, Random(seed), watchers=watchers, pace=pace, by_step=by_step)


@dataclass(frozen=True, slots=True)
class Run:
    """What came out of playing: the counts, and what the server has used before and after."""

    tally: Tally
    before: Usage
    after: Usage

    @property
    def server(self) -> float:
        return self.after.server - self.before.server

    @property
    def store(self) -> float:
        return self.after.store - self.before.store

    def p99(self, name: str) -> float:
        return self.tally.percentiles(name)["p99"]


@asynccontextmanager
async def started(name: str) -> AsyncIterator[Target]:
    """A fresh server on a fresh store."""
    with tempfile.TemporaryDirectory(prefix="narde-bench-") as folder:
        ours = ("-m", "server", "--host", "127.0.0.1", "--port", "0", "--data-dir", folder, "--log-level", "warning")
        line = ours if name == "ours" else ("-m", "tests.bench.floor", folder)
        process = await asyncio.create_subprocess_exec(sys.executable, *line, cwd=ROOT, stdout=PIPE)
        try:
            yield Target(name, process.pid, await _address(process))
        finally:
            process.terminate()
            await process.communicate()


async def _address(process: asyncio.subprocess.Process) -> str:
    """Ours prints its address among other words, the floor its port alone."""
    assert process.stdout is not None
    while line := (await process.stdout.readline()).decode().strip():
        if line.isdigit():
            return f"ws://127.0.0.1:{line}"
        if line.startswith("http://"):
            return line.replace("http", "ws") + "/ws"
        if line.startswith("narde is running"):
            continue
    raise RuntimeError("the server did not start")


async def played(
    target: Target, rooms: int, watchers: int = 0, pace: float = 0.0, seconds: float = SECONDS, by_step: bool = False
) -> Run:
    """Play so many rooms, check every board, and return the figures. Raises RuntimeError for boards that differ."""
    tally, used = Tally(), list[Usage]()
    tables = [target.table(tally, seed, watchers, pace, by_step) for seed in range(rooms)]
    async with opened(tables):
        await play(tables, tally, seconds, lambda: used.append(Usage.of(target.pid)))
    if not tally.sound:
        raise RuntimeError(tally.report())
    return Run(tally, *used)


def show(what: str, ours: float, floor: float, ratio: float, wanted: str) -> None:
    print(f"{what:52}{ours:12,.2f}{floor:12,.2f}{ratio:8.2f}   {wanted}", flush=True)


async def both(part: Callable[[Target], Awaitable[Run]]) -> tuple[Run, Run]:
    runs = []
    for name in ("ours", "floor"):
        async with started(name) as target:
            runs.append(await part(target))
    return runs[0], runs[1]


async def rounds(part: Callable[[Target], Awaitable[Run]]) -> list[tuple[Run, Run]]:
    """Ours and the floor in turn, several times: the machine's speed changes, and so hardly within a pair."""
    return [await both(part) for _ in range(ROUNDS)]


def show_medians(what: str, runs: Sequence[tuple[Run, Run]], figure: Callable[[Run], float], wanted: str) -> None:
    pairs = [(figure(ours), figure(floor)) for ours, floor in runs]
    ours, floor = (median(pair[number] for pair in pairs) for number in (0, 1))
    show(what, ours, floor, median(ours / floor for ours, floor in pairs), wanted)


async def fast(rooms: int, by_step: bool) -> None:
    runs = await rounds(lambda target: played(target, rooms, by_step=by_step))
    how = f"{rooms} rooms, {'steps' if by_step else 'plays'}"
    show_medians(
        f"commands a server CPU second, {how}", runs, lambda run: run.tally.commands / run.server, "at least 0.5"
    )
    show_medians(
        f"the same with the store's CPU, {how}", runs, lambda run: run.tally.commands / (run.server + run.store), ""
    )


async def paced() -> None:
    runs = await rounds(lambda target: played(target, PACED_ROOMS, pace=1.0))
    what = f"p99 ms to the opponent, {PACED_ROOMS} rooms at 1 a second"
    show_medians(what, runs, lambda run: run.p99("opponent"), "at most 2.5")


async def watchers() -> None:
    runs = await rounds(lambda target: played(target, 1, watchers=WATCHERS, pace=WATCHED_PACE))
    deliveries = f"deliveries a server CPU second, {WATCHERS} watchers"
    show_medians(deliveries, runs, lambda run: run.tally.watched / run.server, "at least 0.85")


async def crowd() -> None:
    """Ours alone: how long a command takes to the opponent while a crowd watches, and while nobody does."""
    async with started("ours") as target:
        found = [await _watched(target, watchers) for watchers in (WATCHERS, 0) * CROWD_ROUNDS]
    watched, alone = median(found[::2]), median(found[1::2])
    print(f"{f'p99 ms to the opponent, {WATCHERS} watch / nobody does':52}{watched:12.2f}{alone:12.2f}", end="")
    print(f"{watched / alone:8.2f}   at most 2")


async def _watched(target: Target, watchers: int) -> float:
    """The p99 in ms of a game that so many watch from another process."""
    tally = Tally()
    table = Table(target.url, tally, Random(watchers), pace=CROWD_PACE)
    async with opened([table]):
        line = ("-m", "tests.bench.crowd", target.url, table.white.room or "", str(watchers))
        process = await asyncio.create_subprocess_exec(sys.executable, *line, cwd=ROOT, stdin=PIPE, stdout=PIPE)
        assert process.stdout is not None
        await process.stdout.readline()
        await play([table], tally, CROWD_SECONDS, lambda: None)
        await process.communicate(b"")
    return tally.percentiles("opponent")["p99"]


async def memory() -> None:
    """Resident bytes that connections add which do nothing, and that rooms add in which two players play.

    The first rooms also pay for what all share: modules, tables, caches, and the heap that work takes for a moment. So
    some are played in before, and told apart.
    """
    found = []
    for name in ("ours", "floor"):
        async with started(name) as target:
            found.append([await _idle(target)])
        async with (
            started(name) as target,
            _playing(target, 0, ROOMS_TO_WARM_UP) as first,
            _playing(target, ROOMS_TO_WARM_UP, ROOMS_IN_MEMORY) as more,
        ):
            found[-1] += [more, first]
    names = ("a connection", "a room with its two connections", f"the same, the first {ROOMS_TO_WARM_UP}")
    for what, wanted, ours, floor in zip(names, ("at most 1.4", "at most 1.4", ""), *found, strict=True):
        show(f"KiB {what}", ours, floor, ours / floor, wanted)


async def _idle(target: Target) -> float:
    """KiB of each connection that does nothing."""
    before = Usage.of(target.pid).memory
    tables = [target.table(Tally(), number) for number in range(ROOMS_IN_MEMORY)]
    async with arrived(tables):
        return (Usage.of(target.pid).memory - before) / 1024 / (2 * len(tables))


@asynccontextmanager
async def _playing(target: Target, seed: int, rooms: int) -> AsyncIterator[float]:
    """KiB of each room; they have been played in for a while, by people, and stay open."""
    tally, before = Tally(), Usage.of(target.pid).memory
    tables = [target.table(tally, seed + number, pace=1.0) for number in range(rooms)]
    async with opened(tables):
        await play(tables, tally, SECONDS, lambda: None)
        yield (Usage.of(target.pid).memory - before) / 1024 / len(tables)


async def sizes() -> None:
    found = await rejoin_bytes()
    for what, octets, wanted in found:
        print(f"{what:52}{octets:12,}{'':20}   {wanted}")


PARTS: dict[str, Callable[[], Awaitable[None]]] = {
    "steps-100": lambda: fast(100, by_step=True),
    "steps-1000": lambda: fast(1000, by_step=True),
    "plays-100": lambda: fast(100, by_step=False),
    "plays-1000": lambda: fast(1000, by_step=False),
    "paced": paced,
    "memory": memory,
    "watchers": watchers,
    "crowd": crowd,
    "bytes": sizes,
}


async def main(parts: Sequence[str]) -> None:
    print(f"{'':52}{'ours':>12}{'floor':>12}{'ratio':>8}   wanted")
    for part in parts or PARTS:
        await PARTS[part]()


if __name__ == "__main__":
    allow_many_connections()
    uvloop.run(main(sys.argv[1:]))
