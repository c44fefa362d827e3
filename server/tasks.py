"""Ending tasks for good."""

import asyncio
from collections.abc import Iterable
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
