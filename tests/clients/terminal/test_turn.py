from typing import Any

import pytest

from clients.terminal.turn import Place, advice, dice_left, place_in, rebuilt
from engine.moves import LegalPlays, throw_stage
from engine.position import START, Position
from engine.rules import Rules
from engine.types import Color, Step
from protocol.messages import Snapshot, StageView, StepGraph
from protocol.settings import Settings
from tests.clients.terminal.views import playing, ruled

RULES = Rules()
AHEAD = "W: 24x14 10x1 / B: 24x14 6x1"
"""Black's foremost checker stands on White's 18."""


def legal(text: str, *dice: int, rules: Rules = RULES) -> LegalPlays:
    return LegalPlays(Position.parse(text), Color.WHITE, rules, throw_stage(rules, (dice[0], dice[1]), 2, True))


def graph_of(plays: LegalPlays, turn: int = 2) -> StepGraph:
    told = plays.summary._asdict()
    return StepGraph(room="ABCDEF", turn=turn, stage=0, dice=plays.stage.dice, **told)


def at(view: Snapshot, plays: LegalPlays) -> Place:
    place = place_in(view, graph_of(plays))
    assert place is not None
    return place


ROOT = Place(graph_of(legal(AHEAD, 6, 3)).nodes)


def test_sources_run_from_the_head_down() -> None:
    assert ROOT.sources == (24, 10)


def test_ways_join_steps_of_one_checker() -> None:
    assert ROOT.ways(24) == {21: (Step(24, 3),), 15: (Step(24, 3), Step(21, 6))}
    assert ROOT.ways(10) == {7: (Step(10, 3),), 4: (Step(10, 6),), 1: (Step(10, 3), Step(7, 6))}
    assert ROOT.ways(9) == {}


def test_place_follows_the_steps_made() -> None:
    view = playing(StageView(dice=(6, 3), steps=((24, 3),)), position="W: 24x13 21x1 10x1 / B: 24x14 6x1")
    place = at(view, legal(AHEAD, 6, 3))
    assert place.sources == (21, 10)
    done = place.after(Step(10, 6))
    assert done is not None
    assert done.complete
    assert place.after(Step(24, 6)) is None


def test_place_of_another_turn_is_unknown() -> None:
    view = playing(StageView(dice=(6, 3)))
    assert place_in(view, graph_of(legal(AHEAD, 6, 3), turn=1)) is None
    assert place_in(view, None) is None


@pytest.mark.parametrize(("steps", "left"), [((), (6, 3)), (((24, 3),), (6,))])
def test_dice_left_are_those_not_used(steps: tuple[tuple[int, int], ...], left: tuple[int, ...]) -> None:
    assert dice_left(playing(StageView(dice=(6, 3), steps=steps))) == left


def test_hint_lists_every_checker() -> None:
    view = playing(StageView(dice=(6, 3)), position=AHEAD)
    assert advice(view, ROOT, None).lines == (
        "24 can go to 21 (3), 15 (3+6)",
        "10 can go to 7 (3), 4 (6), 1 (3+6)",
    )


def test_hint_for_a_point_says_why_not() -> None:
    view = playing(StageView(dice=(6, 3)), position=AHEAD)
    hint = advice(view, ROOT, 24)
    assert hint.lines == (
        "24 can go to 21 (3), 15 (3+6)",
        "24 by 6: 18 is closed: your opponent stands there.",
    )
    assert (hint.selected, hint.targets) == (24, frozenset({21, 15}))


def test_hint_for_an_empty_point() -> None:
    view = playing(StageView(dice=(6, 3)), position=AHEAD)
    assert advice(view, ROOT, 7).lines[0] == "7 by 6: You have no checker on 7."


def test_hint_after_the_last_step() -> None:
    place = Place(((),))
    assert advice(playing(StageView(dice=(6, 3))), place, None).lines == (
        "Nothing more can be played: d to finish, u to take back",
    )


def test_bearing_off_is_a_way() -> None:
    place = Place(graph_of(legal("W: 6x1 2x1 off13 / B: 1x15", 6, 4)).nodes)
    assert place.ways(6) == {2: (Step(6, 4),), 0: (Step(6, 6),)}


def test_turn_is_rebuilt_from_a_snapshot() -> None:
    view = playing(StageView(dice=(6, 3), steps=((24, 3),)), position="W: 24x13 21x1 10x1 / B: 24x14 6x1")
    plays, played = rebuilt(view)
    assert (repr(plays), played) == (repr(legal(AHEAD, 6, 3)), (Step(24, 3),))


def test_cascade_is_rebuilt_from_a_snapshot() -> None:
    steps = ((24, 5), (19, 5), (14, 5), (9, 5))
    view = playing(
        StageView(dice=(5,) * 4, steps=steps),
        StageView(dice=(6,) * 4),
        position="W: 4x1 1x14 / B: 1x15",
        turns=(3, 2),
        **ruled(gul_bara=True),
    )
    plays, played = rebuilt(view)
    assert played == ()
    assert plays.stage.dice == (6, 6, 6, 6)
    assert plays.stage.head == 0
    assert plays.position == view.position


def test_carried_dice_are_rebuilt() -> None:
    view = playing(StageView(dice=(6, 6, 6), carried=True), position=AHEAD, **ruled(gul_bara=True))
    assert rebuilt(view)[0].stage.dice == (6, 6, 6)


@pytest.mark.parametrize(
    "unknown",
    [
        {"settings": Settings(overrides={"luck": True})},
        {"settings": Settings(overrides={"mars": 9})},
        {"settings": Settings(preset="new")},
    ],
)
def test_unknown_rules_are_not_guessed(unknown: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is called|cannot be"):
        rebuilt(playing(StageView(dice=(6, 3)), **unknown))


def test_no_dice_no_turn() -> None:
    with pytest.raises(ValueError, match="no dice"):
        rebuilt(playing())


def test_first_stage_is_rebuilt_from_the_start() -> None:
    assert repr(rebuilt(playing(StageView(dice=(6, 3))))[0]) == repr(legal(str(START), 6, 3))
