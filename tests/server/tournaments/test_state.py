"""A tournament as the fold of its log."""

import pickle

from protocol.tournament import events as e
from protocol.tournament.events import Commit, Pairing, Result
from server.tournaments.state import TournamentState, fold, fold_events
from tests.server.tournaments.replay import after_round, config, folded, started, swiss_9


def test_version_is_that_of_the_log() -> None:
    state = TournamentState("TEST01")
    for version, fact in enumerate(swiss_9(), start=1):
        state = fold(state, version, Commit(0, (fact,)))
    assert state.version == 50
    assert state.phase == "finished"
    assert state.closed_rounds == 4


def test_state_travels_to_a_worker() -> None:
    state = after_round(3)
    assert pickle.loads(pickle.dumps(state)) == state


def test_matches_are_found_by_name_and_player() -> None:
    state = after_round(2)
    match = state.match("r2t2")
    assert match is not None
    assert match.players == ("p3", "p6")
    assert match.opponent("p6") == "p3"
    assert state.rounds[1].match_of("p3") == match
    assert state.round_of("r2t2") == state.rounds[1]
    assert state.match("r9t9") is None


def test_new_pairing_takes_the_place_of_the_old() -> None:
    facts = started("ABCD", config("swiss", 1, 3))
    one = e.RoundPaired(1, (Pairing("r1t1", 1, "A", "B"), Pairing("r1t2", 2, "C", "D")))
    other = e.RoundPaired(1, (Pairing("r1t1", 1, "A", "C"), Pairing("r1t2", 2, "B", "D")))
    before, after = folded([*facts, one]), folded([*facts, one, other])
    assert len(after.rounds) == 1
    assert after.rounds[0].matches["r1t1"].players == ("A", "C")
    assert after.rounds[0].matches["r1t1"].issue > before.rounds[0].matches["r1t1"].issue


def test_undone_start_forgets_its_stage() -> None:
    pairings = (Pairing("M1", 1, "A", "B"),)
    facts = [*started("AB", config("single_elimination", 1)), e.RoundPaired(1, pairings, bracket=("A", "B"))]
    assert folded(facts).bracket_from == 1
    undone = folded([*facts, e.RoundStarted(1, 0), e.RoundStartUndone(1, 0)])
    assert (undone.rounds, undone.bracket, undone.bracket_from) == ((), (), None)


def test_corrected_result_is_the_one_that_counts() -> None:
    state = fold_events(after_round(1), [e.ResultCorrected("r1t1", Result("played", "p5", (1, 3)), 5, "mixed up")])
    match = state.match("r1t1")
    assert match is not None
    assert match.result == Result("played", "p5", (1, 3))
    assert match.report is not None
    assert match.report.result.winner == "p1"


def test_device_finds_its_player() -> None:
    state = fold_events(after_round(1), [e.DeviceLinked("p3", "phone")])
    player = state.player_of("phone")
    assert player is not None
    assert player.id == "p3"
    assert state.player_of("another") is None


def test_correction_outdates_the_round_after_it() -> None:
    paired = [*swiss_9(), e.RoundPaired(5, (Pairing("r5t1", 1, "p1", "p2"),))]
    correction = e.ResultCorrected("r4t1", Result("double_forfeit", None), 0, "mixed up")
    assert not folded(paired).rounds[4].outdated
    assert folded([*paired, correction]).rounds[4].outdated
    assert not folded([*swiss_9(), correction]).rounds[3].outdated
    assert not folded([*paired, correction, e.RoundStarted(5, 0)]).rounds[4].outdated
