"""The ways of being wrong, as values that a client can explain."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a command, a step or a die is refused."""

    # Steps (RULES.md, The same in every preset)
    NO_CHECKER = "no_checker"
    """No checker of the mover stands on that point."""
    NO_SUCH_DIE = "no_such_die"
    """That die is not on offer, or is used already."""
    POINT_CLOSED = "point_closed"
    """An opposing checker stands where the step would end."""
    HEAD_ALREADY_PLAYED = "head_already_played"
    """As many checkers as allowed have left the head in this turn."""
    WALL = "wall"
    """The step would close six points in a row with no opposing checker ahead of them."""
    NOT_ALL_HOME = "not_all_home"
    """Bearing off starts when all fifteen are home."""
    EXACT_DIE_NEEDED = "exact_die_needed"
    """Only a die equal to the point takes this checker off."""
    MORE_DICE_PLAYABLE = "more_dice_playable"
    """Another play uses more dice, and as many as possible must be used."""
    HIGHER_DIE = "higher_die"
    """Either die can be played but not both: it must be the higher one."""

    # Turn order
    NOT_YOUR_TURN = "not_your_turn"
    STALE_TURN = "stale_turn"
    """The command names a turn that is over."""
    THROW_FIRST = "throw_first"
    ALREADY_THROWN = "already_thrown"
    NOTHING_TO_UNDO = "nothing_to_undo"
    PLAY_NOT_FINISHED = "play_not_finished"
    """`done` while another die can still be played."""
    GAME_OVER = "game_over"
    NO_GAME = "no_game"
    """No game is running yet."""
    WRONG_COST = "wrong_cost"
    """The resignation names another cost than the position has now."""
    TIME_OVER = "time_over"
    """The clock has run out."""
    NOT_TEACHING = "not_teaching"
    """Only a teaching game lets the turn be handed over."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal: why, the own points of the mover that are concerned, and a sentence for people."""

    reason: Reason
    points: tuple[int, ...] = ()
    detail: str = ""
