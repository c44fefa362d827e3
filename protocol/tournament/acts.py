"""What can be asked of a tournament, in a `Conduct`. Who asks is the session's, time and lots are the server's.

Players and matches go by the names that the tournament has given them, such as `p1` and `r2t3`.
"""

from typing import Annotated

from msgspec import Meta, Struct

from protocol import limits
from protocol.tags import tag
from protocol.tournament.events import Config, Name, Number, Result, Score

Reason = Annotated[str, Meta(max_length=limits.REASON_CHARS)]
Time = Annotated[int, Meta(ge=0, le=2**53)]


class Act(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=tag):
    pass


# --- the director -----------------------------------------------------------------------------------------------------


class Configure(Act, frozen=True):
    """Before the start everything; after it the number of rounds of a Swiss, no-shows and who is kept apart."""

    config: Config


class OpenCheckIn(Act, frozen=True):
    pass


class CloseCheckIn(Act, frozen=True):
    pass


class Merge(Act, frozen=True):
    """`player` is the same person as `into`."""

    player: Name
    into: Name


class Start(Act, frozen=True):
    """`rng_seed` decides all lots; the server draws it, whatever is said here."""

    rng_seed: int = 0


class PairRound(Act, frozen=True):
    """Publish round `round`, or publish it anew. `anyway`: also with a rematch or a second bye."""

    round: Number
    anyway: bool = False


class Swap(Act, frozen=True):
    """Let two players change places in the published round. `anyway`: although somebody meets again."""

    round: Number
    one: Name
    other: Name
    reason: Reason
    anyway: bool = False


class StartRound(Act, frozen=True):
    round: Number


class UndoRound(Act, frozen=True):
    """`confirm` is UNDO ROUND and its number."""

    round: Number
    confirm: Annotated[str, Meta(max_length=limits.ID_CHARS)]


class ExtendClock(Act, frozen=True):
    """So many ms more for this round."""

    round: Number
    by: Annotated[int, Meta(ge=60_000, le=86_400_000)]


class CancelMatch(Act, frozen=True):
    """Let it begin anew."""

    match: Name
    reason: Reason


class Correct(Act, frozen=True):
    match: Name
    result: Result
    reason: Reason


class PlayOff(Act, frozen=True):
    a: Name
    b: Name


class Pause(Act, frozen=True):
    reason: Reason = ""


class Resume(Act, frozen=True):
    pass


class TakeBreak(Act, frozen=True):
    """`until`: server time in ms."""

    until: Time


class Announce(Act, frozen=True):
    text: Annotated[str, Meta(max_length=limits.ANNOUNCEMENT_CHARS)]


class Feature(Act, frozen=True):
    match: Name | None


class Finish(Act, frozen=True):
    pass


class Reopen(Act, frozen=True):
    reason: Reason


# --- the director and his helpers -------------------------------------------------------------------------------------


class Report(Act, frozen=True):
    """A result that no server has seen: of a wooden board, or a forfeit."""

    match: Name
    result: Result
    reason: Reason = ""


# --- everybody, for himself -------------------------------------------------------------------------------------------


class Register(Act, frozen=True):
    name: Annotated[str, Meta(max_length=limits.NAME_CHARS)]


class Rename(Act, frozen=True):
    player: Name
    name: Annotated[str, Meta(max_length=limits.NAME_CHARS)]


class CheckIn(Act, frozen=True):
    """`coming`: he is expected; only the director and his helpers say so."""

    player: Name
    coming: bool = False


class Withdraw(Act, frozen=True):
    player: Name
    reason: Reason = ""


class Return(Act, frozen=True):
    player: Name


class Ready(Act, frozen=True):
    """He sits at the board."""

    match: Name
    player: Name


class Claim(Act, frozen=True):
    """How a match on a wooden board ended: the points of side a first, whoever says it."""

    match: Name
    player: Name
    score: Score


DirectorAct = (
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
PersonalAct = Register | Rename | CheckIn | Withdraw | Return | Ready | Claim
AnyAct = DirectorAct | Report | PersonalAct
