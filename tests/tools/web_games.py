"""Games and step graphs for the tests of the web client: `python -m tests.tools.web_games > tests/web/node/games.json`.

Two seeded games as records, with what the engine makes of them: each turn in notation and the digest after it; and some
of the step graphs on the way, with what follows from them.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from engine.commands import GameCommand, MakePlay, Throw
from engine.errors import Problem
from engine.events import GameEnded, GameEvent, GameStarted, PlayEnded
from engine.game import Game, decide, fold, legal_plays
from engine.notation import TurnText, turn_text
from engine.position import count
from engine.rules import Rules
from engine.types import Color, Step
from protocol.codec import event_to_wire
from tests.engine.samples import nodes_of

NODES = 120
"""A double has graphs of hundreds of nodes; the tests need no more than one or two of them."""
EVERY = 9
"""Of so many graphs one is kept, besides those with one result."""


def played(seed: int, rules: Rules) -> dict[str, Any]:
    """One game of two players who do anything that is legal."""
    random, game = Random(seed), Game(rules)
    commits: list[list[dict[str, Any]]] = [[event_to_wire(GameStarted(1, game.turn))]]
    turns: list[dict[str, str]] = []
    graphs: list[dict[str, Any]] = []
    while game.outcome is None:
        color, command = _next(game, random)
        if isinstance(command, MakePlay):
            graphs.append(_graph(game))
        decided = decide(game, color, command, lambda _: random.randrange(6) + 1)
        assert not isinstance(decided, Problem)
        commits.append([event_to_wire(event) for event in decided])
        for event in decided:
            before, game = game, fold(game, event)
            turns += _ended(before, event, game)
    kept = [graph for n, graph in enumerate(graphs) if len(graph["nodes"]) < NODES and (n % EVERY == 0 or graph["one"])]
    return {"commits": commits, "turns": turns, "graphs": kept, "largest": max(graphs, key=lambda g: len(g["nodes"]))}


def _next(game: Game, random: Random) -> tuple[Color, GameCommand]:
    color = game.to_move or (Color.WHITE if game.opening_die(Color.WHITE) is None else Color.BLACK)
    if game.phase != "play":
        return color, Throw(game.turn)
    return color, MakePlay(game.turn, random.choice(list(legal_plays(game).graph.plays())))


def _ended(game: Game, event: GameEvent, after: Game) -> Iterator[dict[str, str]]:
    if isinstance(event, PlayEnded):
        stages = tuple((played.stage.dice, played.steps) for played in game.stages)
        turn = TurnText(event.color, game.stages[0].carried, stages)
        yield {"color": event.color, "text": turn_text(turn), "digest": after.position.digest}
    elif isinstance(event, GameEnded):
        yield {"color": "", "text": "end", "digest": after.position.digest}


def _graph(game: Game) -> dict[str, Any]:
    """A step graph with what the engine says of it: whether all plays have one result, and where a checker may go."""
    stage, graph = game.stages[-1], legal_plays(game).graph
    side, _ = graph.root
    points = [point for point in range(1, 25) if count(side, point)]
    targets = {point: sorted({_end(play, point) for play in _alone(game, point)}) for point in points}
    return {
        "dice": stage.stage.dice,
        "nodes": nodes_of(graph),
        "one": len(legal_plays(game).finals) == 1,
        "targets": {point: ends for point, ends in targets.items() if ends},
    }


def _alone(game: Game, point: int) -> Iterator[tuple[Step, ...]]:
    """Every beginning of a play in which only the checker on this point moves."""
    for play in legal_plays(game).graph.plays():
        place = point
        for number, step in enumerate(play, 1):
            if step.point != place:
                break
            place = step.target
            yield play[:number]


def _end(play: tuple[Step, ...], point: int) -> int:
    return play[-1].target if play else point


if __name__ == "__main__":
    games = {"plain": played(3, Rules()), "gul_bara": played(11, Rules(gul_bara=True))}
    print(json.dumps(games, separators=(",", ":")))
