"""Every case of tests/cases/tournament.json that no other test of this folder is about as a whole."""

from typing import Any

import pytest

from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Pairing, Result
from server.tournaments.arena import pair_waiting
from server.tournaments.brackets import Bracket, Node, Seed, double_elimination
from server.tournaments.commands import Command, Link, RecordGame
from server.tournaments.decide import Actor, decide, settle
from server.tournaments.history import contenders, history
from server.tournaments.pairing import Paired, Unavoidable, pair
from server.tournaments.plan import next_round
from server.tournaments.problems import Problem
from server.tournaments.proposal import MINUTE, advice
from server.tournaments.rating import change, upset_chance
from server.tournaments.results import choices_after_correction
from server.tournaments.schedule import round_robin
from server.tournaments.standings import standings
from server.tournaments.state import TournamentState, fold_events
from server.tournaments.timing import no_shows
from server.tournaments.waiting import waiting
from tests.server.tournaments.replay import (
    BY_ID,
    CASES,
    after_round,
    before_round,
    config,
    folded,
    played,
    started,
    with_phones,
)

DIRECTOR, SERVER = Actor("director"), Actor("server")


def expect(name: str) -> Any:
    return BY_ID[name]["expect"]


def does(state: TournamentState, command: Command, now: int = 0, actor: Actor = DIRECTOR) -> TournamentState:
    """The state after a command that is not refused."""
    decided = decide(state, actor, command, now)
    assert not isinstance(decided, Problem), decided
    return fold_events(state, decided)


def refused(state: TournamentState, command: Command, actor: Actor = DIRECTOR) -> Problem:
    before = repr(state)
    decided = decide(state, actor, command, 0)
    assert isinstance(decided, Problem)
    assert repr(state) == before
    return decided


def test_all_cases_are_here() -> None:
    names = {name.removeprefix("test_") for name in globals()}
    elsewhere = {"projector_refresh"}  # the same view again is in test_views, the rest is the page's
    assert BY_ID.keys() - elsewhere <= names


# --- schedules and pairing --------------------------------------------------------------------------------------------


def test_rr7() -> None:
    rounds = round_robin([str(number) for number in BY_ID["rr7"]["given"]["players"]])
    listed = [
        {"round": number, "pairs": [[int(a), int(b)] for a, b in each.pairs], "bye": int(each.bye or 0)}
        for number, each in enumerate(rounds, start=1)
    ]
    assert listed == expect("rr7")["rounds"]
    pairs = {frozenset(each) for meeting in rounds for each in meeting.pairs}
    assert len(pairs) == 21
    assert {meeting.bye for meeting in rounds} == set("1234567")


def test_rr_formula() -> None:
    sizes = BY_ID["rr_formula"]["given"]["sizes"]
    tables = {str(size): round_robin([str(number) for number in range(size)]) for size in sizes}
    assert {size: len(table) for size, table in tables.items()} == expect("rr_formula")["rounds"]
    matches = {size: sum(len(each.pairs) for each in table) for size, table in tables.items()}
    assert matches == expect("rr_formula")["matches"]


def test_swiss4_no_greedy_trap() -> None:
    case = BY_ID["swiss4_no_greedy_trap"]
    points = case["given"]["points"]
    facts = started("ABCD", config("swiss", 1, 3))
    for number, pairs in enumerate(case["given"]["rounds"], start=1):
        facts += played(number, [(a, b, 1, 0) for a, b in pairs])
    state = folded(facts)
    assert {row.player: row.points for row in standings(state)} == points
    found = next_round(state)
    assert isinstance(found, e.RoundPaired)
    assert sorted(sorted([each.a, each.b]) for each in found.pairings) == case["expect"]["round_3"]
    assert found.cost is not None
    assert found.cost.rematches == case["expect"]["rematches"]


def test_rounds_vs_players() -> None:
    words = {
        "offer_round_robin": "offer round robin",
        "ok": "swiss ok",
        "refuse": "refuse or double round robin",
        "may_need_rematch": "warn: may need a rematch",
    }
    table = BY_ID["rounds_vs_players"]["given"]["table"]
    results = [[players, rounds, words[advice(players, rounds)]] for players, rounds in table]
    assert results == expect("rounds_vs_players")["results"]
    state = folded(started("ABCDEFGH", config("swiss", 1, 8))[:-1])
    assert refused(state, c.Start(1)).code is Wrong.TOO_MANY_ROUNDS


