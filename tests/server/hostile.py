"""A server process under attack, attackers from any address, and a game beside that must not notice."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from clients.lib.connection import connect
from clients.lib.room import Room
from protocol.codec import decode_message
from protocol.messages import Ack, AnyMessage, Error, Welcome
from protocol.settings import Settings
from protocol.version import JSON, MSGPACK
from tests.e2e.processes import ServerProcess
from tests.server.running import Player, Process, first_play, may_throw

MEBIBYTE = 2**20
TURNS = 4
"""The game beside an attack goes on for at least so many turns after it."""
BEHIND_PROXY = "X-Forwarded-For"


def memory(server: Process) -> int:
    """The bytes of physical memory that the server has now."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


async def figure(server: Process | ServerProcess, name: str) -> float:
    """A figure as Prometheus reads it, of all its labels together."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: narde.example\r\n\r\n")
    lines = (await reader.read()).decode().splitlines()
    writer.close()
    await writer.wait_closed()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


async def at_least(server: Process, name: str, wanted: float) -> None:
    """Until a figure has grown so far."""
    async with asyncio.timeout(60):
        while await figure(server, name) < wanted:
            pass


# --- attackers --------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def stranger(
    server: Process, address: str = "192.0.2.1", text: bool = True, window: int | None = None
) -> AsyncIterator[Player]:
    """A connection from an address that nobody shares with the game beside; it has not said hello yet.

    `window`: bytes that the system takes in for it while it does not read.
    """
    protocol, headers = Subprotocol(JSON if text else MSGPACK), {BEHIND_PROXY: address}
    line = socket.socket()
    if window is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    line.connect(("127.0.0.1", server.port))
    line.setblocking(False)
    async with open_socket(
        server.url, sock=line, subprotocols=[protocol], compression=None, additional_headers=headers, close_timeout=1
    ) as connection:
        yield Player(connection, text, [])


def is_answer(message: AnyMessage) -> bool:
    """Each frame has exactly one of these."""
    return isinstance(message, Ack | Error | Welcome)


async def answers(player: Player, frames: Sequence[bytes | str]) -> list[AnyMessage]:
    """What each of these frames is answered, in order."""
    for frame in frames:
        await player.socket.send(frame)
    found: list[AnyMessage] = []
    while len(found) < len(frames):
        if is_answer(message := decode_message(await player.socket.recv())):
            found.append(message)
    return found


async def closed_with(player: Player) -> int | None:
    """Read until the server closes; the code."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await player.socket.recv()
    return player.socket.close_code


# --- the game beside --------------------------------------------------------------------------------------------------


@dataclass
class Seat:
    """Somebody who plays the first legal play that he sees, until he is told up to which turn."""

    room: Room
    until: int | None = None
    interrupted: int = 0

    async def play(self) -> None:
        async for update in self.room:
            self.interrupted += not update.online
            view = self.room.view
            if self.until is not None and view.turn >= self.until:
                return
            if self.room.graph is not None and not view.stages[-1].steps:
                await self.room.play(first_play(self.room.graph.nodes))
            elif may_throw(view):
                await self.room.throw()


@contextlib.asynccontextmanager
async def game_beside(url: str, **settings: Any) -> AsyncIterator[tuple[Room, Room]]:
    """Two people play a long match while something is done to the server, and do not notice."""
    async with connect(url, name="Anna", patience=60) as anna, connect(url, name="Boris", json=True) as boris:
        room = await anna.create_room(Settings(length=25, **settings), seat="white")
        seats = [Seat(room), Seat(await boris.join(room.code))]
        async with asyncio.TaskGroup() as group:
            for seat in seats:
                group.create_task(seat.play())
            yield seats[0].room, seats[1].room
            turn = max(seat.room.view.turn for seat in seats) + TURNS
            for seat in seats:
                seat.until = turn
        await agree(*(seat.room for seat in seats))
        assert [seat.interrupted for seat in seats] == [0, 0]


async def agree(*rooms: Room) -> None:
    """Once everybody has seen the newest version they see the same."""
    newest = max(room.view.version for room in rooms)
    async with asyncio.timeout(30):
        for room in rooms:
            await room.reaches(newest)
    assert len({(room.view.position.digest, room.view.turn, room.view.score) for room in rooms}) == 1
