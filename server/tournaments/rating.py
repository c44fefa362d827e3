"""The rating of the First Internet Backgammon Server: longer matches count more, newcomers move faster."""

from math import sqrt
from typing import Final

START: Final = 1500.0
SETTLED: Final = 400
"""After matches to so many points in all, a rating moves at its normal speed."""


def upset_chance(favourite: float, underdog: float, length: int) -> float:
    """How probable it is that the lower rated wins a match to `length`."""
    return 1 / (1 + 10 ** (abs(favourite - underdog) * sqrt(length) / 2000))


def change(winner: float, loser: float, length: int, experience: int) -> float:
    """By how much the rating of either moves, for one who has played matches to `experience` points in all."""
    upset = upset_chance(winner, loser, length)
    surprise = upset if winner >= loser else 1 - upset
    return 4 * max(1, 5 - experience / 100) * sqrt(length) * surprise
