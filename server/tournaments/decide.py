"""The judge of a tournament: a command against the fold of its log gives the facts it causes, or a Problem.

Nothing is changed here and nothing is read but the arguments: time is `now` (server time in ms), luck is in `Start`.
"""

from dataclasses import dataclass, replace
from typing import Final, assert_never

from protocol.ids import PlayerId
from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Config, Event, Source
from server.tournaments import players, results, rounds
from server.tournaments.commands import Command, GiveBack, Issue, Link, RecordGame, Settle
from server.tournaments.plan import is_played_out
from server.tournaments.problems import Problem
from server.tournaments.proposal import advice, stage_rounds
from server.tournaments.rounds import Decision
from server.tournaments.standings import tied
from server.tournaments.state import KNOCK_OUTS, TournamentState
from server.tournaments.timing import deadline, no_shows

Role = Source


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: his role by the link he came with, and the device, which may play for somebody."""

    role: Role
    device: PlayerId | None = None


HELPER: Final = (c.Report, c.Register, c.CheckIn, c.Rename, c.Ready)
PLAYER: Final = (c.Register, c.CheckIn, c.Rename, c.Withdraw, c.Ready, c.Claim)
"""What a helper may ask for anybody, and a player for himself. Director and server may ask for anything."""
NOT_ALLOWED: Final = Problem(Wrong.NOT_ALLOWED, "That is for somebody else to say.")


def create(config: Config, now: int) -> Decision:
    """A new tournament."""
    return bad_config(config) or (e.TournamentCreated(config, now),)


def decide(state: TournamentState, actor: Actor, command: Command, now: int) -> Decision:
    """What `actor`'s command does to the tournament; no facts when there is nothing to do."""
    if not _may(state, actor, command):
        return NOT_ALLOWED
    match command:
        case c.Register(name):
            owner = actor.device if actor.role == "player" else None
            return players.register(state, name, owner, by_director=actor.role != "player")
        case c.Rename():
            return players.rename(state, command)
        case c.Merge():
            return players.merge(state, command)
        case c.CheckIn():
            return players.check_in(state, command, by_director=actor.role != "player")
        case c.Withdraw():
            return players.withdraw(state, command, actor.role, now)
        case c.Return():
            return players.come_back(state, command)
        case Link(player, owner):
            return players.link(state, player, owner)
        case Issue(digest, role, player, alone):
            known = role != "player" or player in state.players
            return (e.KeyIssued(digest, role, player, alone),) if known else players.UNKNOWN
        case c.PairRound() | c.Swap() | c.StartRound() | c.UndoRound() | c.ExtendClock():
            return _on_round(state, command, now)
        case c.Ready() | RecordGame() | c.Report() | c.Claim() | c.CancelMatch() | c.Correct():
            return _on_match(state, actor, command, now)
        case Settle():
            return settle(state, now)
        case GiveBack(away):
            return _give_back(state, away, now)
        case _:
            return _on_tournament(state, command, now)


def _may(state: TournamentState, actor: Actor, command: Command) -> bool:
    match actor.role:
        case "director" | "server":
            return True
        case "helper":
            return isinstance(command, HELPER)
        case "player":
            own = None if actor.device is None else state.player_of(actor.device)
            meant = getattr(command, "player", None)
            expected = isinstance(command, c.CheckIn) and command.coming
            mine = isinstance(command, c.Register) or (own is not None and own.id == meant)
            return isinstance(command, PLAYER) and mine and actor.device is not None and not expected
        case _:
            assert_never(actor.role)


RoundCommand = c.PairRound | c.Swap | c.StartRound | c.UndoRound | c.ExtendClock
MatchCommand = c.Ready | RecordGame | c.Report | c.Claim | c.CancelMatch | c.Correct


def _on_round(state: TournamentState, command: RoundCommand, now: int) -> Decision:
    match command:
        case c.PairRound():
            return rounds.pair_round(state, command, now)
        case c.Swap():
            return rounds.swap(state, command, now)
        case c.StartRound(number):
            started = rounds.start_round(state, number, now)
            return started if isinstance(started, Problem) else results.with_closing(state, started, now)
        case c.UndoRound():
            return rounds.undo_round(state, command, now)
        case c.ExtendClock():
            return rounds.extend_clock(state, command)
        case _:
            assert_never(command)


def _on_match(state: TournamentState, actor: Actor, command: MatchCommand, now: int) -> Decision:
    match command:
        case c.Ready():
            return results.ready(state, command, now)
        case RecordGame():
            return results.record_game(state, command, now)
        case c.Report():
            return results.report(state, command, actor.role, now)
        case c.Claim():
            return results.claim(state, command, now)
        case c.CancelMatch():
            return results.cancel_match(state, command, now)
        case c.Correct():
            return results.correct(state, command, now)
        case _:
            assert_never(command)


TournamentCommand = (
    c.Configure
    | c.OpenCheckIn
    | c.CloseCheckIn
    | c.Start
    | c.PlayOff
    | c.Pause
    | c.Resume
    | c.TakeBreak
    | c.Announce
    | c.Feature
    | c.Finish
    | c.Reopen
)


