"""For how many positions a CPU second gives all legal plays: `python -m tests.bench.bench_moves`.

Every question is asked of a fresh object, so that nothing is remembered between positions or repeats. Only the time that
this process computes is counted; other work on the machine still makes it slower, so the best of some repeats is printed.
"""

import time
from collections.abc import Callable, Iterable

from engine.moves import LegalPlays
from tests.engine import reference
from tests.engine.samples import plays_of, records


def positions_per_second(questions: Iterable[Callable[[], object]], repeats: int) -> float:
    """Questions answered per CPU second in the best repeat."""
    asked = list(questions)
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        for question in asked:
            question()
        seconds.append(time.process_time() - start)
    return len(asked) / min(seconds)


def asked_of_engine(plays: LegalPlays) -> Callable[[], object]:
    position, mover, rules, stage = plays.position, plays.mover, plays.rules, plays.stage
    return lambda: LegalPlays(position, mover, rules, stage).finals


def main() -> None:
    sample = records("reach-lange-narde")
    engine = positions_per_second((asked_of_engine(plays_of(record)) for record in sample), repeats=25)
    slow = positions_per_second((lambda record=record: reference.finals(record) for record in sample), repeats=5)
    print(f"engine     {engine:9,.0f} positions per CPU second")
    print(f"reference  {slow:9,.0f} positions per CPU second")
    print(f"ratio      {engine / slow:9.1f}")


if __name__ == "__main__":
    main()
