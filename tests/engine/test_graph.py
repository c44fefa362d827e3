"""The step graph holds exactly the legal plays."""

import random

import pytest

from engine.graph import StepGraph
from engine.moves import LegalPlays
from engine.position import Side
from engine.types import Step
from tests.engine import reference
from tests.engine.samples import Record, plays_of, random_house_rules, random_records, records, set_up


def leaves(graph: StepGraph) -> set[Side]:
    """The mover's side wherever nothing more can be played."""
    nodes, seen = [graph.root], {graph.root}
    for node in nodes:
        nodes += [to for to in graph.ways(node).values() if to not in seen]
        seen |= set(nodes)
    return {side for side, dice in nodes if not graph.ways((side, dice))}


def sequences(plays: LegalPlays) -> list[tuple[tuple[int, int], ...]]:
    return [tuple((step.point, step.die) for step in play) for play in plays]


def small(sample: list[Record]) -> list[Record]:
    """Without the positions whose plays the slow enumerator would need long for."""
    return [record for record in sample if len(plays_of(record)) < 500]


@pytest.mark.parametrize("name", ["rules", "reach-lange-narde"])
def test_paths_are_the_legal_plays_of_the_cases(name: str) -> None:
    for record in small(records(name)[:350]):
        plays = plays_of(record)
        found = sequences(plays)
        assert set(found) == reference.legal_sequences(record), record["id"]
        assert len(found) == len(set(found)) == len(plays)


def test_paths_are_the_legal_plays_under_house_rules() -> None:
    luck = random.Random(3)
    for seed in range(12):
        for record in small(list(random_records(seed, 50, **random_house_rules(luck)))):
            assert set(sequences(plays_of(record))) == reference.legal_sequences(record), record


@pytest.mark.parametrize("name", ["rules", "reach-long-nard", "reach-dlinnye-nardy"])
def test_leaves_are_the_final_positions(name: str) -> None:
    for record in records(name):
        plays = plays_of(record)
        assert leaves(plays.graph) == plays.finals, record["id"]


def test_every_final_position_has_a_play() -> None:
    for record in records("reach-lange-narde"):
        plays = plays_of(record)
        for final in plays.finals:
            play = plays.play_to(final)
            node = plays.graph.walk(play)
            assert node is not None
            assert node[0] == final
            assert play in plays


def test_no_play_ends_elsewhere() -> None:
    plays = set_up("24x15", "24x15", [6, 3])
    with pytest.raises(ValueError, match="no legal play"):
        plays.play_to(plays.position.white)


def test_pass_is_a_root_without_steps() -> None:
    graph = set_up("24x14 22x1", "24x12 9x1 7x1 5x1", [5, 3]).graph
    assert (graph.steps(graph.root), graph.walk(()), list(graph.plays())) == ((), graph.root, [()])


def test_walk_follows_legal_steps_only() -> None:
    graph = set_up("24x15", "24x15", [6, 3]).graph
    node = graph.walk((Step(24, 3),))
    assert node is not None
    assert graph.steps(node) == (Step(21, 6),)
    assert graph.walk((Step(24, 3), Step(24, 6))) is None


def test_steps_that_waste_a_die_are_not_offered() -> None:
    graph = set_up("20x1 9x1 1x13", "24x14 3x1", [6, 5]).graph
    assert Step(9, 6) not in graph.steps(graph.root)


def test_last_checker_may_go_off_with_either_die() -> None:
    plays = set_up("1x1 off14", "6x15", [6, 5])
    assert plays.graph.steps(plays.graph.root) == (Step(1, 6), Step(1, 5))
    assert plays.dice_used == 1


def test_last_checker_may_go_off_with_one_die_instead_of_two() -> None:
    plays = set_up("5x1 off14", "6x15", [5, 1])
    assert (Step(5, 5),) in plays
    assert (Step(5, 1), Step(4, 5)) in plays
    assert plays.dice_used == 2
