"""The facts of a room. Everything that happened in it is a sequence of commits, and a commit is some of these.

Facts of the game itself are those of engine/events.py. A commit is stored, and sent, as a whole.
"""

from dataclasses import dataclass

from msgspec import Struct

from engine.events import MatchEvent
from engine.types import Color
from protocol.commands import Strength
from protocol.ids import PlayerId
from protocol.settings import Settings


@dataclass(frozen=True, slots=True)
class RoomCreated:
    """`quick`: made by quick pairing, so the house bot comes when nobody else does. `at`: server time in ms.

    `tournament`: whose match is played here, as `ABCDEF/r2t3`; then the seats are given, and it begins when both are
    ready.
    """

    settings: Settings
    at: int
    quick: bool = False
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """`bot`: it is the house bot, of this strength. A seat that somebody had, in a tournament, is his no longer."""

    color: Color
    player: PlayerId
    name: str
    bot: Strength | None = None


@dataclass(frozen=True, slots=True)
class SeatLeft:
    color: Color


@dataclass(frozen=True, slots=True)
class PlayerOffline:
    """No connection of this player is left; `at` is server time in ms."""

    color: Color
    at: int


@dataclass(frozen=True, slots=True)
class PlayerOnline:
    color: Color


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Both seats are taken (or a rematch is agreed): match number `match` of the room begins."""

    match: int


@dataclass(frozen=True, slots=True)
class RematchOffered:
    color: Color


@dataclass(frozen=True, slots=True)
class RematchDeclined:
    color: Color


@dataclass(frozen=True, slots=True)
class RoomPaused:
    """The tournament rests: clocks stand still from `at` on, server time in ms."""

    at: int


@dataclass(frozen=True, slots=True)
class RoomResumed:
    """The clocks go on; how they stand follows."""


@dataclass(frozen=True, slots=True)
class RoomClosed:
    """The tournament has decided the match elsewhere: nothing more is played here."""


RoomEvent = (
    RoomCreated
    | SeatTaken
    | SeatLeft
    | PlayerOffline
    | PlayerOnline
    | MatchStarted
    | RematchOffered
    | RematchDeclined
    | RoomPaused
    | RoomResumed
    | RoomClosed
)
Event = RoomEvent | MatchEvent


class Commit(Struct, frozen=True):
    """What is stored as one version of a room: the facts, and `at`, the server time in milliseconds."""

    at: int
    events: tuple[Event, ...]
