from itertools import islice

from clients.lib.link import FIRST_PAUSE, LONGEST_PAUSE, pauses


def test_pauses_grow_to_the_longest() -> None:
    waits = list(islice(pauses(), 12))
    for number, wait in enumerate(waits):
        whole = min(FIRST_PAUSE * 2**number, LONGEST_PAUSE)
        assert whole / 2 <= wait <= whole
    assert LONGEST_PAUSE / 2 <= waits[-1] <= LONGEST_PAUSE


def test_pauses_are_scattered() -> None:
    assert len({next(pauses()) for _ in range(20)}) > 1
