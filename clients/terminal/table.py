"""One room on the screen: the board, what happened last, and what can be done now."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from clients.terminal.paint import UNICODE, Signs
from clients.terminal.render import Marks, board, waited_for
from clients.terminal.screen import Screen
from clients.terminal.status import seat_of, status
from clients.terminal.story import Story
from clients.terminal.text import clean, cut, wrap
from clients.terminal.turn import Place, place_in
from engine.types import Color
from protocol.events import Event
from protocol.messages import ClocksView, SeatView, Snapshot, StepGraph

LINES: Final = (1, 8)
"""At least and at most so many lines of what happened stand under the board, as the terminal has rows."""
HURRY_MS: Final = 10_000
"""A clock that has less is drawn with tenths."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How everything is drawn."""

    signs: Signs = UNICODE
    color: bool = False


class Table:
    """Draws a room. `now` is a clock in milliseconds, by which the times of a view run on between two updates."""

    def __init__(self, screen: Screen, looks: Looks, now: Callable[[], int]) -> None:
        self.story = Story()
        self.marks = Marks()
        self.view: Snapshot | None = None
        self._place: Place | None = None
        self._screen, self._looks, self._now = screen, looks, now
        self._told = deque[str](maxlen=LINES[1])
        self._since: dict[str, tuple[object, int]] = {}
        self._shown: tuple[object, ...] = ()
        self._spoken = ""  # The last line that was printed to stay.

    @property
    def me(self) -> Color | None:
        return None if self.view is None else seat_of(self.view)

    @property
    def status(self) -> str:
        return "" if self.view is None else self._safe(status(self.view, self._place))

    # --- what is new --------------------------------------------------------------------------------------------------

    def look(self, view: Snapshot, graph: StepGraph | None, events: Iterable[Event] = ()) -> None:
        """The room is like this now, and these events have made it so; a view without them came as a snapshot."""
        before, self.view, self._place = self.view, view, place_in(view, graph)
        if before is None or (view.turn, view.stages) != (before.turn, before.stages):
            self.marks = Marks()
        lines = [line for event in events for line in self.story.tell(event)]
        if not events and (before is None or before.version != view.version):
            self.story.catch_up(view)
        self._aged(view)
        self.note(lines)

    def note(self, lines: Sequence[str]) -> None:
        """Something has happened: on a live screen the last lines stand under the board."""
        self._told.extend(lines)
        if not self._screen.live and lines:
            self._say([self._safe(line) for line in lines])
        self.show()

    def tell(self, lines: Sequence[str]) -> None:
        """An answer to the user, who wants to see all of it."""
        if self.view is not None and self._screen.live and len(self._wrapped(lines)) <= self._room:
            self.note(lines)
        else:
            if self._screen.live:
                self.show()
            self._say([self._safe(line) for line in lines])

    def show(self, again: bool = False) -> None:
        """Draw the room. Without a live screen only when there is something to decide or to watch, or `again`."""
        if self.view is None:
            return
        if self._screen.live:
            self._screen.draw(self._block(self.view))
        elif again or self._is_news(self.view):
            self._say([*self._board(self.view), self.status])

    def tell_status(self) -> None:
        """What can be done now, unless it stands there already."""
        if not self._screen.live and self.status != self._spoken:
            self._say([self.status])

    def tick(self) -> float:
        """Draw the times that run on; the seconds until that makes sense again."""
        view = self.view
        if view is None:
            return 1.0
        aged = self._aged(view)
        if aged != view:
            self.show()
        clocks = aged.clocks
        running = clocks is not None and clocks.running is not None
        return 0.1 if running and clocks is not None and min(clocks.white, clocks.black) < HURRY_MS else 1.0

    # --- drawing ------------------------------------------------------------------------------------------------------

    def _is_news(self, view: Snapshot) -> bool:
        """The board is another than was printed last, and the viewer is concerned."""
        if view.phase == "play" and self.me in waited_for(view) and self._place is None:
            return False  # What may be played is still on its way, and it belongs to the picture.
        key = view.phase, view.match, view.game, view.turn, len(view.stages), view.you
        concerned = self.me is None or self.me in waited_for(view) or view.phase in ("waiting", "over")
        if not concerned or key == self._shown:
            return False
        self._shown = key
        return True

    def _board(self, view: Snapshot) -> list[str]:
        last = f"Last play: {self.story.plays[-1]}" if self.story.plays else ""
        marks, looks = replace(self.marks, last=last), self._looks
        return board(self._aged(view), self._screen.width, self.me, marks, looks.color, looks.signs).split("\n")

    def _block(self, view: Snapshot) -> list[str]:
        room = self._room
        told = self._wrapped(self._told)[-room:]
        last = cut(self.status, self._screen.width, self._looks.signs.end)
        return [*self._board(view), *told, *[""] * (room - len(told)), last]

    @property
    def _room(self) -> int:
        """The lines between the board and the status that this terminal has."""
        height = 0 if self.view is None else len(self._board(self.view))
        return min(max(self._screen.rows - height - 3, LINES[0]), LINES[1])

    def _say(self, lines: Sequence[str]) -> None:
        self._screen.say(lines)
        self._spoken = lines[-1] if lines else self._spoken

    def _wrapped(self, lines: Iterable[str]) -> list[str]:
        return [part for line in lines for part in wrap(self._safe(line), self._screen.width)]

    def _safe(self, line: str) -> str:
        return clean(line, self._looks.signs.ascii_only)

    # --- time ---------------------------------------------------------------------------------------------------------

    def _aged(self, view: Snapshot) -> Snapshot:
        """The view with its times as they are now."""
        clocks, white, black = view.clocks, view.white, view.black
        if clocks is not None:
            clocks = ticked(clocks, self._age("clocks", clocks))
        white = _away(white, self._age("white", white and white.offline_ms))
        black = _away(black, self._age("black", black and black.offline_ms))
        return structs.replace(view, clocks=clocks, white=white, black=black)

    def _age(self, name: str, value: object) -> int:
        """Milliseconds since this value came."""
        if name not in self._since or self._since[name][0] != value:
            self._since[name] = value, self._now()
        return self._now() - self._since[name][1]


def ticked(clocks: ClocksView, elapsed: int) -> ClocksView:
    """The clocks `elapsed` milliseconds later: first the delay is used up, then the bank of the one that runs."""
    if clocks.running is None:
        return clocks
    bank = clocks.white if clocks.running is Color.WHITE else clocks.black
    left = max(0, bank - max(0, elapsed - clocks.delay))
    return structs.replace(clocks, delay=max(0, clocks.delay - elapsed), **{clocks.running.value: left})


def _away(seat: SeatView | None, elapsed: int) -> SeatView | None:
    if seat is None or seat.offline_ms is None:
        return seat
    return structs.replace(seat, offline_ms=seat.offline_ms + elapsed)
