"""Round robin: who meets whom in which round."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meeting:
    """One round: pairs of players, and the one without an opponent when their number is odd."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None


def round_robin(players: Sequence[str], double: bool = False) -> tuple[Meeting, ...]:
    """Every pair once, in as few rounds as can be; `double` plays all of it a second time, sides exchanged."""
    single = tuple(_meeting(players, number) for number in range(1, rounds_needed(len(players)) + 1))
    return single + tuple(Meeting(tuple((b, a) for a, b in each.pairs), each.bye) for each in single if double)


def rounds_needed(players: int) -> int:
    """How many rounds a single round robin has."""
    return max(players - 1 + players % 2, 0)


def games_each(players: int, double: bool = False) -> int:
    """How many games everybody has."""
    return (players - 1) * (2 if double else 1)


def _meeting(players: Sequence[str], number: int) -> Meeting:
    """Players i, j < N meet in round r when i + j ≡ r + 1 (mod N − 1); the one with 2i ≡ r + 1 meets N.

    N is their number, rounded up to even. Players on both sides of that one, at equal distance, meet each other.
    """
    ring = rounds_needed(len(players))
    lone = (number + 1) * (ring + 1) // 2 % ring  # half of r + 1, by a modulus that is odd
    steps = range(1, ring // 2 + 1)
    pairs = tuple((_at(players, lone + step, ring), _at(players, lone - step, ring)) for step in steps)
    single = _at(players, lone, ring)
    return Meeting(pairs, single) if len(players) == ring else Meeting((*pairs, (single, players[-1])))


def _at(players: Sequence[str], number: int, ring: int) -> str:
    """Player `number` of the ring, which is counted from 1 to `ring`."""
    return players[(number - 1) % ring]