def test_bye_not_to_last() -> None:
    case = BY_ID["bye_not_to_last"]
    facts = started("ABCDEFGH", config("swiss", 1, 4))
    for number, pairs in enumerate(case["given"]["rounds"], start=1):
        facts += played(number, [(a, b, int(winner == a), int(winner == b)) for a, b, winner in pairs])
    state = folded(facts)
    for name in case["given"]["withdrawn_after_round_3"]:
        state = does(state, c.Withdraw(name))
    points = {row.player: row.points for row in standings(state)}
    assert case["given"]["points"].items() <= points.items()
    found = next_round(state)
    assert isinstance(found, e.RoundPaired)
    option = {"pairs": sorted(sorted([each.a, each.b]) for each in found.pairings), "bye": found.byes[0]}
    assert option in case["expect"]["round_4_options"]


def test_second_bye_only_when_all_had_one() -> None:
    state = folded(started("ABC", config("swiss", 1, 4)))
    byes: list[str] = []
    pairs: list[frozenset[str]] = []
    for number in (1, 2, 3):
        paired = next_round(state)
        assert isinstance(paired, e.RoundPaired)
        byes += paired.byes
        pairs += [frozenset({each.a, each.b}) for each in paired.pairings]
        one = paired.pairings[0]
        state = fold_events(state, played(number, [(one.a, one.b, 1, 0)], paired.byes))
    assert sorted(byes) == ["A", "B", "C"]
    assert len(set(pairs)) == 3
    assert refused(state, c.PairRound(4)).code is Wrong.REPEATS
    asked = does(state, c.PairRound(4, anyway=True))
    assert asked.current is not None
    assert asked.current.number == 4


# --- standings --------------------------------------------------------------------------------------------------------


def test_swiss5_buchholz_with_byes() -> None:
    case = BY_ID["swiss5_buchholz_with_byes"]
    facts = started("ABCDE", config("swiss", 3, 3))
    for number, each in enumerate(case["given"]["rounds"], start=1):
        facts += played(number, [(a, b, x, y) for a, b, x, y in each["results"]], (each["bye"],))
    rows = standings(folded(facts))
    expected = case["expect"]["standings"]
    assert [{key: getattr(row, key) for key in like} for row, like in zip(rows, expected, strict=True)] == expected
    breakdown = {
        row.player: [[part.round, part.deed, part.opponent, part.buchholz] for part in row.parts] for row in rows
    }
    assert breakdown == case["expect"]["breakdown"]


def test_rr_withdraw_under_half() -> None:
    """Five players in the schedule; the results come in an order that the product's own schedule need not have."""
    case = BY_ID["rr_withdraw_under_half"]
    facts = started("ABCDE", config("round_robin", 1))
    for number, (a, b, x, y) in enumerate(case["given"]["results"], start=1):
        facts += played(number, [(a, b, x, y)], schedule=tuple("ABCDE") if number == 1 else ())
    state = does(folded(facts), c.Withdraw("E"))
    ranked = [row for row in standings(state) if row.rank]
    assert {row.player: row.points for row in ranked} == case["expect"]["points"]
    assert [row.player for row in ranked] == case["expect"]["ranking"]
    assert [row.rank for row in ranked] == [1, 2, 3, 4]
    assert [row.apart for row in ranked] == ["de", "points", "de", None]
    assert [row.player for row in standings(state) if not row.rank] == ["E"]


def test_withdraw_between_rounds() -> None:
    state = folded(started("ABCDEFGH", config("swiss", 1, 4)))
    for number in (1, 2):
        state = does(does(state, c.PairRound(number)), c.StartRound(number))
        assert state.current is not None
        for match in state.current.matches.values():
            state = does(state, RecordGame(match.id, 1, match.a, 1), actor=SERVER)
    before = {row.player: row.points for row in standings(state)}
    state = does(does(state, c.Withdraw("H")), c.PairRound(3))
    assert state.current is not None
    assert (len(state.current.matches), len(state.current.byes)) == (3, 1)
    assert {row.player: row.points for row in standings(state)} == before
    state = does(state, c.StartRound(3))
    for match in list(state.rounds[2].matches.values()):
        state = does(state, RecordGame(match.id, 1, match.a, 1), actor=SERVER)
    gone = next(row for row in standings(state) if row.player == "H")
    assert gone.points == before["H"]
    assert gone.adjusted == before["H"] + 0.5


