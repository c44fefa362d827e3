"""`python -m clients.load`: put load on a server and measure it."""

import argparse
import asyncio
import contextlib
import json
import resource
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

from clients.lib.address import socket_url
from clients.load.run import opened, play
from clients.load.table import Table
from clients.load.tally import Tally, line
from clients.load.usage import Usage
from engine.rules import DEFAULT_PRESET, PRESETS
from protocol.settings import Settings

EPILOG = """
Every client compares each heartbeat with its own board, and at the end asks for one more. The exit code is 1 if one of
them differs, or if the server refuses or cannot be reached.

A server lets one address open 40 rooms at once and one more every two seconds. On loopback under Linux each client
therefore comes from an address of its own (127.x.y.z). Over a network use few rooms, or several machines.
"""

FIGURES = {
    "cpu_seconds": "seconds of CPU time that the server took",
    "store_cpu_seconds": "seconds of CPU time that its own store took",
    "commands_per_cpu_second": "commands for a second of the server's CPU time",
    "commands_per_cpu_second_with_store": "commands for a second of CPU time of both",
    "mebibytes": "MiB of memory that the server has",
    "store_mebibytes": "MiB of memory that its own store has",
}


def _whole(least: int) -> type[int]:
    def whole(text: str) -> int:
        if (value := int(text)) < least:
            raise argparse.ArgumentTypeError(f"{value} is less than {least}")
        return value

    return whole  # type: ignore[return-value]  # argparse takes any callable


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="narde-load",
        description="Rooms with two players each, who play legal moves picked at random on a narde server.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("url", nargs="?", type=socket_url, default="ws://127.0.0.1:8080/ws", help="the server (%(default)s)")
    add("--rooms", type=_whole(1), default=10, help="rooms that play at the same time (%(default)s)")
    add("--watchers", type=_whole(0), default=0, help="watchers in each room (%(default)s)")
    add("--pace", type=float, default=1.0, help="commands a second in each room (%(default)s); 0: as many as it can")
    add("--seconds", type=float, default=20.0, help="how long to play (%(default)s); 0: until --games are over")
    add("--games", type=_whole(0), default=0, help="games in each room, one after another (%(default)s: no end)")
    add("--steps", action="store_true", help="make each step by itself, as people do, instead of whole plays")
    add("--preset", choices=tuple(PRESETS), default=DEFAULT_PRESET, help="the rules (%(default)s)")
    add("--seed", type=int, default=1, help="of the choice of moves (%(default)s)")
    add("--pid", type=int, help="the server's process on this machine: report its CPU time and memory")
    add("--json", action="store_true", help="print one JSON object instead of text")
    return parser


async def _run(options: argparse.Namespace) -> tuple[Tally, list[Usage]]:
    tally, luck, used = Tally(), Random(options.seed), list[Usage]()
    settings, by_step = Settings(preset=options.preset), options.steps
    tables = [
        Table(options.url, tally, luck, settings, options.watchers, options.pace, options.games, by_step)
        for _ in range(options.rooms)
    ]

    def measure() -> None:
        if options.pid:
            used.append(Usage.of(options.pid))

    async with opened(tables):
        await play(tables, tally, options.seconds, measure)
    return tally, used


def server_figures(tally: Tally, used: Sequence[Usage]) -> dict[str, Any]:
    """What the server did with its CPU time between two looks at it, and its memory in MiB at the second."""
    before, after = used
    server, store = after.server - before.server, after.store - before.store
    return {
        "cpu_seconds": round(server, 2),
        "store_cpu_seconds": round(store, 2),
        "commands_per_cpu_second": round(tally.commands / server) if server else 0,
        "commands_per_cpu_second_with_store": round(tally.commands / (server + store)) if server + store else 0,
        "mebibytes": round(after.memory / 2**20, 1),
        "store_mebibytes": round(after.store_memory / 2**20, 1),
    }


def _print(options: argparse.Namespace, tally: Tally, used: Sequence[Usage]) -> None:
    figures = server_figures(tally, used) if used else {}
    if options.json:
        print(json.dumps(tally.freeze() | ({"server": figures} if figures else {})))
        return
    pace = f"at most {options.pace:g} commands a second" if options.pace else "as fast as it can"
    print(
        line("rooms", options.rooms, f"each with 2 players and {options.watchers} watchers, {pace}"),
        line("seconds", round(tally.seconds, 1), "that they played"),
        tally.report(),
        *(line("server", value, FIGURES[name]) for name, value in figures.items()),
        sep="\n",
    )


def allow_many_connections() -> None:
    """Each one is an open file, of which many systems allow 1024 until somebody asks for more."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code 0 when all clients agree with the server, 1 when not, 130 after Ctrl+C."""
    options = parser().parse_args(argv)
    if not options.seconds and not options.games:
        parser().error("say --seconds or --games")
    allow_many_connections()
    try:
        tally, used = asyncio.run(_run(options))
    except (RuntimeError, OSError) as problem:
        print(f"narde-load: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    _print(options, tally, used)
    return 0 if tally.sound else 1


if __name__ == "__main__":
    sys.exit(main())
