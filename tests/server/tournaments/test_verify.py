"""Facts that could not have been given do not get into a tournament."""

from random import Random

import pytest

from protocol.settings import Settings
from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.events import Config, Event, Pairing, Result
from server.tournaments.state import TournamentState, fold_event
from server.tournaments.verify import begins, fits, is_storable
from tests.server.tournaments.evening import Evening, to


def registering() -> TournamentState:
    """Two who are here, and one who is not."""
    evening = Evening(Config(), 2, Random(1))
    evening.does(c.Register("Cyd"))
    return evening.state


def playing(format_: e.Format = "swiss") -> TournamentState:
    """Round 1 is played, round 2 published; of seven players one has the bye."""
    evening = Evening(Config(format=format_, rounds=3, matches=to(2)), 7, Random(1))
    evening.does(c.Start(1))
    evening.play_round()
    evening.does(c.PairRound(2))
    return evening.state


def in_round() -> TournamentState:
    """Round 2 is started."""
    return fold_event(playing(), e.RoundStarted(2, 0))


def refused(state: TournamentState, event: Event) -> bool:
    before = repr(state)
    answer = fits(state, event)
    assert repr(state) == before
    return not answer


@pytest.mark.parametrize(
    ("event", "good"),
    [
        (e.TournamentCreated(Config(), 0), True),
        (e.TournamentCreated(Config(cut=3), 0), False),
        (e.TournamentCreated(Config(matches=Settings(preset="chess")), 0), False),
        (e.TournamentCreated(Config(matches=Settings(overrides={"dice": 7})), 0), False),
        (e.CheckInClosed(), False),
    ],
)
def test_log_begins_with_a_possible_tournament(event: Event, good: bool) -> None:
    assert begins(event) is good


@pytest.mark.parametrize(
    "event",
    [
        e.TournamentCreated(Config(), 0),
        e.KeyIssued("digest", "director"),
        e.DeviceLinked("p1", "device"),
        e.TournamentConfigured(Config(cut=3)),
        e.CheckInOpened(),
        e.Paused(0),
        e.Resumed(0),
        e.TournamentFinished(),
        e.TournamentReopened("why", 0),
        e.TableFeatured("r1t1"),
        e.PlayerRegistered("p9", "Dan", 4),
        e.PlayerRegistered("p4", "Cyd", 4),
        e.PlayerRegistered("p4", " Dan", 4),
        e.PlayerRegistered("p4", "Dan", 1),
        e.PlayerRenamed("p9", "Dan"),
        e.PlayerRenamed("p1", "Cyd"),
        e.PlayersMerged("p1", "p1"),
        e.PlayersMerged("p1", "p9"),
        e.PlayerCheckedIn("p9"),
        e.PlayerWithdrawn("p9", 0, 0, "player"),
        e.PlayerWithdrawn("p1", 1, 0, "player"),
        e.PlayerReturned("p1"),
        e.RoundPaired(1, (Pairing("r1t1", 1, "p1", "p2"),), schedule=("p1", "p2")),
        e.RoundStarted(1, 0),
        e.RoundClosed(1, 0),
        e.MatchReady("r1t1", "p1", 0),
    ],
    ids=repr,
)
def test_before_the_start_it_does_not_fit(event: Event) -> None:
    assert refused(registering(), event)


def test_start_needs_two_who_are_here() -> None:
    alone = Evening(Config(), 1, Random(1)).state
    assert refused(alone, e.TournamentStarted(1))
    assert fits(registering(), e.TournamentStarted(1))


def pairings(state: TournamentState, number: int) -> tuple[Pairing, ...]:
    return tuple(Pairing(each.id, each.table, each.a, each.b) for each in state.rounds[number - 1].matches.values())


def test_published_round_can_be_published_anew() -> None:
    state = playing()
    assert fits(state, e.RoundPaired(2, pairings(state, 2), state.rounds[1].byes))


@pytest.mark.parametrize(
    ("number", "pairs", "byes"),
    [
        (1, [("r1t1", "p1", "p2")], ()),
        (3, [("r3t1", "p1", "p2")], ()),
        (2, [("r1t1", "p1", "p2")], ()),
        (2, [("r2t1", "p1", "p1")], ()),
        (2, [("r2t1", "p1", "p2")], ("p2",)),
        (2, [("r2t1", "p1", "p9")], ()),
        (2, [("r2t1", "p1", "p2"), ("r2t1", "p3", "p4")], ()),
    ],
)
def test_impossible_round_does_not_fit(number: int, pairs: list[tuple[str, str, str]], byes: tuple[str, ...]) -> None:
    listed = tuple(Pairing(match, table, a, b) for table, (match, a, b) in enumerate(pairs, start=1))
    assert refused(playing(), e.RoundPaired(number, listed, byes))


def test_only_a_round_robin_has_a_schedule() -> None:
    evening = Evening(Config(), 2, Random(1))
    evening.does(c.Start(1))
    paired = (Pairing("r1t1", 1, "p1", "p2"),)
    assert fits(evening.state, e.RoundPaired(1, paired, schedule=("p1", "p2")))
    assert refused(evening.state, e.RoundPaired(1, paired))
    assert refused(playing(), e.RoundPaired(2, paired, schedule=("p1", "p2")))


