"""Single and double elimination as a table of nodes, each with where its two players come from.

The table is in an order in which its matches can be played: a node comes after those that feed it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal

Role = Literal["winner", "loser"]


@dataclass(frozen=True, slots=True)
class Seed:
    """The player with this seed; 1 is the first."""

    number: int


@dataclass(frozen=True, slots=True)
class From:
    """The winner or the loser of another match."""

    role: Role
    match: str


Feed = Seed | From
Slot = Feed | None
"""None: nobody ever comes from there, so that who should meet him goes on without a match."""


@dataclass(frozen=True, slots=True)
class Node:
    """A match to be. `replay_of`: it is played only if side b has won that match, by the same two players."""

    match: str
    stage: str
    a: Feed
    b: Feed
    replay_of: str | None = None


TITLES: Final = {"M": "", "W": "WB ", "L": "LB ", "C": "consolation "}
"""The brackets by the first letter of their matches; the stages of each are its rounds and its final."""


@dataclass(slots=True)
class _Table:
    """A table in the making, and which matches are one round of their bracket.

    `sources`: the matches of the winners' bracket whose losers can win this match.
    """

    nodes: list[Node] = field(default_factory=list)
    feeds: dict[str, tuple[Feed, Feed]] = field(default_factory=dict)
    sources: dict[str, frozenset[str]] = field(default_factory=dict)
    rounds: dict[str, list[list[str]]] = field(default_factory=lambda: {letter: [] for letter in TITLES})

    def meet(self, letter: str, pairs: Iterable[tuple[Slot, Slot]]) -> tuple[list[Slot], list[Slot]]:
        """A round of that bracket; gives the slots of its winners and of its losers."""
        winners: list[Slot] = []
        losers: list[Slot] = []
        begun = len(self.nodes)
        number = sum(map(len, self.rounds[letter]))
        for a, b in pairs:
            if a is None or b is None:
                winners.append(a or b)
                losers.append(None)
                continue
            number += 1
            self.nodes.append(Node(f"{letter}{number}", "", a, b))
            self.feeds[f"{letter}{number}"] = a, b
            self.sources[f"{letter}{number}"] = self.fallen(a) | self.fallen(b)
            winners.append(From("winner", f"{letter}{number}"))
            losers.append(From("loser", f"{letter}{number}"))
        if made := [node.match for node in self.nodes[begun:]]:
            self.rounds[letter].append(made)
        return winners, losers

    def finished(self) -> tuple[Node, ...]:
        """All nodes, with the names of their stages."""
        stages = {match: stage for letter in TITLES for match, stage in self._stages(letter)}
        return tuple(replace(node, stage=stages.get(node.match, node.stage)) for node in self.nodes)

    def _stages(self, letter: str) -> Iterator[tuple[str, str]]:
        for number, matches in enumerate(self.rounds[letter], start=1):
            name = "final" if number == len(self.rounds[letter]) else f"round {number}"
            yield from ((match, TITLES[letter] + name) for match in matches)

    def fallen(self, slot: Slot) -> frozenset[str]:
        """The matches of the winners' bracket whose losers may come to `slot`."""
        if not isinstance(slot, From):
            return frozenset()
        if slot.role == "loser":
            return frozenset({slot.match})
        return self.sources[slot.match]

    def before(self, matches: Iterable[str]) -> frozenset[str]:
        """The matches whose winners meet in `matches`."""
        feeds = (feed for match in matches for feed in self.feeds[match])
        return frozenset(feed.match for feed in feeds if isinstance(feed, From))


@lru_cache(maxsize=16)
def single_elimination(players: int, third_place: bool = False, consolation: bool = False) -> tuple[Node, ...]:
    """`consolation`: a bracket of their own for those who lose in round 1."""
    table = _Table()
    slots, first_losers = table.meet("M", _neighbours(_seeded(players)))
    losers = first_losers
    while len(slots) > 1:
        if len(slots) == 2 and third_place and None not in losers:
            table.nodes.append(Node("T1", "third place", *_both(losers)))
        slots, losers = table.meet("M", _neighbours(slots))
    while consolation and len(first_losers) > 1:
        first_losers, _ = table.meet("C", _neighbours(first_losers))
    return table.finished()


@lru_cache(maxsize=16)
def double_elimination(players: int, reset: bool = True) -> tuple[Node, ...]:
    """`reset`: a second final when the first is won from the losers' side; else one final decides."""
    table = _Table()
    upper, lower = table.meet("W", _neighbours(_seeded(players)))
    while len(upper) > 1:
        upper, dropped = table.meet("W", _neighbours(upper))
        lower, _ = table.meet("L", _neighbours(lower))
        lower, _ = table.meet("L", zip(_entering(table, dropped, lower), lower, strict=True))
    finalists = _both([*upper, *lower])
    table.nodes.append(Node("GF1", "grand final", *finalists))
    if reset:
        table.nodes.append(Node("GF2", "reset", *finalists, replay_of="GF1"))
    return table.finished()


