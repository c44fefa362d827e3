"""Who does not come, and what happens by itself."""

from dataclasses import replace
from random import Random
from typing import Literal

from protocol.tournament import acts as c
from protocol.tournament.events import Config
from server.tournaments.commands import Settle
from server.tournaments.decide import settle
from server.tournaments.proposal import MINUTE
from server.tournaments.timing import AUTOMATIC_MS, deadline, no_shows
from tests.server.tournaments.evening import Evening, to
from tests.server.tournaments.replay import with_phones


def running(no_show: Literal["director", "automatic", "penalty"]) -> Evening:
    """Two tables; at the first one side is there."""
    evening = Evening(Config(format="swiss", matches=to(2), rounds=2, no_show=no_show), 4, Random(1))
    evening.state = with_phones(evening.state)
    evening.does(c.Start(1))
    evening.does(c.PairRound(1))
    evening.does(c.StartRound(1), now=MINUTE)
    evening.does(c.Ready("r1t1", "p1"), now=MINUTE)
    return evening


def test_nothing_is_due_without_a_rule() -> None:
    evening = running("director")
    assert deadline(evening.state) is None
    assert settle(evening.state, 100 * MINUTE) == ()


def test_deadline_is_that_of_the_next_forfeit() -> None:
    assert deadline(running("automatic").state) == MINUTE + AUTOMATIC_MS
    assert deadline(running("penalty").state) == 11 * MINUTE


def test_who_does_not_come_loses_by_himself() -> None:
    evening = running("automatic")
    assert settle(evening.state, MINUTE + AUTOMATIC_MS - 1) == ()
    evening.does(Settle(), now=MINUTE + AUTOMATIC_MS)
    results = {match.id: match.result for match in evening.state.rounds[0].matches.values()}
    assert {name: result and result.kind for name, result in results.items()} == {
        "r1t1": "forfeit",
        "r1t2": "double_forfeit",
    }
    assert evening.state.rounds[0].closed
    assert deadline(evening.state) is None


def test_begun_match_is_not_late() -> None:
    evening = running("director")
    evening.does(c.Ready("r1t1", "p3"), now=2 * MINUTE)
    assert [each.match for each in no_shows(evening.state, 60 * MINUTE)] == ["r1t2"]


def test_nobody_is_late_at_a_wooden_board() -> None:
    state = running("automatic").state
    typed = {match.a: replace(state.players[match.a], owner=None) for match in state.rounds[0].matches.values()}
    wooden = replace(state, players={**state.players, **typed})
    assert len(no_shows(state, 60 * MINUTE)) == 2
    assert no_shows(wooden, 60 * MINUTE) == ()
    assert settle(wooden, 60 * MINUTE) == ()
    assert deadline(wooden) is None


def test_nobody_is_late_in_a_pause() -> None:
    evening = running("automatic")
    evening.does(c.Pause(), now=MINUTE)
    assert no_shows(evening.state, 60 * MINUTE) == ()
    assert deadline(evening.state) is None
    evening.does(c.Resume(), now=60 * MINUTE)
    assert no_shows(evening.state, 60 * MINUTE) == ()


def test_nobody_is_late_before_the_start() -> None:
    state = running("director").state
    assert no_shows(replace(state, rounds=()), 60 * MINUTE) == ()
