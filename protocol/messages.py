"""Messages: what the server sends. A viewer's stream of a room is a Snapshot, then Events by version without holes.

What is sent to somebody who comes back has to fit into a kilobyte, also in the last game of a long match and in the
middle of a cascade: it leaves out what has its default and what the rest implies, and small things in it are lists.
"""

from functools import cached_property
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from engine.outcome import Ending
from engine.position import Checkers, Position
from engine.summary import Summary
from engine.types import BLACK, CHECKERS, WHITE, Color
from protocol.commands import Phrase, Strength
from protocol.events import Commit, Event
from protocol.graph import Nodes, unfold
from protocol.ids import PlayerId
from protocol.settings import Option, Settings
from protocol.tags import tag
from protocol.tournament.events import KeyRole
from protocol.tournament.views import (
    BracketNode,
    Head,
    JournalLine,
    MatchView,
    PlayerView,
    RoundView,
    Standings,
    TournamentListing,
    You,
)

Pair = tuple[int, int]
"""White's value, then Black's."""
WireStep = tuple[int, int]
"""(point, die)."""
Result = Annotated[int, Meta(ge=-39, le=39)]
"""Of one game: the points that White won, negative those that Black did, 0 for a draw. Not borne off: ten more for a
game that was resigned, twenty for one lost by the clock, thirty for one that was left."""
ViewPhase = Literal["waiting", "opening", "roll", "play", "over"]

_HOW: Final = {Ending.DRAW: 0, Ending.BORNE_OFF: 0, Ending.RESIGNED: 10, Ending.FLAG: 20, Ending.ABANDONED: 30}


class Message(Struct, frozen=True, kw_only=True, tag_field="type", tag=tag):
    pass


class Welcome(Message, frozen=True, kw_only=True):
    """Answers Hello. `token` is there only when the server made it: keep it, it is not sent again."""

    player: PlayerId
    name: str
    product: str
    protocol: int
    heartbeat_ms: int
    token: str | None = None


class Ack(Message, frozen=True, kw_only=True, omit_defaults=True):
    """The command is done. `version`: it is in the log up to there; `room`: the room it made or found.

    `tournament`: the tournament that it made.
    """

    id: str
    version: int = 0
    room: str | None = None
    tournament: str | None = None


class Error(Message, frozen=True, kw_only=True):
    """The command is refused and nothing has changed. `id` is None when the frame had none that could be read.

    With `room` it answers nothing: that room is closed to you from now on, or forgotten.

    `code` is one of protocol.errors.Code, engine.errors.Reason or protocol.tournament.errors.Wrong; `points` are own
    points of the asker, `concerned` matches or players of a tournament; `detail` is a sentence in English for
    developers and for clients that have no text of their own for the code.
    """

    id: str | None
    code: str
    detail: str = ""
    points: tuple[int, ...] = ()
    concerned: tuple[str, ...] = ()
    room: str | None = None


class SeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits there. `offline_ms`: how long he has been away, None while he is here."""

    player: PlayerId
    name: str
    bot: Strength | None = None
    offline_ms: int | None = None


class StageView(Struct, frozen=True, kw_only=True, array_like=True):
    """One stage of the current turn: the dice on offer and the steps made with them. On the wire it is a list."""

    dice: tuple[int, ...]
    steps: tuple[WireStep, ...] = ()
    carried: bool = False


class ClocksView(Struct, frozen=True, kw_only=True, array_like=True):
    """Milliseconds left at the time of sending; `delay` of it is still free before the running bank moves.

    On the wire it is a list.
    """

    white: int
    black: int
    running: Color | None = None
    delay: int = 0


def result(winner: Color | None, points: int, ending: Ending) -> int:
    """How a game ended, in one number: see Result."""
    number = points + _HOW[ending]
    return -number if winner is BLACK else number


class Snapshot(Message, frozen=True, kw_only=True, omit_defaults=True):
    """A room as one viewer sees it, complete. `you`: the seats that are yours.

    `mars` is what a game costs a loser who has borne nothing off. `score`, `turns` (own throws), `opening` (dice of the
    roll-off) and `checkers` are White's and Black's. `checkers`: the own point of each checker on the board, from the
    head down, with the steps of this turn already made. `last_play`: the steps of the turn before. `tournament`: the
    tournament and the match that are played here, as `ABCDEF/r2t3`.
    """

    room: str
    version: int
    at: int
    settings: Settings
    mars: int = 2
    white: SeatView | None = None
    black: SeatView | None = None
    you: tuple[Color, ...] = ()
    phase: ViewPhase = "play"
    match: int = 1
    game: int
    turn: int
    score: Pair = (0, 0)
    checkers: Checkers
    to_move: Color | None = None
    turns: Pair = (0, 0)
    opening: tuple[int | None, int | None] = (None, None)
    stages: tuple[StageView, ...] = ()
    last_play: tuple[WireStep, ...] = ()
    last_turn: bool = False
    clocks: ClocksView | None = None
    rematch: Color | None = None
    results: tuple[Result, ...] = ()
    winner: Color | None = None
    watchers: int = 0
    tournament: str | None = None
    paused: bool = False

    @property
    def position(self) -> Position:
        return Position.of(self.checkers)

    @property
    def first_mover(self) -> Color | None:
        """Who has won the roll-off."""
        white, black = self.opening
        return None if white is None or black is None or white == black else WHITE if white > black else BLACK

    @property
    def cost(self) -> Pair:
        """What resigning costs White and Black: `mars` until the first checker is off."""
        white, black = (1 if len(points) < CHECKERS else self.mars for points in self.checkers)
        return (white, black) if self.game else (0, 0)


class Events(Message, frozen=True, kw_only=True):
    """One version of the room: what happened at `at` (server time in ms). Empty when all of it is hidden from you."""

    room: str
    version: int
    at: int
    events: tuple[Event, ...]


class StepGraph(Message, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """To the player on roll: all legal ways through stage number `stage` (0 is the first) of this turn.

    A complete play uses `uses` dice. `checkers`: where the own checkers stand at the beginning; `stay` of them stay on
    24. `points`: for each number on the dice, the higher first, from where it moves a checker. `off`: (point, die,
    last), off from there while none stands above `last`. `walls`: first of six points in a row, down and from 1 to 24,
    that may not all be occupied after a step; if `passing`, only not after the last.
    """

    room: str
    turn: int
    stage: int = 0
    dice: tuple[int, ...]
    uses: int
    checkers: tuple[int, ...]
    stay: int = 0
    points: tuple[tuple[int, ...], ...]
    off: tuple[tuple[int, int, int], ...] = ()
    walls: tuple[int, ...] = ()
    passing: bool = False

    @cached_property
    def nodes(self) -> Nodes:
        """What may be played next at each node, unfolded: 0 is the beginning, the last one is every end."""
        return unfold(self.dice, self.summary)

    @property
    def summary(self) -> Summary:
        return Summary(self.uses, self.checkers, self.stay, self.points, self.off, self.walls, self.passing)


class Heartbeat(Message, frozen=True, kw_only=True):
    """Sent every few seconds. A client whose version or digest differs subscribes again."""

    room: str
    version: int
    digest: str
    turn: int
    at: int
    clocks: ClocksView | None = None
    watchers: int = 0


class Said(Message, frozen=True, kw_only=True):
    """A line of chat. `seat` is None for a watcher; watchers' lines go to watchers only, players' to players."""

    room: str
    at: int
    player: PlayerId
    name: str
    seat: Color | None = None
    text: str = ""
    phrase: Phrase | None = None


class RoomListing(Struct, frozen=True, kw_only=True):
    """A public room in the list.

    `watchers`, as far as the server knew when something last happened; `score`, `pips` (still to run) and number of
    the game `game`, as watchers see them.
    """

    room: str
    title: str
    preset: str
    overrides: dict[str, Option]
    length: Annotated[int, Meta(ge=1)]
    stake: int
    timing: str
    bank: int
    extra: int
    white: str | None
    black: str | None
    waiting: bool
    watchable: bool
    created: int
    watchers: int = 0
    score: Pair = (0, 0)
    pips: Pair = (360, 360)
    game: int = 0


class Rooms(Message, frozen=True, kw_only=True):
    """The public rooms, those that wait for a player first, the newest first."""

    rooms: tuple[RoomListing, ...]


class Record(Message, frozen=True, kw_only=True):
    """A finished game: its facts from GameStarted to GameEnded without what was taken back, and who sat there."""

    room: str
    match: int
    game: int
    settings: Settings
    rules: dict[str, Option]
    white: SeatView
    black: SeatView
    commits: tuple[Commit, ...]


class GameListing(Struct, frozen=True, kw_only=True):
    """A finished game in the list. It ended `at` (server time in ms); `plays`: of both players, passes too.

    `length` of the match in points; 0 for a game that was filed before this was told, and then nothing is known of
    `overrides` and the clock either.
    """

    room: str
    match: int
    game: int
    at: int
    white: str
    black: str
    winner: Color | None
    points: int
    ending: Ending
    preset: str
    plays: int
    length: Annotated[int, Meta(ge=0)] = 0
    overrides: dict[str, Option] = {}
    timing: str = "none"
    bank: int = 0
    extra: int = 0


class Games(Message, frozen=True, kw_only=True):
    """Finished games of public rooms, the newest first."""

    games: tuple[GameListing, ...]


class DeviceCode(Message, frozen=True, kw_only=True):
    """What the other device has to say within `expires_ms`."""

    code: str
    expires_ms: int


class Sealed(Message, frozen=True, kw_only=True):
    """What another device has left for this one."""

    sealed: str


class Tournament(Message, frozen=True, kw_only=True):
    """A tournament as everybody sees it. The first one is complete; later ones hold what has changed, whole.

    Of `rounds` those that have changed, and of the `journal` what is new. `entries` and `matches`: of many players and
    of a large round only these have changed; each takes the place of the one of its name, or is new.
    """

    tournament: str
    version: int
    at: int
    head: Head | None = None
    players: tuple[PlayerView, ...] | None = None
    entries: tuple[PlayerView, ...] = ()
    rounds: tuple[RoundView, ...] = ()
    matches: tuple[MatchView, ...] = ()
    play_offs: tuple[MatchView, ...] | None = None
    standings: Standings | None = None
    bracket: tuple[BracketNode, ...] | None = None
    journal: tuple[JournalLine, ...] = ()


class TournamentYou(Message, frozen=True, kw_only=True):
    """What you are in a tournament and what you wait for: after the first Tournament, and whenever it changes."""

    tournament: str
    you: You


class Tournaments(Message, frozen=True, kw_only=True):
    """The tournaments of this server, the newest first."""

    tournaments: tuple[TournamentListing, ...]


class Key(Message, frozen=True, kw_only=True):
    """A secret that you asked for: who has it is taken for what it says. It is not sent again."""

    tournament: str
    role: KeyRole
    key: str
    player: str | None = None


class DirectorCode(Message, frozen=True, kw_only=True):
    """Six digits that make another device the director's, within `expires_ms`."""

    code: str
    expires_ms: int


AnyMessage = (
    Welcome
    | Ack
    | Error
    | Snapshot
    | Events
    | StepGraph
    | Heartbeat
    | Said
    | Rooms
    | Record
    | Games
    | DeviceCode
    | Sealed
    | Tournament
    | TournamentYou
    | Tournaments
    | Key
    | DirectorCode
)
