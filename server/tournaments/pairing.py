"""Swiss pairing: of all pairings of a round the cheapest, where the dearest fault counts before all others.

What a pairing costs, in this order: rematches, a second bye, the score of the player with the bye, his unplayed
rounds, the squared differences of scores, players who float the same way again. Among pairings of equal cost the upper
half of a score group meets its lower half. Equal input gives equal output.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations
from typing import Final

from protocol.tournament.events import Cost

Pair = tuple[int, int]
"""Two places in the field, the lower first. The place after the last player stands for the bye."""

COMPLETE: Final = 150
"""In a larger field only likely opponents are tried at first."""
TRIES: Final = 500
"""So many pairings are looked at for one that leaves a next round."""
UP: Final = 1
DOWN: Final = -1


@dataclass(frozen=True, slots=True)
class Contender:
    """What pairing has to know of a player. `floated`: in the last round UP, DOWN or 0.

    `met`: whom he may not meet again; `had_bye`: or a win by forfeit; `unplayed`: rounds without a match of his own.
    """

    id: str
    points: int = 0
    met: frozenset[str] = frozenset()
    had_bye: bool = False
    unplayed: int = 0
    floated: int = 0


@dataclass(frozen=True, slots=True)
class Paired:
    """A round: the higher score first, in every pair and among the pairs."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None
    cost: Cost


@dataclass(frozen=True, slots=True)
class Unavoidable:
    """There is no round without a rematch or a second bye; `best` is the least bad one, for the director to judge."""

    best: Paired


def pair(field: Sequence[Contender], ahead: bool = False) -> Paired | Unavoidable:
    """The cheapest pairing of at least two players; their order is that of seeds, or of a lot.

    `ahead`: rather a dearer one than one after which the next round could not be paired, if there is any.
    """
    ranked = sorted(field, key=lambda player: -player.points)
    allowed = _cheapest(ranked, ahead)
    if allowed is not None:
        return _published(ranked, allowed)
    return Unavoidable(_published(ranked, _match(_weights(ranked, _everything(ranked)))))


def cost_of(one: Contender, other: Contender | None) -> Cost:
    """What a pair costs; without an opponent it is the bye."""
    if other is None:
        return Cost(0, int(one.had_bye), one.points, one.unplayed, 0, int(one.floated == DOWN))
    gap = one.points - other.points
    floats = gap != 0 and (one.floated == _sign(gap)) + (other.floated == -_sign(gap))
    return Cost(int(other.id in one.met), 0, 0, 0, gap * gap, int(floats))


def _sign(gap: int) -> int:
    """The way a player floats who has so many points more than his opponent."""
    return DOWN if gap > 0 else UP


def _cheapest(ranked: Sequence[Contender], ahead: bool) -> frozenset[Pair] | None:
    """Without a rematch and a second bye; None when there is no such pairing."""
    if len(ranked) > COMPLETE:
        return _widened(ranked)
    weights = _weights(ranked, _allowed(ranked, _everything(ranked)))
    best = _match(weights)
    if not _is_perfect(ranked, best):
        return None
    return _foreseeing(weights, best) if ahead else best


def _widened(ranked: Sequence[Contender]) -> frozenset[Pair] | None:
    """Among likely opponents first, then among four times as many, until everybody has one."""
    width = 4
    while width < 2 * len(ranked):
        found = _match(_weights(ranked, _allowed(ranked, _likely(ranked, width))))
        if _is_perfect(ranked, found):
            return found
        width *= 4
    return None


# --- who may meet whom ------------------------------------------------------------------------------------------------


def _everything(ranked: Sequence[Contender]) -> Iterable[Pair]:
    """Every pair, and the bye of everybody when their number is odd."""
    return combinations(range(_seats(ranked)), 2)


def _seats(ranked: Sequence[Contender]) -> int:
    return len(ranked) + len(ranked) % 2


def _allowed(ranked: Sequence[Contender], pairs: Iterable[Pair]) -> Iterator[Pair]:
    for one, other in pairs:
        if other == len(ranked):
            if not ranked[one].had_bye:
                yield one, other
        elif ranked[other].id not in ranked[one].met:
            yield one, other


