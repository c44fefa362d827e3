"""Connections to one Redis server, on which batches of commands are answered.

The library opens a connection, since it knows about logins, TLS and sentinels. After that a batch is one write and
mostly one read, and its streams, timeouts and parsers would cost more than both. So its transport is taken over.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import hiredis
from redis import exceptions
from redis.asyncio import Redis
from redis.asyncio.connection import DefaultParser

from server.store.batch import Command

_pack: Callable[[Command], bytes] = hiredis.pack_command  # type: ignore[assignment]  # of any length


class Lines:
    """Each batch has a line for itself, and takes it along when it goes wrong. `patience`: seconds for all replies."""

    def __init__(self, client: Redis, patience: float) -> None:
        self._client, self._patience = client, patience
        self._parsers: dict[Any, Any] = {**client.response_callbacks}
        self._idle: list[_Line] = []

    async def execute(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands in one go and return their replies, refusals as exceptions among them."""
        line = self._take() or await self._open()
        replies = await line.ask(b"".join(map(_pack, commands)), len(commands), self._patience)
        if line.usable:
            self._idle.append(line)
        return [self._parsed(command, reply) for command, reply in zip(commands, replies, strict=True)]

    async def hang_up(self) -> None:
        """Close everything."""
        while line := self._take():
            line.hang_up()
        await self._client.aclose()

    def _take(self) -> "_Line | None":
        while self._idle:
            if (line := self._idle.pop()).usable:
                return line
        return None

    async def _open(self) -> "_Line":
        connection = self._client.connection_pool.make_connection()  # type: ignore[no-untyped-call]
        try:
            await connection.connect()
        except BaseException:
            await connection.disconnect(nowait=True)
            raise
        return _Line(connection)

    def _parsed(self, command: Command, reply: Any) -> Any:
        parse = self._parsers.get(command[0])
        return reply if parse is None or isinstance(reply, Exception) else parse(reply)


class _Line(asyncio.Protocol):
    """One connection. No reply can be taken for another's: it carries one batch, and is hung up if that fails."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._transport: asyncio.Transport = connection._writer.transport
        self._transport.set_protocol(self)
        self._reader = hiredis.Reader(replyError=self._refusal)
        self._replies: list[Any] = []
        self._wanted = 0
        self._answered: asyncio.Future[None] | None = None
        self.usable = True

    async def ask(self, commands: bytes, wanted: int, patience: float) -> list[Any]:
        """The replies to packed commands. Raises what is wrong with the connection, TimeoutError if it is too slow."""
        loop = asyncio.get_running_loop()
        self._replies, self._wanted, self._answered = [], wanted, loop.create_future()
        timer = loop.call_later(patience, self._fail, exceptions.TimeoutError("no reply in time"))
        self._transport.write(commands)
        try:
            await self._answered
        except BaseException:
            self.hang_up()
            raise
        finally:
            timer.cancel()
        return self._replies

    def hang_up(self) -> None:
        self.usable = False
        self._transport.abort()
        self._connection._close()

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not False:
            self._replies.append(reply)
        if self._answered is None or self._answered.done():
            self.hang_up()  # nobody has asked for this
        elif len(self._replies) == self._wanted:
            self._answered.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        self.hang_up()
        self._fail(exceptions.ConnectionError(f"the connection is lost: {error}"))

    def _fail(self, error: Exception) -> None:
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(error)

    def _refusal(self, text: str) -> Exception:
        error: Exception = DefaultParser.parse_error(text)  # type: ignore[no-untyped-call]
        if isinstance(error, exceptions.ReadOnlyError):
            self.usable = False  # a master that is one no more; the next line goes to the new one
        return error
