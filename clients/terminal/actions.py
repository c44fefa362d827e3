"""What a player does in a room, from the typed command to the server's answer."""

from collections.abc import Awaitable, Callable
from itertools import pairwise

from clients.lib.room import Room
from clients.terminal.grammar import Bot, ByDie, Chat, Enter, Hand, Hint, Move, Plain, Resign
from clients.terminal.render import Marks, waited_for
from clients.terminal.table import Table
from clients.terminal.turn import Advice, Place, advice, dice_left, place_in
from engine.types import OFF, Color, Step
from protocol.messages import Ack, Snapshot

InRoom = Bot | Enter | Plain | Move | ByDie | Hint | Resign | Hand | Chat
NO_SEAT = "You are watching: only who has a seat can do this"


class Actions:
    """The commands of one room. A refusal of the server is raised as CommandRefused."""

    def __init__(
        self, room: Room, table: Table, settle: Callable[[Ack], Awaitable[None]], auto_done: bool = False
    ) -> None:
        self._room, self._table, self._settle, self._auto_done = room, table, settle, auto_done
        self._cost: int | None = None  # What resigning costs, as it was shown.

    async def obey(self, typed: InRoom) -> None:
        match typed:
            case Enter():
                await self._next()
            case Plain():
                await self._plain(typed)
            case Move(paths):
                await self._move(paths)
            case ByDie(point, die):
                await self._step(Step(point, die))
                await self._finish_if_wanted()
            case Bot(strength):
                await self._do(self._room.invite_bot(strength))
            case Hint(point):
                self._hint(point)
            case Resign(sure):
                await self._resign(sure)
            case Hand(color):
                await self._hand(color)
            case Chat(text, phrase):
                await self._room.say(text, phrase)

    async def _do(self, command: Awaitable[Ack]) -> None:
        """Wait for the server's answer, and until its effect is on the screen."""
        await self._settle(await command)

    @property
    def _place(self) -> Place | None:
        return place_in(self._room.view, self._room.graph)

    async def _plain(self, typed: Plain) -> None:
        match typed.what:
            case "roll":
                await self._do(self._room.throw())
            case "undo" | "undo all":
                await self._do(self._room.undo(everything=typed.what == "undo all"))
            case "done":
                await self._do(self._room.done())
            case "rematch" | "decline":
                await self._do(self._room.rematch(accept=typed.what == "rematch"))
            case "claim":
                await self._do(self._room.claim_win())
            case "moves":
                self._table.tell(list(self._table.story.plays) or ["Nothing has been played yet"])
            case _:
                self._table.show(again=True)

    async def _next(self) -> None:
        """Enter: the only thing that there is to do, and nothing if there are several."""
        view, me, place = self._room.view, self._table.me, self._place
        if me in waited_for(view) and view.phase in ("opening", "roll"):
            await self._do(self._room.throw())
        elif place is not None and place.complete:
            await self._do(self._room.done())
        else:
            self._table.show(again=True)

    # --- steps --------------------------------------------------------------------------------------------------------

    async def _move(self, paths: tuple[tuple[int, ...], ...]) -> None:
        for path in paths:
            for here, there in pairwise(path):
                if not await self._leg(here, there):
                    return
        await self._finish_if_wanted()

    async def _leg(self, here: int, there: int) -> bool:
        """Bring the checker on `here` to `there`, with several dice if need be."""
        place, view = self._place, self._room.view
        ways = {} if place is None else place.ways(here)
        if there in ways:
            steps = ways[there]
        elif (die := _named_die(view, here, there)) is not None:
            steps = (Step(here, die),)  # Not legal: the server says why.
        else:
            self._no_way(here, there)
            return False
        for step in steps:
            await self._step(step)
        return True

    async def _step(self, step: Step) -> None:
        await self._do(self._room.step(step.point, step.die))

    def _no_way(self, here: int, there: int) -> None:
        lines = [f"{here} cannot go to {there or 'off'}"]
        view, place = self._room.view, self._place
        lines += [] if place is None else advice(view, place, here).lines
        self._mark(Advice(tuple(lines), refused=frozenset({there})))

    async def _finish_if_wanted(self) -> None:
        place = self._place
        if self._auto_done and place is not None and place.complete:
            await self._do(self._room.done())

    def _hint(self, point: int | None) -> None:
        if self._place is None:
            self._table.tell(["There is nothing for you to play now"])
        else:
            self._mark(advice(self._room.view, self._place, point))

    def _mark(self, given: Advice) -> None:
        self._table.marks = Marks(given.selected, given.targets, given.refused)
        self._table.tell(given.lines)

    # --- the rest -----------------------------------------------------------------------------------------------------

    async def _resign(self, sure: bool) -> None:
        view, me = self._room.view, self._table.me
        if me is None:
            self._table.tell([NO_SEAT])
        elif sure and self._cost is not None:
            cost, self._cost = self._cost, None
            await self._do(self._room.resign(cost))
        else:
            self._cost = view.cost[me is Color.BLACK]
            self._table.tell([f"Resigning costs {_points(self._cost)}. `resign yes` does it"])

    async def _hand(self, color: Color | None) -> None:
        me = self._room.view.to_move or Color.WHITE
        await self._do(self._room.hand_over(color or me.other))


def _named_die(view: Snapshot, here: int, there: int) -> int | None:
    """The die that a player means who asks for this single step; None if no die does it."""
    if there == OFF:
        return min((die for die in dice_left(view) if die >= here), default=here) if here <= 6 else None
    return here - there if here - there <= 6 else None


def _points(points: int) -> str:
    return "2 points (mars: you have no checker off)" if points == 2 else f"{points} point"
