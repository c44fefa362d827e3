"""Somebody who comes to a tournament: a connection, what it was told, and what it says."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from protocol import commands as c
from protocol.codec import decode_message, encode_command
from protocol.commands import AnyCommand
from protocol.messages import Ack, AnyMessage, Error, Key, Tournament, TournamentYou
from protocol.tournament import acts
from protocol.tournament.acts import AnyAct
from protocol.tournament.events import KeyRole
from protocol.tournament.views import Head, JournalLine, MatchView, PlayerView, RoundView, Standings, You
from server.rooms.state import RoomState
from server.session import Session
from server.tournaments.state import TournamentState
from tests.server.tournaments.place import Place

M = TypeVar("M")


class Guest:
    """A connection, and what it knows of the tournament that it has opened."""

    def __init__(self, new_id: Callable[[], str], place: Place, name: str, token: str, text: bool) -> None:
        self.new_id, self.place, self.name, self.token = new_id, place, name, token
        self.session = Session("192.0.2.1", text, self._receive)
        self.frames: list[bytes | str] = []
        self.seen: list[AnyMessage] = []
        self.code, self.device = "", ""
        self._news = asyncio.Event()
        self.forget()

    def forget(self) -> None:
        self.head: Head | None = None
        self.you: You | None = None
        self.standings: Standings | None = None
        self.players: dict[str, PlayerView] = {}
        self.rounds: dict[int, RoundView] = {}
        self.play_offs: tuple[MatchView, ...] = ()
        self.journal: list[JournalLine] = []

    def _receive(self, frame: bytes | str) -> None:
        self.frames.append(frame)
        message = decode_message(frame)
        self.seen.append(message)
        if isinstance(message, Tournament):
            self._learn(message)
        elif isinstance(message, TournamentYou):
            self.you = message.you
        self._news.set()

    def _learn(self, news: Tournament) -> None:
        self.head = news.head or self.head
        self.standings = news.standings or self.standings
        self.play_offs = self.play_offs if news.play_offs is None else news.play_offs
        if news.players is not None:
            self.players = {player.id: player for player in news.players}
        self.players |= {player.id: player for player in news.entries}
        self.rounds |= {each.number: each for each in news.rounds}
        changed = {match.match: match for match in news.matches}
        self.rounds = {
            number: replace(each, matches=tuple(changed.get(match.match, match) for match in each.matches))
            for number, each in self.rounds.items()
        }
        assert self.head is not None
        self.rounds = {number: each for number, each in self.rounds.items() if number <= self.head.paired}
        self.journal += news.journal

    def match(self, name: str) -> MatchView:
        every = [match for each in self.rounds.values() for match in each.matches]
        return next(match for match in (*every, *self.play_offs) if match.match == name)

    def got(self, kind: type[M]) -> list[M]:
        return [message for message in self.seen if isinstance(message, kind)]

    # --- saying something ---------------------------------------------------------------------------------------------

    async def do(self, command: AnyCommand) -> Ack | Error:
        """The answer to a command."""
        frame = encode_command(command, self.session.text)
        await self.place.dispatcher.handle(self.session, frame)
        answers = [each for each in self.seen if isinstance(each, Ack | Error) and each.id == command.id]
        return answers[-1]

    async def accepted(self, command: AnyCommand) -> Ack:
        answer = await self.do(command)
        assert isinstance(answer, Ack), answer
        return answer

    async def open(self, code: str, key: str | None = None) -> "Guest":
        self.forget()
        self.code = code
        await self.accepted(c.OpenTournament(id=self.new_id(), tournament=code, key=key))
        return self

    def conduct(self, act: AnyAct, command: str | None = None) -> c.Conduct:
        return c.Conduct(id=command or self.new_id(), tournament=self.code, act=act)

    async def act(self, act: AnyAct) -> Ack:
        return await self.accepted(self.conduct(act))

    async def refused(self, act: AnyAct) -> Error:
        """Something that must be refused and change nothing."""
        before = await self.place_state()
        answer = await self.do(self.conduct(act))
        assert isinstance(answer, Error), answer
        assert await self.place_state() == before
        return answer

    async def key(self, role: KeyRole, player: str | None = None, **more: Any) -> Key:
        command = c.IssueKey(id=self.new_id(), tournament=self.code, role=role, player=player, **more)
        await self.accepted(command)
        return self.got(Key)[-1]

    async def leave(self) -> None:
        """The connection is gone."""
        self.place.dispatcher.close(self.session)

    async def place_state(self) -> TournamentState:
        """The tournament as this guest's node has it."""
        copy = await self.place.tournaments.copy(self.code)
        assert copy is not None
        return copy.state

    # --- waiting ------------------------------------------------------------------------------------------------------

    async def until(self, condition: Callable[["Guest"], Any]) -> None:
        """Wait for news until the condition holds, but not for ever."""
        async with asyncio.timeout(20):
            while not condition(self):
                await self._next()

    async def _next(self) -> None:
        self._news.clear()
        await self._news.wait()

    async def waits_for(self, why: str) -> None:
        await self.until(lambda guest: guest.you and guest.you.waiting and guest.you.waiting.why == why)

    async def room(self, match: str) -> str:
        """The room of a match, as soon as it is told."""
        await self.until(lambda guest: guest.rounds and guest.match(match).room)
        return str(self.match(match).room)

    # --- at the board -------------------------------------------------------------------------------------------------

    async def sit(self, match: str) -> str:
        """Follow the room of one's match and say that one is ready."""
        room = await self.room(match)
        await self.accepted(c.Subscribe(id=self.new_id(), room=room))
        assert self.you is not None
        assert self.you.player is not None
        await self.act(acts.Ready(match, self.you.player))
        return room

    async def give_up(self, match: str) -> None:
        """Lose the game that is being played there."""
        room = await self.room(match)
        state = await self.room_state(room)
        game = None if state.match is None else state.match.game
        assert game is not None
        (color,) = state.seats_of(self.device)
        await self.accepted(c.Resign(id=self.new_id(), room=room, points=game.cost(color)))

    async def room_state(self, room: str) -> RoomState:
        found = await self.place.rooms.room(room)
        assert found is not None
        return found.state

    async def until_room(self, room: str, condition: Callable[[RoomState], bool]) -> None:
        """Wait until the room, which this guest follows, is so."""
        async with asyncio.timeout(20):
            while not condition(await self.room_state(room)):
                await self._next()
