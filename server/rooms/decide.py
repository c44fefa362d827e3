"""The judge of a room: a command against the fold of its log gives the facts it causes, or a Refusal.

Nothing is changed here and nothing is read but the arguments: time is `now` (server time in ms), luck is `dice`.
"""

from dataclasses import dataclass
from typing import assert_never

from msgspec import to_builtins
from msgspec.structs import replace

from engine import commands as asked
from engine import match as matches
from engine.commands import GameCommand
from engine.course import Course
from engine.dice import DiceSource
from engine.errors import Problem, Reason
from engine.events import ClocksSet
from engine.game import Game
from engine.rules import differences, make_rules
from engine.types import Color, Step
from protocol import commands as c
from protocol import limits
from protocol.commands import Strength
from protocol.errors import Code, Refusal
from protocol.events import (
    Event,
    MatchStarted,
    PlayerOffline,
    PlayerOnline,
    RematchDeclined,
    RematchOffered,
    RoomCreated,
    SeatLeft,
    SeatTaken,
)
from protocol.ids import PlayerId
from protocol.settings import Settings
from protocol.tournament.errors import Wrong
from server.rooms.state import RoomState, fold_event, fold_events, new_match, time_control

Decision = tuple[Event, ...] | Refusal
RoomCourse = Course[RoomState, Event]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: the session's player, and the name he goes by."""

    player: PlayerId
    name: str


# What the server itself asks for.


@dataclass(frozen=True, slots=True)
class SeatBot:
    strength: Strength = "steady"


@dataclass(frozen=True, slots=True)
class Absent:
    """The last connection of this seat is gone."""

    color: Color


@dataclass(frozen=True, slots=True)
class Present:
    color: Color


@dataclass(frozen=True, slots=True)
class Expire:
    """The room's deadline may have passed."""


@dataclass(frozen=True, slots=True)
class GiveBack:
    """No server ran for `away` milliseconds: running clocks get them back."""

    away: int


SystemCommand = SeatBot | Absent | Present | Expire | GiveBack
PlayCommand = c.Throw | c.Step | c.Play | c.Done | c.Undo | c.HandOver | c.Resign  # most frequent first
SeatCommand = c.Sit | c.StandUp | c.InviteBot | c.Rematch | c.ClaimWin
RoomCommand = PlayCommand | SeatCommand
NOT_SEATED = Refusal(Code.NOT_SEATED, "You have no seat in this room.")


def bot_player(strength: Strength) -> PlayerId:
    """The house bot's public name. No token has it: every other id has 22 characters."""
    return f"house-{strength}"


def check(settings: Settings) -> Refusal | None:
    """Why no room can be made with these settings."""
    try:
        make_rules(settings.preset, **settings.overrides)
        time_control(settings)
    except (ValueError, TypeError) as error:
        return Refusal(Code.BAD_SETTINGS, str(error))
    if settings.watch_delay and not settings.watchers:
        return Refusal(Code.BAD_SETTINGS, "a delay for watchers needs watchers")
    return None


def as_meant(settings: Settings) -> Settings:
    """The same settings with only those overrides that say something else than the preset. They must pass `check`."""
    rules = make_rules(settings.preset, **settings.overrides)
    return replace(settings, overrides=to_builtins(differences(settings.preset, rules)))


def create(
    state: RoomState, actor: Actor, settings: Settings, seats: tuple[Color, ...], now: int, quick: bool = False
) -> Decision:
    """A new room with the creator on `seats`."""
    if refusal := check(settings):
        return refusal
    if len(seats) > 1 and not settings.teaching:
        return Refusal(Code.BAD_SETTINGS, "only in a teaching room can one person take both seats")
    taken = tuple(SeatTaken(color, actor.player, actor.name) for color in seats)
    made: tuple[Event, ...] = (RoomCreated(as_meant(settings), now, quick), *taken)
    return made + begin_when_full(fold_events(state, made), now)


def decide(state: RoomState, actor: Actor, command: RoomCommand, now: int, dice: DiceSource) -> Decision:
    """What `actor`'s command does to the room."""
    course = run(state, actor, command, now, dice)
    return course if isinstance(course, Refusal) else tuple(course.facts)


