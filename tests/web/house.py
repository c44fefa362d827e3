"""A server in this process: a test chooses its dice, and lays out positions that would take a whole game to reach."""

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, count
from pathlib import Path
from random import Random

from engine.bot import choose_play
from engine.game import Game, legal_plays
from engine.moves import LegalPlays, throw_stage
from engine.position import count as checkers_on
from engine.types import HEAD, HOME, Color, Die
from protocol import commands as c
from protocol.errors import Refusal
from protocol.ids import player_id, secret_of
from protocol.settings import Settings
from server.app import running
from server.config import Config
from server.rooms.decide import Actor, RoomCommand
from server.rooms.service import Rooms
from server.rooms.state import RoomState
from server.store.embedded import embedded

WHITE, BLACK = Color.WHITE, Color.BLACK
GUL_BARA = Settings(preset="long-nard", overrides={"gul_bara": True, "cascade_from_turn": 1})
FRESH = Settings(preset="long-nard")
"""The winner of the roll-off throws two new dice, so that already the first throw can be a double."""
Condition = Callable[[Game], bool]


@dataclass
class Dice:
    """The dice of the whole server: first those that a test lays down, then others by a seed."""

    laid: deque[Die] = field(default_factory=deque)
    random: Random = field(default_factory=lambda: Random(1))

    def __call__(self, _number: int) -> Die:
        return self.laid.popleft() if self.laid else self.random.randint(1, 6)

    def lay(self, *dice: Die) -> None:
        self.laid = deque(dice)

    def reset(self) -> None:
        self.laid.clear()
        self.random.seed(1)


@dataclass(frozen=True)
class Person:
    """Somebody with a token of his own; a browser that has the token is the same person."""

    name: str
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    @property
    def actor(self) -> Actor:
        return Actor(player_id(secret_of(self.token)), self.name)


@dataclass
class Scene:
    """A room and the people on its seats. Whatever is done here is done at once, past every browser."""

    house: "House"
    code: str
    people: dict[Color, Person]
    ids: Iterator[int] = field(default_factory=lambda: count(1))

    async def state(self) -> RoomState:
        room = await self.house.rooms.room(self.code)
        assert room is not None
        return room.state

    async def game(self) -> Game:
        state = await self.state()
        assert state.match is not None
        assert state.match.game is not None
        return state.match.game

    async def do(self, color: Color, command: Callable[[str, str, int], RoomCommand]) -> None:
        """Let somebody do what `command(name, room, turn)` makes; it must be accepted."""
        state = await self.state()
        turn = 0 if state.match is None else state.match.turn
        done = await self.house.rooms.execute(
            self.code, self.people[color].actor, command(f"scene-{next(self.ids)}", self.code, turn)
        )
        assert not isinstance(done, Refusal), done

    async def sit(self, color: Color) -> None:
        await self.do(color, lambda name, room, _turn: c.Sit(id=name, room=room, seat=color))

    async def resign(self, color: Color) -> None:
        cost = (await self.game()).cost(color)
        await self.do(color, lambda name, room, _turn: c.Resign(id=name, room=room, points=cost))

    async def throw(self, color: Color, *dice: Die) -> None:
        """Let somebody throw these dice, or any."""
        if dice:
            self.house.dice.lay(*dice)
        await self.do(color, lambda name, room, turn: c.Throw(id=name, room=room, turn=turn))

    async def play(self, *steps: tuple[int, int]) -> None:
        """Whoever is on roll makes these steps, or those the house bot likes, and ends the turn."""
        game = await self.game()
        assert game.to_move is not None
        made = steps or likely(game)
        await self.do(game.to_move, lambda name, room, turn: c.Play(id=name, room=room, turn=turn, steps=made))

    async def roll_off(self, white: Die = 6, black: Die = 1, *then: Die) -> None:
        """Both throw their opening dice; `then` are the dice of the throws that follow at once."""
        await self.throw(WHITE, white, black, *then)
        await self.throw(BLACK)

    async def step(self, point: int, die: Die) -> None:
        """Whoever is on roll makes one step of his turn."""
        color = (await self.game()).to_move
        assert color is not None
        await self.do(color, lambda name, room, turn: c.Step(id=name, room=room, turn=turn, point=point, die=die))

    async def changed(self, condition: Condition) -> None:
        """Wait until somebody has brought the game to be so."""
        news = asyncio.Event()
        self.house.rooms.on_change.append(lambda _room: news.set())
        try:
            while not condition(await self.game()):
                news.clear()
                await news.wait()
        finally:
            self.house.rooms.on_change.pop()

    async def act(self) -> None:
        """Whoever is to act does something sensible."""
        game = await self.game()
        if game.phase == "opening":
            await self.throw(WHITE if game.opening_die(WHITE) is None else BLACK)
        elif game.phase == "roll":
            assert game.to_move is not None
            await self.throw(game.to_move)
        else:
            await self.play()

    async def until(self, condition: Condition) -> Game | None:
        """Play on until the game is so; None when it ends before."""
        while (await self.state()).running:
            if condition(game := await self.game()):
                return game
            await self.act()
        return None


