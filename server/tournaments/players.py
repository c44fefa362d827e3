"""The judge of players: registered, renamed, merged, checked in, withdrawn, returned."""

from typing import Final

from protocol import limits
from protocol.ids import PlayerId
from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Event, Source
from server.tournaments.problems import Problem
from server.tournaments.results import with_closing
from server.tournaments.rounds import Decision, forfeit_of_the_gone
from server.tournaments.state import KNOCK_OUTS, Player, TournamentState, fold_event

UNKNOWN: Final = Problem(Wrong.PLAYER_UNKNOWN, "There is no such player.")
MOST: Final = {"round_robin": 16, "swiss": 1000, "lives": 1000, "single_elimination": 1000, "double_elimination": 1000}
"""Players that a format takes."""


def register(state: TournamentState, name: str, owner: PlayerId | None, by_director: bool) -> Decision:
    """A second device of the same person is no second player; a second person of one name gets a number."""
    if owner is not None and state.player_of(owner) is not None:
        return ()
    if problem := _closed(state, by_director):
        return problem
    wanted = tidy(name)
    if not wanted:
        return Problem(Wrong.BAD_NAME, "A name, please.")
    number = state.registered + 1
    return (e.PlayerRegistered(f"p{number}", _free_name(state, wanted), number, owner),)


def _closed(state: TournamentState, by_director: bool) -> Problem | None:
    if state.phase == "finished":
        return Problem(Wrong.NOT_RUNNING, "The tournament is over.")
    if state.phase == "running" and (state.config.format in (*KNOCK_OUTS, "round_robin") or state.bracket):
        return Problem(Wrong.TOO_LATE, "Nobody can join any more.")
    if len(state.players) >= MOST[state.config.format]:
        return Problem(Wrong.REGISTRATION_CLOSED, "The tournament is full.")
    closed = not state.check_in and not by_director
    return Problem(Wrong.REGISTRATION_CLOSED, "Ask the director.") if closed else None


def tidy(name: str) -> str:
    """Without spaces around and between words, as short as names are."""
    return " ".join(name.split())[: limits.NAME_CHARS].strip()


def _free_name(state: TournamentState, wanted: str, but: str | None = None) -> str:
    taken = {player.name.casefold() for player in state.players.values() if player.id != but}
    name, number = wanted, 1
    while name.casefold() in taken:
        number += 1
        name = f"{wanted[: limits.NAME_CHARS - len(f' {number}')]} {number}"
    return name


def link(state: TournamentState, name: str, owner: PlayerId) -> Decision:
    """A device plays for one player."""
    if name not in state.players:
        return UNKNOWN
    before = state.player_of(owner)
    if before is not None and before.id != name:
        return Problem(Wrong.NOT_ALLOWED, f"This device plays for {before.name}.", (before.id,))
    return () if before is not None else (e.DeviceLinked(name, owner),)


def rename(state: TournamentState, command: c.Rename) -> Decision:
    if command.player not in state.players:
        return UNKNOWN
    wanted = tidy(command.name)
    if not wanted:
        return Problem(Wrong.BAD_NAME, "A name, please.")
    return (e.PlayerRenamed(command.player, _free_name(state, wanted, command.player)),)


def merge(state: TournamentState, command: c.Merge) -> Decision:
    """Only somebody who has not been paired can vanish from the list."""
    if command.player == command.into or not {command.player, command.into} <= state.players.keys():
        return UNKNOWN
    if was_paired(state, command.player):
        return Problem(Wrong.TOO_LATE, "He has been paired already; withdraw him.", (command.player,))
    return (e.PlayersMerged(command.player, command.into),)


def was_paired(state: TournamentState, name: str) -> bool:
    return any(name in each.byes or each.match_of(name) is not None for each in state.rounds)


def check_in(state: TournamentState, command: c.CheckIn, by_director: bool) -> Decision:
    player = state.players.get(command.player)
    if player is None:
        return UNKNOWN
    if player.withdrawn is not None:
        return Problem(Wrong.TOO_LATE, "He has withdrawn; he can return.", (player.id,))
    if not state.check_in and not by_director and not player.coming:
        return Problem(Wrong.REGISTRATION_CLOSED, "Ask the director.")
    same = player.checked_in if not command.coming else player.coming
    return () if same else (e.PlayerCheckedIn(player.id, command.coming),)


def withdraw(state: TournamentState, command: c.Withdraw, source: Source, now: int) -> Decision:
    """An open match of the running round is lost by forfeit."""
    player = state.players.get(command.player)
    if player is None:
        return UNKNOWN
    if player.withdrawn is not None:
        return ()
    if state.phase == "finished":
        return Problem(Wrong.NOT_RUNNING, "The tournament is over.")
    current = state.current
    number = 0 if current is None else current.number
    gone = e.PlayerWithdrawn(player.id, number, now, source, command.reason)
    facts: tuple[Event, ...] = (gone, *_lost_match(state, player, gone, now))
    return with_closing(state, facts, now)


def _lost_match(state: TournamentState, player: Player, gone: e.PlayerWithdrawn, now: int) -> tuple[Event, ...]:
    current = state.current
    if current is None or current.started is None:
        return ()
    match = current.match_of(player.id)
    if match is None or match.result is not None:
        return ()
    lost = forfeit_of_the_gone(fold_event(state, gone), match, now)
    return () if lost is None else (lost,)


def come_back(state: TournamentState, command: c.Return) -> Decision:
    player = state.players.get(command.player)
    if player is None:
        return UNKNOWN
    if state.bracket:
        return Problem(Wrong.TOO_LATE, "Nobody can come back into a knock-out.", (player.id,))
    return () if player.withdrawn is None else (e.PlayerReturned(player.id),)
