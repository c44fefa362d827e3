"""An asyncio client that stays connected: it comes back by itself, repeats what was not answered, resumes its rooms."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from clients.lib.link import CommandRefused, Link
from clients.lib.room import Room
from clients.lib.session import PASSING, Beat, ClientSession, Lost, Update, Viewed
from engine.types import Color
from protocol import commands as c
from protocol.commands import AnyCommand, Settings
from protocol.messages import Ack, Error, GameListing, Games, Record, RoomListing, Rooms, Said, Welcome

__all__ = ["Client", "CommandRefused", "Room", "connect"]

REPEAT: Final = 1.0
"""Seconds after which a command that met a passing refusal is sent again."""
ENDED: Final = "this client has ended"
_IN_THE_LOG: Final = (
    *(c.Sit, c.StandUp, c.InviteBot, c.Throw, c.Step, c.Undo, c.Done, c.Play),
    *(c.HandOver, c.Resign, c.Rematch, c.ClaimWin),
)
"""The commands whose answer names a version that this user will see."""
Reply = Rooms | Games | Record
R = TypeVar("R", Rooms, Games, Record)
SeatChoice = Literal["white", "black", "random", "both", "none"]


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody waits for the message of this kind that follows the answer to a command."""

    kind: type[Reply]
    ask: Callable[[], AnyCommand]
    reply: asyncio.Future[Reply]


