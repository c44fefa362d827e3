"""The terminal client: reads lines, follows one room at a time, and tells what happens in it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final, assert_never

from clients.lib.connection import Client, CommandRefused
from clients.lib.room import Room, RoomUpdate
from clients.terminal.actions import Actions, InRoom
from clients.terminal.grammar import (
    HELP,
    Bot,
    ByDie,
    Join,
    Mistake,
    Move,
    New,
    Plain,
    Quick,
    ShowRules,
    Typed,
    Watch,
    parse,
)
from clients.terminal.refusals import sentence
from clients.terminal.render import Marks
from clients.terminal.screen import Screen
from clients.terminal.settings import listing_text, rules_lines
from clients.terminal.story import said_text
from clients.terminal.table import Looks, Table
from clients.terminal.text import clean
from protocol.messages import Ack
from protocol.settings import Settings

NO_ROOM: Final = (
    "You are in no room: `quick` plays anybody, `new` makes a room, `join CODE` enters one, `help` lists all"
)
PLAYING: Final = "You are playing here: `resign` first, or `quit`, which keeps your seat"
LOST: Final = "connection lost, trying again…"
_UNDO: Final = (Plain("undo"), Plain("undo all"))
SILENT: Final = "the server does not answer; look at the board before you try again"
PATIENCE: Final = 5.0
"""Seconds that the next command waits for what the last one has changed."""


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class App:
    """One user at one terminal. `now` is a clock in milliseconds."""

    def __init__(
        self,
        client: Client,
        screen: Screen,
        looks: Looks,
        auto_done: bool = False,
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self._client, self._screen, self._looks = client, screen, looks
        self._auto_done, self._now = auto_done, now
        self._table = Table(screen, looks, now)
        self._room: Room | None = None
        self._online = True
        self._news = asyncio.Condition()
        self._group = asyncio.TaskGroup()
        self._following: asyncio.Task[None] | None = None

    async def run(self, lines: AsyncIterator[str], first: str = "") -> None:
        """Obey `first` and then the typed lines, until one of them says `quit` or there are no more."""
        self._screen.start()
        async with self._group as group:
            ticking = group.create_task(self._tick()) if self._screen.live else None
            more = await self.obey(first) if first else self._tell(NO_ROOM)
            while more and (line := await anext(lines, None)) is not None:
                self._screen.typed(line)
                more = await self.obey(line)
            for task in (ticking, self._following):
                if task is not None:
                    task.cancel()

    async def obey(self, line: str) -> bool:
        """Do what a line says and tell what came of it; False when it says `quit`."""
        typed = parse(line)
        if typed == Plain("quit"):
            return False
        self._table.marks = Marks()
        if not self._client.online:
            self._tell(LOST)
        try:
            await self._obey(typed)
        except CommandRefused as refused:
            self._refused(refused)
        except TimeoutError:
            self._tell(SILENT)
        except ConnectionError as error:
            self._tell(f"the connection is gone for good: {clean(str(error))}")
            return False
        self._answered(typed)
        return True

    def _answered(self, typed: Typed | Mistake) -> None:
        """Nobody presses Enter and sees nothing."""
        if self._screen.live and self._screen.entered:
            self._table.show()
        elif self._room is not None and (isinstance(typed, Move | ByDie) or typed in _UNDO):
            self._table.tell_status()
        if self._screen.entered:
            self._screen.say(())

    def _tell(self, *lines: str) -> bool:
        self._table.tell(lines)
        return True

    def _refused(self, refused: CommandRefused) -> None:
        self._table.marks = Marks(refused=frozenset(refused.points))
        self._tell(sentence(refused.code, refused.detail, refused.points))

    # --- commands -----------------------------------------------------------------------------------------------------

    async def _obey(self, typed: Typed | Mistake) -> None:
        match typed:
            case Mistake(text):
                self._tell(text)
            case Plain("help"):
                self._tell(*help_lines(self._screen.width))
            case Plain("list"):
                rooms = await self._client.list_rooms()
                self._tell(
                    *[listing_text(room) for room in rooms] or ["No public room is open: `new public` makes one"]
                )
            case ShowRules(code):
                await self._rules(code)
            case New() | Quick() | Join() | Watch():
                await self._go(typed)
            case Bot() if self._room is None:
                await self._go(New(Settings()))
                await self._in_room(typed)
            case Plain("leave"):
                await self._stand_up()
            case _:
                await self._in_room(typed)

    async def _in_room(self, typed: InRoom) -> None:
        if self._room is None:
            self._tell(NO_ROOM)
        else:
            await self._actions.obey(typed)

    async def _rules(self, code: str | None) -> None:
        """Tell what is played here, or in a room that is only looked at."""
        if code is None and self._room is None:
            self._tell("`rules CODE` tells what is played in a room, and `new` takes the default rules: lange-narde")
        elif self._room is not None and code in (None, self._room.code):
            self._tell(*rules_lines(self._room.view))
        elif code is not None:
            room = await self._client.watch(code)
            self._tell(*rules_lines(room.view))
            await self._client.leave(code)

    async def _go(self, typed: New | Quick | Join | Watch) -> None:
        """Enter a room, and take a seat where one is asked for; the rules are told first."""
        if self._playing:
            self._tell(PLAYING)
            return
        match typed:
            case New(settings, seat):
                room = await self._client.create_room(settings, seat)
            case Quick(settings):
                room = await self._client.quick_pair(settings)
            case Join(code) | Watch(code):
                room = await self._client.watch(code)
            case _:
                assert_never(typed)
        await self._enter(room)
        self._tell(*rules_lines(room.view, complete=False))
        if isinstance(typed, Join) and not room.view.you:
            await self._settle(await room.sit(typed.seat))

    async def _stand_up(self) -> None:
        if self._playing:
            self._tell(PLAYING)
        elif self._room is not None:
            if self._room.view.you:
                await self._room.stand_up()
            await self._leave()
            self._tell(NO_ROOM)

    @property
    def _playing(self) -> bool:
        view = self._table.view
        return view is not None and bool(view.you) and view.phase != "waiting" and view.winner is None

    # --- the room -----------------------------------------------------------------------------------------------------

    async def _enter(self, room: Room) -> None:
        if room is self._room:
            return
        await self._leave()
        self._room, self._table = room, Table(self._screen, self._looks, self._now)
        self._actions = Actions(room, self._table, self._settle, self._auto_done)
        self._following = self._group.create_task(self._follow(room))
        await self._settle(Ack(id=""))

    async def _leave(self) -> None:
        if self._room is not None and self._following is not None:
            self._following.cancel()
            code, self._room = self._room.code, None
            self._table = Table(self._screen, self._looks, self._now)
            await self._client.leave(code)

    async def _follow(self, room: Room) -> None:
        async for update in room:
            self._hear(room, update)
            async with self._news:
                self._news.notify_all()
        # The room is no more, or closed to this user; the server has said why.
        self._room, self._table = None, Table(self._screen, self._looks, self._now)
        self._tell(NO_ROOM)

    def _hear(self, room: Room, update: RoomUpdate) -> None:
        if update.online != self._online:
            self._online = update.online
            self._table.note(["back"] if update.online else [LOST])
        self._table.look(update.view, room.graph, update.events)
        if update.said is not None:
            self._table.note([said_text(update.said)])
        if update.error is not None:
            self._table.note([sentence(update.error.code, update.error.detail, update.error.points)])

    async def _settle(self, ack: Ack) -> None:
        """Wait until the user has been shown what an answered command has done."""

        def shown() -> bool:
            view = self._table.view
            return view is not None and view.version >= ack.version

        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), self._news:
                await self._news.wait_for(shown)

    async def _tick(self) -> None:
        while True:
            pause = self._table.tick()
            await asyncio.sleep(pause)


def help_lines(width: int) -> list[str]:
    """What can be typed, in two columns where there is room for them."""
    column = max(len(usage) for usage, _ in HELP) + 2
    if width < column + max(len(what) for _, what in HELP):
        return [line for usage, what in HELP for line in (usage, f"    {what}")]
    return [f"{usage:<{column}}{what}" for usage, what in HELP]
