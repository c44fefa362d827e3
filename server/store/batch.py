"""Commands of one event-loop tick travel together: one write and one read for all rooms instead of one each."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from server.store.log import StoreUnavailable
from server.tasks import end

Command = tuple[str | bytes | int, ...]
Execute = Callable[[Sequence[Command]], Awaitable[list[Any]]]

TURNS = 3
"""Of the event loop, from a socket that can be read to a command that waits here. So many are let pass before a batch
leaves, and whoever is on the way gets on; without load they take no time."""
_Waiting = tuple[Command, asyncio.Future[Any]]


class Batcher:
    """Gathers commands and hands them to `execute`, which returns one reply each.

    A reply that is an exception belongs to its command alone. What `execute` raises becomes the reply of all, and
    TimeoutError that of a command which has none after `patience` seconds. One batch of at most `size` is under way;
    what comes meanwhile waits and leaves as the next one, so batches grow with the load: half as many of them save a
    sixth of what a command costs.
    """

    def __init__(self, execute: Execute, patience: float, size: int = 500) -> None:
        self._execute = execute
        self._patience = patience
        self._size = size
        self._expected: deque[tuple[float, asyncio.Future[Any]]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._queue: deque[_Waiting] = deque()
        self._flight: asyncio.Task[None] | None = None
        self._closed = False

    def run(self, command: Command) -> asyncio.Future[Any]:
        """The reply to come, an exception among them; a command whose caller left in time is not sent."""
        loop = asyncio.get_running_loop()
        reply: asyncio.Future[Any] = loop.create_future()
        if self._closed:
            reply.set_result(StoreUnavailable("the store is closed"))
            return reply
        self._queue.append((command, reply))
        self._expect(reply, loop)
        if self._flight is None:
            self._flight = loop.create_task(self._fly())
        return reply

    async def close(self) -> None:
        """Answer everything that waits or is under way with StoreUnavailable."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        _answer(self._queue, [StoreUnavailable("the store is closed")] * len(self._queue))
        self._queue.clear()
        if self._flight is not None:
            await end([self._flight])

    def _expect(self, reply: asyncio.Future[Any], loop: asyncio.AbstractEventLoop) -> None:
        """One timer for all: they are answered nearly in the order in which they came."""
        while self._expected and self._expected[0][1].done():
            self._expected.popleft()
        due = loop.time() + self._patience
        self._expected.append((due, reply))
        if self._timer is None:
            self._timer = loop.call_at(due, self._give_up, loop)

    def _give_up(self, loop: asyncio.AbstractEventLoop) -> None:
        """Answer those who have waited too long, and come again for the next one."""
        self._timer = None
        while self._expected and (self._expected[0][1].done() or self._expected[0][0] <= loop.time()):
            _, reply = self._expected.popleft()
            if not reply.done():
                reply.set_result(TimeoutError())
        if self._expected:
            self._timer = loop.call_at(self._expected[0][0], self._give_up, loop)

    async def _fly(self) -> None:
        """One batch after the other, until nobody waits."""
        try:
            while self._queue:
                for _ in range(TURNS):
                    await asyncio.sleep(0)
                if batch := self._next_batch():
                    await self._carry(batch)
        finally:
            self._flight = None

    async def _carry(self, batch: list[_Waiting]) -> None:
        replies: list[Any] = [StoreUnavailable("the store is closed")] * len(batch)
        try:
            replies = await self._execute([command for command, _ in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is, each caller gets it
            replies = [error] * len(batch)
        finally:
            _answer(batch, replies)

    def _next_batch(self) -> list[_Waiting]:
        batch: list[_Waiting] = []
        while self._queue and len(batch) < self._size:
            waiting = self._queue.popleft()
            if not waiting[1].done():
                batch.append(waiting)
        return batch


def _answer(batch: Sequence[_Waiting] | deque[_Waiting], replies: list[Any]) -> None:
    for (_, waiting), reply in zip(batch, replies, strict=True):
        if not waiting.done():
            waiting.set_result(reply)
