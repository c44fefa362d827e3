"""What users type: names, titles and chat, made harmless to lay out but otherwise left as it is."""

import unicodedata

from protocol import limits
from protocol.ids import PlayerId

_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Controls, direction overrides, surrogates, unassigned code points and line breaks."""
_JOINERS = "\u200c\u200d"
"""Kept: they hold emoji and letters of several scripts together, or Persian ones apart."""
_BLANKS = "\t\n\r\u115f\u1160\u2028\u2029\u2800\u3164\uffa0"
"""Shown as a space: breaks, and the letters that are drawn as nothing."""


def tidy(text: str) -> str:
    """NFC, without invisible and control characters, spaces folded, and at most three combining marks on a letter."""
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        if category in ("Mn", "Me"):
            marks += 1
        elif category not in _INVISIBLE:  # what is left out does not part a letter from its marks
            marks = 0
        if letter in _BLANKS:
            kept.append(" ")
        elif marks <= 3 and (letter in _JOINERS or category not in _INVISIBLE):
            kept.append(letter)
    return " ".join("".join(kept).split())


def player_name(wanted: str, player: PlayerId) -> str:
    """The name that a player goes by: what he asked for, or a guest name that is the same every time."""
    return visible_name(wanted) or f"Guest {player[:4]}"


def visible_name(wanted: str) -> str:
    """A name that can be shown, as short as names are; nothing when there is nothing to be seen."""
    name = tidy(wanted)[: limits.NAME_CHARS].strip(" " + _JOINERS)
    visible = any(unicodedata.category(letter)[0] in "LNPS" for letter in name)
    return name if visible else ""
