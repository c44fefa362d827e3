"""What messages say in few letters."""

import re
from typing import get_args

import pytest

from engine.outcome import Ending
from engine.types import Color
from protocol.messages import ResultText, result_text


@pytest.mark.parametrize(
    ("winner", "points", "ending", "text"),
    [
        (Color.WHITE, 2, Ending.BORNE_OFF, "W2"),
        (Color.BLACK, 1, Ending.RESIGNED, "B1r"),
        (Color.WHITE, 1, Ending.FLAG, "W1f"),
        (Color.BLACK, 2, Ending.ABANDONED, "B2a"),
        (None, 0, Ending.DRAW, "D"),
    ],
)
def test_result_says_winner_points_and_ending(winner: Color | None, points: int, ending: Ending, text: str) -> None:
    _, meta = get_args(ResultText)
    assert result_text(winner, points, ending) == text
    assert re.fullmatch(meta.pattern, text)


def test_every_ending_is_told() -> None:
    texts = {result_text(Color.WHITE, 1, ending) for ending in Ending if ending is not Ending.DRAW}
    assert len(texts) == len(Ending) - 1
