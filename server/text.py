"""What users type: names, titles and chat, made harmless to lay out but otherwise left as it is."""

import unicodedata

from protocol import limits
from protocol.ids import PlayerId

_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Controls, direction overrides, surrogates, unassigned code points and line breaks."""
_JOINER = "\u200d"
"""Kept: it holds together emoji and letters of several scripts."""


def tidy(text: str) -> str:
    """NFC, without invisible and control characters, spaces folded, and at most three combining marks on a letter."""
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        if category in ("Mn", "Me"):
            marks += 1
        elif category not in _INVISIBLE:  # what is left out does not part a letter from its marks
            marks = 0
        if marks <= 3 and (letter == _JOINER or category not in _INVISIBLE):
            kept.append(letter)
        elif letter in "\t\n\r\u2028\u2029":
            kept.append(" ")
    return " ".join("".join(kept).split())


def player_name(wanted: str, player: PlayerId) -> str:
    """The name that a player goes by: what he asked for, or a guest name that is the same every time."""
    name = tidy(wanted)[: limits.NAME_CHARS].strip(" " + _JOINER)
    return name or f"Guest {player[:4]}"