def test_withdraw_mid_round() -> None:
    state = does(does(before_round(3), c.PairRound(3)), c.StartRound(3))
    assert state.current is not None
    match = state.current.match_of("p8")
    assert match is not None
    state = does(state, c.Withdraw("p8", "had to leave"))
    after = state.match(match.id)
    assert after is not None
    assert after.result == Result("forfeit", match.opponent("p8"))
    for each in state.rounds[2].matches.values():
        if each.id != match.id:
            state = does(
                does(state, RecordGame(each.id, 1, each.a, 2), actor=SERVER), RecordGame(each.id, 2, each.a, 1)
            )
    assert state.rounds[2].closed
    entry = history(state, 3)[match.opponent("p8")][-1]
    assert (entry.deed, entry.points, entry.score) == ("forfeit_win", 1, (0, 0))


def test_everyone_leaves() -> None:
    state = after_round(2)
    for name in list(state.players):
        state = does(state, c.Withdraw(name))
    assert refused(state, c.PairRound(3)).code is Wrong.NOT_ENOUGH_PLAYERS
    state = does(state, c.Finish())
    assert state.finish == e.TournamentFinished("not_enough_players")


def test_correct_previous_round() -> None:
    finished = after_round(4)
    wrong = c.Correct("r2t2", Result("played", "p3", (3, 1)), "the sides were mixed up")
    state = does(finished, wrong)
    assert [each.matches.keys() for each in state.rounds] == [each.matches.keys() for each in finished.rounds]
    assert [row.player.upper() for row in standings(finished)][:3] == expect("correct_previous_round")["podium_before"]
    assert [row.player.upper() for row in standings(state)][:3] == expect("correct_previous_round")["podium_after"]
    match = state.match("r2t2")
    assert match is not None
    assert match.report is not None
    assert match.report.result.winner == "p6"
    assert [each.reason for each in match.corrections] == ["the sides were mixed up"]


def test_correct_before_next_round_starts() -> None:
    state = does(after_round(2), c.PairRound(3))
    state = does(state, c.Correct("r2t2", Result("played", "p3", (3, 1)), "mixed up"))
    asked = expect("correct_before_next_round_starts")["director_is_asked"]
    assert list(choices_after_correction(state)) == asked
    again = does(state, c.PairRound(3))
    assert again.rounds[2].number == 3
    running = does(does(again, c.StartRound(3)), c.Ready("r3t1", again.rounds[2].matches["r3t1"].a))
    running = does(running, c.Ready("r3t1", again.rounds[2].matches["r3t1"].b))
    assert choices_after_correction(running) == ()
    assert refused(running, c.PairRound(3)).code is Wrong.OPEN_RESULTS


# --- running a round --------------------------------------------------------------------------------------------------


def test_no_show() -> None:
    table = played(1, [("A", "B", 3, 0)])[:1]
    state = does(with_phones(folded([*started("AB", config("swiss", 3, 1)), *table])), c.StartRound(1))
    state = does(state, c.Ready("r1t1", "A"), 1 * MINUTE)
    levels = [[(each.level, each.missing) for each in no_shows(state, minute * MINUTE)] for minute in (4, 5, 10)]
    assert levels == [[], [("alarm", ("B",))], [("offer", ("B",))]]
    assert settle(state, 60 * MINUTE) == ()

    strict = fold_events(state, [e.TournamentConfigured(config_with(state, "penalty"))])
    penalties = [no_shows(strict, minute * MINUTE)[0] for minute in (5, 10, 15)]
    assert [(each.penalty, each.level) for each in penalties] == [(1, "alarm"), (2, "offer"), (3, "forfeit")]
    assert settle(strict, 15 * MINUTE)[0] == e.ResultReported(
        "r1t1", Result("forfeit", "A"), "server", 15 * MINUTE, "no-show"
    )


