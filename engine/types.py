"""The small values that everything else is made of."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, NamedTuple, TypeVar, dataclass_transform

T = TypeVar("T")

HEAD: Final = 24
"""Own number of the starting point; all fifteen checkers begin there."""
OFF: Final = 0
"""Own number of the tray."""
HOME: Final = 6
"""Own number of the farthest home point: home is 6, 5, 4, 3, 2, 1."""
CHECKERS: Final = 15

Die = int
"""One to six."""
Phase = Literal["opening", "roll", "play", "over"]
"""What a game waits for: an opening throw, a throw, the rest of a play, or nothing any more."""


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A dataclass whose fields nobody sets again. The type checker sees to that; a frozen one is made half as fast."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


def quick_copies(cls: type[T]) -> type[T]:
    """A named tuple whose `_replace` takes two thirds of the time. The type checker looks at its fields as before."""
    places = {name: place for place, name in enumerate(cls._fields)}  # type: ignore[attr-defined]

    def _replace(self: tuple[object, ...], /, **changes: object) -> object:
        values = list(self)
        for name, new in changes.items():
            values[places[name]] = new
        return tuple.__new__(cls, values)  # type: ignore[type-var]

    cls._replace = _replace  # type: ignore[attr-defined]
    return cls


class Color(StrEnum):
    """A side of the board. Who begins is decided by the roll-off, not by the colour."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Color":
        return BLACK if self is WHITE else WHITE


WHITE: Final = Color.WHITE
BLACK: Final = Color.BLACK
"""In Python 3.11 it takes longer to find a member in its class than to do something with it."""


class Step(NamedTuple):
    """One checker moved by one die: from own point `point` (24 to 1) by `die` pips."""

    point: int
    die: Die

    @property
    def target(self) -> int:
        """The own point it lands on; 0 is the tray, also for a die that overshoots."""
        return max(self.point - self.die, OFF)


Play = tuple[Step, ...]
"""The steps of one stage in the order they are made; empty for a pass."""
