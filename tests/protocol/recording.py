"""A whole short match through the real server without sockets: every frame of two players and a watcher.

The clock stands still but where it is moved, dice and tokens are fixed, so the recording is the same every time.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from engine.dice import scripted
from protocol import commands as c
from protocol.codec import encode_command
from protocol.commands import AnyCommand
from protocol.settings import Settings
from server.archive import Archive
from server.chat import Chat
from server.devices import Devices
from server.dispatch import Dispatcher
from server.lobby import Lobby
from server.ratelimit import PerKey
from server.rooms.service import Rooms
from server.session import Session
from server.store.memory import MemoryStore
from server.tournaments.access import Office
from server.tournaments.broadcast import Broadcast
from server.tournaments.desk import Desk
from server.tournaments.heavy import Heavy
from server.tournaments.keys import Keys
from server.tournaments.service import Tournaments
from tests.server.nodes import Clock

DICE = (3, 3, 6, 3, 4, 1, 5, 5, 2, 1)


@dataclass
class Recording:
    """A server and the frames that have gone to it and come from it, in order: (connection, direction, JSON)."""

    frames: list[tuple[str, str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = Clock(1_800_000_000_000)
        self.store = MemoryStore(self._on_bell, self._on_say)
        self.rooms = Rooms(self.store, scripted(DICE), self.clock, "node", self._spawn)
        self.chat = Chat(self.rooms)
        many = PerKey(1000, 1000)
        tournaments = Tournaments(self.store, self.clock, "node", self._spawn, Heavy())
        self.desk = Desk(tournaments, Broadcast(tournaments), Keys(tournaments, Office()))
        parts = (self.rooms, Lobby(self.rooms), self.chat, Archive(self.rooms), Devices(self.store), self.desk)
        self.dispatcher = Dispatcher(*parts, many, many, lambda: 0.0)
        self.sessions: dict[str, Session] = {}

    def _on_bell(self, key: str, version: int) -> None:
        self.rooms.on_bell(key, version)

    def _on_say(self, key: str, data: bytes) -> None:
        if not self.rooms.presence.on_say(key, data):
            self.chat.on_say(key, data)

    def _spawn(self, work: Any) -> None:
        """Nobody comes or goes by himself in a recording."""
        work.close()

    def connect(self, name: str) -> None:
        def send(frame: bytes | str) -> None:
            assert isinstance(frame, str)
            self.frames.append((name, "server", frame))

        self.sessions[name] = Session("127.0.0.1", True, send)

    def disconnect(self, name: str) -> None:
        self.dispatcher.close(self.sessions.pop(name))

    async def send(self, name: str, command: AnyCommand) -> None:
        frame = encode_command(command, text=True)
        assert isinstance(frame, str)
        self.frames.append((name, "client", frame))
        self.clock.now += 100
        await self.dispatcher.handle(self.sessions[name], frame)
        await asyncio.sleep(0)  # the chat comes back through the store


async def record() -> list[tuple[str, str, str]]:
    """Ada (White) and Bo (Black) play, Cy watches."""
    tape = Recording()
    await _meet(tape)
    code = next(iter(tape.rooms.live))
    await _open(tape, code)
    await _play(tape, code)
    await _reconnect(tape, code)
    await _finish(tape, code)
    return tape.frames


async def _meet(tape: Recording) -> None:
    tape.connect("ada")
    await tape.send("ada", c.Hello(id="a-1", token="AAECAwQFBgcICQoLDA0ODw", name="Ada"))
    await tape.send("ada", c.CreateRoom(id="a-2", seat="white", settings=Settings(public=True, title="Friday")))
    code = (await tape.rooms.store.listings()).popitem()[0].removeprefix("room:")
    await tape.send("ada", c.Subscribe(id="a-3", room=code))
    tape.connect("cy")
    await tape.send("cy", c.Hello(id="c-1", token="AgICAgICAgICAgICAgICAg", name="Cy"))
    await tape.send("cy", c.ListRooms(id="c-2"))
    tape.connect("bo")
    await tape.send("bo", c.Hello(id="b-1", token="AQEBAQEBAQEBAQEBAQEBAQ", name="Bo"))
    await tape.send("bo", c.Subscribe(id="b-2", room=code))
    await tape.send("bo", c.Sit(id="b-3", room=code))
    await tape.send("cy", c.Subscribe(id="c-3", room=code))
    await tape.send("bo", c.Say(id="b-4", room=code, phrase="hello"))


async def _open(tape: Recording, code: str) -> None:
    """Both throw a three, then White throws six and Black three."""
    await tape.send("ada", c.Throw(id="a-4", room=code, turn=1))
    await tape.send("bo", c.Throw(id="b-5", room=code, turn=1))
    await tape.send("ada", c.Throw(id="a-5", room=code, turn=2))
    await tape.send("bo", c.Throw(id="b-6", room=code, turn=2))


async def _play(tape: Recording, code: str) -> None:
    await tape.send("ada", c.Step(id="a-6", room=code, turn=3, point=24, die=6))
    await tape.send("ada", c.Step(id="a-7", room=code, turn=3, point=24, die=3))
    await tape.send("ada", c.Undo(id="a-8", room=code, turn=3))
    await tape.send("ada", c.Step(id="a-9", room=code, turn=3, point=24, die=3))
    await tape.send("ada", c.Done(id="a-10", room=code, turn=3))
    await tape.send("ada", c.Step(id="a-11", room=code, turn=3, point=21, die=6))
    await tape.send("ada", c.Done(id="a-12", room=code, turn=3))
    await tape.send("ada", c.Done(id="a-12", room=code, turn=3))
    await tape.send("bo", c.Throw(id="b-7", room=code, turn=4))
    await tape.send("bo", c.Play(id="b-8", room=code, turn=4, steps=((24, 4), (20, 1))))


async def _reconnect(tape: Recording, code: str) -> None:
    """Ada's connection is lost; the next one goes on from her version. Bo's other device starts with a snapshot."""
    version = tape.rooms.live[code].state.version
    tape.disconnect("ada")
    tape.connect("ada")
    await tape.send("ada", c.Hello(id="a-13", token="AAECAwQFBgcICQoLDA0ODw", name="Ada"))
    await tape.send("ada", c.Subscribe(id="a-14", room=code, after=version - 2))
    await tape.send("ada", c.Throw(id="a-15", room=code, turn=5))
    await tape.send("ada", c.Sync(id="a-16", room=code))
    tape.connect("bo2")
    await tape.send("bo2", c.Hello(id="d-1", token="AQEBAQEBAQEBAQEBAQEBAQ"))
    await tape.send("bo2", c.Subscribe(id="d-2", room=code))


async def _finish(tape: Recording, code: str) -> None:
    await tape.send("bo2", c.Resign(id="d-3", room=code, points=1))
    await tape.send("bo2", c.Resign(id="d-4", room=code, points=2))
    await tape.send("ada", c.Rematch(id="a-17", room=code))
    await tape.send("bo", c.Rematch(id="b-9", room=code, accept=False))
    await tape.send("cy", c.Throw(id="c-4", room=code, turn=5))
    await tape.send("cy", c.GetRecord(id="c-5", room=code))
    await tape.send("cy", c.ListGames(id="c-6"))