@pytest.mark.parametrize(
    ("pairs", "bracket", "good"),
    [
        ([("M1", "p1", "p2")], ("p1", "p2"), True),
        ([("M1", "p2", "p1")], ("p1", "p2"), False),
        ([("M2", "p1", "p2")], ("p1", "p2"), False),
        ([("M1", "p1", "p2")], (), False),
        ([("M1", "p1", "p2")], ("p1",), False),
        ([("M1", "p1", "p2")], ("p1", "p2", "p9"), False),
        ([], ("p1", "p2"), False),
    ],
)
def test_knock_out_is_played_by_its_bracket(
    pairs: list[tuple[str, str, str]], bracket: tuple[str, ...], good: bool
) -> None:
    evening = Evening(Config(format="single_elimination"), 2, Random(1))
    evening.does(c.Start(1))
    listed = tuple(Pairing(match, table, a, b) for table, (match, a, b) in enumerate(pairs, start=1))
    assert refused(evening.state, e.RoundPaired(1, listed, bracket=bracket)) is not good


def test_edit_moves_the_same_players() -> None:
    state = playing()
    before, byes = pairings(state, 2), state.rounds[1].byes
    one, two, *rest = before
    after = (Pairing(one.match, 1, one.a, two.b), Pairing(two.match, 2, two.a, one.b), *rest)
    assert fits(state, e.PairingEdited(2, before, after, byes, byes, 0, "brothers"))
    doubled = (Pairing(one.match, 1, one.a, two.b), two, *rest)
    assert refused(state, e.PairingEdited(2, before, doubled, byes, byes, 0, "brothers"))
    assert refused(state, e.PairingEdited(2, after, before, byes, byes, 0, "brothers"))
    assert refused(state, e.PairingEdited(2, before, after[1:], byes, byes, 0, "brothers"))
    assert refused(state, e.PairingEdited(1, before, after, byes, byes, 0, "brothers"))


@pytest.mark.parametrize(
    "event",
    [
        e.RoundStarted(2, 0),
        e.RoundClosed(2, 0),
        e.RoundStartUndone(1, 0),
        e.ClockExtended(2, 1),
        e.ClockExtended(1, 300_000),
        e.PlayOffPaired("po2", "p1", "p2"),
        e.PlayOffPaired("po1", "p1", "p1"),
        e.PlayOffPaired("po1", "p1", "p9"),
        e.MatchReady("r9t9", "p1", 0),
        e.MatchReady("r2t1", "p9", 0),
        e.MatchCancelled("r1t1", 0, "why"),
        e.GameFinished("r2t1", 2, "p1", 1),
        e.GameFinished("r2t1", 1, "p9", 1),
        e.GameFinished("r2t1", 1, "p1", 0),
        e.ScoreClaimed("r2t1", "p9", (2, 0)),
        e.ResultReported("r1t1", Result("double_forfeit", None), "server", 0),
        e.ResultReported("r2t1", Result("forfeit", "p9"), "server", 0),
        e.ResultReported("r2t1", Result("played", None, (1, 1)), "server", 0),
        e.ResultCorrected("r2t1", Result("double_forfeit", None), 0, "why"),
        e.ResultCorrected("r1t1", Result("forfeit", "p9"), 0, "why"),
        e.ResultCorrected("r1t1", Result("double_forfeit", None), 0, ""),
        e.TournamentStarted(1),
        e.TournamentConfigured(Config()),
        e.PlayersMerged("p1", "p2"),
    ],
    ids=repr,
)
def test_in_a_round_it_does_not_fit(event: Event) -> None:
    assert refused(in_round(), event)


def test_what_belongs_to_a_round_fits() -> None:
    state = in_round()
    match = state.rounds[1].matches["r2t1"]
    for event in (
        e.ClockExtended(2, 300_000),
        e.MatchReady(match.id, match.a, 0),
        e.GameFinished(match.id, 1, match.b, 1),
        e.ResultReported(match.id, Result("forfeit", match.a), "helper", 0),
        e.ResultCorrected("r1t1", Result("double_forfeit", None), 0, "why"),
        e.RoundStartUndone(2, 0),
        e.Paused(0),
    ):
        assert fits(state, event)


def test_nothing_is_played_in_a_pause_and_time_goes_on() -> None:
    state = fold_event(playing(), e.Paused(100))
    assert refused(state, e.Resumed(99))
    assert refused(state, e.RoundStarted(2, 200))
    assert fits(state, e.Resumed(100))


@pytest.mark.parametrize(
    ("wire", "good"),
    [
        ({"at": 2**53, "text": "x" * 200, "list": [None, True]}, True),
        ({"at": 2**53 + 1}, False),
        ({"at": [[-1]]}, False),
        ({"text": "x" * 201}, False),
        ({"x" * 201: 1}, False),
        (1.5, False),
    ],
)
def test_large_values_are_not_stored(wire: object, good: bool) -> None:
    assert is_storable(wire) is good
