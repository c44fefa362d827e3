"""`python -m clients.bot`: let a bot play matches on a server."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from clients.bot.player import Chooser, choose_at_random, choose_steadily, play_match
from clients.lib.connection import Client, CommandRefused, connect
from clients.lib.room import Room

CHOOSERS: dict[str, Chooser] = {"random": choose_at_random, "steady": choose_steadily}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="narde-bot", description="A bot that plays Long Narde on a narde server.")
    parser.add_argument("url", nargs="?", default="ws://localhost:8080/ws", help="the server (%(default)s)")
    parser.add_argument("--room", metavar="CODE", help="the room to sit down in")
    parser.add_argument("--create", action="store_true", help="make a room, print its code and wait for an opponent")
    parser.add_argument("--strength", choices=sorted(CHOOSERS), default="steady")
    parser.add_argument("--games", type=int, default=1, help="matches to play, one after another (%(default)s)")
    parser.add_argument("--name", default="Bot", help="the name that the others see (%(default)s)")
    return parser


async def _room(client: Client, options: argparse.Namespace) -> Room:
    if options.room:
        return await client.join(options.room.upper())
    return await (client.create_room() if options.create else client.quick_pair())


async def _play(options: argparse.Namespace) -> None:
    async with connect(options.url, name=options.name) as client:
        room = await _room(client, options)
        for number in range(options.games):
            if number:
                await room.rematch()
                while room.view.winner is not None:
                    await room.update()
            print(f"room {room.code}: playing {room.view.you[0]}", flush=True)
            winner = await play_match(room, CHOOSERS[options.strength])
            print(f"room {room.code}: {winner} won {room.view.score[0]}-{room.view.score[1]}", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(argv)
    try:
        asyncio.run(_play(options))
    except CommandRefused as refused:
        print(f"narde-bot: {refused}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
