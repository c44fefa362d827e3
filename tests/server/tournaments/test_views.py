"""What everybody sees of a tournament, and that it is what the log says."""

from dataclasses import replace
from random import Random

import msgspec
import pytest

from protocol.codec import decode_tournament_commit, encode_tournament_commit
from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.events import Commit, Config, Result
from protocol.tournament.views import BracketNode, Gone, NoShow, RoundView, Waiting
from server.tournaments import views
from server.tournaments.commands import Link, RecordGame
from server.tournaments.decide import Actor, decide
from server.tournaments.problems import Problem
from server.tournaments.proposal import MINUTE, propose
from server.tournaments.standings import standings
from server.tournaments.state import Match, TournamentState, fold, fold_events
from tests.server.tournaments.evening import DIRECTOR, SERVER, Evening, fitting, to
from tests.server.tournaments.replay import after_round, folded, played, swiss_9, with_phones


def nowhere(match: Match) -> str | None:
    return None


def evening(config: Config, players: int, seed: int = 1) -> Evening:
    """A tournament that has been started."""
    running = Evening(config, players, Random(seed))
    running.does(c.Start(seed))
    return running


def started_round(running: Evening, now: int = 0) -> Evening:
    number = len(running.state.rounds) + 1
    running.does(c.PairRound(number), now=now)
    running.does(c.StartRound(number), now=now)
    return running


def favourites_win(running: Evening) -> None:
    """The lower number wins every open match."""
    for match in running.state.rounds[-1].open_matches:
        running.play(match, min(match.players))


def shown(state: TournamentState, number: int) -> RoundView:
    return views.round_view(state, number, nowhere)


# --- head -------------------------------------------------------------------------------------------------------------


def test_head_before_start_proposes_and_advises() -> None:
    state = Evening(Config(format="swiss", rounds=4), 7, Random(1)).state
    head = views.head(state, 0, None)
    assert (head.phase, head.paired, head.rounds, head.played_out) == ("registration", 0, 4, False)
    assert (head.advice, head.proposal) == ("may_need_rematch", propose(7))
    assert head.estimated_end == 4 * 20 * MINUTE


def test_head_of_empty_tournament_promises_nothing() -> None:
    for format_ in ("round_robin", "swiss", "single_elimination", "double_elimination", "lives"):
        state = Evening(Config(format=format_), 1, Random(1)).state
        head = views.head(state, 0, None)
        assert (head.proposal, head.estimated_end, head.advice, head.played_out) == (None, None, "ok", False)


def test_estimated_end_is_whole_minutes() -> None:
    running = started_round(evening(Config(), 4), now=12_345)
    assert views.head(running.state, 12_345, None).estimated_end == 61 * MINUTE
    assert views.head(running.state, 70_000, None).estimated_end == 61 * MINUTE


def test_estimated_end_moves_with_a_pause() -> None:
    running = started_round(evening(Config(), 4), now=MINUTE)
    running.does(c.Pause(), now=2 * MINUTE)
    planned = views.head(running.state, 2 * MINUTE, None).estimated_end
    assert planned == 61 * MINUTE
    assert views.head(running.state, 12 * MINUTE, None).estimated_end == planned + 10 * MINUTE
    running.does(c.Resume(), now=12 * MINUTE)
    assert views.head(running.state, 12 * MINUTE, None).estimated_end == planned + 10 * MINUTE


@pytest.mark.parametrize("cut", [0, 2, 4])
@pytest.mark.parametrize("format_", ["round_robin", "swiss"])
def test_rounds_are_known_from_the_start(format_: e.Format, cut: int) -> None:
    running = evening(Config(format=format_, cut=cut), 5)
    expected = views.head(running.state, 0, None).rounds
    while running.play_round():
        assert views.head(running.state, 0, None).rounds == expected
    head = views.head(running.state, 0, None)
    assert (head.paired, head.played_out, head.estimated_end) == (expected, True, None)


def test_rounds_of_knock_out_shrink_when_reset_is_not_needed() -> None:
    running = evening(Config(format="double_elimination"), 4)
    assert views.head(running.state, 0, None).rounds == 5
    for _ in range(4):
        favourites_win(started_round(running))
    head = views.head(running.state, 0, None)
    assert (head.rounds, head.played_out) == (4, True)


