"""What users type is shown as they typed it, but for what would disturb others."""

import pytest

from protocol.limits import NAME_CHARS
from server.text import player_name, tidy


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Анна   Карапетян ", "Анна Карапетян"),
        ("ა\x00ბ\x1b[31m", "აბ[31m"),
        ("left\u202eright", "leftright"),
        ("one\ntwo\tthree\u2028four", "one two three four"),
        ("e\u0301", "é"),
        ("Z" + "\u0301\u0302\u0303\u0304\u0305\u0306", "Ź\u0302\u0303\u0304"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("\ud800x", "x"),
        ("<b>&amp;", "<b>&amp;"),
        ("\u200b\u2060", ""),
    ],
)
def test_text_is_tidied(typed: str, shown: str) -> None:
    assert tidy(typed) == shown


def test_name_is_bounded_and_never_empty() -> None:
    assert player_name("x" * 99, "abcdefgh") == "x" * NAME_CHARS
    assert player_name(" \u200d ", "abcdefgh") == "Guest abcd"
