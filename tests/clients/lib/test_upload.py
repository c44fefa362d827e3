import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.lib.upload import parts_of
from protocol import limits
from protocol.codec import encode_command


def pieces(text: str) -> list[str]:
    return [part.text for part in parts_of(text, lambda: "x" * limits.ID_CHARS)]


@given(st.text(st.sampled_from('a"\\\n\tЖ漢🎲'), max_size=9000))
def test_parts_fit_into_frames(text: str) -> None:
    parts = parts_of(text, lambda: "x" * limits.ID_CHARS)
    assert "".join(part.text for part in parts) == text
    for part in parts:
        for frame in (encode_command(part, text=True), encode_command(part, text=False)):
            assert len(frame.encode() if isinstance(frame, str) else frame) <= limits.FRAME_BYTES


def test_parts_are_counted_and_named() -> None:
    numbers = itertools.count(1)
    parts = parts_of("a" * (2 * limits.IMPORT_CHARS + 1), lambda: str(next(numbers)))
    assert [(part.id, part.part, part.parts) for part in parts] == [("1", 1, 3), ("2", 2, 3), ("3", 3, 3)]


def test_nothing_is_one_part() -> None:
    assert pieces("") == [""]


def test_endless_text_is_refused() -> None:
    with pytest.raises(ValueError, match="too long for an exported tournament"):
        pieces("a" * (limits.IMPORT_PARTS * limits.IMPORT_CHARS + 1))