def test_finished_early_has_the_rounds_it_had() -> None:
    running = evening(Config(), 4)
    running.play_round()
    running.does(c.Finish())
    head = views.head(running.state, 0, None)
    assert (head.phase, head.rounds, head.played_out, head.finish) == ("finished", 1, True, "director")


def test_pause_break_and_words_are_shown() -> None:
    running = evening(Config(), 4)
    running.does(c.Announce("Soup"), now=5)
    running.does(c.TakeBreak(900))
    running.does(c.Pause("fire drill"), now=7)
    head = views.head(running.state, 10, None)
    assert (head.announcement, head.break_until, head.paused) == ((5, "Soup"), 900, (7, "fire drill"))
    assert views.head(running.state, 900, None).break_until is None


def test_directors_table_comes_before_the_exciting_one() -> None:
    running = started_round(evening(Config(), 4))
    assert (views.head(running.state, 0, "r1t2").featured, views.head(running.state, 0, "r1t2").pinned) == (
        "r1t2",
        False,
    )
    running.does(c.Feature("r1t1"))
    head = views.head(running.state, 0, "r1t2")
    assert (head.featured, head.pinned) == ("r1t1", True)
    running.play(running.state.rounds[0].matches["r1t1"])
    head = views.head(running.state, 0, "r1t2")
    assert (head.featured, head.pinned) == ("r1t2", False)


def test_late_players_are_named() -> None:
    running = started_round(evening(Config(), 2))
    running.state = with_phones(running.state)
    running.does(c.Ready("r1t1", "p1"))
    assert views.head(running.state, 5 * MINUTE - 1, None).late == ()
    assert views.head(running.state, 5 * MINUTE, None).late == (NoShow("r1t1", ("p2",), "alarm"),)


def test_director_is_asked_only_after_a_correction() -> None:
    running = evening(Config(format="swiss", rounds=3), 8)
    running.play_round()
    running.does(c.PairRound(2))
    assert views.head(running.state, 0, None).choices == ()
    match = running.state.rounds[0].matches["r1t1"]
    assert match.result is not None
    other = Result("forfeit", match.opponent(match.result.winner or ""))
    running.does(c.Correct("r1t1", other, "mixed up"))
    assert views.head(running.state, 0, None).choices == ("re-pair", "keep pairing")
    kept, paired_anew = (decide(running.state, DIRECTOR, act, 0) for act in (c.StartRound(2), c.PairRound(2)))
    for decided in (kept, paired_anew):
        assert not isinstance(decided, Problem)
        assert views.head(fold_events(running.state, decided), 0, None).choices == ()


# --- players and you --------------------------------------------------------------------------------------------------


def test_players_are_shown_without_owners() -> None:
    running = Evening(Config(), 2, Random(1))
    running.does(c.Register("Cyd"), Actor("player", "secret device"))
    running.does(c.CheckIn("p3", coming=True))
    running.does(c.Register("Dan"))
    running.does(c.Withdraw("p1", "ill"), now=9)
    listed = views.players(running.state)
    assert [(each.id, each.here, each.device) for each in listed] == [
        ("p1", "yes", False),
        ("p2", "yes", False),
        ("p3", "coming", True),
        ("p4", "no", False),
    ]
    assert listed[0].gone == Gone(at=9, round=0, source="director", reason="ill")
    assert b"secret device" not in msgspec.json.encode(listed)


def test_you_are_who_your_device_plays_for() -> None:
    running = Evening(Config(), 2, Random(1))
    running.does(Link("p2", "phone"), SERVER)
    seen = views.you(running.state, "player", "phone", 0)
    assert (seen.role, seen.player, seen.waiting) == ("player", "p2", Waiting("not_started"))
    other = views.you(running.state, "viewer", "tablet", 0)
    assert (other.role, other.device, other.player, other.waiting) == ("viewer", "tablet", None, None)


