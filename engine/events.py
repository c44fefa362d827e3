"""The facts of a game, one frozen type each. A game is the fold of these (engine/game.py), and so is a match."""

from engine.explain import Blocked
from engine.outcome import Ending
from engine.types import Color, Die, value


@value
class GameStarted:
    """Game number `game` of the match (1 is the first): all checkers on the heads, both players throw one die."""

    game: int
    turn: int


@value
class OpeningDieThrown:
    color: Color
    die: Die


@value
class RollOffTied:
    """Equal opening dice: both throw again."""

    turn: int


@value
class RollOffWon:
    """`color` threw higher and begins."""

    color: Color


@value
class TurnBegan:
    """`color` is on roll. `turn` counts on through all games of a room and never repeats; `last` is the last turn."""

    turn: int
    color: Color
    last: bool = False


@value
class DiceThrown:
    """The player's own throw. `opening`: no new throw, the two opening dice are played."""

    color: Color
    dice: tuple[Die, Die]
    opening: bool = False


@value
class CascadeContinued:
    """Gul Bara: all four were used, so four of the next higher number follow without a throw."""

    color: Color
    dice: tuple[Die, ...]


@value
class DiceCarried:
    """Gul Bara: dice that the opponent could not use; `color` plays what can be played, then throws."""

    color: Color
    dice: tuple[Die, ...]


@value
class Stepped:
    """The player on roll moved the checker on own point `point` by `die`."""

    point: int
    die: Die


@value
class StepUndone:
    """The player on roll took back the last step of this turn."""

    point: int
    die: Die


@value
class PlayEnded:
    """A play is complete. `unused`: the dice left over; `blocked`: why each of them cannot be played."""

    color: Color
    unused: tuple[Die, ...] = ()
    blocked: tuple[Blocked, ...] = ()


@value
class TurnHandedOver:
    """Teaching: the dice are void, the position stays, and `color` throws next."""

    color: Color


@value
class ClocksSet:
    """Milliseconds left as of `since` (server time); the clock of `running` goes."""

    white: int
    black: int
    running: Color | None
    since: int


@value
class GameEnded:
    """`winner` None is a draw."""

    winner: Color | None
    points: int
    ending: Ending


@value
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
