"""The turn that is being played: what the step graph allows, and why it allows no more."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from clients.terminal.refusals import sentence
from engine.errors import Problem
from engine.graph import without
from engine.moves import LegalPlays, Stage, carried_stage, cascade_stage, throw_stage
from engine.position import Side
from engine.rules import Rules, make_rules
from engine.types import OFF, Play, Step
from protocol.graph import Nodes
from protocol.messages import Snapshot, StepGraph


class Place(NamedTuple):
    """A node of a step graph."""

    nodes: Nodes
    node: int = 0

    @property
    def complete(self) -> bool:
        """Nothing more can be played in this stage."""
        return not self.nodes[self.node]

    @property
    def sources(self) -> tuple[int, ...]:
        """Own points from where a step is legal, from the head down."""
        return tuple(sorted({point for point, _, _ in self.nodes[self.node]}, reverse=True))

    def after(self, step: Step) -> "Place | None":
        """Where a step leads; None if it is not legal."""
        edges = {(point, die): to for point, die, to in self.nodes[self.node]}
        to = edges.get((step.point, step.die))
        return None if to is None else Place(self.nodes, to)

    def ways(self, point: int) -> dict[int, Play]:
        """Each point that the checker on `point` can reach by itself, with the fewest steps that bring it there."""
        found: dict[int, Play] = {}
        queue = deque[tuple[Place, int, Play]]([(self, point, ())])
        while queue:
            place, here, steps = queue.popleft()
            for _, die, to in sorted(edge for edge in place.nodes[place.node] if edge[0] == here):
                step = Step(here, die)
                if step.target not in found:
                    found[step.target] = (*steps, step)
                    if step.target != OFF:
                        queue.append((Place(self.nodes, to), step.target, found[step.target]))
        return found


def place_in(view: Snapshot, graph: StepGraph | None) -> Place | None:
    """Where the current stage stands; None unless this client plays it and its graph has come."""
    if graph is None or view.phase != "play" or (graph.turn, graph.stage) != (view.turn, len(view.stages) - 1):
        return None
    place: Place | None = Place(graph.nodes)
    for step in view.stages[-1].steps:
        place = place and place.after(Step(*step))
    return place


def dice_left(view: Snapshot) -> tuple[int, ...]:
    """The dice of the current stage that are not used."""
    if not view.stages:
        return ()
    stage = view.stages[-1]
    return without(stage.dice, tuple(Step(*step) for step in stage.steps))


# --- hints ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Advice:
    """What a hint says, and where it points."""

    lines: tuple[str, ...]
    selected: int | None = None
    targets: frozenset[int] = frozenset()
    refused: frozenset[int] = frozenset()


def advice(view: Snapshot, place: Place, point: int | None) -> Advice:
    """What can be played; with a point, where its checker may go, and for each other die why not."""
    if point is None:
        if place.complete:
            return Advice(("Nothing more can be played: d to finish, u to take back",))
        return Advice(tuple(_ways_text(source, place.ways(source)) for source in place.sources))
    ways = place.ways(point)
    lines = [_ways_text(point, ways)] if ways else []
    lines += _why_not(view, point)
    return Advice(tuple(lines), point, frozenset(ways))


def _ways_text(point: int, ways: dict[int, Play]) -> str:
    targets = (f"{target or 'off'} ({'+'.join(str(step.die) for step in play)})" for target, play in ways.items())
    return f"{point} can go to {', '.join(targets)}"


def _why_not(view: Snapshot, point: int) -> Iterator[str]:
    """One line for each die that is left and cannot be played from `point`; none under unknown rules."""
    try:
        legal, played = rebuilt(view)
    except ValueError:
        return
    for die in dict.fromkeys(dice_left(view)):
        if problem := legal.why_illegal(played, Step(point, die)):
            yield f"{point} by {die}: {_problem_text(problem)}"


def _problem_text(problem: Problem) -> str:
    return sentence(problem.reason, problem.detail, problem.points)


def rebuilt(view: Snapshot) -> tuple[LegalPlays, Play]:
    """The legal plays of the current stage as the engine sees them, and the steps made in it.

    Raises ValueError outside the phase `play`, and for rules that this client does not know.
    """
    color, rules = view.to_move, make_rules(view.settings.preset, **view.settings.overrides)
    if color is None or not view.stages:
        raise ValueError("no dice are on the board")
    stages = [(stage.dice, tuple(Step(*step) for step in stage.steps)) for stage in view.stages]
    position = view.position
    start = position[color]
    for step in reversed([step for _, steps in stages for step in steps]):
        start = _moved(start, step, back=True)
    legal = LegalPlays(position.with_side(color, start), color, rules, _first_stage(view, rules))
    for _, steps in stages[:-1]:
        for step in steps:
            start = _moved(start, step)
        stage = cascade_stage(rules, legal, steps)
        if stage is None:
            raise ValueError("no stage follows")
        legal = LegalPlays(position.with_side(color, start), color, rules, stage)
    return legal, stages[-1][1]


def _first_stage(view: Snapshot, rules: Rules) -> Stage:
    first, color = view.stages[0], view.to_move
    if first.carried:
        return carried_stage(rules, first.dice)
    turn = view.turns[color == "black"]
    return throw_stage(rules, (first.dice[0], first.dice[1]), turn, view.first_mover is color)


def _moved(side: Side, step: Step, back: bool = False) -> Side:
    change = (1 << 4 * step.target) - (1 << 4 * step.point)
    return side - change if back else side + change
