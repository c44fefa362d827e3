"""The record of a finished game, cut out of the log of its room: what happened, as it stood in the end.

Steps that were taken back are left out, so a record is no longer than its game; who came and went is left out too.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Final, get_args

from engine.events import (
    CascadeContinued,
    GameEnded,
    GameStarted,
    MatchEnded,
    MatchEvent,
    PlayEnded,
    Stepped,
    StepUndone,
)
from protocol.codec import decode_commit
from protocol.events import Commit, Event, MatchStarted, RoomCreated, SeatLeft, SeatTaken
from protocol.ids import PlayerId
from protocol.messages import GameListing, Record, SeatView
from protocol.settings import Settings
from server.rooms.state import RoomState, Seat, fold_events
from server.store.log import Entry

_TURNING_POINTS: Final = re.compile(b"room_created|seat_|_started|game_ended")
"""Parts of the names of those facts that tell where games begin and end, and who plays them."""
_OF_GAMES: Final = frozenset(get_args(MatchEvent))
_Moment = tuple[int, int, Event]
"""Version, time and fact."""


@dataclass(frozen=True, slots=True)
class _Span:
    """A finished game: the room when it began, and its first and last version."""

    state: RoomState
    game: int
    first: int
    last: int


def makes_records(settings: Settings, events: Iterable[Event]) -> bool:
    """With these facts games can be shown to everybody: one that ends, or where watchers are kept behind, a match."""
    last = MatchEnded if settings.watch_delay else GameEnded
    return last in map(type, events)


def records(code: str, entries: Sequence[Entry], version: int) -> tuple[Record, ...]:
    """The games that can be shown since this version of the log; none when it ended nothing (see `makes_records`)."""
    spans = [span for span in _spans(code, entries[:version]) if span.last <= version]
    if not spans:
        return ()
    match = spans[-1].state.matches
    delayed = spans[-1].state.settings.watch_delay
    wanted = [span for span in spans if span.last == version or (delayed and span.state.matches == match)]
    return tuple(_record(span, entries) for span in wanted)


def may_read(record: Record, player: PlayerId) -> bool:
    """Whoever might have watched the game: everybody, or in a room without watchers its players."""
    seats = (record.white.player, record.black.player)
    return record.settings.watchers or player in seats


def listing(record: Record) -> GameListing | None:
    """The line of a game in the list; None for one that is not for everybody."""
    if not (record.settings.public and record.settings.watchers):
        return None
    events = [event for commit in record.commits for event in commit.events]
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    return GameListing(
        room=record.room,
        match=record.match,
        game=record.game,
        at=record.commits[-1].at,
        white=record.white.name,
        black=record.black.name,
        winner=ended.winner,
        points=ended.points,
        ending=ended.ending,
        preset=record.settings.preset,
        plays=sum(isinstance(event, PlayEnded) for event in events),
    )


# --- cutting ----------------------------------------------------------------------------------------------------------


def _spans(code: str, entries: Iterable[Entry]) -> Iterator[_Span]:
    """The finished games of a log. Only the few entries that matter are read; the others are most of the log."""
    state, begun = RoomState(code), (0, 0)
    for entry in entries:
        if not _TURNING_POINTS.search(entry.data):
            continue
        for event in decode_commit(entry.data).events:
            match event:
                case RoomCreated() | SeatTaken() | SeatLeft() | MatchStarted():
                    state = fold_events(state, (event,))
                case GameStarted(game):
                    begun = game, entry.version
                case GameEnded():
                    yield _Span(state, begun[0], begun[1], entry.version)
                case _:
                    pass


def _record(span: _Span, entries: Sequence[Entry]) -> Record:
    state = span.state
    assert state.white is not None
    assert state.black is not None
    moments = _without_takebacks(_moments(entries[span.first - 1 : span.last], span.game))
    return Record(
        room=state.code,
        match=state.matches,
        game=span.game,
        settings=state.settings,
        rules=asdict(state.rules),
        white=_seat(state.white),
        black=_seat(state.black),
        commits=tuple(_commits(moments)),
    )


def _seat(seat: Seat) -> SeatView:
    return SeatView(player=seat.player, name=seat.name, bot=seat.bot)


def _moments(entries: Iterable[Entry], game: int) -> Iterator[_Moment]:
    """The facts of a game from its start to its end."""
    begun = False
    for entry in entries:
        commit = decode_commit(entry.data)
        for event in commit.events:
            begun = begun or (isinstance(event, GameStarted) and event.game == game)
            if begun and type(event) in _OF_GAMES:
                yield entry.version, commit.at, event
            if begun and isinstance(event, GameEnded):
                return


def _without_takebacks(moments: Iterable[_Moment]) -> list[_Moment]:
    """A step that was taken back goes, and with it the cascade that it had begun."""
    kept: list[_Moment] = []
    steps: list[int] = []
    for moment in moments:
        event = moment[2]
        if isinstance(event, StepUndone):
            step = steps.pop()
            kept[step:] = [later for later in kept[step + 1 :] if not isinstance(later[2], CascadeContinued)]
            continue
        if isinstance(event, Stepped):
            steps.append(len(kept))
        kept.append(moment)
    return kept


def _commits(moments: Iterable[_Moment]) -> Iterator[Commit]:
    for (_, at), together in groupby(moments, key=lambda moment: moment[:2]):
        yield Commit(at, tuple(event for _, _, event in together))
