"""Luck is an argument: whoever decides a command is handed the dice.

Die n of a game is asked for by its number, so that a source may draw it from the operating system, from a script, or
from secrets that were fixed before the game.
"""

from collections.abc import Callable, Sequence

from engine.types import Die

DiceSource = Callable[[int], Die]
"""Gives die number n of the current game (0, 1, 2 …), one to six."""


def scripted(dice: Sequence[Die]) -> DiceSource:
    """The dice in this order, whatever their numbers; IndexError when there are no more. For tests and replays."""
    rest = list(dice)
    return lambda _number: rest.pop(0)


def opening_winner(white: Die, black: Die) -> int:
    """Positive when White begins, negative when Black does, zero when both throw again (RULES.md, number 1)."""
    return white - black
