"""What users type is shown as they typed it, but for what would disturb others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
        ("Z" + "\u0316\u0317\u0318\u200b" * 3, "Z\u0316\u0317\u0318"),
        ("Z" + "\u0316\u0317\u0318\u200d" * 3, "Z\u0316\u0317\u0318\u200d"),
        ("a\u0316b\u0316", "a\u0316b\u0316"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("❤\ufe0f\u200d🔥 👍🏽 🇦🇲 1\ufe0f\u20e3", "❤\ufe0f\u200d🔥 👍🏽 🇦🇲 1\ufe0f\u20e3"),
        ("می\u200cشود", "می\u200cشود"),
        ("\u2066a\u2069\u200fb\ufeff", "ab"),
        ("a\u3164\u2800b", "a b"),
        ("\ue000\U000e0041x", "x"),
        ("\ud800x", "x"),
        ("<b>&amp;", "<b>&amp;"),
        ("\u200b\u2060", ""),
    ],
)
def test_text_is_tidied(typed: str, shown: str) -> None:
    assert tidy(typed) == shown


@pytest.mark.parametrize("typed", ["", " \u200d ", "\u3164", "\ufe0f", "\u0301", "\u200c\u200d", "\u202e"])
def test_name_that_nobody_could_see_is_a_guest(typed: str) -> None:
    assert player_name(typed, "abcdefgh") == "Guest abcd"


def test_name_is_bounded() -> None:
    assert player_name("x" * 99, "abcdefgh") == "x" * NAME_CHARS
    assert player_name("x" * 23 + " y", "abcdefgh") == "x" * 23
    assert player_name("🎲", "abcdefgh") == "🎲"


@given(st.text())
def test_tidy_text_stays_as_it_is(typed: str) -> None:
    once = tidy(typed)
    assert not set(once) & set("\x00\n\r\u202e\u2028")
    assert once == once.strip()
    assert tidy(once) == once