class Client:
    """One player. His rooms stay good while connections come and go.

    Everything that waits for the server raises TimeoutError after `patience` seconds, and ConnectionError when the
    client has ended.
    """

    def __init__(self, url: str, session: ClientSession, patience: float | None) -> None:
        self._url, self._session, self._patience = url, session, patience
        self._link = Link(url, session, self._hear, self._connection)
        self._answers: dict[str, asyncio.Future[Ack]] = {}
        self._questions: list[Question] = []
        self._rooms: dict[str, Room] = {}
        self._welcomed = asyncio.Event()
        self._ended = False

    @property
    def token(self) -> str | None:
        """The secret that makes this client the same player next time."""
        return self._session.token

    @property
    def player(self) -> str | None:
        """The public name of this player."""
        return self._session.player

    @property
    def online(self) -> bool:
        """There is a connection now."""
        return self._link.online

    def room(self, code: str) -> Room:
        """The handle of a room that is followed. Raises KeyError for another."""
        return self._rooms[code]

    # --- commands -----------------------------------------------------------------------------------------------------

    def next_id(self) -> str:
        """The id for a command to `send`."""
        return self._session.next_id()

    async def send(self, command: AnyCommand) -> Ack:
        """Send a command and wait for its answer, over however many connections, and until its room shows what it did.

        Raises CommandRefused. After a TimeoutError nobody knows whether it was done.
        """
        async with asyncio.timeout(self._patience):
            ack = await self._answered(command)
            if isinstance(command, _IN_THE_LOG) and (room := self._rooms.get(command.room)) is not None:
                await room.reaches(ack.version)
            return ack

    async def _answered(self, command: AnyCommand) -> Ack:
        while True:
            try:
                return await self._ask(command)
            except CommandRefused as refused:
                if refused.code not in PASSING:
                    raise
            await asyncio.sleep(REPEAT)

    async def _ask(self, command: AnyCommand) -> Ack:
        if self._ended:
            raise ConnectionError(ENDED)
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._answers[command.id] = answer
        try:
            self._session.send(command)
            self._link.wake()
            return await answer
        finally:
            del self._answers[command.id]
            self._session.forget(command.id)

    async def create_room(self, settings: Settings | None = None, seat: SeatChoice = "random") -> Room:
        """A new room, with this player on `seat`."""
        command = c.CreateRoom(id=self.next_id(), settings=settings or Settings(), seat=seat)
        return await self.watch((await self.send(command)).room or "")

    async def quick_pair(self, settings: Settings | None = None) -> Room:
        """A room with an opponent, or one where the house bot will come."""
        command = c.QuickPair(id=self.next_id(), settings=settings or Settings())
        return await self.watch((await self.send(command)).room or "")

    async def watch(self, code: str) -> Room:
        """Follow a room. Whoever has a seat in it plays on."""
        room = self._rooms.setdefault(code, Room(code, self.send, self.next_id))
        if room.ready.is_set():
            return room
        try:
            await self.send(c.Subscribe(id=self.next_id(), room=code))
            async with asyncio.timeout(self._patience):
                await room.ready.wait()
        finally:
            if not room.ready.is_set():
                self._rooms.pop(code, None)
                self._session.rooms.pop(code, None)
        return room

    async def join(self, code: str, seat: Color | None = None) -> Room:
        """Follow a room and take a seat in it, unless this player has one already."""
        room = await self.watch(code)
        if not room.view.you:
            await room.sit(seat)
        return room

    async def leave(self, code: str) -> None:
        """Follow a room no longer; a seat is kept."""
        if (room := self._rooms.pop(code, None)) is not None:
            room.close()
            await self.send(c.Unsubscribe(id=self.next_id(), room=code))

    async def list_rooms(self) -> tuple[RoomListing, ...]:
        """The public rooms."""
        reply = await self._reply(Rooms, lambda: c.ListRooms(id=self.next_id()))
        return reply.rooms

    async def list_games(self) -> tuple[GameListing, ...]:
        """The finished games of public rooms, the newest first."""
        reply = await self._reply(Games, lambda: c.ListGames(id=self.next_id()))
        return reply.games

    async def record(self, code: str, match: int | None = None, game: int | None = None) -> Record:
        """A finished game, the last one unless it is named."""
        return await self._reply(Record, lambda: c.GetRecord(id=self.next_id(), room=code, match=match, game=game))

    async def _reply(self, kind: type[R], ask: Callable[[], AnyCommand]) -> R:
        """The message of this kind that follows the Ack of a command."""
        question = Question(kind, ask, asyncio.get_running_loop().create_future())
        self._questions.append(question)
        try:
            await self.send(ask())
            async with asyncio.timeout(self._patience):
                reply = await question.reply
        finally:
            if question in self._questions:
                self._questions.remove(question)
        assert isinstance(reply, kind)
        return reply

    # --- from the connection ------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Keep the connection, until cancelled; `connect` starts this. Raises what `Link.run` raises."""
        try:
            await self._link.run()
        except BaseException as error:
            self._end(error)
            raise

    async def wait_for_welcome(self) -> None:
        """Until the first connection is made."""
        try:
            async with asyncio.timeout(self._patience):
                await self._welcomed.wait()
        except TimeoutError:
            raise TimeoutError(f"no server answers at {self._url}: {self._link.trouble}") from None

    def _end(self, cause: BaseException) -> None:
        """Let nobody wait who would wait for ever."""
        self._ended = True
        ended = ConnectionError(f"{ENDED}: {cause!r}")
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ended)
        for question in self._questions:
            if not question.reply.done():
                question.reply.set_exception(ended)
                question.reply.exception()  # asyncio is not to complain when it is the Ack that was waited for
        for room in self._rooms.values():
            room.close()

    def _connection(self, online: bool) -> None:
        for room in self._rooms.values():
            room.connection(online)
        for question in self._questions if online else ():
            # The reply follows its Ack, and may have been lost behind it.
            self._session.send(question.ask())

    def _hear(self, update: Update) -> None:
        match update:
            case Viewed(code) | Beat(code) | Said(room=code):
                if (room := self._rooms.get(code)) is not None:
                    room.hear(update)
            case Lost(code, error):
                if (room := self._rooms.pop(code, None)) is not None:
                    room.hear(update)
                self._answer(error.id, CommandRefused(error))
            case Ack(id=command):
                self._answer(command, update)
            case Error(id=None):
                # It does not say which room it is about.
                for room in self._rooms.values():
                    room.hear(update)
            case Error(id=command):
                self._answer(command, CommandRefused(update))
            case Rooms() | Games() | Record():
                self._settle(update)
            case Welcome():
                self._welcomed.set()

    def _answer(self, command: str | None, answer: Ack | CommandRefused) -> None:
        future = self._answers.get(command or "")
        if future is None or future.done():
            return
        if isinstance(answer, Ack):
            future.set_result(answer)
        else:
            future.set_exception(answer)

    def _settle(self, reply: Reply) -> None:
        """The oldest question that this may answer has its reply."""
        for question in self._questions:
            if isinstance(reply, question.kind) and not question.reply.done():
                question.reply.set_result(reply)
                return


@asynccontextmanager
async def connect(
    url: str, *, token: str | None = None, name: str = "", json: bool = False, patience: float | None = 30.0
) -> AsyncIterator[Client]:
    """A client that is connected, and connects again by itself until the block ends.

    Keep `client.token` to come back as the same player. `patience`: seconds to wait for the first connection and for
    the answer of each command; None is as long as it takes. Raises TimeoutError, InvalidURI for a URL that is none,
    and CommandRefused if the server does not take the token or the name.
    """
    session = ClientSession(secrets.token_urlsafe(6), token or secrets.token_urlsafe(16), name, json)
    client = Client(url, session, patience)
    running = asyncio.create_task(client.run())
    welcomed = asyncio.create_task(client.wait_for_welcome())
    try:
        await asyncio.wait((running, welcomed), return_when=asyncio.FIRST_COMPLETED)
        (running if running.done() else welcomed).result()
        yield client
    finally:
        for task in (running, welcomed):
            task.cancel()
        await asyncio.wait((running, welcomed))
    if not running.cancelled():
        running.result()
