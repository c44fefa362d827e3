"""A tournament as everybody sees it, and what of it has changed since."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Final, Generic, TypeVar

import msgspec

from protocol.tournament.views import BracketNode, Head, MatchView, PlayerView, RoundView, Standings
from server.tournaments import views
from server.tournaments.state import Match, Round, TournamentState

T = TypeVar("T")
Boards = Mapping[tuple[str, int], str]
"""The rooms of matches, by their names and issues."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is shown of `state`: all parts, as they are sent."""

    state: TournamentState
    head: Head
    players: tuple[PlayerView, ...]
    rounds: tuple[RoundView, ...]
    play_offs: tuple[MatchView, ...]
    standings: Standings
    bracket: tuple[BracketNode, ...] | None


LARGE: Final = 33
"""A round with so many matches, or a list of so many players, is not sent again for each that changes."""
PARTS: Final = ("head", "players", "rounds", "play_offs", "standings", "bracket")


def changes(before: Picture | None, after: Picture) -> dict[str, Any]:
    """The fields of a Tournament message: everything, or what has changed and, of rounds, those that have."""
    if before is None:
        return {name: getattr(after, name) for name in PARTS}
    changed = {name: getattr(after, name) for name in PARTS if name != "rounds"}
    changed = {name: value for name, value in changed.items() if value != getattr(before, name)}
    entries = _few_changed(before.players, after.players)
    if "players" in changed and entries:
        del changed["players"]
        changed["entries"] = entries
    if "bracket" in changed and after.bracket is None:
        changed["bracket"] = ()
    rounds: list[RoundView] = []
    matches: list[MatchView] = []
    for old, new in zip_longest(before.rounds[: len(after.rounds)], after.rounds):
        few = _few_changes(old, new)
        matches += few or ()
        rounds += [new] if few is None else []
    return changed | ({"rounds": tuple(rounds)} if rounds else {}) | ({"matches": tuple(matches)} if matches else {})


def _few_changed(old: tuple[PlayerView, ...], new: tuple[PlayerView, ...]) -> tuple[PlayerView, ...]:
    """Of many players those that have changed or are new; nobody when all of them should be sent."""
    known = {player.id: player for player in old}
    if len(new) < LARGE or not known.keys() <= {player.id for player in new}:
        return ()
    return tuple(player for player in new if known.get(player.id) != player)


def _few_changes(old: RoundView | None, new: RoundView) -> list[MatchView] | None:
    """The matches of a large round that have changed; None when the round should be sent as a whole."""
    if old is new or old == new:
        return []
    if old is None or len(new.matches) < LARGE or msgspec.structs.replace(old, matches=new.matches) != new:
        return None
    pairs = list(zip(old.matches, new.matches, strict=False))
    same_tables = len(old.matches) == len(new.matches) and all(a.match == b.match for a, b in pairs)
    return [b for a, b in pairs if a != b] if same_tables else None


@dataclass(slots=True)
class Kept(Generic[T]):
    """A part of a picture and what it was made from; it is made anew when one of these is another object."""

    value: T | None = None
    made_from: tuple[object, ...] | None = None

    def fits(self, *made_from: object) -> bool:
        old = self.made_from
        return old is not None and len(old) == len(made_from) and all(map(lambda a, b: a is b, old, made_from))

    def keep(self, value: T, *made_from: object) -> T:
        self.value, self.made_from = value, made_from
        return value

    def get(self, make: Callable[[], T], *made_from: object) -> T:
        return self.value if self.fits(*made_from) else self.keep(make(), *made_from)  # type: ignore[return-value]


@dataclass(slots=True)
class Painter:
    """Makes pictures of one tournament, each from the one before as far as it can."""

    table: Kept[Standings] = field(default_factory=Kept)
    _players: Kept[tuple[PlayerView, ...]] = field(default_factory=Kept)
    _play_offs: Kept[tuple[MatchView, ...]] = field(default_factory=Kept)
    _bracket: Kept[tuple[BracketNode, ...] | None] = field(default_factory=Kept)
    _rounds: dict[int, Kept[RoundView]] = field(default_factory=dict)

    def paint(self, state: TournamentState, boards: Boards, now: int, featured: str | None) -> Picture:
        def room_of(match: Match) -> str | None:
            return boards.get((match.id, match.issue))

        def round_view(each: Round) -> RoundView:
            rooms = [room_of(match) for match in each.matches.values()]
            kept = self._rounds.setdefault(each.number, Kept())
            return kept.get(lambda: views.round_view(state, each.number, room_of), each, state.config, *rooms)

        rounds = state.rounds
        return Picture(
            state,
            views.head(state, now, featured),
            self._players.get(lambda: views.players(state), state.players),
            tuple(map(round_view, rounds)),
            self._play_offs.get(lambda: views.play_offs(state, room_of), state.play_offs, boards),
            self.table.get(lambda: views.standings_view(state), *table_of(state)),
            self._bracket.get(lambda: views.bracket_view(state), state.bracket, state.config, *rounds),
        )


def table_of(state: TournamentState) -> tuple[object, ...]:
    """What the standings are made from: of a Swiss only the rounds that are closed (see standings.py)."""
    whole = bool(state.schedule or state.bracket)
    rounds = [each for each in state.rounds if whole or each.closed]
    return (state.phase, state.players, state.play_offs, state.config, *rounds)
