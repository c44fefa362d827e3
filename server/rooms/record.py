"""The record of a finished game, cut out of the log of its room: what happened, as it stood in the end.

Steps that were taken back are left out, so a record is no longer than its game; who came and went is left out too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, get_args

import msgspec

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
from protocol.codec import decode_commit, encode_commit, facts_in_bytes
from protocol.events import Commit, Event, MatchStarted, RoomCreated, RoomEvent, SeatLeft, SeatTaken
from protocol.ids import PlayerId
from protocol.messages import GameListing, Record, SeatView
from protocol.settings import Settings
from server.rooms.state import RoomState, Seat, fold_events
from server.store.log import Entry

_TURNING_POINTS: Final = facts_in_bytes((RoomCreated, SeatTaken, SeatLeft, MatchStarted, GameStarted, GameEnded))
"""The facts that tell where games begin and end, and who plays them."""
_OF_GAMES: Final = frozenset(get_args(MatchEvent))
_OF_THE_ROOM: Final = facts_in_bytes(get_args(RoomEvent))
_TAKEBACKS: Final = facts_in_bytes((StepUndone,))
_PLAYS: Final = facts_in_bytes((PlayEnded,))
_Place = tuple[int, int]
"""Of a fact in a log: the version, and which of its facts it is."""
_Moment = tuple[int, int, Event]
"""Version, time and fact."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """A record as it is cut out of a log: `head` is all of it but the commits; these are as the store keeps them."""

    head: Record
    commits: tuple[bytes, ...]

    @property
    def end(self) -> Commit:
        """The last of them, in which the game ended."""
        return decode_commit(self.commits[-1])


@dataclass(frozen=True, slots=True)
class _Span:
    """A finished game: the room when it began, and where its first and last fact are."""

    state: RoomState
    game: int
    first: _Place
    last: _Place

    @property
    def version(self) -> int:
        """The one that ended it."""
        return self.last[0]


def makes_records(settings: Settings, events: Iterable[Event]) -> bool:
    """With these facts games can be shown to everybody: one that ends, or where watchers are kept behind, a match."""
    last = MatchEnded if settings.watch_delay else GameEnded
    return last in map(type, events)


def records(code: str, entries: Sequence[Entry], version: int) -> tuple[Cutting, ...]:
    """The games that can be shown since this version of the log; none when it ended nothing (see `makes_records`)."""
    spans = list(_spans(code, entries[:version]))
    if not spans:
        return ()
    match = spans[-1].state.matches
    delayed = spans[-1].state.settings.watch_delay
    wanted = [span for span in spans if span.version == version or (delayed and span.state.matches == match)]
    return tuple(_cut_out(span, entries) for span in wanted)


def may_read(record: Record, player: PlayerId) -> bool:
    """Whoever might have watched the game: everybody, or in a room without watchers its players."""
    seats = (record.white.player, record.black.player)
    return record.settings.watchers or player in seats


def listing(cutting: Cutting) -> GameListing | None:
    """The line of a game in the list; None for one that is not for everybody."""
    head, end = cutting.head, cutting.end
    if not (head.settings.public and head.settings.watchers):
        return None
    ended, control = end.events[-1], head.settings.control
    assert isinstance(ended, GameEnded)
    return GameListing(
        room=head.room,
        match=head.match,
        game=head.game,
        at=end.at,
        white=head.white.name,
        black=head.black.name,
        winner=ended.winner,
        points=ended.points,
        ending=ended.ending,
        preset=head.settings.preset,
        plays=sum(len(_PLAYS.findall(commit)) for commit in cutting.commits),
        length=head.settings.length,
        overrides=head.settings.overrides,
        timing=control.timing,
        bank=control.bank,
        extra=control.extra,
    )


# --- cutting ----------------------------------------------------------------------------------------------------------


def _spans(code: str, entries: Iterable[Entry]) -> Iterator[_Span]:
    """The finished games of a log. Only the few entries that matter are read; the others are most of the log."""
    state, game, first = RoomState(code), 0, (0, 0)
    for entry in entries:
        if not _TURNING_POINTS.search(entry.data):
            continue
        for number, event in enumerate(decode_commit(entry.data).events):
            match event:
                case RoomCreated() | SeatTaken() | SeatLeft() | MatchStarted():
                    state = fold_events(state, (event,))
                case GameStarted():
                    game, first = event.game, (entry.version, number)
                case GameEnded():
                    yield _Span(state, game, first, (entry.version, number))
                case _:
                    pass


def _cut_out(span: _Span, entries: Sequence[Entry]) -> Cutting:
    state = span.state
    assert state.white is not None
    assert state.black is not None
    head = Record(
        room=state.code,
        match=state.matches,
        game=span.game,
        settings=state.settings,
        rules=msgspec.to_builtins(state.rules),
        white=_seat(state.white),
        black=_seat(state.black),
        commits=(),
    )
    return Cutting(head, tuple(_commits(span, entries[span.first[0] - 1 : span.version])))


def _seat(seat: Seat) -> SeatView:
    return SeatView(player=seat.player, name=seat.name, bot=seat.bot)


def _commits(span: _Span, entries: Sequence[Entry]) -> Iterator[bytes]:
    """What happened in a game, as the store keeps it: mostly what it has kept already, for to read that takes long."""
    if any(_TAKEBACKS.search(entry.data) for entry in entries):
        moments = (moment for entry in entries for moment in _moments(span, entry))
        yield from _written(_without_takebacks(moments))
        return
    for entry in entries:
        if span.first[0] < entry.version < span.version and not _OF_THE_ROOM.search(entry.data):
            yield entry.data
        else:
            yield from _written(_moments(span, entry))


def _moments(span: _Span, entry: Entry) -> Iterator[_Moment]:
    """The facts of a game in an entry, which may have others before its start, after its end, and of the room."""
    commit = decode_commit(entry.data)
    for number, event in enumerate(commit.events):
        if span.first <= (entry.version, number) <= span.last and type(event) in _OF_GAMES:
            yield entry.version, commit.at, event


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


def _written(moments: Iterable[_Moment]) -> Iterator[bytes]:
    for (_, at), together in groupby(moments, key=lambda moment: moment[:2]):
        yield encode_commit(Commit(at, tuple([event for _, _, event in together])))
