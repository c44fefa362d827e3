"""Which part of the server answers which command."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, assert_never

from engine.types import Color
from protocol import commands as c
from protocol import limits
from protocol.commands import AnyCommand
from protocol.errors import Code, Refusal
from protocol.messages import Ack, Games
from protocol.messages import Rooms as RoomList
from server.archive import Archive
from server.chat import Chat
from server.devices import CODE_UNKNOWN, Devices
from server.lobby import Lobby
from server.luck import coin
from server.ratelimit import PerKey
from server.rooms.decide import Actor, RoomCommand
from server.rooms.service import UNKNOWN, Rooms
from server.rooms.viewers import Viewer
from server.session import Answer, Identity, Session
from server.tournaments import keys
from server.tournaments.desk import Desk
from server.tournaments.service import UNKNOWN as TOURNAMENT_UNKNOWN

T = TypeVar("T")
FollowedUp = c.Sync | c.Subscribe | c.OpenTournament
"""After their Ack there is more to tell."""
HELLO_FIRST = Refusal(Code.HELLO_FIRST, "Say hello first.")
TOO_FAST = Refusal(Code.RATE_LIMITED, "Too many commands; wait a moment.")
TOO_MANY_GUESSES = Refusal(Code.RATE_LIMITED, "Too many codes that do not exist; wait some seconds.")
TOO_MANY = Refusal(Code.TOO_MANY_ROOMS, f"One connection follows at most {limits.SUBSCRIPTIONS} rooms.")
WRONG_GUESSES = (UNKNOWN, CODE_UNKNOWN, TOURNAMENT_UNKNOWN, keys.KEY_UNKNOWN, keys.WRONG_DIGITS)


@dataclass(frozen=True, slots=True)
class Dispatcher:
    """`wrong_codes` bounds how often one address may name rooms, tournaments or other codes that do not exist.

    `creations` bounds how many it may make.
    """

    rooms: Rooms
    lobby: Lobby
    chat: Chat
    archive: Archive
    devices: Devices
    desk: Desk
    wrong_codes: PerKey
    creations: PerKey
    clock: Callable[[], float] = time.monotonic

    async def handle(self, session: Session, frame: bytes | str) -> tuple[str, str]:
        """Answer one frame. Returns for the metrics the type of the command, and `ok` or the code of the refusal."""
        command = session.read(frame)
        if command is None:
            return "none", Code.BAD_FRAME
        kind, who = str(command.__struct_config__.tag), session.identity
        if not session.commands.allow(self.clock()):
            result: Answer = TOO_FAST
        elif isinstance(command, c.Hello):
            session.greet(command)
            return kind, "ok"
        elif who is None:
            result = HELLO_FIRST
        elif isinstance(command, RoomCommand):  # nearly all are
            result = await self._at_board(session, who.actor, command)
        else:
            result = await self._answer(session, who, command)
        session.answer(command, result)
        if isinstance(result, Refusal):
            return kind, result.code
        if isinstance(command, FollowedUp):
            await self._after(session, command)
        return kind, "ok"

    async def _at_board(self, session: Session, actor: Actor, command: RoomCommand) -> Ack | Refusal:
        """What goes into the log of a room."""
        if not self._may_guess(session, command.room):
            return TOO_MANY_GUESSES
        version = await self.rooms.execute(command.room, actor, command)
        if isinstance(version, Refusal):
            return self._guessed(session, version)
        return Ack(id=command.id, version=version)

    async def _answer(self, session: Session, who: Identity, command: AnyCommand) -> Answer:
        assert not isinstance(command, RoomCommand)
        actor = who.actor
        match command:
            case c.CreateRoom() | c.QuickPair():
                return await self._open(session, who, command)
            case c.Subscribe():
                return await self._subscribe(session, who, command)
            case c.Unsubscribe():
                self._unsubscribe(session, command.room)
                return Ack(id=command.id)
            case c.Say():
                if not self._may_guess(session, command.room):
                    return TOO_MANY_GUESSES
                if not session.chat.allow(self.clock()):
                    return TOO_FAST
                return _acked(command, self._guessed(session, await self.chat.say(actor, command)))
            case c.Sync():
                return _acked(command, self._version(session, command.room))
            case c.ListRooms():
                listed = await self.lobby.list()
                return listed if isinstance(listed, Refusal) else RoomList(rooms=listed)
            case c.GetRecord():
                if not self._may_guess(session, command.room):
                    return TOO_MANY_GUESSES
                if not session.records.allow(self.clock()):
                    return TOO_FAST
                return self._guessed(session, await self.archive.record(actor.player, command))
            case c.ListGames():
                games = await self.archive.games()
                return games if isinstance(games, Refusal) else Games(games=games)
            case c.OfferDevice():
                if not self.creations.allow(session.address, self.clock()):
                    return TOO_FAST
                return await self.devices.offer(command.sealed)
            case c.UseDeviceCode():
                if not self._may_guess(session, command.code):
                    return TOO_MANY_GUESSES
                return self._guessed(session, await self.devices.use(command.code))
            case (
                c.CreateTournament()
                | c.ListTournaments()
                | c.OpenTournament()
                | c.LeaveTournament()
                | c.Conduct()
                | c.IssueKey()
                | c.OfferDirector()
                | c.UseDirectorCode()
                | c.ImportTournament()
            ):
                return await self._of_tournaments(session, who, command)
            case c.Hello():
                return Refusal(Code.HELLO_AGAIN, "This connection has said hello already.")
            case _:
                assert_never(command)

    async def _after(self, session: Session, command: FollowedUp) -> None:
        """What follows an Ack: where a room is, its chat, how a tournament stands."""
        if isinstance(command, c.Sync):
            self.rooms.live[command.room].sync(session.following[command.room], self.rooms.now())
        elif isinstance(command, c.Subscribe) and command.after is None:
            await self.chat.catch_up(command.room, session.following[command.room])
        elif isinstance(command, c.OpenTournament):
            await self.desk.after(session, command.tournament)

    async def _open(self, session: Session, who: Identity, command: c.CreateRoom | c.QuickPair) -> Ack | Refusal:
        if not self.creations.allow(session.address, self.clock()):
            return TOO_FAST
        if isinstance(command, c.QuickPair):
            code = await self.lobby.pair(who.actor, who.secret, command)
        else:
            code = await self.rooms.create(who.actor, who.secret, command, _seats(command))
        return code if isinstance(code, Refusal) else Ack(id=command.id, room=code, version=1)

    async def _of_tournaments(self, session: Session, who: Identity, command: c.OfTournaments) -> Answer:
        if _makes_tournament(command) and not self.creations.allow(session.address, self.clock()):
            return TOO_FAST
        if isinstance(command, c.OpenTournament | c.ListTournaments) and not session.records.allow(self.clock()):
            return TOO_FAST
        if isinstance(command, c.TournamentCommand) and not self._may_name(session, command):
            return TOO_MANY_GUESSES
        return self._guessed(session, await self.desk.answer(session, who, command))

    def _may_name(self, session: Session, command: c.TournamentCommand) -> bool:
        """Keys are beyond guessing, so only codes count that may not exist, and the digits of a director."""
        open_to_all = command.tournament in session.tournaments or self.desk.knows(command.tournament)
        return self._has_guesses(session) if isinstance(command, c.UseDirectorCode) or not open_to_all else True

    async def _subscribe(self, session: Session, who: Identity, command: c.Subscribe) -> Ack | Refusal:
        code = command.room
        if code not in session.following and not self._has_room(session):
            return TOO_MANY
        if not self._may_guess(session, code):
            return TOO_MANY_GUESSES
        viewer = session.following.get(code) or _viewer(session, who)
        result = self._guessed(session, await self.rooms.subscribe(code, viewer, command.after))
        if not isinstance(result, Refusal):
            session.following[code] = viewer
        return _acked(command, result)

    def _has_room(self, session: Session) -> bool:
        """For one more subscription; those that have ended without the client's doing do not count."""
        if len(session.following) >= limits.SUBSCRIPTIONS:
            for code, viewer in list(session.following.items()):
                if not self.rooms.follows(code, viewer):
                    del session.following[code]
        return len(session.following) < limits.SUBSCRIPTIONS

    def _unsubscribe(self, session: Session, code: str) -> None:
        if (viewer := session.following.pop(code, None)) is not None:
            self.rooms.unsubscribe(code, viewer)

    def close(self, session: Session) -> None:
        """The connection is gone."""
        for code in list(session.following):
            self._unsubscribe(session, code)
        self.desk.close(session)

    def _version(self, session: Session, code: str) -> int | Refusal:
        viewer = session.following.get(code)
        if viewer is None or not self.rooms.follows(code, viewer):
            return Refusal(Code.ROOM_UNKNOWN, "You do not follow this room.")
        return self.rooms.live[code].seen_by(viewer.player).version

    def _may_guess(self, session: Session, code: str) -> bool:
        """Who has named many wrong codes may go on naming those that are no secret to him, and no others.

        Right codes beyond these wait like wrong ones, for otherwise the refusal would tell which is which. A connection
        has less patience than its address has, so that one bad guesser does not lock out those behind the same router.
        """
        who = session.identity
        if code in session.following or (who is not None and self.rooms.knows(code, who.actor.player)):
            return True
        return self._has_guesses(session)

    def _has_guesses(self, session: Session) -> bool:
        now = self.clock()
        return session.guesses.left(now) >= 1 and self.wrong_codes.left(session.address, now) >= 1

    def _guessed(self, session: Session, result: T) -> T:
        if isinstance(result, Refusal) and any(result is wrong for wrong in WRONG_GUESSES):
            session.guesses.allow(self.clock())
            self.wrong_codes.allow(session.address, self.clock())
        return result


def _viewer(session: Session, who: Identity) -> Viewer:
    return Viewer(who.actor.player, session.text, session.send_frame)


def _makes_tournament(command: c.OfTournaments) -> bool:
    last_part = isinstance(command, c.ImportTournament) and command.part == command.parts
    return last_part or isinstance(command, c.CreateTournament)


def _acked(command: AnyCommand, result: int | Refusal) -> Ack | Refusal:
    return result if isinstance(result, Refusal) else Ack(id=command.id, version=result)


def _seats(command: c.CreateRoom) -> tuple[Color, ...]:
    match command.seat:
        case "white" | "black":
            return (Color(command.seat),)
        case "random":
            return (coin(),)
        case "both":
            return tuple(Color)
        case "none":
            return ()
        case _:
            assert_never(command.seat)
