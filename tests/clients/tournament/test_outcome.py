import argparse

import pytest

from clients.tournament.outcome import outcome, pair, result_of
from clients.tournament.trouble import Trouble
from protocol.settings import Settings
from protocol.tournament.events import Result, Score
from protocol.tournament.views import MatchView

MATCH = MatchView(match="r1t1", table=1, a="p1", b="p2")


def reported(text: str, mars: Score | None = None, length: int = 1, worth: int = 2) -> Result:
    settings = Settings(length=length, overrides={} if worth == 2 else {"mars": worth})
    return result_of(outcome(text), mars, MATCH, settings)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", Result("played", "p1", (1, 0))),
        ("0:2", Result("played", "p2", (0, 2), (0, 1))),
        ("first", Result("forfeit", "p1")),
        ("second", Result("forfeit", "p2")),
        ("nobody", Result("double_forfeit", None)),
    ],
)
def test_outcome_is_a_result(text: str, result: Result) -> None:
    assert reported(text) == result


def test_mars_of_a_match_is_told() -> None:
    assert reported("3-2", length=3).mars == (0, 0)
    assert reported("3-2", (1, 1), length=3).mars == (1, 1)
    assert reported("2-4", length=3).mars == (0, 1)
    assert reported("1-0", worth=1).mars == (0, 0)


@pytest.mark.parametrize(
    ("text", "mars", "worth", "why"),
    [
        ("1-1", None, 2, "1-1 has no winner"),
        ("3-1", (2, 0), 2, "with 3-1 there were no 2-0 wins by mars"),
        ("3-1", (1, 0), 1, "with 3-1 there were no 1-0 wins by mars"),
    ],
)
def test_impossible_result_is_explained(text: str, mars: Score | None, worth: int, why: str) -> None:
    with pytest.raises(Trouble, match=why):
        reported(text, mars, length=3, worth=worth)


@pytest.mark.parametrize("text", ["", "two", "2", "2-", "51-0", "-1-0"])
def test_what_is_no_outcome_is_bad_usage(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        outcome(text)
    with pytest.raises(argparse.ArgumentTypeError):
        pair(text)
