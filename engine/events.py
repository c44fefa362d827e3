"""The facts of a game, one frozen type each. A game is the fold of these (engine/game.py), and so is a match."""

from dataclasses import dataclass

from engine.explain import Blocked
from engine.outcome import Ending
from engine.types import Color, Die


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Game number `game` of the match (1 is the first): all checkers on the heads, both players throw one die."""

    game: int
    turn: int


@dataclass(frozen=True, slots=True)
class OpeningDieThrown:
    color: Color
    die: Die


@dataclass(frozen=True, slots=True)
class RollOffTied:
    """Equal opening dice: both throw again."""

    turn: int


@dataclass(frozen=True, slots=True)
class RollOffWon:
    """`color` threw higher and begins."""

    color: Color


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """`color` is on roll. `turn` counts on through all games of a room and never repeats; `last` is the last turn."""

    turn: int
    color: Color
    last: bool = False


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """The player's own throw. `opening`: no new throw, the two opening dice are played."""

    color: Color
    dice: tuple[Die, Die]
    opening: bool = False


@dataclass(frozen=True, slots=True)
class CascadeContinued:
    """Gul Bara: all four were used, so four of the next higher number follow without a throw."""

    color: Color
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class DiceCarried:
    """Gul Bara: dice that the opponent could not use; `color` plays what can be played, then throws."""

    color: Color
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Stepped:
    """The player on roll moved the checker on own point `point` by `die`."""

    point: int
    die: Die


@dataclass(frozen=True, slots=True)
class StepUndone:
    """The player on roll took back the last step of this turn."""

    point: int
    die: Die


@dataclass(frozen=True, slots=True)
class PlayEnded:
    """A play is complete. `unused`: the dice left over; `blocked`: why each of them cannot be played."""

    color: Color
    unused: tuple[Die, ...] = ()
    blocked: tuple[Blocked, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnHandedOver:
    """Teaching: the dice are void, the position stays, and `color` throws next."""

    color: Color


@dataclass(frozen=True, slots=True)
class ClocksSet:
    """Milliseconds left as of `since` (server time); the clock of `running` goes."""

    white: int
    black: int
    running: Color | None
    since: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """`winner` None is a draw."""

    winner: Color | None
    points: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """`white` and `black` are the final score in points."""

    winner: Color
    white: int
    black: int
    ending: Ending


GameEvent = (
    OpeningDieThrown
    | RollOffTied
    | RollOffWon
    | TurnBegan
    | DiceThrown
    | CascadeContinued
    | DiceCarried
    | Stepped
    | StepUndone
    | PlayEnded
    | TurnHandedOver
    | GameEnded
)
MatchEvent = GameEvent | GameStarted | ClocksSet | MatchEnded
