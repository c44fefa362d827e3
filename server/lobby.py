"""Finding somebody to play with: the list of public rooms, and quick pairing."""

from collections.abc import Iterable

import msgspec

from protocol.commands import QuickPair, Settings, Sit
from protocol.errors import Refusal
from protocol.ids import room_code
from protocol.messages import RoomListing
from server.luck import coin
from server.rooms.decide import Actor, check
from server.rooms.service import UNAVAILABLE, UNKNOWN, Rooms
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
            found = await self._found()
        except StoreUnavailable:
            return UNAVAILABLE
        return tuple(sorted(found, key=lambda room: (not room.waiting, -room.created))[:LISTED])

    async def _found(self) -> Iterable[RoomListing]:
        return map(_listing.decode, (await self.rooms.store.listings()).values())

    async def pair(self, actor: Actor, secret: bytes, command: QuickPair) -> str | Refusal:
        """The code of a room where `actor` has a seat: opposite somebody who waits, else a new one."""
        settings = msgspec.structs.replace(command.settings, public=True, teaching=False, title="")
        if refusal := check(settings):
            return refusal
        try:
            met = await self._meet(actor, secret, command.id, settings)
        except StoreUnavailable:
            return UNAVAILABLE
        return met or await self.rooms.open_room(actor, secret, command.id, settings, (coin(),), quick=True)

    async def _meet(self, actor: Actor, secret: bytes, command: str, settings: Settings) -> str | Refusal | None:
        """The code of the room where somebody waits, or where this command, if it was sent before, has led."""
        suits = sorted((room for room in await self._found() if _suits(room, settings)), key=lambda room: room.created)
        rooms = [room.room for room in suits if room.waiting or actor.name in (room.white, room.black)]
        for code in (room_code(secret, command, attempt=0), *rooms):
            seated = await self._sit(code, actor, command)
            if seated is UNAVAILABLE:  # it may have been done
                return UNAVAILABLE
            if not isinstance(seated, Refusal):
                return code
        return None

    async def _sit(self, code: str, actor: Actor, command: str) -> int | Refusal:
        """Take the free seat; also done when `actor` waits there already."""
        room = await self.rooms.room(code)
        if room is None or not room.state.quick:
            return UNKNOWN
        if room.state.waiting and room.state.seats_of(actor.player):
            return room.state.version
        return await self.rooms.execute(code, actor, Sit(id=command, room=code))


def _suits(room: RoomListing, settings: Settings) -> bool:
    """It is the same game."""
    control = settings.control
    same = (room.preset, room.overrides, room.length, room.stake) == (
        settings.preset,
        settings.overrides,
        settings.length,
        settings.stake,
    )
    clock = (room.timing, room.bank, room.extra) == (control.timing, control.bank, control.extra)
    return same and clock