def _on_tournament(state: TournamentState, command: TournamentCommand, now: int) -> Decision:
    match command:
        case c.Configure(config):
            return _configure(state, config)
        case c.OpenCheckIn():
            return () if state.check_in else (e.CheckInOpened(),)
        case c.CloseCheckIn():
            return (e.CheckInClosed(),) if state.check_in else ()
        case c.Start(rng_seed):
            return _start(state, rng_seed)
        case c.PlayOff(a, b):
            return _play_off(state, a, b)
        case c.Pause(reason):
            return rounds.not_playing(state) or (e.Paused(now, reason),)
        case c.Resume():
            return () if state.paused is None else (e.Resumed(now),)
        case c.TakeBreak(until):
            return rounds.not_playing(state) or (e.BreakBegun(until),)
        case c.Announce(text):
            return (e.AnnouncementMade(text.strip(), now),)
        case c.Feature(match):
            known = match is None or state.match(match) is not None
            return (e.TableFeatured(match),) if known else results.UNKNOWN
        case c.Finish():
            return _finish(state)
        case c.Reopen(reason):
            return _reopen(state, reason, now)
        case _:
            assert_never(command)


def settle(state: TournamentState, now: int) -> tuple[Event, ...]:
    """What is due by itself: forfeits where that is set, and a round whose matches all have a result is closed."""
    current = state.current
    due = [each for each in no_shows(state, now) if each.level == "forfeit"]
    if current is None:
        return ()
    lost = tuple(rounds.forfeit(current.matches[each.match], list(each.missing), now, "no-show") for each in due)
    return results.with_closing(state, lost, now)


def _give_back(state: TournamentState, away: int, now: int) -> Decision:
    """As if the director had paused it meanwhile; only where something runs out."""
    return () if deadline(state) is None else (e.Paused(now - away, "outage"), e.Resumed(now))


# --- the tournament ---------------------------------------------------------------------------------------------------

LATER: Final = ("title", "rounds", "cut", "apart", "no_show", "third_place", "consolation")
"""What can still be changed when it runs; the last three only before the knock-out."""


def bad_config(config: Config) -> Problem | None:
    """Why there can be no tournament like this."""
    if config.cut not in (0, 2, 4, 8):
        return Problem(Wrong.BAD_CONFIG, "The best 2, 4 or 8 go on.")
    if config.cut and config.format in KNOCK_OUTS:
        return Problem(Wrong.BAD_CONFIG, "A knock-out has no cut: whoever loses is out already.")
    if config.rounds < 0 or config.lives < 1:
        return Problem(Wrong.BAD_CONFIG, "A number is too small.")
    if config.matches.teaching:
        return Problem(Wrong.BAD_CONFIG, "A match of a tournament is no lesson.")
    if any(len({*pair}) < 2 for pair in config.apart):
        return Problem(Wrong.BAD_CONFIG, "Two different players are kept apart.")
    return None


def _configure(state: TournamentState, config: Config) -> Decision:
    if problem := bad_config(config):
        return problem
    if state.phase == "finished":
        return Problem(Wrong.NOT_RUNNING, "The tournament is over.")
    kept: Config = replace(state.config, **{name: getattr(config, name) for name in LATER})
    if state.phase == "running" and kept != config:
        return Problem(Wrong.ALREADY_STARTED, "That cannot be changed after the start.")
    return (e.TournamentConfigured(config),) if config != state.config else ()


def _start(state: TournamentState, rng_seed: int) -> Decision:
    """From here on the number of rounds is fixed, whoever comes or goes."""
    if state.phase != "registration":
        return Problem(Wrong.ALREADY_STARTED, "The tournament is started.")
    here = len(state.active)
    if here < 2:
        return Problem(Wrong.NOT_ENOUGH_PLAYERS, "Fewer than two players are here.")
    rounds_ = stage_rounds(state.config, here)
    if state.config.format == "swiss" and advice(here, rounds_) == "refuse":
        return Problem(Wrong.TOO_MANY_ROUNDS, f"{here} players have no opponents for {rounds_} rounds.")
    fixed = replace(state.config, rounds=rounds_) if state.config.format == "swiss" else state.config
    configured = () if fixed == state.config else (e.TournamentConfigured(fixed),)
    return (*configured, e.TournamentStarted(rng_seed))


def _open_tables(state: TournamentState) -> Problem | None:
    """A finished round is needed; one that is only published goes without a word, one that is started can be undone."""
    current = state.current
    if current is None or current.closed or (current.started is None and not current.begun):
        return None
    return rounds.open_results(state, current)


def _play_off(state: TournamentState, a: str, b: str) -> Decision:
    if problem := rounds.not_playing(state) or _open_tables(state):
        return problem
    if a == b or not {a, b} <= state.players.keys():
        return players.UNKNOWN
    if not is_played_out(state):
        return Problem(Wrong.NOT_TIED, "Rounds are still to be played.")
    if not tied(state, a, b):
        return Problem(Wrong.NOT_TIED, "They have not the same points.", (a, b))
    return (e.PlayOffPaired(f"po{len(state.play_offs) + 1}", a, b),)


def _finish(state: TournamentState) -> Decision:
    if state.phase != "running":
        return rounds.NOT_RUNNING
    open_play_offs = tuple(match.id for match in state.play_offs.values() if match.result is None)
    if open_play_offs:
        return Problem(Wrong.OPEN_RESULTS, "A play-off is still open.", open_play_offs)
    if problem := _open_tables(state):
        return problem
    if is_played_out(state):
        return (e.TournamentFinished("played"),)
    return (e.TournamentFinished("director" if len(state.active) > 1 else "not_enough_players"),)


def _reopen(state: TournamentState, reason: str, now: int) -> Decision:
    if state.phase != "finished":
        return Problem(Wrong.ALREADY_STARTED, "The tournament is not over.")
    return (e.TournamentReopened(reason, now),) if reason else Problem(Wrong.REASON_MISSING, "Say why.")
