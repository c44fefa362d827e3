"""The client's side of the protocol without any I/O: frames go in, what they mean comes out, and frames to be sent.

It keeps what a reconnection needs: the commands that are not answered yet, the version of each room, and the key of
each tournament. A missing version or a heartbeat with another digest makes it ask for a snapshot; its user only ever
sees rooms that are right.
"""

from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from clients.lib.view import apply, later
from protocol.codec import decode_message, encode_command
from protocol.commands import AnyCommand, Hello, LeaveTournament, OpenTournament, Subscribe, Unsubscribe
from protocol.errors import Code
from protocol.events import Event
from protocol.ids import PlayerId
from protocol.messages import (
    Ack,
    AnyMessage,
    DeviceCode,
    DirectorCode,
    Error,
    Events,
    Games,
    Heartbeat,
    Key,
    Record,
    Rooms,
    Said,
    Sealed,
    Snapshot,
    StepGraph,
    Tournament,
    Tournaments,
    TournamentYou,
    Welcome,
)

PASSING: Final = (Code.UNAVAILABLE, Code.RATE_LIMITED)
"""Refusals that a later try may not meet."""


@dataclass(frozen=True, slots=True)
class Viewed:
    """A room has changed: `events` led to `view`; none when it came as a snapshot or only the graph is new."""

    room: str
    view: Snapshot
    events: tuple[Event, ...] = ()
    graph: StepGraph | None = None


@dataclass(frozen=True, slots=True)
class Beat:
    """A room is where it should be; the heartbeat has fresh clocks."""

    room: str
    view: Snapshot


@dataclass(frozen=True, slots=True)
class Lost:
    """A room that was followed is so no longer: it is forgotten, or closed to this user."""

    room: str
    error: Error


@dataclass(frozen=True, slots=True)
class Unwelcome:
    """The server does not take us, because the token or the name is none. No other connection will help."""

    error: Error


@dataclass(frozen=True, slots=True)
class TryLater:
    """The server cannot go on with us now. Close the connection, wait, and open another."""

    error: Error


@dataclass(frozen=True, slots=True)
class Told:
    """News of a tournament; `complete`: all of it, whatever was known before."""

    news: Tournament
    complete: bool


@dataclass(frozen=True, slots=True)
class LostTournament:
    """A tournament that was open is so no longer: it is forgotten, or its key has become void."""

    tournament: str
    error: Error


OfTournaments = Told | LostTournament | TournamentYou | Tournaments | Key | DirectorCode
Update = (
    Viewed | Beat | Lost | Unwelcome | TryLater | Welcome | Ack | Error | Said | Rooms | Games | Record | OfTournaments
)


@dataclass(slots=True)
class Followed:
    """A room that the user follows, as far as it is known."""

    view: Snapshot | None = None
    graph: StepGraph | None = None
    asked: bool = False
    """A snapshot is on its way; what comes before it is passed over."""

    def look(self, view: Snapshot) -> None:
        """The room has moved on. A graph of another stage is forgotten, also when a later stage has the same number."""
        self.view = view
        if self.graph is None or (self.graph.turn, self.graph.stage) != (view.turn, _stage(view)):
            self.graph = None


@dataclass(slots=True)
class Opened:
    """A tournament that the user has opened."""

    key: str | None
    unseen: bool = True
    """What comes next is complete."""
    here: bool = True
    """It has been opened on this connection."""


def _stage(view: Snapshot) -> int | None:
    return len(view.stages) - 1 if view.phase == "play" else None


