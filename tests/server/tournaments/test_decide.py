"""Who may ask for what, and what comes of it; a refusal changes nothing."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.settings import Settings
from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Config, Format, Result, Score
from server.tournaments.commands import Command, Link, RecordGame, Settle
from server.tournaments.decide import Actor, create, decide
from server.tournaments.problems import Problem
from server.tournaments.standings import standings
from server.tournaments.state import TournamentState, fold_events
from tests.server.tournaments.evening import DIRECTOR, SERVER, Evening, fitting, to

HELPER = Actor("helper")
SWISS = Config(format="swiss", matches=to(2), rounds=3)


def begun(config: Config = SWISS, players: int = 6) -> Evening:
    """Started, nothing paired."""
    evening = Evening(config, players, Random(1))
    evening.does(c.Start(1))
    return evening


def running(config: Config = SWISS, players: int = 6) -> Evening:
    """Round 1 is being played."""
    evening = begun(config, players)
    evening.does(c.PairRound(1))
    evening.does(c.StartRound(1))
    return evening


def refused(evening: Evening, command: Command, actor: Actor = DIRECTOR) -> Problem:
    before = repr(evening.state)
    decided = decide(evening.state, actor, command, 0)
    assert isinstance(decided, Problem)
    assert repr(evening.state) == before
    return decided


# --- roles ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        c.Start(1),
        c.PairRound(2),
        c.Swap(1, "p1", "p2", "because"),
        c.UndoRound(1, "UNDO ROUND 1"),
        c.Correct("r1t1", Result("played", "p1", (2, 0)), "because"),
        c.Finish(),
        c.Announce("hello"),
        c.Withdraw("p1"),
        RecordGame("r1t1", 1, "p1", 2),
        Link("p1", "somebody"),
    ],
)
def test_helper_does_not_direct(command: Command) -> None:
    assert refused(running(), command, HELPER).code is Wrong.NOT_ALLOWED


def test_helper_checks_in_and_reports() -> None:
    evening = running()
    match = evening.state.rounds[0].matches["r1t1"]
    evening.does(c.Report("r1t1", Result("played", match.a, (2, 1))), HELPER)
    report = evening.state.rounds[0].matches["r1t1"].report
    assert report is not None
    assert report.source == "helper"


def test_player_acts_for_himself_alone() -> None:
    evening = Evening(SWISS, 0, Random(1))
    one, other = Actor("player", "phone 1"), Actor("player", "phone 2")
    evening.does(c.Register("Ann"), one)
    evening.does(c.Register("Bob"), other)
    evening.does(c.CheckIn("p1"), one)
    for command in (c.CheckIn("p1"), c.Rename("p1", "Bob"), c.Withdraw("p1")):
        assert refused(evening, command, other).code is Wrong.NOT_ALLOWED
    assert refused(evening, c.CheckIn("p2", coming=True), other).code is Wrong.NOT_ALLOWED
    assert refused(evening, c.Return("p1"), one).code is Wrong.NOT_ALLOWED
    assert refused(evening, c.Withdraw("p1"), Actor("player")).code is Wrong.NOT_ALLOWED


# --- players ----------------------------------------------------------------------------------------------------------


def test_names_are_tidied_and_told_apart() -> None:
    evening = Evening(SWISS, 0, Random(1))
    for name in ("  Ann   Lee ", "ann lee", "A" * 40, "A" * 40):
        evening.does(c.Register(name))
    assert [player.name for player in evening.state.players.values()] == [
        "Ann Lee",
        "ann lee 2",
        "A" * 24,
        "A" * 22 + " 2",
    ]
    assert refused(evening, c.Register("  ")).code is Wrong.BAD_NAME
    assert refused(evening, c.Rename("p1", "")).code is Wrong.BAD_NAME


def test_renamed_player_keeps_his_own_name() -> None:
    evening = Evening(SWISS, 2, Random(1))
    evening.does(c.Rename("p1", "player 1"))
    assert evening.state.players["p1"].name == "player 1"


def test_closed_check_in_needs_director() -> None:
    evening = Evening(SWISS, 0, Random(1))
    evening.does(c.CloseCheckIn())
    assert refused(evening, c.Register("Ann"), Actor("player", "phone")).code is Wrong.REGISTRATION_CLOSED
    evening.does(c.Register("Ann"))
    evening.does(c.OpenCheckIn())
    evening.does(c.Register("Bob"), Actor("player", "phone"))
    assert len(evening.state.players) == 2


def test_expected_player_is_paired() -> None:
    evening = Evening(SWISS, 3, Random(1))
    evening.does(c.Register("Late"))
    evening.does(c.CheckIn("p4", coming=True))
    evening.does(c.Configure(replace(SWISS, rounds=2)))
    evening.does(c.Start(1))
    evening.does(c.PairRound(1))
    assert len(evening.state.rounds[0].matches) == 2


def test_merged_player_leaves_the_list() -> None:
    evening = Evening(SWISS, 3, Random(1))
    evening.does(c.Register("Ann"), Actor("player", "phone"))
    evening.does(c.Merge("p4", "p1"))
    assert evening.state.players.keys() == {"p1", "p2", "p3"}
    assert evening.state.players["p1"].owner == "phone"
    assert refused(evening, c.Merge("p1", "p1")).code is Wrong.PLAYER_UNKNOWN
    assert refused(running(), c.Merge("p1", "p2")).code is Wrong.TOO_LATE


def test_late_player_joins_swiss_only() -> None:
    evening = running()
    evening.does(c.Register("Late"))
    evening.does(c.CheckIn("p7"))
    assert evening.state.players["p7"].joined == 1
    for match in evening.state.rounds[0].open_matches:
        evening.play(match)
    evening.does(c.PairRound(2))
    assert len(evening.state.rounds[1].matches) == 3
    assert len(evening.state.rounds[1].byes) == 1
    for format_ in ("round_robin", "single_elimination", "double_elimination"):
        assert refused(running(Config(format=format_)), c.Register("Late")).code is Wrong.TOO_LATE


def test_withdrawn_player_can_return() -> None:
    evening = begun()
    evening.does(c.Withdraw("p6", "a phone call"))
    assert refused(evening, c.CheckIn("p6")).code is Wrong.TOO_LATE
    evening.does(c.PairRound(1))
    assert len(evening.state.rounds[0].byes) == 1
    evening.does(c.Return("p6"))
    evening.does(c.PairRound(1))
    assert len(evening.state.rounds[0].matches) == 3


def test_player_who_left_published_round_loses_at_its_start() -> None:
    evening = begun()
    evening.does(c.PairRound(1))
    evening.does(c.Withdraw("p6"))
    evening.does(c.StartRound(1))
    match = evening.state.rounds[0].match_of("p6")
    assert match is not None
    assert match.result == Result("forfeit", match.opponent("p6"))
    assert not evening.state.rounds[0].begun
    evening.does(c.UndoRound(1, "UNDO ROUND 1"))
    assert len(evening.state.rounds) == 0


# --- rounds -----------------------------------------------------------------------------------------------------------


def test_rounds_come_in_order() -> None:
    evening = begun()
    assert refused(evening, c.PairRound(2)).code is Wrong.BAD_ROUND
    assert refused(evening, c.StartRound(1)).code is Wrong.BAD_ROUND
    evening.does(c.PairRound(1))
    evening.does(c.StartRound(1))
    assert refused(evening, c.StartRound(1)).code is Wrong.ALREADY_STARTED
    assert refused(evening, c.PairRound(2)).code is Wrong.OPEN_RESULTS
    evening.play(evening.state.rounds[0].matches["r1t1"])
    assert refused(evening, c.PairRound(1)).code is Wrong.OPEN_RESULTS
    assert refused(evening, c.UndoRound(1, "UNDO ROUND 1")).code is Wrong.ROUND_BEGUN


def test_nothing_is_paired_before_start_or_in_pause() -> None:
    assert refused(Evening(SWISS, 4, Random(1)), c.PairRound(1)).code is Wrong.NOT_RUNNING
    evening = begun()
    evening.does(c.Pause("the lights went out"))
    assert refused(evening, c.PairRound(1)).code is Wrong.IS_PAUSED
    evening.does(c.Resume())
    evening.does(c.PairRound(1))


def test_clock_stands_still_in_pause() -> None:
    evening = begun()
    evening.does(c.PairRound(1))
    evening.does(c.StartRound(1), now=1000)
    evening.does(c.Pause(), now=5000)
    evening.does(c.Resume(), now=9000)
    evening.does(c.ExtendClock(1, 300))
    current = evening.state.rounds[0]
    assert (current.started, current.extended) == (5000, 300)
    assert refused(evening, c.ExtendClock(2, 300)).code is Wrong.ROUND_NOT_STARTED


def test_schedule_is_not_swapped() -> None:
    evening = begun(Config(format="round_robin"))
    evening.does(c.PairRound(1))
    assert refused(evening, c.Swap(1, "p1", "p2", "because")).code is Wrong.NOT_SWISS


def test_swap_needs_reason_and_players() -> None:
    evening = begun()
    evening.does(c.PairRound(1))
    assert refused(evening, c.Swap(1, "p1", "p2", "")).code is Wrong.REASON_MISSING
    assert refused(evening, c.Swap(1, "p1", "p9", "because")).code is Wrong.PLAYER_UNKNOWN
    assert refused(evening, c.Swap(2, "p1", "p2", "because")).code is Wrong.BAD_ROUND


def test_break_ends_with_next_round() -> None:
    evening = begun()
    evening.does(c.TakeBreak(60_000))
    assert evening.state.break_until == 60_000
    evening.does(c.PairRound(1))
    evening.does(c.StartRound(1))
    assert evening.state.break_until is None


# --- matches ----------------------------------------------------------------------------------------------------------


def test_match_starts_when_both_are_ready() -> None:
    evening = running()
    match = evening.state.rounds[0].matches["r1t1"]
    evening.does(c.Ready("r1t1", match.a), now=10)
    assert not evening.state.rounds[0].matches["r1t1"].begun
    evening.does(c.Ready("r1t1", match.a), now=20)
    evening.does(c.Ready("r1t1", match.b), now=30)
    after = evening.state.rounds[0].matches["r1t1"]
    assert (after.started, after.ready) == (30, {match.a: 10, match.b: 30})
    assert refused(evening, c.Ready("r1t1", "p9")).code is Wrong.PLAYER_UNKNOWN
    assert refused(evening, c.Ready("r9t1", match.a)).code is Wrong.MATCH_UNKNOWN


def test_end_of_match_is_its_result() -> None:
    evening = running()
    match = evening.state.rounds[0].matches["r1t1"]
    evening.does(RecordGame("r1t1", 1, match.b, 1), SERVER)
    evening.does(RecordGame("r1t1", 1, match.b, 1), SERVER)
    assert len(evening.state.rounds[0].open_matches) == 3
    evening.does(RecordGame("r1t1", 2, match.a, 2), SERVER)
    assert evening.state.rounds[0].matches["r1t1"].result == Result("played", match.a, (2, 1), (1, 0))
    evening.does(RecordGame("r1t1", 3, match.b, 2), SERVER)
    assert len(evening.state.rounds[0].open_matches) == 2
    assert refused(evening, c.Report("r1t1", Result("played", match.b, (0, 2)))).code is Wrong.ALREADY_REPORTED
    assert [fact.match for fact in evening.log if isinstance(fact, e.ResultReported)] == ["r1t1"]


@pytest.mark.parametrize(
    "result",
    [
        Result("played", "a", (1, 2)),
        Result("played", "a", (1, 1)),
        Result("played", None, (2, 1)),
        Result("played", "a", (2, -1)),
        Result("forfeit", None),
        Result("forfeit", "p9"),
        Result("forfeit", "a", (2, 0)),
        Result("double_forfeit", "a"),
    ],
)
def test_wrong_result_is_refused(result: Result) -> None:
    evening = running()
    match = evening.state.rounds[0].matches["r1t1"]
    meant = replace(result, winner=match.a) if result.winner == "a" else result
    assert refused(evening, c.Report("r1t1", meant)).code is Wrong.BAD_RESULT


@pytest.mark.parametrize(
    ("length", "overrides", "score", "mars"),
    [
        (1, {}, (3, 0), (0, 0)),
        (1, {}, (2, 1), (0, 0)),
        (1, {}, (1, 0), (1, 0)),
        (1, {}, (2, 0), (2, 0)),
        (1, {"mars": 1}, (2, 0), (0, 0)),
        (1, {"mars": 1}, (1, 0), (1, 0)),
        (3, {}, (5, 0), (0, 0)),
        (3, {}, (4, 3), (0, 0)),
        (3, {}, (3, 1), (0, 1)),
        (3, {}, (3, 1), (-1, 0)),
    ],
)
def test_impossible_score_is_refused(length: int, overrides: dict[str, Any], score: Score, mars: Score) -> None:
    evening = running(Config(title="Club", matches=Settings(length=length, overrides=overrides)))
    match = evening.state.rounds[0].matches["r1t1"]
    impossible = Result("played", match.a, score, mars)
    assert refused(evening, c.Report("r1t1", impossible)).code is Wrong.BAD_RESULT
    evening.does(c.Report("r1t1", Result("played", match.a, (1, 0))))
    assert refused(evening, c.Correct("r1t1", impossible, "because")).code is Wrong.BAD_RESULT


def test_claim_must_be_final() -> None:
    evening = running()
    match = evening.state.rounds[0].matches["r1t1"]
    assert refused(evening, c.Claim("r1t1", match.a, (1, 0))).code is Wrong.BAD_RESULT
    assert refused(evening, c.Claim("r1t1", "p9", (2, 0))).code is Wrong.BAD_RESULT


@pytest.mark.parametrize(
    ("length", "score", "mars"),
    [(1, (1, 0), (0, 0)), (1, (0, 2), (0, 1)), (3, (3, 2), (0, 0)), (3, (4, 2), (1, 0))],
)
def test_claimed_mars_counts_where_the_score_proves_it(length: int, score: Score, mars: Score) -> None:
    evening = running(Config(title="Club", matches=Settings(length=length)))
    match = evening.state.rounds[0].matches["r1t1"]
    for player in match.players:
        evening.does(c.Claim("r1t1", player, score))
    after = evening.state.rounds[0].matches["r1t1"]
    assert after.result == Result("played", match.a if score[0] > score[1] else match.b, score, mars)


def test_disputed_claim_can_be_mended() -> None:
    evening = running()
    match = evening.state.rounds[0].matches["r1t1"]
    evening.does(c.Claim("r1t1", match.a, (2, 0)))
    evening.does(c.Claim("r1t1", match.b, (0, 2)))
    evening.does(c.Claim("r1t1", match.b, (2, 0)))
    after = evening.state.rounds[0].matches["r1t1"]
    assert (after.disputed, after.result) == (False, Result("played", match.a, (2, 0)))


@pytest.mark.parametrize("kind", ["forfeit", "double_forfeit"])
def test_forfeit_needs_reason(kind: e.Kind) -> None:
    evening = running()
    result = Result(kind, evening.state.rounds[0].matches["r1t1"].a if kind == "forfeit" else None)
    assert refused(evening, c.Report("r1t1", result)).code is Wrong.REASON_MISSING
    evening.does(c.Report("r1t1", result, "did not come"))
    assert evening.state.rounds[0].matches["r1t1"].result == result


def test_correction_needs_result_and_reason() -> None:
    evening = running()
    match = evening.state.rounds[0].matches["r1t1"]
    right = Result("played", match.a, (2, 0))
    assert refused(evening, c.Correct("r1t1", right, "because")).code is Wrong.NO_RESULT
    evening.play(match)
    assert refused(evening, c.Correct("r1t1", right, "")).code is Wrong.REASON_MISSING
    assert refused(evening, c.Correct("r1t1", replace(right, winner=match.b), "because")).code is Wrong.BAD_RESULT


def test_corrected_bracket_is_paired_anew() -> None:
    evening = running(Config(format="single_elimination"), 4)
    for match in evening.state.rounds[0].open_matches:
        evening.play(match, match.a)
    evening.does(c.PairRound(2))
    evening.does(c.Correct("M1", Result("played", "p4", (0, 1)), "mixed up"))
    assert [each.number for each in evening.state.rounds] == [1]
    evening.does(c.PairRound(2))
    final = evening.state.match("M3")
    assert final is not None
    assert final.players == ("p4", "p2")
    evening.does(c.StartRound(2))
    evening.play(final)
    assert refused(evening, c.Correct("M1", Result("played", "p1", (1, 0)), "no")).code is Wrong.ROUND_BEGUN


# --- the whole --------------------------------------------------------------------------------------------------------


def test_settings_are_fixed_by_the_start() -> None:
    evening = begun()
    assert (
        refused(evening, c.Configure(replace(evening.state.config, format="round_robin"))).code is Wrong.ALREADY_STARTED
    )
    evening.does(c.Configure(replace(evening.state.config, rounds=4)))
    assert evening.state.config.rounds == 4


@pytest.mark.parametrize(
    "config",
    [
        Config(cut=3),
        Config(format="double_elimination", cut=2),
        Config(rounds=-1),
        Config(lives=0),
        Config(apart=(("p1", "p1"),)),
    ],
)
def test_bad_settings_make_no_tournament(config: Config) -> None:
    made = create(config, 0)
    assert isinstance(made, Problem)
    assert made.code is Wrong.BAD_CONFIG


def test_start_needs_two_and_happens_once() -> None:
    assert refused(Evening(SWISS, 1, Random(1)), c.Start(1)).code is Wrong.NOT_ENOUGH_PLAYERS
    assert refused(begun(), c.Start(2)).code is Wrong.ALREADY_STARTED


def test_tie_for_first_is_played_off() -> None:
    evening = Evening(Config(format="round_robin"), 3, Random(1))
    evening.does(c.Start(1))
    for _ in range(3):
        evening.does(c.PairRound(number := len(evening.state.rounds) + 1))
        evening.does(c.StartRound(number))
        for match in evening.state.rounds[-1].open_matches:
            evening.does(RecordGame(match.id, 1, _next_in_ring(match.players), 1), SERVER)
    assert [row.rank for row in standings(evening.state)] == [1, 1, 1]
    evening.does(c.PlayOff("p2", "p3"))
    assert refused(evening, c.Finish()).code is Wrong.OPEN_RESULTS
    evening.does(RecordGame("po1", 1, "p3", 1), SERVER)
    assert standings(evening.state)[0].player == "p3"
    assert standings(evening.state)[0].apart == "play_off"
    evening.does(c.Finish())


def _next_in_ring(players: tuple[str, str]) -> str:
    return players[0] if {"p1": "p2", "p2": "p3", "p3": "p1"}[players[0]] == players[1] else players[1]


def test_play_off_is_for_equals() -> None:
    assert refused(running(), c.PlayOff("p1", "p2")).code is Wrong.OPEN_RESULTS
    evening = begun(replace(SWISS, rounds=1))
    evening.play_round()
    first, *_, last = standings(evening.state)
    assert refused(evening, c.PlayOff(first.player, last.player)).code is Wrong.NOT_TIED


def test_finished_tournament_can_be_reopened() -> None:
    evening = begun(replace(SWISS, rounds=1))
    evening.play_round()
    evening.does(c.Finish())
    assert refused(evening, c.PairRound(2)).code is Wrong.NOT_RUNNING
    assert refused(evening, c.Reopen("")).code is Wrong.REASON_MISSING
    evening.does(c.Reopen("one more round"))
    evening.does(c.Configure(replace(evening.state.config, rounds=2)))
    assert evening.play_round()


def test_started_round_is_finished_or_undone_first() -> None:
    evening = begun(replace(SWISS, rounds=3))
    evening.play_round()
    evening.does(c.PairRound(2))
    evening.does(c.StartRound(2))
    assert refused(evening, c.Finish()).code is Wrong.OPEN_RESULTS
    evening.does(c.UndoRound(2, "UNDO ROUND 2"))
    evening.does(c.Finish())
    assert refused(evening, c.UndoRound(2, "UNDO ROUND 2")).code is Wrong.NOT_RUNNING


def test_announcement_and_table_are_shown() -> None:
    evening = running()
    evening.does(c.Announce(" Soup is served "))
    evening.does(c.Feature("r1t1"))
    assert evening.state.announcement == e.AnnouncementMade("Soup is served", 0)
    assert evening.state.featured == "r1t1"
    assert refused(evening, c.Feature("r9t9")).code is Wrong.MATCH_UNKNOWN
    evening.does(c.Announce(""))
    assert evening.state.announcement is None


# --- at random --------------------------------------------------------------------------------------------------------


def useful(state: TournamentState, random: Random) -> Command:
    """What brings the tournament on."""
    current = state.current
    if state.phase == "finished":
        return c.Reopen("once more")
    if state.paused is not None:
        return c.Resume()
    if current is None or current.closed:
        return c.PairRound(len(state.rounds) + 1, random.random() < 0.7)
    if current.started is None:
        return c.StartRound(current.number)
    match = random.choice(current.open_matches)
    return RecordGame(match.id, 1, random.choice(match.players), random.choice([1, 2]))


def anything(evening: Evening, random: Random) -> Command:
    """A command that may be right, early, late or nonsense."""
    state = evening.state
    player, other = (f"p{random.randint(1, 9)}" for _ in range(2))
    number = max(1, len(state.rounds) + random.choice([0, 0, 1, 1, 2]))
    matches = [name for each in state.rounds for name in each.matches] + ["po1", "r1t1"]
    match = random.choice(matches[-6:])
    held = state.match(match)
    winner = random.choice(held.players) if held else player
    score = (1, 0) if held is None or held.a == winner else (0, 1)
    result = random.choice([Result("played", winner, score), Result("forfeit", winner), Result("double_forfeit", None)])
    choices: list[Command] = [
        c.PairRound(number, random.random() < 0.5),
        c.StartRound(number),
        RecordGame(match, 1, winner, 1),
        c.Report(match, result, random.choice(["", "did not come"])),
        c.Correct(match, result, "mixed up"),
        c.Claim(match, winner, score),
        c.Ready(match, winner),
        c.CancelMatch(match, "wrong board"),
        c.Swap(number, player, other, "late", random.random() < 0.5),
        c.UndoRound(number, f"UNDO ROUND {number}"),
        c.Register(player),
        c.CheckIn(player),
        c.Withdraw(player),
        c.Return(player),
        c.Merge(player, other),
        c.Pause(),
        c.PlayOff(player, other),
        c.Finish(),
        Settle(),
    ]
    return random.choice(choices)


@settings(max_examples=150, deadline=None)
@given(
    format_=st.sampled_from(["round_robin", "swiss", "single_elimination", "double_elimination", "lives"]),
    cut=st.sampled_from([0, 2, 4]),
    seed=st.integers(0, 2**32),
)
def test_whatever_is_asked_the_log_stays_sound(format_: Format, cut: int, seed: int) -> None:
    random = Random(seed)
    evening = Evening(fitting(Config(format=format_, cut=cut)), random.randint(2, 7), random)
    evening.does(c.Start(seed))
    for now in range(80):
        before = evening.state
        command = useful(evening.state, random) if random.random() < 0.6 else anything(evening, random)
        problem = evening.asks(command, now=now)
        assert problem is None or evening.state is before
        assert is_sound(evening.state)
    assert fold_events(TournamentState("TEST01"), evening.log) == evening.state


def is_sound(state: TournamentState) -> bool:
    """Nobody sits at two tables, closed rounds have their results, only the last round is open."""
    for each in state.rounds:
        listed = [*each.byes, *(name for match in each.matches.values() for name in match.players)]
        assert len(listed) == len(set(listed))
        assert set(listed) <= state.players.keys()
        assert not each.closed or not each.open_matches
        assert each.closed or each is state.rounds[-1]
    rows = standings(state)
    assert len({row.player for row in rows}) == len(rows)
    assert [row.rank for row in rows if row.rank] == sorted(row.rank for row in rows if row.rank)
    return True


def test_third_place_of_a_knock_out_is_played_off() -> None:
    evening = begun(Config(format="single_elimination"), players=4)
    assert evening.play_round()
    assert evening.play_round()
    third = [row.player for row in standings(evening.state) if row.rank == 3]
    assert len(third) == 2
    evening.does(c.PlayOff(*third))
    evening.play(evening.state.play_offs["po1"], third[1])
    ranks = {row.player: row.rank for row in standings(evening.state)}
    assert (ranks[third[1]], ranks[third[0]]) == (3, 4)


def test_nobody_leaves_what_is_over() -> None:
    evening = running()
    for match in evening.state.rounds[0].open_matches:
        evening.play(match)
    evening.does(c.PairRound(2))
    evening.does(c.Finish())
    assert refused(evening, c.Withdraw("p1")).code is Wrong.NOT_RUNNING
