"""The rooms of this node: load, judge, append, tell.

One command's way: `execute` takes the room's lock, lets `decide` judge it against the fold, appends the facts on
condition that the log still ends there, and only then advances the copy, which tells the viewers. When another node was
faster the copy catches up with the log and the command is judged again.
"""

import asyncio
import itertools
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine

import msgspec

from engine.dice import DiceSource
from engine.types import Color
from protocol.commands import CreateRoom
from protocol.errors import Code, Refusal
from protocol.events import SeatTaken
from protocol.ids import PlayerId, room_code
from protocol.settings import Settings
from server.rooms.commit import entry_of, outcome_of
from server.rooms.decide import (
    Actor,
    Expire,
    GiveBack,
    RoomCommand,
    RoomCourse,
    SystemCommand,
    course_of,
    create,
    run,
)
from server.rooms.feed import CLOSED, Room, code_of, is_room, key_of
from server.rooms.office import OfficeCommand, create_for_tournament, decide_by_itself
from server.rooms.presence import Presence
from server.rooms.pulse import Pulse
from server.rooms.state import RoomState
from server.rooms.viewers import Viewer
from server.store.log import Append, Appended, Conflict, Store, StoreUnavailable
from server.text import tidy

log = logging.getLogger(__name__)

ATTEMPTS = 8
"""Lost races against other nodes before a command is given back as unavailable."""
IDLE_MS = 10_000
"""A room that nobody follows here is forgotten after so long; the store keeps it."""
Judge = Callable[[RoomState, int], RoomCourse | Refusal]
OwnCommand = SystemCommand | OfficeCommand
"""What no player has sent."""
Answer = Coroutine[object, object, int | Refusal]
Spawn = Callable[[Coroutine[object, object, object]], object]

UNKNOWN = Refusal(Code.ROOM_UNKNOWN, "There is no such room.")
UNAVAILABLE = Refusal(Code.UNAVAILABLE, "The store does not answer; send the command again with the same id.")


