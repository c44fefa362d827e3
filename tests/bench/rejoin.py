"""The bytes of single things on the wire: a play, and what somebody gets who comes back into a running game."""

from random import Random

from engine.types import Color
from protocol.codec import encode_command, encode_message
from protocol.commands import Play, Resign, Sit
from protocol.limits import ABANDON_MS, MATCH_LENGTH, NAME_CHARS, TITLE_CHARS
from protocol.messages import Ack
from protocol.settings import Control, Settings
from server.rooms.decide import Absent, Actor
from server.rooms.viewers import Viewer
from tests.server.builders import act, game_of, state_of, table
from tests.server.nodes import Node, Person, nodes

ACTS = 1500
LONG = Settings(
    preset="long-nard",
    overrides={"gul_bara": True, "mars": 1},
    length=MATCH_LENGTH,
    control=Control(timing="delay", bank=10_800_000, extra=180_000),
    public=True,
    title="Ж" * TITLE_CHARS,
)
"""Everything is long that people type or choose; Cyrillic letters have two bytes."""
STAGES = 6
"""A cascade from 1-1 to 6-6."""
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
    return [*lines, ("bytes of a rejoin where everything is long", await longest_rejoin(), "at most 1024")]


async def longest_rejoin(seed: int = 7) -> int:
    """In the last game of a match to 25, whoever comes back is playing the last stage of a whole cascade.

    Every game before was resigned for one point, and the opponent is away.
    """
    async with nodes() as [node]:
        code, people = await _long_table(node)
        luck = Random(seed)
        node.rooms.dice = lambda _: 1 if luck.random() < 0.4 else luck.randint(1, 6)
        while len((game := game_of(await state_of(node, code))).stages) < STAGES or not game.stages[-1].steps:
            await act(node, code, people, luck)
        assert game.to_move is not None
        await node.rooms.execute_system(code, Absent(game.to_move.other))
        node.clock.now += ABANDON_MS
        return await _bytes_of_rejoin(node, code, people[game.to_move], None)


async def _long_table(node: Node) -> tuple[str, dict[Color, Person]]:
    node.clock.now = 1_800_000_000_000
    ada, bo = Person("Ada"), Person("Bo")
    for person in (ada, bo):
        person.actor = Actor(person.actor.player, "Щ" * NAME_CHARS)
    code = await node.create(ada, LONG)
    await node.do(bo, Sit(id=node.id(), room=code))
    for loser in (ada, bo) * (MATCH_LENGTH - 1):
        await node.do(loser, Resign(id=node.id(), room=code, points=1))
    return code, {Color.WHITE: ada, Color.BLACK: bo}


async def _bytes_of_rejoin(node: Node, code: str, person: Person, behind: int | None) -> int:
    frames: list[bytes | str] = [encode_message(Ack(id="x" * 12, version=1000), False)]
    viewer = Viewer(person.actor.player, False, frames.append)
    version = (await state_of(node, code)).version
    await node.rooms.subscribe(code, viewer, None if behind is None else version - behind)
    (await node.room(code)).detach(viewer)
    return sum(map(len, frames))
