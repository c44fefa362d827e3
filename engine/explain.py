"""Why a step is refused and why a turn passes: the same rules, told to people.

`engine.moves.why_illegal` and `why_pass` are the way in.
"""

from dataclasses import dataclass

from engine.errors import Problem, Reason
from engine.graph import Node, StepGraph, ways_on, without
from engine.position import Side, count, mirrored
from engine.rules import Overshoot, PrimeCheck
from engine.steps import Task, closed_walls
from engine.types import HEAD, HOME, OFF, Die, Play, Step


@dataclass(frozen=True, slots=True)
class Blocked:
    """The checkers on own point `point` cannot move by `die`."""

    die: Die
    point: int
    reason: Reason


def explain_step(task: Task, graph: StepGraph, played: Play, step: Step) -> Problem | None:
    """Why the step is not legal after those played, the most basic reason first; None if it is legal.

    Raises ValueError if the steps played are not legal themselves.
    """
    node = graph.walk(played)
    if node is None:
        raise ValueError(f"{played} is no part of a legal play")
    if step in graph.ways(node):
        return None
    return _not_possible(task, node, step) or _not_allowed(task, graph, node, step)


def explain_end(task: Task, graph: StepGraph, played: Play) -> tuple[Blocked, ...]:
    """Why no die that is left can be played; empty if one can, and if none is left."""
    node = graph.walk(played)
    if node is None:
        raise ValueError(f"{played} is no part of a legal play")
    side, dice = node
    steps = [Step(point, die) for die in dict.fromkeys(dice) for point in _occupied(side, HEAD, 1)]
    problems = {step: explain_step(task, graph, played, step) for step in steps if not graph.ways(node)}
    return tuple(Blocked(step.die, step.point, problem.reason) for step, problem in problems.items() if problem)


def _not_possible(task: Task, node: Node, step: Step) -> Problem | None:
    """What stands in the way of this step, whatever else is played."""
    side, dice = node
    if not 1 <= step.point <= HEAD or not count(side, step.point):
        return Problem(Reason.NO_CHECKER, (step.point,), f"No checker of the mover stands on {step.point}.")
    if step.die not in dice:
        return Problem(Reason.NO_SUCH_DIE, (), f"There is no {step.die} left to play.")
    if step.target == OFF:
        return _not_off(task, side, step) or _wall_at_once(task, side, step)
    if task.closed >> 4 * step.target & 8:
        return Problem(Reason.POINT_CLOSED, (step.target,), f"An opposing checker stands on {step.target}.")
    if step.point == HEAD and count(side, HEAD) <= task.head_floor:
        return Problem(Reason.HEAD_ALREADY_PLAYED, (HEAD,), "No other checker may leave the head in this turn.")
    return _wall_at_once(task, side, step)


def _not_off(task: Task, side: Side, step: Step) -> Problem | None:
    if outside := _occupied(side, HEAD, HOME + 1):
        return Problem(Reason.NOT_ALL_HOME, outside, "Nothing goes off before all checkers are home.")
    if step.die == step.point:
        return None
    if task.rules.overshoot is Overshoot.EXACT:
        detail = f"Only a {step.point} takes a checker off from {step.point}."
        return Problem(Reason.EXACT_DIE_NEEDED, (step.point,), detail)
    if further := _occupied(side, HOME, step.point + 1):
        detail = f"A {step.die} takes no checker off from {step.point} while others stand further back."
        return Problem(Reason.EXACT_DIE_NEEDED, further, detail)
    return None


def _wall_at_once(task: Task, side: Side, step: Step) -> Problem | None:
    return _wall(task, _made(side, step)) if task.rules.prime_check is PrimeCheck.EACH_STEP else None


def _wall(task: Task, side: Side) -> Problem | None:
    """The walls that this side closes, their points in the order of the opponent's path."""
    closed = closed_walls(side, task)
    if not closed:
        return None
    points = [point for point in range(1, HEAD + 1) if any(wall >> 4 * point & 8 for wall in closed)]
    points.sort(key=mirrored, reverse=True)
    detail = f"{', '.join(map(str, points))} would be a wall without an opposing checker ahead of it."
    return Problem(Reason.WALL, tuple(points), detail)


def _not_allowed(task: Task, graph: StepGraph, node: Node, step: Step) -> Problem:
    """Why no legal play goes on with a step that is possible: see where it leads with as many dice as those use."""
    legal = next(graph.plays(node))
    side, dice = node
    level = [(_made(side, step), without(dice, (step,)))]
    for _ in legal[1:]:
        level = list(dict.fromkeys(following for reached in level for _, following in ways_on(task, *reached)))
    if not level:
        points = tuple(dict.fromkeys(better.point for better in legal))
        return Problem(Reason.MORE_DICE_PLAYABLE, points, "As many dice as possible must be used.")
    if walls := [wall for end, _ in level if (wall := _wall(task, end))]:
        return walls[0]
    points = tuple(better.point for better in graph.ways(node))
    return Problem(Reason.HIGHER_DIE, points, f"Only one die can be played: it must be the {max(task.dice)}.")


def _made(side: Side, step: Step) -> Side:
    return side + (1 << 4 * step.target) - (1 << 4 * step.point)


def _occupied(side: Side, first: int, last: int) -> tuple[int, ...]:
    """The occupied own points from `first` down to `last`."""
    return tuple(point for point in range(first, last - 1, -1) if count(side, point))
