"""What anybody needs to work the step graph out again, in a few numbers (PROTOCOL.md, The step graph)."""

from functools import cache
from typing import NamedTuple

from engine.position import Side, mirrored, places
from engine.rules import PrimeCheck
from engine.steps import Move, Task, Wall, last_behind
from engine.types import Die


class Summary(NamedTuple):
    """A step is possible if its checker is there and its die is left, and legal if it begins a complete play."""

    uses: int
    """How many dice a complete play uses, unless it ends the game."""
    checkers: tuple[int, ...]
    """Where the mover's checkers stand, from the head down."""
    stay: int
    """How many have to stay on the head."""
    points: tuple[tuple[int, ...], ...]
    """For each number on the dice, the higher first: the points from which it moves a checker."""
    off: tuple[tuple[int, Die, int], ...]
    """(point, die, last): the die takes a checker off from there if none stands above `last`."""
    walls: tuple[int, ...]
    """Where six points in a row begin that may not all be occupied; they go down, and from 1 to the head."""
    passing: bool
    """Walls may be closed in passing, but not by the whole play."""


def summarize(task: Task, finals: frozenset[Side] | None, used: int) -> Summary:
    """The summary of the plays that use `used` dice and end in `finals`, or wherever they do if that is None."""
    choices = list(task.choices.values())
    if used == 1 and finals is not None:
        choices = [_complete(task.side, moves, finals) for moves in choices]
    return Summary(
        used,
        places(task.side),
        task.head_floor,
        tuple([tuple([step[0] for _, waiting, _, step in moves if not waiting]) for moves in choices]),
        _bearing_off(choices) if task.may_bear_off else (),
        tuple(map(_beginning, task.walls)),
        bool(task.walls) and task.rules.prime_check is PrimeCheck.TURN_END,
    )


@cache
def _beginning(wall: Wall) -> int:
    """The point of a wall that the opponent reaches last."""
    return max(places(wall >> 3), key=mirrored)


def _bearing_off(choices: list[list[Move]]) -> tuple[tuple[int, Die, int], ...]:
    return tuple([(*step, last_behind(step)) for moves in choices for _, waiting, _, step in moves if waiting])


def _complete(side: Side, moves: list[Move], finals: frozenset[Side]) -> list[Move]:
    """The moves that are a play by themselves."""
    return [move for move in moves if side & move[0] and not side & move[1] and side + move[2] in finals]
