"""The legal plays are those of the case files and of the reference enumerator, stage by stage."""

import random
from typing import Any

import pytest

from engine.moves import LegalPlays, Stage, carried_stage, cascade_stage, throw_stage, unused
from engine.position import Position, parse_side, side_text
from engine.rules import PRESETS, Rules, make_rules
from engine.types import Color, Die, Step
from tests.engine import reference
from tests.engine.samples import (
    CASE_FILES,
    Record,
    plays_of,
    position_of,
    random_house_rules,
    random_records,
    records,
    rules_of,
    set_up,
)

DEFAULT = Rules()


def found(plays: LegalPlays) -> tuple[list[str], int]:
    used = plays.dice_used  # asked first, it is found without the ends
    finals = sorted(map(side_text, plays.finals))
    assert plays.dice_used == used
    return finals, used


def wrong(sample: list[Record]) -> list[Record]:
    return [record for record in sample if found(plays_of(record)) != reference.finals(record)]


@pytest.mark.parametrize("name", CASE_FILES)
def test_finds_every_final_position(name: str) -> None:
    cases = records(name)
    assert [case["id"] for case in cases if found(plays_of(case)) != (case["finals"], case["dice_used"])] == []


@pytest.mark.parametrize("preset", PRESETS)
def test_agrees_with_reference_in_random_games(preset: str) -> None:
    assert wrong(list(random_records(2024, 20_000, preset=preset))) == []


def test_agrees_with_reference_under_house_rules() -> None:
    luck = random.Random(7)
    sample = [record for seed in range(40) for record in random_records(seed, 100, **random_house_rules(luck))]
    assert wrong(sample) == []


def test_agrees_with_reference_on_set_ups_with_walls() -> None:
    luck = random.Random(11)
    sample = [crowded_record(luck) for _ in range(800)]
    assert wrong(sample) == []


def crowded_record(luck: random.Random) -> Record:
    """White nearly has a wall, or has one already, wherever it is; black stands on what is free, mostly far back."""
    start, length = luck.randrange(24), luck.randint(4, 7)
    wall = [(start + step) % 24 + 1 for step in range(length)]
    white = [*wall, *luck.choices(range(1, 25), k=15 - length)]
    free = [point for point in range(1, 25) if reference.across(point) not in white]
    black = luck.choices(free[-6:] if luck.random() < 0.7 else free, k=15)
    die = luck.randint(1, 6)
    return {
        "rules": random_house_rules(luck),
        "white": stand(white),
        "black": stand(black),
        "to_move": "white",
        "dice": [die, luck.choice([die, luck.randint(1, 6)])],
        "turn": luck.randint(1, 4),
        "first_mover": luck.random() < 0.5,
    }


def stand(points: list[int]) -> str:
    return reference.side_text(tuple(points.count(point) for point in range(25)))


# Gul Bara (RULES.md)


@pytest.mark.parametrize("case", records("gul_bara"), ids=lambda case: case["id"])
def test_plays_every_forced_gul_bara_line(case: Record) -> None:
    position = position_of(case)
    for throw in [case, *case.get("then", [])]:
        position = walk_line(case, throw, position)


def walk_line(case: Record, throw: Record, position: Position) -> Position:
    rules, mover = rules_of(case), throw.get("player", case["to_move"])
    first_mover = case["first_mover"] == (mover == case["to_move"])
    stage: Stage | None = throw_stage(rules, tuple(throw["dice"]), throw["turn"], first_mover)
    for segment in throw["line"]:
        assert stage is not None
        assert list(stage.dice) == segment["dice"]
        color = Color(segment["player"])
        plays = LegalPlays(position, color, rules, stage)
        play = next(iter(plays))
        position = position.with_side(color, *plays.finals)
        assert sorted((step.die for step in play), reverse=True) == segment["used"]
        assert f"{side_text(position.white)} / {side_text(position.black)}" == segment["final"]
        cascades = color == mover and throw["turn"] >= rules.cascade_from_turn
        higher = cascade_stage(rules, plays, play) if cascades else None
        left = unused(stage, play)
        stage = higher or (carried_stage(rules, left) if left else None)
    assert stage is None or list(stage.dice) == throw["lost"] or throw["next"] is None
    return position


@pytest.mark.parametrize("preset", PRESETS)
def test_agrees_with_reference_in_cascades(preset: str) -> None:
    luck = random.Random(5)
    for record in random_records(99, 2_000, preset=preset, gul_bara=True, cascade_from_turn=1):
        if record["dice"][0] == record["dice"][1]:
            check_cascade(record, luck)


def check_cascade(record: Record, luck: random.Random) -> None:
    position, mover, heads = position_of(record), Color(record["to_move"]), 0
    plays = plays_of(record)
    while True:
        stage = plays.stage
        assert stage_ends(plays) == reference.gul_bara_stage(record, *sides(position), stage.dice, heads)
        play = plays.play_to(luck.choice(sorted(plays.finals)))
        higher = cascade_stage(plays.rules, plays, play)
        position = position.with_side(mover, final_of(plays, play))
        heads += sum(step.point == 24 for step in play)
        if higher is None:
            break
        plays = LegalPlays(position, mover, plays.rules, higher)
    if left := unused(stage, play):
        carried = LegalPlays(position, mover.other, plays.rules, carried_stage(plays.rules, left))
        assert stage_ends(carried) == reference.gul_bara_stage(record, *sides(position), left, carried=True)


