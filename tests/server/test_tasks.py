"""A task ends when it is told to, also one that loses its first cancellation."""

import asyncio

import pytest

from server.tasks import Once, end


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


async def test_work_is_done_once_more_for_who_asked_meanwhile() -> None:
    done, gate = list[int](), asyncio.Event()
    tasks: list[asyncio.Task[None]] = []

    async def work() -> None:
        done.append(len(done))
        await gate.wait()

    once = Once(work, lambda run: tasks.append(asyncio.ensure_future(run)))
    once()
    await asyncio.sleep(0)
    for _ in range(3):
        once()
    assert done == [0]
    gate.set()
    await once.done()
    assert (done, len(tasks)) == ([0, 1], 1)


async def test_failed_work_can_be_asked_for_again() -> None:
    tries: list[int] = []
    tasks: list[asyncio.Task[None]] = []

    async def work() -> None:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError("the first time")

    once = Once(work, lambda run: tasks.append(asyncio.ensure_future(run)))
    once()
    await once.done()
    once()
    await once.done()
    assert len(tries) == 2
    with pytest.raises(ValueError, match="the first time"):
        await tasks[0]
