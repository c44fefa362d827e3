"""For how many positions a CPU second gives all legal plays: `python -m tests.bench.bench_moves`.

Every question is asked of a fresh object, so that nothing is remembered between positions or repeats. Only the time
that this process computes is counted. A machine that others use too changes its speed from moment to moment: engine and
reference therefore take turns every few positions, and the ratio compares what each spent over the whole run.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Final

from engine.moves import LegalPlays
from tests.engine import reference
from tests.engine.samples import plays_of, records

Question = Callable[[], object]
ROUNDS: Final = 10
TOGETHER: Final = 20
"""Positions asked of one before the other has its turn."""
REPEATS: Final = 15


def cpu_seconds(questions: Sequence[Question]) -> float:
    start = time.process_time()
    for question in questions:
        question()
    return time.process_time() - start


def asked_of_engine(plays: LegalPlays) -> Question:
    position, mover, rules, stage = plays.position, plays.mover, plays.rules, plays.stage
    return lambda: LegalPlays(position, mover, rules, stage).finals


def main() -> None:
    sample = records("reach-lange-narde")
    engine: list[Question] = [asked_of_engine(plays_of(record)) for record in sample]
    slow: list[Question] = [partial(reference.finals, record) for record in sample]
    best, spent = {"engine": inf, "reference": inf}, {"engine": 0.0, "reference": 0.0}
    for _ in range(ROUNDS):
        took = {"engine": 0.0, "reference": 0.0}
        for first in range(0, len(sample), TOGETHER):
            some = slice(first, first + TOGETHER)
            took["engine"] += cpu_seconds(engine[some] * REPEATS) / REPEATS
            took["reference"] += cpu_seconds(slow[some])
        for name, seconds in took.items():
            best[name], spent[name] = min(best[name], seconds), spent[name] + seconds
    for name, seconds in best.items():
        print(f"{name:10}{len(sample) / seconds:10,.0f} positions per CPU second")
    print(f"ratio     {spent['reference'] / spent['engine']:10.1f}")


if __name__ == "__main__":
    main()
