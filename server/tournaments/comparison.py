"""What the newest table is about: how many rounds, by which criteria, and who may still be told apart by a play-off."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from protocol.tournament.views import Row
from server.tournaments.plan import is_played_out
from server.tournaments.standings import ROUND_ROBIN, SWISS
from server.tournaments.state import KNOCK_OUTS, TournamentState

PODIUM: Final = 3
"""Places that are worth a play-off."""
NEAR: Final = 6
"""So many of the table are looked at for one."""


def counted_rounds(state: TournamentState) -> int:
    """A Swiss is compared after whole rounds; else a round counts with its first result, and the first one at once."""
    if not state.schedule and not state.bracket:
        return state.closed_rounds
    number = len(state.rounds)
    has_result = any(match.result is not None for match in state.rounds[-1].matches.values())
    return number if has_result or number == 1 else number - 1


def tie_breaks(state: TournamentState, through: int) -> tuple[str, ...]:
    """By name, in order; play-offs only when there is one."""
    format_ = state.config.format
    if format_ in KNOCK_OUTS:
        return ("exit",)
    stage = ROUND_ROBIN if format_ == "round_robin" else SWISS
    named = tuple(name for name in stage if name != "play_off" or state.play_offs)
    by_exit = format_ == "lives" or (state.bracket_from is not None and state.bracket_from <= through)
    return ("exit", *named) if by_exit else named


def ties(state: TournamentState, rows: Sequence[Row]) -> tuple[tuple[str, str], ...]:
    """Pairs that touch the podium, as long as no play-off of theirs is open or won."""
    if state.phase != "running" or not is_played_out(state):
        return ()
    matches = state.play_offs.values()
    played = {frozenset(each.players) for each in matches if each.result is None or each.result.winner is not None}
    near = [row for row in rows[:NEAR] if row.rank]
    places = [(one, other) for one, other in combinations(range(len(near)), 2) if one < PODIUM]
    equal = [near[one : other + 1] for one, other in places if _are_equal(state, near[one : other + 1])]
    pairs = ((group[0].player, group[-1].player) for group in equal)
    return tuple(pair for pair in pairs if frozenset(pair) not in played)


def _are_equal(state: TournamentState, rows: Sequence[Row]) -> bool:
    """Nothing that a play-off stands behind separates the first of these rows from the last."""
    if state.bracket_from is not None:
        return rows[0].rank == rows[-1].rank
    return all(row.apart not in ("points", "exit") for row in rows[:-1])
