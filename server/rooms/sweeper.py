"""What has to happen although nobody asks: deadlines, heartbeats, forgetting, and the time that an outage cost.

Each of these is one pass, called again and again by the composition root; a pass that fails because the store is away
is simply made again.
"""

from protocol import limits
from server.rooms.decide import Expire, GiveBack
from server.rooms.service import Rooms, code_of

SWEEP_MS = 250
HEARTBEAT_SWEEP_MS = 100
BEAT_MS = 500
OUTAGE_MS = 2 * BEAT_MS
"""Without a sign of life for longer, no server of the deployment was running."""
DUE_AT_ONCE = 200
LOOK_MS = 60_000
LOOK_EVERY_MS = 10 * LOOK_MS
"""How often one listed room is looked at, by whichever node comes first."""


async def sweep(rooms: Rooms) -> None:
    """Look at the rooms whose deadline has passed. Another node may do the same: one of the two appends."""
    for key in await rooms.store.due(rooms.now(), DUE_AT_ONCE):
        await rooms.execute_system(code_of(key), Expire())


async def give_back_outage(rooms: Rooms) -> int:
    """Before the first connection: clocks that ran while no server did get that time back. Returns the outage in ms."""
    now, last = rooms.now(), await rooms.store.last_beat()
    away = 0 if last is None else now - last
    if away <= OUTAGE_MS:
        return 0
    for key, _ in await rooms.store.deadlines():
        # Several nodes that start together give it back once.
        await rooms.execute_system(code_of(key), GiveBack(away), op=f"outage/{last}")
    return away


async def look_at_listed(rooms: Rooms) -> None:
    """Load the listed rooms that nobody follows here, so that one whose players are gone stops being listed."""
    for key in await rooms.store.listings():
        if code_of(key) not in rooms.live and await rooms.store.once(f"look:{key}", LOOK_EVERY_MS):
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
