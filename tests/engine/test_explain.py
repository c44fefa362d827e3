"""Every refusal and every pass has its reason."""

import random

import pytest

from engine.errors import Reason
from engine.explain import Blocked
from engine.moves import LegalPlays, why_illegal, why_pass
from engine.position import FINISHED_SIDE
from engine.types import Play, Step
from tests.engine.samples import Record, plays_of, random_house_rules, random_records, records, set_up

EVERY_STEP = [Step(point, die) for point in range(26) for die in range(8)]


def reason(plays: LegalPlays, step: Step, played: Play = ()) -> tuple[Reason, tuple[int, ...]]:
    problem = why_illegal(plays.position, plays.mover, plays.rules, plays.stage, played, step)
    assert problem is not None
    assert problem.detail
    return problem.reason, problem.points


def check(record: Record, luck: random.Random) -> None:
    """Along one random play: refused is exactly what the graph does not offer, and nothing passes without reasons."""
    plays = plays_of(record)
    graph = plays.graph
    play = luck.choice(sorted(plays)[:50])
    for made in range(len(play) + 1):
        node = graph.walk(play[:made])
        assert node is not None
        legal = [step for step in EVERY_STEP if plays.why_illegal(play[:made], step) is None]
        assert sorted(legal) == sorted(graph.steps(node)), record
        ends_early = not legal and made < len(plays.stage.dice) and node[0] != FINISHED_SIDE
        assert bool(plays.why_pass(play[:made])) == ends_early, record


def test_reasons_agree_with_the_graph_in_the_cases() -> None:
    luck = random.Random(1)
    for record in [*records("rules"), *records("reach-lange-narde")[:150]]:
        check(record, luck)


def test_reasons_agree_with_the_graph_under_house_rules() -> None:
    luck = random.Random(2)
    for seed in range(10):
        for record in random_records(seed, 40, **random_house_rules(luck)):
            check(record, luck)


@pytest.mark.parametrize("name", ["reach-lange-narde", "reach-long-nard", "reach-dlinnye-nardy"])
def test_reasons_are_given_for_passes_alone(name: str) -> None:
    for record in records(name):
        plays = plays_of(record)
        assert bool(plays.why_pass()) == (plays.dice_used == 0), record["id"]


def test_no_checker_on_the_point() -> None:
    plays = set_up("24x14 20x1", "24x15", [6, 3])
    assert reason(plays, Step(13, 3)) == (Reason.NO_CHECKER, (13,))
    assert reason(plays, Step(0, 3)) == (Reason.NO_CHECKER, (0,))
    assert reason(plays, Step(25, 3)) == (Reason.NO_CHECKER, (25,))


def test_no_such_die_left() -> None:
    plays = set_up("24x14 20x1", "24x15", [6, 3])
    assert reason(plays, Step(24, 5)) == (Reason.NO_SUCH_DIE, ())
    assert reason(plays, Step(24, 3), (Step(20, 3),)) == (Reason.NO_SUCH_DIE, ())


def test_closed_point_is_named() -> None:
    plays = set_up("24x14 15x1", "24x15", [6, 3])
    assert reason(plays, Step(15, 3)) == (Reason.POINT_CLOSED, (12,))


def test_head_was_played_already() -> None:
    plays = set_up("24x14 20x1", "24x15", [6, 3])
    assert reason(plays, Step(24, 3), (Step(24, 6),)) == (Reason.HEAD_ALREADY_PLAYED, (24,))


def test_wall_is_named_along_the_opponents_path() -> None:
    plays = set_up("8x1 6x10 5x1 4x1 3x1 1x1", "24x15", [6, 1])
    assert reason(plays, Step(8, 6)) == (Reason.WALL, (6, 5, 4, 3, 2, 1))
    around = set_up("24x9 23x1 7x1 3x1 2x1 1x2", "24x15", [2, 1])
    assert reason(around, Step(24, 2)) == (Reason.WALL, (3, 2, 1, 24, 23, 22))


def test_wall_at_the_turn_end_is_a_wall_too() -> None:
    plays = set_up("20x1 6x10 5x1 4x1 3x1 1x1", "24x15", [6, 6], prime_check="turn_end")
    assert reason(plays, Step(8, 6), (Step(20, 6), Step(14, 6))) == (Reason.WALL, (6, 5, 4, 3, 2, 1))


def test_points_outside_home_are_named() -> None:
    plays = set_up("9x1 8x1 6x1 3x12", "24x15", [6, 3])
    assert reason(plays, Step(6, 6)) == (Reason.NOT_ALL_HOME, (9, 8))


def test_exact_die_is_needed() -> None:
    exact = set_up("6x1 3x1 off13", "6x15", [5, 4], overshoot="exact")
    assert reason(exact, Step(3, 4)) == (Reason.EXACT_DIE_NEEDED, (3,))
    highest = set_up("6x1 3x1 off13", "6x15", [5, 4])
    assert reason(highest, Step(3, 4)) == (Reason.EXACT_DIE_NEEDED, (6,))


def test_more_dice_can_be_played() -> None:
    plays = set_up("20x1 9x1 1x13", "24x14 3x1", [6, 5])
    assert reason(plays, Step(9, 6))[0] is Reason.MORE_DICE_PLAYABLE
    assert set(reason(plays, Step(9, 6))[1]) <= {20, 9, 14, 15, 4}


def test_higher_die_must_be_played() -> None:
    plays = set_up("20x1 1x14", "24x14 1x1", [6, 1])
    assert reason(plays, Step(20, 1)) == (Reason.HIGHER_DIE, (20,))


def test_pass_names_each_die_and_checker() -> None:
    plays = set_up("24x14 22x1", "24x12 9x1 7x1 5x1", [5, 3])
    assert why_pass(plays.position, plays.mover, plays.rules, plays.stage) == (
        Blocked(5, 24, Reason.POINT_CLOSED),
        Blocked(5, 22, Reason.POINT_CLOSED),
        Blocked(3, 24, Reason.POINT_CLOSED),
        Blocked(3, 22, Reason.POINT_CLOSED),
    )


def test_early_end_names_the_dice_that_are_left() -> None:
    plays = set_up("24x14 18x1", "24x15", [6, 6], turn=5)
    assert plays.why_pass((Step(24, 6),)) == (
        Blocked(6, 24, Reason.HEAD_ALREADY_PLAYED),
        Blocked(6, 18, Reason.POINT_CLOSED),
    )


def test_steps_played_have_to_be_legal() -> None:
    plays = set_up("24x15", "24x15", [6, 3])
    with pytest.raises(ValueError, match="no part of a legal play"):
        plays.why_illegal((Step(20, 3),), Step(24, 6))
    with pytest.raises(ValueError, match="no part of a legal play"):
        plays.why_pass((Step(20, 3),))