def config_with(state: TournamentState, no_show: Any) -> e.Config:
    return e.Config(format="swiss", matches=state.config.matches, rounds=1, no_show=no_show)


def test_no_show_of_both_is_double_forfeit() -> None:
    table = played(1, [("A", "B", 3, 0)])[:1]
    state = does(with_phones(folded([*started("AB", config("swiss", 3, 1)), *table])), c.StartRound(1))
    state = fold_events(state, [e.TournamentConfigured(config_with(state, "automatic"))])
    state = fold_events(state, settle(state, 2 * MINUTE))
    assert state.rounds[0].closed
    assert [row.points for row in standings(state)] == [0, 0]
    assert settle(state, 3 * MINUTE) == ()


def test_conflicting_reports() -> None:
    table = played(1, [("A", "B", 3, 0)])[:1]
    state = does(folded([*started("AB", config("swiss", 3, 1)), *table]), c.StartRound(1))
    state = does(does(state, c.Claim("r1t1", "A", (3, 1))), c.Claim("r1t1", "B", (1, 3)))
    match = state.match("r1t1")
    assert match is not None
    assert (match.disputed, match.result, state.rounds[0].closed) == (True, None, False)
    state = does(state, c.Report("r1t1", Result("played", "A", (3, 1))))
    assert state.rounds[0].closed


def test_equal_reports_are_the_result() -> None:
    table = played(1, [("A", "B", 3, 0)])[:1]
    state = does(folded([*started("AB", config("swiss", 3, 1)), *table]), c.StartRound(1))
    state = does(does(state, c.Claim("r1t1", "A", (3, 1))), c.Claim("r1t1", "B", (3, 1)))
    match = state.match("r1t1")
    assert match is not None
    assert match.result == Result("played", "A", (3, 1))


def test_undo_round_start() -> None:
    case = BY_ID["undo_round_start"]
    assert case["expect"]["confirm"] == "type UNDO ROUND 3"
    state = does(does(before_round(3), c.PairRound(3)), c.StartRound(3))
    assert refused(state, c.UndoRound(3, "yes")).code is Wrong.CONFIRM
    undone = does(state, c.UndoRound(3, "UNDO ROUND 3"))
    assert undone.rounds == before_round(3).rounds
    again = does(undone, c.PairRound(3))
    assert [each.issue for each in again.rounds[2].matches.values()] != [
        each.issue for each in state.rounds[2].matches.values()
    ]
    one = state.rounds[2].matches["r3t1"]
    begun = does(does(state, c.Ready("r3t1", one.a)), c.Ready("r3t1", one.b))
    assert refused(begun, c.UndoRound(3, "UNDO ROUND 3")).code is Wrong.ROUND_BEGUN
    cancelled = does(begun, c.CancelMatch("r3t1", "wrong opponent"))
    assert not cancelled.rounds[2].matches["r3t1"].begun
    assert cancelled.rounds[2].matches["r3t1"].issue > begun.rounds[2].matches["r3t1"].issue


def test_manual_swap() -> None:
    facts = [Pairing("r3t1", 1, "p1", "p6"), Pairing("r3t2", 2, "p4", "p5"), Pairing("r3t3", 3, "p2", "p8")]
    given = e.RoundPaired(3, (*facts, Pairing("r3t4", 4, "p3", "p9")), ("p7",))
    state = fold_events(before_round(3), [given])
    rematch = refused(state, c.Swap(3, "p5", "p8", "they are brothers"))
    assert rematch.concerned == ("rematch",)  # p4 – p8 was played in round 1
    second = refused(state, c.Swap(3, "p7", "p8", "he is late"))
    assert "second_bye" in second.concerned
    apart = e.TournamentConfigured(
        e.Config(format="swiss", matches=state.config.matches, rounds=4, apart=(("p2", "p5"),))
    )
    forbidden = refused(fold_events(state, [apart]), c.Swap(3, "p5", "p8", "why not"))
    assert set(forbidden.concerned) == {"rematch", "forbidden_pair"}
    assert set(expect("manual_swap")["warns"]) == {"rematch", "bye to a player who had one", "forbidden pair"}

    changed = does(state, c.Swap(3, "p5", "p8", "they are brothers", anyway=True))
    edit = changed.rounds[2].edits[0]
    assert edit.pairings_before == given.pairings
    assert {(each.a, each.b) for each in edit.pairings} >= {("p4", "p8"), ("p2", "p5")}
    assert changed.rounds[2].byes == ("p7",)


