"""The bot's judgement: of all sides that a throw can lead to, which one would a sensible player choose?"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from engine.moves import LegalPlays, Stage
from engine.position import Position, Side, count
from engine.rules import Rules
from engine.types import HEAD, HOME, OFF, Color, Play, Step

EXAMINED = 400
"""Sides that are weighed at most: a double can lead to over a thousand, and a choice should take milliseconds."""
_BITS = (1 << HEAD) - 1
_HALF = (1 << HEAD // 2) - 1


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each idea counts, in pips."""

    off: float = 9.0
    """A checker in the tray: every one shortens the end."""
    head: float = 5.0
    """A checker still on the head: only one a turn may leave, so the head must not be left for later."""
    outside: float = 0.8
    """Each pip that is still to run to home, besides its length: pips made inside home before that are wasted."""
    blocked: float = 5.0
    """A die that cannot move an opposing point: what the walls of Long Narde are for."""
    hindered: float = 0.9
    """A die that cannot move an own point, because the opponent holds the target."""
    run: float = 0.5
    """Each point beyond the second of a row that opposing checkers still have to pass."""
    tower: float = 0.8
    """Each checker beyond the second on a point outside home: it holds nothing that two do not hold."""
    straggler: float = 0.25
    """Each pip that a checker is behind the first half of the board while it can still be walled in."""
    waste: float = 0.5
    """An empty home point while checkers are borne off: a die will hit the gap."""


STEADY = Weights()


def choose_play(position: Position, mover: Color, rules: Rules, stage: Stage) -> Play:
    """The legal play whose end the heuristic likes best, always the same one; () when nothing can be played."""
    plays = LegalPlays(position, mover, rules, stage)
    opponent = Opponent(position[mover.other])
    finals = sorted(plays.finals)
    every = -(-len(finals) // EXAMINED)
    best = max(islice(finals, None, None, every), key=lambda side: appraise(side, opponent))
    return plays.play_to(best)


def choose_random(plays: LegalPlays, pick: Callable[[int], int]) -> Play:
    """A random legal play: at each node of the step graph every next step is as likely as the others.

    `pick(n)` gives a number from 0 to n - 1.
    """
    node, made = 0, list[Step]()
    while edges := plays.graph.nodes[node]:
        step, node = edges[pick(len(edges))]
        made.append(step)
    return tuple(made)


def appraise_against(side: Side, opponent: Side) -> float:
    """`appraise` for a single side; both sides in their own numbering."""
    return appraise(side, Opponent(opponent))


class Opponent:
    """What does not change while one throw is played: where the opposing checkers stand."""

    def __init__(self, side: Side) -> None:
        self.occupied = _occupied(side)
        """As a bit per point in the opponent's own numbering; bit 0 is point 1."""
        self.closed = _across(self.occupied)
        """The same points in the mover's numbering."""
        self.foremost = self.occupied.bit_length()


def appraise(side: Side, opponent: Opponent, weights: Weights = STEADY) -> float:
    """How good it is to stand like this against this opponent, in pips; more is better."""
    occupied = _occupied(side)
    counts = [count(side, point) for point in range(HEAD + 1)]
    score = weights.off * counts[OFF] - sum(point * here for point, here in enumerate(counts))
    score -= weights.outside * sum((point - HOME) * here for point, here in enumerate(counts) if point > HOME)
    score -= weights.head * counts[HEAD]
    score -= weights.tower * sum(max(0, here - 2) for here in counts[HOME + 1 : HEAD])
    if counts[OFF]:
        score -= weights.waste * sum(not here for here in counts[1 : HOME + 1])
    if opponent.occupied:
        score += _contact(occupied, counts, opponent, weights)
    return score


def _contact(occupied: int, counts: list[int], opponent: Opponent, weights: Weights) -> float:
    """What the two sides do to each other: blocked dice, rows to be passed, and checkers that lag behind them."""
    walls = _across(occupied)
    score = weights.blocked * _hits(opponent.occupied, walls) - weights.hindered * _hits(occupied, opponent.closed)
    score += weights.run * sum(max(0, length - 2) for length in _rows_ahead(walls, opponent.foremost))
    score -= weights.straggler * sum((point - 12) * here for point, here in enumerate(counts) if 12 < point < HEAD)
    return score


def _occupied(side: Side) -> int:
    """A bit for each occupied point, bit 0 for point 1."""
    return sum(1 << point - 1 for point in range(1, HEAD + 1) if side >> 4 * point & 15)


def _across(occupied: int) -> int:
    """The same points in the other player's numbering: the halves of the board change places."""
    return (occupied & _HALF) << 12 | occupied >> 12


def _hits(checkers: int, closed: int) -> int:
    """How many (point, die) pairs end on a closed point."""
    return sum((checkers >> die & closed).bit_count() for die in range(1, 7))


def _rows_ahead(closed: int, foremost: int) -> Iterable[int]:
    """The lengths of the rows of closed points that somebody on the farthest point `foremost` still has to pass."""
    length = 0
    for bit in range(foremost):
        if closed >> bit & 1:
            length += 1
        elif length:
            yield length
            length = 0
    if length:
        yield length
