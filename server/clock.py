"""Server time: epoch milliseconds that never jump while the process lives."""

import time
from collections.abc import Callable


def server_clock() -> Callable[[], int]:
    """The wall clock as of now, carried on by the monotonic clock; setting the machine's clock does not move it."""
    offset = time.time_ns() - time.monotonic_ns()
    return lambda: (time.monotonic_ns() + offset) // 1_000_000
