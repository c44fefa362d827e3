import asyncio
import random
import sys

from clients.lib.connection import connect


async def main(url: str, code: str = "") -> None:
    async with connect(url, name="Example") as client:
        room = await (client.join(code) if code else client.quick_pair())
        print("room", room.code, flush=True)
        async for _ in room:
            view, me = room.view, room.view.you[0]
            if view.winner:
                print("won" if view.winner is me else "lost")
                break
            if room.graph:  # our dice: walk the legal steps to an end
                steps, node = [], 0
                while edges := room.graph.nodes[node]:
                    point, die, node = random.choice(edges)
                    steps.append((point, die))
                await room.play(tuple(steps))
            elif view.phase == "roll" and view.to_move is me:
                await room.throw()
            elif view.phase == "opening" and view.opening[me == "black"] is None:
                await room.throw()


asyncio.run(main(*sys.argv[1:]))
