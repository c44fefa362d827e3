"""Chat beside a room: players talk to players, watchers to watchers. Not a fact of the room, so not in its log."""

import logging
from collections import OrderedDict
from typing import Final

import msgspec

from protocol import limits
from protocol.commands import Say
from protocol.errors import Code, Refusal
from protocol.messages import Said
from server.rooms.decide import Actor
from server.rooms.feed import CLOSED, code_of, key_of
from server.rooms.service import UNAVAILABLE, UNKNOWN, Rooms
from server.rooms.viewers import Viewer, tell
from server.store.log import StoreUnavailable
from server.text import tidy

log = logging.getLogger(__name__)
REMEMBERED: Final = 1_000
"""Lines that this node recognises when they are sent again."""
_line = msgspec.json.Decoder(Said)


class Chat:
    """The chats of all rooms. Whatever is said comes back through the store's bell, to every node alike."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._said: OrderedDict[str, int] = OrderedDict()

    async def say(self, actor: Actor, command: Say) -> int | Refusal:
        text, said_as = tidy(command.text), f"{actor.player}/{command.id}"
        if (version := self._said.get(said_as)) is not None:
            return version
        if bool(text) == (command.phrase is not None):
            return Refusal(Code.BAD_COMMAND, "Say either a text or a phrase.")
        try:
            room = await self.rooms.room(command.room)
            if room is None:
                return UNKNOWN
            if not room.state.lets_in(actor.player):
                return CLOSED
            seats = room.state.seats_of(actor.player)
            said = Said(
                room=command.room,
                at=self.rooms.now(),
                player=actor.player,
                name=actor.name,
                seat=seats[0] if seats else None,
                text=text,
                phrase=command.phrase,
            )
            data = msgspec.json.encode(said)
            await self.rooms.store.say(key_of(command.room), data, keep=2 * limits.CHAT_KEPT, expire_ms=limits.ROOM_MS)
        except StoreUnavailable:
            return UNAVAILABLE
        version = self._said[said_as] = room.seen_by(actor.player).version
        if len(self._said) > REMEMBERED:
            self._said.popitem(last=False)
        return version

    async def catch_up(self, code: str, viewer: Viewer) -> None:
        """Show a newcomer the last lines of the chat that is his."""
        room = self.rooms.live.get(code)
        if room is None:
            return
        try:
            lines = [_line.decode(data) for data in await self.rooms.store.said(key_of(code))]
        except StoreUnavailable:
            log.info("the chat of room %s cannot be read now", code)
            return
        seated = viewer in room.players
        for said in [said for said in lines if (said.seat is not None) == seated][-limits.CHAT_KEPT :]:
            tell([viewer], said)

    def on_say(self, key: str, data: bytes) -> None:
        room = self.rooms.live.get(code_of(key))
        if room is not None:
            said = _line.decode(data)
            if said.seat is None:
                room.tell_watchers(said)
            else:
                tell(room.players, said)
