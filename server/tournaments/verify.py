"""The judge of a log that comes from outside: a fact that could not have been given is found before it is folded.

Pairings are not paired again, so that a log stays readable when a later version would pair otherwise.
"""

from typing import Any, Final, assert_never

from protocol import limits
from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.events import Event, Pairing
from server.rooms.decide import check
from server.tournaments.commands import Command
from server.tournaments.decide import Actor, bad_config, decide
from server.tournaments.knockout import bracket_of
from server.tournaments.results import bad_result
from server.tournaments.rounds import close_round, not_playing, published
from server.tournaments.state import KNOCK_OUTS, Match, Round, TournamentState, fold_event

LONGEST: Final = max(limits.REASON_CHARS, limits.ANNOUNCEMENT_CHARS)
LARGEST: Final = 2**53
"""Larger numbers are not exact everywhere."""
EXTENSION: Final = range(60_000, 86_400_001)
DIRECTOR: Final = Actor("director")


def is_storable(wire: Any) -> bool:
    """Whether no number and no text in this value is too large."""
    match wire:
        case dict():
            return all(is_storable(key) and is_storable(value) for key, value in wire.items())
        case list():
            return all(map(is_storable, wire))
        case str():
            return len(wire) <= LONGEST
        case int():
            return 0 <= wire <= LARGEST
        case _:
            return wire is None


def begins(event: Event) -> bool:
    """Whether a log can begin with this."""
    return isinstance(event, e.TournamentCreated) and _is_config(event.config)


def fits(state: TournamentState, event: Event) -> bool:
    """Whether this can be the next fact of a tournament that has been created."""
    match event:
        case (
            e.PlayerRegistered()
            | e.DeviceLinked()
            | e.PlayerRenamed()
            | e.PlayersMerged()
            | e.PlayerCheckedIn()
            | e.PlayerWithdrawn()
            | e.PlayerReturned()
        ):
            return _fits_player(state, event)
        case (
            e.RoundPaired()
            | e.PairingEdited()
            | e.RoundStarted()
            | e.RoundStartUndone()
            | e.ClockExtended()
            | e.RoundClosed()
            | e.PlayOffPaired()
        ):
            return _fits_round(state, event)
        case (
            e.MatchReady()
            | e.MatchStarted()
            | e.MatchCancelled()
            | e.GameFinished()
            | e.ScoreClaimed()
            | e.ResultDisputed()
            | e.ResultReported()
            | e.ResultCorrected()
        ):
            return _fits_match(state, event)
        case _:
            return _fits_tournament(state, event)


def _gives(state: TournamentState, command: Command, event: Event) -> bool:
    """The director could have asked for exactly this."""
    return decide(state, DIRECTOR, command, getattr(event, "at", 0)) == (event,)


def _is_config(config: e.Config) -> bool:
    return bad_config(config) is None and check(config.matches) is None


def _fits_tournament(state: TournamentState, event: e.TournamentEvent) -> bool:
    match event:
        case e.TournamentCreated() | e.KeyIssued():
            return False
        case e.TournamentConfigured(config):
            return _is_config(config) and _gives(state, c.Configure(config), event)
        case e.CheckInOpened():
            return not state.check_in
        case e.CheckInClosed():
            return state.check_in
        case e.TournamentStarted():
            return state.phase == "registration" and len(state.active) > 1
        case e.Paused() | e.BreakBegun():
            return not_playing(state) is None
        case e.Resumed(at):
            return state.paused is not None and at >= state.paused.at
        case e.AnnouncementMade():
            return True
        case e.TableFeatured(featured):
            return featured is None or state.match(featured) is not None
        case e.TournamentFinished():
            return state.phase == "running"
        case e.TournamentReopened():
            return state.phase == "finished"
        case _:
            assert_never(event)


def _fits_player(state: TournamentState, event: e.PlayerEvent) -> bool:
    match event:
        case e.PlayerRegistered(_, name):
            return _gives(state, c.Register(name), event)
        case e.PlayerRenamed(player, name):
            return _gives(state, c.Rename(player, name), event)
        case e.PlayersMerged(player, into):
            free = all(player not in match.players for match in state.play_offs.values())
            return free and _gives(state, c.Merge(player, into), event)
        case e.PlayerCheckedIn(player, coming):
            return _gives(state, c.CheckIn(player, coming), event)
        case e.PlayerReturned(player):
            return _gives(state, c.Return(player), event)
        case e.PlayerWithdrawn(name, number):
            player_ = state.players.get(name)
            return player_ is not None and player_.withdrawn is None and number == len(state.rounds)
        case e.DeviceLinked():
            return False
        case _:
            assert_never(event)


# --- rounds -----------------------------------------------------------------------------------------------------------