def test_guess_of_next_round_is_whole_minutes() -> None:
    running = evening(Config(), 3)
    running.does(Link("p2", "phone"), SERVER)
    started_round(running, now=30_000)
    bye = running.state.rounds[0].byes[0]
    running.does(Link(bye, "other phone"), SERVER)
    seen = views.you(running.state, "player", "other phone", 40_000).waiting
    assert seen is not None
    assert (seen.why, seen.next_round) == ("bye", 21 * MINUTE)


def test_break_ends_exactly_when_it_ends() -> None:
    running = evening(Config(), 2)
    running.does(Link("p1", "phone"), SERVER)
    running.does(c.TakeBreak(12_345))
    assert views.you(running.state, "player", "phone", 0).waiting == Waiting("break", next_round=12_345)


# --- rounds -----------------------------------------------------------------------------------------------------------


def test_round_shows_matches_with_rooms_and_scores() -> None:
    running = started_round(evening(Config(matches=to(3)), 4), now=1_000)
    one, two = running.state.rounds[0].matches.values()
    running.does(c.Ready("r1t1", one.b), now=2_000)
    running.does(RecordGame("r1t2", 1, two.b, 2), SERVER)
    running.does(c.ExtendClock(1, 5 * MINUTE))
    view = views.round_view(running.state, 1, lambda match: "ABCDEF" if match.id == "r1t1" else None)
    first, second = view.matches
    assert (view.kind, view.started, view.ends, view.closed) == ("round_robin", 1_000, 1_000 + 85 * MINUTE, False)
    assert (first.room, first.ready, first.result) == ("ABCDEF", (one.b,), None)
    assert (second.room, second.score, second.a, second.b) == (None, (0, 2), two.a, two.b)


def test_round_that_is_published_has_no_end() -> None:
    running = evening(Config(format="swiss", rounds=3), 5)
    running.does(c.PairRound(1))
    view = shown(running.state, 1)
    assert (view.kind, view.started, view.ends, len(view.byes)) == ("swiss", None, None, 1)


def test_pause_moves_the_end_of_the_round() -> None:
    running = started_round(evening(Config(), 2), now=0)
    running.does(c.Pause(), now=1_000)
    running.does(c.Resume(), now=61_000)
    assert shown(running.state, 1).ends == 21 * MINUTE


def test_each_correction_knows_what_was_before() -> None:
    running = started_round(evening(Config(), 2), now=0)
    match = running.state.rounds[0].matches["r1t1"]
    results = [Result("played", match.a, (1, 0)), Result("played", match.b, (0, 2)), Result("double_forfeit", None)]
    running.does(c.Report("r1t1", results[0], "typed"), now=1)
    running.does(c.Correct("r1t1", results[1], "mixed up"), now=2)
    running.does(c.Correct("r1t1", results[2], "both cheated"), now=3)
    view = shown(running.state, 1).matches[0]
    assert (view.result, view.source, view.reason, view.reported) == (results[2], "director", "typed", 1)
    assert [(each.at, each.before, each.after, each.reason) for each in view.corrections] == [
        (2, results[0], results[1], "mixed up"),
        (3, results[1], results[2], "both cheated"),
    ]


def test_forfeit_keeps_the_games_that_were_played() -> None:
    running = started_round(evening(Config(matches=to(3)), 2))
    match = running.state.rounds[0].matches["r1t1"]
    running.does(RecordGame("r1t1", 1, match.b, 2), SERVER)
    running.does(c.Report("r1t1", Result("forfeit", match.a), "went home"))
    assert shown(running.state, 1).matches[0].score == (0, 2)
    running.does(c.Correct("r1t1", Result("played", match.b, (1, 3)), "he came back"))
    assert shown(running.state, 1).matches[0].score == (1, 3)


def test_claims_and_dispute_are_shown() -> None:
    running = started_round(evening(Config(), 2))
    match = running.state.rounds[0].matches["r1t1"]
    running.does(c.Claim("r1t1", match.a, (1, 0)))
    running.does(c.Claim("r1t1", match.b, (0, 1)))
    view = shown(running.state, 1).matches[0]
    assert (view.claims, view.disputed) == ({match.a: (1, 0), match.b: (0, 1)}, True)


