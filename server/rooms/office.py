"""What a tournament does with a room of its own: made with both seats, begun, paused, taken over, closed."""

from dataclasses import dataclass
from typing import assert_never

from msgspec.structs import replace

from engine.clock import press
from engine.dice import DiceSource
from engine.events import ClocksSet
from engine.types import Color
from protocol.errors import Refusal
from protocol.events import Event, RoomClosed, RoomCreated, RoomPaused, RoomResumed, SeatTaken
from protocol.settings import Settings
from server.rooms.decide import (
    Actor,
    Decision,
    SystemCommand,
    as_meant,
    begin_when_full,
    check,
    decide_system,
    give_back,
)
from server.rooms.state import RoomState


@dataclass(frozen=True, slots=True)
class Begin:
    """Both players are ready: the match begins."""


@dataclass(frozen=True, slots=True)
class GiveSeat:
    """The seat is this player's from now on, whoever had it."""

    color: Color
    actor: Actor


@dataclass(frozen=True, slots=True)
class Pause:
    """Clocks stand still and nobody plays, until `Resume`."""


@dataclass(frozen=True, slots=True)
class Resume:
    pass


@dataclass(frozen=True, slots=True)
class CloseRoom:
    """The match is decided elsewhere."""


OfficeCommand = Begin | GiveSeat | Pause | Resume | CloseRoom


def create_for_tournament(
    state: RoomState, tournament: str, settings: Settings, white: Actor, black: Actor, now: int
) -> Decision:
    """A new room for a match of a tournament (`ABCDEF/r2t3`). It begins when that says so."""
    if refusal := check(settings):
        return refusal
    made = RoomCreated(as_meant(settings), now, tournament=tournament)
    return made, SeatTaken(Color.WHITE, white.player, white.name), SeatTaken(Color.BLACK, black.player, black.name)


def decide_by_itself(state: RoomState, command: SystemCommand | OfficeCommand, now: int, dice: DiceSource) -> Decision:
    """What a command that no player has sent does to the room."""
    if isinstance(command, OfficeCommand):
        return _for_office(state, command, now)
    return decide_system(state, command, now, dice)


def _for_office(state: RoomState, command: OfficeCommand, now: int) -> Decision:
    """What a tournament asks for; asked again it does nothing."""
    match command:
        case Begin():
            return () if state.matches or state.closed else begin_when_full(state, now)
        case GiveSeat(color, actor):
            seat = state.seat(color)
            same = seat is not None and seat.player == actor.player
            return () if same else (SeatTaken(color, actor.player, actor.name),)
        case Pause():
            return (RoomPaused(now),) if state.running and state.paused_at is None else ()
        case Resume():
            return _resume(state, now)
        case CloseRoom():
            return () if state.closed else (*_stopped(state, now), RoomClosed())
        case _:
            assert_never(command)


def _stopped(state: RoomState, now: int) -> tuple[Event, ...]:
    """The clocks of a running match as they stand, none of them running."""
    match = state.match
    if match is None or not state.running or not match.control.timed:
        return ()
    stood = press(match.control, match.clocks, None, now if state.paused_at is None else state.paused_at)
    return (ClocksSet(stood.white, stood.black, None, now),)


def _resume(state: RoomState, now: int) -> Decision:
    """The running clock gets the pause back."""
    if state.paused_at is None:
        return ()
    resumed = replace(state, paused_at=None)
    given = give_back(resumed, now - state.paused_at, now)
    return given if isinstance(given, Refusal) else (RoomResumed(), *given)
