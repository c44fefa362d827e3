"""Which match the screens show when the director has not chosen one."""

from collections.abc import Mapping
from typing import Final

from engine.position import pips
from server.rooms.feed import Room
from server.rooms.state import RoomState
from server.tournaments.feed import Copy

KEPT_MS: Final = 60_000
"""It stays for so long, so that people can follow it."""


def feature(copy: Copy, rooms: Mapping[str, Room], now: int) -> None:
    """The running match whose race is the closest; of equal ones the one that has gone on for longer."""
    found = {name: rooms[code].state for (name, _), code in copy.boards.items() if code in rooms}
    running = {name: _race(room) for name, room in found.items() if room.running}
    if copy.featured in running and now - copy.featured_at < KEPT_MS:
        return
    best = min(running, key=lambda name: running[name], default=None)
    if best != copy.featured:
        copy.featured, copy.featured_at = best, now


def _race(room: RoomState) -> tuple[int, int]:
    """How far the players are apart and, less than nothing, how many turns were played."""
    game = None if room.match is None else room.match.game
    if room.match is None or game is None:
        return 0, 0
    return abs(pips(game.position.white) - pips(game.position.black)), -room.match.turn
