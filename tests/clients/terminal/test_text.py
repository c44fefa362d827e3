import pytest

from clients.terminal.text import clean, columns, cut, wrap


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Anna", "Anna"),
        ("\x1b[31mred\x1b[0m", "?[31mred?[0m"),
        ("\x9b2J", "?2J"),
        ("one\r\ntwo\ttabs\x00\x07\x7f", "one??two?tabs???"),
        ("line\u2028break\u2029", "line?break?"),
        ("\u202egnitseretni\u202c", "gnitseretni"),
        ("\u200bzero\u200dwidth\ufeff", "zerowidth"),
        ("❤\ufe0f", "❤"),
        ("\ud800lone", "?lone"),
        ("\ue000private", "?private"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("e\u0301", "é"),
        ("z" + "\u0334" * 9, "z" + "\u0334" * 3),
        ("Боря 漢字 😀", "Боря 漢字 😀"),
    ],
)
def test_user_text_is_neutralised(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_ascii_terminal_gets_only_ascii() -> None:
    assert clean("Jürgen 漢", ascii_only=True) == "J?rgen ?"


@pytest.mark.parametrize(("text", "width"), [("Anna", 4), ("漢字", 4), ("😀", 2), ("z\u0334", 1), ("", 0)])
def test_columns_count_wide_letters(text: str, width: int) -> None:
    assert columns(text) == width


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [("Anna", 4, "Anna"), ("Annalena", 4, "Ann…"), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢…"), ("Anna", 0, "")],
)
def test_cut_never_exceeds_width(text: str, width: int, shown: str) -> None:
    assert cut(text, width) == shown
    assert columns(shown) <= width


def test_wrap_breaks_at_spaces() -> None:
    assert wrap("White throws six and three", 14) == ["White throws", "  six and", "  three"]


def test_wrap_ends_on_a_terminal_without_width() -> None:
    assert wrap("漢" * 6, 0) == ["漢" * 4, "  " + "漢" * 2]


def test_wrap_breaks_endless_words() -> None:
    lines = wrap("漢" * 30 + " x", 9)
    assert "".join(lines).replace(" ", "") == "漢" * 30 + "x"
    assert max(map(columns, lines)) <= 9