def test_duplicate_player() -> None:
    state = fold_events(TournamentState("TEST01"), [e.TournamentCreated(config("swiss", 1), 0)])
    for device in ("phone 1", "phone 1", "phone 3"):
        state = does(state, c.Register("P1"), actor=Actor("player", device))
    assert [player.name for player in state.players.values()] == expect("duplicate_player")["players"]
    linked = does(state, Link("p1", "phone 2"), actor=SERVER)
    assert linked.players.keys() == state.players.keys()
    assert does(linked, c.Register("P1"), actor=Actor("player", "phone 2")).players.keys() == state.players.keys()


def test_cannot_start_round() -> None:
    state = folded(started(["Ann", "Bob", "Cyd", "Dan", "Josh", "Lola"], config("swiss", 1, 3)))
    pairs = [("Ann", "Bob", 1, 0), ("Cyd", "Dan", 1, 0), ("Josh", "Lola", 1, 0)]
    state = fold_events(state, played(1, pairs)[:4])
    problem = refused(state, c.PairRound(2))
    assert problem.code is Wrong.OPEN_RESULTS
    assert all(word in problem.detail for word in expect("cannot_start_round")["message_contains"])
    assert problem.concerned == ("r1t3",)


def test_bye_has_no_start_button() -> None:
    facts = played(2, [("p1", "p4", 3, 0)], ("p8",))[:2]
    state = fold_events(before_round(2), facts)
    seen = waiting(state, "p8", 5 * MINUTE)
    assert (seen.why, seen.start_button, seen.points) == ("bye", False, 1)
    assert seen.next_round == 80 * MINUTE
    assert waiting(state, "p1", 0).start_button


def test_crash_between_result_and_close() -> None:
    finished = after_round(1)
    crashed = fold_events(TournamentState("TEST01"), [*_facts_until_close(1)])
    restarted = fold_events(crashed, settle(crashed, 0))
    assert restarted == finished
    assert settle(restarted, 0) == ()
    assert standings(restarted) == standings(finished)
    twice = RecordGame("r1t1", 1, "p1", 3)
    assert does(restarted, twice, actor=SERVER) == restarted


def _facts_until_close(number: int) -> list[e.Event]:
    from tests.server.tournaments.replay import swiss_9

    facts = swiss_9()
    return facts[: facts.index(e.RoundClosed(number, 0))]


def test_device_rejoin() -> None:
    state = fold_events(TournamentState("TEST01"), [e.TournamentCreated(config("swiss", 1, 1), 0)])
    for device in ("old phone", "another"):
        state = does(state, c.Register("P"), actor=Actor("player", device))
    for name in ("p1", "p2"):
        state = does(state, c.CheckIn(name))
    state = does(does(does(state, c.Start(1)), c.PairRound(1)), c.StartRound(1), 1000)
    moved = does(state, Link("p1", "new phone"), actor=SERVER)
    assert moved.rounds == state.rounds
    assert refused(moved, c.Ready("r1t1", "p1"), Actor("player", "old phone")).code is Wrong.NOT_ALLOWED
    assert does(moved, c.Ready("r1t1", "p1"), actor=Actor("player", "new phone")) != moved


def test_offline_not_paused_arena() -> None:
    case = BY_ID["offline_not_paused_arena"]
    waiting_, present = case["given"]["waiting"], case["given"]["present"]
    assert [list(each) for each in pair_waiting(waiting_, present, {}, {})] == case["expect"]["pair"]
    just_met = {"A": "B", "B": "A"}
    assert [list(each) for each in pair_waiting(waiting_, present, {}, just_met)] == case["expect"]["pair"]
    four = pair_waiting(["A", "B", "C", "D"], ["A", "B", "C", "D"], {}, just_met)
    assert ("A", "B") not in four