def run(state: RoomState, actor: Actor, command: RoomCommand, now: int, dice: DiceSource) -> RoomCourse | Refusal:
    """The same with the room after these facts, which `fold_events` would give as well."""
    if isinstance(command, PlayCommand):
        return _play(state, actor, command, now, dice)
    return course_of(state, _about_seats(state, actor, command, now))


def _about_seats(state: RoomState, actor: Actor, command: SeatCommand, now: int) -> Decision:
    if state.tournament is not None:
        return Refusal(Code.TOURNAMENT_ROOM, "This is for the director of the tournament to decide.")
    if isinstance(command, c.Sit):
        return _sit(state, actor, command.seat, now)
    seats = state.seats_of(actor.player)
    if not seats:
        return NOT_SEATED
    match command:
        case c.StandUp():
            return _stand_up(state, seats)
        case c.InviteBot(strength=strength):
            return _seat_bot(state, strength, now)
        case c.Rematch(accept=accept):
            return _rematch(state, seats, accept, now)
        case c.ClaimWin():
            return _claim(state, seats, now)
        case _:
            assert_never(command)


def course_of(state: RoomState, decided: Decision) -> RoomCourse | Refusal:
    """What has been decided, with the room after it."""
    if isinstance(decided, Refusal):
        return decided
    course: RoomCourse = Course(state, fold_event)
    course.happen(*decided)
    return course


def decide_system(state: RoomState, command: SystemCommand, now: int, dice: DiceSource) -> Decision:
    """What the server's own command does to the room; no events when there is nothing to do."""
    match command:
        case SeatBot(strength):
            return _seat_bot(state, strength, now)
        case Absent(color):
            seat = state.seat(color)
            gone = seat is not None and seat.bot is None and seat.offline_since is None
            return (PlayerOffline(color, now),) if gone else ()
        case Present(color):
            seat = state.seat(color)
            return (PlayerOnline(color),) if seat is not None and seat.offline_since is not None else ()
        case Expire():
            return expire(state, now, dice)
        case GiveBack(away):
            return give_back(state, away, now)
        case _:
            assert_never(command)


def give_back(state: RoomState, away: int, now: int) -> Decision:
    """The running clock goes back; without one, where an opening die has its time too, that begins anew."""
    match = state.match
    if match is None or not state.running or state.paused_at is not None or not match.control.timed:
        return ()
    if match.game is not None and match.game.phase == "opening":
        return (ClocksSet(match.clocks.white, match.clocks.black, None, now),)
    return matches.pause(match, away, now)


def expire(state: RoomState, now: int, dice: DiceSource) -> Decision:
    """What happens by itself at the deadline: a flag, an opening die that nobody threw, a bot in a quick room."""
    if state.deadline is None or state.deadline > now:
        return ()
    if state.match is None or not state.running:
        return _seat_bot(state, "steady", now)
    game = state.match.game
    assert game is not None
    if game.phase != "opening":
        return matches.flag(state.match, now)
    color = Color.WHITE if game.opening_die(Color.WHITE) is None else Color.BLACK
    return _refused(matches.decide(state.match, color, asked.Throw(game.turn), now, dice))


def _refused(decided: tuple[Event, ...] | Problem) -> Decision:
    return Refusal(decided.reason, decided.detail, decided.points) if isinstance(decided, Problem) else decided


# --- seats ------------------------------------------------------------------------------------------------------------


def begin_when_full(state: RoomState, now: int) -> tuple[Event, ...]:
    if state.waiting or state.running:
        return ()
    return MatchStarted(state.matches + 1), *matches.start(new_match(state), now)


def _free_seat(state: RoomState) -> Color | None:
    return next((color for color in Color if state.seat(color) is None), None)


def _sit(state: RoomState, actor: Actor, wanted: Color | None, now: int) -> Decision:
    color, mine = wanted or _free_seat(state), state.seats_of(actor.player)
    if mine and (not state.settings.teaching or color is None or color in mine):
        return Refusal(Code.ALREADY_SEATED, "You have a seat in this room already.")
    if color is None or state.seat(color) is not None:
        return Refusal(Code.SEAT_TAKEN, "That seat is taken; you can watch.")
    taken = (SeatTaken(color, actor.player, actor.name),)
    return taken + begin_when_full(fold_events(state, taken), now)


