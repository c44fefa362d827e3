"""Finished games: their records outlive the room, and those of public rooms are listed.

The append that ends a game marks its entry in the same stroke; whichever node looks next files the record and takes the
mark off. A node that dies in between leaves the mark to the others, and to file twice changes nothing.
"""

import logging
import zlib
from typing import Final

import msgspec

from protocol import limits
from protocol.codec import decode_message, encode_record
from protocol.commands import GetRecord
from protocol.errors import Code, Refusal
from protocol.ids import PlayerId
from protocol.messages import GameListing, Record
from server.rooms.feed import code_of, key_of
from server.rooms.record import Cutting, listing, may_read, records
from server.rooms.service import UNAVAILABLE, UNKNOWN, Rooms
from server.store.log import Filing, StoreUnavailable

log = logging.getLogger(__name__)

SWEEP_MS: Final = 1_000
AT_ONCE: Final = 20
AGAIN_MS: Final = 5_000
"""When the node that has taken a mark in hand has not filed for so long, another does."""
ZLIB_LEVEL: Final = 1
"""Takes a third of the time of the usual 6, for a quarter more bytes: 3.1 kB for a game of 200 entries."""
LISTED: Final = 300
"""Games that are remembered in the list; `limits.GAMES_LISTED` of them are shown."""
NO_RECORD: Final = Refusal(Code.NO_RECORD, "There is no record of such a game.")
CLOSED: Final = Refusal(Code.ROOM_CLOSED_TO_WATCHERS, "This game had no watchers.")
_listing: Final = msgspec.json.Decoder(GameListing)


class Archive:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms, self.store = rooms, rooms.store

    async def record(self, player: PlayerId, command: GetRecord) -> Record | Refusal:
        """A finished game that this player may see."""
        key = key_of(command.room)
        try:
            for mark in await self.store.unfiled(key):  # it may have ended a moment ago
                await self._file(*mark)
            name = await self._name(key, command.match, command.game)
            data = None if name is None else await self.store.filed(key, name)
            if data is None:
                return UNKNOWN if await self.rooms.room(command.room) is None else NO_RECORD
        except StoreUnavailable:
            return UNAVAILABLE
        record = _decode(data)
        return record if may_read(record, player) else CLOSED

    async def games(self) -> tuple[GameListing, ...] | Refusal:
        """The games of public rooms that ended last."""
        try:
            found = await self.store.newest(self.rooms.now() - limits.RECORD_MS, limits.GAMES_LISTED)
        except StoreUnavailable:
            return UNAVAILABLE
        return tuple(map(_listing.decode, found))

    async def sweep(self) -> None:
        """File what has ended. Raises StoreUnavailable."""
        for key, version in (await self.store.unfiled())[:AT_ONCE]:
            if await self.store.once(f"file:{key}/{version}", AGAIN_MS):
                await self._file(key, version)

    async def _name(self, key: str, match: int | None, game: int | None) -> str | None:
        """Under what a game is filed; the last one that fits when not all is said."""
        if match is not None and game is not None:
            return f"{match}.{game}"
        for name in await self.store.files(key):
            filed_match, filed_game = map(int, name.split("."))
            if match in (None, filed_match) and game in (None, filed_game):
                return name
        return None

    async def _file(self, key: str, version: int) -> None:
        for cutting in records(code_of(key), await self.store.read(key), version):
            frame = encode_record(cutting.head, cutting.commits)
            if len(frame) > limits.RECORD_BYTES:
                log.info("the record of a game in %s is too long to be kept: %d bytes", key, len(frame))
            else:
                await self.store.file(_filing(key, version, cutting, frame))
        await self.store.settle(key, version)


def _filing(key: str, version: int, cutting: Cutting, frame: bytes) -> Filing:
    line = listing(cutting)
    return Filing(
        key=key,
        name=f"{cutting.head.match}.{cutting.head.game}",
        version=version,
        at=cutting.end.at,
        data=zlib.compress(frame, ZLIB_LEVEL),
        expire_ms=limits.RECORD_MS,
        listing=None if line is None else msgspec.json.encode(line),
        keep=LISTED,
    )


def _decode(data: bytes) -> Record:
    record = decode_message(zlib.decompress(data))
    assert isinstance(record, Record)
    return record