def test_swap_shows_only_who_changed() -> None:
    running = evening(Config(format="swiss", rounds=3), 7)
    running.does(c.PairRound(1))
    one, two, _ = running.state.rounds[0].matches.values()
    running.does(c.Swap(1, one.b, two.b, "brothers"), now=4)
    bye = running.state.rounds[0].byes[0]
    running.does(c.Swap(1, one.a, bye, "late"), now=5)
    swapped, with_bye = shown(running.state, 1).edits
    assert swapped.before == ((one.id, one.a, one.b), (two.id, two.a, two.b))
    assert swapped.after == ((one.id, one.a, two.b), (two.id, two.a, one.b))
    assert (with_bye.at, with_bye.reason) == (5, "late")
    assert (with_bye.before, with_bye.after) == (((one.id, one.a, two.b),), ((one.id, bye, two.b),))


def test_rounds_of_a_bracket_name_their_stage() -> None:
    running = evening(Config(format="double_elimination"), 4)
    running.play_round()
    running.does(c.PairRound(2))
    assert [(each.match, each.stage) for each in shown(running.state, 2).matches] == [
        ("W3", "WB final"),
        ("L1", "LB round 1"),
    ]
    assert shown(running.state, 2).kind == "knockout"


def test_cut_turns_rounds_into_a_bracket() -> None:
    running = evening(Config(format="swiss", rounds=3, cut=4), 8)
    for _ in range(5):
        running.play_round()
    assert [shown(running.state, number).kind for number in range(1, 6)] == ["swiss"] * 3 + ["knockout"] * 2
    assert [each.stage for each in shown(running.state, 5).matches] == ["final"]


def test_play_off_is_shown_beside_the_rounds() -> None:
    running = tied_for_first()
    a, b = views.standings_view(running.state).ties[0]
    running.does(c.PlayOff(a, b))
    (match,) = views.play_offs(running.state, lambda match: "ABCDEF")
    assert (match.match, match.a, match.b, match.room, match.stage) == ("po1", a, b, "ABCDEF", "")


# --- standings --------------------------------------------------------------------------------------------------------


def tied_for_first() -> Evening:
    """Three players who have beaten each other in a ring."""
    running = evening(Config(), 3)
    for _ in range(3):
        started_round(running)
        (match,) = running.state.rounds[-1].matches.values()
        running.play(match, {"p1 p2": "p1", "p2 p3": "p2", "p1 p3": "p3"}[" ".join(sorted(match.players))])
    return running


def test_swiss_standings_are_those_of_closed_rounds() -> None:
    state = fold_events(after_round(2), played(3, [("p1", "p6", 3, 0)])[:3])
    table = views.standings_view(state)
    assert (table.through, table.rows) == (2, standings(after_round(2)))
    assert table.before == {row.player: row.rank for row in standings(after_round(1))}
    assert table.tie_breaks == ("points", "de", "buchholz", "sb", "diff", "de", "mars")


def test_nothing_is_before_the_first_round() -> None:
    assert views.standings_view(after_round(1)).before == {}
    empty = views.standings_view(folded(swiss_9()[:20]))
    assert (empty.through, empty.rows, empty.ties) == (0, (), ())


def test_round_robin_moves_with_every_result() -> None:
    running = evening(Config(), 4)
    running.play_round()
    started_round(running)
    before = views.standings_view(running.state)
    assert (before.through, before.before) == (1, {})
    running.play(running.state.rounds[1].open_matches[0])
    after = views.standings_view(running.state)
    assert after.through == 2
    assert after.before == {row.player: row.rank for row in before.rows}
    assert after.tie_breaks == ("points", "de", "sb", "diff", "de", "mars")


@pytest.mark.parametrize("format_", ["round_robin", "single_elimination"])
def test_everybody_is_listed_from_the_first_pairing(format_: e.Format) -> None:
    running = evening(Config(format=format_), 4)
    running.does(c.PairRound(1))
    assert [row.rank for row in views.standings_view(running.state).rows] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        (Config(format="single_elimination"), ("exit",)),
        (Config(format="lives", rounds=2), ("exit", "points", "de", "buchholz", "sb", "diff", "de", "mars")),
    ],
)
def test_round_of_exit_comes_first(settings: Config, names: tuple[str, ...]) -> None:
    running = evening(settings, 5)
    running.play_round()
    assert views.standings_view(running.state).tie_breaks == names


