"""Tournaments of every format from the first round to the last."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Config
from server.tournaments.plan import is_played_out, next_round
from server.tournaments.problems import Problem
from server.tournaments.proposal import all_rounds
from server.tournaments.standings import standings
from server.tournaments.state import TournamentState, fold_events
from tests.server.tournaments.evening import Evening, fitting, to

FORMATS = st.builds(
    Config,
    format=st.sampled_from(["round_robin", "swiss", "single_elimination", "double_elimination", "lives"]),
    matches=st.builds(to, st.integers(1, 3)),
    double=st.booleans(),
    lives=st.integers(1, 3),
    cut=st.sampled_from([0, 0, 2, 4, 8]),
    third_place=st.booleans(),
    consolation=st.booleans(),
    grand_final=st.sampled_from(["reset", "single"]),
    order=st.sampled_from(["fold", "random"]),
).map(fitting)


def evening(config: Config, players: int, seed: int = 1) -> Evening:
    played = Evening(config, players, Random(seed))
    played.play_all()
    return played


def opponents(state: TournamentState) -> Counter[frozenset[str]]:
    return Counter(frozenset(match.players) for each in state.rounds for match in each.matches.values())


@settings(max_examples=60, deadline=None)
@given(config=FORMATS, players=st.integers(4, 13), seed=st.integers(0, 2**32))
def test_every_format_comes_to_an_end(config: Config, players: int, seed: int) -> None:
    played = evening(config, players, seed)
    assert is_played_out(played.state)
    closed = [fact.round for fact in played.log if isinstance(fact, e.RoundClosed)]
    assert closed == list(range(1, len(played.state.rounds) + 1))
    reported = Counter(fact.match for fact in played.log if isinstance(fact, e.ResultReported))
    assert set(reported.values()) == {1}
    rows = standings(played.state)
    assert sorted(row.player for row in rows) == sorted(played.state.players)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert all((row.apart is None) == (below.rank == row.rank) for row, below in pairwise(rows))
    played.does(c.Finish())
    assert played.state.finish == e.TournamentFinished("played")


@settings(max_examples=20, deadline=None)
@given(config=FORMATS, players=st.integers(4, 10), seed=st.integers(0, 2**32))
def test_log_is_the_tournament(config: Config, players: int, seed: int) -> None:
    played, again = evening(config, players, seed), evening(config, players, seed)
    assert played.log == again.log
    assert fold_events(TournamentState("TEST01"), played.log) == played.state


@pytest.mark.parametrize("players", [3, 4, 7, 8])
def test_round_robin_pairs_everybody_once(players: int) -> None:
    state = evening(Config(format="round_robin"), players).state
    assert len(opponents(state)) == players * (players - 1) // 2
    assert set(opponents(state).values()) == {1}
    assert sum(row.points for row in standings(state)) == players * (players - 1) // 2


def test_double_round_robin_pairs_everybody_twice() -> None:
    state = evening(Config(format="round_robin", double=True), 5).state
    assert set(opponents(state).values()) == {2}


def test_swiss_has_no_rematch_and_no_second_bye() -> None:
    state = evening(Config(format="swiss", matches=to(2)), 13).state
    assert len(state.rounds) == 4
    assert set(opponents(state).values()) == {1}
    assert set(Counter(name for each in state.rounds for name in each.byes).values()) == {1}


def test_single_elimination_has_one_match_fewer_than_players() -> None:
    state = evening(Config(format="single_elimination", third_place=True), 6).state
    assert sum(opponents(state).values()) == 6
    assert [row.rank for row in standings(state)] == [1, 2, 3, 4, 5, 5]
    assert set(state.rounds[0].byes) == {"p1", "p2"}


def test_double_elimination_ends_with_two_losses() -> None:
    state = evening(Config(format="double_elimination"), 9, seed=3).state
    losses = Counter(
        name
        for each in state.rounds
        for match in each.matches.values()
        for name in match.players
        if match.result is not None and name != match.result.winner
    )
    champion = standings(state)[0].player
    assert losses[champion] < 2
    assert all(count == 2 for name, count in losses.items() if name != champion)


def test_best_of_table_play_knock_out() -> None:
    state = evening(Config(format="round_robin", cut=4), 6).state
    assert state.bracket_from == 6
    best = [row.player for row in standings(state, 5)][:4]
    assert list(state.bracket) == best
    assert {row.player for row in standings(state)[:4]} == set(best)
    assert [row.rank for row in standings(state)] == [1, 2, 3, 3, 5, 6]


def test_consolation_is_played_by_first_losers() -> None:
    state = evening(Config(format="single_elimination", consolation=True), 8).state
    first = {
        match.opponent(match.result.winner)
        for match in state.rounds[0].matches.values()
        if match.result and match.result.winner
    }
    players = {
        name for each in state.rounds for match in each.matches.values() if match.id[0] == "C" for name in match.players
    }
    assert players == first
    assert {row.player for row in standings(state) if row.rank > 4} == first


@pytest.mark.parametrize(("players", "lives"), [(8, 2), (33, 3), (5, 1)])
def test_last_life_is_the_last_match(players: int, lives: int) -> None:
    state = evening(Config(format="lives", lives=lives), players).state
    lost = [sum(part.deed == "played" and not part.points for part in row.parts) for row in standings(state)]
    assert lost[0] < lives
    assert set(lost[1:]) == {lives}


def test_counted_rounds_end_a_swiss_with_lives() -> None:
    assert len(evening(Config(format="lives", lives=3, rounds=4), 16).state.rounds) == 4


def test_rounds_are_as_many_as_foretold() -> None:
    for config, players in (
        (Config(format="swiss"), 20),
        (Config(format="round_robin", cut=2), 5),
        (Config(format="single_elimination"), 11),
    ):
        assert len(evening(config, players).state.rounds) == all_rounds(config, players)


def test_lot_decides_when_order_is_random() -> None:
    begun = Evening(Config(format="swiss", order="random"), 16, Random(1))
    begun.does(c.Start(1))
    one, same = next_round(begun.state), next_round(begun.state)
    other = next_round(replace(begun.state, rng_seed=2))
    assert not isinstance(one, Problem)
    assert one == same != other


def test_withdrawn_from_half_on_loses_the_rest() -> None:
    played = Evening(Config(format="round_robin"), 6, Random(2))
    played.does(c.Start(1))
    for _ in range(3):
        played.play_round()
    played.does(c.Withdraw("p6"))
    while played.play_round():
        pass
    row = next(row for row in standings(played.state) if row.player == "p6")
    assert [part.deed for part in row.parts] == ["played"] * 3 + ["forfeit_loss"] * 2
    assert row.rank > 0


def test_withdrawn_before_half_has_no_more_matches() -> None:
    played = Evening(Config(format="round_robin"), 6, Random(2))
    played.does(c.Start(1))
    played.play_round()
    played.does(c.Withdraw("p6"))
    while played.play_round():
        pass
    assert [len(each.matches) for each in played.state.rounds] == [3, 2, 2, 2, 2]
    assert [row.player for row in standings(played.state) if not row.rank] == ["p6"]
    assert sum(row.points for row in standings(played.state)) == 10


def test_who_is_kept_apart_does_not_meet() -> None:
    config = Config(format="swiss", rounds=1, apart=(("p1", "p3"), ("p2", "p4")))
    begun = Evening(config, 4, Random(1))
    begun.does(c.Start(1))
    paired = next_round(begun.state)
    assert not isinstance(paired, Problem)
    assert all({each.a, each.b} not in ({"p1", "p3"}, {"p2", "p4"}) for each in paired.pairings)


def test_one_player_is_not_paired() -> None:
    begun = Evening(Config(format="swiss"), 2, Random(1))
    begun.does(c.Configure(Config(format="swiss", rounds=1)))
    begun.does(c.Start(1))
    begun.does(c.Withdraw("p2"))
    found = next_round(begun.state)
    assert isinstance(found, Problem)
    assert found.code is Wrong.NOT_ENOUGH_PLAYERS
