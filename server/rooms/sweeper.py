"""What has to happen although nobody asks: deadlines, heartbeats, forgetting.

Each of these is one pass, called again and again by the composition root; a pass that fails because the store is away
is simply made again.
"""

from collections.abc import Awaitable, Callable

from protocol import limits
from server.rooms.decide import Expire
from server.rooms.feed import code_of, is_room
from server.rooms.service import Rooms

SWEEP_MS = 250
HEARTBEAT_SWEEP_MS = 100
DUE_AT_ONCE = 200
LOOK_MS = 60_000
LOOK_EVERY_MS = 10 * LOOK_MS
"""How often one listed room is looked at, by whichever node comes first."""


async def _nothing(_key: str) -> None:
    pass


async def sweep(rooms: Rooms, other: Callable[[str], Awaitable[None]] = _nothing) -> None:
    """Look at the rooms whose deadline has passed, and let `other` look at what is no room.

    Another node may do the same: one of the two appends.
    """
    if not rooms.pulse.steady:
        await rooms.pulse.beat()
    for key in await rooms.store.due(rooms.now(), DUE_AT_ONCE):
        if is_room(key):
            await rooms.execute_system(code_of(key), Expire())
        else:
            await other(key)


async def look_at_listed(rooms: Rooms) -> None:
    """Load the listed rooms that nobody follows here, so that one whose players are gone stops being listed."""
    for key in await rooms.store.listings():
        if is_room(key) and code_of(key) not in rooms.live and await rooms.store.once(f"look:{key}", LOOK_EVERY_MS):
            await rooms.room(code_of(key))


def heartbeat(rooms: Rooms) -> None:
    """Tell the viewers of each room where it is, HEARTBEAT_MS after they were told the last time.

    Each room has its own time, so that not all of them are told in one go, which would hold up every command.
    """
    now = rooms.now()
    for room in list(rooms.live.values()):
        if now - room.beat_at >= limits.HEARTBEAT_MS:
            room.beat_at = now
            room.heartbeat(now)