class Rooms:
    """`now` gives server time in ms, `node` names this process, `spawn` starts a task that somebody owns."""

    def __init__(self, store: Store, dice: DiceSource, now: Callable[[], int], node: str, spawn: Spawn) -> None:
        self.store, self.dice, self.now, self.node, self.spawn = store, dice, now, node, spawn
        self.live: dict[str, Room] = {}
        self.on_change: list[Callable[[Room], None]] = []
        self.on_outage: list[Callable[[int, int], Awaitable[None]]] = []
        """Are told of an outage that must not count: how long it was, and when it began."""
        self.observe: Callable[[tuple[str], float], None] = lambda outcome, seconds: None
        """Is told of each append: `appended`, `repeated`, `conflict` or `unavailable`, and the seconds it took."""
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._ops = itertools.count(1)
        self.presence = Presence(store, self.live, now, spawn, self._by_itself)
        self.pulse = Pulse(store, now, self._give_back)

    # --- commands -----------------------------------------------------------------------------------------------------

    async def create(self, actor: Actor, secret: bytes, command: CreateRoom, seats: tuple[Color, ...]) -> str | Refusal:
        """Make a room and return its code; the same command again gives the same room."""
        settings = msgspec.structs.replace(command.settings, title=tidy(command.settings.title))
        return await self.open_room(actor, secret, command.id, settings, seats)

    async def open_room(
        self,
        actor: Actor,
        secret: bytes,
        command: str,
        settings: Settings,
        seats: tuple[Color, ...],
        quick: bool = False,
    ) -> str | Refusal:
        for attempt in range(ATTEMPTS):
            room = Room.empty(room_code(secret, command, attempt))
            now = self.now()
            course = course_of(room.state, create(room.state, actor, settings, seats, now, quick))
            if isinstance(course, Refusal):
                return course
            commit, after = outcome_of(room, course, now)
            try:
                appended = await self.store.append(entry_of(room, f"{actor.player}/{command}", commit, after))
            except StoreUnavailable:
                return UNAVAILABLE
            if isinstance(appended, Appended):
                return room.state.code
        return UNAVAILABLE

    async def open_for_tournament(
        self, code: str, tournament: str, settings: Settings, white: Actor, black: Actor
    ) -> RoomState | Refusal:
        """The room of a match (`ABCDEF/r2t3`), made if it is missing. Another room of this code comes back as it is."""
        now = self.now()
        try:
            if (room := await self.room(code)) is None:
                room = Room.empty(code)
                made = course_of(room.state, create_for_tournament(room.state, tournament, settings, white, black, now))
                if isinstance(made, Refusal):
                    return made
                commit, after = outcome_of(room, made, now)
                await self.store.append(entry_of(room, f"tournament/{tournament}", commit, after))
                room = await self.room(code)
        except StoreUnavailable:
            return UNAVAILABLE
        return UNAVAILABLE if room is None else room.state

    def execute(self, code: str, actor: Actor, command: RoomCommand) -> Answer:
        """The version at which the command is in the log, or why it is refused."""
        op = f"{actor.player}/{command.id}"
        return self._execute(code, op, lambda state, now: run(state, actor, command, now, self.dice), timed=True)

    def execute_system(self, code: str, command: OwnCommand, op: str | None = None) -> Answer:
        """The same for what the server itself wants; nodes that give the same `op` want it once."""
        return self._execute(code, op or self._system_op(), self._system_judge(command))

    async def _give_back(self, away: int, last: int) -> None:
        """Several nodes that see the same outage give it back once. Raises StoreUnavailable."""
        for code in [code_of(key) for key, _ in await self.store.deadlines() if is_room(key)]:
            if await self.execute_system(code, GiveBack(away), op=f"outage/{last}") is UNAVAILABLE:
                raise StoreUnavailable("an outage is not made good yet")
        for listener in self.on_outage:
            await listener(away, last)

    async def _by_itself(self, room: Room, command: OwnCommand) -> int | Refusal:
        """The same in a room whose lock is held. Raises StoreUnavailable."""
        return await self._judged(room, self._system_op(), self._system_judge(command))

    def _system_judge(self, command: OwnCommand) -> Judge:
        def judge(state: RoomState, now: int) -> RoomCourse | Refusal:
            if isinstance(command, Expire) and not self.pulse.steady:
                return UNAVAILABLE
            return course_of(state, decide_by_itself(state, command, now, self.dice))

        return judge

    async def _execute(self, code: str, op: str, judge: Judge, timed: bool = False) -> int | Refusal:
        try:
            room = self.live.get(code) or await self.room(code)
            if room is None:
                return UNKNOWN
            if timed and room.state.deadline is not None and not self.pulse.steady:
                await self.pulse.beat()  # an outage that must not count may lie behind us
            await room.lock.acquire()  # `async with` takes two coroutines more
            try:
                return await self._judged(room, op, judge, timed)
            finally:
                room.lock.release()
        except StoreUnavailable:
            return UNAVAILABLE

    async def _judged(self, room: Room, op: str, judge: Judge, timed: bool = False) -> int | Refusal:
        """Judge and append until nobody else was faster; `timed`: after what is due. The room's lock is held."""
        for _ in range(ATTEMPTS):
            if (version := room.version_of(op)) is not None:
                return version
            now = self.now()
            if timed and (due := room.state.deadline) is not None:
                if not self.pulse.steady:
                    return UNAVAILABLE
                if due <= now:
                    await self._append(room, self._system_op(), self._system_judge(Expire())(room.state, now), now)
            course = judge(room.state, now)
            if isinstance(course, Refusal):
                if await self._catch_up(room):  # the copy was behind: what is refused may be right, or done already
                    continue
                return course
            if not course.facts or await self._append(room, op, course, now):
                return room.state.version
            if room.state.code not in self.live:
                return UNKNOWN
        return UNAVAILABLE

    async def _append(self, room: Room, op: str, course: RoomCourse | Refusal, now: int) -> bool:
        """True when the facts are in the log and told; False when the log has moved on and the copy now too."""
        if isinstance(course, Refusal) or not course.facts:
            return False
        commit, after = outcome_of(room, course, now)
        entry = entry_of(room, op, commit, after)
        room.appending = True
        try:
            appended = await self._stored(entry)
            match appended:
                case Appended(repeated=False):
                    room.advance(op, entry.data, commit, after)
                case Appended():  # an attempt before this one is in the log, perhaps with other dice
                    await self._catch_up(room)
                case Conflict(()):
                    room.close(UNKNOWN)
                    await self._forget(room)
                    return False
                case Conflict(tail):
                    room.catch_up(tail)
        except StoreUnavailable:
            self.spawn(self.look(room))
            raise
        finally:
            room.appending = False
        self._changed(room, now)
        if SeatTaken in map(type, commit.events):
            self.presence.expect(room)
        return isinstance(appended, Appended) and not appended.repeated

    async def _stored(self, write: Append) -> Appended | Conflict:
        """Append, and have noted how it went and how long it took."""
        began, outcome = time.perf_counter(), "unavailable"
        try:
            done = await self.store.append(write)
            outcome = "conflict" if isinstance(done, Conflict) else "repeated" if done.repeated else "appended"
            return done
        finally:
            self.observe((outcome,), time.perf_counter() - began)

    def _system_op(self) -> str:
        return f"{self.node}/{next(self._ops)}"

    def _changed(self, room: Room, now: int) -> None:
        room.used_at = now
        self.presence.contradict(room)
        for listener in self.on_change:
            listener(room)

    # --- the copies ---------------------------------------------------------------------------------------------------

    async def room(self, code: str) -> Room | None:
        """The copy of a room, loaded once however many ask at the same time. Raises StoreUnavailable."""
        if (room := self.live.get(code)) is not None:
            return room
        if (loading := self._loading.get(code)) is None:
            loading = self._loading[code] = asyncio.ensure_future(self._load(code))
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> Room | None:
        key, room = key_of(code), Room.empty(code)
        room.catch_up(await self.store.read(key))
        if not room.state.version:
            return None
        await self.store.follow(key)
        try:
            room.catch_up(await self.store.read(key, room.state.version))
        except StoreUnavailable:
            await self.store.unfollow(key)
            raise
        self.live[code] = room
        room.beat_at = self.now()
        self._changed(room, room.beat_at)
        self.presence.expect(room)
        return room

    def on_bell(self, key: str, version: int) -> None:
        """Another node may have appended."""
        room = self.live.get(code_of(key))
        if room is None or 0 < version <= room.state.version + room.appending:
            return
        self.spawn(self.look(room))

    async def look(self, room: Room) -> None:
        """Read what the log has beyond the copy."""
        async with room.lock:
            try:
                await self._catch_up(room)
            except StoreUnavailable:
                log.info("room %s cannot be read now", room.state.code)

    async def _catch_up(self, room: Room) -> bool:
        """True when there was something. The room's lock is held."""
        before = room.state.version
        room.catch_up(await self.store.read(key_of(room.state.code), before))
        if room.state.version == before:
            return False
        self._changed(room, self.now())
        return True

    async def _forget(self, room: Room) -> None:
        if self.live.get(room.state.code) is room:
            del self.live[room.state.code]
            await self.store.unfollow(key_of(room.state.code))

    async def forget_idle(self) -> None:
        """Drop the copies that nobody has used for a while."""
        now = self.now()
        for room in list(self.live.values()):
            if not room.viewers and not room.lock.locked() and now - room.used_at > IDLE_MS:
                await self._forget(room)

    # --- viewers ------------------------------------------------------------------------------------------------------

    async def subscribe(self, code: str, viewer: Viewer, after: int | None) -> int | Refusal:
        """Let a viewer follow a room from now on; he is brought up to date first."""
        try:
            room = await self.room(code)
        except StoreUnavailable:
            return UNAVAILABLE
        if room is None:
            return UNKNOWN
        if not room.state.lets_in(viewer.player):
            return CLOSED
        room.attach(viewer, after, self.now())
        room.used_at = self.now()
        self.presence.contradict(room)
        return room.seen_by(viewer.player).version

    def follows(self, code: str, viewer: Viewer | None) -> bool:
        """He still does: he was not sent away, and the room is not forgotten."""
        room = self.live.get(code)
        return room is not None and viewer in room.viewers

    def knows(self, code: str, player: PlayerId) -> bool:
        """The code is no secret to this player: the room is public, or he sits there. Says nothing of unloaded rooms.

        So the answer tells nobody anything, not even by the time that it takes.
        """
        room = self.live.get(code)
        return room is not None and (room.state.settings.public or bool(room.state.seats_of(player)))

    def unsubscribe(self, code: str, viewer: Viewer) -> None:
        if (room := self.live.get(code)) is not None:
            room.detach(viewer)
            room.used_at = self.now()
            if room.state.seats_of(viewer.player):
                self.presence.left(room)
