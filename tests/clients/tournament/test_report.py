import pytest
from msgspec.structs import replace

from clients.lib.tournament import TournamentView, merged
from clients.tournament.report import match_line, round_lines, standings_lines, title
from protocol.messages import Tournament
from protocol.tournament.events import Config, Result
from protocol.tournament.views import Row, Standings
from tests.clients.lib.cup import CUP, HEAD, complete, game, player


def view(**sections: object) -> TournamentView:
    news = Tournament(tournament=CUP, version=2, at=2, **sections)  # type: ignore[arg-type]
    return merged(merged(None, complete(1, (game(1),))), news)


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (None, "Ada – Bo"),
        (Result("played", "p1", (2, 1)), "Ada 2–1 Bo"),
        (Result("played", "p2", (0, 2), (0, 1)), "Ada 0–2 Bo (mars)"),
        (Result("played", "p2", (2, 4), (1, 2)), "Ada 2–4 Bo (3 mars)"),
        (Result("forfeit", "p2"), "Ada – Bo: Bo wins by forfeit"),
        (Result("double_forfeit", None), "Ada – Bo: both lose by forfeit"),
    ],
)
def test_results_are_written(result: Result | None, line: str) -> None:
    shown = view()
    assert match_line(shown, game(1, result).matches[0]) == line


def test_score_and_dispute_are_shown() -> None:
    (table,) = game(1).matches
    assert match_line(view(), replace(table, score=(1, 0))) == "Ada – Bo 1–0"
    assert match_line(view(), replace(table, disputed=True)) == "Ada – Bo, they do not agree on the result"


def test_round_lists_tables_and_byes() -> None:
    shown = view(players=(player(1, "Ada"), player(2, "Bo"), player(3, "Cy")))
    lines = list(round_lines(shown, replace(game(1), byes=("p3",))))
    assert lines == ["Round 1 of 1", "  table 1: Ada – Bo", "  no game: Cy"]
    assert next(round_lines(shown, replace(game(1), closed=True))) == "Results of round 1"


def test_standings_are_a_table() -> None:
    rows = (
        Row("p2", rank=1, points=2, buchholz=1.5, diff=2),
        Row("p1", rank=2, points=10, buchholz=0, diff=-2),
        Row("p3", rank=0),
    )
    table = Standings(through=1, rows=rows, tie_breaks=("points", "de", "buchholz", "diff", "de"))
    players = (player(1, "Ада"), player(2, "漢字"), player(3, "Cy"))
    shown = view(standings=table, players=players, rounds=(replace(game(1), closed=True),))
    assert list(standings_lines(shown)) == [
        "Standings after 1 round",
        "            points  Buchholz  +/-",
        "  1.  漢字       2       1.5   +2",
        "  2.  Ада       10         0   -2",
    ]


def test_standings_of_open_round_say_so() -> None:
    table = Standings(through=1, rows=(Row("p1", rank=1),), tie_breaks=("exit",))
    for started, heading in ((None, "Standings before round 1"), (5, "Standings during round 1")):
        shown = view(standings=table, rounds=(replace(game(1), started=started),))
        assert list(standings_lines(shown)) == [heading, "  1.  Ada"]


def test_final_standings_say_so() -> None:
    table = Standings(through=1, rows=(Row("p1", rank=1),), tie_breaks=("exit",))
    shown = view(head=replace(HEAD, phase="finished", paired=1), standings=table)
    assert list(standings_lines(shown)) == ["Final standings", "  1.  Ada"]


def test_standings_are_not_always_there() -> None:
    assert list(standings_lines(view())) == ["No standings yet"]


def test_names_cannot_command_the_terminal() -> None:
    shown = view(players=(player(1, "\x1b[31mAda"), player(2, "Bo")), head=replace(HEAD, config=Config("\x07Cup")))
    assert match_line(shown, game(1).matches[0]) == "?[31mAda – Bo"
    assert title(shown) == "?Cup"


def test_tournament_without_title_has_a_name() -> None:
    assert title(view(head=replace(HEAD, config=Config()))) == "The tournament"
