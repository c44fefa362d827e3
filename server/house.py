"""The house bot: it sits like anybody else and sends ordinary commands, after a pause that a person can follow."""

import asyncio

from engine.bot import choose_play, choose_random
from engine.game import Game, legal_plays
from engine.types import BLACK, WHITE, Color
from protocol import commands as c
from protocol.errors import Code, Refusal
from server.luck import pick
from server.rooms.decide import Actor, PlayCommand, bot_player
from server.rooms.feed import Room
from server.rooms.service import Rooms
from server.rooms.state import RoomState, Seat

PAUSE_MS = 700
RETRY_MS = 2_000


class House:
    """Watches the rooms of this node and moves for the bots in them."""

    def __init__(self, rooms: Rooms, pause_ms: int = PAUSE_MS) -> None:
        self.rooms, self.pause_ms = rooms, pause_ms
        self._thinking: set[str] = set()
        rooms.on_change.append(self.consider)

    def consider(self, room: Room) -> None:
        """Start a turn of the bot if it is on roll here."""
        code = room.state.code
        if code not in self._thinking and _bot_to_act(room.state) is not None:
            self._thinking.add(code)
            self.rooms.spawn(self._act(code))

    async def _act(self, code: str) -> None:
        """One command after another for as long as the bot is to act; if it gives up, the next change asks again."""
        try:
            while (room := await self.rooms.room(code)) and (color := _bot_to_act(room.state)) is not None:
                await asyncio.sleep(self.pause_ms / 1000)
                state = room.state
                command = await asyncio.to_thread(_command, state, color)
                if command is None:
                    continue
                seat = state.seat(color)
                actor = Actor(bot_player(seat.bot if seat and seat.bot else "steady"), "House bot")
                done = await self.rooms.execute(code, actor, command)
                if isinstance(done, Refusal):
                    if done.code is Code.UNAVAILABLE:
                        await asyncio.sleep(RETRY_MS / 1000)
                    elif room.state is state:
                        return
        finally:
            self._thinking.discard(code)


def _bot_to_act(state: RoomState) -> Color | None:
    """The colour for which the house bot has something to do."""
    for color, seat in ((WHITE, state.white), (BLACK, state.black)):
        if seat is not None and seat.bot is not None and _has_to_act(state, color):
            return color
    return None


def _has_to_act(state: RoomState, color: Color) -> bool:
    if state.match is None or state.match.game is None:
        return False
    if not state.running:
        return state.rematch is color.other
    game = state.match.game
    return game.opening_die(color) is None if game.phase == "opening" else game.to_move is color


def _command(state: RoomState, color: Color) -> PlayCommand | c.Rematch | None:
    """What the bot does now. Its id names the version it saw, so that two nodes cannot both move for it."""
    if not _has_to_act(state, color) or state.match is None or state.match.game is None:
        return None
    game, seat = state.match.game, state.seat(color)
    assert seat is not None
    name, room = str(state.version), state.code
    if not state.running:
        return c.Rematch(id=name, room=room)
    if game.phase != "play":
        return c.Throw(id=name, room=room, turn=game.turn)
    return c.Play(id=name, room=room, turn=game.turn, steps=_steps(game, seat))


def _steps(game: Game, seat: Seat) -> tuple[tuple[int, int], ...]:
    plays = legal_plays(game)
    current = game.stages[-1]
    play = (
        choose_random(plays, pick)
        if seat.bot == "random"
        else choose_play(current.start, plays.mover, game.rules, current.stage)
    )
    return tuple((step.point, step.die) for step in play)
