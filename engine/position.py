"""Where the checkers stand: an immutable value with a text that round-trips.

A side is one integer, four bits a point: nibble p counts the own checkers on own point p, nibble 0 those borne off.
Fifteen checkers just fit, a step is one addition, and a side is its own hash.
"""

import re
import zlib
from operator import getitem
from typing import Final

from engine.types import CHECKERS, HEAD, OFF, WHITE, Color, value

Side = int
"""One player's checkers, packed: `(side >> 4 * point) & 15`, own numbering."""
Checkers = tuple[tuple[int, ...], tuple[int, ...]]
"""The own point of each of White's checkers on the board, from the head down, and of Black's."""

START_SIDE: Final[Side] = CHECKERS << 4 * HEAD
FINISHED_SIDE: Final[Side] = CHECKERS
_PLACES: Final = [{f"{n:x}": f"{point}x{n}" * (n > 0) for n in range(16)} for point in range(HEAD, OFF, -1)]
"""For each point, from the head down, what a digit of a side says."""
_CHECKERS: Final = [{f"{n:x}": bytes([point]) * n for n in range(CHECKERS + 1)} for point in range(HEAD, OFF, -1)]
"""The same as a list: how often the point is named."""
_PLACE = re.compile(r"(?:(?P<point>[1-9]|1\d|2[0-4])x|off)(?P<count>[1-9]|1[0-5])")


def count(side: Side, point: int) -> int:
    """Checkers on own point `point`; 0 is the tray."""
    return side >> 4 * point & 15


def pips(side: Side) -> int:
    """The pips that this side still has to run."""
    return sum(point * count(side, point) for point in range(1, HEAD + 1))


def mirrored(point: int) -> int:
    """The opponent's number of an own point (1 to 24)."""
    return point + 12 if point <= 12 else point - 12


def side_text(side: Side) -> str:
    """`24x14 20x1`: own points from high to low, then `off3` unless none is off."""
    places = [*filter(None, map(getitem, _PLACES, f"{side >> 4:024x}"))]
    if off := count(side, OFF):
        places.append(f"off{off}")
    return " ".join(places)


def parse_side(text: str) -> Side:
    """The side that `side_text` writes so. Raises ValueError unless fifteen checkers stand in order."""
    side, last = 0, HEAD + 1
    for word in text.split():
        match = _PLACE.fullmatch(word)
        point = int(match["point"] or OFF) if match else last
        if match is None or point >= last:
            raise ValueError(f"{word!r} is out of place in {text!r}")
        side, last = side + (int(match["count"]) << 4 * point), point
    if sum(count(side, point) for point in range(HEAD + 1)) != CHECKERS:
        raise ValueError(f"{text!r} does not have {CHECKERS} checkers")
    return side


def places(side: Side) -> tuple[int, ...]:
    """The point of each checker on the board, from the head down."""
    return tuple(b"".join(map(getitem, _CHECKERS, f"{side >> 4:024x}")))


def _side_at(points: tuple[int, ...]) -> Side:
    """The side whose checkers stand there; the others are off."""
    return sum([1 << 4 * point for point in points], CHECKERS - len(points))


@value
class Position:
    """Both sides, each in its own numbering."""

    white: Side
    black: Side

    def __getitem__(self, color: Color) -> Side:
        return self.white if color is WHITE else self.black

    def seen_by(self, color: Color) -> tuple[Side, Side]:
        """The own side of a colour, and the opponent's."""
        return (self.white, self.black) if color is WHITE else (self.black, self.white)

    def with_side(self, color: Color, side: Side) -> "Position":
        return Position(side, self.black) if color is WHITE else Position(self.white, side)

    def __str__(self) -> str:
        return f"W: {side_text(self.white)} / B: {side_text(self.black)}"

    @property
    def checkers(self) -> Checkers:
        return places(self.white), places(self.black)

    @classmethod
    def of(cls, checkers: Checkers) -> "Position":
        """The position with these checkers on the board and the others off."""
        return cls(*map(_side_at, checkers))

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> "Position":
        """The position that `str` writes so. Raises ValueError for anything else, also for two colours on one point."""
        match = re.fullmatch(r"W: ([^/]*) / B: ([^/]*)", text)
        if match is None:
            raise ValueError(f"{text!r} is no position text")
        position = cls(parse_side(match[1]), parse_side(match[2]))
        if shared := [p for p in range(1, HEAD + 1) if count(position.white, p) and count(position.black, mirrored(p))]:
            raise ValueError(f"both colours stand on White's point {shared[0]}")
        return position

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits: CRC-32 of the position text, by which a client in any language checks its board."""
        return f"{zlib.crc32(str(self).encode()):08x}"


START: Final = Position(START_SIDE, START_SIDE)
