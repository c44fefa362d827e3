"""Is the game over, who won, and how many points it is worth (RULES.md, Scoring and matches)."""

from dataclasses import dataclass
from enum import StrEnum

from engine.position import FINISHED_SIDE, Position, count
from engine.rules import LastTurn, Rules
from engine.types import OFF, Color


class Ending(StrEnum):
    BORNE_OFF = "borne_off"
    DRAW = "draw"
    """Both are off after the last turn."""
    RESIGNED = "resigned"
    FLAG = "flag"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None for a draw), the points he scores, and why."""

    winner: Color | None
    points: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class LastTurnDue:
    """The first mover has finished, and `color` throws once more."""

    color: Color


def is_finished(position: Position, color: Color) -> bool:
    return position[color] == FINISHED_SIDE


def points_against(position: Position, loser: Color, rules: Rules) -> int:
    """What `loser` loses in this position, also by resigning: `mars` while nothing is borne off, else 1."""
    return 1 if count(position[loser], OFF) else rules.mars


def judge(
    position: Position, rules: Rules, first_mover: Color, just_finished: Color, carried: bool = False
) -> Outcome | LastTurnDue | None:
    """The result after the turn of `just_finished`; None while the game goes on.

    `carried`: it was not an own throw but carried dice, after which no last turn is due (RULES.md, Settled details).
    """
    own, theirs = position.seen_by(just_finished)
    if FINISHED_SIDE not in (own, theirs):
        return None
    other = just_finished.other
    if own == FINISHED_SIDE:
        if theirs == FINISHED_SIDE:
            return Outcome(None, 0, Ending.DRAW)
        if rules.last_turn is LastTurn.SECOND_MOVER and just_finished is first_mover and not carried:
            return LastTurnDue(other)
        return Outcome(just_finished, points_against(position, other, rules), Ending.BORNE_OFF)
    return Outcome(other, points_against(position, just_finished, rules), Ending.BORNE_OFF)
