"""The bot plays by the rules, always the same, and well."""

from random import Random

import pytest

from engine.bot import appraise_against, choose_play, choose_random
from engine.moves import LegalPlays, Stage, throw_stage
from engine.position import Position, parse_side
from engine.rules import PRESETS, Rules, make_rules
from engine.types import Color, Play, Step
from tests.bench.bench_bot import wins

WHITE = Color.WHITE


def chosen(white: str, black: str, dice: tuple[int, int]) -> Play:
    rules = Rules()
    position = Position(parse_side(white), parse_side(black))
    return choose_play(position, WHITE, rules, throw_stage(rules, dice, 9, first_mover=True))


def test_no_play_is_the_empty_play() -> None:
    assert chosen("24x15", "12x1 6x1 1x13", (6, 6)) == ()


def test_last_checkers_are_borne_off() -> None:
    assert chosen("6x1 5x1 off13", "1x15", (6, 5)) == (Step(6, 6), Step(5, 5))


def test_checkers_outside_come_home_first() -> None:
    assert Step(8, 2) in chosen("8x1 6x7 5x7", "1x15", (2, 1))


def test_closing_points_in_front_of_the_opponent_counts() -> None:
    opponent = parse_side("24x15")
    blocking, idle = parse_side("24x10 8x1 7x1 6x1 5x1 4x1"), parse_side("24x10 22x1 6x1 1x3")
    assert appraise_against(blocking, opponent) > appraise_against(idle, opponent)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_choice_is_legal(preset: str) -> None:
    random = Random(5)
    assert wins(make_rules(preset, gul_bara=True), 2, random.randrange(100)) in (0, 1, 2)


def test_same_input_gives_the_same_play() -> None:
    white, black = "24x8 20x2 18x1 15x2 11x2", "24x9 21x3 19x2 14x1"
    assert len({chosen(white, black, (4, 4)) for _ in range(3)}) == 1


def test_random_play_is_legal_and_varied() -> None:
    position = Position(parse_side("24x10 20x2 18x1 15x2"), parse_side("24x9 21x3 19x2 14x1"))
    plays = LegalPlays(position, WHITE, Rules(), Stage((5, 2), 1))
    random = Random(3)
    made = {choose_random(plays, random.randrange) for _ in range(50)}
    assert len(made) > 3
    assert all(play in plays for play in made)


def test_steady_bot_beats_the_random_bot() -> None:
    assert wins(Rules(), 40, 11) >= 36
