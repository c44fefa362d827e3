"""Scores, clocks, and what is true of every match however it is played."""

from collections.abc import Iterable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import Clocks, TimeControl, Timing
from engine.commands import EndTurn, GameCommand, MakePlay, MakeStep, Resign, Throw, Undo
from engine.dice import scripted
from engine.errors import Problem, Reason
from engine.events import ClocksSet, GameEnded, GameStarted, MatchEnded, MatchEvent
from engine.game import legal_plays, open_steps
from engine.match import Match, abandon, decide, flag, pause, replay, run, start
from engine.outcome import Ending
from engine.position import count, mirrored
from engine.rules import PRESETS, Rules, make_rules
from engine.types import CHECKERS, HEAD, Color, Step

WHITE, BLACK = Color.WHITE, Color.BLACK
DELAY = TimeControl(Timing.DELAY, 60_000, 10_000)
FISCHER = TimeControl(Timing.FISCHER, 60_000, 5_000)


def begun(match: Match, now: int = 0) -> Match:
    return replay(match, start(match, now))


def after(match: Match, color: Color, command: GameCommand, *dice: int, now: int = 0) -> Match:
    course = run(match, color, command, now, scripted(dice))
    assert not isinstance(course, Problem), course
    assert course.state == replay(match, course.facts)
    return course.state


def opened(match: Match, now: int = 0) -> Match:
    """White begins with 6-3 already thrown."""
    match = after(begun(match), WHITE, Throw(1), 6, now=now)
    return after(match, BLACK, Throw(1), 3, now=now)


def test_games_follow_until_the_match_is_won() -> None:
    match = opened(Match(Rules(), length=3))
    decided = decide(match, BLACK, Resign(2), 0, scripted([]))
    assert decided == (GameEnded(WHITE, 2, Ending.RESIGNED), GameStarted(2, 3))
    match = replay(match, decided)
    assert (match.score, match.number) == ((2, 0), 2)
    decided = decide(match, BLACK, Resign(2), 0, scripted([]))
    assert decided == (GameEnded(WHITE, 2, Ending.RESIGNED), MatchEnded(WHITE, 4, 0, Ending.RESIGNED))


def test_nothing_is_played_after_the_match() -> None:
    match = after(opened(Match(Rules())), WHITE, Resign(2))
    problem = decide(match, WHITE, Throw(match.turn), 0, scripted([1, 2]))
    assert isinstance(problem, Problem)
    assert problem.reason is Reason.GAME_OVER


def test_no_game_before_the_start() -> None:
    problem = decide(Match(Rules()), WHITE, Throw(1), 0, scripted([1]))
    assert isinstance(problem, Problem)
    assert problem.reason is Reason.NO_GAME


def test_clock_starts_with_the_first_turn() -> None:
    match = begun(Match(Rules(), control=DELAY), now=1_000)
    assert match.clocks == Clocks(60_000, 60_000, None, 1_000)
    assert opened(Match(Rules(), control=DELAY), now=5_000).clocks == Clocks(60_000, 60_000, WHITE, 5_000)


def test_delay_is_free_and_the_bank_runs_after_it() -> None:
    match = opened(Match(Rules(), control=DELAY))
    play = MakePlay(match.turn, (Step(24, 6), Step(18, 3)))
    assert after(match, WHITE, play, now=9_000).clocks == Clocks(60_000, 60_000, BLACK, 9_000)
    assert after(match, WHITE, play, now=25_000).clocks == Clocks(45_000, 60_000, BLACK, 25_000)


def test_fischer_adds_when_the_turn_ends() -> None:
    match = opened(Match(Rules(), control=FISCHER))
    match = after(match, WHITE, MakePlay(match.turn, (Step(24, 6), Step(18, 3))), now=20_000)
    assert match.clocks == Clocks(45_000, 60_000, BLACK, 20_000)


def test_fischer_adds_nothing_when_the_game_is_over() -> None:
    match = opened(Match(Rules(), control=FISCHER))
    assert replay(match, flag(match, 60_000)).clocks == Clocks(0, 60_000, None, 60_000)
    assert after(match, WHITE, Resign(2), now=20_000).clocks == Clocks(40_000, 60_000, None, 20_000)


def test_steps_do_not_press_the_clock() -> None:
    match = opened(Match(Rules(), control=DELAY))
    decided = decide(match, WHITE, MakeStep(match.turn, Step(24, 6)), 5_000, scripted([]))
    assert not isinstance(decided, Problem)
    assert not any(isinstance(event, ClocksSet) for event in decided)


def test_flag_loses_what_the_position_costs() -> None:
    match = opened(Match(Rules(), control=DELAY))
    assert match.flag_time == 70_000
    assert flag(match, 69_999) == ()
    ended = [event for event in flag(match, 70_000) if isinstance(event, GameEnded)]
    assert ended == [GameEnded(BLACK, 2, Ending.FLAG)]


