"""Names of players, from the command line or from a table that a spreadsheet has written."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf

from clients.tournament.trouble import Trouble
from protocol import limits

HEADINGS = (
    *("name", "names", "player", "players", "navn", "spiller", "spillere", "deltager", "deltagere"),
    *("spieler", "spielerin", "teilnehmer", "имя", "игрок", "игроки", "участник", "участники", "фамилия"),
)
"""What the first column may be called."""
SIGNS = {"\t": "a tab", ";": "a semicolon", "|": "a bar", ",": "a comma"}
"""What may stand between the cells, in words."""
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the table. `order`: where he stands among the seeds, the smallest first."""

    name: str
    order: float


def tidy(name: str) -> str:
    """As the server keeps it: without spaces around, and with single ones between words.

    Raises Trouble for an empty name and for one that is too long.
    """
    name = " ".join(name.split())
    if not name:
        raise Trouble("an empty name cannot be registered")
    if len(name) > limits.NAME_CHARS:
        raise Trouble(f"a name has at most {limits.NAME_CHARS} characters: {name}")
    return name


def read_names(data: bytes) -> list[str]:
    """The names in the order of their seeds. Raises Trouble for what is no table of names."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Trouble("the table is not in UTF-8; save it as “CSV UTF-8”") from None
    entries = sorted(_entries(text, delimiter(text)), key=lambda entry: entry.order)
    return [entry.name for entry in entries]


def delimiter(text: str) -> str:
    """What stands between the cells: a tab, a semicolon or a bar if there is any outside of quotes."""
    bare = _QUOTED.sub("", text)
    return next((sign for sign in "\t;|" if sign in bare), ",")


def _entries(text: str, sign: str) -> Iterator[Entry]:
    filled = ((line, row) for line, row in _rows(text, sign) if any(cell.strip() for cell in row))
    for number, (line, row) in enumerate(filled):
        _check_signs(line, row, sign)
        if number or not _is_heading(row[0]):
            yield _entry(line, row, sign)


def _rows(text: str, sign: str) -> Iterator[tuple[int, list[str]]]:
    """Each row with the number of its last line, as an editor shows it."""
    reader = csv.reader(io.StringIO(text), delimiter=sign, skipinitialspace=True, strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error:
        raise Trouble(
            f"line {reader.line_num}: a quotation mark does not belong there, or its partner is missing;"
            f" {_expected(sign)}"
        ) from None


def _check_signs(line: int, row: list[str], sign: str) -> None:
    """A row that is one cell here and would be more with another sign: a table of two kinds was put together."""
    cell = row[0] if not any(row[1:]) else ""
    for other, words in SIGNS.items():
        parts = cell.split(other)
        mixed = other != sign and len(parts) > 1
        if mixed and (parts[-1].strip().isdecimal() or _is_heading(parts[0])):
            raise Trouble(f"line {line}: {words} where other lines have {SIGNS[sign]}; {_expected(sign)}")


def _expected(sign: str) -> str:
    return f"expected is a name, and perhaps {SIGNS[sign]} and a number for its place among the seeds"


def _is_heading(cell: str) -> bool:
    return cell.strip().casefold() in HEADINGS


def _entry(line: int, row: list[str], sign: str) -> Entry:
    if not row[0].strip():
        raise Trouble(f"line {line} has no name; {_expected(sign)}")
    name, order = tidy(row[0]), row[1].strip() if len(row) > 1 else ""
    if order and not order.isdecimal():
        raise Trouble(f"line {line}: {order!r} is no number; {_expected(sign)}")
    return Entry(name, int(order) if order else inf)


def without_repeats(names: Iterable[str], there: Iterable[str]) -> tuple[list[str], list[str]]:
    """The names that are new, and those that are `there` already or come twice. Capital letters make no difference."""
    taken, new, repeated = {name.casefold() for name in there}, list[str](), list[str]()
    for name in names:
        (repeated if name.casefold() in taken else new).append(name)
        taken.add(name.casefold())
    return new, repeated
