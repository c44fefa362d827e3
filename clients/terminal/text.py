"""Text from other people, made safe to print, and how many columns it takes."""

import unicodedata
from collections.abc import Iterator

_REPLACED = ("Cc", "Cn", "Co", "Cs", "Zl", "Zp")
"""Controls (escape sequences begin with one), unassigned and private code points, line breaks: shown as `?`."""
_DROPPED = ("Cf",)
"""Direction overrides and joiners: they would move or merge what is printed around them."""
_SELECTORS = ("\ufe00", "\ufe0f")
"""They change the width of the letter before them in some terminals."""
NARROWEST = 8
"""Columns that `wrap` needs to get on."""
_MARKS = 3
"""Combining marks on one letter; more would grow over the lines above."""


def clean(text: str, ascii_only: bool = False) -> str:
    """The text with nothing in it that a terminal obeys; every letter stays literal."""
    kept = "".join(_kept(unicodedata.normalize("NFC", text)))
    return kept.encode("ascii", "replace").decode() if ascii_only else kept


def _kept(text: str) -> Iterator[str]:
    marks = 0
    for letter in text:
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category in _DROPPED or _SELECTORS[0] <= letter <= _SELECTORS[1] or marks > _MARKS:
            continue
        yield "?" if category in _REPLACED else letter


def columns(text: str) -> int:
    """How many columns a clean text takes: none for a combining mark, two for a wide letter."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def cut(text: str, width: int, end: str = "…") -> str:
    """The text in at most `width` columns; `end` stands for what is missing."""
    if columns(text) <= width:
        return text
    kept, room = "", width - columns(end)
    for letter in text:
        room -= _columns(letter)
        if room < 0:
            break
        kept += letter
    return kept + end if width >= columns(end) else ""


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """The text in lines of at most `width` columns, broken at spaces where it can be; the later ones are indented."""
    width = max(width, NARROWEST)
    if columns(text) <= width:
        return [text]
    lines, line = [], ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if columns(longer) <= width:
            line = longer
            continue
        if line.strip():
            lines.append(line)
        line = (indent if lines else "") + word
        while columns(line) > width:
            head = cut(line, width, "")
            lines.append(head)
            line = indent + line[len(head) :]
    return [*lines, line]
