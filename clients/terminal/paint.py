"""Spans of styled text, and the signs that a board is drawn with."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from clients.terminal.text import columns, cut
from engine.types import Color


class Span(NamedTuple):
    """A piece of a line. `style` is the parameters of an SGR escape sequence, "" for plain text."""

    text: str
    style: str = ""


Line = list[Span]


@dataclass(frozen=True, slots=True)
class Signs:
    """What a terminal can show. `frame` is start, line, crossing and end of the upper edge and of the lower one,
    and the bar.
    """

    white: str
    black: str
    empty: str
    turn: str
    dot: str
    dash: str
    end: str
    frame: str
    ascii_only: bool = False

    def checker(self, color: Color) -> str:
        return self.white if color is Color.WHITE else self.black


UNICODE: Final = Signs("●", "○", "·", "▶", "·", "–", "…", "╭─┬╮╰─┴╯│")
ASCII: Final = Signs("O", "X", ".", ">", "-", "-", "~", "+-+++-++|", ascii_only=True)

DIM: Final = "2"
STRONG: Final = "1"
WARNING: Final = "1;38;5;203"
FRAME: Final = "38;5;137"
NUMBER: Final = "38;5;250"
FELT: Final = "48;5;235"
STRIPES: Final = ("48;5;236", "48;5;238")
"""Backgrounds of neighbouring points."""
SELECTED: Final = "1;38;5;16;48;5;221"
TARGET: Final = "1;38;5;16;48;5;114"
REFUSED: Final = "1;38;5;231;48;5;160"
USED: Final = "38;5;244"
CHECKER: Final = {Color.WHITE: "1;38;5;230", Color.BLACK: "1;38;5;209"}
DIE: Final = {Color.WHITE: "1;38;5;16;48;5;230", Color.BLACK: "1;38;5;16;48;5;209"}


def size(line: Iterable[Span]) -> int:
    """The columns that a line takes."""
    return sum(columns(span.text) for span in line)


def fitted(line: Line, width: int) -> Line:
    """The line without what lies behind column `width`."""
    kept: Line = []
    for span in line:
        text = cut(span.text, width - size(kept), "")
        kept.append(span._replace(text=text))
        if text != span.text:
            break
    return kept


def paint(line: Line, color: bool) -> str:
    """The line as it is printed, without blanks at its end unless they have a colour."""
    if not color:
        return "".join(span.text for span in line).rstrip()
    return "".join(f"\x1b[{span.style}m{span.text}\x1b[0m" if span.style else span.text for span in line).rstrip()
