"""Who is where after each round, to the last tie-break."""

from random import Random
from typing import Any

import pytest

from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.views import Row
from server.tournaments.standings import standings
from server.tournaments.state import TournamentState, fold_events
from tests.server.tournaments.evening import Evening
from tests.server.tournaments.replay import CASES, after_round, config, folded, played, started, swiss_9

SWISS_9 = CASES["swiss_9"]


def listed(row: Row, like: dict[str, Any]) -> dict[str, Any]:
    """The row with the fields that the case has."""
    names = {f"p{number}": f"P{number}" for number in range(1, 10)}
    return {key: names[row.player] if key == "name" else getattr(row, key) for key in like}


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_swiss_is_ranked_after_each_round(number: int) -> None:
    expected = SWISS_9["rounds"][number - 1]["standings_after"]
    rows = standings(after_round(number))
    assert [listed(row, like) for row, like in zip(rows, expected, strict=True)] == expected


def test_older_round_can_be_asked_for() -> None:
    rows = standings(folded(swiss_9()), 3)
    expected = SWISS_9["rounds"][2]["standings_after"]
    assert [listed(row, like) for row, like in zip(rows, expected, strict=True)] == expected


def test_final_standings_of_swiss() -> None:
    rows = standings(folded(swiss_9()))
    expected = SWISS_9["final_standings"]
    assert [listed(row, like) for row, like in zip(rows, expected, strict=True)] == expected


@pytest.mark.parametrize("row", standings(folded(swiss_9())), ids=lambda row: row.player)
def test_each_round_shows_what_it_gave(row: Row) -> None:
    expected = SWISS_9["tiebreak_breakdown"][row.player]
    parts = [
        {
            "round": part.round,
            "kind": part.deed,
            "opponent": part.opponent,
            "points": part.points,
            "buchholz_part": part.buchholz,
            "sb_part": part.sonneborn_berger,
        }
        for part in row.parts
    ]
    assert {"adjusted_score_for_opponents": row.adjusted, "rounds": parts} == expected


def test_row_says_what_separates_it_from_the_next() -> None:
    rows = standings(folded(swiss_9()))
    apart = ["buchholz", "buchholz", "buchholz", "points", "points", "buchholz", "diff", "buchholz", None]
    assert [row.apart for row in rows] == apart


def test_first_of_the_tied_needs_not_meet_all() -> None:
    """A has beaten B and C; B and C have not met, and neither can reach him."""
    facts = started("ABCDEF", config("swiss", 1, 3))
    facts += played(1, [("A", "B", 1, 0), ("C", "D", 1, 0), ("E", "F", 1, 0)])
    facts += played(2, [("A", "C", 1, 0), ("B", "E", 1, 0), ("D", "F", 0, 1)])
    facts += played(3, [("A", "D", 0, 1), ("C", "E", 1, 0), ("B", "F", 1, 0)])
    rows = standings(folded(facts))
    assert [row.points for row in rows[:3]] == [2, 2, 2]
    assert (rows[0].player, rows[0].apart) == ("A", "de")


def test_single_games_count_raw_points() -> None:
    facts = started("AB", config("swiss", 1, 1)) + played(1, [("A", "B", 2, 0)])
    assert [row.diff for row in standings(folded(facts))] == [2, -2]


def test_match_points_are_capped() -> None:
    facts = started("AB", config("swiss", 3, 1)) + played(1, [("A", "B", 4, 1)])
    assert [(row.diff, row.points_for) for row in standings(folded(facts))] == [(2, 3), (-2, 1)]


def test_open_match_counts_nothing_yet() -> None:
    facts = started("ABCD", config("round_robin", 1))
    facts += played(1, [("A", "B", 1, 0), ("C", "D", 1, 0)], schedule=tuple("ABCD"))[:3]
    rows = standings(folded(facts))
    assert [row.points for row in rows] == [1, 0, 0, 0]
    assert [part.deed for row in rows for part in row.parts].count("open") == 2


def test_shared_place_separates_nothing() -> None:
    facts = started("ABCD", config("swiss", 1, 1)) + played(1, [("A", "B", 1, 0), ("C", "D", 1, 0)])
    assert [(row.rank, row.apart) for row in standings(folded(facts))] == [
        *((1, None), (1, "points"), (3, None), (3, None))
    ]


def test_no_table_before_the_first_result() -> None:
    assert standings(folded(started("ABCD", config("swiss", 1, 1)))) == ()


def test_who_leaves_has_given_up_his_lives() -> None:
    state = after_round_of_lives()
    gone = [e.PlayerWithdrawn(name, 1, 0, "player") for name in ("p1", "p2", "p3")]
    ranks = {row.player: row.rank for row in standings(fold_events(state, gone))}
    assert ranks["p4"] == 1
    assert min(ranks[name] for name in ("p1", "p2", "p3")) == 2


def after_round_of_lives() -> TournamentState:
    evening = Evening(e.Config(format="lives"), 4, Random(1))
    evening.does(c.Start(1))
    assert evening.play_round()
    return evening.state
