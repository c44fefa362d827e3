"""Who hears what is said, and what latecomers are shown."""

from protocol import commands as c
from protocol import limits
from protocol.errors import Code, Refusal
from protocol.messages import Said
from protocol.settings import Settings
from server.rooms.feed import key_of
from server.rooms.viewers import Viewer
from tests.server.builders import WHITE, table
from tests.server.nodes import Node, Person, nodes


async def say(node: Node, person: Person, code: str, text: str = "", phrase: c.Phrase | None = None) -> int | Refusal:
    done = await node.chat.say(person.actor, c.Say(id=node.id(), room=code, text=text, phrase=phrase))
    await node.settled()
    return done


def heard(person: Person) -> list[str]:
    return [said.text or str(said.phrase) for said in person.got(Said)]


async def late(node: Node, name: str, code: str) -> Person:
    """Somebody who comes now and is shown the chat."""
    person = Person(name)
    viewer: Viewer = await node.follow(person, code)
    await node.chat.catch_up(code, viewer)
    return person


async def test_players_and_watchers_hear_their_own() -> None:
    async with nodes(2) as (one, two):
        code, ada, bo = await table(one)
        cy, di = Person("Cy"), Person("Di")
        await one.follow(cy, code)
        await two.follow(di, code)
        await say(one, ada, code, phrase="good_luck")
        await say(two, di, code, "nice dice")
        assert (heard(ada), heard(bo)) == (["good_luck"], ["good_luck"])
        assert (heard(cy), heard(di)) == (["nice dice"], ["nice dice"])


async def test_line_says_who_spoke_and_when() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        assert await say(node, ada, code, "hi") == 2
        player = ada.actor.player
        said = Said(room=code, at=node.clock.now, player=player, name="Ada", seat=WHITE, text="hi")
        assert bo.got(Said) == [said]


async def test_text_is_tidied_before_it_is_said() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        await say(node, ada, code, " a\u202eb\n\x00c 👍🏽 ")
        assert heard(bo) == ["ab c 👍🏽"]


async def test_one_says_a_text_or_a_phrase() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        for text, phrase in (("", None), ("\u200b \n", None), ("hi", "hello")):
            refusal = await node.chat.say(ada.actor, c.Say(id="1", room=code, text=text, phrase=phrase))  # type: ignore[arg-type]
            assert isinstance(refusal, Refusal)
            assert refusal.code is Code.BAD_COMMAND
        await node.settled()
        assert (heard(bo), await node.store.said(key_of(code))) == ([], [])


async def test_nobody_speaks_in_a_room_that_is_not_there() -> None:
    async with nodes() as (node,):
        refusal = await say(node, Person("Ada"), "ABCDEF", "hi")
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.ROOM_UNKNOWN
        assert await node.store.said(key_of("ABCDEF")) == []


async def test_nobody_speaks_from_outside_a_closed_room() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node, Settings(watchers=False))
        refusal = await say(node, Person("Cy"), code, "hello?")
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.ROOM_CLOSED_TO_WATCHERS
        await say(node, ada, code, "hi")
        assert heard(bo) == ["hi"]
        assert len(await node.store.said(key_of(code))) == 1


async def test_latecomer_sees_the_lines_that_are_his() -> None:
    async with nodes(2) as (one, two):
        code, ada, _ = await table(one)
        cy = await late(one, "Cy", code)
        await say(one, ada, code, "to the player")
        await say(one, cy, code, "to the watchers")
        assert heard(await late(two, "Bo", code)) == ["to the player"]
        assert heard(await late(two, "Di", code)) == ["to the watchers"]


async def test_latecomer_sees_the_last_lines() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node)
        for number in range(limits.CHAT_KEPT + 5):
            await node.chat.say(ada.actor, c.Say(id=str(number), room=code, text=f"line {number}"))
        lines = heard(await late(node, "Bo", code))
        assert (len(lines), lines[0], lines[-1]) == (limits.CHAT_KEPT, "line 5", f"line {limits.CHAT_KEPT + 4}")


async def test_chat_is_no_part_of_the_log() -> None:
    async with nodes() as (node,):
        code, ada, _ = await table(node)
        before = await node.store.read(key_of(code))
        await say(node, ada, code, "hi")
        assert await node.store.read(key_of(code)) == before


async def test_nothing_is_said_while_the_store_is_away() -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node)
        node.store.away = True
        refusal = await say(node, ada, code, "hi")
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.UNAVAILABLE
        viewer = bo.viewer()
        await node.chat.catch_up(code, viewer)
        await node.chat.catch_up("ABCDEF", viewer)
        assert heard(bo) == []
