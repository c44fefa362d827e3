"""The reference enumerator gives the right answer to every case before the engine is compared with it."""

import json
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from tests.engine import reference

CASES = Path(__file__).parent.parent / "cases"
PRESETS = ("long-nard", "lange-narde", "dlinnye-nardy")
START = "24x15"


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def perft(preset: str, turns: int) -> list[tuple[int, int]]:
    """Paths and distinct positions after 1 … `turns` turns (`definition` in perft.json)."""
    positions = Counter({(START, START): 1})
    counts = []
    for turn in range(turns):
        after: Counter[tuple[str, str]] = Counter()
        for (mover, opponent), paths in positions.items():
            for side in one_turn(preset, mover, opponent, turn):
                after[opponent, side] += paths
        positions = after
        counts.append((positions.total(), len(positions)))
    return counts


def one_turn(preset: str, mover: str, opponent: str, turns_before: int) -> list[str]:
    """The mover's sides after every throw, one for each distinct final position of each throw."""
    is_opening = turns_before == 0 and reference.rules(preset)["opening_roll"] == "same_dice"
    throws = [dice for dice in combinations_with_replacement(range(1, 7), 2) if not is_opening or dice[0] != dice[1]]
    whose = {"to_move": "white", "turn": turns_before // 2 + 1, "first_mover": turns_before % 2 == 0}
    record = {"rules": {"preset": preset}, "white": mover, "black": opponent} | whose
    return [side for dice in throws for side in reference.finals(record | {"dice": dice})[0]]


def next_throw(record: dict[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    """The record of a further throw of the same game, from the position where the last line ended."""
    white, black = record["line"][-1]["final"].split(" / ")
    first_mover = record["first_mover"] == (record["to_move"] == then["player"])
    position = {"rules": record["rules"], "white": white, "black": black}
    return then | position | {"to_move": then["player"], "first_mover": first_mover}


def expected_line(record: dict[str, Any]) -> dict[str, Any]:
    return {name: record[name] for name in ("line", "lost", "next", "winner") if name in record}


@pytest.mark.parametrize("name", ["rules.jsonl", *(f"reach-{preset}.jsonl" for preset in PRESETS)])
def test_finds_every_final_position(name: str) -> None:
    wrong = [
        record["id"] for record in records(name) if reference.finals(record) != (record["finals"], record["dice_used"])
    ]
    assert wrong == []


def test_sequences_lead_to_the_finals() -> None:
    for record in records("rules.jsonl"):
        sides = set()
        for sequence in reference.legal_sequences(record):
            side = reference.parse_side(record[record["to_move"]])
            for point, die in sequence:
                side = reference.moved(side, point, die)
            sides.add(reference.side_text(side))
        assert sorted(sides) == record["finals"], record["id"]


@pytest.mark.parametrize("record", records("gul_bara.jsonl"), ids=lambda record: record["id"])
def test_follows_forced_gul_bara_lines(record: dict[str, Any]) -> None:
    assert list(reference.gul_bara_lines(record)) == [expected_line(record)]
    for then in record.get("then", []):
        record = next_throw(record, then)
        assert list(reference.gul_bara_lines(record)) == [expected_line(record)]


@pytest.mark.parametrize("record", records("gul_bara.jsonl"), ids=lambda record: record["id"])
def test_plays_gul_bara_stage_by_stage(record: dict[str, Any]) -> None:
    white, black, heads_used = record["white"], record["black"], 0
    for stage in record["line"]:
        mine = 0 if stage["player"] == "white" else 1
        carried = stage["player"] != record["to_move"]
        plays = reference.gul_bara_stage(record, white, black, stage["dice"], 0 if carried else heads_used, carried)
        before = (white, black)[mine]
        white, black = stage["final"].split(" / ")
        after = (white, black)[mine]
        assert plays == {(after, tuple(stage["used"]))}
        heads_used += reference.parse_side(before)[24] - reference.parse_side(after)[24]


@pytest.mark.parametrize("record", records("opening.jsonl"), ids=lambda record: record["id"])
def test_decides_the_roll_off(record: dict[str, Any]) -> None:
    assert reference.opening(record["throws"], reference.rules(**record["rules"])) == record["result"]


@pytest.mark.parametrize("record", records("outcome.jsonl"), ids=lambda record: record["id"])
def test_scores_the_end_of_the_game(record: dict[str, Any]) -> None:
    assert reference.outcome(record) == record["result"]


@pytest.mark.parametrize("preset", PRESETS)
def test_counts_three_turns_from_the_start(preset: str) -> None:
    expected = json.loads((CASES / "perft.json").read_text(encoding="utf-8"))[preset]
    assert perft(preset, turns=3) == list(zip(expected["paths"], expected["distinct"], strict=True))[:3]


def throw(white: str, black: str, dice: list[int], **options: object) -> dict[str, Any]:
    """White throws late in a game that White began."""
    position = {"rules": {"preset": "lange-narde"} | options, "white": white, "black": black, "to_move": "white"}
    return position | {"dice": dice, "turn": 30, "first_mover": True}


def test_offers_every_winning_step() -> None:
    assert reference.legal_sequences(throw("5x1 off14", "6x15", [5, 1])) == {((5, 5),), ((5, 1), (4, 5))}
    assert reference.legal_sequences(throw("1x1 off14", "6x15", [6, 5])) == {((1, 6),), ((1, 5),)}


def test_counts_borne_off_checkers_as_ahead() -> None:
    side = "8x1 6x1 5x1 4x1 3x1 1x10"  # 8/2 closes 6-1
    assert reference.finals(throw(side, "24x15", [6, 6])) == ([side], 0)
    assert reference.finals(throw(side, "24x14 off1", [6, 6])) == (["3x1 2x1 1x10 off3"], 4)


def test_passes_with_a_standing_wall() -> None:
    side = "18x1 17x1 16x1 15x1 14x1 13x1 1x9"
    record = throw(side, "24x10 23x1 22x1 21x1 20x1 19x1", [6, 6], prime_check="turn_end")
    assert reference.finals(record) == ([side], 0)


def test_voids_unused_dice_of_the_last_turn() -> None:
    record = throw("7x1 1x14", "off15", [6, 5], gul_bara=True, last_turn="second_mover", overshoot="exact")
    results = list(reference.gul_bara_lines(record | {"first_mover": False}))
    stage = {"player": "white", "dice": [6, 5], "used": [6], "final": "1x15 / off15"}
    assert results == [{"line": [stage], "lost": [], "next": None, "winner": "black"}]


def test_refuses_unknown_options() -> None:
    with pytest.raises(KeyError):
        reference.rules("long-nard", no_such_option=True)


@pytest.mark.parametrize("text", ["24x15", "24x13 18x2", "6x1 off14", "off15"])
def test_side_text_round_trips(text: str) -> None:
    assert reference.side_text(reference.parse_side(text)) == text
