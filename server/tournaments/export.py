"""A tournament as files: everything as JSON, which can be read again, and tables as CSV for a spreadsheet.

No file has keys or owners of players in it: whoever reads it again gets the tournament, and nobody's place in it.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from itertools import chain
from typing import Any, Final

import msgspec

from protocol.codec import tournament_event_from_wire, tournament_event_to_wire
from protocol.tournament.events import Commit, DeviceLinked, Event, KeyIssued, PlayerRegistered, Source
from protocol.tournament.views import Row
from server.tournaments.comparison import counted_rounds, tie_breaks
from server.tournaments.knockout import nodes_of
from server.tournaments.standings import standings
from server.tournaments.state import Match, Round, TournamentState, fold_event
from server.tournaments.verify import begins, fits, is_storable

FORMAT: Final = "narde tournament"
VERSION: Final = 1
Cell = str | int


class _Line(msgspec.Struct):
    at: int
    source: Source
    events: list[dict[str, Any]]


# --- everything, as JSON ----------------------------------------------------------------------------------------------


def to_json(code: str, commits: Sequence[Commit]) -> bytes:
    """The log in one object, a commit a line. Commits in which nothing is for everybody are left out."""
    lines = b",\n".join(msgspec.json.encode(_to_wire(commit)) for commit in _shareable(commits))
    start = msgspec.json.encode({"format": FORMAT, "version": VERSION, "tournament": code})
    return start.removesuffix(b"}") + b',"commits":[\n' + lines + b"\n]}\n"


def from_json(text: str) -> tuple[Commit, ...]:
    """The log in an exported file. Raises ValueError with a sentence when it is none, or not a possible one."""
    commits = tuple(_shareable(_from_wire(number, each) for number, each in enumerate(_lines(text), start=1)))
    if not commits:
        raise ValueError("There is no tournament in this file.")
    state = TournamentState("")
    for number, commit in enumerate(commits, start=1):
        state = _folded(state, number, commit)
    return commits


def _shareable(commits: Iterable[Commit]) -> Iterator[Commit]:
    for commit in commits:
        if events := tuple(map(_without_owner, filter(_is_shareable, commit.events))):
            yield replace(commit, events=events)


def _is_shareable(event: Event) -> bool:
    return not isinstance(event, KeyIssued | DeviceLinked)


def _without_owner(event: Event) -> Event:
    return replace(event, owner=None) if isinstance(event, PlayerRegistered) else event


def _to_wire(commit: Commit) -> dict[str, Any]:
    events = [tournament_event_to_wire(event) for event in commit.events]
    return {"at": commit.at, "source": commit.source, "events": events}


def _lines(text: str) -> list[Any]:
    try:
        wire = msgspec.json.decode(text)
    except (ValueError, RecursionError):
        raise ValueError("This file is no JSON.") from None
    if not isinstance(wire, dict) or wire.get("format") != FORMAT or not isinstance(wire.get("commits"), list):
        raise ValueError("This file is no exported tournament.")
    if wire.get("version") != VERSION:
        raise ValueError(f"This file has version {wire.get('version')!r:.20}; only version {VERSION} can be read.")
    commits: list[Any] = wire["commits"]
    return commits


def _from_wire(number: int, wire: Any) -> Commit:
    try:
        line = msgspec.convert(wire, _Line)
        events = tuple(map(tournament_event_from_wire, line.events))
        if is_storable(wire):
            return Commit(line.at, events, line.source)
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    raise ValueError(f"Commit {number} cannot be read.")


def _folded(state: TournamentState, number: int, commit: Commit) -> TournamentState:
    for index, event in enumerate(commit.events):
        first = number == 1 and index == 0
        if not (begins(event) if first else fits(state, event)):
            raise ValueError(f"Commit {number}: {type(event).__name__} does not fit what was before.")
        state = fold_event(state, event)
    return state


# --- tables, as CSV ---------------------------------------------------------------------------------------------------

HEADINGS: Final[Mapping[str, str]] = {
    "points": "Points",
    "buchholz": "Buchholz",
    "sb": "Sonneborn-Berger",
    "diff": "Difference",
    "mars": "Mars",
}
"""The tie-breaks that are numbers; what two players did against each other is in the rounds."""
ROUNDS: Final = ("Round", "Table", "Stage", "A", "B", "Points A", "Points B", "Winner", "Result", "By", "Reason")
_FORMULA: Final = re.compile(r"""(^|[,;"'\t\r\n])(?=\s*[-=+@\t\r\uff1d\uff0b\uff0d\uff20])""")
"""Where a spreadsheet that takes another sign for the end of a cell would begin one that it calculates."""


def to_csv(state: TournamentState) -> bytes:
    """The standings, then every match of every round.

    UTF-8 with a byte order mark, without which Excel takes it for the alphabet of the country. Semicolons, because
    Excel expects them wherever numbers have a decimal comma; other spreadsheets find out by themselves. For the same
    reason a half is written as ½, since 2.5 would become a date, and the points of a match are two cells.
    """
    text = StringIO(newline="")
    csv.writer(text, delimiter=";").writerows([*map(_harmless, row)] for row in _rows(state))
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: Cell) -> Cell:
    """Text that would be calculated gets an apostrophe, which makes it text for a spreadsheet too."""
    return _FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell


def _rows(state: TournamentState) -> Iterator[Sequence[Cell]]:
    through = counted_rounds(state)
    columns = [name for name in dict.fromkeys(tie_breaks(state, through)) if name in HEADINGS]
    yield "Tournament", state.config.title, state.code
    yield "Rounds", through
    yield ()
    yield "Place", "Player", *(HEADINGS[name] for name in columns), "Wins", "Left"
    for row in standings(state, through):
        yield _standing(state, row, columns)
    yield ()
    yield ROUNDS
    yield from chain.from_iterable(_round(state, each) for each in state.rounds)
    yield from (_match(state, "play-off", "", match) for match in state.play_offs.values())


def _standing(state: TournamentState, row: Row, columns: Sequence[str]) -> Sequence[Cell]:
    player = state.players[row.player]
    left = "" if player.withdrawn is None else f"round {player.withdrawn.during_round}"
    return row.rank or "", player.name, *(_number(row, name) for name in columns), row.wins_played, left


def _number(row: Row, name: str) -> Cell:
    value: float = getattr(row, "sonneborn_berger" if name == "sb" else name)
    whole = int(value)
    return whole if value == whole else f"{whole or ''}½"


def _round(state: TournamentState, shown: Round) -> Iterator[Sequence[Cell]]:
    knock_out = state.bracket_from is not None and shown.number >= state.bracket_from
    nodes = nodes_of(state.config, len(state.bracket)) if knock_out else ()
    stages = {node.match: node.stage for node in nodes}
    for match in shown.matches.values():
        yield _match(state, shown.number, stages.get(match.id, ""), match)
    for name in shown.byes:
        yield shown.number, "", "", state.players[name].name, "", "", "", "", "bye", "", ""


def _match(state: TournamentState, number: Cell, stage: str, match: Match) -> Sequence[Cell]:
    """The result that counts, and who has said it last."""
    a, b = (state.players[name].name for name in match.players)
    result, said = match.result, match.corrections[-1] if match.corrections else match.report
    if result is None or said is None:
        return number, match.table, stage, a, b, "", "", "", "", "", ""
    winner = "" if result.winner is None else state.players[result.winner].name
    points = result.score if result.kind == "played" else ("", "")
    return number, match.table, stage, a, b, *points, winner, result.kind, said.source, said.reason
