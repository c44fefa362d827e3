"""Everybody without a game is told why."""

from random import Random

from protocol.tournament import acts as c
from protocol.tournament.events import Config
from protocol.tournament.views import Waiting
from server.tournaments.proposal import MINUTE
from server.tournaments.waiting import waiting
from tests.server.tournaments.evening import Evening

RING = {frozenset({"p1", "p2"}): "p1", frozenset({"p2", "p3"}): "p2", frozenset({"p3", "p1"}): "p3"}
"""Each beats the next, so that all are equal."""


def why(evening: Evening, player: str, now: int = 0) -> str:
    return waiting(evening.state, player, now).why


def test_reasons_follow_the_evening() -> None:
    evening = Evening(Config(format="swiss", rounds=2), 5, Random(1))
    evening.does(c.Register("Not here"))
    assert [why(evening, name) for name in ("p1", "p6", "p7")] == ["not_started", "not_checked_in", "not_registered"]
    evening.does(c.Start(1))
    assert why(evening, "p1") == "next_round"
    evening.does(c.PairRound(1))
    assert [why(evening, name) for name in ("p1", "p5")] == ["round_not_started", "bye"]
    evening.does(c.StartRound(1))
    assert waiting(evening.state, "p1", 0) == Waiting("play", "r1t1", start_button=True)
    evening.does(c.Ready("r1t1", "p1"))
    assert [why(evening, name) for name in ("p1", "p3")] == ["opponent_not_ready", "play"]
    evening.does(c.Ready("r1t1", "p3"))
    assert waiting(evening.state, "p1", 0) == Waiting("play", "r1t1")
    evening.play(evening.state.rounds[0].matches["r1t1"])
    assert waiting(evening.state, "p1", 0) == Waiting("others_playing", "r1t1", next_round=20 * MINUTE)
    evening.play(evening.state.rounds[0].matches["r1t2"])
    assert why(evening, "p1") == "next_round"


def test_whole_tournament_can_wait() -> None:
    evening = Evening(Config(format="swiss", rounds=1), 4, Random(1))
    evening.does(c.Start(1))
    evening.does(c.TakeBreak(MINUTE))
    assert waiting(evening.state, "p1", 0) == Waiting("break", next_round=MINUTE)
    assert why(evening, "p1", MINUTE) == "next_round"
    evening.does(c.Pause())
    assert why(evening, "p1") == "paused"
    evening.does(c.Resume())
    evening.does(c.Withdraw("p4"))
    assert why(evening, "p4") == "withdrawn"
    evening.play_round()
    evening.does(c.Finish())
    assert why(evening, "p1") == "finished"


def test_who_is_out_of_a_knock_out_knows() -> None:
    evening = Evening(Config(format="single_elimination"), 4, Random(1))
    evening.does(c.Start(1))
    evening.play_round()
    evening.does(c.PairRound(2))
    evening.does(c.StartRound(2))
    there = {name for match in evening.state.rounds[1].matches.values() for name in match.players}
    assert {why(evening, name) for name in evening.state.players.keys() - there} == {"out"}


def test_dispute_waits_for_director() -> None:
    evening = Evening(Config(format="swiss", rounds=1), 2, Random(1))
    evening.does(c.Start(1))
    evening.does(c.PairRound(1))
    evening.does(c.StartRound(1))
    evening.does(c.Claim("r1t1", "p1", (1, 0)))
    evening.does(c.Claim("r1t1", "p2", (0, 1)))
    assert why(evening, "p1") == "disputed"


def test_play_off_is_a_game_to_play() -> None:
    evening = Evening(Config(format="round_robin"), 3, Random(1))
    evening.does(c.Start(1))
    for number in (1, 2, 3):
        evening.does(c.PairRound(number))
        evening.does(c.StartRound(number))
        (match,) = evening.state.rounds[-1].open_matches
        evening.play(match, RING[frozenset(match.players)])
    evening.does(c.PlayOff("p1", "p2"))
    assert waiting(evening.state, "p1", 0) == Waiting("play", "po1", start_button=True)
    assert why(evening, "p3") == "next_round"
