"""Commands travel together without hurting each other."""

import asyncio
from collections.abc import Sequence
from typing import Any

from server.store.batch import Batcher, Command
from server.store.log import StoreUnavailable
from tests.server.store.conftest import soon

PATIENCE = 60.0


class Wire:
    """Records batches and answers them when told to."""

    def __init__(self) -> None:
        self.batches: list[list[Command]] = []
        self.sent: asyncio.Queue[None] = asyncio.Queue()
        self.answers: asyncio.Queue[list[Any] | Exception] = asyncio.Queue()

    async def __call__(self, commands: Sequence[Command]) -> list[Any]:
        self.batches.append(list(commands))
        self.sent.put_nowait(None)
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return answer


def ask(batcher: Batcher, *names: str) -> list[asyncio.Future[Any]]:
    return [batcher.run((name,)) for name in names]


async def test_one_tick_travels_together() -> None:
    wire = Wire()
    asked = ask(Batcher(wire, PATIENCE), "A", "B", "C")
    wire.answers.put_nowait([1, 2, 3])
    assert await soon(asyncio.gather(*asked)) == [1, 2, 3]
    assert wire.batches == [[("A",), ("B",), ("C",)]]


async def test_error_belongs_to_one_command() -> None:
    wire = Wire()
    asked = ask(Batcher(wire, PATIENCE), "A", "B")
    problem = ValueError("B is wrong")
    wire.answers.put_nowait([1, problem])
    assert await soon(asyncio.gather(*asked)) == [1, problem]


async def test_broken_wire_answers_everybody() -> None:
    wire = Wire()
    asked = ask(Batcher(wire, PATIENCE), "A", "B")
    problem = ConnectionError("gone")
    wire.answers.put_nowait(problem)
    assert await soon(asyncio.gather(*asked)) == [problem, problem]


async def test_commands_wait_for_the_batch_under_way() -> None:
    wire = Wire()
    batcher = Batcher(wire, PATIENCE)
    first = ask(batcher, "A")
    await soon(wire.sent.get())
    later = ask(batcher, "B") + ask(batcher, "C")
    wire.answers.put_nowait([1])
    wire.answers.put_nowait([2, 3])
    assert await soon(asyncio.gather(*first, *later)) == [1, 2, 3]
    assert wire.batches == [[("A",)], [("B",), ("C",)]]


async def test_whoever_is_on_the_way_gets_on() -> None:
    wire = Wire()
    batcher = Batcher(wire, PATIENCE)

    async def on_the_way(name: str) -> Any:
        await asyncio.sleep(0)  # from the socket to the reader
        await asyncio.sleep(0)  # from the reader to here
        return await batcher.run((name,))

    late = asyncio.ensure_future(on_the_way("B"))
    wire.answers.put_nowait([1, 2])
    assert await soon(asyncio.gather(*ask(batcher, "A"), late)) == [1, 2]
    assert wire.batches == [[("A",), ("B",)]]


async def test_batches_are_bounded() -> None:
    wire = Wire()
    asked = ask(Batcher(wire, PATIENCE, size=2), "A", "B", "C")
    wire.answers.put_nowait([1, 2])
    wire.answers.put_nowait([3])
    assert await soon(asyncio.gather(*asked)) == [1, 2, 3]
    assert wire.batches == [[("A",), ("B",)], [("C",)]]


async def test_caller_cancelled_early_sends_nothing() -> None:
    wire = Wire()
    batcher = Batcher(wire, PATIENCE)
    first = ask(batcher, "A")
    await soon(wire.sent.get())
    left, stayed = ask(batcher, "B", "C")
    await asyncio.sleep(0)
    left.cancel()
    wire.answers.put_nowait([1])
    wire.answers.put_nowait([3])
    assert await soon(asyncio.gather(*first, stayed)) == [1, 3]
    assert wire.batches == [[("A",)], [("C",)]]


async def test_caller_cancelled_late_hurts_nobody() -> None:
    wire = Wire()
    left, stayed = ask(Batcher(wire, PATIENCE), "A", "B")
    await soon(wire.sent.get())
    left.cancel()
    wire.answers.put_nowait([1, 2])
    assert await soon(stayed) == 2
    assert left.cancelled()


async def test_close_answers_everybody() -> None:
    wire = Wire()
    batcher = Batcher(wire, PATIENCE)
    flying = ask(batcher, "A")
    await soon(wire.sent.get())
    queued = ask(batcher, "B")
    await asyncio.sleep(0)
    await batcher.close()
    answers = await soon(asyncio.gather(*flying, *queued, *ask(batcher, "C")))
    assert [type(answer) for answer in answers] == [StoreUnavailable] * 3
    assert wire.batches == [[("A",)]]


async def test_patience_ends_for_each_command() -> None:
    wire = Wire()
    batcher = Batcher(wire, patience=0.01)
    flying = ask(batcher, "A")
    await soon(wire.sent.get())
    queued = ask(batcher, "B")
    replies = await soon(asyncio.gather(*flying, *queued))
    wire.answers.put_nowait([1])
    wire.answers.put_nowait([3])
    replies += await soon(asyncio.gather(*ask(batcher, "C")))
    assert [type(reply) for reply in replies] == [TimeoutError, TimeoutError, int]
    assert wire.batches == [[("A",)], [("C",)]]