def _fits_round(state: TournamentState, event: e.RoundEvent) -> bool:
    match event:
        case e.RoundPaired():
            return not_playing(state) is None and _is_due(state, event.round) and _fits_paired(state, event)
        case e.PairingEdited():
            shown = published(state, event.round)
            return isinstance(shown, Round) and _is_edit(state, shown, event)
        case e.RoundStarted(number):
            shown = published(state, number)
            return not_playing(state) is None and isinstance(shown, Round) and shown.started is None
        case e.RoundStartUndone(number):
            return isinstance(published(state, number), Round)
        case e.ClockExtended(number, by):
            return by in EXTENSION and _gives(state, c.ExtendClock(number, by), event)
        case e.RoundClosed(_, at):
            return close_round(state, at) == (event,)
        case e.PlayOffPaired(name, a, b):
            new = name == f"po{len(state.play_offs) + 1}" and state.match(name) is None
            return not_playing(state) is None and new and a != b and {a, b} <= state.players.keys()
        case _:
            assert_never(event)


def _is_due(state: TournamentState, number: int) -> bool:
    """After the last round, or again that one as long as nothing is played in it."""
    current = state.current
    if current is None:
        return number == 1
    return number == current.number + 1 if current.closed else number == current.number and not current.begun


def _fits_paired(state: TournamentState, event: e.RoundPaired) -> bool:
    """Known players once each, new matches, and what the format begins with."""
    names, matches = _listed(event.pairings, event.byes), [each.match for each in event.pairings]
    older = {name for each in state.rounds[: event.round - 1] for name in each.matches} | state.play_offs.keys()
    return (
        all(_are_players(state, each) for each in (names, event.schedule, event.bracket))
        and all(state.players[name].joined <= event.round for name in names)
        and _are_scheduled(state, event, {*names})
        and len({*matches}) == len(matches)
        and older.isdisjoint(matches)
        and _fits_bracket(state, event)
    )


def _listed(pairings: tuple[Pairing, ...], byes: tuple[str, ...]) -> list[str]:
    return [*byes, *(name for each in pairings for name in (each.a, each.b))]


def _are_players(state: TournamentState, names: list[str] | tuple[str, ...]) -> bool:
    return len({*names}) == len(names) and {*names} <= state.players.keys()


def _are_scheduled(state: TournamentState, event: e.RoundPaired, names: set[str]) -> bool:
    """A round robin begins with its schedule; nobody is beside it or a new bracket."""
    starts = event.round == 1 and state.config.format == "round_robin"
    if bool(event.schedule) != starts or (event.bracket and names != {*event.bracket}):
        return False
    return names == {*event.schedule} if starts else not state.schedule or names <= {*state.schedule}


def _fits_bracket(state: TournamentState, event: e.RoundPaired) -> bool:
    """A knock-out begins with its bracket, and then everything is played that can be."""
    knock_out = state.config.format in KNOCK_OUTS
    begun = state.bracket_from is not None and state.bracket_from < event.round
    if not event.bracket:
        if not begun:
            return not knock_out
    elif begun or len(event.bracket) < 2 or not (event.round == 1 if knock_out else state.config.cut):
        return False
    bracket = bracket_of(fold_event(state, event), event.round - 1)
    return bracket is not None and {*bracket.playable()} == {(each.match, each.a, each.b) for each in event.pairings}


def _is_edit(state: TournamentState, shown: Round, event: e.PairingEdited) -> bool:
    """The same players at the same tables, in another order."""
    tables = [(each.match, each.table) for each in event.pairings]
    return (
        not state.schedule
        and state.bracket_from is None
        and event.byes_before == shown.byes
        and event.pairings_before == tuple(map(_pairing, shown.matches.values()))
        and tables == [(each.match, each.table) for each in event.pairings_before]
        and len(event.byes) == len(shown.byes)
        and sorted(_listed(event.pairings, event.byes)) == sorted(_listed(event.pairings_before, shown.byes))
    )


def _pairing(match: Match) -> Pairing:
    return Pairing(match.id, match.table, match.a, match.b)


# --- matches ----------------------------------------------------------------------------------------------------------


def _fits_match(state: TournamentState, event: e.MatchEvent) -> bool:
    if isinstance(event, e.ResultCorrected):
        return _gives(state, c.Correct(event.match, event.result, event.reason), event)
    found = _open_match(state, event.match)
    if found is None:
        return False
    match event:
        case e.MatchReady(_, player) | e.ScoreClaimed(_, player):
            return player in found.players
        case e.MatchStarted():
            return found.started is None
        case e.MatchCancelled() | e.ResultDisputed():
            return True
        case e.GameFinished(_, game, winner, points):
            return game == len(found.games) + 1 and winner in found.players and 0 < points <= 2 * limits.MATCH_LENGTH
        case e.ResultReported():
            return bad_result(found, event.result) is None
        case _:
            assert_never(event)


def _open_match(state: TournamentState, name: str) -> Match | None:
    """Also when the tournament is over: who withdraws then loses by forfeit what was never begun."""
    found, held = state.match(name), state.round_of(name)
    started = held is None or held.started is not None
    return found if found is not None and found.result is None and started else None
