"""The opening, turns, Gul Bara and the end of a game, as events."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.commands import EndTurn, GameCommand, HandOver, Lose, MakePlay, MakeStep, Resign, Throw, Undo
from engine.dice import scripted
from engine.errors import Problem, Reason
from engine.events import (
    CascadeContinued,
    DiceCarried,
    DiceThrown,
    GameEnded,
    OpeningDieThrown,
    PlayEnded,
    RollOffTied,
    RollOffWon,
    Stepped,
    StepUndone,
    TurnBegan,
    TurnHandedOver,
)
from engine.game import Game, StagePlay, decide, legal_plays, replay
from engine.moves import LegalPlays, throw_stage
from engine.outcome import Ending, LastTurnDue, Outcome, judge
from engine.position import START, Position, parse_side, side_text
from engine.rules import Rules, make_rules
from engine.types import Color, Step

CASES = Path(__file__).parent.parent / "cases"
WHITE, BLACK = Color.WHITE, Color.BLACK


def cases(name: str) -> list[Any]:
    records = [json.loads(line) for line in (CASES / name).read_text().splitlines()]

    return [pytest.param(record, id=record["id"]) for record in records]


def rules_of(record: dict[str, Any]) -> Rules:
    return make_rules(**record["rules"])


def after(game: Game, color: Color, command: GameCommand, *dice: int, teaching: bool = False) -> Game:
    """The game after a command that must be accepted."""
    decided = decide(game, color, command, scripted(dice), teaching)
    assert not isinstance(decided, Problem), decided
    return replay(game, decided)


def refusal(game: Game, color: Color, command: GameCommand, *dice: int) -> Problem:
    """The problem with a command that must be refused."""
    decided = decide(game, color, command, scripted(dice))
    assert isinstance(decided, Problem)
    return decided


def begun(preset: str = "lange-narde", white: int = 6, black: int = 3, **overrides: Any) -> Game:
    """A game after its roll-off."""
    game = after(Game(make_rules(preset, **overrides)), WHITE, Throw(1), white)
    return after(game, BLACK, Throw(1), black)


def on_roll(
    white: str,
    black: str,
    rules: Rules,
    color: Color = WHITE,
    first: Color = WHITE,
    turns: tuple[int, int] = (5, 5),
    last: bool = False,
) -> Game:
    """A game in the middle, with `color` about to throw."""
    position = Position(parse_side(white), parse_side(black))
    return Game(rules, 20, position, "roll", (6, 3), first, color, turns, 30, last_turn=last)


# --- the roll-off ---


@pytest.mark.parametrize("record", cases("opening.jsonl"))
def test_roll_off_cases_come_out_right(record: dict[str, Any]) -> None:
    game = Game(rules_of(record))
    for white, black in record["throws"]:
        game = after(game, WHITE, Throw(game.turn), white)
        game = after(game, BLACK, Throw(game.turn), black)
    wanted = record["result"]
    assert game.first_mover == wanted["first_mover"]
    assert game.phase == {"roll_off": "opening", "throw": "roll", "play": "play"}[wanted["next"]]
    assert [list(played.stage.dice) for played in game.stages] == ([wanted["dice"]] if wanted["dice"] else [])


def test_equal_opening_dice_start_again() -> None:
    game = after(Game(Rules()), BLACK, Throw(1), 4)
    decided = decide(game, WHITE, Throw(1), scripted([4]))
    assert decided == (OpeningDieThrown(WHITE, 4), RollOffTied(2))


def test_one_opening_die_each() -> None:
    game = after(Game(Rules()), WHITE, Throw(1), 4)
    assert refusal(game, WHITE, Throw(1), 5).reason is Reason.ALREADY_THROWN


def test_opening_dice_are_played_by_same_dice() -> None:
    game = after(Game(Rules()), WHITE, Throw(1), 2)
    assert decide(game, BLACK, Throw(1), scripted([5])) == (
        OpeningDieThrown(BLACK, 5),
        RollOffWon(BLACK),
        TurnBegan(2, BLACK),
        DiceThrown(BLACK, (5, 2), opening=True),
    )


def test_dice_are_counted_without_the_opening_dice_twice() -> None:
    game = begun()
    assert game.thrown == 2
    game = after(game, WHITE, MakePlay(2, (Step(24, 6), Step(18, 3))))
    assert after(game, BLACK, Throw(3), 2, 1).thrown == 4


# --- a turn ---


def test_steps_then_done_hand_the_turn_over() -> None:
    game = after(begun(), WHITE, MakeStep(2, Step(24, 6)))
    game = after(game, WHITE, MakeStep(2, Step(18, 3)))
    assert decide(game, WHITE, EndTurn(2), scripted([])) == (PlayEnded(WHITE), TurnBegan(3, BLACK))


def test_play_is_its_steps_and_done() -> None:
    game = after(begun(), WHITE, MakeStep(2, Step(24, 6)))
    game = after(game, WHITE, MakeStep(2, Step(18, 3)))
    assert after(begun(), WHITE, MakePlay(2, (Step(24, 6), Step(18, 3)))) == after(game, WHITE, EndTurn(2))


def test_play_goes_on_from_a_step() -> None:
    game = after(begun(), WHITE, MakeStep(2, Step(24, 6)))
    decided = decide(game, WHITE, MakePlay(2, (Step(18, 3),)), scripted([]))
    assert decided == (Stepped(18, 3), PlayEnded(WHITE), TurnBegan(3, BLACK))


def test_done_too_early_is_refused() -> None:
    game = after(begun(), WHITE, MakeStep(2, Step(24, 6)))
    problem = refusal(game, WHITE, EndTurn(2))
    assert (problem.reason, problem.points) == (Reason.PLAY_NOT_FINISHED, (18,))


def test_undo_takes_back_the_last_step() -> None:
    game = begun()
    stepped = after(game, WHITE, MakeStep(2, Step(24, 3)))
    assert decide(stepped, WHITE, Undo(2), scripted([])) == (StepUndone(24, 3),)
    assert after(stepped, WHITE, Undo(2)) == game


def test_undo_all_takes_back_the_whole_turn() -> None:
    game = begun()
    stepped = after(after(game, WHITE, MakeStep(2, Step(24, 6))), WHITE, MakeStep(2, Step(18, 3)))
    assert after(stepped, WHITE, Undo(2, everything=True)) == game


def test_undo_never_reaches_behind_a_throw() -> None:
    assert refusal(begun(), WHITE, Undo(2)).reason is Reason.NOTHING_TO_UNDO


def test_old_turn_is_refused() -> None:
    game = after(begun(), WHITE, MakePlay(2, (Step(24, 6), Step(18, 3))))
    for command in (Throw(2), MakeStep(2, Step(24, 6)), Undo(2), EndTurn(2), MakePlay(2, (Step(24, 6),))):
        assert refusal(game, BLACK, command).reason is Reason.STALE_TURN


def test_other_player_is_refused() -> None:
    assert refusal(begun(), BLACK, MakeStep(2, Step(24, 6))).reason is Reason.NOT_YOUR_TURN


def test_step_before_the_throw_is_refused() -> None:
    assert refusal(begun("long-nard"), WHITE, MakeStep(2, Step(24, 6))).reason is Reason.THROW_FIRST
    assert refusal(Game(make_rules("long-nard")), WHITE, MakeStep(1, Step(24, 6))).reason is Reason.THROW_FIRST


def test_second_throw_is_refused() -> None:
    assert refusal(begun(), WHITE, Throw(2), 1, 1).reason is Reason.ALREADY_THROWN


def test_illegal_step_says_why() -> None:
    game = after(begun(), WHITE, MakeStep(2, Step(24, 6)))
    assert refusal(game, WHITE, MakeStep(2, Step(24, 3))).reason is Reason.HEAD_ALREADY_PLAYED


def test_play_is_made_whole_or_not_at_all() -> None:
    problem = refusal(begun(), WHITE, MakePlay(2, (Step(24, 6), Step(24, 3))))
    assert problem.reason is Reason.HEAD_ALREADY_PLAYED


def test_incomplete_play_is_refused() -> None:
    assert refusal(begun(), WHITE, MakePlay(2, (Step(24, 6),))).reason is Reason.PLAY_NOT_FINISHED


def test_too_long_play_is_refused() -> None:
    steps = (Step(24, 6), Step(18, 3), Step(15, 1))
    assert refusal(begun(), WHITE, MakePlay(2, steps)).reason is Reason.NO_SUCH_DIE


def test_forced_pass_hands_the_turn_over_with_reasons() -> None:
    game = on_roll("24x15", "12x1 6x1 1x13", make_rules("lange-narde"))
    decided = decide(game, WHITE, Throw(20), scripted([6, 6]))
    assert not isinstance(decided, Problem)
    thrown, ended, begins = decided
    assert thrown == DiceThrown(WHITE, (6, 6))
    assert isinstance(ended, PlayEnded)
    assert ended.unused == (6, 6, 6, 6)
    assert [(blocked.die, blocked.point, blocked.reason) for blocked in ended.blocked] == [(6, 24, Reason.POINT_CLOSED)]
    assert begins == TurnBegan(21, BLACK)


def test_forced_pass_counts_as_a_turn() -> None:
    game = on_roll("24x15", "12x1 6x1 1x13", make_rules("lange-narde"), turns=(0, 1))
    assert after(game, WHITE, Throw(20), 6, 6).turns_of(WHITE) == 1


# --- Gul Bara ---


def gul_bara_position(record: dict[str, Any]) -> Game:
    rules, mover = rules_of(record), Color(record["to_move"])
    mine, other = record["turn"] - 1, record["opponent_turn"]
    turns = (mine, other) if mover is WHITE else (other, mine)
    first = mover if record["first_mover"] else mover.other
    return on_roll(record["white"], record["black"], rules, mover, first, turns)


def play_forced(game: Game, dice: list[int], line: list[dict[str, Any]]) -> Game:
    """Throw, and let each player make the play that the case says is forced."""
    assert game.to_move is not None
    game = after(game, game.to_move, Throw(game.turn), *dice)
    segments = [segment for segment in line if segment["used"]]
    for number, segment in enumerate(segments):
        mover = Color(segment["player"])
        assert (game.to_move, game.stages[-1].dice_left) == (mover, tuple(segment["dice"]))
        plays = legal_plays(game)
        finals = {side_text(side) for side in plays.finals}
        white, _, black = segment["final"].partition(" / ")
        wanted = white if mover is WHITE else black
        assert finals == {wanted}
        assert plays.dice_used == len(segment["used"])
        game = after(game, mover, MakePlay(game.turn, plays.play_to(parse_side(wanted))))
        assert str(game.position) == f"W: {white} / B: {black}", number
    return game


@pytest.mark.parametrize("record", cases("gul_bara.jsonl"))
def test_gul_bara_cases_come_out_right(record: dict[str, Any]) -> None:
    game = play_forced(gul_bara_position(record), record["dice"], record["line"])
    for part in (record, *record.get("then", ())):
        if part is not record:
            game = play_forced(game, part["dice"], part["line"])
        if part["next"] is None:
            assert game.outcome is not None
            assert game.outcome.winner == part["winner"]
        else:
            assert (game.phase, game.to_move) == ("roll", part["next"])


def test_cascade_goes_on_without_a_throw() -> None:
    game = on_roll("24x1 1x14", "1x15", make_rules("long-nard", gul_bara=True), turns=(2, 2))
    game = after(game, WHITE, Throw(20), 5, 5)
    for step in (Step(24, 5), Step(19, 5), Step(14, 5)):
        game = after(game, WHITE, MakeStep(20, step))
    decided = decide(game, WHITE, MakeStep(20, Step(9, 5)), scripted([]))
    assert decided == (Stepped(9, 5), CascadeContinued(WHITE, (6, 6, 6, 6)))


def test_undo_goes_back_into_the_stage_before() -> None:
    game = on_roll("24x1 1x14", "1x15", make_rules("long-nard", gul_bara=True), turns=(2, 2))
    game = after(game, WHITE, Throw(20), 5, 5)
    before = game
    for step in (Step(24, 5), Step(19, 5), Step(14, 5), Step(9, 5)):
        game = after(game, WHITE, MakeStep(20, step))
    assert len(game.stages) == 2
    undone = after(game, WHITE, Undo(20))
    assert (len(undone.stages), undone.stages[-1].dice_left) == (1, (5,))
    assert after(game, WHITE, Undo(20, everything=True)) == before


def test_unusable_dice_are_carried_to_the_opponent() -> None:
    game = on_roll("24x1 1x14", "1x15", make_rules("long-nard", gul_bara=True), turns=(2, 2))
    game = after(game, WHITE, Throw(20), 5, 5)
    steps = (Step(24, 5), Step(19, 5), Step(14, 5), Step(9, 5))
    decided = decide(game, WHITE, MakePlay(20, steps), scripted([]))
    assert not isinstance(decided, Problem)
    kinds = [type(event) for event in decided[4:]]
    assert kinds == [CascadeContinued, PlayEnded, TurnBegan, DiceCarried, PlayEnded]
    assert replay(game, decided).phase == "roll"


# --- the end ---


@pytest.mark.parametrize("record", cases("outcome.jsonl"))
def test_outcome_cases_come_out_right(record: dict[str, Any]) -> None:
    position = Position(parse_side(record["white"]), parse_side(record["black"]))
    finished, wanted = Color(record["just_finished"]), record["result"]
    result = judge(position, rules_of(record), Color(record["first_mover"]), finished)
    match result:
        case Outcome(winner, points, _):
            assert (winner, points, True) == (wanted["winner"], wanted["points"], wanted["over"])
        case LastTurnDue(color):
            assert (color, True, False) == (wanted["next"], wanted["last_turn"], wanted["over"])
        case None:
            assert (finished.other, False, False) == (wanted["next"], wanted["last_turn"], wanted["over"])


def test_last_checker_off_ends_the_game_at_once() -> None:
    game = on_roll("1x3 off12", "24x1 1x14", make_rules("lange-narde"))
    game = after(game, WHITE, Throw(20), 2, 2)
    for _ in range(2):
        game = after(game, WHITE, MakeStep(20, Step(1, 2)))
    decided = decide(game, WHITE, MakeStep(20, Step(1, 2)), scripted([]))
    assert decided == (Stepped(1, 2), PlayEnded(WHITE, (2,)), GameEnded(WHITE, 2, Ending.BORNE_OFF))


def test_second_mover_throws_once_more() -> None:
    game = on_roll("1x1 off14", "1x2 off13", make_rules("lange-narde", last_turn="second_mover"))
    game = after(game, WHITE, Throw(20), 2, 1)
    game = after(game, WHITE, MakeStep(20, Step(1, 2)))
    assert (game.to_move, game.phase, game.last_turn) == (BLACK, "roll", True)
    game = after(game, BLACK, Throw(21), 2, 1)
    game = after(game, BLACK, MakePlay(21, (Step(1, 2), Step(1, 1))))
    assert game.outcome == Outcome(None, 0, Ending.DRAW)


def test_last_turn_that_fails_loses() -> None:
    game = on_roll("off15", "6x2 off13", make_rules("lange-narde", last_turn="second_mover"), BLACK, last=True)
    game = after(game, BLACK, Throw(20), 2, 1)
    game = after(game, BLACK, MakePlay(20, (Step(6, 2), Step(6, 1))))
    assert game.outcome == Outcome(WHITE, 1, Ending.BORNE_OFF)


def test_resignation_costs_what_the_position_says() -> None:
    game = begun()
    problem = refusal(game, WHITE, Resign(1))
    assert problem.reason is Reason.WRONG_COST
    assert after(game, WHITE, Resign(2)).outcome == Outcome(BLACK, 2, Ending.RESIGNED)


def test_resignation_is_possible_out_of_turn() -> None:
    game = on_roll("24x15", "1x14 off1", make_rules("lange-narde"))
    assert after(game, BLACK, Resign(1)).outcome == Outcome(WHITE, 1, Ending.RESIGNED)


def test_everything_is_refused_after_the_end() -> None:
    game = after(begun(), WHITE, Resign(2))
    for command in (Throw(2), EndTurn(2), Undo(2), Resign(2), Lose(Ending.FLAG), HandOver(2, WHITE)):
        assert refusal(game, WHITE, command).reason is Reason.GAME_OVER


def test_teaching_hands_the_turn_over() -> None:
    game = after(begun(), WHITE, MakeStep(2, Step(24, 6)))
    decided = decide(game, BLACK, HandOver(2, BLACK), scripted([]), teaching=True)
    assert decided == (TurnHandedOver(BLACK), TurnBegan(3, BLACK))
    handed = replay(game, decided)
    assert (handed.position, handed.phase, handed.stages) == (game.position, "roll", ())


def test_turn_is_handed_over_only_in_teaching() -> None:
    assert refusal(begun(), WHITE, HandOver(2, BLACK)).reason is Reason.NOT_TEACHING


def test_legal_plays_need_dice() -> None:
    with pytest.raises(ValueError, match="no dice"):
        legal_plays(Game(Rules()))


def test_last_play_is_remembered() -> None:
    game = after(begun(), WHITE, MakePlay(2, (Step(24, 6), Step(18, 3))))
    assert game.last_play == (Step(24, 6), Step(18, 3))


def test_stage_knows_the_dice_left() -> None:
    dice = throw_stage(Rules(), (6, 3), 1, first_mover=True)
    stage = StagePlay(LegalPlays(START, WHITE, Rules(), dice), (Step(24, 6),))
    assert stage.dice_left == (3,)
