"""A room as the fold of its log."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from engine import match as matches
from engine.clock import TimeControl, Timing
from engine.match import Match
from engine.rules import Rules, make_rules
from engine.types import BLACK, WHITE, Color
from protocol import limits
from protocol.commands import Strength
from protocol.events import (
    Commit,
    Event,
    MatchStarted,
    PlayerOffline,
    PlayerOnline,
    RematchDeclined,
    RematchOffered,
    RoomClosed,
    RoomCreated,
    RoomPaused,
    RoomResumed,
    SeatLeft,
    SeatTaken,
)
from protocol.ids import PlayerId
from protocol.settings import Settings

_NONE: tuple[Color, ...] = ()
_WHITE, _BLACK = (WHITE,), (BLACK,)


class Seat(Struct, frozen=True):
    """Who holds it, whatever socket he comes from. `offline_since` is server time in ms, None while he is here."""

    player: PlayerId
    name: str
    bot: Strength | None = None
    offline_since: int | None = None


class RoomState(Struct, frozen=True):
    """Everything that is known of a room at `version`; version 0 is a room that does not exist.

    `turn_at`: when the current turn began, server time in ms. `matches` counts the matches begun in this room.
    `deadline`: when the room wants to be looked at although nobody asks (see `decide.expire`), or None.
    `tournament`: whose match is played here; that can pause and close it. `paused_at`: since when, or None.
    """

    code: str
    version: int = 0
    settings: Settings = Settings()
    rules: Rules = Rules()
    created: int = 0
    quick: bool = False
    white: Seat | None = None
    black: Seat | None = None
    matches: int = 0
    match: Match | None = None
    rematch: Color | None = None
    turn_at: int = 0
    tournament: str | None = None
    paused_at: int | None = None
    closed: bool = False
    deadline: int | None = None

    def seat(self, color: Color) -> Seat | None:
        return self.white if color is WHITE else self.black

    def seats_of(self, player: PlayerId) -> tuple[Color, ...]:
        """The seats that this player holds: none, one, or in a teaching room both."""
        white, black = self.white, self.black
        held = _WHITE if white is not None and white.player == player else _NONE
        return held + _BLACK if black is not None and black.player == player else held

    def lets_in(self, player: PlayerId) -> bool:
        """A room without watchers is open to everybody only until its seats are taken."""
        return self.settings.watchers or self.waiting or bool(self.seats_of(player))

    @property
    def someone_is_away(self) -> bool:
        """As far as the log says."""
        white, black = self.white, self.black
        here = (white is None or white.offline_since is None) and (black is None or black.offline_since is None)
        return not here

    @property
    def running(self) -> bool:
        """A match is being played."""
        return self.match is not None and self.match.winner is None and not self.closed

    @property
    def waiting(self) -> bool:
        """A seat is free."""
        return self.white is None or self.black is None


def time_control(settings: Settings) -> TimeControl:
    """Raises ValueError for times that make no game."""
    control = settings.control
    return TimeControl(Timing(control.timing), control.bank, control.extra)


def _deadline(state: RoomState, turn_at: int) -> int | None:
    match = state.match
    if state.paused_at is not None:
        return None
    if state.running and match is not None and match.game is not None:
        if match.game.phase == "opening" and match.control.timed:
            return turn_at + limits.OPENING_MS
        return match.flag_time
    lonely = next(
        (seat for seat in (state.white, state.black) if seat is not None and seat.offline_since is None), None
    )
    if state.quick and state.matches == 0 and state.waiting and lonely is not None:
        return state.created + limits.QUICK_BOT_MS
    return None


def fold(state: RoomState, version: int, commit: Commit) -> RoomState:
    """The room after one version of its log."""
    return settle(state, fold_events(state, commit.events), version, commit.at)


def settle(before: RoomState, after: RoomState, version: int, at: int) -> RoomState:
    """The same when the facts of that version are folded already: `after`."""
    turn_at = before.turn_at if _is_same_turn(before.match, after.match) else at
    return replace(after, version=version, turn_at=turn_at, deadline=_deadline(after, turn_at))


def _is_same_turn(before: Match | None, after: Match | None) -> bool:
    """Nothing has begun, not even to wait anew for an opening die because an outage was given back."""
    if before is None or after is None:
        return before is after
    if before.turn != after.turn:
        return False
    opening = after.game is not None and after.game.phase == "opening"
    return not opening or before.clocks == after.clocks  # nothing else sets the clocks then


def fold_events(state: RoomState, events: Iterable[Event]) -> RoomState:
    for event in events:
        state = fold_event(state, event)
    return state


def fold_event(state: RoomState, event: Event) -> RoomState:
    """The room after one fact."""
    match event:
        case RoomCreated(settings, at, quick, tournament):
            rules = make_rules(settings.preset, **settings.overrides)
            return replace(state, settings=settings, rules=rules, created=at, quick=quick, tournament=tournament)
        case SeatTaken(color, player, name, bot):
            return _with_seat(state, color, Seat(player, name, bot))
        case SeatLeft(color):
            return replace(_with_seat(state, color, None), rematch=None)
        case PlayerOffline(color, at):
            return _with_presence(state, color, at)
        case PlayerOnline(color):
            return _with_presence(state, color, None)
        case MatchStarted(number):
            return replace(state, matches=number, match=new_match(state), rematch=None)
        case RematchOffered(color):
            return replace(state, rematch=color)
        case RematchDeclined():
            return replace(state, rematch=None)
        case RoomPaused(at):
            return replace(state, paused_at=at)
        case RoomResumed():
            return replace(state, paused_at=None)
        case RoomClosed():
            return replace(state, closed=True, paused_at=None)
        case _:
            assert state.match is not None
            return replace(state, match=matches.fold(state.match, event))


def new_match(state: RoomState) -> Match:
    """A match by this room's settings, not yet begun; turn numbers go on where the last match ended."""
    settings, turn = state.settings, 0 if state.match is None else state.match.turn
    return Match(state.rules, settings.length, time_control(settings), settings.teaching, turn=turn)


def _with_seat(state: RoomState, color: Color, seat: Seat | None) -> RoomState:
    return replace(state, white=seat) if color is WHITE else replace(state, black=seat)


def _with_presence(state: RoomState, color: Color, offline_since: int | None) -> RoomState:
    seat = state.seat(color)
    return state if seat is None else _with_seat(state, color, replace(seat, offline_since=offline_since))
