"""Why somebody has no game just now: everybody always sees it."""

from protocol.tournament.views import Waiting, Why
from server.tournaments.proposal import MINUTE, round_minutes
from server.tournaments.state import Match, Player, Round, TournamentState


def waiting(state: TournamentState, name: str, now: int) -> Waiting:
    """What this player waits for."""
    player = state.players.get(name)
    if player is None:
        return Waiting("not_registered")
    if why := _of_tournament(state, player, now):
        return Waiting(why, next_round=state.break_until if why == "break" else None)
    play_offs = (match for match in state.play_offs.values() if match.result is None and name in match.players)
    if play_off := next(play_offs, None):
        return _at_board(play_off, name)
    return _in_round(state, name, now)


def _of_tournament(state: TournamentState, player: Player, now: int) -> Why | None:
    if state.phase == "finished":
        return "finished"
    if player.withdrawn is not None:
        return "withdrawn"
    if not player.active:
        return "not_checked_in"
    if state.phase == "registration":
        return "not_started"
    if state.paused is not None:
        return "paused"
    return "break" if (state.break_until or 0) > now else None


def _in_round(state: TournamentState, name: str, now: int) -> Waiting:
    current = state.current
    if current is None:
        return Waiting("next_round")
    match, later = current.match_of(name), _next_round(state, current, now)
    if name in current.byes:
        return Waiting("bye", points=0 if state.schedule or state.bracket else 1, next_round=later)
    if current.closed:
        return Waiting("next_round", None if match is None else match.id)
    if match is None:
        return Waiting("out" if state.bracket else "others_playing", next_round=later)
    if match.result is not None:
        return Waiting("others_playing", match.id, next_round=later)
    return Waiting("round_not_started", match.id) if current.started is None else _at_board(match, name)


def _at_board(match: Match, name: str) -> Waiting:
    if match.disputed:
        return Waiting("disputed", match.id)
    if match.begun or name not in match.ready:
        return Waiting("play", match.id, start_button=not match.begun)
    return Waiting("opponent_not_ready", match.id)


def _next_round(state: TournamentState, current: Round, now: int) -> int:
    begun = now if current.started is None else current.started
    return max(now, begun + current.extended + round_minutes(state.length) * MINUTE)