def test_bracket_after_a_cut_ranks_by_exit_from_its_first_result() -> None:
    running = evening(Config(format="swiss", rounds=3, cut=4), 8)
    for _ in range(3):
        running.play_round()
    stage = views.standings_view(running.state)
    started_round(running)
    published = views.standings_view(running.state)
    assert (published.rows, published.tie_breaks[0]) == (stage.rows, "points")
    running.play(running.state.rounds[3].open_matches[0])
    table = views.standings_view(running.state)
    assert (table.through, table.tie_breaks[:2]) == (4, ("exit", "points"))


def test_tie_for_first_may_be_played_off() -> None:
    running = tied_for_first()
    table = views.standings_view(running.state)
    assert sorted(map(sorted, table.ties)) == [["p1", "p2"], ["p1", "p3"], ["p2", "p3"]]
    for a, b in table.ties:
        running.does(c.PlayOff(a, b))
        left = views.standings_view(running.state).ties
        assert (a, b) not in left
        assert views.standings_view(running.state).tie_breaks[1] == "play_off"
    assert views.standings_view(running.state).ties == ()


def test_every_tie_that_is_shown_can_be_played_off() -> None:
    for seed in range(25):
        running = evening(Config(format="swiss", rounds=3), 8, seed)
        while running.play_round():
            open_ = len(running.state.rounds) < 3
            assert not (open_ and views.standings_view(running.state).ties)
        pairs = views.standings_view(running.state).ties
        for a, b in pairs:
            running.does(c.PlayOff(a, b))
        assert views.standings_view(running.state).ties == ()


def test_clear_winner_leaves_no_tie_for_first() -> None:
    running = evening(Config(), 4)
    for _ in range(3):
        favourites_win(started_round(running))
    assert views.standings_view(running.state).ties == ()
    running.does(c.Finish())
    assert views.standings_view(running.state).ties == ()


# --- bracket ----------------------------------------------------------------------------------------------------------


def nodes(running: Evening) -> dict[str, BracketNode]:
    bracket = views.bracket_view(running.state)
    assert bracket is not None
    return {node.match: node for node in bracket}


def test_there_is_no_bracket_before_the_knock_out() -> None:
    assert views.bracket_view(evening(Config(format="swiss", rounds=3, cut=4), 8).state) is None


def test_bracket_says_who_comes_from_where() -> None:
    running = evening(Config(format="double_elimination"), 4)
    running.does(c.PairRound(1))
    before = nodes(running)
    assert (before["W1"].a, before["W1"].b, before["W1"].a_from, before["W1"].winner) == ("p1", "p4", "", None)
    assert (before["W3"].a, before["W3"].a_from, before["W3"].b_from) == (None, "winner W1", "winner W2")
    assert (before["L1"].a_from, before["L1"].b_from) == ("loser W1", "loser W2")
    running.does(c.StartRound(1))
    running.play(running.state.rounds[0].matches["W1"], "p4")
    after = nodes(running)
    assert (after["W1"].winner, after["W3"].a, after["W3"].a_from, after["L1"].a) == ("p4", "p4", "winner W1", "p1")


@pytest.mark.parametrize(("upset", "needed"), [(False, False), (True, True)])
def test_second_final_is_needed_when_the_first_says_so(upset: bool, needed: bool) -> None:
    running = evening(Config(format="double_elimination"), 4)
    for _ in range(3):
        favourites_win(started_round(running))
    final = started_round(running).state.rounds[3].matches["GF1"]
    assert not nodes(running)["GF2"].needed
    running.play(final, final.b if upset else final.a)
    assert nodes(running)["GF2"].needed is needed


def test_nobody_comes_after_a_double_forfeit() -> None:
    running = evening(Config(format="single_elimination"), 4)
    started_round(running)
    running.does(c.Report("M1", Result("double_forfeit", None), "did not come"))
    final = nodes(running)["M3"]
    assert (final.a, final.a_from, final.b, final.b_from, final.needed) == (None, "", None, "winner M2", False)
    winner = running.state.rounds[0].matches["M2"].a
    running.play(running.state.rounds[0].matches["M2"], winner)
    final = nodes(running)["M3"]
    assert (final.b, final.winner, final.needed) == (winner, winner, False)


