"""Positions for the tests: the case files, and random games with a fixed seed."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.graph import StepGraph
from engine.moves import LegalPlays, carried_stage, throw_stage
from engine.position import FINISHED_SIDE, START, Position, count, mirrored, parse_side, side_text
from engine.rules import PRESETS, Rules, make_rules
from engine.types import HEAD, Color

CASES = Path(__file__).parent.parent / "cases"
CASE_FILES = ("rules", *(f"reach-{preset}" for preset in PRESETS))
Nodes = tuple[tuple[tuple[int, int, int], ...], ...]
Record = dict[str, Any]
"""One throw in the format of tests/cases/README.md."""


def records(name: str) -> list[Record]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def rules_of(record: Record) -> Rules:
    return make_rules(**record["rules"])


def position_of(record: Record) -> Position:
    return Position(parse_side(record["white"]), parse_side(record["black"]))


def plays_of(record: Record) -> LegalPlays:
    rules = rules_of(record)
    stage = throw_stage(rules, tuple(record["dice"]), record["turn"], record["first_mover"])
    return LegalPlays(position_of(record), Color(record["to_move"]), rules, stage)


def set_up(white: str, black: str, dice: list[int], turn: int = 9, **rules: Any) -> LegalPlays:
    """White to move in a position of the default preset, or of `preset`, with some options replaced."""
    whose = {"to_move": "white", "turn": turn, "first_mover": True}
    return plays_of({"rules": rules, "white": white, "black": black, "dice": dice} | whose)


def random_records(seed: int, number: int, **rules: Any) -> Iterator[Record]:
    """The throws of random games, one after the other, from the start to the last checker."""
    luck = random.Random(seed)
    while number > 0:
        for record in _random_game(luck, rules):
            yield record
            number -= 1
            if number == 0:
                return


def random_house_rules(luck: random.Random) -> Record:
    return {
        "preset": luck.choice(list(PRESETS)),
        "head_limit": luck.choice([1, 1, None]),
        "head_exception_first": luck.choice(["none", "346", "any_double_if_needed"]),
        "head_exception_second": luck.choice(["none", "346", "any_double_if_needed"]),
        "higher_die": luck.choice([False, True]),
        "prime_ban": luck.choice(["none", "ahead", "ahead"]),
        "prime_check": luck.choice(["each_step", "turn_end"]),
        "overshoot": luck.choice(["exact", "highest"]),
    }


def _random_game(luck: random.Random, rules: dict[str, Any]) -> Iterator[Record]:
    position, mover, ply = START, luck.choice(list(Color)), 0
    while FINISHED_SIDE not in (position.white, position.black):
        record = {
            "rules": rules,
            "white": side_text(position.white),
            "black": side_text(position.black),
            "to_move": mover.value,
            "dice": [luck.randint(1, 6), luck.randint(1, 6)],
            "turn": ply // 2 + 1,
            "first_mover": ply % 2 == 0,
        }
        yield record
        final = luck.choice(sorted(plays_of(record).finals))
        position, mover, ply = position.with_side(mover, final), mover.other, ply + 1


def random_stages(seed: int, number: int) -> Iterator[LegalPlays]:
    """Stages of all kinds under house rules: throws, doubles more often than dice give them, and carried dice."""
    luck = random.Random(seed)
    while number > 0:
        for record in random_records(luck.randrange(10**6), min(number, 100), **random_house_rules(luck)):
            dice = record["dice"] if luck.random() < 0.7 else record["dice"][:1] * 2
            plays = plays_of(record | {"dice": dice})
            carried = carried_stage(plays.rules, tuple(luck.choice((dice, dice[:1] * luck.randint(1, 4)))))
            yield plays if luck.random() < 0.9 else LegalPlays(plays.position, plays.mover, plays.rules, carried)
            number -= 1


def crowded_stages(seed: int, number: int) -> Iterator[LegalPlays]:
    """Stages that random games hardly have: walls everywhere, and the last checkers going off."""
    luck = random.Random(seed)
    for _ in range(number):
        rules = make_rules(**random_house_rules(luck))
        last = luck.choice((1, 1, luck.randint(1, 24)))
        window = [(last + more - 1) % HEAD + 1 for more in range(luck.randint(2, 9))]
        checkers = luck.randint(1, 15) if max(window) < 9 else 15
        side = sum(1 << 4 * luck.choice(window) for _ in range(checkers)) + 15 - checkers
        free = [point for point in range(1, HEAD + 1) if not count(side, mirrored(point))]
        opponent = sum(1 << 4 * luck.choice(free[-luck.randint(1, 4) :]) for _ in range(15))
        dice = luck.choice(((luck.randint(1, 6),) * 2, (luck.randint(1, 6), luck.randint(1, 6))))
        stage = throw_stage(rules, dice, luck.randint(1, 3), first_mover=luck.random() < 0.5)
        yield LegalPlays(Position(side, opponent), Color.WHITE, rules, stage)


def nodes_of(graph: StepGraph) -> Nodes:
    """A step graph in plain numbers: (point, die, next node), level by level; all ends are one node, the last."""
    inner = [graph.root] if graph.ways(graph.root) else []
    numbers = {node: number for number, node in enumerate(inner)}
    for node in inner:
        for to in graph.ways(node).values():
            if graph.ways(to) and to not in numbers:
                numbers[to] = len(inner)
                inner.append(to)
    ways = [graph.ways(node).items() for node in inner]
    return (*(tuple((*step, numbers.get(to, len(inner))) for step, to in steps) for steps in ways), ())
