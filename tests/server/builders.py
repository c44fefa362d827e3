"""Tables to play at: the pure fold of one room, and rooms on nodes with people who act at random."""

from dataclasses import dataclass, field
from random import Random

from engine.dice import scripted
from engine.game import Game, open_steps
from engine.types import Color
from protocol import commands as c
from protocol.errors import Refusal
from protocol.events import Commit, Event
from protocol.settings import Control, Settings
from server.rooms import views
from server.rooms.decide import Actor, Decision, RoomCommand, SystemCommand, create, decide, run
from server.rooms.office import OfficeCommand, decide_by_itself
from server.rooms.state import RoomState, fold, fold_events
from tests.server.nodes import Node, Person

WHITE, BLACK = Color.WHITE, Color.BLACK
CODE = "ABCDEF"
ADA, BO, CY = Actor("ada", "Ada"), Actor("bo", "Bo"), Actor("cy", "Cy")
TIMED = Settings(control=Control(timing="delay", bank=60_000, extra=10_000))
CASCADE = Settings(preset="long-nard", overrides={"gul_bara": True, "cascade_from_turn": 1})
"""The winner of the roll-off throws, and already his first double may cascade."""


@dataclass
class Log:
    """A room without a node: every decision is folded at once. `now` stands still until it is moved."""

    state: RoomState = field(default_factory=lambda: RoomState(CODE))
    now: int = 1_000_000
    commits: list[Commit] = field(default_factory=list)

    def create(self, settings: Settings | None = None, *seats: Color, quick: bool = False) -> "Log":
        self.add(create(self.state, ADA, settings or Settings(), seats or (WHITE,), self.now, quick))
        return self

    def do(self, actor: Actor, command: RoomCommand, *dice: int) -> tuple[Event, ...]:
        """The facts of a command that must be accepted; it throws these dice."""
        course = run(self.state, actor, command, self.now, scripted(dice))
        assert not isinstance(course, Refusal), course
        assert course.state == fold_events(self.state, course.facts)
        return self.add(tuple(course.facts))

    def system(self, command: SystemCommand | OfficeCommand, *dice: int) -> tuple[Event, ...]:
        return self.add(decide_by_itself(self.state, command, self.now, scripted(dice)))

    def refused(self, actor: Actor, command: RoomCommand) -> Refusal:
        before = self.state
        decided = decide(self.state, actor, command, self.now, scripted(()))
        assert isinstance(decided, Refusal), decided
        assert self.state == before
        return decided

    def add(self, decided: Decision) -> tuple[Event, ...]:
        """One version more."""
        assert not isinstance(decided, Refusal), decided
        if decided:
            self.commits.append(Commit(self.now, decided))
            self.state = fold(self.state, self.state.version + 1, self.commits[-1])
        return decided


def seated(settings: Settings | None = None) -> Log:
    """Ada on White, Bo on Black; version 2, turn 1: the roll-off."""
    log = Log().create(settings)
    log.do(BO, c.Sit(id="sit", room=CODE))
    return log


def on_roll(settings: Settings | None = None, *dice: int) -> Log:
    """White has won the roll-off by 6 to 1; `dice` are the rest that this takes."""
    log = seated(settings)
    log.do(ADA, c.Throw(id="a", room=CODE, turn=1), 6)
    log.do(BO, c.Throw(id="b", room=CODE, turn=1), 1, *dice)
    return log


def game_of(state: RoomState) -> Game:
    assert state.match is not None
    assert state.match.game is not None
    return state.match.game


def over(log: Log) -> Log:
    """White gives the match up."""
    log.do(ADA, c.Resign(id="resign", room=CODE, points=2))
    return log


# --- on nodes ---------------------------------------------------------------------------------------------------------


async def table(node: Node, settings: Settings | None = None) -> tuple[str, Person, Person]:
    """A room with Ada on White and Bo on Black, both following it."""
    ada, bo = Person("Ada"), Person("Bo")
    code = await node.create(ada, settings)
    await node.follow(ada, code)
    await node.follow(bo, code)
    await node.do(bo, c.Sit(id=node.id(), room=code))
    return code, ada, bo


async def state_of(node: Node, code: str) -> RoomState:
    return (await node.room(code)).state


def next_command(state: RoomState, name: str, random: Random, takebacks: float = 0.1) -> tuple[Color, RoomCommand]:
    """Something legal for whoever is to act, picked at random."""
    game, code = game_of(state), state.code
    if game.phase == "opening":
        color = WHITE if game.opening_die(WHITE) is None else BLACK
        return color, c.Throw(id=name, room=code, turn=game.turn)
    assert game.to_move is not None
    if game.phase != "play":
        return game.to_move, c.Throw(id=name, room=code, turn=game.turn)
    if game.stages[-1].steps and random.random() < takebacks:
        return game.to_move, c.Undo(id=name, room=code, turn=game.turn)
    if not (steps := open_steps(game)):
        return game.to_move, c.Done(id=name, room=code, turn=game.turn)
    step = random.choice(steps)
    return game.to_move, c.Step(id=name, room=code, turn=game.turn, point=step.point, die=step.die)


async def act(node: Node, code: str, people: dict[Color, Person], random: Random) -> None:
    """Whoever is on roll does something legal."""
    color, command = next_command(await state_of(node, code), node.id(), random)
    await node.do(people[color], command)


async def play_on(node: Node, code: str, people: dict[Color, Person], random: Random, acts: int) -> None:
    for _ in range(acts):
        if not (await state_of(node, code)).running:
            return
        await act(node, code, people, random)


async def until_dice_lie(node: Node, code: str, people: dict[Color, Person], random: Random) -> Color:
    """Play until somebody has dice to play; whose turn it is."""
    while views.stage_on_roll(await state_of(node, code)) is None:
        await act(node, code, people, random)
    mover = game_of(await state_of(node, code)).to_move
    assert mover is not None
    return mover
