"""Pairings, results and standings as lines of text. Names are other people's and are made safe to print."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from clients.lib.tournament import TournamentView
from clients.terminal.text import clean, columns
from protocol.tournament.views import MatchView, RoundView, Row

COLUMNS: Final[dict[str, tuple[str, Callable[[Row], str]]]] = {
    "points": ("points", lambda row: str(row.points)),
    "buchholz": ("Buchholz", lambda row: f"{row.buchholz:g}"),
    "sb": ("Sonneborn-B.", lambda row: f"{row.sonneborn_berger:g}"),
    "diff": ("+/-", lambda row: f"{row.diff:+d}"),
    "mars": ("mars", lambda row: str(row.mars)),
}
"""The heading and the figure of each tie-break that has one."""


def title(view: TournamentView) -> str:
    return clean(view.head.config.title) or "The tournament"


def round_lines(view: TournamentView, shown: RoundView) -> Iterator[str]:
    """The tables of a round: who plays whom, and the results that there are."""
    number, of = shown.number, max(view.head.rounds, shown.number)
    yield f"Results of round {number}" if shown.closed else f"Round {number} of {of}"
    yield from (f"  table {match.table}: {match_line(view, match)}" for match in shown.matches)
    if shown.byes:
        yield f"  no game: {', '.join(name_of(view, player) for player in shown.byes)}"


def match_line(view: TournamentView, match: MatchView) -> str:
    """Who plays, and how it has ended."""
    a, b = name_of(view, match.a), name_of(view, match.b)
    result = match.result
    if result is None:
        score = f" {match.score[0]}–{match.score[1]}" if any(match.score) else ""
        return f"{a} – {b}{score}{', they do not agree on the result' if match.disputed else ''}"
    winner = None if result.winner is None else name_of(view, result.winner)
    match result.kind:
        case "played":
            mars = f" ({'mars' if sum(result.mars) == 1 else f'{sum(result.mars)} mars'})" if any(result.mars) else ""
            return f"{a} {result.score[0]}–{result.score[1]} {b}{mars}"
        case "forfeit":
            return f"{a} – {b}: {winner} wins by forfeit"
        case "double_forfeit":
            return f"{a} – {b}: both lose by forfeit"


def standings_lines(view: TournamentView) -> Iterator[str]:
    """The table with the tie-breaks that apply; who has left the competition is not in it."""
    rows = [row for row in view.standings.rows if row.rank]
    yield _heading(view) if rows else "No standings yet"
    shown = [COLUMNS[name] for name in dict.fromkeys(view.standings.tie_breaks) if name in COLUMNS]
    table = [["", "", *(head for head, _ in shown)]] if shown else []
    table += [[f"{row.rank}.", name_of(view, row.player), *(figure(row) for _, figure in shown)] for row in rows]
    yield from _aligned(table) if rows else ()


def name_of(view: TournamentView, player: str) -> str:
    return clean(view.player(player).name)


def _heading(view: TournamentView) -> str:
    """A round robin and a knock-out are compared after every match, so that the newest round may be in the table."""
    through, current = view.standings.through, view.current
    if view.head.phase == "finished":
        return "Final standings"
    if current is not None and current.number == through and not current.closed:
        return f"Standings {'before' if current.started is None else 'during'} round {through}"
    return f"Standings after {through} {'round' if through == 1 else 'rounds'}"


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Names, in the second column, to the left and everything else to the right."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        space = [" " * (width - columns(cell)) for cell, width in zip(row, widths, strict=True)]
        cells = [cell + space[at] if at == 1 else space[at] + cell for at, cell in enumerate(row)]
        yield f"  {'  '.join(cells)}".rstrip()
