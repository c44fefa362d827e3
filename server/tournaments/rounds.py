"""The judge of rounds: paired, changed, started, undone, closed."""

from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Event, Pairing, Result
from server.tournaments.history import contenders
from server.tournaments.plan import next_round
from server.tournaments.problems import Problem
from server.tournaments.state import Match, Round, TournamentState, fold_event

Decision = tuple[Event, ...] | Problem
NOT_RUNNING = Problem(Wrong.NOT_RUNNING, "The tournament is not running.")


def pair_round(state: TournamentState, command: c.PairRound, now: int) -> Decision:
    """The next round, or the published one anew as long as nothing is played in it."""
    if problem := not_playing(state) or _not_yet(state, command.round):
        return problem
    undone: tuple[Event, ...] = ()
    if state.current is not None and state.current.number == command.round:
        undo = e.RoundStartUndone(command.round, now)
        undone = () if state.current.started is None else (undo,)
        state = fold_event(state, undo)
    paired = next_round(state, command.anyway)
    return paired if isinstance(paired, Problem) else (*undone, paired)


def not_playing(state: TournamentState) -> Problem | None:
    if state.phase != "running":
        return NOT_RUNNING
    return Problem(Wrong.IS_PAUSED, "The tournament is paused.") if state.paused is not None else None


def _not_yet(state: TournamentState, number: int) -> Problem | None:
    """Why round `number` cannot be paired now."""
    current = state.current
    if current is not None and not current.closed and (current.begun or number == current.number + 1):
        return open_results(state, current)
    due = 1 if current is None else current.number + current.closed
    if number != due:
        return Problem(Wrong.BAD_ROUND, f"Round {due} is the next to be paired.")
    return None


def open_results(state: TournamentState, current: Round) -> Problem:
    """Says of each open table who plays there."""
    names = ", ".join(f"table {match.table}: {_names(state, match)}" for match in current.open_matches)
    return Problem(Wrong.OPEN_RESULTS, f"No result yet: {names}.", tuple(match.id for match in current.open_matches))


def _names(state: TournamentState, match: Match) -> str:
    return " – ".join(state.players[name].name for name in match.players)


def published(state: TournamentState, number: int) -> Round | Problem:
    """The round that is paired and in which nothing has been played; it must be this one."""
    current = state.current
    if current is None or current.number != number:
        return Problem(Wrong.BAD_ROUND, f"Round {number} is not the one that is paired.")
    if current.begun:
        return Problem(Wrong.ROUND_BEGUN, f"Round {number} has begun; single matches can be cancelled.")
    return current


def start_round(state: TournamentState, number: int, now: int) -> Decision:
    """Who has left meanwhile loses by forfeit at once."""
    current = published(state, number)
    if problem := not_playing(state) or (current if isinstance(current, Problem) else None):
        return problem
    assert isinstance(current, Round)
    if current.started is not None:
        return Problem(Wrong.ALREADY_STARTED, f"Round {number} is started.")
    forfeits = [forfeit_of_the_gone(state, match, now) for match in current.matches.values()]
    return (e.RoundStarted(number, now), *(each for each in forfeits if each is not None))


def forfeit_of_the_gone(state: TournamentState, match: Match, now: int) -> e.ResultReported | None:
    gone = [name for name in match.players if state.players[name].withdrawn is not None]
    return forfeit(match, gone, now, "withdrawn") if gone else None


def forfeit(match: Match, missing: list[str], now: int, reason: str) -> e.ResultReported:
    """The server's word that these players, one or both, have lost."""
    if len(missing) == 2:
        return e.ResultReported(match.id, Result("double_forfeit", None), "server", now, reason)
    return e.ResultReported(match.id, Result("forfeit", match.opponent(missing[0])), "server", now, reason)


def undo_round(state: TournamentState, command: c.UndoRound, now: int) -> Decision:
    if state.phase != "running":
        return NOT_RUNNING
    current = published(state, command.round)
    if isinstance(current, Problem):
        return current
    if command.confirm != (words := f"UNDO ROUND {command.round}"):
        return Problem(Wrong.CONFIRM, f"Type {words}.")
    return (e.RoundStartUndone(command.round, now),)


def extend_clock(state: TournamentState, command: c.ExtendClock) -> Decision:
    current = state.current
    if current is None or current.number != command.round or current.started is None or current.closed:
        return Problem(Wrong.ROUND_NOT_STARTED, f"Round {command.round} is not being played.")
    return (e.ClockExtended(command.round, command.by),)


def close_round(state: TournamentState, now: int) -> tuple[Event, ...]:
    """When every match has its result; nothing when it is closed already."""
    current = state.current
    if current is None or current.started is None or current.closed or current.open_matches:
        return ()
    return (e.RoundClosed(current.number, now),)


# --- two players change places ----------------------------------------------------------------------------------------


def swap(state: TournamentState, command: c.Swap, now: int) -> Decision:
    """In a published Swiss round; byes never get more by it."""
    current = published(state, command.round)
    if isinstance(current, Problem):
        return current
    if state.schedule or state.bracket_from is not None:
        return Problem(Wrong.NOT_SWISS, "A schedule or a bracket is not changed by hand.")
    if not command.reason:
        return Problem(Wrong.REASON_MISSING, "Say why.")
    if {command.one, command.other} - {*_listed(current)}:
        return Problem(Wrong.PLAYER_UNKNOWN, "He is not in this round.")
    before, (pairings, byes) = _as_paired(current), _swapped(current, command.one, command.other)
    repeats = repetitions(state, pairings, byes, {command.one, command.other})
    if repeats and not command.anyway:
        return Problem(Wrong.REPEATS, f"That would be: {', '.join(repeats)}.", tuple(repeats))
    return (e.PairingEdited(current.number, before, pairings, current.byes, byes, now, command.reason),)


def _listed(current: Round) -> list[str]:
    return [*current.byes, *(name for match in current.matches.values() for name in match.players)]


def _as_paired(current: Round) -> tuple[Pairing, ...]:
    return tuple(Pairing(match.id, match.table, match.a, match.b) for match in current.matches.values())


def _swapped(current: Round, one: str, other: str) -> tuple[tuple[Pairing, ...], tuple[str, ...]]:
    now_called = {one: other, other: one}
    pairings = tuple(
        Pairing(each.match, each.table, now_called.get(each.a, each.a), now_called.get(each.b, each.b))
        for each in _as_paired(current)
    )
    return pairings, tuple(now_called.get(name, name) for name in current.byes)


def repetitions(
    state: TournamentState, pairings: tuple[Pairing, ...], byes: tuple[str, ...], changed: set[str]
) -> list[str]:
    """What is wrong with the places of the `changed`: `rematch`, `forbidden_pair`, `second_bye`."""
    known = {player.id: player for player in contenders(state, len(state.rounds) - 1)}
    apart = {frozenset(each) for each in state.config.apart}
    touched = [each for each in pairings if changed & {each.a, each.b} and each.a in known]
    met = [frozenset({each.a, each.b}) for each in touched if each.b in known[each.a].met]
    again = ["second_bye" for name in byes if name in changed and name in known and known[name].had_bye]
    return ["forbidden_pair" if each in apart else "rematch" for each in met] + again