# --- journal and list -------------------------------------------------------------------------------------------------


def test_journal_has_no_keys_and_no_owners() -> None:
    facts = (
        e.KeyIssued("digest of a key", "director"),
        e.PlayerRegistered("p1", "Ann", 1, "secret device"),
        e.DeviceLinked("p1", "secret device"),
    )
    lines = views.journal(7, Commit(9, facts, "player"))
    assert [(line.version, line.at, line.source, line.event) for line in lines] == [
        (7, 9, "player", {"type": "player_registered", "player": "p1", "name": "Ann", "seed": 1}),
        (7, 9, "player", {"type": "device_linked", "player": "p1"}),
    ]


def test_journal_leaves_lists_to_the_rounds() -> None:
    running = evening(Config(format="swiss", rounds=3), 7)
    running.does(c.PairRound(1))
    paired = running.log[-1]
    (line,) = views.journal(1, Commit(0, (paired,)))
    assert line.event.keys() == {"type", "round", "byes", "cost"}
    running.does(c.Swap(1, "p1", "p2", "brothers"))
    (line,) = views.journal(2, Commit(0, (running.log[-1],)))
    assert line.event.keys() == {"type", "round", "pairings", "byes", "byes_before", "at", "reason"}
    before, after = folded(running.log[:-1]).rounds[0].matches, running.state.rounds[0].matches
    changed = {match.players for name, match in after.items() if match.players != before[name].players}
    assert {(new["a"], new["b"]) for new in line.event["pairings"]} == changed


def test_every_other_fact_is_a_line() -> None:
    facts = swiss_9()
    lines = views.journal(1, Commit(0, tuple(facts)))
    assert len(lines) == len(facts)
    assert {line.event["type"] for line in lines} >= {"tournament_created", "result_reported", "round_closed"}


def test_listing_says_how_far_it_is() -> None:
    running = evening(Config(title="Club night"), 5)
    running.play_round()
    seen = views.listing(replace(running.state, created=42))
    assert (seen.tournament, seen.title, seen.format, seen.phase) == ("TEST01", "Club night", "round_robin", "running")
    assert (seen.players, seen.round, seen.rounds, seen.created) == (5, 1, 5, 42)


# --- as a whole -------------------------------------------------------------------------------------------------------


def everything(state: TournamentState) -> bytes:
    """All that is sent of a tournament; all of it can be sent."""
    parts = (
        views.head(state, 0, None),
        views.players(state),
        [shown(state, each.number) for each in state.rounds],
        views.play_offs(state, nowhere),
        views.standings_view(state),
        views.bracket_view(state),
        views.listing(state),
    )
    return msgspec.json.encode(parts)


@pytest.mark.parametrize("cut", [0, 4])
@pytest.mark.parametrize("format_", ["round_robin", "swiss", "single_elimination", "double_elimination", "lives"])
def test_equal_logs_are_shown_equally(format_: e.Format, cut: int) -> None:
    running = evening(fitting(Config(format=format_, cut=cut)), 6)
    seen = [everything(running.state)]
    while running.play_round():
        seen.append(everything(running.state))
        assert everything(folded(running.log)) == seen[-1]
    assert len(set(seen)) == len(seen)


def test_projector_refresh() -> None:
    """In the middle of a round, with games and a dispute: the stored log gives the same view again."""
    running = evening(Config(format="swiss", rounds=3, matches=to(3)), 7)
    running.play_round()
    started_round(running, now=1_000)
    one, two, three = running.state.rounds[1].matches.values()
    running.play(one)
    running.does(RecordGame(two.id, 1, two.b, 2), SERVER)
    running.does(c.Claim(three.id, three.a, (3, 1)))
    running.does(c.Claim(three.id, three.b, (1, 3)))
    stored = [encode_tournament_commit(Commit(0, (event,), "director")) for event in running.log]
    state = TournamentState("TEST01")
    for version, commit in enumerate(map(decode_tournament_commit, stored), start=1):
        state = fold(state, version, commit)
    assert everything(state) == everything(running.state)
