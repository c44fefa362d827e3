"""How a match has ended, as somebody types it."""

import argparse
import re
from typing import Literal

from clients.tournament.trouble import Trouble
from protocol import limits
from protocol.settings import Settings
from protocol.tournament.events import Result, Score
from protocol.tournament.views import MatchView

Forfeit = Literal["first", "second", "nobody"]
"""Who wins although it was not played: of the two as `pairings` prints them."""
FORFEITS = ("first", "second", "nobody")
_PAIR = re.compile(r"(\d{1,3})[-:\u2013](\d{1,3})")


def pair(text: str) -> Score:
    """`2-1` of the two as `pairings` prints them. Raises ArgumentTypeError."""
    found = _PAIR.fullmatch(text)
    score = (int(found[1]), int(found[2])) if found else (-1, -1)
    if not 0 <= min(score) <= max(score) <= 2 * limits.MATCH_LENGTH:
        raise argparse.ArgumentTypeError(f"{text!r} is no score such as 2-1")
    return score


def outcome(text: str) -> Score | Forfeit:
    """A score, or who wins by forfeit. Raises ArgumentTypeError."""
    match text:
        case "first" | "second" | "nobody":
            return text
        case _ if not text[:1].isdigit():
            raise argparse.ArgumentTypeError(f"{text!r} is neither a score such as 2-1 nor {', '.join(FORFEITS)}")
        case _:
            return pair(text)


def result_of(ended: Score | Forfeit, mars: Score | None, match: MatchView, settings: Settings) -> Result:
    """What is reported. Nobody has more points than the length without a mars.

    Raises Trouble for a score without a winner, and for more mars than there are points.
    """
    match ended:
        case "first" | "second":
            return Result("forfeit", match.a if ended == "first" else match.b)
        case "nobody":
            return Result("double_forfeit", None)
        case (a, b) if a == b:
            raise Trouble(f"{a}-{b} has no winner")
        case (a, b):
            return Result("played", match.a if a > b else match.b, ended, _mars(ended, mars, settings))


def _mars(score: Score, given: Score | None, settings: Settings) -> Score:
    worth = int(settings.overrides.get("mars") or 2)
    a, b = score[0] // worth, score[1] // worth
    most = (a, b) if worth > 1 else (0, 0)
    proven = min(most[0], int(score[0] > settings.length)), min(most[1], int(score[1] > settings.length))
    mars = given or proven
    if mars[0] > most[0] or mars[1] > most[1]:
        raise Trouble(f"with {score[0]}-{score[1]} there were no {mars[0]}-{mars[1]} wins by mars")
    return mars
