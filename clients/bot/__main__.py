"""`python -m clients.bot`: let a bot play matches on a server."""

import argparse
import asyncio
import random
import sys
from collections.abc import Sequence
from functools import partial
from typing import Final, get_args

from websockets.exceptions import InvalidURI

from clients.bot.player import chooser, next_match, play_match
from clients.lib.address import DEFAULT_URL, room_in
from clients.lib.connection import Client, CommandRefused, connect
from clients.lib.room import Room
from protocol.commands import Strength

PATIENCE: Final = 300.0
"""Seconds without a server after which the bot gives up; a restart takes less."""
SLOW: Final = 1.0
"""Seconds after which a connection that is not there is worth a line."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="narde-bot", description="A bot that plays Long Narde on a narde server.")
    parser.add_argument("url", nargs="?", default=DEFAULT_URL, help="the server, or a room's page (%(default)s)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--room", metavar="CODE", help="the room to sit down in; without it, whoever waits for a game")
    where.add_argument("--create", action="store_true", help="make a room, print its code and wait for an opponent")
    parser.add_argument("--strength", choices=get_args(Strength), default="steady", help="how it plays (%(default)s)")
    parser.add_argument("--games", type=int, default=1, help="matches to play, one after another (%(default)s)")
    parser.add_argument("--name", default="Bot", help="the name that the others see (%(default)s)")
    parser.add_argument("--seed", type=int, help="make the choices of the random bot repeatable")
    return parser


async def _room(client: Client, options: argparse.Namespace) -> Room:
    if code := room_in(options.room or options.url) or options.room:
        return await client.join(code.upper())
    return await (client.create_room() if options.create else client.quick_pair())


async def _play(options: argparse.Namespace) -> None:
    choose = chooser(options.strength, random.Random(options.seed))
    waiting = asyncio.get_running_loop().call_later(
        SLOW, partial(print, f"narde-bot: no connection to {options.url} yet, trying again…", file=sys.stderr)
    )
    async with connect(options.url, name=options.name, patience=PATIENCE) as client:
        waiting.cancel()
        room = await _room(client, options)
        for number in range(options.games):
            if number and not await next_match(room):
                print(f"room {room.code}: no rematch", flush=True)
                return
            print(f"room {room.code}: playing {room.view.you[0]}", flush=True)
            winner = await play_match(room, choose)
            white, black = room.view.score
            print(f"room {room.code}: {winner or 'nobody'} won {white}-{black}", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code 0 when all matches are played, 1 when the server refuses or is away, 130 after Ctrl+C."""
    options = _parser().parse_args(argv)
    try:
        asyncio.run(_play(options))
    except (CommandRefused, InvalidURI, OSError) as problem:
        print(f"narde-bot: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
