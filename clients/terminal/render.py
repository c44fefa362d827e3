"""The board as text. Nothing is read or written here: a view goes in, lines come out that fit the width."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from clients.terminal.dice import dice_of
from clients.terminal.paint import (
    CHECKER,
    DIM,
    FELT,
    FRAME,
    NUMBER,
    REFUSED,
    SELECTED,
    STRIPES,
    STRONG,
    TARGET,
    UNICODE,
    USED,
    WARNING,
    Line,
    Signs,
    Span,
    fitted,
    paint,
    size,
)
from clients.terminal.text import clean, columns, cut
from engine.position import Position, count, mirrored, pips
from engine.types import OFF, Color
from protocol.messages import SeatView, Snapshot

STACK: Final = 5
"""Checkers drawn on a point; of a higher stack the last place tells how many there are."""
TOP: Final = range(13, 25)
BOTTOM: Final = range(12, 0, -1)


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn on top of a view, in the viewer's own numbering (0 is the tray). `last` tells of the last play."""

    selected: int | None = None
    targets: frozenset[int] = frozenset()
    refused: frozenset[int] = frozenset()
    last: str = ""

    def sign(self, point: int) -> tuple[str, str]:
        """The sign beside the number of a point, and its style."""
        if point in self.refused:
            return "!", REFUSED
        if point in self.targets:
            return "*", TARGET
        return ("<", SELECTED) if point == self.selected else (" ", NUMBER)


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns of a point and of the inside of a tray (0: no trays), and the empty lines around the dice."""

    cell: int
    tray: int = 0
    air: int = 0

    @property
    def half(self) -> int:
        return 6 * self.cell

    @property
    def width(self) -> int:
        return 2 * self.half + 3 + 2 * (self.tray + 1) * bool(self.tray)


NO_MARKS: Final = Marks()


def layout(width: int) -> Layout:
    """The widest layout for a terminal of so many columns; one under 39 cuts the board off."""
    if width < 60:
        return Layout(3)
    if width < 80:
        return Layout(4)
    return Layout(5, 5) if width < 100 else Layout(7, 5, air=1)


def board(
    view: Snapshot, width: int, me: Color | None, marks: Marks = NO_MARKS, color: bool = False, signs: Signs = UNICODE
) -> str:
    """The room as `me` sees it (None watches from White's side), always the same number of lines for one width."""
    lines = _Board(view, view.position, layout(width), me or Color.WHITE, marks, signs).lines()
    return "\n".join(paint(fitted(line, width), color) for line in lines)


def clock_text(ms: int) -> str:
    """`1:02:03`, `2:58`, and with tenths under ten seconds: `9.4`."""
    if ms < 10_000:
        return f"{max(ms, 0) // 100 / 10:.1f}"
    seconds = ms // 1000
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True, slots=True)
class _Board:
    view: Snapshot
    position: Position
    layout: Layout
    me: Color
    marks: Marks
    signs: Signs

    def lines(self) -> Iterator[Line]:
        yield self._header()
        yield self._player(self.me.other)
        yield self._numbers(TOP)
        yield self._edge(0)
        yield from (self._points(TOP, depth) for depth in range(STACK))
        yield from self._middle()
        yield from (self._points(BOTTOM, depth) for depth in reversed(range(STACK)))
        yield self._edge(4)
        yield self._numbers(BOTTOM)
        yield self._player(self.me)
        yield [Span(cut(clean(self.marks.last, self.signs.ascii_only), self.layout.width, self.signs.end), DIM)]

    # --- around the board ---------------------------------------------------------------------------------------------

    def _header(self) -> Line:
        view, signs = self.view, self.signs
        score = f"White {view.score[0]} {signs.dash} {view.score[1]} Black"
        game = [f"game {view.game}"] * bool(view.game)
        facts = [score, f"to {view.settings.length}", *game, clean(view.settings.preset, signs.ascii_only)]
        facts += [f"{view.watchers} watching"] * bool(view.watchers)
        text = view.room
        for fact in facts:
            longer = f"{text} {signs.dot} {fact}"
            text = longer if columns(longer) <= self.layout.width else text
        return [Span(text, DIM)]

    def _player(self, color: Color) -> Line:
        signs, style = self.signs, CHECKER[color]
        on_turn = signs.turn if color in waited_for(self.view) else " "
        left = [Span(f"{on_turn} ", STRONG), Span(signs.checker(color), style), Span(f" {color.value.title()}  ")]
        right = self._numbers_of(color)
        seat = self.view.white if color is Color.WHITE else self.view.black
        room = self.layout.width - size(left) - size(right) - 1
        name = cut(seat_text(seat, signs.ascii_only), room, signs.end)
        gap = " " * (self.layout.width - size([*left, Span(name), *right]))
        return [*left, Span(name, STRONG if seat else DIM), Span(gap), *right]

    def _numbers_of(self, color: Color) -> Line:
        side = self.position[color]
        numbers = Span(f"{pips(side)} pips  {count(side, OFF)} off", NUMBER)
        clocks = self.view.clocks
        if clocks is None:
            return [numbers]
        left = clocks.white if color is Color.WHITE else clocks.black
        running = clocks.running is color
        style = WARNING if running and left < 10_000 else STRONG if running else DIM
        free = f"+{-(-clocks.delay // 1000)}" if running and clocks.delay else ""
        return [numbers, Span(f"  {clock_text(left):>5}{free}", style)]

    def _numbers(self, points: Iterable[int]) -> Line:
        cells = []
        for point in points:
            sign, style = self.marks.sign(point)
            text = f"{point:>2}{sign}".rjust((self.layout.cell + 1) // 2 + 1)
            cells.append([Span(text, style if sign != " " else NUMBER), Span(" " * (self.layout.cell - len(text)))])
        tray = [Span(" " * (self.layout.tray + 1))] if self.layout.tray else []
        halves = [span for cell in cells[:6] for span in cell], [span for cell in cells[6:] for span in cell]
        return [*tray, Span(" "), *halves[0], Span(" "), *halves[1]]

    # --- the board ----------------------------------------------------------------------------------------------------

    def _row(self, left: Line, first: Line, second: Line, right: Line) -> Line:
        bar = Span(self.signs.frame[-1], FRAME)
        row = [bar, *first, bar, *second, bar]
        return [bar, *left, *row, *right, bar] if self.layout.tray else row

    def _edge(self, part: int) -> Line:
        start, line, cross, end = (self.signs.frame[part + place] for place in range(4))
        widths = [self.layout.half] * 2
        if self.layout.tray:
            widths = [self.layout.tray, *widths, self.layout.tray]
        return [Span(start + cross.join(line * width for width in widths) + end, FRAME)]

    def _points(self, points: range, depth: int) -> Line:
        cells = [self._cell(point, depth) for point in points]
        mine, theirs = self._tray(self.me, depth), self._tray(self.me.other, depth)
        nothing = [Span(" " * self.layout.tray)]
        left, right = (theirs, nothing) if points is TOP else (nothing, mine)
        return self._row(left, cells[:6], cells[6:], right)

    def _cell(self, point: int, depth: int) -> Span:
        color, stack = self._stack(point)
        if depth >= stack:
            text, style = self.signs.empty if depth == 0 else "", USED
        else:
            counted = stack > STACK and depth == STACK - 1
            text, style = str(stack) if counted else self.signs.checker(color), CHECKER[color]
        cell = self.layout.cell
        return Span(text.rjust((cell + 1) // 2).ljust(cell), f"{style};{STRIPES[point % 2]}")

    def _stack(self, point: int) -> tuple[Color, int]:
        if mine := count(self.position[self.me], point):
            return self.me, mine
        return self.me.other, count(self.position[self.me.other], mirrored(point))

    def _tray(self, color: Color, depth: int) -> Line:
        """A row of three of the checkers that are off."""
        here = min(max(count(self.position[color], OFF) - 3 * depth, 0), 3)
        return [Span(f" {self.signs.checker(color) * here}".ljust(self.layout.tray), CHECKER[color])]

    def _middle(self) -> Iterator[Line]:
        tray = [Span(" " * self.layout.tray)]
        empty = self._row(tray, [Span(" " * self.layout.half, FELT)], [Span(" " * self.layout.half, FELT)], tray)
        yield from [empty] * self.layout.air
        theirs, mine = (self._centred(dice_of(self.view, color)) for color in (self.me.other, self.me))
        yield self._row(tray, theirs, mine, tray)
        yield from [empty] * self.layout.air

    def _centred(self, dice: Line) -> Line:
        room = self.layout.half - size(dice)
        return [Span(" " * (room // 2), FELT), *dice, Span(" " * (room - room // 2), FELT)]


def waited_for(view: Snapshot) -> tuple[Color, ...]:
    """Whose turn it is; in the roll-off everybody who has not thrown."""
    match view.phase:
        case "opening":
            return tuple(color for color, die in zip(Color, view.opening, strict=True) if die is None)
        case "roll" | "play":
            return () if view.to_move is None else (view.to_move,)
        case _:
            return ()


def seat_text(seat: SeatView | None, ascii_only: bool = False) -> str:
    """The name in a seat, and what is special about who sits there."""
    if seat is None:
        return "(free seat)"
    name = clean(seat.name, ascii_only)
    if seat.offline_ms is not None:
        return f"(offline {clock_text(seat.offline_ms // 1000 * 1000)}) {name}"
    return f"{name} (bot)" if seat.bot else name
