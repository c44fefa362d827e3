"""Clocks: none, a delay with a bank, or Fischer. Integer milliseconds; the time is always an argument.

Delay: each turn begins with `extra` that costs nothing, then the bank runs. Fischer: `extra` is added when a turn ends.
Every game of a match begins with a full bank.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.types import WHITE, Color, value


class Timing(StrEnum):
    NONE = "none"
    DELAY = "delay"
    FISCHER = "fischer"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What a player is given. Raises ValueError for times that make no game.

    `bank` and `extra` are milliseconds: bank 10 seconds to 3 hours, extra up to 3 minutes; both 0 without a clock.
    """

    timing: Timing = Timing.NONE
    bank: int = 0
    extra: int = 0

    def __post_init__(self) -> None:
        untimed = self.timing is Timing.NONE
        if untimed and (self.bank or self.extra):
            raise ValueError("a game without a clock has no bank and no extra")
        if not untimed and not (10_000 <= self.bank <= 10_800_000 and 0 <= self.extra <= 180_000):
            raise ValueError("the bank must be 10 s to 3 h and the extra at most 3 min")

    @property
    def timed(self) -> bool:
        """There is a clock at all."""
        return self.timing is not Timing.NONE


@value
class Clocks:
    """What each player has left, as of `since`; the clock of `running` has been going since then."""

    white: int
    black: int
    running: Color | None = None
    since: int = 0

    def __getitem__(self, color: Color) -> int:
        return self.white if color is WHITE else self.black


def full(control: TimeControl) -> Clocks:
    return Clocks(control.bank, control.bank)


def remaining(control: TimeControl, clocks: Clocks, color: Color, now: int) -> int:
    """Milliseconds of the bank that `color` has at `now`; never below zero."""
    if clocks.running is not color:
        return clocks[color]
    free = control.extra if control.timing is Timing.DELAY else 0
    return max(0, clocks[color] - max(0, now - clocks.since - free))


def press(control: TimeControl, clocks: Clocks, running: Color | None, now: int) -> Clocks:
    """The running clock stops, and that of `running` starts. The turn has ended then, which earns the increment.

    When no other starts, the game is over and nothing is earned: whose time has run out has none left.
    """
    stopped = clocks.running
    if stopped is None:
        return Clocks(clocks.white, clocks.black, running, now)
    earned = control.extra if control.timing is Timing.FISCHER and running is not None else 0
    left = remaining(control, clocks, stopped, now) + earned
    white, black = (left, clocks.black) if stopped is WHITE else (clocks.white, left)
    return Clocks(white, black, running, now)


def flag_time(control: TimeControl, clocks: Clocks) -> int | None:
    """The moment at which the running clock falls; None when none runs."""
    if clocks.running is None or control.timing is Timing.NONE:
        return None
    free = control.extra if control.timing is Timing.DELAY else 0
    return clocks.since + free + clocks[clocks.running]


def delay_left(control: TimeControl, clocks: Clocks, now: int) -> int:
    """Milliseconds of this turn's delay that are still free."""
    if clocks.running is None or control.timing is not Timing.DELAY:
        return 0
    return max(0, control.extra - max(0, now - clocks.since))
