"""Work that would hold up everybody else, such as the pairing of a thousand players, in a process of its own."""

import asyncio
import logging
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, ParamSpec, TypeVar

from server.store.embedded import die_with_parent

log = logging.getLogger(__name__)

FROM: Final = 64
"""Tournaments with more players are heavy."""
P = ParamSpec("P")
T = TypeVar("T")


class Heavy:
    """The process is started when it is first needed, and again when it was lost."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def __call__(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function of a module returns. Raises BrokenProcessPool when the process is lost twice."""
        try:
            return await self._run(work, *args, **kwargs)
        except BrokenProcessPool:
            if self._closed:
                raise
            log.warning("the process for heavy work is lost and is started again")
            self._pool = None
            return await self._run(work, *args, **kwargs)

    async def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._pool is None:
            # Not forked: a fork of a running loop, with its threads and sockets, may hang.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initializer=_prepare)
        return await asyncio.wrap_future(self._pool.submit(work, *args, **kwargs))

    @property
    def process_ids(self) -> list[int]:
        """Of the processes that there are now."""
        return [] if self._pool is None else list(self._pool._processes)

    async def close(self) -> None:
        """End the process; what it was doing is thrown away."""
        pool, self._pool, self._closed = self._pool, None, True
        if pool is not None:
            for process in list(pool._processes.values()):
                process.terminate()
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


def _prepare() -> None:
    """Ctrl+C is for the server, which ends this process; a server that is killed takes it along."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if (ask := die_with_parent(multiprocessing.parent_process().pid)) is not None:  # type: ignore[union-attr]
        ask()
