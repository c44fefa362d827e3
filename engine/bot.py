"""The bot's judgement: of all sides that a throw can lead to, which one would a sensible player choose?

It weighs each of them by what people look at: the race, the head, the moves that the next dice leave to either player,
the rows that hold checkers back, and a home from which every die takes a checker off. It does not look further ahead.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.moves import LegalPlays, Stage
from engine.position import Position, Side, count
from engine.rules import Rules
from engine.steps import Points, occupied
from engine.types import CHECKERS, HEAD, HOME, OFF, Color, Play, Step

EXAMINED: Final = 400
"""Sides that are weighed at most: a double can lead to over a thousand, and a choice should take milliseconds."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each idea of the game counts, in pips run outside home."""

    head: float = 1.33
    """A checker on the head: only one a turn may leave it, so it cannot be left for later."""
    straggler: float = 0.083
    """Each pip that a checker which has left the head is still short of the second half of the board."""
    tower: float = 0.27
    """Each checker beyond the second on a point between head and home: it holds nothing that two do not hold."""
    home_pip: float = 0.1
    """A pip inside home: running on there hardly hastens the end while others are outside."""
    arrived: float = 1.4
    """A checker home or off, once the head is empty: bearing off begins when the last one arrives."""
    crowd: float = 0.067
    """The square of the checkers on a home point: if they are spread, every die takes one off."""
    off: float = 6.7
    """A checker in the tray: never miss to bear off."""
    stuck: float = 0.33
    """A pip of a die that has no move at all: to be inflicted, and to be avoided."""
    scarce: tuple[float, float, float] = (1.0, 0.4, 0.15)
    """How far a die counts as stuck if none, one or two points can move by it."""
    blocked: float = 0.33
    """An opposing point and a die that ends on one of ours: the beginning of getting stuck."""
    rows: tuple[float, float, float, float] = (0.1, 0.5, 0.67, 1.0)
    """Three, four, five and six points in a row that the opponent has yet to pass; the long hold the short ones too."""
    trapped: float = 0.067
    """A checker, of either side, behind each four in a row of the other side."""


STEADY: Final = Weights()


@dataclass(frozen=True, slots=True)
class Outlook:
    """What stays the same while one throw is weighed. All numbering is the mover's, unless it says otherwise."""

    weights: Weights
    values: tuple[dict[str, float], ...]
    """What so many checkers on a point are worth by themselves, from the head to the tray, by hexadecimal digit."""
    closed: Points
    """The points that the opponent holds."""
    theirs: Points
    """The same points in the opponent's numbering."""
    to_pass: Points
    """Those that the rearmost opposing checker has still in front of it, in the opponent's numbering."""
    behind: tuple[int, ...]
    """Opposing checkers on a point and behind it, in the opponent's numbering."""
    they_bear_off: bool


def choose_play(position: Position, mover: Color, rules: Rules, stage: Stage) -> Play:
    """The legal play whose end the heuristic likes best, always the same one; () when nothing can be played."""
    plays = LegalPlays(position, mover, rules, stage)
    outlook = survey(position[mover], position[mover.other])
    finals = sorted(plays.finals)
    every = -(-len(finals) // EXAMINED)
    return plays.play_to(max(finals[::every], key=lambda side: appraise(side, outlook)))


def choose_random(plays: LegalPlays, pick: Callable[[int], int]) -> Play:
    """A random legal play: at each node of the step graph every next step is as likely as the others.

    `pick(n)` gives a number from 0 to n - 1.
    """
    node, made = plays.graph.root, list[Step]()
    while ways := tuple(plays.graph.ways(node).items()):
        step, node = ways[pick(len(ways))]
        made.append(step)
    return tuple(made)


def survey(side: Side, opponent: Side, weights: Weights = STEADY) -> Outlook:
    """The outlook before a play of `side` against `opponent`, each in its own numbering."""
    theirs = occupied(opponent)
    closed = _across(theirs)
    rearmost = theirs.bit_length() // 4 - 1
    return Outlook(
        weights,
        _values(weights, closed, racing=not count(side, HEAD)),
        closed,
        theirs,
        to_pass=_BELOW[max(rearmost, 0)],
        behind=tuple(sum(count(opponent, back) for back in range(point, HEAD + 1)) for point in range(HEAD + 1)),
        they_bear_off=rearmost <= HOME,
    )


def appraise(side: Side, outlook: Outlook) -> float:
    """How good it is to stand like this, in pips; only differences between sides of the same throw mean anything."""
    weights, points = outlook.weights, occupied(side)
    walls = _across(points)
    score = sum([value[digit] for value, digit in zip(outlook.values, f"{side:025x}", strict=True)])
    score += weights.stuck * _stuck(weights, outlook.theirs, walls, outlook.they_bear_off)
    score -= weights.stuck * _stuck(weights, points, outlook.closed, not points & ~_BELOW[HOME + 1])
    score += weights.blocked * sum([(outlook.theirs >> 4 * die & walls).bit_count() for die in range(1, 7)])
    return score + _rows_ahead(walls & outlook.to_pass, walls, outlook)


def _values(weights: Weights, closed: Points, racing: bool) -> tuple[dict[str, float], ...]:
    fours = closed & closed >> 4 & closed >> 8 & closed >> 12
    values = []
    for point in range(HEAD, OFF - 1, -1):
        trapped = weights.trapped * (fours & _BELOW[max(point - 3, 0)]).bit_count()
        each = _value_of_one(weights, point, racing) - trapped
        tower = weights.tower if HOME < point < HEAD else 0
        crowd = weights.crowd if OFF < point <= HOME else 0
        worth = [each * here - tower * max(here - 2, 0) - crowd * here**2 for here in range(CHECKERS + 1)]
        values.append({f"{here:x}": value for here, value in enumerate(worth)})
    return tuple(values)


def _value_of_one(weights: Weights, point: int, racing: bool) -> float:
    if point == HEAD:
        return HOME - HEAD - weights.home_pip * HOME - weights.head
    if point > HOME:
        return HOME - point - weights.home_pip * HOME - weights.straggler * max(point - HEAD // 2, 0)
    value = weights.off if point == OFF else -weights.home_pip * point
    return value + weights.arrived if racing else value


def _stuck(weights: Weights, points: Points, closed: Points, bears_off: bool) -> float:
    """The pips of the dice that cannot be played, or hardly, from these points."""
    pips = 0.0
    for die in range(1, 7):
        movable = points & ~(closed << 4 * die)
        if not bears_off:
            movable &= ~_BELOW[die + 1]
        if (ways := movable.bit_count()) < 3:
            pips += die * weights.scarce[ways]
    return pips


def _rows_ahead(row: Points, walls: Points, outlook: Outlook) -> float:
    """What the rows of our points are worth that begin at a point of `row`, in the opponent's numbering."""
    score, fours = 0.0, 0
    row &= walls >> 4
    for more, weight in enumerate(outlook.weights.rows, 2):
        row &= walls >> 4 * more
        score += weight * row.bit_count()
        fours = row if more == 3 else fours
    while fours:
        first = fours.bit_length() // 4 - 1
        score += outlook.weights.trapped * outlook.behind[first + 4]
        fours ^= 8 << 4 * first
    return score


_HALF: Final = (1 << 48) - 1
_BELOW: Final = tuple(sum(8 << 4 * lower for lower in range(1, point)) for point in range(HEAD + 2))
"""For each point the points that are lower."""


def _across(points: Points) -> Points:
    """The same points in the other player's numbering: the halves of the board change places."""
    return (points >> 4 & _HALF) << 52 | points >> 52 << 4
