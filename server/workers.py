"""`--workers N`: N server processes on one port, sharing one store. A worker that dies is started again."""

import asyncio
import contextlib
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Iterator

from server.config import Config
from server.store.embedded import die_with_parent

log = logging.getLogger(__name__)

RESTART_SECONDS = 1.0
STOP_SECONDS = 15.0
"""A worker needs a few to let its clients go."""
_POLL_SECONDS = 0.05


@contextlib.asynccontextmanager
async def running(config: Config, url: str) -> AsyncIterator[int]:
    """Keep `config.workers` workers alive on one port, which is given once the first of them listens.

    At the end each of them closes its connections. Raises OSError when the port cannot be had.
    """
    with reserved_port(config.host, config.port) as holder:
        port: int = holder.getsockname()[1]
        environment = {**os.environ, **config.for_worker(url, port)}
        keepers = [asyncio.create_task(_keep(environment, number)) for number in range(config.workers)]
        try:
            await _until_somebody_listens(holder)
            yield port
        finally:
            for keeper in keepers:
                keeper.cancel()
            await asyncio.gather(*keepers, return_exceptions=True)


@contextlib.contextmanager
def reserved_port(host: str, port: int) -> Iterator[socket.socket]:
    """Hold a port for workers to listen on, any for 0; the socket itself never listens. Raises OSError."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    with socket.socket(family, kind, protocol) as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        holder.bind(address)
        yield holder


async def _until_somebody_listens(holder: socket.socket) -> None:
    host, port = holder.getsockname()[:2]
    while True:
        with contextlib.suppress(ConnectionRefusedError):
            _, writer = await asyncio.open_connection(host, port)
            writer.close()
            return
        await asyncio.sleep(_POLL_SECONDS)


async def _keep(environment: dict[str, str], number: int) -> None:
    while True:
        code = await _work(environment)
        log.warning("worker %d ended with %d and is started again", number, code)
        await asyncio.sleep(RESTART_SECONDS)


async def _work(environment: dict[str, str]) -> int:
    """One worker from its start to its end; a cancelled one is stopped, even if it has only just begun."""
    line = (sys.executable, "-m", "server")
    starting = asyncio.ensure_future(
        asyncio.create_subprocess_exec(
            *line,
            env=environment,
            start_new_session=True,  # Ctrl+C is for the keeper, which then ends its workers
            preexec_fn=die_with_parent(),
        )
    )
    try:
        return await (await asyncio.shield(starting)).wait()
    except asyncio.CancelledError:
        await _stop(await starting)
        raise


async def _stop(worker: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        worker.terminate()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await worker.wait()
    except TimeoutError:
        log.error("a worker does not end by itself and is killed")
        worker.kill()
        await worker.wait()
