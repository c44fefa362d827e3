"""Single steps on packed sides: the part of the search that has to be fast.

A side has four bits a point (`engine.position`), so shifting it right by `4 * die` moves every checker by one die, and
the questions of the rules are masks: is the target closed, does a checker stand further back, is a wall closed?
"""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Final, NamedTuple

from engine.position import Side, count, mirrored
from engine.rules import Overshoot, PrimeBan, Rules
from engine.types import HEAD, HOME, OFF, Die, Step

Points = int
"""A set of own points: the high bit of each of their nibbles."""
Wall = Points
"""Six points in a row."""
Move = tuple[Side, Side, int, Step]
"""(checker, waiting, change, step): a side may make the step if it has something in the mask `checker` and nothing in
the mask `waiting`; `side + change` is the side after it."""


class Task(NamedTuple):
    """All that the steps of one stage depend on, in the mover's numbering."""

    side: Side
    closed: Points
    walls: list[Wall]
    """The forbidden walls that the stage might close."""
    gaps: Side
    """A mask of a few points: a side that has nothing there closes none of the walls."""
    rules: Rules
    dice: tuple[Die, ...]
    head_floor: int
    """The checkers that have to stay on the head."""
    may_bear_off: bool
    """May all come home within the stage, and one go off?"""
    choices: dict[Die, list[Move]]
    """For each die all steps that it may come to within the stage, from the head down."""


def make_task(side: Side, opponent: Side, rules: Rules, dice: tuple[Die, ...], head: int | None) -> Task:
    """The task of a side against an opponent (each in its own numbering) when `head` checkers may leave the head."""
    floor = 0 if head is None else max(count(side, HEAD) - head, 0)
    walls = [] if rules.prime_ban is PrimeBan.NONE else _walls_in_reach(side, opponent, dice)
    near = not floor and not side >> 4 * (HOME + sum(dice) + 1) and occupied(side >> 4 * HOME).bit_count() < len(dice)
    gaps = _gaps(side, walls) if walls else 0
    closed, exact = occupied(_facing(opponent)), rules.overshoot is Overshoot.EXACT
    choices = {}
    for die in dict.fromkeys(dice):
        movable = occupied(_reach(side, dice, die)) & ~(closed << 4 * die)
        choices[die] = _moves(movable if near else movable & _BEYOND[die], _tables(die, exact, floor))
    return Task(side, closed, walls, gaps, rules, dice, floor, near, choices)


def _reach(side: Side, dice: tuple[Die, ...], die: Die) -> Side:
    """What is occupied at some time before this die, or the last of its kind, is played, if nothing is closed."""
    if dice[0] != dice[-1]:
        return side | side >> 4 * (dice[0] + dice[-1] - die)
    for _ in dice[1:]:
        side |= side >> 4 * die
    return side


def _moves(movable: Points, tables: list[dict[Points, list[Move]]]) -> list[Move]:
    """The steps from these points, from the head down."""
    back, middle, front, home = tables
    return [
        *back[movable >> 76],
        *middle[movable >> 52 & _QUARTER],
        *front[movable >> 28 & _QUARTER],
        *home[movable >> 4 & _QUARTER],
    ]


def after(sides: Iterable[Side], choices: list[Move], task: Task) -> list[Side]:
    """Every side after every one of the moves that it can make, with repetitions."""
    if not task.may_bear_off:  # nothing waits for anything
        return [side + change for side in sides for checker, _, change, _ in choices if side & checker]
    return [
        side + change
        for side in sides
        for checker, waiting, change, _ in choices
        if side & checker and not side & waiting
    ]


def without_walls(sides: Collection[Side], task: Task) -> Collection[Side]:
    """The sides that close none of the walls."""
    gaps, walls = task.gaps, task.walls
    doubtful = [side for side in sides if side & gaps] if walls else []
    if not doubtful:
        return sides
    kept = [side for side in sides if not side & gaps]
    for side in doubtful:
        points = (side & _LOW) + _LOW | side
        for wall in walls:
            if points & wall == wall:
                break
        else:
            kept.append(side)
    return kept


