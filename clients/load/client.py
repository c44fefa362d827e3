"""One client of a load: a socket that is opened again whenever it is lost, and what it still waits for."""

import asyncio
import itertools
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import broadcast
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from clients.lib.link import PATIENCE, pauses
from clients.lib.session import PASSING
from clients.load.board import Board
from clients.load.tally import Tally
from protocol import commands as c
from protocol.codec import decode_message, encode_command
from protocol.commands import AnyCommand
from protocol.messages import Ack, AnyMessage, Error, Events, Heartbeat, Snapshot, StepGraph, Welcome
from protocol.version import MSGPACK

REPEAT = 1.0
"""Seconds after which a command that met a passing refusal is sent again."""
_numbers = itertools.count(1)


def own_address(url: str, number: int) -> dict[str, Any]:
    """On loopback each client comes from an address of its own, so that no limit for one address is in the way."""
    if not (urlsplit(url).hostname or "").startswith("127."):
        return {}
    return {"local_addr": (f"127.{1 + number // 62500 % 250}.{number // 250 % 250}.{1 + number % 250}", 0)}


@dataclass(eq=False, slots=True)
class Client:
    """A player or a watcher. `hear` is told of every message that changes `board` and of each Ack and Error."""

    url: str
    tally: Tally
    hear: Callable[["Client", AnyMessage, AnyCommand | None], None]
    number: int = field(default_factory=lambda: next(_numbers))
    token: str = field(default_factory=secrets.token_urlsafe)
    board: Board = field(default_factory=Board)
    room: str | None = None
    _verdict: asyncio.Future[bool] | None = None
    """What `agrees` waits for."""
    _socket: ClientConnection | None = None
    welcomed: asyncio.Event = field(default_factory=asyncio.Event)
    _greeted: bool = False
    _sent: dict[str, AnyCommand] = field(default_factory=dict)
    _answers: dict[str, asyncio.Future[Ack | Error]] = field(default_factory=dict)
    _ids: "itertools.count[int]" = field(default_factory=itertools.count)

    def next_id(self) -> str:
        return f"{self.number}-{next(self._ids)}"

    # --- out ----------------------------------------------------------------------------------------------------------

    def post(self, command: AnyCommand) -> None:
        """Send a command now or as soon as there is a connection, and again on the next one while it is unanswered."""
        self._sent[command.id] = command
        if self._greeted:
            self._write(command)

    async def ask(self, command: AnyCommand) -> Ack:
        """Send a command and wait until it is done. Raises RuntimeError when it is refused for good."""
        while True:
            answer = self._answers[command.id] = asyncio.get_running_loop().create_future()
            self.post(command)
            match await answer:
                case Ack() as ack:
                    return ack
                case Error(code=code, detail=detail):
                    if code not in PASSING:
                        raise RuntimeError(f"{code}: {detail}")
            await asyncio.sleep(REPEAT)

    async def follow(self, room: str) -> None:
        """Subscribe to a room, now and after every reconnection."""
        await self.ask(c.Subscribe(id=self.next_id(), room=room))
        self.room = room

    def look_again(self) -> None:
        """Ask for a snapshot."""
        assert self.room is not None
        self.post(c.Subscribe(id=self.next_id(), room=self.room))

    async def agrees(self) -> bool:
        """Whether the server's version and digest of the room are those of this client."""
        self._verdict = asyncio.get_running_loop().create_future()
        await self.ask(c.Sync(id=self.next_id(), room=self.room or ""))
        return await self._verdict

    def _write(self, command: AnyCommand) -> None:
        if self._socket is not None:
            broadcast((self._socket,), encode_command(command, text=False))  # unlike `send` it does not wait

    # --- in -----------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Connect, listen, and connect again, until cancelled."""
        waiting = pauses()
        while True:
            try:
                async with self._opening() as socket:
                    self._socket = socket
                    self._write(c.Hello(id=self.next_id(), token=self.token))
                    async for frame in socket:
                        self.receive(frame)
            except (OSError, WebSocketException):
                pass  # the server or the way to it is gone; it is counted below
            if self._greeted:
                self.tally.reconnects += 1
                waiting = pauses()
            self._socket, self._greeted = None, False
            await asyncio.sleep(next(waiting))

    def _opening(self) -> connect:
        return connect(
            self.url,
            subprotocols=[Subprotocol(MSGPACK)],
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            close_timeout=1,
            **own_address(self.url, self.number),
        )

    def receive(self, frame: bytes | str) -> None:
        """One frame from the server."""
        self.tally.frames += 1
        self.tally.octets += len(frame)
        message = decode_message(frame)
        match message:
            case Events():
                if not self.board.advance(message):
                    self.look_again()
            case StepGraph():
                self.board.graph = message
            case Ack() | Error():
                self._answered(message)
                return
            case Snapshot():
                self.board.show(message)
            case Heartbeat():
                self._compare(message)
            case Welcome():
                self._resume()
        self.hear(self, message, None)

    def _answered(self, answer: Ack | Error) -> None:
        command = self._sent.pop(answer.id or "", None)
        if isinstance(answer, Error):
            self.tally.errors[answer.code] += 1
        if (waiting := self._answers.pop(answer.id or "", None)) is not None:
            waiting.set_result(answer)
        self.hear(self, answer, command)

    def _resume(self) -> None:
        """Go on where the last connection ended."""
        self._greeted = True
        self.welcomed.set()
        if self.room is not None:
            self._write(c.Subscribe(id=self.next_id(), room=self.room, after=self.board.version))
        for command in self._sent.values():
            self._write(command)

    def _compare(self, beat: Heartbeat) -> None:
        right = (beat.version, beat.digest) == (self.board.version, self.board.digest)
        self.tally.beats += 1
        self.tally.wrong += not right
        if self._verdict is not None and not self._verdict.done():
            self._verdict.set_result(right)
