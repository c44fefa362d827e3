"""The facts of a tournament. Everything that happened in it is a sequence of commits, and a commit is some of these.

Players and matches have names that are good within the tournament (`p1`, `r2t3`). Times are server time in ms.
"""

from dataclasses import astuple, dataclass
from typing import Annotated, Literal

from msgspec import Meta

from protocol import limits
from protocol.ids import PlayerId
from protocol.settings import Settings

Format = Literal["round_robin", "swiss", "single_elimination", "double_elimination", "lives"]
"""`lives`: Swiss pairing in which a player is out after so many losses."""
Kind = Literal["played", "forfeit", "double_forfeit"]
Source = Literal["server", "director", "helper", "player"]
"""Who says so. The server: it saw the game, or a rule of the tournament asks for it."""
KeyRole = Literal["director", "helper", "player"]
"""What a key makes of a device."""
Name = Annotated[str, Meta(min_length=1, max_length=limits.ID_CHARS)]
"""Of a player or a match, within a tournament."""
Number = Annotated[int, Meta(ge=0, le=limits.ROUNDS)]
Points = Annotated[int, Meta(ge=0, le=2 * limits.MATCH_LENGTH)]
Score = tuple[Points, Points]


@dataclass(frozen=True, slots=True)
class Config:
    """What is played. `matches`: how the rooms are made; the length of a match is there.

    `rounds`: of a Swiss, 0 as many as suit its players; with `lives` 0 until one is left. `cut`: so many go on from the
    first stage to single elimination. `apart`: pairs of players who are not paired with each other. `no_show`: who
    forfeits a match to which somebody does not come, or what every five minutes cost him.
    """

    title: Annotated[str, Meta(max_length=limits.TITLE_CHARS)] = ""
    format: Format = "round_robin"
    matches: Settings = Settings()
    rounds: Number = 0
    double: bool = False
    lives: Annotated[int, Meta(ge=1, le=9)] = 2
    cut: Annotated[int, Meta(ge=0, le=8)] = 0
    third_place: bool = False
    consolation: bool = False
    grand_final: Literal["reset", "single"] = "reset"
    order: Literal["fold", "random"] = "fold"
    apart: Annotated[tuple[tuple[Name, Name], ...], Meta(max_length=limits.KEPT_APART)] = ()
    no_show: Literal["director", "automatic", "penalty"] = "director"


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """Smaller is better, from the first number on."""

    rematches: int = 0
    second_byes: int = 0
    bye_score: int = 0
    bye_unplayed: int = 0
    squares: int = 0
    repeated_floats: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(*map(sum, zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class Pairing:
    match: str
    table: int
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Result:
    """`score`: game points of a and b; `mars`: how many of their wins were mars. A forfeit has no points."""

    kind: Kind
    winner: Name | None
    score: Score = (0, 0)
    mars: Score = (0, 0)


# --- the tournament ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    config: Config
    at: int


@dataclass(frozen=True, slots=True)
class TournamentConfigured:
    config: Config


@dataclass(frozen=True, slots=True)
class CheckInOpened:
    """People can register and check in; so it is from the start."""


@dataclass(frozen=True, slots=True)
class CheckInClosed:
    """Only the director registers anybody now."""


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """`rng_seed`: all lots of this tournament follow from it."""

    rng_seed: int


@dataclass(frozen=True, slots=True)
class Paused:
    at: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    at: int


@dataclass(frozen=True, slots=True)
class BreakBegun:
    """Nothing is played until `until`."""

    until: int


@dataclass(frozen=True, slots=True)
class AnnouncementMade:
    """`text`: for everybody; empty, the last one is taken down."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class TableFeatured:
    """The match that the projector shows; None lets it choose."""

    match: str | None


@dataclass(frozen=True, slots=True)
class KeyIssued:
    """Whoever shows the key of this digest is taken for that. `alone`: the keys before it for the same are void."""

    digest: str
    role: KeyRole
    player: str | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    reason: Literal["played", "director", "not_enough_players"] = "played"


@dataclass(frozen=True, slots=True)
class TournamentReopened:
    reason: str
    at: int


# --- players ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerRegistered:
    """`owner`: whose phone plays for him; None when the director typed the name. `seed`: 1 is the strongest."""

    player: str
    name: str
    seed: int
    owner: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class DeviceLinked:
    """Another phone or tablet plays for him from now on."""

    player: str
    owner: PlayerId


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayersMerged:
    """`player` is the same person as `into`, and is no longer in the list."""

    player: str
    into: str


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn:
    """`coming`: he is not here yet, but is expected and paired."""

    player: str
    coming: bool = False


@dataclass(frozen=True, slots=True)
class PlayerWithdrawn:
    player: str
    during_round: int
    at: int
    source: Source
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    player: str


# --- rounds -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """Published, not yet played. A second one for the same round takes the place of the first.

    `cost`: of a Swiss round. `schedule`: with the first round of a round robin its players in their order.
    `bracket`: with the first round of a knock-out its players in the order of their seeds.
    """

    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()
    cost: Cost | None = None
    schedule: tuple[str, ...] = ()
    bracket: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PairingEdited:
    """The director has changed the round: both lists."""

    round: int
    pairings_before: tuple[Pairing, ...]
    pairings: tuple[Pairing, ...]
    byes_before: tuple[str, ...]
    byes: tuple[str, ...]
    at: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundStarted:
    round: int
    at: int


@dataclass(frozen=True, slots=True)
class RoundStartUndone:
    """Its games are cancelled, its pairings and byes are void."""

    round: int
    at: int


@dataclass(frozen=True, slots=True)
class ClockExtended:
    """The round may last so much longer, in ms."""

    round: int
    by: int


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """Every match has its result. Once for each round."""

    round: int
    at: int


# --- matches ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchReady:
    """This player sits at the board."""

    match: str
    player: str
    at: int


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The first throw may be made: from here on the round can no longer be undone."""

    match: str
    at: int


@dataclass(frozen=True, slots=True)
class MatchCancelled:
    """The director lets it begin anew, in another room."""

    match: str
    at: int
    reason: str


@dataclass(frozen=True, slots=True)
class GameFinished:
    """Game number `game` of the match, won by `winner` with so many points."""

    match: str
    game: int
    winner: str
    points: int


@dataclass(frozen=True, slots=True)
class ScoreClaimed:
    """On a wooden board: what a player says."""

    match: str
    player: str
    score: Score


@dataclass(frozen=True, slots=True)
class ResultDisputed:
    """The two players say different things; the director decides."""

    match: str


@dataclass(frozen=True, slots=True)
class ResultReported:
    """The result of a match, once."""

    match: str
    result: Result
    source: Source
    at: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """Another result takes the place of the one that was reported, which stays in the log."""

    match: str
    result: Result
    at: int
    reason: str
    source: Source = "director"


@dataclass(frozen=True, slots=True)
class PlayOffPaired:
    """A match beside the rounds that settles a shared place."""

    match: str
    a: str
    b: str


TournamentEvent = (
    TournamentCreated
    | TournamentConfigured
    | CheckInOpened
    | CheckInClosed
    | TournamentStarted
    | Paused
    | Resumed
    | BreakBegun
    | AnnouncementMade
    | TableFeatured
    | KeyIssued
    | TournamentFinished
    | TournamentReopened
)
PlayerEvent = (
    PlayerRegistered | DeviceLinked | PlayerRenamed | PlayersMerged | PlayerCheckedIn | PlayerWithdrawn | PlayerReturned
)
RoundEvent = RoundPaired | PairingEdited | RoundStarted | RoundStartUndone | ClockExtended | RoundClosed | PlayOffPaired
MatchEvent = (
    MatchReady
    | MatchStarted
    | MatchCancelled
    | GameFinished
    | ScoreClaimed
    | ResultDisputed
    | ResultReported
    | ResultCorrected
)
Event = TournamentEvent | PlayerEvent | RoundEvent | MatchEvent


@dataclass(frozen=True, slots=True)
class Commit:
    """What is stored as one version of a tournament: the facts, `at`, the server time in ms, and who asked for it."""

    at: int
    events: tuple[Event, ...]
    source: Source = "server"
