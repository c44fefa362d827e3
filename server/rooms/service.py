"""The rooms of this node: load, judge, append, tell.

One command's way: `execute` takes the room's lock, lets `decide` judge it against the fold, appends the facts on
condition that the log still ends there, and only then advances the copy, which tells the viewers. When another node was
faster the copy catches up with the log and the command is judged again.
"""

import asyncio
import itertools
import logging
from collections.abc import Callable, Coroutine

import msgspec

from engine.dice import DiceSource
from engine.types import Color
from protocol import limits
from protocol.codec import encode_commit
from protocol.commands import CreateRoom, Settings
from protocol.errors import Code, Refusal
from protocol.events import Commit, SeatTaken
from protocol.ids import room_code
from server.rooms import views
from server.rooms.decide import (
    Absent,
    Actor,
    Expire,
    Present,
    RoomCommand,
    RoomCourse,
    SystemCommand,
    course_of,
    create,
    decide_system,
    run,
)
from server.rooms.feed import Room, Viewer
from server.rooms.record import makes_records
from server.rooms.state import RoomState, deadline, settle
from server.store.log import Append, Appended, Conflict, Store, StoreUnavailable
from server.text import tidy

log = logging.getLogger(__name__)

ATTEMPTS = 8
"""Lost races against other nodes before a command is given back as unavailable."""
IDLE_MS = 10_000
"""A room that nobody follows here is forgotten after so long; the store keeps it."""
ARRIVAL_MS = limits.OFFLINE_GRACE_MS + IDLE_MS // 2
"""Whoever holds a seat of a room that is loaded, or takes one, should follow it by then."""
Judge = Callable[[RoomState, int], RoomCourse | Refusal]
Spawn = Callable[[Coroutine[object, object, object]], object]

UNKNOWN = Refusal(Code.ROOM_UNKNOWN, "There is no such room.")
UNAVAILABLE = Refusal(Code.UNAVAILABLE, "The store does not answer; send the command again with the same id.")


def key_of(code: str) -> str:
    return f"room:{code}"


def code_of(key: str) -> str:
    return key.removeprefix("room:")


def _outcome(room: Room, course: RoomCourse, now: int) -> tuple[Commit, RoomState]:
    """The next version of a room, and the room at it."""
    return Commit(now, tuple(course.facts)), settle(room.state, course.state, room.state.version + 1, now)


def _write(room: Room, op: str, commit: Commit, after: RoomState) -> Append:
    """The append that stores these facts, with what the store should show and when it should call."""
    # Watchers who are kept behind learn nothing from the list either.
    shown = room.shown if after.running and after.settings.watch_delay else after
    listing = views.listing(after, shown, len(room.watchers))
    expire_ms = limits.ROOM_MS if after.running or after.waiting else limits.FINISHED_ROOM_MS
    forgotten = None if listing is None else commit.at + expire_ms + 1
    return Append(
        key=key_of(after.code),
        expected=room.state.version,
        op=op,
        data=encode_commit(commit),
        expire_ms=expire_ms,
        deadline=deadline(after) or forgotten,
        listing=None if listing is None else msgspec.json.encode(listing),
        ends=makes_records(after.settings, commit.events),
    )


