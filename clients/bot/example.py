import asyncio
import random
import sys

from clients.lib.connection import connect


async def main(url: str) -> None:
    async with connect(url, name="Example") as client:
        room = await client.create_room()
        await room.invite_bot()
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
            elif view.opening[me == "black"] is None or (view.phase, view.to_move) == ("roll", me):
                await room.throw()


asyncio.run(main(sys.argv[1]))
