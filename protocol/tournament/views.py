"""What everybody sees of a tournament. Players and matches go by their names in it; times are server time in ms."""

from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct

from protocol.ids import PlayerId
from protocol.tournament.events import Config, Format, Result, Score, Source

Phase = Literal["registration", "running", "finished"]
Deed = Literal["played", "forfeit_win", "forfeit_loss", "bye", "absent", "open"]
"""What a player has done in a round. `open`: the match has no result yet."""
Why = Literal[
    "not_registered",
    "not_checked_in",
    "not_started",
    "withdrawn",
    "finished",
    "paused",
    "break",
    "play",
    "opponent_not_ready",
    "disputed",
    "bye",
    "out",
    "round_not_started",
    "others_playing",
    "next_round",
]
Lateness = Literal["alarm", "offer", "forfeit"]
"""Since the start of the round: an alarm, then the director may give a forfeit, or one happens by itself."""
Advice = Literal["ok", "may_need_rematch", "offer_round_robin", "refuse"]
"""Of a Swiss; `refuse`: there are not so many opponents, only a double round robin has as many rounds."""
Role = Literal["director", "helper", "player", "viewer"]


@dataclass(frozen=True, slots=True)
class Waiting:
    """`match`: where he plays or has played in this round. `next_round`: about when.

    `start_button`: there is a board to sit down at. `points`: what the bye is worth.
    """

    why: Why
    match: str | None = None
    start_button: bool = False
    points: int = 0
    next_round: int | None = None


@dataclass(frozen=True, slots=True)
class NoShow:
    """`missing`: one player or both. `level`: a forfeit happens by itself. `penalty`: game points that it has cost."""

    match: str
    missing: tuple[str, ...]
    level: Lateness
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """`length`: of a match; `minutes`: from the start to the end of the last round."""

    format: Format
    rounds: int
    length: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Part:
    """What one round gives: to the points, to Buchholz and to Sonneborn-Berger."""

    round: int
    deed: Deed
    opponent: str | None
    points: int
    buchholz: float
    sonneborn_berger: float


@dataclass(frozen=True, slots=True)
class Row:
    """`rank` is shared by equals, and 0 is out of the table. `adjusted`: the score that counts for his opponents.

    `points_for`, `diff`: game points, at most the length of a match each time. `apart`: what separates him from the
    next row, by the names of the tie-breaks (`TieBreak` in PROTOCOL.md); None when nothing does.
    """

    player: str
    rank: int = 0
    points: int = 0
    adjusted: float = 0
    buchholz: float = 0
    buchholz_cut1: float = 0
    sonneborn_berger: float = 0
    diff: int = 0
    points_for: int = 0
    mars: int = 0
    wins_played: int = 0
    parts: tuple[Part, ...] = ()
    apart: str | None = None


class Gone(Struct, frozen=True, kw_only=True):
    """When, in which round, and why somebody has left."""

    at: int
    round: int
    source: Source
    reason: str = ""


class PlayerView(Struct, frozen=True, kw_only=True):
    """`device`: a phone or tablet plays for him. `joined`: the first round that he can play in."""

    id: str
    name: str
    seed: int
    joined: int
    here: Literal["no", "coming", "yes"]
    device: bool
    gone: Gone | None = None


class CorrectionView(Struct, frozen=True, kw_only=True):
    """`before` was the result until then."""

    at: int
    source: Source
    reason: str
    before: Result
    after: Result


class MatchView(Struct, frozen=True, kw_only=True):
    """`score`: game points so far, of a first. `room`: its board, when both play on a device.

    `stage`: where in a bracket, such as `WB final`. `claims`: what each has said of a wooden board.
    """

    match: str
    table: int
    a: str
    b: str
    stage: str = ""
    room: str | None = None
    ready: tuple[str, ...] = ()
    started: int | None = None
    score: Score = (0, 0)
    claims: dict[str, Score] = {}
    disputed: bool = False
    result: Result | None = None
    source: Source | None = None
    reason: str = ""
    reported: int | None = None
    corrections: tuple[CorrectionView, ...] = ()


class EditView(Struct, frozen=True, kw_only=True):
    """Who changed places in a published round, as (match, a, b) before and after."""

    at: int
    reason: str
    before: tuple[tuple[str, str, str], ...]
    after: tuple[tuple[str, str, str], ...]


class RoundView(Struct, frozen=True, kw_only=True):
    """`ends`: when its time is over, with what the director has added; None while it is not started."""

    number: int
    kind: Literal["round_robin", "swiss", "knockout"]
    matches: tuple[MatchView, ...]
    byes: tuple[str, ...] = ()
    started: int | None = None
    ends: int | None = None
    closed: bool = False
    edits: tuple[EditView, ...] = ()


class BracketNode(Struct, frozen=True, kw_only=True):
    """A match to be. A side is a player, or None with where he comes from: `winner M1`, `loser W2`, or nobody: ``."""

    match: str
    stage: str
    a: str | None
    b: str | None
    a_from: str = ""
    b_from: str = ""
    winner: str | None = None
    needed: bool = True


class Standings(Struct, frozen=True, kw_only=True):
    """After `through` rounds. `before`: the ranks one round earlier, for rise and fall. `ties`: who may play off."""

    through: int
    rows: tuple[Row, ...]
    tie_breaks: tuple[str, ...]
    before: dict[str, int] = {}
    ties: tuple[tuple[str, str], ...] = ()


class JournalLine(Struct, frozen=True, kw_only=True):
    """One fact of the log (see PROTOCOL.md, Facts of a tournament), and who asked for it."""

    version: int
    at: int
    source: Source
    event: dict[str, Any]


class Head(Struct, frozen=True, kw_only=True):
    """How the tournament stands.

    `paired`: rounds published so far; those with higher numbers that a client has are void. `rounds`: how many it will
    have, as far as can be said. `paused`, `announcement`: since when, and the words. `featured`: the match that screens
    show, by the director's choice (`pinned`) or the most exciting one. `choices`: what the director is asked after a
    correction. `played_out`: no round will follow.
    """

    config: Config
    phase: Phase
    check_in: bool
    paired: int
    rounds: int
    played_out: bool = False
    advice: Advice = "ok"
    proposal: Proposal | None = None
    estimated_end: int | None = None
    paused: tuple[int, str] | None = None
    break_until: int | None = None
    announcement: tuple[int, str] | None = None
    featured: str | None = None
    pinned: bool = False
    late: tuple[NoShow, ...] = ()
    choices: tuple[str, ...] = ()
    finish: Literal["played", "director", "not_enough_players"] | None = None


class You(Struct, frozen=True, kw_only=True):
    """What the link or the device makes of you. `player`: for whom you play, and what he waits for."""

    role: Role
    device: PlayerId
    player: str | None = None
    waiting: Waiting | None = None


class TournamentListing(Struct, frozen=True, kw_only=True):
    """A tournament in the list."""

    tournament: str
    title: str
    format: Format
    phase: Phase
    players: int
    round: int
    rounds: int
    created: int
