"""For how many positions a CPU second gives all legal plays: `python -m tests.bench.bench_moves`.

Every question is asked of a fresh object, so that nothing is remembered between positions or repeats. Only the time
that this process computes is counted. Other work on the machine slows it down all the same: engine and reference take
turns, the best round of each is printed, and the ratio is the median of the rounds' own ratios.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

from engine.moves import LegalPlays
from tests.engine import reference
from tests.engine.samples import plays_of, records

Question = Callable[[], object]


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
    questions: dict[str, list[Question]] = {
        "engine": [asked_of_engine(plays_of(record)) for record in sample],
        "reference": [partial(reference.finals, record) for record in sample],
    }
    rounds = [{name: cpu_seconds(asked) for name, asked in questions.items()} for _ in range(15)]
    speed = {name: len(sample) / min(seconds[name] for seconds in rounds) for name in questions}
    for name, per_second in speed.items():
        print(f"{name:10}{per_second:10,.0f} positions per CPU second")
    ratio = median(seconds["reference"] / seconds["engine"] for seconds in rounds)
    print(f"ratio     {ratio:10.1f}")


if __name__ == "__main__":
    main()
