"""The final positions of one stage, without the ways that lead there."""

from collections.abc import Collection, Iterator
from itertools import pairwise

from engine.position import Side
from engine.rules import PrimeCheck
from engine.steps import Move, Task, after, moves, without_walls


def legal_ends(task: Task) -> tuple[frozenset[Side], int]:
    """The mover's side after every legal play, and the number of dice they use; (the side alone, 0) for a pass."""
    for used, sides in _two_dice(task) if task.dice[0] != task.dice[-1] else _equal_dice(task):
        if sides:
            return frozenset(sides), used
    return frozenset((task.side,)), 0


# Both ways to search yield (dice used, where such plays may end) by preference; the first that is not empty holds.
# RULES.md, Settled details: with `turn_end` the maximum is taken over the plays whose end is legal.


def _two_dice(task: Task) -> Iterator[tuple[int, Collection[Side]]]:
    high, low = task.dice
    side = task.side
    high_moves = moves(task, high, side | side >> 4 * low)
    low_moves = moves(task, low, side | side >> 4 * high)
    with_high: Collection[Side] = after((side,), high_moves)
    with_low: Collection[Side] = after((side,), low_moves)
    if _may_not_pass_walls(task):
        with_high, with_low = without_walls(with_high, task), without_walls(with_low, task)
    else:
        # No step takes another one away, but for its own checker: what can be made first at all is in the other order.
        high_moves = [move for move in high_moves if not side & move[0] or side & move[1]]
    yield 2, without_walls({*after(with_high, low_moves), *after(with_low, high_moves)}, task)
    with_high, with_low = without_walls(with_high, task), without_walls(with_low, task)
    if task.rules.higher_die:
        yield 1, with_high
    yield 1, [*with_high, *with_low]


def _equal_dice(task: Task) -> Iterator[tuple[int, Collection[Side]]]:
    reach = task.side
    for die in task.dice[1:]:
        reach |= reach >> 4 * die
    choices = moves(task, task.dice[0], reach)
    by_steps = _may_not_pass_walls(task)
    levels = _passing_no_wall(task, choices) if by_steps else _from_the_head_down(task, choices)
    for used in range(len(task.dice), 0, -1):
        yield used, levels[used] if by_steps else without_walls(levels[used], task)


def _may_not_pass_walls(task: Task) -> bool:
    return bool(task.walls) and task.rules.prime_check is PrimeCheck.EACH_STEP


def _from_the_head_down(task: Task, choices: list[Move]) -> list[list[Side]]:
    """The sides after 0, 1, 2 … equal dice, each found once, as if no wall were forbidden.

    Any play with equal dice can be made from the head down as well: a checker that starts further back neither needs
    nor disturbs those in front of it. So it is enough to decide, move by move, how often it is made.
    """
    levels: list[list[Side]] = [[task.side], *([] for _ in task.dice)]
    for checker, waiting, change, _ in choices:
        for sides, following in pairwise(levels):
            if not sides:
                break
            able = [side for side in sides if not side & waiting] if waiting else sides
            following += [side + change for side in able if side & checker]
    return levels


def _passing_no_wall(task: Task, choices: list[Move]) -> list[list[Side]]:
    """The same if no step may close a wall: what cannot be reached from the head down maybe can in another order."""
    levels: list[list[Side]] = [[task.side], *([] for _ in task.dice)]
    doubtful: list[list[Side]] = [[] for _ in levels]
    for move in choices:
        for used in range(len(task.dice)):
            made = after(levels[used], [move])
            free = without_walls(made, task)
            levels[used + 1] += free
            doubtful[used + 1] += after(doubtful[used], [move])
            if len(free) < len(made):
                doubtful[used + 1] += set(made).difference(free)
    for used, sides in enumerate(doubtful):
        if sides:
            before = set(levels[used - 1])
            levels[used] += [side for side in without_walls(sides, task) if _follows(side, before, choices)]
    return levels


def _follows(side: Side, before: set[Side], choices: list[Move]) -> bool:
    """Is the side one move after one of those before?"""
    for checker, waiting, change, _ in choices:
        earlier = side - change
        if earlier in before and earlier & checker and not earlier & waiting:
            return True
    return False
