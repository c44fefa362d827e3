"""What a player, or the server for him, may ask for in a game."""

from dataclasses import dataclass

from engine.outcome import Ending
from engine.types import Color, Play, Step

# Each names the turn it means, so that a late command cannot act on another turn.


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw the own opening die, or the dice of the own turn."""

    turn: int


@dataclass(frozen=True, slots=True)
class MakeStep:
    turn: int
    step: Step


@dataclass(frozen=True, slots=True)
class MakePlay:
    """Make these steps and end the turn, unless a cascade goes on."""

    turn: int
    steps: Play


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step of this turn, or all of them; never behind a throw."""

    turn: int
    everything: bool = False


@dataclass(frozen=True, slots=True)
class EndTurn:
    turn: int


@dataclass(frozen=True, slots=True)
class HandOver:
    """Teaching: `color` throws next, whosever turn it is."""

    turn: int
    color: Color


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up for `points`, which must be what the position costs."""

    points: int


@dataclass(frozen=True, slots=True)
class Lose:
    """The server ends the game against the player, who left or ran out of time."""

    ending: Ending


GameCommand = Throw | MakeStep | MakePlay | Undo | EndTurn | HandOver | Resign | Lose