class Rooms:
    """`now` gives server time in ms, `node` names this process, `spawn` starts a task that somebody owns."""

    def __init__(self, store: Store, dice: DiceSource, now: Callable[[], int], node: str, spawn: Spawn) -> None:
        self.store, self.dice, self.now, self.node, self.spawn = store, dice, now, node, spawn
        self.live: dict[str, Room] = {}
        self.on_change: list[Callable[[Room], None]] = []
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._ops = itertools.count(1)

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
            commit, after = _outcome(room, course, now)
            try:
                appended = await self.store.append(_write(room, f"{actor.player}/{command}", commit, after))
            except StoreUnavailable:
                return UNAVAILABLE
            if isinstance(appended, Appended):
                return room.state.code
        return UNAVAILABLE

    async def execute(self, code: str, actor: Actor, command: RoomCommand) -> int | Refusal:
        """The version at which the command is in the log, or why it is refused."""
        op = f"{actor.player}/{command.id}"
        return await self._execute(code, op, lambda state, now: run(state, actor, command, now, self.dice), timed=True)

    async def execute_system(self, code: str, command: SystemCommand, op: str | None = None) -> int | Refusal:
        """The same for what the server itself wants; nodes that give the same `op` want it once."""
        return await self._execute(code, op or self._system_op(), self._system_judge(command))

    def _system_judge(self, command: SystemCommand) -> Judge:
        return lambda state, now: course_of(state, decide_system(state, command, now, self.dice))

    async def _execute(self, code: str, op: str, judge: Judge, timed: bool = False) -> int | Refusal:
        try:
            room = await self.room(code)
            if room is None:
                return UNKNOWN
            async with room.lock:
                return await self._judged(room, op, judge, timed)
        except StoreUnavailable:
            return UNAVAILABLE

    async def _judged(self, room: Room, op: str, judge: Judge, timed: bool = False) -> int | Refusal:
        """Judge and append until nobody else was faster; `timed`: after what is due. The room's lock is held."""
        for _ in range(ATTEMPTS):
            if (version := room.version_of(op)) is not None:
                return version
            now = self.now()
            if timed and (due := deadline(room.state)) is not None and due <= now:
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
        commit, after = _outcome(room, course, now)
        room.appending = True
        try:
            appended = await self.store.append(_write(room, op, commit, after))
            match appended:
                case Appended(repeated=False):
                    room.advance(op, commit, after)
                case Appended():  # an attempt before this one is in the log, perhaps with other dice
                    await self._catch_up(room)
                case Conflict(()):
                    await self._forget(room)
                    return False
                case Conflict(tail):
                    room.catch_up(tail)
        except StoreUnavailable:
            self.spawn(self.look(room))
            raise
        finally:
            room.appending = False
        self._changed(room)
        if any(isinstance(event, SeatTaken) for event in commit.events):
            self._settle_later(room, ARRIVAL_MS)
        return isinstance(appended, Appended) and not appended.repeated

    def _system_op(self) -> str:
        return f"{self.node}/{next(self._ops)}"

    def _changed(self, room: Room) -> None:
        room.used_at = self.now()
        self._contradict(room)
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
        self._changed(room)
        self._settle_later(room, ARRIVAL_MS)
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
        self._changed(room)
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
        if not room.state.settings.watchers and not room.state.waiting and not room.state.seats_of(viewer.player):
            return Refusal(Code.ROOM_CLOSED_TO_WATCHERS, "This room has no watchers.")
        room.attach(viewer, after, self.now())
        room.used_at = self.now()
        self._contradict(room)
        return room.state.version

    def unsubscribe(self, code: str, viewer: Viewer) -> None:
        if (room := self.live.get(code)) is not None:
            room.detach(viewer)
            room.used_at = self.now()
            if room.state.seats_of(viewer.player):
                self._settle_later(room, limits.OFFLINE_GRACE_MS)

    def _settle_later(self, room: Room, delay_ms: int) -> None:
        self.spawn(self._settle_after(room, delay_ms))

    async def _settle_after(self, room: Room, delay_ms: int) -> None:
        await asyncio.sleep(delay_ms / 1000)
        await self.settle(room, absences=True)

    def _contradict(self, room: Room) -> None:
        """Does the log say that somebody is away who follows the room here?"""
        if any(room.is_here(color) and room.is_offline(color) for color in Color):
            self.spawn(self.settle(room, absences=False))

    async def settle(self, room: Room, absences: bool) -> None:
        """Let the log say who is here: the seats followed on this node, and with `absences` those that are not."""
        async with room.lock:
            if self.live.get(room.state.code) is room:
                await self._settle(room, absences)

    async def _settle(self, room: Room, absences: bool) -> None:
        for color in Color:
            seat, here = room.state.seat(color), room.is_here(color)
            if seat is None or seat.bot is not None or here != room.is_offline(color) or not (here or absences):
                continue
            judge = self._system_judge(Present(color) if here else Absent(color))
            try:
                await self._judged(room, self._system_op(), judge)
            except StoreUnavailable:
                self._settle_later(room, limits.OFFLINE_GRACE_MS)
                return
