"""What a command has led to, and what the store is to keep and show of it."""

import msgspec

from protocol import limits
from protocol.codec import encode_commit
from protocol.events import Commit
from server.rooms import views
from server.rooms.decide import RoomCourse
from server.rooms.feed import Room, key_of
from server.rooms.record import makes_records
from server.rooms.state import RoomState, settle
from server.store.log import Append


def outcome_of(room: Room, course: RoomCourse, now: int) -> tuple[Commit, RoomState]:
    """The next version of a room, and the room at it."""
    return Commit(now, tuple(course.facts)), settle(room.state, course.state, room.state.version + 1, now)


def entry_of(room: Room, op: str, commit: Commit, after: RoomState) -> Append:
    """The append that stores these facts, with what the store should show and when it should call."""
    # Watchers who are kept behind learn nothing from the list either.
    shown = room.shown if after.settings.watch_delay and after.running else after
    listing = views.listing(after, shown, len(room.watchers))
    expire_ms = limits.ROOM_MS if after.running or after.waiting else limits.FINISHED_ROOM_MS
    forgotten = None if listing is None else commit.at + expire_ms + 1
    return Append(
        key=key_of(after.code),
        expected=room.state.version,
        op=op,
        data=encode_commit(commit),
        expire_ms=expire_ms,
        deadline=after.deadline or forgotten,
        listing=None if listing is None else msgspec.json.encode(listing),
        ends=makes_records(after.settings, commit.events),
    )
