"""A server without sockets and a user at a keyboard: what the client library sends is judged at once."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from io import StringIO

from clients.lib.connection import Client, CommandRefused
from clients.lib.session import ClientSession
from clients.terminal.app import App
from clients.terminal.screen import Screen
from clients.terminal.table import Looks
from engine.dice import scripted
from engine.types import Color, Die
from protocol import commands as c
from protocol.codec import encode_message
from protocol.commands import AnyCommand
from protocol.errors import Code, Refusal
from protocol.events import Commit
from protocol.messages import Ack, AnyMessage, Error, Events, RoomListing, Rooms, Said, Welcome
from server.rooms import decide, views
from server.rooms.decide import Actor
from server.rooms.state import RoomState, fold

CODE = "ABCDEF"


class House:
    """One room and everybody who follows it. `dice` are thrown in this order."""

    def __init__(self, dice: Sequence[Die] = ()) -> None:
        self.state = RoomState(CODE)
        self.now = 0
        self.listed: tuple[RoomListing, ...] = ()
        self._dice = scripted(dice)
        self._followers: list[Guest] = []

    def answer(self, guest: "Guest", command: AnyCommand) -> Ack:
        match command:
            case c.ListRooms():
                guest.receive(Rooms(rooms=self.listed))
            case c.Subscribe() if self.state.version == 0 or command.room != CODE:
                raise refusal(Refusal(Code.ROOM_UNKNOWN, ""))
            case c.Subscribe():
                self._followers.append(guest)
                guest.receive(views.snapshot(self.state, guest.actor.player, self.now, 0))
            case c.Unsubscribe():
                self._followers.remove(guest)
            case c.Say(text=text, phrase=phrase):
                said = Said(room=CODE, at=0, player=guest.actor.player, name=guest.actor.name, text=text, phrase=phrase)
                self._tell(said)
            case c.CreateRoom(settings=settings, seat=seat):
                seats = {"white": (Color.WHITE,), "both": tuple(Color)}.get(seat, (Color.BLACK,))
                self._commit(decide.create(self.state, guest.actor, settings, seats, self.now))
            case c.QuickPair(settings=settings):
                self._commit(decide.create(self.state, guest.actor, settings, (Color.WHITE,), self.now, quick=True))
            case c.Hello() | c.GetRecord() | c.ListGames() | c.OfferDevice() | c.UseDeviceCode():
                raise AssertionError("nobody says that here")
            case c.Sync():
                raise AssertionError("nobody has missed anything")
            case c.TournamentCommand() | c.CreateTournament() | c.ListTournaments() | c.ImportTournament():
                raise AssertionError("no tournament is here")
            case _:
                self._commit(decide.decide(self.state, guest.actor, command, self.now, self._dice))
        return Ack(id=command.id, version=self.state.version, room=CODE)

    def _commit(self, decided: decide.Decision) -> None:
        if isinstance(decided, Refusal):
            raise refusal(decided)
        if not decided:
            return
        before, version = self.state, self.state.version + 1
        self.state = fold(before, version, Commit(self.now, decided))
        self._tell(Events(room=CODE, version=version, at=self.now, events=decided))
        graph = views.step_graph(self.state)
        if graph is not None and views.stage_on_roll(self.state) != views.stage_on_roll(before):
            game = self.state.match and self.state.match.game
            seat = self.state.seat(game.to_move) if game and game.to_move else None
            for follower in self._followers:
                if seat is not None and follower.actor.player == seat.player:
                    follower.receive(graph)

    def _tell(self, message: AnyMessage) -> None:
        for follower in self._followers:
            follower.receive(message)


def refusal(refused: Refusal) -> CommandRefused:
    return CommandRefused(Error(id="1", code=refused.code, detail=refused.detail, points=refused.points))


class Guest(Client):
    """The client library with the house in the place of the connection."""

    def __init__(self, house: House, name: str) -> None:
        super().__init__("", ClientSession(name, "t" * 22, name), patience=5)
        self.house = house
        self.actor = Actor(f"id-{name}", name)
        self.connection(online=True)
        self.receive(Welcome(player=self.actor.player, name=name, product="", protocol=1, heartbeat_ms=5000))

    def receive(self, message: AnyMessage) -> None:
        update = self._session.receive(encode_message(message, text=False))
        assert update is not None
        self._hear(update)

    async def send(self, command: AnyCommand) -> Ack:
        self._session.send(command)
        try:
            return self.house.answer(self, command)
        finally:
            self._session.forget(command.id)

    def connection(self, online: bool) -> None:
        """The connection is made, or lost."""
        self._link.online = online
        self._connection(online)


class User:
    """Types lines, each when the one before is done with, and reads what is printed."""

    def __init__(self, out: StringIO) -> None:
        self._out = out
        self._typed = asyncio.Queue[str | None]()
        self._idle = asyncio.Event()
        self._read = 0

    async def lines(self) -> AsyncIterator[str]:
        self._idle.set()
        while (line := await self._typed.get()) is not None:
            yield line
            self._idle.set()

    async def types(self, *lines: str) -> list[str]:
        """Type lines; what has been printed since the last time, without the board."""
        for line in lines:
            self._idle.clear()
            self._typed.put_nowait(line)
            await self._idle.wait()
        return [line for line in self.reads() if not is_board(line)]

    def reads(self) -> list[str]:
        """All that has been printed since the last time."""
        text = self._out.getvalue()[self._read :]
        self._read += len(text)
        return text.splitlines()

    def leaves(self) -> None:
        """The end of standard input."""
        self._typed.put_nowait(None)


def is_board(line: str) -> bool:
    """Belongs to the picture of the board, which other tests look at."""
    return not line or line[0] in "╭│╰" or "pips" in line or line.strip().startswith(("12 ", "13 ", CODE, "Last play:"))


@asynccontextmanager
async def at_terminal(
    client: Guest,
    first: str = "",
    *,
    screen: Screen | None = None,
    out: StringIO | None = None,
    auto_done: bool = False,
) -> AsyncIterator[User]:
    """Somebody plays on a plain terminal, or on the given one, until the block ends."""
    out = out or StringIO()
    screen = screen or Screen(out, live=False, prompt=False, size=lambda: (80, 24))
    user = User(out)
    app = App(client, screen, Looks(), auto_done, now=lambda: 0)
    running = asyncio.create_task(app.run(user.lines(), first))
    try:
        await user.types("moves")
        user.reads()
        yield user
    finally:
        user.leaves()
        await running
