import pytest

from clients.lib.room import KEPT, Room, RoomUpdate
from clients.lib.session import Lost, Viewed
from engine.types import Color
from protocol import commands as c
from protocol.commands import AnyCommand
from protocol.messages import Ack, Error, Said
from tests.clients.lib.table import CODE, Table


@pytest.fixture
def table() -> Table:
    return Table.started()


@pytest.fixture
def sent() -> list[AnyCommand]:
    return []


@pytest.fixture
def room(table: Table, sent: list[AnyCommand]) -> Room:
    async def send(command: AnyCommand) -> Ack:
        sent.append(command)
        return Ack(id=command.id)

    room = Room(CODE, send, lambda: "id")
    room.hear(Viewed(CODE, table.view()))
    return room


async def test_commands_name_room_and_turn(room: Room, sent: list[AnyCommand]) -> None:
    await room.throw()
    await room.step(24, 6)
    await room.undo(everything=True)
    await room.done()
    await room.play(((24, 6), (24, 5)))
    await room.hand_over(Color.BLACK)
    assert sent == [
        c.Throw(id="id", room=CODE, turn=1),
        c.Step(id="id", room=CODE, turn=1, point=24, die=6),
        c.Undo(id="id", room=CODE, turn=1, all=True),
        c.Done(id="id", room=CODE, turn=1),
        c.Play(id="id", room=CODE, turn=1, steps=((24, 6), (24, 5))),
        c.HandOver(id="id", room=CODE, turn=1, color=Color.BLACK),
    ]


async def test_commands_beside_the_game(room: Room, sent: list[AnyCommand]) -> None:
    await room.resign(2)
    await room.rematch(accept=False)
    await room.claim_win()
    await room.say("hello")
    await room.say(phrase="thanks")
    await room.sit(Color.WHITE)
    await room.stand_up()
    await room.invite_bot("random")
    assert sent == [
        c.Resign(id="id", room=CODE, points=2),
        c.Rematch(id="id", room=CODE, accept=False),
        c.ClaimWin(id="id", room=CODE),
        c.Say(id="id", room=CODE, text="hello"),
        c.Say(id="id", room=CODE, phrase="thanks"),
        c.Sit(id="id", room=CODE, seat=Color.WHITE),
        c.StandUp(id="id", room=CODE),
        c.InviteBot(id="id", room=CODE, strength="random"),
    ]


async def test_slow_reader_gets_latest_view(room: Room, table: Table) -> None:
    for _ in range(KEPT):
        table.commit(())
        room.hear(Viewed(CODE, table.view(), table.log[0].events))
    assert await anext(room) == RoomUpdate(table.view())
    said = Said(room=CODE, at=1, player="p", name="Bo", text="hi")
    room.hear(said)
    assert await anext(room) == RoomUpdate(table.view(), said=said)


async def test_lost_room_says_why_and_ends(room: Room, table: Table) -> None:
    error = Error(id="x", code="room_unknown")
    room.hear(Lost(CODE, error))
    assert [update async for update in room] == [RoomUpdate(table.view()), RoomUpdate(table.view(), error=error)]
    assert [update async for update in room] == []


async def nobody(command: AnyCommand) -> Ack:
    raise AssertionError(f"{command} was sent")


def test_unseen_room_has_no_view() -> None:
    room = Room(CODE, nobody, lambda: "id")
    room.hear(Error(id=None, code="internal"))
    room.connection(online=False)
    with pytest.raises(RuntimeError):
        _ = room.view
