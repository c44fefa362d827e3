"""How the bot decides, from what any client is sent."""

import logging
import random
from collections.abc import Callable, Iterator
from functools import partial

from clients.lib.connection import CommandRefused
from clients.lib.room import Room
from engine.bot import choose_play
from engine.events import CascadeContinued, DiceCarried, DiceThrown, GameEvent, Stepped
from engine.game import Game, legal_plays, replay
from engine.position import Position
from engine.rules import make_rules
from engine.types import Color, Step
from protocol.commands import Strength
from protocol.messages import Snapshot, StepGraph

log = logging.getLogger(__name__)

WireSteps = tuple[tuple[int, int], ...]
"""(point, die) each."""
Chooser = Callable[[Snapshot, StepGraph], WireSteps]
"""Picks the play of the stage on the board."""


def chooser(strength: Strength, luck: random.Random) -> Chooser:
    """A bot of this strength; only the random one needs luck."""
    return choose_steadily if strength == "steady" else partial(choose_at_random, luck)


def choose_at_random(luck: random.Random, _view: Snapshot, graph: StepGraph) -> WireSteps:
    """Any way through the step graph: needs no rules."""
    steps, node = [], 0
    while edges := graph.nodes[node]:
        point, die, node = luck.choice(edges)
        steps.append((point, die))
    return tuple(steps)


def choose_steadily(view: Snapshot, _graph: StepGraph) -> WireSteps:
    """What the engine's judgement likes best."""
    game = game_of(view)
    plays, current = legal_plays(game), game.stages[-1]
    play = choose_play(current.start, plays.mover, game.rules, current.stage)
    return tuple((step.point, step.die) for step in play)


def game_of(view: Snapshot) -> Game:
    """The game of a view whose dice are on the board, as the engine knows it: this turn is folded again."""
    assert view.to_move is not None
    mover, thrown = view.to_move, not view.stages[0].carried
    white, black = view.turns
    before = (white - (mover is Color.WHITE), black - (mover is Color.BLACK)) if thrown else view.turns
    rules = make_rules(view.settings.preset, **view.settings.overrides)
    start = _before_the_turn(view, mover)
    game = Game(rules, view.turn, start, "roll", view.opening, view.first_mover, mover, before)
    return replay(game, _events(view, mover))


def _events(view: Snapshot, mover: Color) -> Iterator[GameEvent]:
    for number, stage in enumerate(view.stages):
        if stage.carried:
            yield DiceCarried(mover, stage.dice)
        elif number:
            yield CascadeContinued(mover, stage.dice)
        else:
            yield DiceThrown(mover, (stage.dice[0], stage.dice[-1]))
        yield from (Stepped(point, die) for point, die in stage.steps)


def _before_the_turn(view: Snapshot, mover: Color) -> Position:
    """The position with the steps of this turn taken back."""
    position = view.position
    side = position[mover]
    for stage in view.stages:
        for point, die in stage.steps:
            side += (1 << 4 * point) - (1 << 4 * Step(point, die).target)
    return position.with_side(mover, side)


async def play_match(room: Room, choose: Chooser) -> Color | None:
    """Play until the match is over and return its winner; None when the seat or the room is gone."""
    while (view := room.view).winner is None and view.you:
        try:
            await _act(room, choose)
        except CommandRefused as refused:
            # Another program of the same player was faster, or the game ended meanwhile: the next update tells.
            log.info("room %s: %s", room.code, refused)
        if await anext(room, None) is None:
            return None
    return view.winner


async def _act(room: Room, choose: Chooser) -> None:
    """Send what the bot has to do now, if anything."""
    view, me = room.view, room.view.you[0]
    if room.graph is not None and view.stages[-1].steps:
        await room.undo(everything=True)
    elif room.graph is not None:
        steps = choose(view, room.graph)
        await (room.play(steps) if steps else room.done())
    elif is_to_throw(view, me):
        await room.throw()


def is_to_throw(view: Snapshot, me: Color) -> bool:
    """An opening die or the dice are this player's to throw."""
    if view.phase == "opening":
        return view.opening[me is Color.BLACK] is None
    return view.phase == "roll" and view.to_move is me


async def next_match(room: Room) -> bool:
    """Offer a rematch, or accept the opponent's, and wait until it begins; False when he does not want one."""
    await room.rematch()
    while (view := room.view).winner is not None:
        if view.rematch is None or await anext(room, None) is None:
            return False
    return True
