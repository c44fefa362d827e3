"""A bad network between a browser and a server: it cuts connections, loses single frames, and falls silent."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Literal

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

JSON = Subprotocol("narde.v1.json")
Way = Literal["up", "down"]
Frame = dict[str, Any]
"""One message, decoded."""


@dataclass
class Proxy:
    """Stands in front of the server at `target` (a port of this machine).

    `loses(way, frame)` says which frames never arrive; `down` refuses new connections, as a tunnel does.
    """

    target: int
    loses: Callable[[Way, Frame], bool] = lambda _way, _frame: False
    down: bool = False
    seen: list[tuple[Way, Frame]] = field(default_factory=list)
    port: int = 0
    _flowing: asyncio.Event = field(default_factory=asyncio.Event)
    _open: set[ServerConnection] = field(default_factory=set)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """End every connection without a word."""
        for socket in self._open:
            socket.transport.abort()

    def stall(self) -> None:
        """Hold every frame back, both ways, until `flow`."""
        self._flowing.clear()

    def flow(self) -> None:
        self._flowing.set()

    async def saw(self, way: Way, kind: str, times: int = 1) -> Frame:
        """Wait until so many frames of a type have come this way, lost ones included; the last of them."""

        def found() -> list[Frame]:
            return [frame for direction, frame in self.seen if (direction, frame["type"]) == (way, kind)]

        async with self._news, asyncio.timeout(20):
            await self._news.wait_for(lambda: len(found()) >= times)
        return found()[-1]

    # --- the two sides ------------------------------------------------------------------------------------------------

    async def answer(self, _socket: ServerConnection, request: Request) -> Response | None:
        """A plain request is passed on as it is; None lets a WebSocket begin."""
        if self.down:
            return Response(HTTPStatus.SERVICE_UNAVAILABLE.value, "down", Headers())
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return None
        reader, writer = await asyncio.open_connection("127.0.0.1", self.target)
        writer.write(request.serialize())
        with contextlib.closing(writer):
            return await _response(reader)

    async def pass_on(self, browser: ServerConnection) -> None:
        self._open.add(browser)
        try:
            async with connect(
                f"ws://127.0.0.1:{self.target}/ws", subprotocols=[JSON], compression=None, proxy=None
            ) as server:
                await self._both_ways(browser, server)
        finally:
            self._open.discard(browser)

    async def _both_ways(self, browser: ServerConnection, server: ClientConnection) -> None:
        """Until either side is gone; then the other one goes too."""
        up = asyncio.create_task(self._pump("up", browser, server))
        down = asyncio.create_task(self._pump("down", server, browser))
        await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        for task in (up, down):
            task.cancel()
        await asyncio.gather(up, down, return_exceptions=True)
        if server.close_code is not None:
            await browser.close(server.close_code if server.close_code != 1006 else 1011)

    async def _pump(self, way: Way, source: Any, sink: Any) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for data in source:
                frame = json.loads(data)
                async with self._news:
                    self.seen.append((way, frame))
                    self._news.notify_all()
                if self.loses(way, frame):
                    continue
                await self._flowing.wait()
                await sink.send(data)


async def _response(reader: asyncio.StreamReader) -> Response:
    """The whole answer of a server that closes the connection after it."""
    head, _, body = (await reader.read(-1)).partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = Headers()
    for line in lines:
        name, _, value = line.partition(": ")
        headers[name] = value
    _, code, *reason = status.split(" ", 2)
    return Response(int(code), " ".join(reason), headers, body)


@asynccontextmanager
async def proxy(target: int) -> AsyncIterator[Proxy]:
    """A proxy on a port of its own in front of port `target`."""
    between = Proxy(target)
    between.flow()
    server: Server
    async with serve(
        between.pass_on,
        "127.0.0.1",
        0,
        process_request=between.answer,
        subprotocols=[JSON],
        compression=None,
        ping_interval=None,
        close_timeout=0.1,
        server_header=None,
    ) as server:
        between.port = server.sockets[0].getsockname()[1]
        try:
            yield between
        finally:
            between.flow()
            between.cut()
