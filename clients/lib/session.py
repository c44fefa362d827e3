"""The client's side of the protocol without any I/O: frames go in, what they mean comes out, and frames to be sent.

It keeps what a reconnection needs: the commands that are not answered yet, and the version of each room. A missing
version or a heartbeat with another digest makes it ask for a snapshot; its user only ever sees rooms that are right.
"""

from collections import OrderedDict
from dataclasses import dataclass, field

from msgspec.structs import replace

from clients.lib.view import apply
from protocol.codec import decode_message, encode_command
from protocol.commands import AnyCommand, Hello, Subscribe, Unsubscribe
from protocol.events import Event
from protocol.ids import PlayerId
from protocol.messages import Ack, AnyMessage, Error, Events, Heartbeat, Rooms, Said, Snapshot, StepGraph, Welcome


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


Update = Viewed | Beat | Welcome | Ack | Error | Said | Rooms


@dataclass(slots=True)
class _Followed:
    view: Snapshot | None = None
    graph: StepGraph | None = None
    asked: bool = False
    """A snapshot is on its way; what comes before it is passed over."""

    @property
    def current_graph(self) -> StepGraph | None:
        """The step graph, if it belongs to the stage that is on the board."""
        graph, view = self.graph, self.view
        if graph is None or view is None or view.phase != "play":
            return None
        return graph if (graph.turn, graph.stage) == (view.turn, len(view.stages) - 1) else None


@dataclass(slots=True)
class ClientSession:
    """One user's conversation with a server, over as many connections as it takes.

    `prefix` makes the ids of commands unique among all tabs and programs of this player. `outgoing` collects frames:
    send them and clear it. After `connected()` nothing but Hello goes out until Welcome has come.
    """

    prefix: str
    token: str | None = None
    name: str = ""
    text: bool = False
    player: PlayerId | None = None
    outgoing: list[bytes | str] = field(default_factory=list)
    pending: "OrderedDict[str, AnyCommand]" = field(default_factory=OrderedDict)
    rooms: dict[str, _Followed] = field(default_factory=dict)
    _number: int = 0
    _greeted: bool = False

    def next_id(self) -> str:
        self._number += 1
        return f"{self.prefix}-{self._number}"

    # --- out ----------------------------------------------------------------------------------------------------------

    def connected(self) -> None:
        """A new connection is open: say who we are."""
        self._greeted = False
        self.outgoing = [encode_command(Hello(id=self.next_id(), token=self.token, name=self.name), self.text)]

    def send(self, command: AnyCommand) -> None:
        """Send a command as soon as there is a connection, and again on the next one while it is not answered."""
        self.pending[command.id] = command
        if isinstance(command, Subscribe):
            self.rooms.setdefault(command.room, _Followed()).asked = command.after is None
        if isinstance(command, Unsubscribe):
            self.rooms.pop(command.room, None)
        if self._greeted:
            self.outgoing.append(encode_command(command, self.text))

    def _resync(self, room: str) -> None:
        followed = self.rooms[room]
        if not followed.asked:
            self.send(Subscribe(id=self.next_id(), room=room))

    def _resume(self) -> None:
        """Welcome has come: follow the rooms again from where they are, then repeat what was not answered."""
        self._greeted = True
        waiting = list(self.pending.values())
        asked = {command.room for command in waiting if isinstance(command, Subscribe)}
        for room, followed in self.rooms.items():
            if room not in asked:
                after = None if followed.view is None else followed.view.version
                self.send(Subscribe(id=self.next_id(), room=room, after=after))
        for command in waiting:
            self.send(command)

    # --- in -----------------------------------------------------------------------------------------------------------

    def receive(self, frame: bytes | str) -> Update | None:
        """What a frame means to the user; None for nothing. Raises protocol.codec.FrameError."""
        message: AnyMessage = decode_message(frame)
        match message:
            case Welcome():
                self.token, self.player = message.token or self.token, message.player
                self._resume()
                return message
            case Ack(id=command) | Error(id=str() as command):
                self.pending.pop(command, None)
                return message
            case Snapshot():
                self.rooms[message.room] = _Followed(message)
                return Viewed(message.room, message)
            case Events():
                return self._events(message)
            case StepGraph():
                return self._graph(message)
            case Heartbeat():
                return self._heartbeat(message)
            case _:
                return message

    def _events(self, message: Events) -> Viewed | None:
        followed = self.rooms.get(message.room)
        if followed is None or followed.view is None or followed.asked or message.version <= followed.view.version:
            return None
        if message.version > followed.view.version + 1:
            self._resync(message.room)
            return None
        followed.view = apply(followed.view, message, self.player or "")
        return Viewed(message.room, followed.view, message.events, followed.current_graph)

    def _graph(self, message: StepGraph) -> Viewed | None:
        followed = self.rooms.get(message.room)
        if followed is None or followed.view is None:
            return None
        followed.graph = message
        return Viewed(message.room, followed.view, graph=followed.current_graph)

    def _heartbeat(self, message: Heartbeat) -> Beat | None:
        followed = self.rooms.get(message.room)
        if followed is None or followed.view is None or followed.asked:
            return None
        view = followed.view
        if message.version > view.version or (message.version == view.version and message.digest != view.digest):
            self._resync(message.room)
            return None
        if message.version < view.version:
            return None

        followed.view = replace(view, clocks=message.clocks, watchers=message.watchers, at=message.at)
        return Beat(message.room, followed.view)
