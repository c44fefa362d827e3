"""What is proposed for how many, and when it will be over."""

from random import Random

import pytest

from protocol.tournament import acts as c
from protocol.tournament.events import Config
from protocol.tournament.views import Proposal
from server.tournaments.proposal import (
    MINUTE,
    all_rounds,
    estimated_end,
    propose,
    round_minutes,
    stage_rounds,
    swiss_rounds,
)
from tests.server.tournaments.evening import Evening, to


@pytest.mark.parametrize(
    ("players", "proposal"),
    [
        (5, Proposal("round_robin", 5, 1, 100)),
        (8, Proposal("round_robin", 7, 1, 140)),
        (12, Proposal("swiss", 4, 2, 204)),
        (64, Proposal("swiss", 6, 2, 306)),
        (1000, Proposal("swiss", 10, 2, 510)),
    ],
)
def test_format_suits_number_of_players(players: int, proposal: Proposal) -> None:
    assert propose(players) == proposal


def test_longer_matches_take_longer() -> None:
    assert [round_minutes(length) for length in (1, 2, 3, 4, 5)] == [20, 51, 80, 109, 138]


def test_swiss_has_never_more_rounds_than_opponents() -> None:
    assert [swiss_rounds(players) for players in (2, 3, 4, 5, 8, 16, 17)] == [1, 3, 3, 4, 4, 4, 5]


@pytest.mark.parametrize(
    ("config", "players", "rounds"),
    [
        (Config(format="round_robin", double=True), 5, 10),
        (Config(format="round_robin", cut=4), 5, 7),
        (Config(format="swiss", rounds=5, cut=8), 20, 8),
        (Config(format="single_elimination"), 8, 3),
        (Config(format="double_elimination"), 6, 7),
        (Config(format="double_elimination", grand_final="single"), 6, 6),
    ],
)
def test_rounds_of_all_stages_are_counted(config: Config, players: int, rounds: int) -> None:
    assert all_rounds(config, players) == rounds


def test_one_player_has_no_rounds() -> None:
    assert stage_rounds(Config(format="single_elimination"), 1) == 0


def test_end_comes_nearer_round_by_round() -> None:
    evening = Evening(Config(format="swiss", matches=to(2), rounds=3), 8, Random(1))
    assert estimated_end(evening.state, 0) == 3 * 51 * MINUTE
    evening.does(c.Start(1))
    evening.does(c.PairRound(1))
    evening.does(c.StartRound(1), now=10 * MINUTE)
    assert estimated_end(evening.state, 20 * MINUTE) == (10 + 3 * 51) * MINUTE
    evening.does(c.ExtendClock(1, 5 * MINUTE))
    assert estimated_end(evening.state, 20 * MINUTE) == (15 + 3 * 51) * MINUTE
    for match in evening.state.rounds[0].open_matches:
        evening.play(match)
    assert estimated_end(evening.state, 40 * MINUTE) == (40 + 2 * 51) * MINUTE
    evening.does(c.TakeBreak(60 * MINUTE))
    assert estimated_end(evening.state, 40 * MINUTE) == (60 + 2 * 51) * MINUTE
