"""An asyncio client that stays connected: it comes back by itself, repeats what was not answered, resumes its rooms."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final, Literal

from clients.lib.address import socket_url
from clients.lib.link import CommandRefused, Link
from clients.lib.replies import R, Replies
from clients.lib.room import Room
from clients.lib.session import PASSING, Beat, ClientSession, Lost, LostTournament, Told, Update, Viewed
from clients.lib.tournament import TournamentHandle
from clients.lib.upload import parts_of
from engine.types import Color
from protocol import commands as c
from protocol.commands import AnyCommand
from protocol.errors import Code
from protocol.messages import (
    Ack,
    Error,
    GameListing,
    Games,
    Key,
    Record,
    RoomListing,
    Rooms,
    Said,
    Tournaments,
    TournamentYou,
    Welcome,
)
from protocol.settings import Settings
from protocol.tournament.events import Config, KeyRole
from protocol.tournament.views import TournamentListing

__all__ = ["Client", "CommandRefused", "Room", "connect"]

REPEAT: Final = 1.0
"""Seconds after which a command that met a passing refusal is sent again."""
ENDED: Final = "this client has ended"
_IN_THE_LOG: Final = (
    *(c.Sit, c.StandUp, c.InviteBot, c.Throw, c.Step, c.Undo, c.Done, c.Play),
    *(c.HandOver, c.Resign, c.Rematch, c.ClaimWin),
)
"""The commands whose answer names a version that this user will see."""
SeatChoice = Literal["white", "black", "random", "both", "none"]


class Client:
    """One player. His rooms stay good while connections come and go.

    Everything that waits for the server raises TimeoutError after `patience` seconds, and ConnectionError when the
    client has ended.
    """

    def __init__(self, url: str, session: ClientSession, patience: float | None) -> None:
        self._url, self._session, self._patience = url, session, patience
        self._link = Link(url, session, self._hear, self._connection)
        self._answers: dict[str, asyncio.Future[Ack]] = {}
        self._replies = Replies()
        self._rooms: dict[str, Room] = {}
        self._tournaments: dict[str, TournamentHandle] = {}
        self._connections = 0
        """How many there have been."""
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
        reply = await self._reply(Rooms, c.ListRooms(id=self.next_id()))
        return reply.rooms

    async def list_games(self) -> tuple[GameListing, ...]:
        """The finished games of public rooms, the newest first."""
        reply = await self._reply(Games, c.ListGames(id=self.next_id()))
        return reply.games

    async def record(self, code: str, match: int | None = None, game: int | None = None) -> Record:
        """A finished game, the last one unless it is named."""
        return await self._reply(Record, c.GetRecord(id=self.next_id(), room=code, match=match, game=game))

    # --- tournaments --------------------------------------------------------------------------------------------------

    async def list_tournaments(self) -> tuple[TournamentListing, ...]:
        """The tournaments of this server, the newest first."""
        reply = await self._reply(Tournaments, c.ListTournaments(id=self.next_id()))
        return reply.tournaments

    async def create_tournament(self, config: Config) -> Key:
        """A new tournament: its code, and the key of its director, which is shown only this once."""
        return await self._reply(Key, c.CreateTournament(id=self.next_id(), config=config))

    async def open_tournament(self, code: str, key: str | None = None) -> TournamentHandle:
        """Follow a tournament. A key, from the link of its director, a helper or a player, gives what it stands for."""
        handle = self._tournaments.setdefault(code, TournamentHandle(code, self.send, self.next_id))
        if handle.ready.is_set() and key is None:
            return handle
        known = handle.ready.is_set()
        handle.ready.clear()
        try:
            await self.send(c.OpenTournament(id=self.next_id(), tournament=code, key=key))
            async with asyncio.timeout(self._patience):
                await handle.ready.wait()
        finally:
            if known:
                handle.ready.set()
            elif not handle.ready.is_set():
                self._tournaments.pop(code, None)
                self._session.tournaments.pop(code, None)
        return handle

    async def leave_tournament(self, code: str) -> None:
        """Follow it no longer; a place in it is kept."""
        if (handle := self._tournaments.pop(code, None)) is not None:
            handle.close(ConnectionError("the tournament has been left"))
            await self.send(c.LeaveTournament(id=self.next_id(), tournament=code))

    async def issue_key(
        self, code: str, role: KeyRole, player: str | None = None, alone: bool = False, office: str | None = None
    ) -> Key:
        """A key for a link. `alone`: those before it are void; `office`: the server's key, instead of a director's."""
        command = c.IssueKey(id=self.next_id(), tournament=code, role=role, player=player, alone=alone, office=office)
        return await self._reply(Key, command)

    async def import_tournament(self, text: str) -> Key:
        """A new tournament from an exported one, and the key of its director.

        The server keeps the parts of one connection; on the next one they are sent from the first, as the same
        commands, so that a tournament that has been made already is not made twice.
        """
        parts = parts_of(text, self.next_id)
        while True:
            began = self._connections
            try:
                return await self._upload(parts)
            except CommandRefused as refused:
                if refused.code != Code.BAD_IMPORT or began == self._connections:
                    raise

    async def _upload(self, parts: Sequence[c.ImportTournament]) -> Key:
        *first, last = parts
        for part in first:
            await self.send(part)
        return await self._reply(Key, last)

    async def _reply(self, kind: type[R], command: AnyCommand) -> R:
        """The message of this kind that follows the Ack of a command."""
        with self._replies.expecting(kind, command) as expected:
            await self.send(command)
            async with asyncio.timeout(self._patience):
                reply = await expected
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
        self._replies.end(ended)
        for room in self._rooms.values():
            room.close()
        for tournament in self._tournaments.values():
            tournament.close(ended)

    def _connection(self, online: bool) -> None:
        self._connections += online
        for room in self._rooms.values():
            room.connection(online)
        for command in self._replies.again() if online else ():
            if command.id not in self._session.pending:
                self._session.send(command)

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
            case Error(id=command) if command in self._answers:
                self._answer(command, CommandRefused(update))
            case Error(id=command):
                self._replies.refuse(command, CommandRefused(update))
            case Told(news) if (tournament := self._tournaments.get(news.tournament)) is not None:
                tournament.hear(update)
            case TournamentYou(tournament=code) if (tournament := self._tournaments.get(code)) is not None:
                tournament.hear(update)
            case LostTournament(code, error):
                if (tournament := self._tournaments.pop(code, None)) is not None:
                    tournament.lose(error)
                self._answer(error.id, CommandRefused(error))
            case Rooms() | Games() | Record() | Tournaments() | Key():
                self._replies.hear(update)
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


@asynccontextmanager
async def connect(
    url: str, *, token: str | None = None, name: str = "", json: bool = False, patience: float | None = 30.0
) -> AsyncIterator[Client]:
    """A client that is connected, and connects again by itself until the block ends.

    `url` is that of the WebSocket or of a page of the server. Keep `client.token` to come back as the same player.
    `patience`: seconds to wait for the first connection and for the answer of each command; None is as long as it
    takes. Raises TimeoutError, InvalidURI for a URL that is none, and CommandRefused if the server does not take the
    token or the name.
    """
    session = ClientSession(secrets.token_urlsafe(6), token or secrets.token_urlsafe(16), name, json)
    client = Client(socket_url(url), session, patience)
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
