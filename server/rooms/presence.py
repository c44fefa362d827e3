"""Who is here. Every node knows its own connections; only the log says who is away, and everybody reads it there.

A seat that is followed on no connection of this node may be followed on another. So before a node lets the log say that
somebody is away, it calls for him beside the log: each node that has him answers. Nobody answers for the players of a
node that has died. A call or an answer that is lost costs time, or an absence that his own node contradicts.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping

from engine.types import Color
from protocol import limits
from server.rooms.decide import Absent, Present
from server.rooms.feed import Room, code_of, key_of
from server.store.log import Store, StoreUnavailable

CALL_MS = 5_000
"""Whoever is said to be here, and is so on no connection of a node where his room is followed, is called so often."""
ANSWER_MS = 500
SWEEP_MS = 1_000
ARRIVAL_MS = limits.OFFLINE_GRACE_MS + CALL_MS
"""Whoever holds a seat of a room that is loaded, or takes one, should follow it by then."""
_CALL, _ANSWER = b"?", b"!"


class Presence:
    """`live` are the rooms of this node; `say` lets the log say something, if it is news, under the room's lock."""

    def __init__(
        self,
        store: Store,
        live: Mapping[str, Room],
        now: Callable[[], int],
        spawn: Callable[[Coroutine[object, object, object]], object],
        say: Callable[[Room, Absent | Present], Awaitable[object]],
    ) -> None:
        self.store, self.live, self.now, self.spawn, self._say = store, live, now, spawn, say

    # --- when to look -------------------------------------------------------------------------------------------------

    def expect(self, room: Room) -> None:
        """Whoever has a seat should be here soon: the room was loaded, or somebody sat down."""
        room.expected_at = self.now() + ARRIVAL_MS
        self.settle_later(room, ARRIVAL_MS)

    def left(self, room: Room) -> None:
        """A connection of a player is gone."""
        self.settle_later(room, limits.OFFLINE_GRACE_MS)

    def contradict(self, room: Room) -> None:
        """Does the log say that somebody is away who follows the room here?"""
        if room.state.someone_is_away and any(room.is_offline(color) and room.is_here(color) for color in Color):
            self.spawn(self.settle(room))

    async def sweep(self) -> None:
        """Call those who are shown as present to viewers here and have given no sign for a while."""
        now = self.now()
        for room in list(self.live.values()):
            silent = any(now - room.answers.get(color, 0) >= CALL_MS for color in self._missing(room))
            if room.viewers and silent and now >= room.expected_at:
                self.settle_later(room, 0)

    def settle_later(self, room: Room, delay_ms: int) -> None:
        """Every room that is opened waits here, and a timer takes a tenth of the memory of a task that sleeps."""
        if (wait := delay_ms - ANSWER_MS) > 0:
            asyncio.get_running_loop().call_later(wait / 1000, self._look, room)
        else:
            self._look(room)

    def _look(self, room: Room) -> None:
        self.spawn(self._call(room))

    # --- calling ------------------------------------------------------------------------------------------------------

    async def _call(self, room: Room) -> None:
        """Call those who are missing, and note those who do not answer."""
        called_at, missing = self.now(), self._missing(room)
        try:
            for color in missing:
                await self.store.say(key_of(room.state.code), _CALL + color.encode(), keep=0, expire_ms=1)
        except StoreUnavailable:
            self.settle_later(room, limits.OFFLINE_GRACE_MS)
            return
        if missing:
            await asyncio.sleep(ANSWER_MS / 1000)
        heard = [color for color in missing if room.calls.get(color, -1) >= called_at]
        silent = [color for color in heard if room.answers.get(color, -1) < called_at]
        await self.settle(room, silent)

    def _missing(self, room: Room) -> list[Color]:
        """The people who are present as far as the log says, and do not follow the room on this node."""
        if self.live.get(room.state.code) is not room:
            return []
        return [color for color in Color if room.is_expected(color) and not room.is_here(color)]

    def on_say(self, key: str, data: bytes) -> bool:
        """What was said beside a room; False when it was no call and no answer."""
        if data[:1] not in (_CALL, _ANSWER):
            return False
        if (room := self.live.get(code_of(key))) is not None:
            color = Color(data[1:].decode())
            (room.calls if data[:1] == _CALL else room.answers)[color] = self.now()
            if data[:1] == _CALL and room.is_here(color):
                self.spawn(self.store.say(key, _ANSWER + color.encode(), keep=0, expire_ms=1))
        return True

    # --- noting -------------------------------------------------------------------------------------------------------

    async def settle(self, room: Room, absent: Collection[Color] = ()) -> None:
        """Let the log say who is here of those whom it takes for absent, and that these are away, if they are."""
        async with room.lock:
            if self.live.get(room.state.code) is room:
                await self._settle(room, absent)

    async def _settle(self, room: Room, absent: Collection[Color]) -> None:
        missing = self._missing(room)
        news: list[Absent | Present] = [Absent(color) for color in absent if color in missing]
        news += [Present(color) for color in Color if room.is_here(color) and room.is_offline(color)]
        try:
            for command in news:
                await self._say(room, command)
        except StoreUnavailable:
            self.settle_later(room, limits.OFFLINE_GRACE_MS)
