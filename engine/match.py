"""A match to N points: games one after another, each with a new roll-off, and the clocks that run over them.

The same shape as a game: `decide` gives events or a Problem, `fold` applies one event. `now` is in milliseconds.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import game as games
from engine.clock import Clocks, TimeControl, flag_time, full, press
from engine.dice import DiceSource
from engine.errors import Problem, Reason
from engine.events import ClocksSet, GameEnded, GameEvent, GameStarted, MatchEnded, MatchEvent
from engine.game import Game, GameCommand, Lose
from engine.outcome import Ending, Outcome
from engine.rules import Rules
from engine.types import Color


@dataclass(frozen=True, slots=True)
class Match:
    """A match as far as it has come. `score` is (White, Black) in points, `results` one outcome per game played."""

    rules: Rules
    length: int = 1
    control: TimeControl = TimeControl()
    teaching: bool = False
    number: int = 0
    turn: int = 0
    game: Game | None = None
    clocks: Clocks = Clocks(0, 0)
    results: tuple[Outcome, ...] = ()
    winner: Color | None = None

    @property
    def score(self) -> tuple[int, int]:
        white = sum(result.points for result in self.results if result.winner is Color.WHITE)
        black = sum(result.points for result in self.results if result.winner is Color.BLACK)
        return white, black

    @property
    def flag_time(self) -> int | None:
        """When the running clock falls; None when none runs."""
        return flag_time(self.control, self.clocks)


def start(match: Match, now: int) -> tuple[MatchEvent, ...]:
    """The first game of a match that both players have sat down to."""
    return _started(match, now)


Decided = tuple[MatchEvent, ...] | Problem


def decide(match: Match, color: Color, command: GameCommand, now: int, dice: DiceSource) -> Decided:
    """The events of `color`'s command with what follows for the clocks and the match, or why it is refused."""
    if match.game is None:
        return Problem(Reason.NO_GAME, detail="No game is running.")
    if not isinstance(command, Lose) and _fallen(match, now):
        return Problem(Reason.TIME_OVER, detail="The clock has run out.")
    decided = games.decide(match.game, color, command, dice, match.teaching)
    return decided if isinstance(decided, Problem) else _followed(match, decided, now)


def flag(match: Match, now: int) -> tuple[MatchEvent, ...]:
    """The game is lost for whom the clock has run out; nothing when it has not."""
    running = match.clocks.running
    if match.game is None or running is None or not _fallen(match, now):
        return ()
    decided = games.decide(match.game, running, Lose(Ending.FLAG), _no_dice)
    return () if isinstance(decided, Problem) else _followed(match, decided, now)


def _no_dice(number: int) -> int:
    raise AssertionError(f"nobody throws die {number} here")


def abandon(match: Match, loser: Color, now: int) -> tuple[MatchEvent, ...]:
    """`loser` has left for good: this game and with it the match are lost."""
    if match.game is None or match.winner is not None:
        return ()
    decided = games.decide(match.game, loser, Lose(Ending.ABANDONED), _no_dice)
    assert not isinstance(decided, Problem)
    return _followed(match, decided, now)


def pause(match: Match, away: int, now: int) -> tuple[MatchEvent, ...]:
    """Nobody could play for the last `away` milliseconds: the running clock gets them back."""
    clocks = match.clocks
    if clocks.running is None or away <= 0:
        return ()
    return (ClocksSet(clocks.white, clocks.black, clocks.running, min(clocks.since + away, now)),)


def _fallen(match: Match, now: int) -> bool:
    return match.flag_time is not None and now >= match.flag_time


def _followed(match: Match, decided: tuple[GameEvent, ...], now: int) -> tuple[MatchEvent, ...]:
    """Events of a game with what they mean for the clocks and for the match."""
    after = replay(match, decided)
    ended = next((event for event in decided if isinstance(event, GameEnded)), None)
    events: tuple[MatchEvent, ...] = decided + _clock_events(match, after, now)
    if ended is None:
        return events
    white, black = after.score
    if ended.winner is not None and (max(white, black) >= match.length or ended.ending is Ending.ABANDONED):
        return (*events, MatchEnded(ended.winner, white, black, ended.ending))
    return events + _started(replay(match, events), now)


def _started(match: Match, now: int) -> tuple[MatchEvent, ...]:
    started = GameStarted(match.number + 1, match.turn + 1)
    if match.control == TimeControl():
        return (started,)
    clocks = full(match.control)
    return started, ClocksSet(clocks.white, clocks.black, None, now)


def _clock_events(before: Match, after: Match, now: int) -> tuple[ClocksSet, ...]:
    """A clock is pressed when the turn changes hands; none runs in the roll-off (it is thrown by itself in time)."""
    if before.control == TimeControl() or after.game is None:
        return ()
    running = after.game.to_move if after.game.phase in ("roll", "play") else None
    if running is before.clocks.running and after.turn == before.turn:
        return ()
    clocks = press(before.control, before.clocks, running, now)
    return (ClocksSet(clocks.white, clocks.black, clocks.running, clocks.since),)


def replay(match: Match, events: Iterable[MatchEvent]) -> Match:
    for event in events:
        match = fold(match, event)
    return match


def fold(match: Match, event: MatchEvent) -> Match:
    """The match after one fact."""
    if isinstance(event, GameStarted):
        return replace(match, number=event.game, turn=event.turn, game=Game(match.rules, turn=event.turn))
    if isinstance(event, ClocksSet):
        return replace(match, clocks=Clocks(event.white, event.black, event.running, event.since))
    if isinstance(event, MatchEnded):
        return replace(match, winner=event.winner)
    assert match.game is not None
    game = games.fold(match.game, event)
    results = match.results if game.outcome is None else (*match.results, game.outcome)
    return replace(match, game=game, turn=game.turn, results=results)
