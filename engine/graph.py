"""The step graph of a stage: everything a client needs to offer, refuse and undo steps without knowing a rule."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.position import FINISHED_SIDE, Side
from engine.rules import PrimeCheck
from engine.steps import Task, closed_walls, moves
from engine.types import Die, Play, Step

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
        inner = self.nodes[:end]
        return *(tuple((step.point, step.die, min(to, end)) for step, to in node) for node in inner), ()

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


def build_graph(task: Task, finals: frozenset[Side], dice_used: int) -> StepGraph:
    """The graph of the plays that use `dice_used` dice and end in `finals`, and of those that end the game sooner."""
    found: dict[Node, list[tuple[Step, Node]]] = {}
    level = [(task.side, task.dice)]
    for _ in range(dice_used):
        found |= {node: list(next_nodes(task, *node)) for node in level}
        level = list(dict.fromkeys(following for node in level for _, following in found[node]))
    # RULES.md, Settled details: a play that ends the game is complete, also if another play would use more dice.
    ends = [node for node in found if node[0] == FINISHED_SIDE] + [node for node in level if node[0] in finals]
    useful = set(ends)
    for node in reversed(found):
        found[node] = [edge for edge in found[node] if edge[1] in useful]
        if found[node]:
            useful.add(node)
    order = [*(node for node, edges in found.items() if edges), *ends]
    index = {node: number for number, node in enumerate(order)}
    nodes = (tuple((step, index[following]) for step, following in found.get(node, ())) for node in order)
    return StepGraph(tuple(nodes), tuple(side for side, _ in order))


def next_nodes(task: Task, side: Side, dice: tuple[Die, ...]) -> Iterator[tuple[Step, Node]]:
    """Every next step that is possible at all, whether or not it leads to a legal end."""
    gaps = 0 if task.rules.prime_check is PrimeCheck.TURN_END else task.gaps
    for die in dict.fromkeys(dice):
        place = dice.index(die)
        left = dice[:place] + dice[place + 1 :]
        for checker, waiting, change, step in moves(task, die, side):
            if side & checker and not side & waiting:
                then = side + change
                if not then & gaps or not closed_walls(then, task):
                    yield step, (then, left)


def without(dice: tuple[Die, ...], play: Play) -> tuple[Die, ...]:
    """The dice that a play leaves. Raises ValueError if it uses one that is not there."""
    left = list(dice)
    for step in play:
        left.remove(step.die)
    return tuple(left)
