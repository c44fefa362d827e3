"""A link between a client and the servers, as a load balancer or a bad network would be."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from tests.e2e.processes import free_port

CHUNK = 64 * 1024


class Proxy:
    """Passes each connection on to the first of `ports` that takes it.

    A link that is `slow` carries so many bytes at a time and is quiet for `pause` seconds after each; one that is
    `frozen` carries nothing and says nothing, in either direction, like a cable that was pulled.
    """

    def __init__(self, *ports: int) -> None:
        self.ports, self.port = list(ports), free_port()
        self.chunk, self.pause = CHUNK, 0.0
        self.carried = 0
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._links: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def slow(self, chunk: int, pause: float) -> None:
        self.chunk, self.pause = chunk, pause

    def freeze(self) -> None:
        self._flowing.clear()

    async def cut(self) -> None:
        """Break every connection and let new ones flow."""
        for link in self._links:
            link.cancel()
        await asyncio.gather(*self._links, return_exceptions=True)
        self._flowing.set()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        for port in self.ports:
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port)
        return None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = asyncio.current_task()
        assert link is not None
        self._links.add(link)
        try:
            if (there := await self._open()) is not None:
                await self._join((reader, writer), there)
        except asyncio.CancelledError:
            pass  # the server of streams would report it
        finally:
            self._links.discard(link)
            writer.transport.abort()

    async def _join(
        self,
        here: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        there: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        ways = [
            asyncio.create_task(self._carry(here[0], there[1])),
            asyncio.create_task(self._carry(there[0], here[1])),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            there[1].transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(self.chunk):
                await self._flowing.wait()
                await asyncio.sleep(self.pause)
                writer.write(data)
                await writer.drain()
                self.carried += len(data)


@contextlib.asynccontextmanager
async def proxy(*ports: int) -> AsyncIterator[Proxy]:
    """A proxy that listens."""
    link = Proxy(*ports)
    async with await asyncio.start_server(link._serve, "127.0.0.1", link.port, limit=CHUNK):
        yield link
        await link.cut()
