"""Where everything is printed: a block of lines that is drawn again in place, or plain lines one after another."""

import shutil
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from clients.terminal.text import columns, wrap

Size = tuple[int, int]
"""Columns and rows."""
PROMPT = "> "


def terminal_size() -> Size:
    size = shutil.get_terminal_size()
    return size.columns, size.lines


class Screen:
    """`live`: a terminal that obeys escape sequences. The cursor waits on the line of the prompt, under the block.

    Without `live` nothing but text is written, and `draw` prints its block like any other text.
    """

    def __init__(self, out: TextIO, live: bool, prompt: bool = True, size: Callable[[], Size] = terminal_size) -> None:
        self.live = live
        self._out = out
        self._prompt = PROMPT if prompt else ""
        self._size = size
        self._drawn: tuple[Size, int] | None = None  # The size then, and the height of the block above the prompt.
        self._entered = False  # Enter was pressed: the cursor is one line below the prompt.

    @property
    def width(self) -> int:
        return self._size()[0]

    @property
    def entered(self) -> bool:
        """The user has pressed Enter and nothing has been printed since."""
        return self._entered

    @property
    def rows(self) -> int:
        return self._size()[1]

    def start(self) -> None:
        self._write(self._prompt)

    def draw(self, block: Sequence[str]) -> None:
        """Show a block of lines that are no wider than the screen, in the place of the one before."""
        if not self.live:
            self.say(block)
        elif self._drawn == (self._size(), len(block)) and not self._entered:
            # What is being typed stays where it is.
            lines = "".join(f"\r{line}\x1b[K\n" for line in block)
            self._write(f"\x1b7\x1b[{len(block)}A{lines}\x1b8")
        else:
            self._write(self._erase() + "".join(f"{line}\n" for line in block) + self._prompt)
        fits = len(block) + 2 <= self.rows
        self._drawn, self._entered = ((self._size(), len(block)) if fits else None), False

    def say(self, lines: Iterable[str]) -> None:
        """Print lines that stay. A block that was drawn before scrolls away with them."""
        width = self.width if self._prompt else 10_000
        text = "".join(f"{part}\n" for line in lines for part in wrap(line, width))
        fresh = "\r\x1b[K" if self.live and not self._entered else ""
        self._write(fresh + text + self._prompt)
        self._drawn, self._entered = None, False

    def typed(self, line: str) -> None:
        """The user has pressed Enter after this line."""
        self._entered = True
        if columns(self._prompt + line) >= self.width:
            self._drawn = None

    def _erase(self) -> str:
        """What takes the cursor to where the new block begins."""
        if self._drawn is None:
            return "" if self._entered else "\r\x1b[K"
        size, height = self._drawn
        # A terminal that has changed its size has broken the lines anew: nobody knows where the block begins.
        return f"\x1b[{height + self._entered}A\r\x1b[J" if size == self._size() else "\x1b[2J\x1b[H"

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
