"""The judge of matches: games, reports, claims, disputes, corrections."""

from engine.rules import make_rules
from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Event, Result, Score, Source
from server.tournaments.commands import RecordGame
from server.tournaments.problems import Problem
from server.tournaments.rounds import Decision, close_round
from server.tournaments.state import Match, TournamentState, fold_events

UNKNOWN = Problem(Wrong.MATCH_UNKNOWN, "There is no such match.")
SILENT = Problem(Wrong.REASON_MISSING, "Say why.")


def with_closing(state: TournamentState, facts: tuple[Event, ...], now: int) -> tuple[Event, ...]:
    """The last result of a round closes it."""
    return facts + close_round(fold_events(state, facts), now)


def open_match(state: TournamentState, name: str) -> Match | Problem:
    """A match that can be played: its round is started and it has no result."""
    found, held = state.match(name), state.round_of(name)
    if found is None:
        return UNKNOWN
    if state.phase != "running":
        return Problem(Wrong.NOT_RUNNING, "The tournament is not running.")
    if held is not None and held.started is None:
        return Problem(Wrong.ROUND_NOT_STARTED, f"Round {held.number} is not started.")
    if found.result is not None:
        return Problem(Wrong.ALREADY_REPORTED, f"Table {found.table} has its result.")
    return found


def ready(state: TournamentState, command: c.Ready, now: int) -> Decision:
    """When both are ready the match starts."""
    found = open_match(state, command.match)
    if isinstance(found, Problem):
        return found
    if command.player not in found.players:
        return Problem(Wrong.PLAYER_UNKNOWN, "He does not play in this match.")
    if command.player in found.ready:
        return ()
    facts: tuple[Event, ...] = (e.MatchReady(found.id, command.player, now),)
    both = found.started is None and found.opponent(command.player) in found.ready
    return (*facts, e.MatchStarted(found.id, now)) if both else facts


def record_game(state: TournamentState, command: RecordGame, now: int) -> Decision:
    """The end of a match is its result; a game that is known, or comes too late, changes nothing."""
    found = open_match(state, command.match)
    if isinstance(found, Problem):
        return () if found.code is Wrong.ALREADY_REPORTED else found
    if command.game != len(found.games) + 1:
        return ()
    finished = e.GameFinished(found.id, command.game, command.winner, command.points)
    games = (*found.games, finished)
    score = _score(found, games)
    if max(score) < state.length:
        return (finished,)
    mars = _score(found, games, mars_only=True)
    result = Result("played", command.winner, score, mars)
    return with_closing(state, (finished, e.ResultReported(found.id, result, "server", now)), now)


def _score(match: Match, games: tuple[e.GameFinished, ...], mars_only: bool = False) -> Score:
    """Points of a and b, or how many of their wins were mars."""
    worth = [(game.winner, int(game.points > 1) if mars_only else game.points) for game in games]
    return sum(n for name, n in worth if name == match.a), sum(n for name, n in worth if name == match.b)


def report(state: TournamentState, command: c.Report, source: Source, now: int) -> Decision:
    """What was played speaks for itself; why it was not, everybody reads."""
    found = open_match(state, command.match)
    if isinstance(found, Problem):
        return found
    if problem := bad_result(found, command.result) or impossible(state, command.result):
        return problem
    if command.result.kind != "played" and not command.reason:
        return SILENT
    fact = e.ResultReported(found.id, command.result, source, now, command.reason)
    return with_closing(state, (fact,), now)


def bad_result(match: Match, result: Result) -> Problem | None:
    """A played match is won by who is ahead, a forfeit has no points, a double forfeit no winner."""
    ahead = {1: match.a, -1: match.b, 0: None}[
        (result.score[0] > result.score[1]) - (result.score[0] < result.score[1])
    ]
    played = min(result.score) >= 0 and ahead is not None and result.winner == ahead
    winners: tuple[str | None, ...] = match.players if result.kind == "forfeit" else (None,)
    good = played if result.kind == "played" else result.winner in winners and result.score == (0, 0)
    return None if good else Problem(Wrong.BAD_RESULT, "That is no result of this match.", (match.id,))


def impossible(state: TournamentState, result: Result) -> Problem | None:
    """A match is over as soon as somebody has its points; only by a mars can he have more. Less is fine."""
    worth = make_rules(state.config.matches.preset, **state.config.matches.overrides).mars
    most = [points // worth if worth > 1 else 0 for points in result.score]
    reached = max(result.score) < state.length + worth and min(result.score) < state.length
    if reached and all(0 <= mars <= limit for mars, limit in zip(result.mars, most, strict=True)):
        return None
    return Problem(Wrong.BAD_RESULT, f"No match to {state.length} ends like this.")


def claim(state: TournamentState, command: c.Claim, now: int) -> Decision:
    """Two equal claims are the result, two different ones a dispute, which the director decides.

    A score tells of a mars only where nobody has more than the length without one; others are the director's to enter.
    """
    found = open_match(state, command.match)
    if isinstance(found, Problem):
        return found
    a, b = command.score
    mars = int(a > state.length), int(b > state.length)
    result = Result("played", found.a if a > b else found.b, command.score, mars)
    wrong = bad_result(found, result) or impossible(state, result)
    if wrong or command.player not in found.players or max(a, b) < state.length:
        return Problem(Wrong.BAD_RESULT, "That is no final score of this match.", (found.id,))
    fact = e.ScoreClaimed(found.id, command.player, command.score)
    match found.claims.get(found.opponent(command.player)):
        case None:
            return (fact,)
        case other if other == command.score:
            return with_closing(state, (fact, e.ResultReported(found.id, result, "player", now)), now)
        case _:
            return (fact,) if found.disputed else (fact, e.ResultDisputed(found.id))


def cancel_match(state: TournamentState, command: c.CancelMatch, now: int) -> Decision:
    found = open_match(state, command.match)
    if isinstance(found, Problem):
        return found
    if not command.reason:
        return SILENT
    return (e.MatchCancelled(found.id, now, command.reason),)


def correct(state: TournamentState, command: c.Correct, now: int) -> Decision:
    """Played pairings stay; only in a bracket a round that is published, not begun, goes with what it was made from."""
    found = state.match(command.match)
    if found is None:
        return UNKNOWN
    if found.result is None:
        return Problem(Wrong.NO_RESULT, "There is no result to correct.")
    if not command.reason:
        return SILENT
    if problem := bad_result(found, command.result) or impossible(state, command.result):
        return problem
    void = _void_round(state, found, command.result, now)
    if isinstance(void, Problem):
        return void
    return (*void, e.ResultCorrected(found.id, command.result, now, command.reason))


def _void_round(state: TournamentState, found: Match, result: Result, now: int) -> Decision:
    """The last round of a bracket, if it follows from another winner than this result has."""
    current, held = state.current, state.round_of(found.id)
    same = found.result is not None and found.result.winner == result.winner
    if same or state.bracket_from is None or current is None or held is None or held is current:
        return ()
    if not current.begun and held.number == current.number - 1:
        return (e.RoundStartUndone(current.number, now),)
    if held.number < state.bracket_from:
        return ()
    return Problem(Wrong.ROUND_BEGUN, "The bracket has been played on from this result.", (found.id,))


def choices_after_correction(state: TournamentState) -> tuple[str, ...]:
    """What the director is asked when a result was corrected while the next round is out already."""
    current = state.current
    swiss = not state.schedule and state.bracket_from is None
    return ("re-pair", "keep pairing") if swiss and current is not None and not current.begun else ()