def closed_walls(side: Side, task: Task) -> list[Wall]:
    """The walls that the side closes."""
    points = occupied(side)
    return [wall for wall in task.walls if points & wall == wall]


def occupied(side: Side) -> Points:
    """The points with checkers."""
    # The high bit of a nibble that is not zero is set already, or becomes so when 7 is added to the other bits.
    return ((side & _LOW) + _LOW | side) & _HIGH


@cache
def _tables(die: Die, exact: bool, head_floor: int) -> list[dict[Points, list[Move]]]:
    """The moves with a die from any points of a quarter of the board; none from where `exact` allows none.

    The quarters come from the head down; the points are given as if each quarter were the lowest nibbles.
    """
    lowest = die if exact else 1
    tables = []
    for first in range(HEAD, 0, -6):
        table: dict[Points, list[Move]] = {0: []}
        for point in range(first - 5, first + 1):
            own = [_move(Step(point, die), head_floor)] if point >= lowest else []
            bit = 8 << 4 * (point - first + 5)
            table |= {points | bit: own + found for points, found in table.items()}
        tables.append(table)
    return tables


def _move(step: Step, head_floor: int) -> Move:
    # The head never has fewer checkers than its floor, so it has more exactly when it has a bit that the floor has not.
    checker = _mask([step.point], 15 & ~head_floor if step.point == HEAD else 15)
    change = (1 << 4 * step.target) - (1 << 4 * step.point)
    if step.target != OFF:
        return checker, 0, change, step
    return checker, _mask(range(last_behind(step) + 1, HEAD + 1)), change, step


def last_behind(step: Step) -> int:
    """The highest point where others may stand when this step takes a checker off."""
    # RULES.md, The same in every preset, 5: all have to be home. A larger die needs the highest occupied point.
    return HOME if step.point == step.die else step.point


def _mask(points: Iterable[int], bits: int = 15) -> Side:
    return sum(bits << 4 * point for point in points)


_HALF: Final = (1 << 48) - 1
_QUARTER: Final = (1 << 24) - 1
_LOW: Final = _mask(range(1, HEAD + 1), 7)
_HIGH: Final = _mask(range(1, HEAD + 1), 8)
_BEYOND: Final = [_mask(range(die + 1, HEAD + 1), 8) for die in range(7)]
# RULES.md, The wall: it is measured on the opponent's path and does not wrap over the opponent's 24/1.
_WALLS: Final = [_mask(map(mirrored, range(last, last + 6)), 8) for last in range(1, HEAD - 4)]


def _facing(opponent: Side) -> Side:
    """The opponent's checkers in the mover's numbering: the two halves of the board change places."""
    return (opponent >> 52 & _HALF) << 4 | (opponent >> 4 & _HALF) << 52


def _walls_in_reach(side: Side, opponent: Side, dice: tuple[Die, ...]) -> list[Wall]:
    """The walls without an opposing checker ahead, as far as the dice can fill their gaps."""
    foremost = ((opponent & -opponent).bit_length() - 1) // 4
    if foremost <= 6:
        return []
    reach, within = side, []  # what can be occupied with 1, 2 … dice if nothing is closed
    for _ in dice:
        reach |= reach >> 4 * dice[0] | reach >> 4 * dice[-1]
        within.append(reach)
    last = occupied(reach)
    walls = [wall for wall in _WALLS[: foremost - 6] if last & wall == wall]
    if not walls:
        return []
    # A gap takes as many dice as it takes to reach it, and no die fills two.
    earlier = [occupied(points) for points in (side, *within[:-1])]
    return [wall for wall in walls if sum((wall & ~points).bit_count() for points in earlier) <= len(dice)]


def _gaps(side: Side, walls: list[Wall]) -> Side:
    """One point of each wall, if possible one that the side does not occupy yet."""
    chosen = 0
    for wall in walls:
        gaps = wall & ~occupied(side) or wall
        if not gaps & chosen:
            chosen |= gaps & -gaps
    return (chosen >> 3) * 15
