import asyncio
from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import InvalidURI

from clients.lib import connection, link
from clients.lib.connection import Client, CommandRefused, connect
from engine.types import Color
from protocol import commands as c
from protocol.commands import AnyCommand
from protocol.errors import Close, Code
from protocol.messages import Ack, AnyMessage, Error, Heartbeat, Said
from protocol.version import JSON, MSGPACK
from tests.clients.lib.house import House, house
from tests.clients.lib.table import CODE, Table

TOKEN = "t" * 22


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "FIRST_PAUSE", 0.0)
    monkeypatch.setattr(connection, "REPEAT", 0.0)


@pytest.fixture
async def host() -> AsyncIterator[House]:
    async with house() as host:
        yield host


@pytest.fixture(params=[False, True], ids=["msgpack", "json"])
async def client(host: House, request: pytest.FixtureRequest) -> AsyncIterator[Client]:
    async with connect(host.url, token=TOKEN, name="Ada", json=request.param) as client:
        yield client


# --- commands ---------------------------------------------------------------------------------------------------------


async def test_made_room_is_followed(host: House, client: Client) -> None:
    room = await client.create_room(seat="white")
    assert (room.code, room.view.you) == (CODE, (Color.WHITE,))
    assert client.room(CODE) is room
    assert await client.watch(CODE) is room


async def test_view_shows_what_a_command_has_done(host: House, client: Client) -> None:
    room = await client.create_room()
    async with connect(host.url, name="Bo") as other:
        await other.join(CODE)
        ack = await room.throw()
        assert room.view.version == ack.version
        assert room.view.opening[0] is not None
        assert (await other.watch(CODE)).view.position.digest == room.view.position.digest


async def test_refusal_is_raised(host: House, client: Client) -> None:
    room = await client.create_room()
    before = room.view
    with pytest.raises(CommandRefused, match="No game is running") as refused:
        await room.throw()
    assert (refused.value.code, refused.value.points) == ("no_game", ())
    assert room.view is before


async def test_unavailable_command_is_sent_again(host: House, client: Client) -> None:
    answers = iter([Code.UNAVAILABLE, Code.UNAVAILABLE])

    def judge(command: AnyCommand) -> AnyMessage:
        code = next(answers, None)
        return Ack(id=command.id) if code is None else Error(id=command.id, code=code)

    host.judge = judge
    await client.list_rooms()
    assert len({command.id for command in host.heard if isinstance(command, c.ListRooms)}) == 1
    assert len([command for command in host.heard if isinstance(command, c.ListRooms)]) == 3


async def test_unanswered_command_times_out_and_is_forgotten(host: House) -> None:
    async with connect(host.url, token=TOKEN, patience=0.05) as client:
        host.judge = lambda _: None
        with pytest.raises(TimeoutError):
            await client.list_rooms()
        host.judge = None
        host.drop()
        await host.hears(c.Hello, 2)
        await client.send(c.Sync(id="sync", room=CODE))
        assert [type(command) for command in host.heard] == [c.Hello, c.ListRooms, c.Hello, c.Sync]


async def test_unknown_room_is_refused(host: House, client: Client) -> None:
    with pytest.raises(CommandRefused, match="There is no such room"):
        await client.watch("ZZZZZZ")
    with pytest.raises(KeyError):
        client.room("ZZZZZZ")


# --- lost connections -------------------------------------------------------------------------------------------------


async def test_command_survives_lost_connection(host: House, client: Client) -> None:
    room = await client.create_room()
    host.judge = lambda _: None
    inviting = asyncio.create_task(room.invite_bot())
    first = await host.hears(c.InviteBot)
    host.judge = None
    host.drop()
    ack = await inviting
    assert await host.hears(c.InviteBot, 2) == first
    assert room.view.version == ack.version
    assert room.view.black is not None


async def test_answer_waits_for_the_room_to_show_it(host: House, client: Client) -> None:
    room = await client.create_room()
    ((socket, actor),) = host.guests.items()

    def answer_before_events(command: AnyCommand) -> AnyMessage:
        assert isinstance(command, c.InviteBot)
        host.table.do(actor, command)
        return Error(id=None, code=Code.INTERNAL)

    host.judge = answer_before_events
    inviting = asyncio.create_task(room.invite_bot())
    invited = await host.hears(c.InviteBot)
    host.tell(socket, Ack(id=invited.id, version=host.table.state.version))
    await (await socket.ping())
    assert not inviting.done()
    host.judge = None
    host.drop()
    ack = await inviting
    assert room.view.version == ack.version
    assert room.view.black is not None


async def test_closed_room_lets_nobody_wait(host: House, client: Client) -> None:
    room = await client.create_room()
    reaching = asyncio.create_task(room.reaches(room.view.version + 1))
    await asyncio.sleep(0)
    assert not reaching.done()
    await client.leave(room.code)
    await reaching
    assert room.view.version == 1


