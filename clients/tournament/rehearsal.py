"""A whole tournament among bots, on a server of its own if none is there."""

import asyncio
import os
import re
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import clients
from clients.lib.connection import connect
from clients.tournament.bots import play_all
from clients.tournament.director import direct, gather
from clients.tournament.pages import answers, home_of, public_page, shared_home
from clients.tournament.trouble import Trouble
from protocol.commands import Strength
from protocol.tournament.events import Config

HOME = Path(clients.__file__).parents[1]
"""Where the server's package lies beside this one."""
PATIENCE = 30.0
"""Seconds for a server to start, and to stop."""
_ADDRESS = re.compile(rb"http://127\.0\.0\.1:\d+")


async def rehearse(url: str, config: Config, number: int, strength: Strength, tell: Callable[[str], None]) -> None:
    """Bots play a tournament from the first round to the last. Raises an ExceptionGroup of what can go wrong."""
    async with connect(url) as client:
        key = await client.create_tournament(config)
        tournament = await client.open_tournament(key.tournament, key.key)
        tell(f"{number} bots play; watch them at {public_page(await shared_home(home_of(url)), key.tournament)}")
        async with asyncio.TaskGroup() as group:
            group.create_task(play_all(url, key.tournament, number, strength, lambda _: None))
            await gather(tournament, number, lambda _: None)
            await direct(tournament, tell, anyway=True)


@asynccontextmanager
async def some_server(url: str, tell: Callable[[str], None]) -> AsyncIterator[str]:
    """The WebSocket of the server at `url` if one answers there, else of a private one, which ends with the block."""
    if await answers(url):
        yield url
        return
    tell(f"No server answers at {home_of(url)}: a private one is started")
    with tempfile.TemporaryDirectory(prefix="narde-") as folder:
        process = await _start(folder)
        try:
            yield await _socket(process)
        finally:
            await _end(process)


async def _start(folder: str) -> Process:
    """In a session of its own, so that Ctrl+C is for us to pass on; the user's own settings are for his own server."""
    options = (
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--data-dir",
        folder,
        "--fsync",
        "everysec",
        "--log-level",
        "error",
    )
    environ = {name: value for name, value in os.environ.items() if not name.startswith("NARDE_")}
    line = (sys.executable, "-m", "server", *options)
    return await asyncio.create_subprocess_exec(*line, stdout=PIPE, cwd=HOME, env=environ, start_new_session=True)


async def _socket(process: Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        async for line in process.stdout:
            if found := _ADDRESS.search(line):
                return f"{found[0].decode().replace('http', 'ws', 1)}/ws"
    raise Trouble("the private server did not start; its reason stands above")


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        async with asyncio.timeout(PATIENCE):
            await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
