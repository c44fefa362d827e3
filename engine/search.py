"""How many dice one stage uses, and its final positions, without the ways that lead there."""

from collections.abc import Collection
from itertools import pairwise

from engine.position import Side
from engine.rules import PrimeCheck
from engine.steps import Move, Task, after, without_walls


def legal_ends(task: Task) -> tuple[frozenset[Side], int]:
    """The mover's side after every legal play, and the number of dice they use; (the side alone, 0) for a pass."""
    sides, used = _two_dice(task) if task.dice[0] != task.dice[-1] else _equal_dice(task)
    return (frozenset(sides), used) if sides else (frozenset((task.side,)), 0)


def most_dice(task: Task) -> tuple[frozenset[Side] | None, int]:
    """The same sooner: None for the sides where every play with so many dice is legal."""
    if task.walls:
        return legal_ends(task)
    high, low = task.choices[task.dice[0]], task.choices[task.dice[-1]]
    if high is low:
        return None, _as_many_as_come(task, high)
    both = any(_can_move(side, low) for side in after((task.side,), high, task)) or any(
        _can_move(side, high) for side in after((task.side,), low, task)
    )
    return (None, 2) if both else legal_ends(task)


def _as_many_as_come(task: Task, choices: list[Move]) -> int:
    """How many equal dice are used, from the head down: one way to use them is as long as another."""
    side, left = task.side, len(task.dice)
    for checker, waiting, change, _ in choices:
        while left and side & checker and not side & waiting:
            side += change
            left -= 1
    return len(task.dice) - left


def _can_move(side: Side, choices: list[Move]) -> bool:
    return any(side & checker and not side & waiting for checker, waiting, _, _ in choices)


# Both ways to search return the plays with most dice. RULES.md, Settled details: with `turn_end` the maximum is taken
# over the plays whose end is legal.


def _two_dice(task: Task) -> tuple[Collection[Side], int]:
    high, low = task.dice
    high_moves, low_moves = task.choices[high], task.choices[low]
    with_high, only_second = _possible(task, high_moves)
    with_low: Collection[Side] = after((task.side,), low_moves, task)
    if _may_not_pass_walls(task):
        with_high, with_low = without_walls(with_high, task), without_walls(with_low, task)
    else:
        # No step takes another one away, but for its own checker: what can be made first at all is in the other order.
        high_moves = only_second
    with_both = after(with_high, low_moves, task) + after(with_low, high_moves, task)
    if ends := without_walls(with_both, task):
        return ends, 2
    with_high, with_low = without_walls(with_high, task), without_walls(with_low, task)
    return (with_high if with_high and task.rules.higher_die else [*with_high, *with_low]), 1


def _possible(task: Task, choices: list[Move]) -> tuple[Collection[Side], list[Move]]:
    """The sides after those moves that can be made at once, and the other moves."""
    side, sides, others = task.side, [], []
    for move in choices:
        if side & move[0] and not side & move[1]:
            sides.append(side + move[2])
        else:
            others.append(move)
    return sides, others


def _equal_dice(task: Task) -> tuple[Collection[Side], int]:
    choices = task.choices[task.dice[0]]
    levels = _from_the_head_down(task, choices)
    free = _passing_no_wall(task, choices, levels) if _may_not_pass_walls(task) else None
    for used in range(len(task.dice), 0, -1):
        if ends := without_walls(levels[used], task) if free is None else free[used]:
            return ends, used
    return (), 0


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


def _passing_no_wall(task: Task, choices: list[Move], levels: list[list[Side]]) -> list[Collection[Side]]:
    """Those of the levels that can be reached, in whatever order, by steps of which none closes a wall."""
    reached: list[Collection[Side]] = [[task.side]]
    for before, sides in pairwise(levels):
        free = without_walls(sides, task)
        if len(reached[-1]) < len(before):
            free = set(free).intersection(after(reached[-1], choices, task))
        reached.append(free)
    return reached
