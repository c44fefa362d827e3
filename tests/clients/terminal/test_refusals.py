import re

import pytest

from clients.terminal.refusals import SENTENCES, blocked_text, listed, sentence
from engine.errors import Reason
from engine.explain import Blocked
from protocol.errors import Code


@pytest.mark.parametrize("code", [*Reason, *Code])
def test_every_code_has_a_sentence(code: str) -> None:
    text = sentence(code, "it is so.", (18, 12))
    assert text[-1] in ".:" or text.endswith("press Enter.")
    assert not re.search(r"[{}]|_", text)


def test_no_sentence_is_left_over() -> None:
    assert SENTENCES.keys() == {*Reason, *Code}


@pytest.mark.parametrize(
    ("code", "points", "text"),
    [
        (Reason.POINT_CLOSED, (18,), "18 is closed: your opponent stands there."),
        (Reason.NO_CHECKER, (7,), "You have no checker on 7."),
        (
            Reason.WALL,
            (12, 11, 10),
            "12, 11 and 10 would be a wall, and none of your opponent's checkers is ahead of it.",
        ),
        (Code.OPPONENT_PRESENT, (), "You cannot claim the win: He may come back."),
        ("from_the_future", (), "He may come back."),
        (Reason.POINT_CLOSED, (), "He may come back."),
    ],
)
def test_refusal_names_the_points(code: str, points: tuple[int, ...], text: str) -> None:
    assert sentence(code, "He may come back.", points) == text


def test_detail_cannot_control_the_terminal() -> None:
    assert sentence(Code.BAD_SETTINGS, "\x1b[2J") == "No game can be played like this: ?[2J"


def test_unknown_code_without_detail_is_named() -> None:
    assert sentence("from_the_future") == "The server refuses this: from_the_future."


@pytest.mark.parametrize(("points", "text"), [((18,), "18"), ((24, 18), "24 and 18"), ((3, 2, 1), "3, 2 and 1")])
def test_points_are_listed(points: tuple[int, ...], text: str) -> None:
    assert listed(points) == text


def test_blocked_dice_are_grouped() -> None:
    blocked = (
        Blocked(6, 24, Reason.POINT_CLOSED),
        Blocked(6, 18, Reason.POINT_CLOSED),
        Blocked(6, 5, Reason.NOT_ALL_HOME),
        Blocked(1, 24, Reason.HEAD_ALREADY_PLAYED),
        Blocked(1, 18, Reason.HIGHER_DIE),
    )
    told = "6: closed (24, 18), not all home (5); 1: head already played (24), higher die (18)"
    assert blocked_text(blocked) == told
