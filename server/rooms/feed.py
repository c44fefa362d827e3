"""A room in the memory of one node: the fold as far as it is known, and the viewers who follow it here.

The log in the store is the truth; this is a copy that runs behind it and can be thrown away at any time. Players are
told before watchers.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from engine.types import Color
from protocol import limits
from protocol.codec import decode_commit, encode_entry, encode_message
from protocol.errors import Code, Refusal
from protocol.events import Commit
from protocol.ids import PlayerId
from protocol.messages import AnyMessage, Error
from server.rooms import views
from server.rooms.state import RoomState, fold
from server.rooms.viewers import Crowd, Encoded, Viewer, spread, tell
from server.store.log import Entry

OPS_KEPT = 64
"""Commands of one player that are still recognised when they are sent again."""
CLOSED = Refusal(Code.ROOM_CLOSED_TO_WATCHERS, "This room has no watchers.")

_PREFIX = "room:"


def key_of(code: str) -> str:
    """The key of a room's log in the store."""
    return _PREFIX + code


def code_of(key: str) -> str:
    return key.removeprefix(_PREFIX)


def is_room(key: str) -> bool:
    """Other logs lie in the same store."""
    return key.startswith(_PREFIX)


@dataclass(eq=False, slots=True)
class Room:
    """The copy of one room. `shown` is what watchers see: the same, or some turns behind (`watch_delay`).

    `calls` and `answers`: when somebody was last called for, and when a node that has him answered (presence.py).
    `recent`: the last entries of the log as they are stored, which takes a third of the memory that their facts would.
    """

    state: RoomState
    shown: RoomState
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    appending: bool = False
    used_at: int = 0
    beat_at: int = 0
    expected_at: int = 0
    calls: dict[Color, int] = field(default_factory=dict)
    answers: dict[Color, int] = field(default_factory=dict)
    players: list[Viewer] = field(default_factory=list)
    watchers: list[Viewer] = field(default_factory=list)
    crowd: Crowd = field(default_factory=Crowd)
    recent: deque[bytes] = field(default_factory=lambda: deque(maxlen=limits.TAIL))
    behind: list[tuple[int, int, Commit, bytes]] = field(default_factory=list)
    ops: dict[str, dict[str, int]] = field(default_factory=dict)

    @classmethod
    def empty(cls, code: str) -> "Room":
        return cls(RoomState(code), RoomState(code))

    @property
    def viewers(self) -> list[Viewer]:
        return self.players + self.watchers

    # --- following the log --------------------------------------------------------------------------------------------

    def version_of(self, op: str) -> int | None:
        """The version that a command sent before has become, if it is remembered."""
        who, _, command = op.partition("/")
        ops = self.ops.get(who)
        return None if ops is None else ops.get(command)

    def catch_up(self, entries: Iterable[Entry]) -> None:
        """Advance over entries that this node did not write itself; those already known are passed over."""
        for entry in entries:
            if entry.version == self.state.version + 1:
                self.advance(entry.op, entry.data, decode_commit(entry.data))

    def advance(self, op: str, data: bytes, commit: Commit, after: RoomState | None = None) -> None:
        """One version further, to `after` if that is known: tell everybody. `data`: the commit as it is stored."""
        before, version = self.state, self.state.version + 1
        self.state = after or fold(before, version, commit)
        self._remember(op, version)
        self.recent.append(data)
        if (before.white, before.black) != (self.state.white, self.state.black):
            self._part()
            self._send_strangers_away()
        spread(self.players, self._entry(version, data))
        if (stage := views.stage_on_roll(self.state)) is not None and stage != views.stage_on_roll(before):
            self._tell_graph(self._on_roll(self.players))
        self.behind.append((version, 0 if self.state.match is None else self.state.match.turn, commit, data))
        self._show()

    def _remember(self, op: str, version: int) -> None:
        who, _, command = op.partition("/")
        ops = self.ops.setdefault(who, {})
        ops[command] = version
        if len(ops) > OPS_KEPT:
            del ops[next(iter(ops))]

    def _send_strangers_away(self) -> None:
        if strangers := [viewer for viewer in self.watchers if not self.state.lets_in(viewer.player)]:
            self._dismiss(strangers, CLOSED)

    def close(self, why: Refusal) -> None:
        """The room is no more: everybody is told."""
        self._dismiss(self.viewers, why)

    def _dismiss(self, viewers: list[Viewer], why: Refusal) -> None:
        self.crowd.finish()
        tell(viewers, Error(id=None, code=why.code, detail=why.detail, room=self.state.code))
        for viewer in list(viewers):
            self.detach(viewer)

    def _show(self) -> None:
        """Let the watchers see what is old enough for them."""
        turn = 0 if self.state.match is None else self.state.match.turn
        settings = self.state.settings
        delay = settings.watch_delay if settings.watch_delay and self.state.running else 0
        while self.behind and self.behind[0][1] + delay <= turn:
            version, _, commit, data = self.behind.pop(0)
            self.shown = self.state if version == self.state.version else fold(self.shown, version, commit)
            if self.watchers:
                self.crowd.spread(self.watchers, self._entry(version, data))

    # --- viewers ------------------------------------------------------------------------------------------------------

    def is_here(self, color: Color) -> bool:
        """A connection of this seat's player follows the room on this node."""
        seat = self.state.seat(color)
        return seat is not None and seat.player in [viewer.player for viewer in self.players]

    def is_expected(self, color: Color) -> bool:
        """A person has this seat and is here, as far as the log says."""
        seat = self.state.seat(color)
        return seat is not None and seat.bot is None and seat.offline_since is None

    def is_offline(self, color: Color) -> bool:
        """The log says that this seat's player is away."""
        seat = self.state.seat(color)
        return seat is not None and seat.offline_since is not None

    def attach(self, viewer: Viewer, after: int | None, now: int) -> None:
        """Bring a viewer up to date, by the tail after the version he has or by a snapshot, and keep him so."""
        self.detach(viewer)
        self.watchers.append(viewer)
        self._part()
        viewer.gone = False
        seated = viewer in self.players
        state = self.state if seated else self.shown
        oldest = self.state.version - len(self.recent) + 1
        if after is not None and oldest - 1 <= after <= state.version:
            for version in range(after + 1, state.version + 1):
                spread([viewer], self._entry(version, self.recent[version - oldest]))
        else:
            tell([viewer], views.snapshot(state, viewer.player, self._time(state, now), len(self.watchers)))
        if seated:
            self._tell_graph(self._on_roll([viewer]))

    def detach(self, viewer: Viewer) -> None:
        for group in (self.players, self.watchers):
            if viewer in group:
                group.remove(viewer)
                viewer.gone = True

    def heartbeat(self, now: int) -> None:
        tell(self.players, views.heartbeat(self.state, now, len(self.watchers)))
        self.tell_watchers(views.heartbeat(self.shown, self._time(self.shown, now), len(self.watchers)))

    def tell_watchers(self, message: AnyMessage) -> None:
        self.crowd.spread(self.watchers, partial(encode_message, message))

    def sync(self, viewer: Viewer, now: int) -> None:
        self.crowd.finish()
        state = self.seen_by(viewer.player)
        tell([viewer], views.heartbeat(state, self._time(state, now), len(self.watchers)))

    def seen_by(self, player: PlayerId) -> RoomState:
        """The room as far as this player may know it."""
        return self.state if self.state.seats_of(player) else self.shown

    def _time(self, state: RoomState, now: int) -> int:
        """For watchers who are kept behind time stands still where what they do not see yet begins."""
        return min(now, self.behind[0][2].at) if self.behind and state is self.shown else now

    def _part(self) -> None:
        """Players before watchers, by who holds the seats now. Whoever changes sides has heard all that he should."""
        self.crowd.finish()
        everybody = self.viewers
        seated = {seat.player for seat in (self.state.white, self.state.black) if seat is not None}
        self.players = [viewer for viewer in everybody if viewer.player in seated]
        self.watchers = [viewer for viewer in everybody if viewer.player not in seated]

    def _on_roll(self, viewers: list[Viewer]) -> list[Viewer]:
        game = None if self.state.match is None else self.state.match.game
        seat = None if game is None or game.to_move is None else self.state.seat(game.to_move)
        return [viewer for viewer in viewers if seat is not None and viewer.player == seat.player]

    def _tell_graph(self, viewers: list[Viewer]) -> None:
        if viewers and (graph := views.step_graph(self.state)) is not None:
            tell(viewers, graph)

    def _entry(self, version: int, data: bytes) -> Encoded:
        return partial(encode_entry, self.state.code, version, data)
