"""A line whose batch went wrong is never used again."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from redis import exceptions

from server.store.redis_line import Lines
from server.store.redis_link import Link, connect
from tests.server.store.conftest import soon


@dataclass
class Server:
    """Answers by a script: each batch that is read gets the next bytes of it, none for b"" and a hang-up for None."""

    replies: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)
    lines: list[asyncio.StreamWriter] = field(default_factory=list)
    read: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lines.append(writer)
        while data := await reader.read(65536):
            if b"SETINFO" in data:  # the library introduces itself
                writer.write(b"+OK\r\n" * data.count(b"SETINFO"))
                continue
            self.read.put_nowait(data)
            reply = await self.replies.get()
            if reply is None:
                break
            writer.write(reply)
        writer.close()

    def says(self, *replies: bytes | None) -> None:
        for reply in replies:
            self.replies.put_nowait(reply)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    server = Server()
    async with await asyncio.start_unix_server(server.serve, tmp_path / "s"):
        yield server
        for line in server.lines:
            line.close()


@pytest.fixture
async def link(server: Server, tmp_path: Path) -> AsyncIterator[Link]:
    link = connect(f"unix://{tmp_path}/s")
    yield link
    await link.hang_up()


async def ask(link: Link, *commands: str) -> list[Any]:
    return await soon(asyncio.ensure_future(link.execute([(command,) for command in commands])))


async def test_batches_share_a_line(server: Server, link: Link) -> None:
    server.says(b"+A\r\n$1\r\nB\r\n", b":3\r\n")
    assert await ask(link, "A", "B") == [b"A", b"B"]
    assert await ask(link, "C") == [3]
    assert len(server.lines) == 1


async def test_refusal_belongs_to_one_command(server: Server, link: Link) -> None:
    server.says(b"+A\r\n-NOSCRIPT No such script.\r\n", b"+C\r\n")
    first, second = await ask(link, "A", "B")
    assert first == b"A"
    assert isinstance(second, exceptions.NoScriptError)
    assert await ask(link, "C") == [b"C"]
    assert len(server.lines) == 1


async def test_late_reply_is_nobody_elses(server: Server, tmp_path: Path) -> None:
    client = connect(f"unix://{tmp_path}/s").client
    lines = Lines(client, patience=0.05)  # type: ignore[arg-type]  # of one server
    server.says(b"+too")
    with pytest.raises(exceptions.TimeoutError):
        await lines.execute([("A",)])
    server.says(b"+B\r\n")
    assert await soon(asyncio.ensure_future(lines.execute([("B",)]))) == [b"B"]
    assert len(server.lines) == 2
    await lines.hang_up()


async def test_reply_to_cancelled_batch_is_nobody_elses(server: Server, link: Link) -> None:
    asking = asyncio.ensure_future(link.execute([("A",)]))
    await soon(server.read.get())
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    server.says(b"+A\r\n", b"+B\r\n")
    assert await ask(link, "B") == [b"B"]
    assert len(server.lines) == 2


async def test_reply_that_nobody_asked_for_ends_a_line(server: Server, link: Link) -> None:
    server.says(b"+A\r\n")
    assert await ask(link, "A") == [b"A"]
    server.lines[0].write(b"+A\r\n")
    await soon(server.lines[0].wait_closed())
    server.says(b"+B\r\n")
    assert await ask(link, "B") == [b"B"]


async def test_cut_line_ends_its_batch(server: Server, link: Link) -> None:
    server.says(None, b"+B\r\n")
    with pytest.raises(exceptions.ConnectionError, match="lost"):
        await ask(link, "A")
    assert await ask(link, "B") == [b"B"]


async def test_cut_idle_line_is_forgotten(server: Server, link: Link) -> None:
    server.says(b"+A\r\n", b"+B\r\n")
    assert await ask(link, "A") == [b"A"]
    server.lines[0].close()
    await soon(server.lines[0].wait_closed())
    await asyncio.sleep(0)
    assert await ask(link, "B") == [b"B"]
    assert len(server.lines) == 2


async def test_former_master_is_left(server: Server, link: Link) -> None:
    server.says(b"-READONLY You can't write against a read only replica.\r\n", b"+B\r\n")
    (refusal,) = await ask(link, "A")
    assert isinstance(refusal, exceptions.ReadOnlyError)
    assert await ask(link, "B") == [b"B"]
    assert len(server.lines) == 2
