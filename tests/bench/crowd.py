"""Watchers of one room in a process of their own: `python -m tests.bench.crowd URL ROOM NUMBER`.

With the players' clients in one process, these would wait until all watchers have read. It says `ready` when all
follow the room, and ends when its standard input does.
"""

import asyncio
import os
import sys

import uvloop

from clients.load.__main__ import allow_many_connections
from clients.load.client import Client
from clients.load.tally import Tally

FIRST = 10_000
"""Their addresses are others than those of the players."""


async def main(url: str, room: str, number: int) -> None:
    watchers = [Client(url, Tally(), lambda *_: None, FIRST + each) for each in range(number)]
    listening = [asyncio.create_task(watcher.run()) for watcher in watchers]
    await asyncio.gather(*(watcher.welcomed.wait() for watcher in watchers))
    await asyncio.gather(*(watcher.follow(room) for watcher in watchers))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)


if __name__ == "__main__":
    os.nice(10)  # what is measured is how long the server takes, not who gets the processor
    allow_many_connections()
    uvloop.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
