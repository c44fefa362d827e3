"""`--workers N`: N server processes on one port, sharing one store. A worker that dies is started again."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable

from server.config import Config

log = logging.getLogger(__name__)

RESTART_SECONDS = 1.0


async def run(config: Config, url: str, until_stopped: Callable[[], Awaitable[None]]) -> None:
    """Keep `config.workers` workers alive until told to stop, then let each close its connections."""
    keepers = [asyncio.create_task(_keep(config, url, number)) for number in range(config.workers)]
    try:
        await until_stopped()
    finally:
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)


async def _keep(config: Config, url: str, number: int) -> None:
    while True:
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "server", *config.for_worker(url), env=os.environ, start_new_session=True
        )
        try:
            code = await worker.wait()
        except asyncio.CancelledError:
            await _stop(worker)
            raise
        log.warning("worker %d ended with %d and is started again", number, code)
        await asyncio.sleep(RESTART_SECONDS)


async def _stop(worker: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        worker.send_signal(signal.SIGTERM)
    await worker.wait()
