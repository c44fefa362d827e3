"""The bot plays by the rules, always the same, and well."""

from random import Random

import pytest

from engine.bot import appraise, choose_play, choose_random, survey
from engine.moves import LegalPlays, Stage, throw_stage
from engine.position import Position, parse_side
from engine.rules import PRESETS, Rules, make_rules
from engine.types import Color, Play, Step
from tests.bench.bench_bot import at_random, play_game, steady, wins

MIDDLE = Position(parse_side("24x8 20x2 18x1 15x2 11x2"), parse_side("24x9 21x3 19x2 14x1"))


def chosen(white: str, black: str, dice: tuple[int, int]) -> Play:
    rules = Rules()
    position = Position(parse_side(white), parse_side(black))
    return choose_play(position, Color.WHITE, rules, throw_stage(rules, dice, 9, first_mover=True))


def gain(side: str, instead: str, before: str, opponent: str) -> float:
    """How much more the bot likes one side than another, both reached from `before`."""
    outlook = survey(parse_side(before), parse_side(opponent))
    return appraise(parse_side(side), outlook) - appraise(parse_side(instead), outlook)


def test_no_play_is_the_empty_play() -> None:
    assert chosen("24x15", "6x15", (6, 6)) == ()


def test_last_checkers_are_borne_off() -> None:
    assert chosen("6x1 5x1 off13", "1x15", (6, 5)) == (Step(6, 6), Step(5, 5))


def test_bearing_off_comes_before_running_home() -> None:
    assert chosen("6x4 4x4 2x4 off3", "1x15", (4, 2)) == (Step(4, 4), Step(2, 2))


def test_last_checker_outside_comes_home_first() -> None:
    assert Step(8, 2) in chosen("8x1 6x7 5x7", "1x15", (2, 1))


def test_head_is_left_early() -> None:
    assert any(step.point == 24 for step in chosen("24x13 18x1 15x1", "24x14 19x1", (3, 1)))


def test_rows_count_in_front_of_the_opponent() -> None:
    before, row, gaps = "24x12 11x1 9x1 8x1", "24x11 10x1 9x1 8x1 7x1", "24x11 11x1 9x1 8x1 6x1"
    assert gain(row, gaps, before, opponent="24x15") > 1
    assert gain(row, gaps, before, opponent="24x15") > gain(row, gaps, before, opponent="5x15") + 1


def test_towers_are_avoided() -> None:
    assert gain("24x9 20x2 18x2 16x2", "24x9 18x6", before="24x10 20x3 18x2", opponent="24x15") > 0


def test_same_input_gives_the_same_play() -> None:
    stage = Stage((4, 4, 4, 4), 1)
    assert len({choose_play(MIDDLE, Color.WHITE, Rules(), stage) for _ in range(3)}) == 1


def test_random_play_is_legal_and_varied() -> None:
    plays = LegalPlays(MIDDLE, Color.WHITE, Rules(), Stage((5, 2), 1))
    random = Random(3)
    made = {choose_random(plays, random.randrange) for _ in range(50)}
    assert len(made) > 3
    assert all(play in plays for play in made)


@pytest.mark.parametrize("gul_bara", [False, True])
@pytest.mark.parametrize("preset", PRESETS)
def test_bots_finish_a_game_by_any_rules(preset: str, gul_bara: bool) -> None:
    rules = make_rules(preset, gul_bara=gul_bara, last_turn="second_mover", prime_check="turn_end")
    random = Random(5)
    assert play_game(rules, {Color.WHITE: steady, Color.BLACK: at_random(random)}, random).outcome is not None


def test_steady_bot_beats_the_random_bot() -> None:
    assert wins(Rules(), 30, seed=11) >= 28
