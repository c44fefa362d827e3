"""The step graph of a stage, unfolded from what the message says of it (PROTOCOL.md, The step graph)."""

from functools import cache

from engine.graph import Node, each_die
from engine.steps import occupied
from engine.summary import Summary
from engine.types import HEAD, Die, Step

Edge = tuple[int, int, int]
"""(point, die, index of the node that the step leads to)."""
Nodes = tuple[tuple[Edge, ...], ...]
"""What may be played next at each node; 0 is the beginning, and the last, which has no edges, is every end."""
Way = tuple[Step, Node]
"""A step, and where it leads."""
Move = tuple[Step, int, int, int, int]
"""(step, place, stay, behind, change): possible if `side >> place & 15 > stay` and `side >> behind` is 0."""


def unfold(dice: tuple[Die, ...], told: Summary) -> Nodes:
    """The nodes in the order in which they are found, level by level."""
    ways = Ways(dice, told)
    if not ways.legal(ways.start):
        return ((),)
    order, numbers = [ways.start], {ways.start: 0}
    for node in order:
        if ways.dice_to_use(node) > 1:
            for _, following in ways.legal(node):
                if following not in numbers and ways.legal(following):
                    numbers[following] = len(order)
                    order.append(following)
    nodes = [[(point, die, numbers.get(to, len(order))) for (point, die), to in ways.legal(node)] for node in order]
    return *map(tuple, nodes), ()


class Ways:
    """The steps of a stage by what the message says, and nothing else."""

    def __init__(self, dice: tuple[Die, ...], told: Summary) -> None:
        self.start: Node = (sum([1 << 4 * point for point in told.checkers]), dice)
        self._dice, self._told = dice, told
        self._moves: dict[Die, list[Move]] = {
            die: [_move(point, die, told.stay if point == HEAD else 0, HEAD) for point in points]
            for die, points in zip(dict.fromkeys(dice), told.points, strict=True)
        }
        for point, die, last in told.off:
            self._moves[die].append(_move(point, die, 0, last))
        self._walls = [sum([8 << 4 * ((first - more - 1) % HEAD + 1) for more in range(6)]) for first in told.walls]
        self._legal: dict[Node, list[Way]] = {}

    def dice_to_use(self, node: Node) -> int:
        """How many dice are still to be used, unless all checkers are off before."""
        return self._told.uses - (len(self._dice) - len(node[1]))

    def complete(self, node: Node) -> bool:
        """Is a play that has come here complete?"""
        if node[0] < 16:  # only the tray is left
            return True
        return not self.dice_to_use(node) and not (self._told.passing and self._walled(node))

    def possible(self, node: Node) -> list[Way]:
        """The steps that nothing forbids by itself, the higher die first, from the head down."""
        side, dice = node
        ways = [
            (step, (side + change, left))
            for die, left in each_die(dice).items()
            for step, place, stay, behind, change in self._moves[die]
            if side >> place & 15 > stay and not side >> behind
        ]
        if not self._walls or self._told.passing:
            return ways
        return [way for way in ways if not self._walled(way[1])]

    def legal(self, node: Node) -> list[Way]:
        """Those of them that a complete play goes on with."""
        if node not in self._legal:
            ways = self.possible(node) if self.dice_to_use(node) else []
            self._legal[node] = [way for way in ways if self.complete(way[1]) or self.legal(way[1])]
        return self._legal[node]

    def _walled(self, node: Node) -> bool:
        return any(occupied(node[0]) & wall == wall for wall in self._walls)


@cache
def _move(point: int, die: Die, stay: int, last: int) -> Move:
    step = Step(point, die)
    return step, 4 * point, stay, 4 * last + 4, (1 << 4 * step.target) - (1 << 4 * point)
