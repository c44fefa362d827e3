"""Who is where, and why: points and tie-breaks with the parts of every round, or how far a knock-out was survived.

Unplayed rounds count as in the tie-break regulations of FIDE, C.07 (2026).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from math import inf
from typing import Final

from protocol.tournament.views import Part, Row
from server.tournaments.history import Entry, History, history, losses, points
from server.tournaments.knockout import bracket_of
from server.tournaments.schedule import games_each
from server.tournaments.state import Player, TournamentState

SWISS: Final = ("points", "play_off", "de", "buchholz", "sb", "diff", "de", "mars")
ROUND_ROBIN: Final = ("points", "play_off", "de", "sb", "diff", "de", "mars")


Group = list[Row]
Tie = tuple[Group, str | None]
"""Rows that share a place so far, and what separates them from the next."""
Criterion = Callable[[Group], list[Group]]
"""Splits those who are equal so far, the best first."""


def standings(state: TournamentState, through: int | None = None) -> tuple[Row, ...]:
    """The table after the first `through` rounds; without a number the newest that is fair.

    A Swiss is compared after whole rounds, a round robin and a knock-out after every match.
    """
    newest = len(state.rounds) if state.schedule or state.bracket else state.closed_rounds
    counted = newest if through is None else through
    start = state.bracket_from or counted + 1
    through = counted if start == 1 else min(counted, start - 1)
    past = _of_those_there(state, through)
    out = annulled(state, past)
    past = {name: [_without(entry, out) for entry in past[name]] for name in past if name not in out}
    rows = [_row(past, name, state.length) for name in sorted(past, key=lambda name: state.players[name].seed)]
    ties = [(rows, None)] if start == 1 else _split_by_all(rows, _criteria(state, past))
    bracket = bracket_of(state, counted)
    if bracket is not None and start <= counted:
        play_off = partial(_by_play_offs, state)
        ties = [part for tie in _placed(ties, bracket.places()) for part in _split(tie, "play_off", play_off)]
    return (*_numbered(ties), *map(Row, sorted(out)))


def _of_those_there(state: TournamentState, through: int) -> History:
    """Without those who came later, or never."""
    fixed = {*state.schedule, *(state.bracket if state.bracket_from == 1 else ())}
    past = history(state, through)
    seen = (name for name in past if not fixed or name in fixed)
    return {name: past[name] for name in seen if _was_there(state.players[name], past[name], through)}


def _was_there(player: Player, entries: Sequence[Entry], through: int) -> bool:
    return player.joined <= through and (player.active or any(entry.deed != "absent" for entry in entries))


def tied(state: TournamentState, a: str, b: str) -> bool:
    """The two have the same points, or nothing separates them."""
    rows = {row.player: row for row in standings(state)}
    one, other = rows.get(a), rows.get(b)
    if one is None or other is None or not one.rank or not other.rank:
        return False
    return one.rank == other.rank or (state.bracket_from is None and one.points == other.points)


def _criteria(state: TournamentState, past: History) -> Iterator[tuple[str, Criterion]]:
    if state.config.format == "lives":
        yield "exit", _by_survival(state, past)
    for name in ROUND_ROBIN if state.schedule else SWISS:
        match name:
            case "de":
                yield name, partial(_by_encounters, past)
            case "play_off":
                yield name, partial(_by_play_offs, state)
            case _:
                yield name, _by(_NUMBERS[name])


def annulled(state: TournamentState, past: History) -> frozenset[str]:
    """Who left a round robin before he had played half of his games: none of them counts."""
    games = games_each(len(state.schedule), state.config.double)
    left = (name for name in past if state.schedule and state.players[name].withdrawn is not None)
    return frozenset(name for name in left if 2 * _played(past[name]) < games)


def _played(entries: Sequence[Entry]) -> int:
    return sum(entry.deed == "played" for entry in entries)


def _without(entry: Entry, out: frozenset[str]) -> Entry:
    return Entry(entry.round, "bye") if entry.opponent in out else entry


# --- the numbers of a row ---------------------------------------------------------------------------------------------


def _row(past: History, name: str, length: int) -> Row:
    entries = past[name]
    parts = tuple(_part(past, entry, points(entries), len(entries)) for entry in entries)
    scores = [_capped(entry, length) for entry in entries]
    whole = sum(part.buchholz for part in parts)
    return Row(
        player=name,
        points=points(entries),
        adjusted=_adjusted(entries),
        buchholz=whole,
        buchholz_cut1=whole - _cut(parts),
        sonneborn_berger=sum(part.sonneborn_berger for part in parts),
        diff=sum(own - other for own, other in scores),
        points_for=sum(own for own, _ in scores),
        mars=sum(entry.mars for entry in entries),
        wins_played=sum(entry.points for entry in entries if entry.deed == "played"),
        parts=parts,
    )


def _part(past: History, entry: Entry, own: int, rounds: int) -> Part:
    value = _value(past, entry, own, rounds)
    return Part(entry.round, entry.deed, entry.opponent, entry.points, value, value * entry.points)


def _value(past: History, entry: Entry, own: int, rounds: int) -> float:
    if entry.deed == "open":
        return 0
    if entry.opponent is None:
        return min(own, rounds / 2)
    theirs = _adjusted(past[entry.opponent])
    return theirs if entry.deed == "played" else min(own, theirs)


def _adjusted(entries: Sequence[Entry]) -> float:
    """Points, and half a point for every missed round after the last one that was played or won without playing."""
    there = [number for number, entry in enumerate(entries) if entry.deed in ("played", "bye", "forfeit_win", "open")]
    last = there[-1] if there else -1
    return points(entries) + sum(entry.deed == "absent" for entry in entries[last + 1 :]) / 2


def _cut(parts: Sequence[Part]) -> float:
    """The smallest part; of missed rounds and lost forfeits if there are any."""
    own_fault = [part.buchholz for part in parts if part.deed in ("absent", "forfeit_loss")]
    return min(own_fault or (part.buchholz for part in parts), default=0)


def _capped(entry: Entry, length: int) -> tuple[int, int]:
    """In a match the last game may overshoot; a single game counts what it is worth."""
    own, other = entry.score
    return entry.score if length == 1 else (min(own, length), min(other, length))


# --- order ------------------------------------------------------------------------------------------------------------

_NUMBERS: Final[Mapping[str, Callable[[Row], float]]] = {
    "points": lambda row: row.points,
    "buchholz": lambda row: row.buchholz,
    "sb": lambda row: row.sonneborn_berger,
    "diff": lambda row: row.diff,
    "mars": lambda row: row.mars,
}


def _split_by_all(rows: Group, criteria: Iterable[tuple[str, Criterion]]) -> list[Tie]:
    ties: list[Tie] = [(rows, None)]
    for name, criterion in criteria:
        ties = [part for tie in ties for part in _split(tie, name, criterion)]
    return ties


def _split(tie: Tie, name: str, criterion: Criterion) -> Iterator[Tie]:
    group, apart = tie
    if len(group) < 2:
        yield tie
        return
    *better, last = criterion(group)
    yield from ((each, name) for each in better)
    yield last, apart


def _by(number: Callable[[Row], float]) -> Criterion:
    """The larger number first."""

    def split(group: Group) -> list[Group]:
        ordered = sorted(group, key=lambda row: -number(row))
        return [list(equal) for _, equal in groupby(ordered, key=number)]

    return split


def _by_encounters(past: History, group: Group) -> list[Group]:
    """FIDE C.07, article 6: the table of the matches that the tied have played with each other.

    If not all of them have met, one is first only when nobody could reach him. Those still tied are compared anew.
    """
    names = {row.player for row in group}
    played = {name: [entry for entry in past[name] if entry.deed == "played"] for name in names}
    score = {name: points([entry for entry in played[name] if entry.opponent in names]) for name in names}
    missing = {name: len(names - {name} - {entry.opponent for entry in played[name]}) for name in names}
    incomplete = any(missing.values())
    parts = _leader_first(group, score, missing) if incomplete else _by(lambda row: score[row.player])(group)
    return parts if len(parts) == 1 else [each for part in parts for each in _by_encounters(past, part)]


def _leader_first(group: Group, score: Mapping[str, int], missing: Mapping[str, int]) -> list[Group]:
    first = max(group, key=lambda row: score[row.player])
    rest = [row for row in group if row is not first]
    beyond_reach = all(score[first.player] > score[row.player] + missing[row.player] for row in rest)
    return [[first], rest] if beyond_reach else [group]


def _by_play_offs(state: TournamentState, group: Group) -> list[Group]:
    """Wins in play-offs with others of the same points."""
    names = {row.player for row in group}
    matches = [match for match in state.play_offs.values() if names.issuperset(match.players)]
    winners = Counter(match.result.winner for match in matches if match.result is not None)
    return _by(lambda row: winners[row.player])(group)


def _by_survival(state: TournamentState, past: History) -> Criterion:
    """Who has lives left is before all others, then comes who lost his last one latest. Who leaves gives his up."""
    lives = state.config.lives

    def out_in(row: Row) -> float:
        lost = [entry.round for entry in past[row.player] if losses([entry])]
        gone = state.players[row.player].withdrawn
        left = inf if gone is None else gone.during_round
        return left if len(lost) < lives else min(left, lost[lives - 1])

    return _by(out_in)


def _placed(ties: Sequence[Tie], places: Sequence[frozenset[str]]) -> list[Tie]:
    """The players of a knock-out by its places, then everybody else as they were."""
    rows = {row.player: row for group, _ in ties for row in group}
    inside = frozenset().union(*places)
    others = [([row for row in group if row.player not in inside], apart) for group, apart in ties]
    placed: list[Tie] = [([row for name, row in rows.items() if name in place], "exit") for place in places]
    whole = placed + [tie for tie in others if tie[0]]
    return [*whole[:-1], (whole[-1][0], None)]


def _numbered(ties: Sequence[Tie]) -> Iterator[Row]:
    rank = 1
    for group, apart in ties:
        for row in group:
            yield replace(row, rank=rank, apart=apart if row is group[-1] else None)
        rank += len(group)
