"""Finding somebody to play with: the list of public rooms, and quick pairing."""

import msgspec

from protocol.commands import QuickPair, Settings, Sit
from protocol.errors import Refusal
from protocol.messages import RoomListing
from server.luck import coin
from server.rooms.decide import Actor, check
from server.rooms.service import UNAVAILABLE, Rooms
from server.store.log import StoreUnavailable

LISTED = 100
"""Rooms that the list shows at most."""
_listing = msgspec.json.Decoder(RoomListing)


class Lobby:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    async def list(self) -> tuple[RoomListing, ...] | Refusal:
        """The public rooms: those that wait for a player first, then the newest."""
        try:
            listings = await self.rooms.store.listings()
        except StoreUnavailable:
            return UNAVAILABLE
        found = sorted(
            (_listing.decode(data) for data in listings.values()), key=lambda room: (not room.waiting, -room.created)
        )
        return tuple(found[:LISTED])

    async def pair(self, actor: Actor, secret: bytes, command: QuickPair) -> str | Refusal:
        """The code of a room where `actor` has a seat: opposite somebody who waits, else a new one."""
        settings = msgspec.structs.replace(command.settings, public=True, teaching=False, title="")
        if refusal := check(settings):
            return refusal
        listed = await self.list()
        if isinstance(listed, Refusal):
            return listed
        for room in sorted((room for room in listed if _suits(room, settings)), key=lambda room: room.created):
            seated = await self._sit(room.room, actor, command.id)
            if seated:
                return room.room
        return await self.rooms.open_room(actor, secret, command.id, settings, (coin(),), quick=True)

    async def _sit(self, code: str, actor: Actor, command: str) -> bool:
        """Take the free seat; also true when `actor` waits there already."""
        room = await self.rooms.room(code)
        if room is None or not room.state.quick or not room.state.waiting:
            return False
        if room.state.seats_of(actor.player):
            return True
        return not isinstance(await self.rooms.execute(code, actor, Sit(id=command, room=code)), Refusal)


def _suits(room: RoomListing, settings: Settings) -> bool:
    """Somebody waits there for the same game."""
    control = settings.control
    same = (room.preset, room.overrides, room.length, room.stake) == (
        settings.preset,
        settings.overrides,
        settings.length,
        settings.stake,
    )
    clock = (room.timing, room.bank, room.extra) == (control.timing, control.bank, control.extra)
    return room.waiting and same and clock
