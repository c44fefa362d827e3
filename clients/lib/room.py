"""A room that a client follows: how it is, what happens in it, and everything that can be done there."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from typing import assert_never

from clients.lib.session import Beat, Lost, Viewed
from engine.types import Color
from protocol import commands as c
from protocol.commands import AnyCommand, Phrase, Strength
from protocol.events import Event
from protocol.messages import Ack, Error, Said, Snapshot, StepGraph

KEPT = 256
"""Updates that wait for a reader. One further behind gets the latest view without the events that led to it."""


@dataclass(frozen=True, slots=True)
class RoomUpdate:
    """What is new: the room as it is now, with the events, the chat line or the error that made it news.

    `online` tells whether the connection is there.
    """

    view: Snapshot
    events: tuple[Event, ...] = ()
    said: Said | None = None
    error: Error | None = None
    online: bool = True


class Room:
    """A handle on one room; it stays good over reconnections. Commands raise what `Client.send` raises.

    A command returns when it is done; its events have come before, so that `view` shows them. `async for update in
    room` is for one reader; it ends when the room is left or lost, and when the client ends.
    """

    def __init__(self, code: str, send: Callable[[AnyCommand], Awaitable[Ack]], next_id: Callable[[], str]) -> None:
        self.code = code
        self.graph: StepGraph | None = None
        """All legal steps of the stage on the board, while it is ours to play."""
        self._view: Snapshot | None = None
        self._send, self._next_id = send, next_id
        self._closed = False
        self._updates: asyncio.Queue[RoomUpdate | None] = asyncio.Queue(KEPT)
        """None is the end."""
        self.ready = asyncio.Event()
        self._moved = asyncio.Event()
        """Set when the view changes, and then replaced by another."""

    @property
    def view(self) -> Snapshot:
        """The room as it is now."""
        if self._view is None:
            raise RuntimeError("the room has not been seen yet")
        return self._view

    def __aiter__(self) -> AsyncIterator[RoomUpdate]:
        return self

    async def __anext__(self) -> RoomUpdate:
        update = await self._updates.get()
        if update is None:
            self._put(None)
            raise StopAsyncIteration
        return update

    # --- what the connection tells ------------------------------------------------------------------------------------

    def hear(self, news: Viewed | Beat | Lost | Said | Error) -> None:
        """Something has come from the server."""
        match news:
            case Viewed(_, view, events, graph):
                self._view, self.graph = view, graph
                self._put(RoomUpdate(view, events))
                self.ready.set()
                self._wake()
            case Beat(_, view):
                self._view = view
                self._put(RoomUpdate(view))
            case Said():
                self._tell(said=news)
            case Error():
                self._tell(error=news)
            case Lost(_, error):
                self._tell(error=error)
                self.close()
            case _:
                assert_never(news)

    def connection(self, online: bool) -> None:
        """The connection is there again, or gone."""
        if self._view is not None:
            self._put(RoomUpdate(self._view, online=online))

    def close(self) -> None:
        """There will be no more updates."""
        self._closed = True
        self._put(None)
        self._wake()

    async def reaches(self, version: int) -> None:
        """Until the view shows this version, or never will because the room is closed.

        It does so at once, unless the connection was lost between the events and the answer.
        """
        while not self._closed and (self._view is None or self._view.version < version):
            await self._moved.wait()

    def _wake(self) -> None:
        self._moved.set()
        self._moved = asyncio.Event()

    def _tell(self, said: Said | None = None, error: Error | None = None) -> None:
        if self._view is not None:
            self._put(RoomUpdate(self._view, said=said, error=error))

    def _put(self, update: RoomUpdate | None) -> None:
        if self._updates.full():
            while not self._updates.empty():
                self._updates.get_nowait()
            update = update and replace(update, events=())
        self._updates.put_nowait(update)

    # --- what can be done ---------------------------------------------------------------------------------------------

    async def throw(self) -> Ack:
        return await self._send(c.Throw(id=self._next_id(), room=self.code, turn=self.view.turn))

    async def step(self, point: int, die: int) -> Ack:
        """Move the checker on own point `point` by `die`."""
        return await self._send(c.Step(id=self._next_id(), room=self.code, turn=self.view.turn, point=point, die=die))

    async def undo(self, everything: bool = False) -> Ack:
        return await self._send(c.Undo(id=self._next_id(), room=self.code, turn=self.view.turn, all=everything))

    async def done(self) -> Ack:
        return await self._send(c.Done(id=self._next_id(), room=self.code, turn=self.view.turn))

    async def play(self, steps: tuple[tuple[int, int], ...]) -> Ack:
        """All steps of the stage, (point, die) each, and done."""
        return await self._send(c.Play(id=self._next_id(), room=self.code, turn=self.view.turn, steps=steps))

    async def hand_over(self, color: Color) -> Ack:
        return await self._send(c.HandOver(id=self._next_id(), room=self.code, turn=self.view.turn, color=color))

    async def resign(self, points: int) -> Ack:
        """`points` is the cost as `view.cost` shows it."""
        return await self._send(c.Resign(id=self._next_id(), room=self.code, points=points))

    async def rematch(self, accept: bool = True) -> Ack:
        return await self._send(c.Rematch(id=self._next_id(), room=self.code, accept=accept))

    async def claim_win(self) -> Ack:
        return await self._send(c.ClaimWin(id=self._next_id(), room=self.code))

    async def say(self, text: str = "", phrase: Phrase | None = None) -> Ack:
        return await self._send(c.Say(id=self._next_id(), room=self.code, text=text, phrase=phrase))

    async def sit(self, seat: Color | None = None) -> Ack:
        return await self._send(c.Sit(id=self._next_id(), room=self.code, seat=seat))

    async def stand_up(self) -> Ack:
        return await self._send(c.StandUp(id=self._next_id(), room=self.code))

    async def invite_bot(self, strength: Strength = "steady") -> Ack:
        return await self._send(c.InviteBot(id=self._next_id(), room=self.code, strength=strength))