def _stand_up(state: RoomState, seats: tuple[Color, ...]) -> Decision:
    if state.running:
        return Refusal(Code.MATCH_RUNNING, "The match is running; you can resign.")
    return tuple(SeatLeft(color) for color in seats)


def _seat_bot(state: RoomState, strength: Strength, now: int) -> Decision:
    color = _free_seat(state)
    if color is None:
        return Refusal(Code.SEAT_TAKEN, "Both seats are taken.")
    taken = (SeatTaken(color, bot_player(strength), "House bot", strength),)
    return taken + begin_when_full(fold_events(state, taken), now)


def _rematch(state: RoomState, seats: tuple[Color, ...], accept: bool, now: int) -> Decision:
    if state.match is None or state.running:
        return Refusal(Code.MATCH_NOT_OVER, "A rematch can be offered when the match is over.")
    if not accept:
        nothing = Refusal(Code.NOTHING_OFFERED, "No rematch is offered.")
        return nothing if state.rematch is None else (RematchDeclined(seats[0]),)
    if state.waiting:
        return Refusal(Code.NOTHING_OFFERED, "The other player has left his seat.")
    if len(seats) == 2 or (state.rematch is not None and state.rematch not in seats):
        return begin_when_full(state, now)
    return () if state.rematch in seats else (RematchOffered(seats[0]),)


def _claim(state: RoomState, seats: tuple[Color, ...], now: int) -> Decision:
    if state.match is None or not state.running:
        return Refusal(Reason.NO_GAME, "No game is running.")
    loser = seats[0].other
    seat = state.seat(loser)
    since = None if seat is None else seat.offline_since
    if len(seats) == 2 or since is None:
        return Refusal(Code.OPPONENT_PRESENT, "The other player is here.")
    if (left := since + limits.ABANDON_MS - now) > 0:
        return Refusal(Code.OPPONENT_PRESENT, f"The other player may still come back for {-(-left // 1000)} s.")
    return matches.abandon(state.match, loser, now)


# --- the game ---------------------------------------------------------------------------------------------------------


def _play(state: RoomState, actor: Actor, command: PlayCommand, now: int, dice: DiceSource) -> RoomCourse | Refusal:
    seats = state.seats_of(actor.player)
    if not seats:
        return NOT_SEATED
    if state.match is None:
        return Refusal(Reason.NO_GAME, "No game is running yet.")
    if not state.running or state.match.game is None:
        return Refusal(Reason.GAME_OVER, "The match is over.")
    if state.paused_at is not None:
        return Refusal(Wrong.IS_PAUSED, "The tournament is paused; the clocks stand still.")
    played = matches.run(state.match, _acting(state.match.game, seats), _in_engine(command), now, dice)
    if isinstance(played, Problem):
        return Refusal(played.reason, played.detail, played.points)
    return Course(replace(state, match=played.state), fold_event, [*played.facts])


def _acting(game: Game, seats: tuple[Color, ...]) -> Color:
    """For which of his seats a player acts: his only one, or with both the one whose turn it is."""
    if len(seats) == 1:
        return seats[0]
    if game.phase == "opening":
        return Color.WHITE if game.opening_die(Color.WHITE) is None else Color.BLACK
    return game.to_move or seats[0]


def _in_engine(command: PlayCommand) -> GameCommand:
    match command:
        case c.Throw(turn=turn):
            return asked.Throw(turn)
        case c.Step(turn=turn, point=point, die=die):
            return asked.MakeStep(turn, Step(point, die))
        case c.Play(turn=turn, steps=steps):
            return asked.MakePlay(turn, tuple([Step(point, die) for point, die in steps]))
        case c.Undo(turn=turn, all=everything):
            return asked.Undo(turn, everything)
        case c.Done(turn=turn):
            return asked.EndTurn(turn)
        case c.HandOver(turn=turn, color=color):
            return asked.HandOver(turn, color)
        case c.Resign(points=points):
            return asked.Resign(points)
        case _:
            assert_never(command)
