"""Commands of one event-loop tick travel together: one write and one read for all rooms instead of one each."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from server.store.log import StoreUnavailable
from server.tasks import end

Command = tuple[str | bytes | int, ...]
Execute = Callable[[Sequence[Command]], Awaitable[list[Any]]]

_Waiting = tuple[Command, asyncio.Future[Any]]


class Batcher:
    """Gathers commands and hands them to `execute`, which returns one reply each.

    A reply that is an exception belongs to its command alone. What `execute` raises becomes the reply of all, and
    TimeoutError that of a command which has none after `patience` seconds. At most `flights` batches are under way;
    what comes meanwhile waits and leaves as one batch, so batches grow with the load.
    """

    def __init__(self, execute: Execute, patience: float, flights: int = 2, size: int = 500) -> None:
        self._execute = execute
        self._patience = patience
        self._limit = flights
        self._size = size
        self._expected: deque[tuple[float, asyncio.Future[Any]]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._queue: deque[_Waiting] = deque()
        self._flights: set[asyncio.Task[None]] = set()
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
        if len(self._queue) == 1:
            loop.call_soon(self._depart)
        return reply

    async def close(self) -> None:
        """Answer everything that waits or is under way with StoreUnavailable."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        _answer(self._queue, [StoreUnavailable("the store is closed")] * len(self._queue))
        self._queue.clear()
        await end(self._flights)

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

    def _depart(self) -> None:
        while self._queue and len(self._flights) < self._limit:
            taken = [self._queue.popleft() for _ in range(min(len(self._queue), self._size))]
            batch = [(command, reply) for command, reply in taken if not reply.done()]
            if batch:
                flight = asyncio.create_task(self._fly(batch))
                self._flights.add(flight)
                flight.add_done_callback(self._land)

    async def _fly(self, batch: list[_Waiting]) -> None:
        replies: list[Any] = [StoreUnavailable("the store is closed")] * len(batch)
        try:
            replies = await self._execute([command for command, _ in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is, each caller gets it
            replies = [error] * len(batch)
        finally:
            _answer(batch, replies)

    def _land(self, flight: asyncio.Task[None]) -> None:
        self._flights.discard(flight)
        self._depart()


def _answer(batch: Sequence[_Waiting] | deque[_Waiting], replies: list[Any]) -> None:
    for (_, waiting), reply in zip(batch, replies, strict=True):
        if not waiting.done():
            waiting.set_result(reply)
