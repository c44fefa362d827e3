"""The least that a room server can do: relay what a player sends, once it stands in the log of its room.

No rules, no sessions, no views. A frame from a player of `/ROOM` is appended with one compare-and-append; the appends
that come in while one pipeline is under way travel in the next. Then everybody in the room gets `E` and the frame,
padded to the size of our events, and the sender `A`, padded to the size of our answer.

`python -m tests.bench.floor DATA_DIR` runs it on the embedded store, as our server does, and prints its port.
"""

import asyncio
import sys
from collections import defaultdict
from pathlib import Path

import uvloop
from redis.asyncio import Redis
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

from server.store.embedded import embedded

COMMAND, EVENTS, ANSWER = 45, 154, 35
"""Bytes of the frames: what ours have on average when whole plays are sent (README.md)."""
WATCHER = "?watch"
APPEND = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if (last and tonumber(string.match(last[1], '^%d+')) or 0) ~= tonumber(ARGV[1]) then return 0 end
redis.call('XADD', KEYS[1], (ARGV[1] + 1) .. '-0', 'data', ARGV[2])
return 1
"""


class Floor:
    """The rooms: who is connected, and how many entries the log has."""

    def __init__(self, redis: Redis, script: str) -> None:
        self.redis, self.script = redis, script
        self.rooms: defaultdict[str, set[ServerConnection]] = defaultdict(set)
        self.versions: defaultdict[str, int] = defaultdict(int)
        self.queue: list[tuple[str, bytes, asyncio.Future[int]]] = []
        self.flights: set[asyncio.Task[None]] = set()

    async def append(self, room: str, data: bytes) -> int:
        """1 when it is in the log."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.queue.append((room, data, done))
        if len(self.queue) == 1:
            asyncio.get_running_loop().call_soon(self.depart)
        return await done

    def depart(self) -> None:
        if self.queue and len(self.flights) < 2:
            batch, self.queue = self.queue, []
            flight = asyncio.create_task(self.fly(batch))
            self.flights.add(flight)
            flight.add_done_callback(self.land)

    def land(self, flight: asyncio.Task[None]) -> None:
        self.flights.discard(flight)
        self.depart()

    async def fly(self, batch: list[tuple[str, bytes, asyncio.Future[int]]]) -> None:
        pipeline = self.redis.pipeline(transaction=False)
        for room, data, _ in batch:
            pipeline.evalsha(self.script, 1, f"floor:{room}", str(self.versions[room]), data)
            self.versions[room] += 1
        for (_, _, done), reply in zip(batch, await pipeline.execute(), strict=True):
            done.set_result(reply)

    async def __call__(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        room, watches = socket.request.path.removesuffix(WATCHER), socket.request.path.endswith(WATCHER)
        everybody = self.rooms[room]
        everybody.add(socket)
        try:
            async for frame in socket:
                assert isinstance(frame, bytes)
                assert not watches
                assert await self.append(room, frame) == 1
                broadcast(everybody, b"E" + frame[1:].ljust(EVENTS - 1))
                broadcast((socket,), b"A" + frame[1:ANSWER])
        except ConnectionClosed:
            pass
        finally:
            everybody.discard(socket)


async def main(data_dir: Path) -> None:
    async with embedded(data_dir, "always") as url:
        redis = Redis.from_url(url)
        floor = Floor(redis, await redis.script_load(APPEND))
        async with serve(floor, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
            print(server.sockets[0].getsockname()[1], flush=True)
            await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
