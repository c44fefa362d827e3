"""`python -m engine moves` answers positions with their legal final positions; `python -m engine perft` counts."""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine.moves import LegalPlays, throw_stage
from engine.notation import parse_options
from engine.position import START, Position, side_text
from engine.rules import DEFAULT_PRESET, PRESETS, OpeningRoll, Rules, make_rules
from engine.types import Color, Die

THROWS: Final = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
"""The 21 throws that differ, the higher die first."""

MOVES: Final = """Read records as JSON lines, print the legal final positions of each. A bad line is answered with its
error, and those after it as ever; then the exit code is 1."""


def answers(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """For each line that is not blank {id, dice_used, finals}, or {id, error}; id is null where the line has none."""
    return (_answer(line) for line in lines if line.strip())


def _answer(line: bytes) -> dict[str, Any]:
    record: Any = None
    try:
        record = json.loads(str(line, "utf-8"))
        plays = _plays(record)
        return {"id": record["id"], "dice_used": plays.dice_used, "finals": sorted(map(side_text, plays.finals))}
    except KeyError as error:
        problem = f"{error.args[0]!r} is missing"
    except (ValueError, RecursionError) as error:
        problem = str(error)
    known = record.get("id") if isinstance(record, dict) else None
    return {"id": known if isinstance(known, str) else None, "error": problem}


def _plays(record: Any) -> LegalPlays:
    """The plays of a record. Raises KeyError for a missing field and ValueError for a wrong one."""
    _require(isinstance(record, dict), "a record is an object")
    for name, kind in _FIELDS.items():
        _require(type(record[name]) is kind, f"{name} cannot be {record[name]!r:.80}")
    options, dice, turn = record["rules"], record["dice"], record["turn"]
    _require(isinstance(options["preset"], str), "preset is a name")
    _require([die for die in dice if type(die) is int and 1 <= die <= 6] == dice, "a die is a number from 1 to 6")
    _require(len(dice) == 2, "there are two dice")
    _require(turn >= 1, "turn counts from 1")
    position = Position.parse(f"W: {record['white']} / B: {record['black']}")
    rules = make_rules(**options)
    stage = throw_stage(rules, (dice[0], dice[1]), turn, record["first_mover"])
    return LegalPlays(position, Color(record["to_move"]), rules, stage)


_FIELDS: Final = {
    "id": str,
    "rules": dict,
    "white": str,
    "black": str,
    "to_move": str,
    "dice": list,
    "turn": int,
    "first_mover": bool,
}


def _require(fact: bool, otherwise: str) -> None:
    if not fact:
        raise ValueError(otherwise)


def depth(text: str) -> int:
    if (depth := int(text)) < 1:
        raise ValueError("a depth is at least 1")
    return depth


def perft(rules: Rules, depth: int) -> dict[str, list[int]]:
    """Per turn from the start: `paths`, the sequences of (throw, final position), and `distinct` positions.

    Only the throws themselves are played: without the cascades and carried dice of Gul Bara.
    """
    counts: dict[str, list[int]] = {"paths": [], "distinct": []}
    positions = Counter({START: 1})
    for ply in range(depth):
        following: Counter[Position] = Counter()
        for position, paths in positions.items():
            for final in _all_finals(rules, position, ply):
                following[final] += paths
        positions = following
        counts["paths"].append(positions.total())
        counts["distinct"].append(len(positions))
    return counts


def _all_finals(rules: Rules, position: Position, ply: int) -> Iterator[Position]:
    mover = Color.BLACK if ply % 2 else Color.WHITE
    for dice in _throws(rules, ply):
        stage = throw_stage(rules, dice, ply // 2 + 1, mover is Color.WHITE)
        for final in LegalPlays(position, mover, rules, stage).finals:
            yield position.with_side(mover, final)


def _throws(rules: Rules, ply: int) -> list[tuple[Die, Die]]:
    opening = ply == 0 and rules.opening_roll is OpeningRoll.SAME_DICE
    return [dice for dice in THROWS if not opening or dice[0] != dice[1]]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("moves", help="read records as JSON lines, print the legal final positions", description=MOVES)
    counting = commands.add_parser("perft", help="count the positions after some turns")
    counting.add_argument("--preset", choices=list(PRESETS), default=DEFAULT_PRESET)
    counting.add_argument("--depth", type=depth, default=3)
    counting.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="override an option")
    chosen = parser.parse_args(arguments)
    if chosen.command == "moves":
        return _print_all(answers(sys.stdin.buffer))
    try:
        rules = make_rules(chosen.preset, **parse_options(chosen.set))
    except ValueError as error:
        parser.error(str(error))
    return _print_all([perft(rules, chosen.depth)])


def _print_all(values: Iterable[dict[str, Any]]) -> int:
    """The exit code: 1 when there was an error among them."""
    failed = False
    try:
        for value in values:
            print(json.dumps(value), flush=True)
            failed |= "error" in value
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the interpreter complains when it ends
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
