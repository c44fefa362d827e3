"""Finding somebody to play with: the list of public rooms, and quick pairing."""

from collections.abc import Iterable

import msgspec

from engine.rules import make_rules, rules_digest
from protocol import limits
from protocol.commands import QuickPair, Sit, StandUp
from protocol.errors import Code, Refusal
from protocol.ids import room_code
from protocol.messages import RoomListing
from protocol.settings import Settings
from server.luck import coin
from server.rooms import views
from server.rooms.decide import Actor, as_meant, check
from server.rooms.feed import is_room
from server.rooms.service import UNAVAILABLE, UNKNOWN, Rooms
from server.store.log import StoreUnavailable

LISTED = 100
"""Rooms that the list shows at most."""
NOTED_MS = 600_000
"""A quick pair that is sent again within this time finds its room."""
ATTEMPTS = 8
"""Notes of rooms where nobody waits any more, before the own room will do."""
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
        found = await self.rooms.store.listings()
        return (_listing.decode(line) for key, line in found.items() if is_room(key))

    # --- quick pairing ------------------------------------------------------------------------------------------------

    async def pair(self, actor: Actor, secret: bytes, command: QuickPair) -> str | Refusal:
        """The code of a room where `actor` has a seat: opposite somebody who waits, else a new one.

        The same command again leads to the same room, because every seat is noted before it is taken.
        """
        settings = msgspec.structs.replace(command.settings, public=True, teaching=False, title="")
        if refusal := check(settings):
            return refusal
        settings, own = as_meant(settings), room_code(secret, command.id, attempt=0)
        try:
            met = await self._again(actor, command.id, own) or await self._meet(actor, command.id, settings)
            if met is not None:
                return met
            await self._note(actor, command.id, own)
            made = await self.rooms.open_room(actor, secret, command.id, settings, (coin(),), quick=True)
            return made if isinstance(made, Refusal) else await self._look_again(actor, command.id, settings, made)
        except StoreUnavailable:
            return UNAVAILABLE

    async def _again(self, actor: Actor, command: str, own: str) -> str | Refusal | None:
        """The room where this command, if it was sent before, has led or was about to lead."""
        note = await self.rooms.store.noted(_seat_note(actor, command))
        if note is None:
            return None
        moved = await self._move(actor, command, own, noted := note.decode())
        came = isinstance(moved, Refusal) and moved.code is Code.MATCH_RUNNING
        return own if came else _led(noted, moved)

    async def _meet(self, actor: Actor, command: str, settings: Settings) -> str | Refusal | None:
        """The code of the room where somebody waits; the longest first."""
        suits = sorted((room for room in await self._found() if _suits(room, settings)), key=lambda room: room.created)
        for code in [room.room for room in suits if room.waiting]:
            await self._note(actor, command, code)
            if (led := _led(code, await self._sit(code, actor, command))) is not None:
                return led
        return None

    async def _look_again(self, actor: Actor, command: str, settings: Settings, own: str) -> str | Refusal:
        """Of two who have made a room at the same moment one goes to the other: the store lets one find the other."""
        for _ in range(ATTEMPTS):
            note = await self.rooms.store.swap(_game_note(settings), own.encode(), limits.QUICK_BOT_MS)
            if note is None:
                break
            if await self._is_waiting(other := note.decode()):
                await self._note(actor, command, other)
                moved = await self._move(actor, command, own, other)
                return _led(other, moved) or await self._stay(actor, command, own)
        return await self._stay(actor, command, own)

    async def _stay(self, actor: Actor, command: str, own: str) -> str | Refusal:
        """Wait in the own room: he may have left it for another that was taken."""
        await self._note(actor, command, own)
        room = await self.rooms.room(own)
        if room is not None and room.state.seats_of(actor.player):
            return own
        back = await self.rooms.execute(own, actor, Sit(id=f"{command}/back", room=own))
        return back if isinstance(back, Refusal) else own

    async def _move(self, actor: Actor, command: str, own: str, other: str) -> int | Refusal:
        """Sit in another room, and no longer in the one that `actor` has made, unless somebody has come there."""
        if other != own:
            left = await self.rooms.execute(own, actor, StandUp(id=f"{command}/up", room=own))
            if isinstance(left, Refusal) and left.code in (Code.MATCH_RUNNING, Code.UNAVAILABLE):
                return left
        return await self._sit(other, actor, command)

    async def _sit(self, code: str, actor: Actor, command: str) -> int | Refusal:
        """Take the free seat; also done when `actor` waits there already."""
        room = await self.rooms.room(code)
        if room is None or not room.state.quick:
            return UNKNOWN
        if room.state.waiting and room.state.seats_of(actor.player):
            return room.state.version
        return await self.rooms.execute(code, actor, Sit(id=command, room=code))

    async def _is_waiting(self, code: str) -> bool:
        room = await self.rooms.room(code)
        return room is not None and room.state.waiting and views.has_company(room.state)

    async def _note(self, actor: Actor, command: str, code: str) -> None:
        await self.rooms.store.note(_seat_note(actor, command), code.encode(), NOTED_MS)


def _led(code: str, seated: int | Refusal) -> str | Refusal | None:
    """Where this has led: to the room, to nothing certain, or nowhere."""
    if seated is UNAVAILABLE:  # it may have been done
        return UNAVAILABLE
    return None if isinstance(seated, Refusal) else code


def _seat_note(actor: Actor, command: str) -> str:
    return f"seat:{actor.player}/{command}"


def _game_note(settings: Settings) -> str:
    rules, control = make_rules(settings.preset, **settings.overrides), settings.control
    clock = f"{control.timing}:{control.bank}:{control.extra}"
    return f"game:{settings.preset}:{rules_digest(rules)}:{settings.length}:{settings.stake}:{clock}"


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
