"""The step graph of a stage: what may be played next, wherever one has come to."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from engine.position import FINISHED_SIDE, Side
from engine.rules import PrimeCheck
from engine.steps import Task, closed_walls
from engine.types import OFF, Die, Play, Step

Node = tuple[Side, tuple[Die, ...]]
"""What has been played so far: the mover's side, and the dice that are left."""
Ways = dict[Step, Node]
"""The next steps, the higher die first, from the head down, and where they lead."""


@dataclass(eq=False, slots=True)
class StepGraph:
    """The plays that use `used` dice and end in `finals`, if that is not None, and those that end the game sooner.

    A node from which no step leads ends the stage; if the root has none, the mover passes. Every step belongs to a
    legal complete play. Nothing is worked out before somebody asks, and then it is remembered.
    """

    task: Task
    finals: frozenset[Side] | None
    used: int
    _possible: dict[Node, Ways] = field(default_factory=dict, repr=False)
    _leads: dict[Node, bool] = field(default_factory=dict, repr=False)

    @property
    def root(self) -> Node:
        return self.task.side, self.task.dice

    def ways(self, node: Node) -> Ways:
        """The legal next steps, and where they lead."""
        possible = self._ways_on(node)
        if self._always_leads_on:
            return possible
        return {step: following for step, following in possible.items() if self._leads_on(following)}

    def steps(self, node: Node) -> tuple[Step, ...]:
        """The legal next steps."""
        return tuple(self.ways(node))

    def walk(self, play: Play) -> Node | None:
        """The node that these steps lead to from the root; None if one of them is not legal."""
        node = self.root
        for step in play:
            following = _follow(self.task, node, step)
            if following is None:
                return None
            node = following
        return node if self._leads_on(node) else None

    def plays(self, node: Node | None = None) -> Iterator[Play]:
        """All complete plays from a node on, or from the root."""
        ways = self.ways(node or self.root)
        if not ways:
            yield ()
        for step, following in ways.items():
            for rest in self.plays(following):
                yield step, *rest

    def count_plays(self) -> int:
        """How many `plays` there are from the root."""

        @cache
        def count(node: Node) -> int:
            return sum(map(count, self.ways(node).values())) or 1

        return count(self.root)

    def play_to(self, final: Side) -> Play:
        """The first complete play that ends with this side. Raises ValueError if there is none."""
        if not self.used and final == self.task.side:
            return ()
        found: dict[Node, Play] = {self.root: ()}
        queue = [self.root]
        for node in queue:
            for step, following in self._ways_on(node).items():
                if following not in found:
                    found[following] = (*found[node], step)
                    queue.append(following)
                if following[0] == final and self._is_end(following):
                    return found[following]
        raise ValueError("no legal play ends there")

    @property
    def _always_leads_on(self) -> bool:
        """Is every possible step legal?

        Without walls no step takes another one away, but for that of its own checker. So with equal dice one way to
        play is as long as another.
        """
        return not self.task.walls and self.task.dice[0] == self.task.dice[-1]

    def _leads_on(self, node: Node) -> bool:
        """Can a play that has come here be completed?"""
        if self._always_leads_on:
            return True
        if node not in self._leads:
            self._leads[node] = self._is_end(node) or any(map(self._leads_on, self._ways_on(node).values()))
        return self._leads[node]

    def _is_end(self, node: Node) -> bool:
        # RULES.md, Settled details: a play that ends the game is complete, also if another play would use more dice.
        side, _ = node
        if self._dice_to_use(node):
            return side == FINISHED_SIDE
        return self.finals is None or side in self.finals

    def _dice_to_use(self, node: Node) -> int:
        """How many dice a complete play still uses, unless it ends the game."""
        return len(node[1]) - len(self.task.dice) + self.used

    def _ways_on(self, node: Node) -> Ways:
        """The next steps that are possible at all, as long as there are dice to be used."""
        ways = self._possible.get(node)
        if ways is None:
            ways = self._possible[node] = dict(ways_on(self.task, *node)) if self._dice_to_use(node) else {}
        return ways


def ways_on(task: Task, side: Side, dice: tuple[Die, ...]) -> list[tuple[Step, Node]]:
    """Every next step that is possible at all, whether or not it leads to a legal end."""
    ways = [
        (step, (side + change, left))
        for die, left in each_die(dice).items()
        for checker, waiting, change, step in task.choices[die]
        if side & checker and not side & waiting
    ]
    return [way for way in ways if not _stops(task, way[1][0])] if task.gaps else ways


def _follow(task: Task, node: Node, step: Step) -> Node | None:
    """Where a step leads, if it is possible at all."""
    side, dice = node
    left = each_die(dice).get(step.die)
    if left is None:
        return None
    for checker, waiting, change, other in task.choices[step.die]:
        if other.point == step.point and side & checker and not side & waiting:
            return None if _stops(task, side + change) else (side + change, left)
    return None


def _stops(task: Task, side: Side) -> bool:
    """Does the side close a wall that may not be closed in passing?"""
    if not side & task.gaps or task.rules.prime_check is PrimeCheck.TURN_END:
        return False
    return bool(closed_walls(side, task))


@cache
def each_die(dice: tuple[Die, ...]) -> dict[Die, tuple[Die, ...]]:
    """Each number once, and the dice that it leaves."""
    return {die: without(dice, (Step(OFF, die),)) for die in dict.fromkeys(dice)}


def without(dice: tuple[Die, ...], play: Play) -> tuple[Die, ...]:
    """The dice that a play leaves. Raises ValueError if it uses one that is not there."""
    left = list(dice)
    for step in play:
        left.remove(step.die)
    return tuple(left)
