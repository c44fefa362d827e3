"""What a load player does next: anything legal, picked at random from the step graph that the server has sent."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from clients.load.board import Board
from engine.types import Color
from protocol import commands as c
from protocol.commands import AnyCommand
from protocol.graph import Ways
from protocol.messages import StepGraph


@dataclass(slots=True)
class Player:
    """One seat. `by_step`: make each step by itself as people do, instead of whole plays."""

    room: str
    color: Color
    board: Board
    luck: Random
    next_id: Callable[[], str]
    by_step: bool = False
    _stage: tuple[int, int] | None = None
    _steps: list[tuple[int, int]] = field(default_factory=list)

    def command(self, again: bool) -> AnyCommand | None:
        """What this player has to do now, if anything; `again`: play another match when this one is over."""
        board = self.board
        if board.over:
            return self._rematch() if again else None
        if board.phase == "play" and board.to_move is self.color and board.graph is not None:
            return self._play(board.graph)
        if self._is_to_throw():
            return c.Throw(id=self.next_id(), room=self.room, turn=board.turn)
        return None

    def done(self, command: AnyCommand) -> None:
        """A command is acknowledged."""
        if isinstance(command, c.Step):
            self._steps = self._steps[1:]

    def _is_to_throw(self) -> bool:
        board = self.board
        if board.phase == "opening":
            # One after the other: a room has one command under way.
            return self.color not in board.opening and (self.color is Color.WHITE or Color.WHITE in board.opening)
        return board.phase == "roll" and board.to_move is self.color

    def _play(self, graph: StepGraph) -> AnyCommand:
        if self._stage != (graph.turn, graph.stage):
            self._stage, self._steps = (graph.turn, graph.stage), self._choose(graph)
        if not self._steps:
            return c.Done(id=self.next_id(), room=self.room, turn=graph.turn)
        if not self.by_step:
            return c.Play(id=self.next_id(), room=self.room, turn=graph.turn, steps=tuple(self._steps))
        point, die = self._steps[0]
        return c.Step(id=self.next_id(), room=self.room, turn=graph.turn, point=point, die=die)

    def _choose(self, graph: StepGraph) -> list[tuple[int, int]]:
        """Steps that are possible one after the other, until they happen to be a complete play: nearly always at once,
        and far cheaper than to know before."""
        ways = Ways(graph.dice, graph.summary)
        while True:
            steps, node = list[tuple[int, int]](), ways.start
            while not ways.complete(node) and (possible := ways.possible(node)):
                step, node = possible[int(self.luck.random() * len(possible))]
                steps.append(step)
            if ways.complete(node):
                return steps

    def _rematch(self) -> AnyCommand | None:
        """White offers, Black accepts."""
        if (self.color is Color.WHITE) == (self.board.rematch is None):
            return c.Rematch(id=self.next_id(), room=self.room)
        return None
