"""Messages: what the server sends. A viewer's stream of a room is a Snapshot, then Events by version without holes.

What is sent to somebody who comes back leaves out what has its default, so that it fits into a kilobyte.
"""

from functools import cached_property
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from engine.outcome import Ending
from engine.summary import Summary
from engine.types import Color
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
ResultText = Annotated[str, Meta(pattern="^(D|[WB][1-9][rfa]?)$")]
ViewPhase = Literal["waiting", "opening", "roll", "play", "over"]

_HOW: Final = {Ending.BORNE_OFF: "", Ending.RESIGNED: "r", Ending.FLAG: "f", Ending.ABANDONED: "a"}


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


class StageView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One stage of the current turn: the dice on offer and the steps made with them."""

    dice: tuple[int, ...]
    steps: tuple[WireStep, ...] = ()
    carried: bool = False


class ClocksView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Milliseconds left at the time of sending; `delay` of it is still free before the running bank moves."""

    white: int
    black: int
    running: Color | None = None
    delay: int = 0


def result_text(winner: Color | None, points: int, ending: Ending) -> str:
    """How a game ended: `D` for a draw, else who won how many points, and how if not by bearing off: `W2`, `B1r`."""
    return "D" if winner is None else f"{winner[0].upper()}{points}{_HOW[ending]}"


class Snapshot(Message, frozen=True, kw_only=True, omit_defaults=True):
    """A room as one viewer sees it, complete. `you`: the seats that are yours.

    `rules_digest` names the complete option set; `mars` is what a game costs a loser who has borne nothing off.
    `score`, `turns` (own throws) and `opening` (dice of the roll-off) are White's and Black's. `position` is position
    text with the steps of this turn already made. `cost`: what resigning costs each player. `last_play`: the steps of
    the turn before. `tournament`: the tournament and the match that are played here, as `ABCDEF/r2t3`.
    """

    room: str
    version: int
    at: int
    settings: Settings
    rules_digest: str
    mars: int = 2
    white: SeatView | None = None
    black: SeatView | None = None
    you: tuple[Color, ...] = ()
    phase: ViewPhase
    match: int
    game: int
    turn: int
    score: Pair = (0, 0)
    position: str
    digest: str
    first_mover: Color | None = None
    to_move: Color | None = None
    turns: Pair = (0, 0)
    opening: tuple[int | None, int | None] = (None, None)
    stages: tuple[StageView, ...] = ()
    last_play: tuple[WireStep, ...] = ()
    last_turn: bool = False
    cost: Pair = (0, 0)
    clocks: ClocksView | None = None
    rematch: Color | None = None
    results: tuple[ResultText, ...] = ()
    winner: Color | None = None
    watchers: int = 0
    tournament: str | None = None
    paused: bool = False


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
    version: int
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

    `length` of the match in points; 0 for a game that was filed before this was told.
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