@dataclass(slots=True)
class ClientSession:
    """One user's conversation with a server, over as many connections as it takes.

    `prefix` makes the ids of commands unique among all tabs and programs of this player. `outgoing` collects frames:
    send them and clear it. After `connected()` nothing but Hello goes out until Welcome has come. `text`: speak JSON.
    """

    prefix: str
    token: str | None = None
    name: str = ""
    text: bool = False
    player: PlayerId | None = None
    outgoing: list[bytes | str] = field(default_factory=list)
    pending: dict[str, AnyCommand] = field(default_factory=dict)
    """The commands without an answer, in the order in which they were sent."""
    rooms: dict[str, Followed] = field(default_factory=dict)
    tournaments: dict[str, Opened] = field(default_factory=dict)
    _number: int = 0
    _hello: str | None = None
    """The id of Hello while it is not answered."""
    _greeted: bool = False

    def next_id(self) -> str:
        """An id for a command."""
        self._number += 1
        return f"{self.prefix}-{self._number}"

    # --- out ----------------------------------------------------------------------------------------------------------

    def connected(self) -> None:
        """A new connection is open: say who we are."""
        self._greeted, self._hello = False, self.next_id()
        self.outgoing = [encode_command(Hello(id=self._hello, token=self.token, name=self.name), self.text)]

    def send(self, command: AnyCommand) -> None:
        """Send a command as soon as there is a connection, and again on the next one while it is not answered."""
        self.pending[command.id] = command
        if isinstance(command, Subscribe):
            self.rooms.setdefault(command.room, Followed()).asked = command.after is None
        if isinstance(command, Unsubscribe):
            self.rooms.pop(command.room, None)
        if isinstance(command, LeaveTournament):
            self.tournaments.pop(command.tournament, None)
        if self._greeted:
            self.outgoing.append(encode_command(command, self.text))

    def forget(self, command: str) -> None:
        """Nobody waits for the answer of this command any more: it is not sent again."""
        self.pending.pop(command, None)

    def _resync(self, room: str) -> None:
        if not self.rooms[room].asked:
            self.send(Subscribe(id=self.next_id(), room=room))

    def _resume(self) -> None:
        """Welcome has come: follow everything again from where it is, then repeat what was not answered."""
        self._greeted, self._hello = True, None
        waiting = list(self.pending.values())
        asked = {command.room for command in waiting if isinstance(command, Subscribe)}
        for room, followed in self.rooms.items():
            if room not in asked:
                after = None if followed.view is None else followed.view.version
                self.send(Subscribe(id=self.next_id(), room=room, after=after))
        # What is asked of a tournament needs it open.
        waiting.sort(key=lambda command: not isinstance(command, OpenTournament))
        asked = {command.tournament for command in waiting if isinstance(command, OpenTournament)}
        for code, opened in self.tournaments.items():
            opened.here = False
            if code not in asked:
                self.send(OpenTournament(id=self.next_id(), tournament=code, key=opened.key))
        for command in waiting:
            self.send(command)

    # --- in -----------------------------------------------------------------------------------------------------------

    def receive(self, frame: bytes | str) -> Update | None:
        """What a frame means to the user; None for nothing.

        Raises protocol.codec.FrameError for a frame of a kind that is not known here; it changes nothing.
        """
        message: AnyMessage = decode_message(frame)
        match message:
            case Welcome():
                self.token, self.player = message.token or self.token, message.player
                self._resume()
                return message
            case Ack():
                return self._done(message)
            case Error():
                return self._refused(message)
            case Snapshot():
                return self._snapshot(message)
            case Events():
                return self._events(message)
            case StepGraph():
                return self._graph(message)
            case Heartbeat():
                return self._heartbeat(message)
            case Said() | Rooms() | Games() | Record():
                return message
            case Tournaments() | Key() | DirectorCode():
                return message
            case Tournament():
                return self._told(message)
            case TournamentYou():
                return self._made(message)
            case DeviceCode() | Sealed():
                return None  # for those who hand their token to another device

    def _done(self, ack: Ack) -> Ack:
        command = self.pending.pop(ack.id, None)
        if isinstance(command, Subscribe) and (followed := self.rooms.get(command.room)) is not None:
            followed.asked = False
        if isinstance(command, OpenTournament):
            before = self.tournaments.get(command.tournament)
            self.tournaments[command.tournament] = Opened(command.key or (None if before is None else before.key))
        return ack

    def _refused(self, error: Error) -> Error | Lost | LostTournament | Unwelcome | TryLater:
        if error.room is not None:
            return Lost(error.room, error) if self.rooms.pop(error.room, None) is not None else error
        passing = error.code in PASSING
        if error.id is not None and error.id == self._hello:
            return TryLater(error) if passing else Unwelcome(error)
        command = self.pending.get(error.id or "")
        if isinstance(command, OpenTournament):
            return self._not_opened(command, error)
        followed = self.rooms.get(command.room) if isinstance(command, Subscribe) else None
        seen = followed is not None and followed.view is not None
        if seen and passing:
            # It stays pending: the next connection asks again, and until then nobody takes the room for live.
            return TryLater(error)
        self.pending.pop(error.id or "", None)
        if not isinstance(command, Subscribe):
            return error
        self.rooms.pop(command.room, None)
        return Lost(command.room, error) if seen else error

    def _not_opened(self, command: OpenTournament, error: Error) -> Error | LostTournament | TryLater:
        """One that is open on this connection stays so; another is lost, unless a later try may do."""
        opened = self.tournaments.get(command.tournament)
        lost = opened is not None and not opened.here
        if lost and error.code in PASSING:
            return TryLater(error)
        self.pending.pop(command.id, None)
        if not lost:
            return error
        del self.tournaments[command.tournament]
        return LostTournament(command.tournament, error)

    def _told(self, message: Tournament) -> Told | None:
        opened = self.tournaments.get(message.tournament)
        if opened is None or not opened.here:
            return None
        complete, opened.unseen = opened.unseen, False
        return Told(message, complete)

    def _made(self, message: TournamentYou) -> TournamentYou | None:
        """The key of a player has done its work; shown again, it would take the seat from a device that came later."""
        opened = self.tournaments.get(message.tournament)
        if opened is not None and message.you.role == "player":
            opened.key = None
        return message if opened is not None else None

    def _snapshot(self, message: Snapshot) -> Viewed | None:
        if message.room not in self.rooms:
            return None
        self.rooms[message.room] = Followed(message)
        return Viewed(message.room, message)

    def _events(self, message: Events) -> Viewed | None:
        followed = self.rooms.get(message.room)
        if followed is None or followed.view is None or followed.asked or message.version <= followed.view.version:
            return None
        if message.version > followed.view.version + 1:
            self._resync(message.room)
            return None
        view = apply(followed.view, message, self.player or "")
        followed.look(view)
        return Viewed(message.room, view, message.events, followed.graph)

    def _graph(self, message: StepGraph) -> Viewed | None:
        followed = self.rooms.get(message.room)
        if followed is None or followed.view is None or followed.asked:
            return None
        followed.graph = message
        followed.look(followed.view)
        return Viewed(message.room, followed.view, graph=followed.graph)

    def _heartbeat(self, message: Heartbeat) -> Beat | None:
        followed = self.rooms.get(message.room)
        if followed is None or followed.view is None or followed.asked:
            return None
        if (message.version, message.digest) != (followed.view.version, followed.view.position.digest):
            self._resync(message.room)
            return None
        view = later(followed.view, message.at)
        followed.view = replace(view, clocks=message.clocks, watchers=message.watchers)
        return Beat(message.room, followed.view)
