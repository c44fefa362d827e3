"""Commands: what a client may ask for. Each is answered by exactly one Ack or Error with its `id`.

A command carries intent only: who asks is the session's, dice and time are the server's. A command in a game names the
turn it means, so that it can never act on another.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.rules import DEFAULT_PRESET
from engine.types import Color
from protocol import limits
from protocol.ids import CommandId, DeviceCode, RoomCode, Token

Point = Annotated[int, Meta(ge=1, le=24)]
Die = Annotated[int, Meta(ge=1, le=6)]
Turn = Annotated[int, Meta(ge=0, le=2**31)]
Version = Annotated[int, Meta(ge=0, le=2**53)]
Number = Annotated[int, Meta(ge=1, le=2**31)]
SealedText = Annotated[str, Meta(min_length=1, max_length=limits.SEALED_CHARS, pattern="^[A-Za-z0-9_-]+$")]
Option = str | int | bool | None
Phrase = Literal["hello", "good_luck", "well_played", "thanks", "one_moment", "sorry", "rematch", "goodbye"]
"""Ready phrases, shown to each reader in his own language."""
Strength = Literal["random", "steady"]


def tag(name: str) -> str:
    """The `type` on the wire of a class: `CreateRoom` is `create_room`."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


class Control(Struct, frozen=True, forbid_unknown_fields=True):
    """A clock: `bank` and `extra` in milliseconds (engine/clock.py)."""

    timing: Literal["none", "delay", "fischer"] = "none"
    bank: Annotated[int, Meta(ge=0, le=10_800_000)] = 0
    extra: Annotated[int, Meta(ge=0, le=180_000)] = 0


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a room plays. `overrides` are options of engine/rules.py that differ from the preset."""

    preset: str = DEFAULT_PRESET
    overrides: dict[str, Option] = {}
    length: Annotated[int, Meta(ge=1, le=limits.MATCH_LENGTH)] = 1
    stake: Annotated[int, Meta(ge=1, le=limits.STAKE)] = 1
    control: Control = Control()
    public: bool = False
    watchers: bool = True
    watch_delay: Annotated[int, Meta(ge=0, le=limits.WATCH_DELAY)] = 0
    teaching: bool = False
    title: Annotated[str, Meta(max_length=limits.TITLE_CHARS)] = ""


class Command(Struct, frozen=True, kw_only=True, tag_field="type", tag=tag):
    id: CommandId


class RoomCommand(Command, frozen=True, kw_only=True):
    room: RoomCode


class Hello(Command, frozen=True, kw_only=True):
    """First of all: who is there. Without a token the server makes one and sends it in Welcome, once."""

    token: Token | None = None
    name: Annotated[str, Meta(max_length=limits.NAME_CHARS)] = ""


class CreateRoom(Command, frozen=True, kw_only=True):
    """`seat`: which seats the creator takes; `both` only in a teaching room."""

    settings: Settings = Settings()
    seat: Literal["white", "black", "random", "both", "none"] = "random"


class QuickPair(Command, frozen=True, kw_only=True):
    """A seat opposite somebody who waits for the same game, or in a new room where the house bot comes after 5 s."""

    settings: Settings = Settings()


class ListRooms(Command, frozen=True, kw_only=True):
    """Answered by Ack and then Rooms."""


class Subscribe(RoomCommand, frozen=True, kw_only=True):
    """Follow a room: the events after version `after` when they are few, else a Snapshot."""

    after: Version | None = None


class Unsubscribe(RoomCommand, frozen=True, kw_only=True):
    """Follow it no longer. A seat is kept."""


class Sit(RoomCommand, frozen=True, kw_only=True):
    """Take a free seat, the named one or any."""

    seat: Color | None = None


class StandUp(RoomCommand, frozen=True, kw_only=True):
    """Give the seat back, before the match begins or after it is over."""


class InviteBot(RoomCommand, frozen=True, kw_only=True):
    """Let the house bot take the free seat."""

    strength: Strength = "steady"


class Throw(RoomCommand, frozen=True, kw_only=True):
    """Throw the opening die or the dice."""

    turn: Turn


class Step(RoomCommand, frozen=True, kw_only=True):
    """Move the checker on own point `point` by `die`."""

    turn: Turn
    point: Point
    die: Die


class Undo(RoomCommand, frozen=True, kw_only=True):
    """Take back the last step of this turn, or all of them."""

    turn: Turn
    all: bool = False


class Done(RoomCommand, frozen=True, kw_only=True):
    turn: Turn


class Play(RoomCommand, frozen=True, kw_only=True):
    """All steps of a stage at once, (point, die) each, and done."""

    turn: Turn
    steps: Annotated[tuple[tuple[Point, Die], ...], Meta(min_length=1, max_length=limits.STEPS_IN_PLAY)]


class HandOver(RoomCommand, frozen=True, kw_only=True):
    """Teaching: `color` throws next."""

    turn: Turn
    color: Color


class Resign(RoomCommand, frozen=True, kw_only=True):
    """Give the game up. `points` is the cost that was shown and agreed to."""

    points: Annotated[int, Meta(ge=1, le=2)]


class Rematch(RoomCommand, frozen=True, kw_only=True):
    """Offer another match, accept the opponent's offer, or (`accept` false) decline or withdraw it."""

    accept: bool = True


class ClaimWin(RoomCommand, frozen=True, kw_only=True):
    """The opponent has been away for too long: the match is won."""


class Say(RoomCommand, frozen=True, kw_only=True):
    """Chat: a ready phrase or free text. Players talk to players, watchers to watchers."""

    text: Annotated[str, Meta(max_length=limits.CHAT_CHARS)] = ""
    phrase: Phrase | None = None


class Sync(RoomCommand, frozen=True, kw_only=True):
    """Answered by Ack and then Heartbeat."""


class GetRecord(RoomCommand, frozen=True, kw_only=True):
    """Answered by Ack and then Record: a finished game. Without `game` the last one of the match, or of the room."""

    match: Number | None = None
    game: Number | None = None


class ListGames(Command, frozen=True, kw_only=True):
    """Answered by Ack and then Games."""


class OfferDevice(Command, frozen=True, kw_only=True):
    """Leave something for another device of one's own. Answered by Ack and then DeviceCode.

    `sealed`: what only that device can open, such as the token XORed with a secret that it gets another way.
    """

    sealed: SealedText


class UseDeviceCode(Command, frozen=True, kw_only=True):
    """Take what another device has left; it can be taken once. Answered by Ack and then Sealed."""

    code: DeviceCode


AnyCommand = (
    Hello
    | CreateRoom
    | QuickPair
    | ListRooms
    | Subscribe
    | Unsubscribe
    | Sit
    | StandUp
    | InviteBot
    | Throw
    | Step
    | Undo
    | Done
    | Play
    | HandOver
    | Resign
    | Rematch
    | ClaimWin
    | Say
    | Sync
    | GetRecord
    | ListGames
    | OfferDevice
    | UseDeviceCode
)
