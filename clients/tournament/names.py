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
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the table. `order`: where he stands among the seeds, the smallest first."""

    name: str
    order: float


def tidy(name: str) -> str:
    """As the server keeps it: without spaces around, and with single ones between words. Raises Trouble if too long."""
    name = " ".join(name.split())
    if len(name) > limits.NAME_CHARS:
        raise Trouble(f"a name has at most {limits.NAME_CHARS} characters: {name}")
    return name


def read_names(data: bytes) -> list[str]:
    """The names in the order of their seeds. Raises Trouble for what is no table of names."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Trouble("the table is not in UTF-8; save it as “CSV UTF-8”") from None
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter(text), skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise Trouble(f"the table cannot be read: {error}") from None
    entries = sorted(_entries(rows), key=lambda entry: entry.order)
    return [entry.name for entry in entries]


def delimiter(text: str) -> str:
    """What stands between the cells: a tab or a semicolon if there is any outside of quotes."""
    bare = _QUOTED.sub("", text)
    return next((sign for sign in "\t;" if sign in bare), ",")


def _entries(rows: Iterable[list[str]]) -> Iterator[Entry]:
    filled = ((line, row) for line, row in enumerate(rows, start=1) if any(cell.strip() for cell in row))
    for number, (line, row) in enumerate(filled):
        if number or not _is_heading(row):
            yield _entry(line, row)


def _is_heading(row: list[str]) -> bool:
    return row[0].strip().casefold() in HEADINGS


def _entry(line: int, row: list[str]) -> Entry:
    name, order = tidy(row[0]), row[1].strip() if len(row) > 1 else ""
    if not name:
        raise Trouble(f"row {line} has no name")
    if order and not order.isdecimal():
        raise Trouble(f"row {line}: the second column is the order of the seeds, and {order!r} is no number")
    return Entry(name, int(order) if order else inf)


def without_repeats(names: Iterable[str], there: Iterable[str]) -> tuple[list[str], list[str]]:
    """The names that are new, and those that are `there` already or come twice. Capital letters make no difference."""
    taken, new, repeated = {name.casefold() for name in there}, list[str](), list[str]()
    for name in names:
        (repeated if name.casefold() in taken else new).append(name)
        taken.add(name.casefold())
    return new, repeated
