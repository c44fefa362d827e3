"""The bytes of single things on the wire: a play, and what somebody gets who comes back into a running game."""

from random import Random

from protocol.codec import encode_command, encode_message
from protocol.commands import Play
from protocol.messages import Ack
from server.rooms.viewers import Viewer
from tests.server.builders import act, state_of, table
from tests.server.nodes import Node, Person, nodes

ACTS = 1500
LONGEST = Play(id="x" * 12, room="ABCDEF", turn=1000, steps=((24, 6), (18, 6), (12, 6), (6, 6)))


async def rejoin_bytes() -> list[tuple[str, int, str]]:
    """What, bytes in msgpack, and what is wanted."""
    back: dict[int | None, list[int]] = {None: [], 1: []}
    async with nodes() as [node]:
        code, ada, bo = await table(node)
        luck = Random(1)
        while (state := await state_of(node, code)).running and state.version < ACTS:
            people = dict(zip(("white", "black"), (ada, bo), strict=True))
            await act(node, code, people, luck)  # type: ignore[arg-type]  # a colour is a string
            for behind, found in back.items():
                found.append(await _bytes_of_rejoin(node, code, ada, behind))
    play = encode_command(LONGEST, False)
    lines = [("bytes of a play of four steps", len(play), "at most 80")]
    for behind, name in ((None, "with a snapshot"), (1, "one version behind")):
        sample = sorted(back[behind])
        for share in (0.5, 0.99, 1.0):
            octets = sample[min(len(sample) - 1, int(share * len(sample)))]
            lines.append((f"bytes of a rejoin {name}, p{share * 100:.0f}", octets, "at most 1024"))
    return lines


async def _bytes_of_rejoin(node: Node, code: str, person: Person, behind: int | None) -> int:
    frames: list[bytes | str] = [encode_message(Ack(id="x" * 12, version=1000), False)]
    viewer = Viewer(person.actor.player, False, frames.append)
    version = (await state_of(node, code)).version
    await node.rooms.subscribe(code, viewer, None if behind is None else version - behind)
    (await node.room(code)).detach(viewer)
    return sum(map(len, frames))
