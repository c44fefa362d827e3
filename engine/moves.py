"""Which plays are legal (RULES.md): the dice of one stage, and the plays that they allow."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.errors import Problem
from engine.explain import Blocked, explain_end, explain_step
from engine.graph import StepGraph, without
from engine.position import FINISHED_SIDE, Position, Side
from engine.rules import HeadException, Rules
from engine.search import legal_ends, most_dice
from engine.steps import Task, make_task
from engine.summary import Summary, summarize
from engine.types import HEAD, Color, Die, Play, Step, value


@value
class Stage:
    """The dice of one stage on offer, and how many checkers may leave the head in it."""

    dice: tuple[Die, ...]
    """A throw: two different dice, the higher first, or four equal ones. Carried dice: one to four."""
    head: int | None
    """None is no limit."""
    head_if_needed: int | None = None
    """The raised limit that holds only if with `head` the dice cannot all be played."""


def throw_stage(rules: Rules, dice: tuple[Die, Die], turn: int, first_mover: bool) -> Stage:
    """The first stage of a turn; `turn` counts the mover's own throws from 1."""
    high, low = max(dice), min(dice)
    if high != low:
        return Stage((high, low), rules.head_limit)
    exception = rules.head_exception_first if first_mover else rules.head_exception_second
    four = (high,) * 4
    if rules.head_limit is None or turn > 1 or exception is HeadException.NONE:
        return Stage(four, rules.head_limit)
    if exception is HeadException.ANY_DOUBLE_IF_NEEDED:
        return Stage(four, rules.head_limit, rules.head_limit + 1)
    return Stage(four, rules.head_limit + (high in (3, 4, 6)))


def carried_stage(rules: Rules, dice: tuple[Die, ...]) -> Stage:
    """One to four dice that the opponent could not use: a head limit of their own, no exception (Gul Bara, 4)."""
    return Stage(tuple(sorted(dice, reverse=True)), rules.head_limit)


def cascade_stage(rules: Rules, plays: "LegalPlays", play: Play) -> Stage | None:
    """The next higher double after a double that is used up (Gul Bara, 1), with what is left of the head limit.

    None if `play` left a die or ended the game, after sixes and without Gul Bara. It is for the caller not to ask about
    carried dice or before `rules.cascade_from_turn`.
    """
    die = plays.stage.dice[0]
    if not rules.gul_bara or len(play) < 4 or die == 6 or plays.finals == {FINISHED_SIDE}:
        return None
    limit = plays.head_limit
    left = None if limit is None else limit - sum(step.point == HEAD for step in play)
    return Stage((die + 1,) * 4, left)


def unused(stage: Stage, play: Play) -> tuple[Die, ...]:
    """The dice that a play leaves. Raises ValueError if it uses a die that is not on offer."""
    return without(stage.dice, play)


class _Search(NamedTuple):
    """What was found out about a stage: `limit` checkers may leave the head, and the plays end so."""

    limit: int | None
    task: Task
    finals: frozenset[Side] | None
    """None where every play that uses so many dice is legal, as long as nobody has asked."""
    used: int


Look = Callable[[Task], tuple[frozenset[Side] | None, int]]
"""`most_dice` or `legal_ends`."""


@dataclass(slots=True)
class LegalPlays:
    """The legal complete plays of one stage; a value, like what it is made of.

    Nothing is worked out before somebody asks. How many dice are used is found at once, and where the plays end in a
    few dozen microseconds; everything else is asked of the step graph, which looks no further than it has to.
    """

    position: Position
    mover: Color
    rules: Rules
    stage: Stage
    _search: _Search | None = field(default=None, init=False, repr=False, compare=False)
    _graph: StepGraph | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def finals(self) -> frozenset[Side]:
        """The mover's side after each play; the unchanged side alone for a pass."""
        if self._search is None or self._search.finals is None:
            self._search = self._searched(legal_ends)
        assert self._search.finals is not None
        return self._search.finals

    @property
    def dice_used(self) -> int:
        """As many dice as can be used; 0 is a pass."""
        return self._found.used

    @property
    def head_limit(self) -> int | None:
        """The limit that turned out to hold: `stage.head`, or `stage.head_if_needed`."""
        return self._found.limit

    @property
    def graph(self) -> StepGraph:
        """The same plays step by step."""
        if self._graph is None:
            _, task, finals, used = self._found
            self._graph = StepGraph(task, finals, used)
        return self._graph

    @property
    def summary(self) -> Summary:
        """The same in a few numbers, for somebody who is not to know the rules."""
        _, task, finals, used = self._found
        return summarize(task, finals, used)

    @property
    def _found(self) -> _Search:
        if self._search is None:
            self._search = self._searched(most_dice)
        return self._search

    def _searched(self, search: Look) -> _Search:
        dice, raised = self.stage.dice, self.stage.head_if_needed
        found = self._searched_within(self.stage.head, search)
        # RULES.md, Settled details: the raised limit looks at the whole turn.
        enough = raised is None or found.used == len(dice)
        return found if enough else self._searched_within(raised, search)

    def _searched_within(self, limit: int | None, search: Look) -> _Search:
        task = make_task(*self.position.seen_by(self.mover), self.rules, self.stage.dice, limit)
        return _Search(limit, task, *search(task))

    def __contains__(self, play: Play) -> bool:
        """Is the play legal and complete?"""
        node = self.graph.walk(play)
        return node is not None and not self.graph.ways(node)

    def __iter__(self) -> Iterator[Play]:
        """Every order of steps is a play of its own; a pass is one play without steps."""
        return self.graph.plays()

    def __len__(self) -> int:
        return self.graph.count_plays()

    def play_to(self, final: Side) -> Play:
        """A legal play that ends with the mover's side so. Raises ValueError if there is none."""
        return self.graph.play_to(final)

    def why_illegal(self, played: Play, step: Step) -> Problem | None:
        """As the function of this name."""
        return explain_step(self._found.task, self.graph, played, step)

    def why_pass(self, played: Play = ()) -> tuple[Blocked, ...]:
        """As the function of this name."""
        return explain_end(self._found.task, self.graph, played)


def why_illegal(
    position: Position, mover: Color, rules: Rules, stage: Stage, played: Play, step: Step
) -> Problem | None:
    """Why the step is not legal after those played in this stage, the most basic reason first; None if it is legal.

    The problem's points are in the mover's numbering: the closed target, the head, the points of the wall, those that
    are still outside home, or those from where a play goes that is legal. Raises ValueError if `played` is not legal.
    """
    return LegalPlays(position, mover, rules, stage).why_illegal(played, step)


def why_pass(position: Position, mover: Color, rules: Rules, stage: Stage, played: Play = ()) -> tuple[Blocked, ...]:
    """For each die that is left and each occupied point why it cannot be played; empty if something can.

    Raises ValueError if `played` is not legal.
    """
    return LegalPlays(position, mover, rules, stage).why_pass(played)
