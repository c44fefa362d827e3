"""A tournament that is played by itself: commands, chance results, and the log that they leave."""

from dataclasses import replace
from random import Random

from protocol.settings import Settings
from protocol.tournament import acts as c
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Config, Event
from server.tournaments.commands import Command, RecordGame
from server.tournaments.decide import Actor, create, decide
from server.tournaments.problems import Problem
from server.tournaments.state import KNOCK_OUTS, Match, TournamentState, fold_events

DIRECTOR, SERVER = Actor("director"), Actor("server")


def fitting(config: Config) -> Config:
    """Without a cut where a format has none."""
    return replace(config, cut=0) if config.format in KNOCK_OUTS else config


class Evening:
    """`log` are all facts so far; `state` is their fold."""

    def __init__(self, config: Config, players: int, random: Random) -> None:
        self.random = random
        self.log: list[Event] = []
        self.state = TournamentState("TEST01")
        self._note(create(config, 0))
        for number in range(1, players + 1):
            self.does(c.Register(f"Player {number}"))
            self.does(c.CheckIn(f"p{number}"))

    def does(self, command: Command, actor: Actor = DIRECTOR, now: int = 0) -> None:
        """Something that is not refused."""
        self._note(decide(self.state, actor, command, now))

    def _note(self, decided: tuple[Event, ...] | Problem) -> None:
        assert not isinstance(decided, Problem), decided
        self.state = fold_events(self.state, decided)
        self.log += decided

    def asks(self, command: Command, actor: Actor = DIRECTOR, now: int = 0) -> Problem | None:
        """Something that may be refused, which changes nothing."""
        decided = decide(self.state, actor, command, now)
        if isinstance(decided, Problem):
            return decided
        self._note(decided)
        return None

    def play(self, match: Match, winner: str | None = None) -> None:
        """The match to its end, game by game."""
        won = winner or self.random.choice(match.players)
        while (open_ := self.state.match(match.id)) is not None and open_.result is None:
            game = len(open_.games) + 1
            last = won if winner or self.random.random() < 0.5 else match.opponent(won)
            self.does(RecordGame(match.id, game, last, self.random.choice([1, 1, 2])), SERVER)

    def play_round(self) -> bool:
        """The next round from pairing to close; False when there is none."""
        number = len(self.state.rounds) + 1
        problem = self.asks(c.PairRound(number))
        if problem is not None and problem.code is Wrong.REPEATS:
            problem = self.asks(c.PairRound(number, anyway=True))
        if problem is not None:
            assert problem.code in (Wrong.NO_MORE_ROUNDS, Wrong.NOT_ENOUGH_PLAYERS)
            return False
        self.does(c.StartRound(number))
        for match in self.state.rounds[-1].open_matches:
            self.play(match)
        assert self.state.rounds[-1].closed
        return True

    def play_all(self) -> None:
        """To the end; nothing goes on for ever."""
        self.does(c.Start(self.random.getrandbits(32)))
        for _ in range(60):
            if not self.play_round():
                return
        raise AssertionError("no end")


def to(length: int) -> Settings:
    return Settings(length=length)
