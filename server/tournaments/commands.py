"""What can be asked of a tournament. Who asks is the actor's, time is the server's."""

from dataclasses import dataclass

from protocol.ids import PlayerId
from server.tournaments.events import Config, Result, Score

# --- the director -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Configure:
    """Before the start everything; after it the number of rounds of a Swiss, no-shows and who is kept apart."""

    config: Config


@dataclass(frozen=True, slots=True)
class OpenCheckIn:
    pass


@dataclass(frozen=True, slots=True)
class CloseCheckIn:
    pass


@dataclass(frozen=True, slots=True)
class Merge:
    """`player` is the same person as `into`."""

    player: str
    into: str


@dataclass(frozen=True, slots=True)
class Start:
    """`rng_seed` decides all lots; the server draws it."""

    rng_seed: int


@dataclass(frozen=True, slots=True)
class PairRound:
    """Publish round `round`, or publish it anew. `anyway`: also with a rematch or a second bye."""

    round: int
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Swap:
    """Let two players change places in the published round. `anyway`: although somebody meets again."""

    round: int
    one: str
    other: str
    reason: str
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class StartRound:
    round: int


@dataclass(frozen=True, slots=True)
class UndoRound:
    """`confirm` is UNDO ROUND and its number."""

    round: int
    confirm: str


@dataclass(frozen=True, slots=True)
class ExtendClock:
    """So many ms more for this round."""

    round: int
    by: int


@dataclass(frozen=True, slots=True)
class CancelMatch:
    """Let it begin anew."""

    match: str
    reason: str


@dataclass(frozen=True, slots=True)
class Correct:
    match: str
    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class PlayOff:
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Pause:
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    pass


@dataclass(frozen=True, slots=True)
class TakeBreak:
    """`until`: server time in ms."""

    until: int


@dataclass(frozen=True, slots=True)
class Announce:
    text: str


@dataclass(frozen=True, slots=True)
class Feature:
    match: str | None


@dataclass(frozen=True, slots=True)
class Finish:
    pass


@dataclass(frozen=True, slots=True)
class Reopen:
    reason: str


# --- the director and his helpers -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Report:
    """A result that no server has seen: of a wooden board, or a forfeit."""

    match: str
    result: Result
    reason: str = ""


# --- everybody, for himself -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Register:
    name: str


@dataclass(frozen=True, slots=True)
class Rename:
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class CheckIn:
    """`coming`: he is expected; only the director and his helpers say so."""

    player: str
    coming: bool = False


@dataclass(frozen=True, slots=True)
class Withdraw:
    player: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Return:
    player: str


@dataclass(frozen=True, slots=True)
class Ready:
    """He sits at the board."""

    match: str
    player: str


@dataclass(frozen=True, slots=True)
class Claim:
    """How a match on a wooden board ended: the points of side a first, whoever says it."""

    match: str
    player: str
    score: Score


# --- the server -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Link:
    """This device has shown the player's own link."""

    player: str
    owner: PlayerId


@dataclass(frozen=True, slots=True)
class RecordGame:
    """A game of the match is over in its room; `winner` is a player. Named again, it is not counted again."""

    match: str
    game: int
    winner: str
    points: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Do what is due: close a round whose matches all have a result, forfeit who does not come, if it is set so."""


DirectorCommand = (
    Configure
    | OpenCheckIn
    | CloseCheckIn
    | Merge
    | Start
    | PairRound
    | Swap
    | StartRound
    | UndoRound
    | ExtendClock
    | CancelMatch
    | Correct
    | PlayOff
    | Pause
    | Resume
    | TakeBreak
    | Announce
    | Feature
    | Finish
    | Reopen
)
PersonalCommand = Register | Rename | CheckIn | Withdraw | Return | Ready | Claim
ServerCommand = Link | RecordGame | Settle
Command = DirectorCommand | Report | PersonalCommand | ServerCommand
