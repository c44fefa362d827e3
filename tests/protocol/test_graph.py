"""A message of some dozen bytes says of a stage all that the engine sees in it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import protocol
from engine.moves import LegalPlays
from protocol.codec import decode_message, encode_message
from protocol.graph import Nodes, Ways, unfold
from protocol.messages import StepGraph
from tests.engine.reference import legal_sequences
from tests.engine.samples import (
    CASE_FILES,
    crowded_stages,
    nodes_of,
    plays_of,
    random_records,
    random_stages,
    records,
    set_up,
)
from tests.protocol.samples import MESSAGES
from tests.tools import web_graphs

PROTOCOL = (Path(protocol.__file__).parent / "PROTOCOL.md").read_text()
BYTES = 100
"""What a message may say of a stage, in MessagePack, besides names and numbers that every message of a room has."""
ENVELOPE = StepGraph(
    room="ABCDEF",
    turn=0,
    stage=0,
    dice=(),
    uses=0,
    checkers=(),
    stay=0,
    points=(),
    off=(),
    walls=(),
    passing=False,
)


def message_of(plays: LegalPlays) -> StepGraph:
    told = plays.summary._asdict()
    return StepGraph(room="ABCDEF", turn=0, stage=0, dice=plays.stage.dice, **told)


def paths(nodes: Nodes, node: int = 0) -> Iterator[tuple[tuple[int, int], ...]]:
    if not nodes[node]:
        yield ()
    for point, die, following in nodes[node]:
        for rest in paths(nodes, following):
            yield (point, die), *rest


@pytest.mark.parametrize("name", CASE_FILES)
def test_cases_unfold_to_what_the_engine_sees(name: str) -> None:
    for record in records(name):
        plays = plays_of(record)
        assert message_of(plays).nodes == nodes_of(plays.graph), record["id"]


@pytest.mark.parametrize("seed", range(10))
def test_any_stage_unfolds_to_what_the_engine_sees(seed: int) -> None:
    for plays in (*random_stages(seed, 300), *crowded_stages(seed, 300)):
        assert message_of(plays).nodes == nodes_of(plays.graph), plays


def test_message_says_what_the_rules_say() -> None:
    for record in random_records(5, 200, preset="lange-narde"):
        nodes = message_of(plays_of(record)).nodes
        if len(nodes) < 80:
            assert set(paths(nodes)) == legal_sequences(record), record


def test_no_stage_takes_many_bytes() -> None:
    envelope = len(encode_message(ENVELOPE, text=False))
    for plays in (*random_stages(77, 1500), *crowded_stages(77, 1500)):
        assert len(encode_message(message_of(plays), text=False)) - envelope < BYTES, plays


def test_nodes_are_unfolded_once() -> None:
    message = message_of(set_up("24x15", "24x15", [6, 3]))
    assert message.nodes is message.nodes
    assert message.nodes == (((24, 6, 1), (24, 3, 2)), ((18, 3, 3),), ((21, 6, 3),), ())


def test_pass_is_one_node_without_edges() -> None:
    plays = set_up("24x14 22x1", "24x12 9x1 7x1 5x1", [5, 3])
    assert unfold(plays.stage.dice, plays.summary) == ((),)


def test_documented_example_is_right() -> None:
    """The rows of the table in PROTOCOL.md: checkers, dice left, legal steps."""
    chapter = PROTOCOL.split("## The step graph")[1].split("\n## ")[0]
    message = decode_message(re.findall(r"```\n(\{.*\})\n```", chapter)[0])
    assert message in MESSAGES
    assert isinstance(message, StepGraph)
    ways = Ways(message.dice, message.summary)
    rows = re.findall(r"^\| (\d[\d ]*) \| (\d[\d ]*) \| (.+) \|$", chapter, re.MULTILINE)
    found = {ways.start: ways.legal(ways.start)}
    for _, node in found[ways.start]:
        found[node] = ways.legal(node)
    assert len(rows) == len(found) == 4
    for (side, dice), (checkers, left, steps) in zip(found, rows, strict=True):
        assert (side, dice) == (sum(1 << 4 * int(point) for point in checkers.split()), tuple(map(int, left.split())))
        assert [list(step) for step, _ in found[side, dice]] == [
            json.loads(step) for step in re.findall(r"`(.+?)`", steps)
        ]


def test_cases_of_the_web_client_are_up_to_date() -> None:
    assert web_graphs.TARGET.read_text() == web_graphs.text()
