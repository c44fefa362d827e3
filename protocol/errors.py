"""The codes of an Error message and of a close frame; what the rules refuse has a code of `engine.errors.Reason`."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from engine.errors import Reason
from protocol.tournament.errors import Wrong


class Code(StrEnum):
    """What was wrong with a command, beside the reasons of the rules."""

    BAD_FRAME = "bad_frame"
    """No JSON or msgpack, or not an object."""
    UNKNOWN_COMMAND = "unknown_command"
    BAD_COMMAND = "bad_command"
    """A field is missing, of the wrong type or out of range; `detail` names it."""
    HELLO_FIRST = "hello_first"
    HELLO_AGAIN = "hello_again"
    BAD_SETTINGS = "bad_settings"
    ROOM_UNKNOWN = "room_unknown"
    ROOM_CLOSED_TO_WATCHERS = "room_closed_to_watchers"
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    MATCH_RUNNING = "match_running"
    MATCH_NOT_OVER = "match_not_over"
    NOTHING_OFFERED = "nothing_offered"
    OPPONENT_PRESENT = "opponent_present"
    """A win by abandonment is claimed before the opponent was away long enough."""
    TOO_MANY_ROOMS = "too_many_rooms"
    NO_RECORD = "no_record"
    """There is no such game, it is not finished, or its record is not kept."""
    CODE_UNKNOWN = "code_unknown"
    """No device code, used already, or too old."""
    TOURNAMENT_UNKNOWN = "tournament_unknown"
    KEY_UNKNOWN = "key_unknown"
    """No key of this tournament, or one that another has taken the place of."""
    TOURNAMENT_ROOM = "tournament_room"
    """Seats, rematches and claims are for the director of the tournament to decide."""
    BAD_IMPORT = "bad_import"
    """No exported tournament, or its parts did not come in order."""
    RATE_LIMITED = "rate_limited"
    UNAVAILABLE = "unavailable"
    """The store does not answer. The command may be sent again with the same id."""
    INTERNAL = "internal"


class Close(IntEnum):
    """WebSocket close codes that the server uses (RFC 6455, 7.4; 4000 and up are ours)."""

    GOING_AWAY = 1001
    TOO_BIG = 1009
    INTERNAL = 1011
    RESTART = 1012
    TRY_LATER = 1013
    NO_HELLO = 4000
    FLOOD = 4001
    SLOW_READER = 4002


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command is refused: the code, a sentence in English, and what is concerned.

    `points` are own points of the asker, `concerned` matches or players of a tournament.
    """

    code: Code | Reason | Wrong
    detail: str
    points: tuple[int, ...] = ()
    concerned: tuple[str, ...] = ()