def _seeded(players: int) -> list[Slot]:
    """Seeds in the order of the bracket: the best two meet in the final, the best four in the round before."""
    order = [1]
    while len(order) < players:
        order = [seed for each in order for seed in (each, 2 * len(order) + 1 - each)]
    return [Seed(number) if number <= players else None for number in order]


def _neighbours(slots: Sequence[Slot]) -> Iterator[tuple[Slot, Slot]]:
    return zip(slots[::2], slots[1::2], strict=True)


def _both(slots: Sequence[Slot]) -> tuple[Feed, Feed]:
    one, other = slots
    assert one is not None
    assert other is not None
    return one, other


def _entering(table: _Table, dropped: list[Slot], lower: Sequence[Slot]) -> list[Slot]:
    """Losers come down reversed or half-shifted, so that nobody soon meets again whom he has just sent down."""
    half = len(dropped) // 2
    shifted = dropped[half:] + dropped[:half]
    orders = (dropped[::-1], shifted, shifted[::-1], dropped)
    return min(orders, key=lambda order: _reunions(table, order, lower))


def _reunions(table: _Table, dropped: Sequence[Slot], lower: Sequence[Slot]) -> list[int]:
    """How many may meet somebody they have beaten one round ago, two rounds ago, and so on."""
    counts = []
    beaten = [table.before(table.fallen(slot)) for slot in dropped]
    while any(beaten):
        counts.append(sum(len(table.fallen(slot) & each) for slot, each in zip(lower, beaten, strict=True)))
        beaten = [table.before(each) for each in beaten]
    return counts


# --- a bracket that is being played -----------------------------------------------------------------------------------

NOBODY: Final = ""
Decided = tuple[str, str]
"""The winner and the loser of a match; both NOBODY after a double forfeit, which puts both players out."""
Sides = dict[str, tuple[str | None, str | None]]
"""The players of each match that there is: None is not known yet, NOBODY never comes."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A table, its players in the order of their seeds, and the matches that are decided."""

    nodes: tuple[Node, ...]
    players: tuple[str, ...]
    decided: Mapping[str, Decided]

    def playable(self) -> list[tuple[str, str, str]]:
        """Match and players of everything that can be played now."""
        sides, _ = self.progress()
        return [(match, a, b) for match, (a, b) in sides.items() if a and b and match not in self.decided]

    def places(self) -> list[frozenset[str]]:
        """All players by how far they came, the best first; one set shares a place, and who is still in is first."""
        out = self._exits()
        ranks = sorted(set(out.values()), reverse=True)
        ranked = [frozenset(name for name in out if out[name] == rank) for rank in ranks]
        still_in = frozenset(self.players) - out.keys()
        return [still_in, *ranked] if still_in else ranked

    def progress(self) -> tuple[Sides, dict[str, Decided]]:
        """Who is where, and what is decided when those without an opponent have gone on."""
        sides: Sides = {}
        decided = dict(self.decided)
        for node in self.nodes:
            if node.replay_of is not None and not _is_replayed(node.replay_of, sides, decided):
                continue
            a, b = (self._comes(feed, decided) for feed in (node.a, node.b))
            sides[node.match] = a, b
            if NOBODY in (a, b) and None not in (a, b):
                decided[node.match] = a or b or NOBODY, NOBODY
        return sides, decided

    def _comes(self, feed: Feed, decided: Mapping[str, Decided]) -> str | None:
        if isinstance(feed, Seed):
            return self.players[feed.number - 1]
        if feed.match not in decided:
            return None
        winner, loser = decided[feed.match]
        return winner if feed.role == "winner" else loser

    def _exits(self) -> dict[str, tuple[bool, int, bool]]:
        """What ranks those who have played their last match: the bracket, the stage, and whether they won it."""
        sides, decided = self.progress()
        there = [node for node in self.nodes if node.match in sides]
        leads_on = {(feed.role, feed.match) for node in there for feed in (node.a, node.b) if isinstance(feed, From)}
        replayed = {node.replay_of for node in there}
        stages = {stage: number for number, stage in enumerate(dict.fromkeys(node.stage for node in self.nodes))}
        out: dict[str, tuple[bool, int, bool]] = {}
        for node in there:
            if node.match in decided and node.match not in replayed:
                main, stage = not node.match.startswith("C"), stages[node.stage]
                winner, _ = decided[node.match]
                for name in filter(None, sides[node.match]):
                    if not winner or ("winner" if name == winner else "loser", node.match) not in leads_on:
                        out[name] = main, stage, name == winner
        return out


def _is_replayed(match: str, sides: Sides, decided: Mapping[str, Decided]) -> bool:
    winner, _ = decided.get(match, (NOBODY, NOBODY))
    return winner != NOBODY and winner == sides[match][1]
