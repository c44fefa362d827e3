"""Ending tasks for good, and work that is asked for again while it is being done."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Final

AGAIN_SECONDS: Final = 0.2


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel these tasks and wait until they have ended, however they end.

    Before Python 3.12 `asyncio.wait_for`, which the store's library uses, can lose a cancellation, so ask again.
    """
    ending = list(tasks)
    while waiting := [task for task in ending if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=AGAIN_SECONDS)
    for task in ending:
        if not task.cancelled():
            task.exception()  # seen, so that nobody complains about it later


class Once:
    """Does some work, never twice at the same time: who asks while it is being done has it done once more."""

    def __init__(
        self, work: Callable[[], Awaitable[object]], spawn: Callable[[Coroutine[Any, Any, None]], object]
    ) -> None:
        self._work, self._spawn = work, spawn
        self._wanted = False
        self._idle = asyncio.Event()
        self._idle.set()

    def __call__(self) -> None:
        self._wanted = True
        if self._idle.is_set():
            self._idle.clear()
            self._spawn(self._run())

    async def done(self) -> None:
        """Wait until nothing is wanted."""
        await self._idle.wait()

    async def _run(self) -> None:
        try:
            while self._wanted:
                self._wanted = False
                await self._work()
        finally:
            self._idle.set()
