"""`python -m clients.tournament`: a tournament from the shell."""

import argparse
import asyncio
import contextlib
import signal
import sys
from collections.abc import Sequence

from websockets.exceptions import InvalidURI

from clients.lib.connection import CommandRefused
from clients.tournament.commands import COMMANDS
from clients.tournament.options import parser
from clients.tournament.trouble import Trouble

EXPECTED = (Trouble, CommandRefused, InvalidURI, ValueError, OSError)
SILENCE = "the server does not answer"
"""What a TimeoutError means that says nothing."""


async def _obey(options: argparse.Namespace) -> None:
    """SIGTERM ends a command as Ctrl+C does, so that nothing is left behind."""
    task = asyncio.current_task()
    assert task is not None
    with contextlib.suppress(RuntimeError):  # signals are for the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await COMMANDS[options.command](options)


def _first(error: BaseException) -> BaseException:
    """What went wrong first of all that went wrong together."""
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code 0 when it is done, 1 with a sentence when it cannot be, 2 for bad usage, 130 after Ctrl+C."""
    options = parser().parse_args(argv)
    try:
        asyncio.run(_obey(options))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 130
    except Exception as error:
        problem = _first(error)
        if not isinstance(problem, EXPECTED):
            raise
        print(f"narde-tournament: {str(problem) or SILENCE}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
