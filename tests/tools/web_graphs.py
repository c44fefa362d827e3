"""Step graphs for the tests of the web client: `python -m tests.tools.web_graphs > tests/web/node/graphs.jsonl`.

What the messages say of stages of all kinds, and the nodes that the engine sees.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.engine.samples import crowded_stages, nodes_of, random_stages

TARGET: Final = Path(__file__).parents[1] / "web" / "node" / "graphs.jsonl"
NODES: Final = 40
"""Larger graphs show nothing new."""


def text() -> str:
    """The cases as they are stored, one a line."""
    return "".join(f"{json.dumps(case, separators=(',', ':'))}\n" for case in _cases())


def _cases() -> Iterator[dict[str, Any]]:
    for plays in (*crowded_stages(1, 80), *random_stages(1, 40)):
        nodes = nodes_of(plays.graph)
        if len(nodes) < NODES:
            yield {"dice": plays.stage.dice, **plays.summary._asdict(), "nodes": nodes}


if __name__ == "__main__":
    print(text(), end="")