def sides(position: Position) -> tuple[str, str]:
    return side_text(position.white), side_text(position.black)


def final_of(plays: LegalPlays, play: tuple[Step, ...]) -> int:
    node = plays.graph.walk(play)
    assert node is not None
    return node[0]


def stage_ends(plays: LegalPlays) -> set[tuple[str, tuple[Die, ...]]]:
    """The mover's side after every play, and the dice used, the higher first."""
    ends = set()
    for play in plays:
        ends.add((side_text(final_of(plays, play)), tuple(sorted((step.die for step in play), reverse=True))))
    assert {parse_side(side) for side, _ in ends} == plays.finals
    return ends


def test_cascade_keeps_the_rest_of_the_head_limit() -> None:
    plays = set_up("24x9 20x6", "24x15", [1, 1], gul_bara=True)
    from_head = next(play for play in plays if play[0].point == 24)
    from_20 = next(play for play in plays if all(step.point != 24 for step in play))
    assert cascade_stage(plays.rules, plays, from_head) == Stage((2,) * 4, 0)
    assert cascade_stage(plays.rules, plays, from_20) == Stage((2,) * 4, 1)


def test_no_cascade_without_gul_bara_or_after_sixes() -> None:
    ordinary = set_up("24x9 20x6", "24x15", [1, 1])
    assert cascade_stage(ordinary.rules, ordinary, next(iter(ordinary))) is None
    sixes = set_up("23x15", "24x15", [6, 6], gul_bara=True)
    assert sixes.dice_used == 4
    assert cascade_stage(sixes.rules, sixes, next(iter(sixes))) is None


# Stages


@pytest.mark.parametrize(
    ("options", "dice", "turn", "expected"),
    [
        ({}, (2, 5), 1, Stage((5, 2), 1)),
        ({}, (3, 3), 1, Stage((3,) * 4, 2)),
        ({}, (5, 5), 1, Stage((5,) * 4, 1)),
        ({}, (3, 3), 2, Stage((3,) * 4, 1)),
        ({"head_limit": None}, (3, 3), 1, Stage((3,) * 4, None)),
        ({"head_exception_first": "none"}, (3, 3), 1, Stage((3,) * 4, 1)),
        ({"head_exception_first": "any_double_if_needed"}, (5, 5), 1, Stage((5,) * 4, 1, 2)),
    ],
)
def test_throw_gives_dice_and_head_limit(
    options: dict[str, Any], dice: tuple[Die, Die], turn: int, expected: Stage
) -> None:
    assert throw_stage(make_rules(**options), dice, turn, True) == expected


def test_each_mover_has_an_own_exception() -> None:
    rules = make_rules("dlinnye-nardy")
    assert throw_stage(rules, (6, 6), 1, True) == Stage((6,) * 4, 2)
    assert throw_stage(rules, (6, 6), 1, False) == Stage((6,) * 4, 1, 2)


def test_carried_dice_have_a_head_limit_of_their_own() -> None:
    assert carried_stage(DEFAULT, (5, 6)) == Stage((6, 5), 1)
    assert carried_stage(DEFAULT, (4, 4, 4)) == Stage((4, 4, 4), 1)
    assert carried_stage(make_rules(head_limit=None), (2,)) == Stage((2,), None)


def test_raised_limit_holds_only_if_needed() -> None:
    rules = make_rules("dlinnye-nardy")
    start = Position.parse("W: 24x15 / B: 24x15")
    needed = LegalPlays(start, Color.BLACK, rules, throw_stage(rules, (6, 6), 1, False))
    assert (needed.head_limit, needed.dice_used) == (2, 2)
    idle = LegalPlays(start, Color.BLACK, rules, throw_stage(rules, (5, 5), 1, False))
    assert (idle.head_limit, idle.dice_used) == (1, 4)


# The plays as a collection


def test_pass_is_one_empty_play() -> None:
    plays = set_up("24x14 22x1", "24x12 9x1 7x1 5x1", [5, 3])
    assert (plays.dice_used, len(plays), list(plays)) == (0, 1, [()])
    assert () in plays
    assert plays.play_to(plays.position.white) == ()


def test_contains_complete_legal_plays_only() -> None:
    plays = set_up("24x15", "24x15", [6, 3])
    assert (Step(24, 6), Step(18, 3)) in plays
    assert (Step(24, 6),) not in plays
    assert (Step(24, 6), Step(24, 3)) not in plays


def test_play_to_refuses_other_positions() -> None:
    plays = set_up("24x15", "24x15", [6, 3])
    with pytest.raises(ValueError, match="no legal play"):
        plays.play_to(plays.position.white)


def test_repr_can_be_pasted() -> None:
    plays = set_up("24x15", "24x15", [6, 3])
    assert "Position.parse('W: 24x15 / B: 24x15')" in repr(plays)
