"""The step graph of a stage: everything a client needs to offer, refuse and undo steps without knowing a rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engine.position import FINISHED_SIDE, Side
from engine.rules import PrimeCheck
from engine.steps import Task, closed_walls
from engine.types import OFF, Die, Play, Step

Edge = tuple[Step, int]
"""A legal next step, and the index of the node it leads to."""
WireEdge = tuple[int, int, int]
"""(point, die, next index): the same as plain numbers."""


@dataclass(frozen=True, slots=True)
class StepGraph:
    """What has been played so far (nodes) and what may be played next (edges), from the root 0.

    A node without edges ends the stage; if the root has none, the mover passes. Nodes with edges come first, so the
    indices from `len(edges) - 1` on are the ends. Every edge belongs to a legal complete play.
    """

    nodes: tuple[tuple[Edge, ...], ...]
    sides: tuple[Side, ...]

    @property
    def edges(self) -> tuple[tuple[WireEdge, ...], ...]:
        """The graph in plain numbers; all ends are one node, the last, which has no edges."""
        end = sum(1 for node in self.nodes if node)
        number = (*range(end), *[end] * (len(self.nodes) - end))
        inner = self.nodes[:end]
        return *[tuple([(point, die, number[to]) for (point, die), to in node]) for node in inner], ()

    def steps(self, node: int) -> tuple[Step, ...]:
        """The legal next steps, the higher die first, from the head down."""
        return tuple(step for step, _ in self.nodes[node])

    def side(self, node: int) -> Side:
        """The mover's side at a node."""
        return self.sides[node]

    def walk(self, play: Play) -> int | None:
        """The node that these steps lead to from the root; None if one of them is not legal."""
        node = 0
        for step in play:
            following = dict(self.nodes[node]).get(step)
            if following is None:
                return None
            node = following
        return node

    def plays(self, node: int = 0) -> Iterator[Play]:
        """All complete plays from a node on."""
        if not self.nodes[node]:
            yield ()
        for step, following in self.nodes[node]:
            for rest in self.plays(following):
                yield step, *rest

    def count_plays(self) -> int:
        """How many `plays` there are from the root."""
        counts = [1] * len(self.nodes)
        for node in range(len(self.nodes) - 1, -1, -1):
            if edges := self.nodes[node]:
                counts[node] = sum(counts[following] for _, following in edges)
        return counts[0]

    def play_to(self, final: Side) -> Play:
        """The first complete play that ends with this side. Raises ValueError if there is none."""
        ways: dict[int, Play] = {0: ()}
        for node, edges in enumerate(self.nodes):
            if not edges and self.sides[node] == final:
                return ways[node]
            for step, following in edges:
                ways.setdefault(following, (*ways[node], step))
        raise ValueError("no legal play ends there")


Node = tuple[Side, tuple[Die, ...]]
"""The mover's side, and the dice that are left."""
Way = tuple[Step, Node]


def build_graph(task: Task, finals: frozenset[Side], dice_used: int) -> StepGraph:
    """The graph of the plays that use `dice_used` dice and end in `finals`, and of those that end the game sooner."""
    if dice_used == 2 and len(set(task.dice)) == 2 and not task.may_bear_off:
        return _two_dice(task, finals)
    return _any_dice(task, finals, dice_used)


def _two_dice(task: Task, finals: frozenset[Side]) -> StepGraph:
    """Nearly all graphs: each first step leads to a node of its own, and each second one to an end."""
    found = []
    for first, (side, (die,)) in ways_on(task, task.side, task.dice):
        seconds = [(step, side + change) for _, _, change, step in task.choices[die] if side + change in finals]
        if seconds:
            found.append((first, side, seconds))
    ends = dict.fromkeys([end for _, _, seconds in found for _, end in seconds])
    index = {end: number for number, end in enumerate(ends, 1 + len(found))}
    root = tuple([(first, number) for number, (first, _, _) in enumerate(found, 1)])
    inner = [tuple([(step, index[end]) for step, end in seconds]) for _, _, seconds in found]
    return StepGraph((root, *inner, *[()] * len(ends)), (task.side, *[side for _, side, _ in found], *ends))


def _any_dice(task: Task, finals: frozenset[Side], dice_used: int) -> StepGraph:
    """Level by level; what leads to no end is dropped afterwards."""
    found: dict[Node, list[Way]] = {}
    level: list[Node] = [(task.side, task.dice)]
    for number in range(dice_used):
        last = number == dice_used - 1
        ways = [_last_ways(task, finals, *node) if last else ways_on(task, *node) for node in level]
        found |= zip(level, ways, strict=True)
        level = list(dict.fromkeys([following for way in ways for _, following in way]))
    # RULES.md, Settled details: a play that ends the game is complete, also if another play would use more dice.
    ends = [node for node in found if node[0] == FINISHED_SIDE] + level
    useful = set(ends)
    for node in reversed(found):
        found[node] = [way for way in found[node] if way[1] in useful]
        if found[node]:
            useful.add(node)
    order = [*(node for node, ways in found.items() if ways), *ends]
    index = {node: number for number, node in enumerate(order)}
    nodes = [tuple([(step, index[following]) for step, following in found.get(node, ())]) for node in order]
    return StepGraph(tuple(nodes), tuple([side for side, _ in order]))


def ways_on(task: Task, side: Side, dice: tuple[Die, ...]) -> list[Way]:
    """Every next step that is possible at all, whether or not it leads to a legal end."""
    ways = [
        (step, (side + change, left))
        for die, left in _each_die(dice)
        for checker, waiting, change, step in task.choices[die]
        if side & checker and not side & waiting
    ]
    if not task.gaps or task.rules.prime_check is PrimeCheck.TURN_END:
        return ways
    return [way for way in ways if not way[1][0] & task.gaps or not closed_walls(way[1][0], task)]


def _last_ways(task: Task, finals: frozenset[Side], side: Side, dice: tuple[Die, ...]) -> list[Way]:
    """Every last step to one of the finals. They tell more than any mask: who is among them closes no wall, leaves
    enough checkers on the head, and has fifteen, so that none was taken from where none is."""
    return [
        (step, (side + change, left))
        for die, left in _each_die(dice)
        for _, waiting, change, step in task.choices[die]
        if side + change in finals and not side & waiting
    ]


@cache
def _each_die(dice: tuple[Die, ...]) -> list[tuple[Die, tuple[Die, ...]]]:
    """Each number once, and the dice that it leaves."""
    return [(die, without(dice, (Step(OFF, die),))) for die in dict.fromkeys(dice)]


def without(dice: tuple[Die, ...], play: Play) -> tuple[Die, ...]:
    """The dice that a play leaves. Raises ValueError if it uses one that is not there."""
    left = list(dice)
    for step in play:
        left.remove(step.die)
    return tuple(left)
