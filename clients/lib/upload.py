"""An exported tournament, cut into commands that each fit into a frame."""

from collections.abc import Callable

from protocol import limits
from protocol.commands import ImportTournament


def parts_of(text: str, next_id: Callable[[], str]) -> list[ImportTournament]:
    """The text in order, at least one part. Raises ValueError when it is longer than any export."""
    pieces = _pieces(text) or [""]
    if len(pieces) > limits.IMPORT_PARTS:
        raise ValueError(f"this is too long for an exported tournament: more than {limits.IMPORT_PARTS} parts")
    total = len(pieces)
    return [
        ImportTournament(id=next_id(), part=part, parts=total, text=piece) for part, piece in enumerate(pieces, start=1)
    ]


def _pieces(text: str) -> list[str]:
    """As long as a part may be, and shorter where its letters take more than one byte in a frame."""
    pieces, begin, size = list[str](), 0, 0
    for end, letter in enumerate(text):
        cost = _cost(letter)
        if size + cost > limits.IMPORT_CHARS:
            pieces.append(text[begin:end])
            begin, size = end, 0
        size += cost
    return [*pieces, text[begin:]] if begin < len(text) else pieces


def _cost(letter: str) -> int:
    """Bytes in UTF-8, or in JSON when it is escaped there as a pair."""
    return 2 if letter in '"\\\n\r\t' else len(letter.encode())
