"""A task ends when it is told to, also one that loses its first cancellation."""

import asyncio

from server.tasks import end


async def deaf(times: int) -> None:
    """Takes so many cancellations for something else."""
    for _ in range(times):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            continue
    await asyncio.Event().wait()


async def fails() -> None:
    raise ValueError("on the way")


async def test_every_task_ends() -> None:
    tasks = [asyncio.create_task(work) for work in (deaf(0), deaf(2), fails())]
    await asyncio.sleep(0)
    await end(tasks)
    assert [task.done() for task in tasks] == [True, True, True]
    assert [task.cancelled() for task in tasks] == [True, True, False]