def likely(game: Game) -> tuple[tuple[int, int], ...]:
    assert game.to_move is not None
    current = game.stages[-1]
    if current.steps:
        return next(iter(rest_of(game)))
    play = choose_play(current.start, game.to_move, game.rules, current.stage)
    return tuple((step.point, step.die) for step in play)


def rest_of(game: Game) -> Iterator[tuple[tuple[int, int], ...]]:
    """The ways to end a stage that has been begun."""
    graph = legal_plays(game).graph
    node = graph.walk(game.stages[-1].steps)
    assert node is not None
    return (tuple((step.point, step.die) for step in play) for play in graph.plays(node))


# --- what a game may be waiting for -----------------------------------------------------------------------------------


def on_roll(color: Color) -> Condition:
    return lambda game: game.phase == "roll" and game.to_move is color


def usable(game: Game, one: Die, other: Die) -> LegalPlays:
    """The plays of whoever is on roll, if the next throw is this one."""
    assert game.to_move is not None
    stage = throw_stage(game.rules, (one, other), game.turns_of(game.to_move) + 1, game.to_move is game.first_mover)
    return LegalPlays(game.position, game.to_move, game.rules, stage)


def throw_with(game: Game, good: Callable[[LegalPlays], bool]) -> tuple[Die, Die] | None:
    """A throw for which the plays are so, if there is one."""
    throws = combinations_with_replacement(range(1, 7), 2)
    return next((throw for throw in throws if good(usable(game, *throw))), None)


def stuck(plays: LegalPlays) -> bool:
    return plays.dice_used == 0


def stuck_by_two(plays: LegalPlays) -> bool:
    """Neither of two different dice can be used."""
    return stuck(plays) and len(plays.stage.dice) == 2


def may_throw(color: Color, good: Callable[[LegalPlays], bool]) -> Condition:
    """This player is on roll, and some throw would be good."""
    return lambda game: on_roll(color)(game) and throw_with(game, good) is not None


def all_home(color: Color) -> Condition:
    """This player is on roll and bears off, with some checkers left."""

    def ready(game: Game) -> bool:
        side = game.position[color]
        return on_roll(color)(game) and not any(checkers_on(side, point) for point in range(HOME + 1, HEAD + 1))

    return ready


# --- the server -------------------------------------------------------------------------------------------------------


@dataclass
class House:
    """The server. Its dice belong to whoever throws next, so one test at a time plays here."""

    port: int
    rooms: Rooms
    dice: Dice

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def room(
        self, settings: Settings | None = None, *seats: Color, names: tuple[str, str] = ("Ada", "Bo")
    ) -> Scene:
        """A new room. Ada sits on White and Bo on Black, or only those of `seats`."""
        ada, bo = map(Person, names)
        scene = Scene(self, "", {WHITE: ada, BLACK: bo})
        first = scene.people[(seats or (WHITE,))[0]]
        command = c.CreateRoom(id="scene", settings=settings or Settings())
        made = await self.rooms.create(first.actor, secret_of(first.token), command, (seats or (WHITE,))[:1])
        assert isinstance(made, str), made
        scene.code = made
        for color in (seats or (WHITE, BLACK))[1:]:
            await scene.sit(color)
        return scene

    async def reach(self, condition: Condition, settings: Settings | None = None) -> tuple[Scene, Game]:
        """A room in which a game has come so far; games are tried until one does."""
        for seed in range(50):
            self.dice.random.seed(seed)
            scene = await self.room(settings)
            await scene.roll_off()
            if game := await scene.until(condition):
                return scene, game
        raise AssertionError("no game comes so far")


@asynccontextmanager
async def house(data_dir: Path) -> AsyncIterator[House]:
    dice = Dice()
    async with (
        embedded(data_dir, "everysec") as url,
        running(Config(host="127.0.0.1", port=0, data_dir=data_dir), url, dice) as server,
    ):
        yield House(server.port, server.rooms, dice)
