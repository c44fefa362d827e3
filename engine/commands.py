"""What a player, or the server for him, may ask for in a game."""

from engine.outcome import Ending
from engine.types import Color, Play, Step, value

# Each names the turn it means, so that a late command cannot act on another turn.


@value
class Throw:
    """Throw the own opening die, or the dice of the own turn."""

    turn: int


@value
class MakeStep:
    turn: int
    step: Step


@value
class MakePlay:
    """Make these steps and end the turn, unless a cascade goes on."""

    turn: int
    steps: Play


@value
class Undo:
    """Take back the last step of this turn, or all of them; never behind a throw."""

    turn: int
    everything: bool = False


@value
class EndTurn:
    turn: int


@value
class HandOver:
    """Teaching: `color` throws next, whosever turn it is."""

    turn: int
    color: Color


@value
class Resign:
    """Give the game up for `points`, which must be what the position costs."""

    points: int


@value
class Lose:
    """The server ends the game against the player, who left or ran out of time."""

    ending: Ending


GameCommand = Throw | MakeStep | MakePlay | Undo | EndTurn | HandOver | Resign | Lose
