"""Who does not come, and when the tournament wants to be looked at although nobody asks."""

from typing import Final

from protocol.tournament.views import Lateness, NoShow
from server.tournaments.state import Match, TournamentState

ALARM_MS: Final = 5 * 60_000
"""After so long the director and the opponent see who is missing."""
OFFER_MS: Final = 10 * 60_000
"""After so long the director is offered a forfeit."""
AUTOMATIC_MS: Final = 90_000
"""Where nobody directs: a forfeit after so long."""


def no_shows(state: TournamentState, now: int) -> tuple[NoShow, ...]:
    """Everybody who is late at a board of the running round."""
    current = state.current
    if current is None or current.started is None:
        return ()
    late = now - current.started
    limit = _forfeit_after(state)
    if late < min(ALARM_MS, limit or ALARM_MS):
        return ()
    level: Lateness = "forfeit" if limit is not None and late >= limit else "offer" if late >= OFFER_MS else "alarm"
    return tuple(NoShow(match.id, _missing(match), level, _penalty(state, late)) for match in _waiting(state))


def deadline(state: TournamentState) -> int | None:
    """The server time of the next forfeit that happens by itself."""
    started = None if state.current is None else state.current.started
    limit = _forfeit_after(state)
    return None if started is None or limit is None or not _waiting(state) else started + limit


def _waiting(state: TournamentState) -> list[Match]:
    """Matches that should have begun. At a wooden board nobody says that he is there."""
    current = state.current
    if state.phase != "running" or state.paused is not None or current is None or current.started is None:
        return []
    awaited = [match for match in current.open_matches if not match.begun and len(match.ready) < 2]
    return [match for match in awaited if all(state.players[name].owner is not None for name in match.players)]


def _missing(match: Match) -> tuple[str, ...]:
    return tuple(player for player in match.players if player not in match.ready)


def _penalty(state: TournamentState, late: int) -> int:
    """A game point for every five minutes, if it is set so."""
    return min(late // ALARM_MS, state.length) if state.config.no_show == "penalty" else 0


def _forfeit_after(state: TournamentState) -> int | None:
    match state.config.no_show:
        case "director":
            return None
        case "automatic":
            return AUTOMATIC_MS
        case "penalty":
            return state.length * ALARM_MS
