"""What a load client remembers of a room: enough to play by the rules and to check the position, and no more.

`clients.lib.view` keeps the whole room and costs ten times as much; here it is the server that shall be busy.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.events import (
    CascadeContinued,
    DiceCarried,
    DiceThrown,
    GameEnded,
    GameStarted,
    MatchEnded,
    OpeningDieThrown,
    PlayEnded,
    RollOffTied,
    Stepped,
    StepUndone,
    TurnBegan,
)
from engine.position import START_SIDE, Position, Side
from engine.types import Color, Step
from protocol.events import Event, MatchStarted, RematchDeclined, RematchOffered
from protocol.messages import Events, Snapshot, StepGraph, ViewPhase


def _start() -> dict[Color, Side]:
    return dict.fromkeys(Color, START_SIDE)


@dataclass(slots=True)
class Board:
    """One room at `version`. `opening`: who has thrown his opening die; `plays` and `games` count what has ended."""

    version: int = 0
    turn: int = 0
    phase: ViewPhase = "waiting"
    to_move: Color | None = None
    opening: set[Color] = field(default_factory=set)
    sides: dict[Color, Side] = field(default_factory=_start)
    over: bool = False
    rematch: Color | None = None
    graph: StepGraph | None = None
    plays: int = 0
    games: int = 0

    @property
    def digest(self) -> str:
        return Position(self.sides[Color.WHITE], self.sides[Color.BLACK]).digest

    def show(self, view: Snapshot) -> None:
        """The room as a snapshot has it."""
        position = view.position
        self.version, self.turn, self.phase, self.to_move = view.version, view.turn, view.phase, view.to_move
        self.opening = {color for color, die in zip(Color, view.opening, strict=True) if die is not None}
        self.sides = {color: position[color] for color in Color}
        self.over, self.rematch, self.graph = view.winner is not None, view.rematch, None

    def advance(self, news: Events) -> bool:
        """One version further; False when versions are missing. Versions already known are passed over."""
        if news.version <= self.version:
            return True
        if news.version > self.version + 1:
            return False
        self.version = news.version
        self._fold(news.events)
        return True

    def _fold(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case Stepped(point, die):
                    self._move(point, Step(point, die).target)
                case StepUndone(point, die):
                    self._move(Step(point, die).target, point)
                case DiceThrown() | CascadeContinued() | DiceCarried():
                    self.phase, self.graph = "play", None
                case PlayEnded():
                    self.phase, self.graph = "roll", None
                    self.plays += 1
                case TurnBegan(turn, color):
                    self.phase, self.turn, self.to_move = "roll", turn, color
                case _:
                    self._fold_rare(event)

    def _fold_rare(self, event: Event) -> None:
        match event:
            case OpeningDieThrown(color):
                self.opening.add(color)
            case RollOffTied(turn):
                self.turn = turn
                self.opening.clear()
            case GameStarted(turn=turn):
                self.phase, self.turn, self.to_move, self.sides = "opening", turn, None, _start()
                self.opening.clear()
            case GameEnded():
                self.phase, self.graph = "over", None
                self.games += 1
            case MatchEnded():
                self.over = True
            case MatchStarted():
                self.over, self.rematch = False, None
            case RematchOffered(color):
                self.rematch = color
            case RematchDeclined():
                self.rematch = None

    def _move(self, here: int, there: int) -> None:
        assert self.to_move is not None
        self.sides[self.to_move] += (1 << 4 * there) - (1 << 4 * here)