async def test_list_lost_on_its_way_is_asked_again(host: House, client: Client) -> None:
    host.judge = lambda _: None
    listing = asyncio.create_task(client.list_rooms())
    asked = await host.hears(c.ListRooms)
    (socket,) = host.guests
    host.tell(socket, Ack(id=asked.id))
    await (await socket.ping())
    host.judge = None
    host.drop()
    assert await listing == ()
    assert await host.hears(c.ListRooms, 2) == asked


async def test_room_resumes_after_restart(host: House, client: Client) -> None:
    room = await client.create_room()
    seen = room.view.version
    assert (await anext(room)).online
    await host.close(Close.RESTART)
    assert not (await anext(room)).online
    host.table.commit(())
    await host.open()
    assert (await anext(room)).online
    assert (await anext(room)).view.version == seen + 1
    resumed = await host.hears(c.Subscribe, 2)
    assert isinstance(resumed, c.Subscribe)
    assert resumed.after == seen
    assert room.view.position.digest == host.table.view().position.digest


async def test_player_stays_the_same(host: House, client: Client) -> None:
    room = await client.create_room()
    async with connect(host.url, token=client.token) as again:
        assert again.player == client.player
        assert (await again.watch(room.code)).view.you == room.view.you


async def test_wrong_board_is_put_right(host: House, client: Client) -> None:
    room = await client.create_room()
    (socket,) = host.watching
    view = room.view
    host.tell(socket, Heartbeat(room=CODE, version=view.version, digest="0" * 8, turn=0, at=view.at))
    again = await host.hears(c.Subscribe, 2)
    assert isinstance(again, c.Subscribe)
    assert again.after is None


async def test_room_forgotten_meanwhile_ends(host: House, client: Client) -> None:
    room = await client.create_room()
    host.table = Table()
    host.drop()
    updates = [update async for update in room]
    assert updates[-1].error is not None
    assert updates[-1].error.code == Code.ROOM_UNKNOWN


async def test_frame_of_a_newer_server_is_passed_over(host: House, client: Client) -> None:
    (socket,) = host.guests
    await socket.send(b"\x81\xa4type\xa5later")
    await client.list_rooms()
    assert [type(command) for command in host.heard] == [c.Hello, c.ListRooms]


# --- updates ----------------------------------------------------------------------------------------------------------


async def test_updates_bring_events_chat_and_errors(host: House, client: Client) -> None:
    room = await client.create_room()
    (socket,) = host.watching
    said = Said(room=CODE, at=1, player="p", name="Bo", text="hello")
    error = Error(id=None, code=Code.ROOM_CLOSED_TO_WATCHERS)
    host.tell(socket, said)
    host.tell(socket, error)
    await room.invite_bot()
    shown, chat, trouble, sat = [await anext(room) for _ in range(4)]
    assert shown.view.black is None
    assert (chat.said, trouble.error) == (said, error)
    assert sat.events == host.table.log[-1].events
    assert sat.view.black is not None


async def test_left_room_ends(host: House, client: Client) -> None:
    room = await client.create_room()
    await client.leave(CODE)
    assert len([update async for update in room]) == 1
    assert host.watching == []


async def test_everything_ends_with_the_block(host: House) -> None:
    async with connect(host.url) as client:
        room = await client.create_room()
        host.judge = lambda _: None
        waiting = asyncio.create_task(room.throw())
        await host.hears(c.Throw)
    with pytest.raises(ConnectionError):
        await waiting
    with pytest.raises(ConnectionError):
        await room.throw()
    assert len([update async for update in room]) >= 1


async def test_list_ends_with_the_block(host: House) -> None:
    async with connect(host.url, patience=None) as client:
        host.judge = lambda _: None
        listing = asyncio.create_task(client.list_rooms())
        asked = await host.hears(c.ListRooms)
        (socket,) = host.guests
        host.tell(socket, Ack(id=asked.id))
        await (await socket.ping())
    with pytest.raises(ConnectionError):
        await listing


# --- the first connection ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("json", "name"), [(False, MSGPACK), (True, JSON)])
async def test_subprotocol_is_chosen(host: House, json: bool, name: str) -> None:
    async with connect(host.url, json=json):
        assert [socket.subprotocol for socket in host.guests] == [name]


async def test_refused_name_is_raised(host: House) -> None:
    host.judge = lambda command: Error(id=command.id, code=Code.BAD_COMMAND, detail="a long name")
    with pytest.raises(CommandRefused, match="a long name"):
        async with connect(host.url, name="x"):
            pytest.fail("connected")
    assert host.guests == {}


async def test_absent_server_times_out(host: House) -> None:
    await host.close()
    with pytest.raises(TimeoutError, match=host.url):
        async with connect(host.url, patience=0.05):
            pytest.fail("connected")
    assert host.heard == []


async def test_late_server_is_waited_for(host: House) -> None:
    await host.close()

    async def use() -> str | None:
        async with connect(host.url) as client:
            return client.player

    using = asyncio.create_task(use())
    await host.open()
    assert await using is not None


async def test_url_that_is_none_is_raised() -> None:
    with pytest.raises(InvalidURI):
        async with connect("http//nowhere"):
            pytest.fail("connected")
