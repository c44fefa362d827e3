"""`python -m tests.e2e.later FILE [OPTIONS]`: the server, on a day that goes faster.

Its clock is ahead by the milliseconds that stand in FILE, so an evening takes a minute. All else is the real thing.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import server.app
import server.rooms.pulse
from server.__main__ import main
from server.clock import server_clock


def clock_ahead(by: Path) -> Callable[[], int]:
    now = server_clock()
    return lambda: now() + int(by.read_text())


if __name__ == "__main__":
    server.rooms.pulse.LAPSE_MS = 24 * 3_600_000  # what goes fast is no outage
    server.app.server_clock = lambda: clock_ahead(Path(sys.argv[1]))  # type: ignore[attr-defined]
    sys.exit(main(sys.argv[2:]))
