"""Commands: what a client may ask for. Each is answered by exactly one Ack or Error with its `id`.

A command carries intent only: who asks is the session's, dice and time are the server's. A command in a game names the
turn it means, so that it can never act on another.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.types import Color
from protocol import limits
from protocol.ids import CommandId, DeviceCode, DirectorCode, RoomCode, Token, TournamentCode
from protocol.settings import Settings
from protocol.tags import tag
from protocol.tournament.acts import AnyAct
from protocol.tournament.events import Config, KeyRole, Name

Point = Annotated[int, Meta(ge=1, le=24)]
Die = Annotated[int, Meta(ge=1, le=6)]
Turn = Annotated[int, Meta(ge=0, le=2**31)]
Version = Annotated[int, Meta(ge=0, le=2**53)]
Number = Annotated[int, Meta(ge=1, le=2**31)]
SealedText = Annotated[str, Meta(min_length=1, max_length=limits.SEALED_CHARS, pattern="^[A-Za-z0-9_-]+$")]
Phrase = Literal["hello", "good_luck", "well_played", "thanks", "one_moment", "sorry", "rematch", "goodbye"]
"""Ready phrases, shown to each reader in his own language."""
Strength = Literal["random", "steady"]


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


# --- tournaments ------------------------------------------------------------------------------------------------------


class TournamentCommand(Command, frozen=True, kw_only=True):
    tournament: TournamentCode


class CreateTournament(Command, frozen=True, kw_only=True):
    """Answered by Ack and then Key, the director's."""

    config: Config


class ListTournaments(Command, frozen=True, kw_only=True):
    """Answered by Ack and then Tournaments."""


class OpenTournament(TournamentCommand, frozen=True, kw_only=True):
    """Follow a tournament. Answered by Ack and then Tournament, complete, and after it what changes.

    `key`: from a link of its director, a helper or a player. A player's key makes this device his; another that played
    for him no longer does.
    """

    key: Token | None = None


class LeaveTournament(TournamentCommand, frozen=True, kw_only=True):
    """Follow it no longer. A place in it is kept."""


class Conduct(TournamentCommand, frozen=True, kw_only=True):
    """Ask something of a tournament that this connection has opened."""

    act: AnyAct


class IssueKey(TournamentCommand, frozen=True, kw_only=True):
    """Make a key for a link. Answered by Ack and then Key.

    The director makes any; a player makes his own. `alone`: those made before for the same are void. `office`: the
    key of the machine's own office, in place of a director's.
    """

    role: KeyRole
    player: Name | None = None
    alone: bool = False
    office: Token | None = None


class OfferDirector(TournamentCommand, frozen=True, kw_only=True):
    """The director wants another device of his to direct too. Answered by Ack and then DirectorCode."""


class UseDirectorCode(TournamentCommand, frozen=True, kw_only=True):
    """Direct from this device as well. Answered by Ack and then Key."""

    code: DirectorCode


class ImportTournament(Command, frozen=True, kw_only=True):
    """Part number `part`, from 1, of the `parts` of an exported tournament, in order. After the last Ack comes Key."""

    part: Annotated[int, Meta(ge=1, le=limits.IMPORT_PARTS)]
    parts: Annotated[int, Meta(ge=1, le=limits.IMPORT_PARTS)]
    text: Annotated[str, Meta(max_length=limits.IMPORT_CHARS)]


OfTournaments = (
    CreateTournament
    | ListTournaments
    | OpenTournament
    | LeaveTournament
    | Conduct
    | IssueKey
    | OfferDirector
    | UseDirectorCode
    | ImportTournament
)
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
    | OfTournaments
)
