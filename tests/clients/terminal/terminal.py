"""As much of a terminal as the client needs: a cursor, and the escape sequences that it uses."""

import re
from io import StringIO

_PIECE = re.compile(r"\x1b7|\x1b8|\x1b\[(?P<number>\d*)(?P<what>[AHJK])|\x1b\[[\d;]*m|[\s\S]")


class Terminal(StringIO):
    """Remembers its lines, also those that have scrolled away. Anything it does not know is an AssertionError."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        super().__init__()
        self.columns, self.rows = columns, rows
        self._lines, self._row, self._column, self._saved = [""], 0, 0, (0, 0)

    @property
    def lines(self) -> list[str]:
        return self._lines[: self._row + 1]

    def press(self, keys: str) -> None:
        """What the user types is echoed where the cursor stands."""
        self.write(keys)

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        for piece in _PIECE.finditer(text):
            self._obey(piece[0], piece["what"], int(piece["number"] or 0))
        return len(text)

    def _obey(self, piece: str, what: str | None, number: int) -> None:
        match what or (piece if len(piece) == 1 else piece[:2]):
            case "\x1b7":
                self._saved = self._row, self._column
            case "\x1b8":
                self._row, self._column = self._saved
            case "A" if what:
                self._row = max(self._row - number, len(self._lines) - self.rows, 0)
            case "H" if what:
                self._row = self._column = 0
            case "J" if what:
                self._clear(everything=number == 2)
            case "K" if what:
                self._lines[self._row] = self._lines[self._row][: self._column]
            case "\r":
                self._column = 0
            case "\n":
                self._down()
            case "\x1b[":
                return
            case letter if letter.isprintable():
                line = self._lines[self._row]
                self._lines[self._row] = line[: self._column].ljust(self._column) + letter + line[self._column + 1 :]
                self._column += 1
            case other:
                raise AssertionError(f"a terminal is sent {other!r}")

    def _clear(self, everything: bool) -> None:
        if everything:
            self._lines, self._row, self._column = [""], 0, 0
        self._lines = [*self._lines[: self._row], self._lines[self._row][: self._column]]

    def _down(self) -> None:
        self._row, self._column = self._row + 1, 0
        if self._row == len(self._lines):
            self._lines.append("")