def _likely(ranked: Sequence[Contender], width: int) -> set[Pair]:
    """Partners in the other half of the score group, at its end those of the next one, low scores for the bye."""
    pairs: set[Pair] = set()
    places = _places(ranked)
    for one, (place, size) in enumerate(places):
        start = one - place
        near = range(size // 2 - width, size // 2 + width + 1)
        pairs |= {_sorted(one, start + (place + step) % size) for step in near if step % size}
        if size - place <= width:
            pairs |= {(one, other) for other in range(start + size, min(start + size + width, len(ranked)))}
    if len(ranked) % 2:
        by_cost = sorted(range(len(ranked)), key=lambda one: (cost_of(ranked[one], None), -one))
        pairs |= {(one, len(ranked)) for one in by_cost[: width * width]}
    return pairs


def _sorted(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _places(ranked: Sequence[Contender]) -> list[tuple[int, int]]:
    """For each player his place in his score group, from 0, and how many are in it."""
    sizes: dict[int, int] = {}
    for player in ranked:
        sizes[player.points] = sizes.get(player.points, 0) + 1
    seen: dict[int, int] = dict.fromkeys(sizes, 0)
    places = []
    for player in ranked:
        places.append((seen[player.points], sizes[player.points]))
        seen[player.points] += 1
    return places


# --- the cheapest -----------------------------------------------------------------------------------------------------


def _weights(ranked: Sequence[Contender], pairs: Iterable[Pair]) -> dict[Pair, int]:
    """One number for each pair, so that the sum over a pairing orders pairings as their costs do."""
    places = _places(ranked)
    digits = {each: (*_digits(ranked, each), _unevenness(places, *each)) for each in sorted(pairs)}
    tops = [max(column) for column in zip(*digits.values(), strict=True)]
    bases = [top * (_seats(ranked) // 2) + 1 for top in tops]
    return {each: _number(row, bases) for each, row in digits.items()}


def _digits(ranked: Sequence[Contender], pair: Pair) -> tuple[int, ...]:
    one, other = pair
    cost = cost_of(ranked[one], ranked[other] if other < len(ranked) else None)
    return (cost.rematches, cost.second_byes, cost.bye_score, cost.bye_unplayed, cost.squares, cost.repeated_floats)


def _number(digits: Sequence[int], bases: Sequence[int]) -> int:
    number = 0
    for digit, base in zip(digits, bases, strict=True):
        number = number * base + digit
    return number


def _unevenness(places: Sequence[tuple[int, int]], one: int, other: int) -> int:
    """How far a pair is from halves that meet in order; the last of a group floats first, to the first of the next."""
    place, size = places[one]
    if other == len(places):
        return size - 1 - place
    partner, _ = places[other]
    if other - one == partner - place:  # the same group
        return (partner - place - size // 2) ** 2
    return size - 1 - place + partner


def _match(weights: dict[Pair, int]) -> frozenset[Pair]:
    """The largest matching of least weight."""
    from networkx import Graph, max_weight_matching

    graph = Graph()
    top = max(weights.values(), default=0) + 1
    graph.add_weighted_edges_from((one, other, top - weight) for (one, other), weight in weights.items())
    return frozenset(_sorted(one, other) for one, other in max_weight_matching(graph, maxcardinality=True))


def _is_perfect(ranked: Sequence[Contender], pairs: Collection[Pair]) -> bool:
    return 2 * len(pairs) == _seats(ranked)


def _published(ranked: Sequence[Contender], pairs: Iterable[Pair]) -> Paired:
    ordered = sorted(pairs)
    cost = sum((Cost(*_digits(ranked, each)) for each in ordered), Cost())
    names = tuple((ranked[one].id, ranked[other].id) for one, other in ordered if other < len(ranked))
    bye = next((ranked[one].id for one, other in ordered if other == len(ranked)), None)
    return Paired(names, bye, cost)


# --- the round after --------------------------------------------------------------------------------------------------


def _foreseeing(weights: dict[Pair, int], best: frozenset[Pair]) -> frozenset[Pair]:
    """The cheapest pairing after which the next round can be paired; `best` when there is none."""
    for tried, pairs in enumerate(_by_cost(weights, best)):
        if tried == TRIES:
            break
        if len(_match(dict.fromkeys(weights.keys() - pairs, 0))) == len(best):
            return pairs
    return best


def _by_cost(weights: dict[Pair, int], best: frozenset[Pair]) -> Iterator[frozenset[Pair]]:
    """All perfect matchings, the cheapest first: each found one splits the rest by what it must and must not have.

    K. G. Murty, An algorithm for ranking all the assignments in order of increasing cost (1968).
    """
    size, found = len(best), 0
    queue = [(_total(weights, best), found, best, frozenset[Pair](), weights)]
    while queue:
        _, _, pairs, kept, choices = heappop(queue)
        yield pairs
        for each in sorted(pairs - kept):
            without = {other: weight for other, weight in choices.items() if other != each}
            others = kept | _match(_apart_from(without, kept))
            if len(others) == size:
                found += 1
                heappush(queue, (_total(weights, others), found, others, kept, without))
            kept |= {each}


def _apart_from(weights: dict[Pair, int], kept: frozenset[Pair]) -> dict[Pair, int]:
    """Without everybody who has his opponent already."""
    busy = {seat for pair in kept for seat in pair}
    return {each: weight for each, weight in weights.items() if busy.isdisjoint(each)}


def _total(weights: dict[Pair, int], pairs: Iterable[Pair]) -> int:
    return sum(weights[each] for each in pairs)
