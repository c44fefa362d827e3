"""The ways in which a command to a tournament can be wrong, as values that a client can explain."""

from dataclasses import dataclass
from enum import StrEnum


class Wrong(StrEnum):
    """Why a command is refused."""

    NOT_ALLOWED = "not_allowed"
    """Not for this role, or not for somebody else."""
    BAD_CONFIG = "bad_config"
    BAD_NAME = "bad_name"
    BAD_RESULT = "bad_result"
    """The score has no winner, or not this one."""
    BAD_ROUND = "bad_round"
    """The command names another round than the one it would change."""
    PLAYER_UNKNOWN = "player_unknown"
    MATCH_UNKNOWN = "match_unknown"
    REGISTRATION_CLOSED = "registration_closed"
    TOO_LATE = "too_late"
    """This format takes nobody in any more, or the player has been paired already."""
    NOT_RUNNING = "not_running"
    """The tournament has not been started, or it is over."""
    ALREADY_STARTED = "already_started"
    IS_PAUSED = "is_paused"
    NOT_ENOUGH_PLAYERS = "not_enough_players"
    TOO_MANY_ROUNDS = "too_many_rounds"
    """More rounds than there are opponents; a double round robin has them."""
    OPEN_RESULTS = "open_results"
    """`matches` have no result yet."""
    NO_MORE_ROUNDS = "no_more_rounds"
    ROUND_BEGUN = "round_begun"
    """Something has been played in it; only single matches can be cancelled."""
    ROUND_NOT_STARTED = "round_not_started"
    REPEATS = "repeats"
    """A rematch or a second bye, or two who are kept apart: only with the director's word."""
    NOT_SWISS = "not_swiss"
    """Schedules and brackets are not changed by hand."""
    CONFIRM = "confirm"
    """The words that confirm it are missing."""
    REASON_MISSING = "reason_missing"
    ALREADY_REPORTED = "already_reported"
    NO_RESULT = "no_result"
    """There is nothing to correct."""
    NOT_TIED = "not_tied"


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal: why, a sentence in English, and the matches or players that are concerned."""

    code: Wrong
    detail: str
    concerned: tuple[str, ...] = ()