def test_fibs_rating() -> None:
    given, expected = BY_ID["fibs_rating"]["given"], expect("fibs_rating")
    favourite, underdog, length = given["winner"], given["loser"], given["n"]
    assert upset_chance(favourite, underdog, length) == pytest.approx(expected["p_upset"], abs=1e-6)
    assert change(favourite, underdog, length, 400) == pytest.approx(expected["favourite_wins_delta"], abs=1e-4)
    assert change(underdog, favourite, length, 400) == pytest.approx(expected["underdog_wins_delta"], abs=1e-4)


# --- double elimination -----------------------------------------------------------------------------------------------


def source(node: Node, side: str) -> str:
    feed = node.a if side == "a" else node.b
    return f"S{feed.number}" if isinstance(feed, Seed) else f"{feed.role}:{feed.match}"


def test_de6() -> None:
    given = CASES["double_elim_6"]
    nodes = double_elimination(6)
    listed = [(node.match, source(node, "a"), source(node, "b")) for node in nodes]
    assert listed == [(each["match"], each["a_from"], each["b_from"]) for each in given["bracket"]]
    stages = [each["stage"] for each in given["bracket"]]
    assert [node.stage for node in nodes] == [*stages[:-1], "reset"]
    seeds = tuple(f"S{number}" for number in range(1, 7))
    decided: dict[str, tuple[str, str]] = {}
    for each in given["matches"]:
        playable = Bracket(nodes, seeds, decided).playable()
        assert (each["match"], each["a"], each["b"]) in playable
        decided[each["match"]] = each["winner"], each["loser"]
    bracket = Bracket(nodes, seeds, decided)
    assert bracket.playable() == []
    ranks = [(rank, name) for rank, name in _ranks(bracket.places())]
    assert sorted(ranks) == sorted((each["rank"], each["player"]) for each in given["final_ranking"])
    assert len(decided) == given["total_matches"]


def _ranks(places: list[frozenset[str]]) -> list[tuple[int, str]]:
    return [(1 + sum(map(len, places[:number])), name) for number, place in enumerate(places) for name in place]


def test_de6_is_playable_when_the_case_says() -> None:
    given = CASES["double_elim_6"]
    nodes, seeds = double_elimination(6), tuple(f"S{number}" for number in range(1, 7))
    ended = {each["match"]: (each["winner"], each["loser"]) for each in given["matches"]}

    def playable(*known: str) -> set[str]:
        return {match for match, _, _ in Bracket(nodes, seeds, {name: ended[name] for name in known}).playable()}

    assert playable() == {"W1", "W2"}
    assert playable("W1") == {"W2", "W3"}
    assert playable("W1", "W2", "W4") == {"W3", "L1"}
    assert playable("W1", "W2", "W3") == {"W4", "L2"}
    assert playable("W1", "W2", "W3", "W4") == {"W5", "L1", "L2"}
    assert playable("W1", "W2", "W3", "W4", "L1", "L2") == {"W5", "L3"}
    assert playable("W1", "W2", "W3", "W4", "W5", "L1", "L2", "L3") == {"L4"}
    assert playable(*(name for name in ended if not name.startswith("GF"))) == {"GF1"}
    assert playable(*(name for name in ended if name != "GF2")) == {"GF2"}


def test_de_no_immediate_rematch() -> None:
    expected = expect("de_no_immediate_rematch")
    meets = {source(node, side): source(node, other) for node in double_elimination(6) for side, other in ("ab", "ba")}
    assert meets["loser:W1"].replace(":", " of ") == expected["S4_meets"]
    assert meets["loser:W3"].replace("loser:W2", "loser of W2") == expected["S5_meets"]


def test_unbeaten_winner_of_final_needs_no_reset() -> None:
    given = CASES["double_elim_6"]
    ended = {each["match"]: (each["winner"], each["loser"]) for each in given["matches"][:-2]}
    bracket = Bracket(double_elimination(6), tuple(f"S{n}" for n in range(1, 7)), {**ended, "GF1": ("S3", "S1")})
    assert bracket.playable() == []
    assert [sorted(place) for place in bracket.places()][:2] == [["S3"], ["S1"]]


def test_swiss_9() -> None:
    """Its rounds are in test_pairing, its tables in test_standings; here what remains."""
    state = after_round(4)
    found = pair(contenders(before_round(4), 3))
    assert isinstance(found, Paired | Unavoidable)
    assert decide(state, DIRECTOR, c.Finish(), 0) == (e.TournamentFinished("played"),)
