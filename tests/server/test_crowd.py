"""Many watchers of one room: the players come first, and those who do not read pay for it alone."""

import asyncio
import socket
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from engine.game import open_steps
from engine.types import Color
from protocol import commands as c
from protocol import limits
from protocol.codec import decode_message, encode_commit
from protocol.events import Commit, PlayerOffline, PlayerOnline, SeatTaken
from protocol.messages import Events, Snapshot
from server import outbox
from server.rooms import feed, viewers
from server.rooms.decide import RoomCommand
from server.rooms.state import RoomState
from server.rooms.viewers import Viewer
from tests.server.builders import game_of, state_of, table, until_dice_lie
from tests.server.nodes import Node, Person, nodes, versions
from tests.server.test_outbox import Table
from tests.server.test_outbox import table as connections

STALLED = 20
BOUND = 16 * 1024
LARGEST = 1024
"""A frame of the room, with room to spare."""


def step_or_undo(state: RoomState, name: str) -> RoomCommand:
    """Something that can be done for ever."""
    game = game_of(state)
    if game.stages[-1].steps:
        return c.Undo(id=name, room=state.code, turn=game.turn)
    step = open_steps(game)[0]
    return c.Step(id=name, room=state.code, turn=game.turn, point=step.point, die=step.die)


async def running_game(node: Node) -> tuple[str, Person, Person]:
    """The room, the player whose dice lie on the board, and the other one."""
    code, ada, bo = await table(node)
    mover = await until_dice_lie(node, code, {Color.WHITE: ada, Color.BLACK: bo}, Random(1))
    return (code, ada, bo) if mover is Color.WHITE else (code, bo, ada)


async def test_work_for_players_is_done_before_a_thousand_watchers() -> None:
    async with nodes() as [node]:
        code, mover, other = await running_game(node)
        told: list[str] = []
        await gather_crowd(node, code, lambda _: told.append("watcher"))
        for person in (mover, other):
            await node.rooms.subscribe(code, Viewer(person.actor.player, False, lambda _: told.append("player")), None)
        told.clear()
        await node.do(mover, step_or_undo(await state_of(node, code), node.id()))
        assert told[:2] == ["player"] * 2
        (await node.room(code)).crowd.finish()
        assert told == ["player"] * 2 + ["watcher"] * 1000


async def test_crowd_holds_up_no_command() -> None:
    async with nodes() as [node]:
        code, mover, other = await running_game(node)
        told: list[int] = []
        await gather_crowd(node, code, lambda _: told.append(1))
        told.clear()
        for _ in range(2):
            await node.do(mover, step_or_undo(await state_of(node, code), node.id()))
        assert versions(other)[-2:] == [(await state_of(node, code)).version - 1, (await state_of(node, code)).version]
        assert len(told) < 1000
        (await node.room(code)).crowd.finish()
        assert len(told) == 2000


async def test_watcher_who_takes_a_seat_has_heard_all() -> None:
    async with nodes() as [node]:
        code, _, _ = await table(node)
        cy = Person("Cy")
        await gather_crowd(node, code, lambda _: None)
        await node.follow(cy, code)
        room = await node.room(code)
        seat = SeatTaken(Color.BLACK, cy.actor.player, cy.actor.name)
        for events in ((PlayerOffline(Color.WHITE, 1),), (PlayerOnline(Color.WHITE),), (seat,)):
            commit = Commit(1, events)
            room.advance("test/1", encode_commit(commit), commit)
        assert versions(cy) == list(range(versions(cy)[0], room.state.version + 1))
        assert cy.got(Events)[-1].events == (seat,)


async def gather_crowd(node: Node, code: str, hear: Callable[[bytes | str], None]) -> None:
    for number in range(1000):
        await node.rooms.subscribe(code, Viewer(f"w{number}", False, hear), None)


async def test_watchers_cost_no_encoding_each(monkeypatch: pytest.MonkeyPatch) -> None:
    async with nodes() as [node]:
        code, mover, _ = await running_game(node)
        encoded: list[bytes | str] = []
        for module, name in ((feed, "encode_message"), (feed, "encode_entry"), (viewers, "encode_message")):
            monkeypatch.setattr(module, name, noting(getattr(module, name), encoded))
        counts = []
        for crowd in (1, 300):
            for number in range(crowd):
                await node.rooms.subscribe(code, Viewer(f"{crowd}-{number}", False, lambda _: None), None)
            encoded.clear()
            await node.do(mover, step_or_undo(await state_of(node, code), node.id()))
            (await node.room(code)).crowd.finish()
            counts.append(len(encoded))
        assert counts[0] == counts[1] > 0


def noting(encode: Callable[..., bytes | str], encoded: list[bytes | str]) -> Callable[..., bytes | str]:
    def noted(*arguments: Any) -> bytes | str:
        encoded.append(encode(*arguments))
        return encoded[-1]

    return noted


def test_stalled_watchers_hold_at_most_ten_mebibytes() -> None:
    assert STALLED * (limits.OUTBOX_BYTES + LARGEST) <= 10 * 2**20


async def test_stalled_watchers_are_cut_and_others_miss_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "OUTBOX_BYTES", BOUND)
    async with nodes() as [node], connections(STALLED + 1) as places:
        code, mover, other = await running_game(node)
        *stalled, reader = places.clients
        for client in stalled:
            stall(client)
        shrink(places)
        for number, way_out in enumerate(places.outboxes):
            await node.rooms.subscribe(code, Viewer(f"w{number}", False, way_out.send), None)
        reading = asyncio.create_task(read_to(reader, 3_000))
        held = 0
        while (state := await state_of(node, code)).version < 3_000:
            await node.do(mover, step_or_undo(state, node.id()))
            held = max(held, sum(end.transport.get_write_buffer_size() for end in places.sockets))
            await asyncio.sleep(0)  # lets the reader read
        seen = await reading
        assert places.cut() == STALLED
        assert held <= STALLED * (BOUND + LARGEST) + BOUND
        assert seen == list(range(seen[0], 3_001))
        assert versions(other)[-1] == 3_000


def stall(client: ClientConnection) -> None:
    client.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.transport.pause_reading()


def shrink(places: Table) -> None:
    """Let the system hold little for those who do not read, so that the server has to."""
    for end in places.sockets:
        end.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)


async def read_to(client: ClientConnection, last: int) -> list[int]:
    """The versions that come, until the last one."""
    seen: list[int] = []
    while not seen or seen[-1] < last:
        message = decode_message(await client.recv())
        if isinstance(message, Events | Snapshot):
            seen.append(message.version)
    return seen


async def test_one_far_behind_comes_back_by_a_snapshot() -> None:
    async with nodes() as [node]:
        code, mover, _ = await running_game(node)
        cut = (await state_of(node, code)).version
        while (state := await state_of(node, code)).version <= cut + limits.TAIL:
            await node.do(mover, step_or_undo(state, node.id()))
        cy = Person("Cy")
        await node.follow(cy, code, after=cut)
        assert [type(frame) for frame in cy.frames] == [Snapshot]
        assert versions(cy) == [state.version]
