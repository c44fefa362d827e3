"""A match to N points: games one after another, each with a new roll-off, and the clocks that run over them.

The same shape as a game: `decide` gives events or a Problem, `fold` applies one event. `now` is in milliseconds.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine import game as games
from engine.clock import Clocks, TimeControl, flag_time, full, press
from engine.commands import GameCommand, Lose
from engine.course import Course
from engine.dice import DiceSource
from engine.errors import Problem, Reason
from engine.events import ClocksSet, GameStarted, MatchEnded, MatchEvent
from engine.game import Game, GameCourse
from engine.outcome import Ending, Outcome
from engine.rules import Rules
from engine.types import Color, quick_copies


@quick_copies
class Match(NamedTuple):
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


Decided = tuple[MatchEvent, ...] | Problem
MatchCourse = Course[Match, MatchEvent]


def start(match: Match, now: int) -> tuple[MatchEvent, ...]:
    """The first game of a match that both players have sat down to."""
    course = _course(match)
    _begin(course, now)
    return tuple(course.facts)


def decide(match: Match, color: Color, command: GameCommand, now: int, dice: DiceSource) -> Decided:
    """The events of `color`'s command with what follows for the clocks and the match, or why it is refused."""
    course = run(match, color, command, now, dice)
    return course if isinstance(course, Problem) else tuple(course.facts)


def run(match: Match, color: Color, command: GameCommand, now: int, dice: DiceSource) -> MatchCourse | Problem:
    """The same with the match after these events, which `fold` would give as well."""
    if match.game is None:
        return Problem(Reason.NO_GAME, detail="No game is running.")
    if not isinstance(command, Lose) and _fallen(match, now):
        return Problem(Reason.TIME_OVER, detail="The clock has run out.")
    played = games.run(match.game, color, command, dice, match.teaching)
    return played if isinstance(played, Problem) else _followed(match, played, now)


def flag(match: Match, now: int) -> tuple[MatchEvent, ...]:
    """The game is lost for whom the clock has run out; nothing when it has not."""
    running = match.clocks.running
    if match.game is None or running is None or not _fallen(match, now):
        return ()
    decided = decide(match, running, Lose(Ending.FLAG), now, _no_dice)
    return () if isinstance(decided, Problem) else decided


def _no_dice(number: int) -> int:
    raise AssertionError(f"nobody throws die {number} here")


def abandon(match: Match, loser: Color, now: int) -> tuple[MatchEvent, ...]:
    """`loser` has left for good: this game and with it the match are lost."""
    if match.game is None or match.winner is not None:
        return ()
    decided = decide(match, loser, Lose(Ending.ABANDONED), now, _no_dice)
    assert not isinstance(decided, Problem)
    return decided


def pause(match: Match, away: int, now: int) -> tuple[MatchEvent, ...]:
    """Nobody could play for the last `away` milliseconds: the running clock gets them back."""
    clocks = match.clocks
    if clocks.running is None or away <= 0:
        return ()
    return (ClocksSet(clocks.white, clocks.black, clocks.running, min(clocks.since + away, now)),)


def _fallen(match: Match, now: int) -> bool:
    falls = flag_time(match.control, match.clocks)
    return falls is not None and now >= falls


def _course(match: Match) -> MatchCourse:
    return Course(match, fold)


def _followed(match: Match, played: GameCourse, now: int) -> MatchCourse:
    """What has happened in the game, with what it means for the clocks and for the match."""
    course: MatchCourse = Course(_with_game(match, played.state), fold, [*played.facts])
    _press(course, match, now)
    outcome = played.state.outcome
    if outcome is None:
        return course
    white, black = course.state.score
    abandoned = outcome.ending is Ending.ABANDONED
    if outcome.winner is not None and (max(white, black) >= match.length or abandoned):
        course.happen(MatchEnded(outcome.winner, white, black, outcome.ending))
    else:
        _begin(course, now)
    return course


def _begin(course: MatchCourse, now: int) -> None:
    """The next game."""
    match = course.state
    course.happen(GameStarted(match.number + 1, match.turn + 1))
    if match.control.timed:
        clocks = full(match.control)
        course.happen(ClocksSet(clocks.white, clocks.black, None, now))


def _press(course: MatchCourse, before: Match, now: int) -> None:
    """A clock is pressed when the turn changes hands; none runs in the roll-off (it is thrown by itself in time)."""
    after = course.state
    if not before.control.timed or after.game is None:
        return
    running = after.game.to_move if after.game.phase in ("roll", "play") else None
    if running is before.clocks.running and after.turn == before.turn:
        return
    clocks = press(before.control, before.clocks, running, now)
    course.happen(ClocksSet(clocks.white, clocks.black, clocks.running, clocks.since))


def replay(match: Match, events: Iterable[MatchEvent]) -> Match:
    for event in events:
        match = fold(match, event)
    return match


def fold(match: Match, event: MatchEvent) -> Match:
    """The match after one fact."""
    if isinstance(event, GameStarted):
        return match._replace(number=event.game, turn=event.turn, game=Game(match.rules, turn=event.turn))
    if isinstance(event, ClocksSet):
        return match._replace(clocks=Clocks(event.white, event.black, event.running, event.since))
    if isinstance(event, MatchEnded):
        return match._replace(winner=event.winner)
    assert match.game is not None
    return _with_game(match, games.fold(match.game, event))


def _with_game(match: Match, game: Game) -> Match:
    results = match.results if game.outcome is None else (*match.results, game.outcome)
    return match._replace(game=game, turn=game.turn, results=results)
