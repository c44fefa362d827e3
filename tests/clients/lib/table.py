"""A room as the server keeps it, in memory: commands are judged, facts folded, and views made as in production."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.game import legal_plays
from engine.types import Color
from protocol import commands as c
from protocol.errors import Refusal
from protocol.events import Commit, Event
from protocol.messages import Events, Snapshot, StepGraph
from protocol.settings import Settings
from server.rooms import views
from server.rooms.decide import Actor, Decision, RoomCommand, create, decide, expire
from server.rooms.state import RoomState, fold

CODE = "ABC234"
WHITE, BLACK = Actor("player-white", "Ada"), Actor("player-black", "Bo")


@dataclass
class Table:
    """One room and its log. Time goes on by itself, a little with every commit; the dice come from `luck`."""

    settings: Settings = Settings()
    luck: random.Random = field(default_factory=lambda: random.Random(1))
    state: RoomState = RoomState(CODE)
    now: int = 1_000_000
    log: list[Events] = field(default_factory=list)

    @classmethod
    def opened(cls, settings: Settings = Settings(), seed: int = 1) -> "Table":
        """White has made the room and waits."""
        return cls.opened_by(WHITE, settings, seed)

    @classmethod
    def opened_by(cls, actor: Actor, settings: Settings, seed: int = 1) -> "Table":
        table = cls(settings, random.Random(seed))
        table.commit(create(table.state, actor, settings, (Color.WHITE,), table.now))
        return table

    @classmethod
    def started(cls, settings: Settings = Settings(), seed: int = 1) -> "Table":
        """Both sit, and the roll-off waits for two dice."""
        table = cls.opened(settings, seed)
        assert not isinstance(table.do(BLACK, c.Sit(id="sit", room=CODE)), Refusal)
        return table

    def commit(self, decided: Decision) -> None:
        assert not isinstance(decided, Refusal)
        self.now += self.luck.randint(1, 3_000)
        version = self.state.version + 1
        self.state = fold(self.state, version, Commit(self.now, decided))
        self.log.append(Events(room=CODE, version=version, at=self.now, events=decided))

    def do(self, actor: Actor, command: RoomCommand) -> tuple[Event, ...] | Refusal:
        """Judge a command and keep what it causes."""
        decided = decide(self.state, actor, command, self.now, self._die)
        if not isinstance(decided, Refusal) and decided:
            self.commit(decided)
        return decided

    def _die(self, _number: int) -> int:
        return self.luck.randint(1, 6)

    def view(self, actor: Actor = WHITE) -> Snapshot:
        return views.snapshot(self.state, actor.player, self.now, 0)

    def graph(self, actor: Actor) -> StepGraph | None:
        return views.step_graph(self.state) if self.on_roll == actor else None

    @property
    def on_roll(self) -> Actor | None:
        game = None if self.state.match is None else self.state.match.game
        seat = None if game is None or game.to_move is None else self.state.seat(game.to_move)
        return None if seat is None else Actor(seat.player, seat.name)

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(self) -> Iterator[None]:
        """Play the match to its end, with steps taken back now and then; yields after every version."""
        while self.state.running:
            if expired := expire(self.state, self.now, self._die):
                self.commit(expired)
                yield
                continue
            for actor, command in self._ideas():
                if not isinstance(self.do(actor, command), Refusal):
                    yield
                    break

    def throw(self) -> None:
        """Throw until dice are on the board."""
        while self.view().phase != "play":
            assert any(not isinstance(self.do(actor, self._throw()), Refusal) for actor in (WHITE, BLACK))

    def _throw(self) -> c.Throw:
        return c.Throw(id="t", room=CODE, turn=self.view().turn)

    def _ideas(self) -> Iterator[tuple[Actor, RoomCommand]]:
        """Commands that may be legal now; one of them is."""
        turn, match = self.view().turn, self.state.match
        assert match is not None
        assert match.game is not None
        yield WHITE, self._throw()
        yield BLACK, self._throw()
        if (mover := self.on_roll) is None:
            return
        if self.luck.random() < 0.1:
            yield mover, c.Undo(id="u", room=CODE, turn=turn, all=self.luck.random() < 0.3)
        if self.settings.teaching and self.luck.random() < 0.05:
            yield mover, c.HandOver(id="h", room=CODE, turn=turn, color=self.luck.choice(list(Color)))
        stage = match.game.stages[-1]
        graph = legal_plays(match.game).graph
        node = graph.walk(stage.steps)
        steps = () if node is None else graph.steps(node)
        if steps:
            step = self.luck.choice(steps)
            yield mover, c.Step(id="s", room=CODE, turn=turn, point=step.point, die=step.die)
        yield mover, c.Done(id="d", room=CODE, turn=turn)