def test_command_after_the_flag_is_refused() -> None:
    match = opened(Match(Rules(), control=DELAY))
    problem = decide(match, WHITE, MakeStep(match.turn, Step(24, 6)), 70_000, scripted([]))
    assert isinstance(problem, Problem)
    assert problem.reason is Reason.TIME_OVER


def test_next_game_begins_with_full_clocks() -> None:
    match = opened(Match(Rules(), length=3, control=DELAY))
    match = after(match, BLACK, Resign(2), now=40_000)
    assert match.clocks == Clocks(60_000, 60_000, None, 40_000)


def test_outage_is_given_back() -> None:
    match = opened(Match(Rules(), control=DELAY))
    match = replay(match, pause(match, 30_000, 50_000))
    assert match.clocks == Clocks(60_000, 60_000, WHITE, 30_000)
    assert pause(begun(Match(Rules(), control=DELAY)), 30_000, 50_000) == ()


def test_abandonment_loses_the_match() -> None:
    match = opened(Match(Rules(), length=7))
    decided = abandon(match, BLACK, 0)
    assert decided == (GameEnded(WHITE, 2, Ending.ABANDONED), MatchEnded(WHITE, 2, 0, Ending.ABANDONED))


def test_draw_scores_nothing_and_another_game_follows() -> None:
    match = begun(Match(Rules(), length=1))
    drawn: tuple[MatchEvent, ...] = (GameEnded(None, 0, Ending.DRAW), GameStarted(2, 2))
    match = replay(match, drawn)
    assert (match.score, match.number, match.winner) == ((0, 0), 2, None)


def check(match: Match) -> None:
    """What holds in every position of every game."""
    game = match.game
    assert game is not None
    for color in Color:
        assert sum(count(game.position[color], point) for point in range(HEAD + 1)) == CHECKERS
    white, black = game.position.white, game.position.black
    assert not any(count(white, point) and count(black, mirrored(point)) for point in range(1, HEAD + 1))


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    preset = draw(st.sampled_from(sorted(PRESETS)))
    return make_rules(
        preset,
        gul_bara=draw(st.booleans()),
        last_turn=draw(st.sampled_from(["none", "second_mover"])),
        prime_check=draw(st.sampled_from(["each_step", "turn_end"])),
        carry_over=draw(st.sampled_from(["any_roll", "doubles", "cascade", "none"])),
        cascade_from_turn=draw(st.integers(1, 4)),
        head_limit=draw(st.sampled_from([1, None])),
    )


def next_command(match: Match, choice: int) -> tuple[Color, GameCommand]:
    """Some command that a player may give now, picked by a number."""
    game = match.game
    assert game is not None
    if game.phase == "opening":
        return (WHITE if game.opening_die(WHITE) is None else BLACK), Throw(game.turn)
    assert game.to_move is not None
    if game.phase == "roll":
        return game.to_move, Throw(game.turn)
    following = open_steps(game)
    if not following:
        return game.to_move, EndTurn(game.turn)
    if choice % 11 == 0 and any(played.steps for played in game.stages):
        return game.to_move, Undo(game.turn, everything=choice % 2 == 0)
    return game.to_move, MakeStep(game.turn, following[choice % len(following)])


def illegal_commands(match: Match) -> Iterable[tuple[Color, GameCommand]]:
    game = match.game
    assert game is not None
    for color in Color:
        yield color, Throw(game.turn - 1)
        yield color, MakeStep(game.turn, Step(24, 7))
        yield color, Resign(3)
    if game.to_move is not None:
        yield game.to_move.other, EndTurn(game.turn)


@settings(max_examples=40, deadline=None)
@given(rules=rule_sets(), length=st.integers(1, 3), seed=st.integers(0, 2**32))
def test_whole_matches_keep_every_invariant(rules: Rules, length: int, seed: int) -> None:
    pick = Random(seed).randrange
    match = Match(rules, length=length)
    log: list[MatchEvent] = list(start(match, 0))
    match = replay(match, log)
    for now in range(1, 4_000):
        if match.winner is not None:
            break
        for color, bad in illegal_commands(match) if now % 50 == 0 else ():
            assert isinstance(decide(match, color, bad, now, lambda _: 1), Problem)
        color, command = next_command(match, pick(1_000))
        course = run(match, color, command, now, lambda _: pick(6) + 1)
        assert not isinstance(course, Problem), (course, command)
        log += course.facts
        match = course.state
        check(match)
    assert match.winner is not None
    again = replay(Match(rules, length=length), log)
    assert again == match
    assert again.game is not None
    assert match.game is not None
    assert again.game.position.digest == match.game.position.digest


def test_every_final_position_can_be_played() -> None:
    match = opened(Match(Rules()))
    assert match.game is not None
    for final in legal_plays(match.game).finals:
        play = legal_plays(match.game).play_to(final)
        played = after(match, WHITE, MakePlay(match.turn, play))
        assert played.game is not None
        assert played.game.position.white == final
