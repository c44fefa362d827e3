"""A room as a client knows it: a `Snapshot`, moved on by `Events`. It follows what is said and knows no rules.

PROTOCOL.md, The view, says the same in words.
"""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from engine.events import (
    CascadeContinued,
    ClocksSet,
    DiceCarried,
    DiceThrown,
    GameEnded,
    GameEvent,
    GameStarted,
    MatchEnded,
    OpeningDieThrown,
    PlayEnded,
    RollOffTied,
    RollOffWon,
    Stepped,
    StepUndone,
    TurnBegan,
    TurnHandedOver,
)
from engine.position import START, Checkers
from engine.types import Color, Step
from protocol.events import (
    Event,
    MatchStarted,
    PlayerOffline,
    PlayerOnline,
    RematchDeclined,
    RematchOffered,
    RoomClosed,
    RoomCreated,
    RoomPaused,
    RoomResumed,
    SeatLeft,
    SeatTaken,
)
from protocol.ids import PlayerId
from protocol.messages import ClocksView, Events, SeatView, Snapshot, StageView, result
from protocol.settings import Settings


def apply(view: Snapshot, events: Events, me: PlayerId) -> Snapshot:
    """The room one version later, as the player `me` sees it."""
    view = later(view, events.at)
    for event in events.events:
        view = _apply(view, event, me, events.at)
    return replace(view, version=events.version)


def later(view: Snapshot, at: int) -> Snapshot:
    """The same room at server time `at` (ms): the running clock and the absences have gone on."""
    ms = max(0, at - view.at)
    white, black = _longer_away(view.white, ms), _longer_away(view.black, ms)
    return replace(view, at=at, clocks=_run_down(view.clocks, ms), white=white, black=black)


def _longer_away(seat: SeatView | None, ms: int) -> SeatView | None:
    return seat if seat is None or seat.offline_ms is None else replace(seat, offline_ms=seat.offline_ms + ms)


def _run_down(clocks: ClocksView | None, ms: int) -> ClocksView | None:
    if clocks is None or clocks.running is None:
        return clocks
    delay = max(0, clocks.delay - ms)
    spent = ms - (clocks.delay - delay)
    if clocks.running is Color.WHITE:
        return replace(clocks, delay=delay, white=max(0, clocks.white - spent))
    return replace(clocks, delay=delay, black=max(0, clocks.black - spent))


def _stopped(clocks: ClocksView | None) -> ClocksView | None:
    return None if clocks is None else replace(clocks, running=None)


def _apply(view: Snapshot, event: Event, me: PlayerId, at: int) -> Snapshot:
    match event:
        case RoomCreated():
            return view
        case SeatTaken(color, player, name, bot):
            return _seated(view, color, SeatView(player=player, name=name, bot=bot), me)
        case SeatLeft(color):
            return replace(_seated(view, color, None, me), rematch=None)
        case PlayerOffline(color, since):
            return _with_seat(view, color, lambda seat: replace(seat, offline_ms=max(0, at - since)))
        case PlayerOnline(color):
            return _with_seat(view, color, lambda seat: replace(seat, offline_ms=None))
        case MatchStarted(number):
            return replace(view, match=number, results=(), score=(0, 0), winner=None, rematch=None)
        case RematchOffered(color):
            return replace(view, rematch=color)
        case RematchDeclined():
            return replace(view, rematch=None)
        case RoomPaused():
            return replace(view, paused=True, clocks=_stopped(view.clocks))
        case RoomResumed():
            return replace(view, paused=False)
        case RoomClosed():
            return replace(view, paused=False, phase="over")
        case ClocksSet():
            return replace(view, clocks=_run_down(_clocks(view.settings, event), max(0, at - event.since)))
        case MatchEnded(winner):
            return replace(view, winner=winner)
        case _:
            return _apply_game(view, event)


def _apply_game(view: Snapshot, event: GameEvent | GameStarted) -> Snapshot:
    match event:
        case GameStarted(game, turn):
            return _new_game(view, game, turn)
        case OpeningDieThrown(color, die):
            white, black = view.opening
            return replace(view, opening=(die, black) if color is Color.WHITE else (white, die))
        case RollOffTied(turn):
            return replace(view, opening=(None, None), turn=turn)
        case RollOffWon():
            return view  # the dice of the roll-off say so
        case TurnBegan(turn, color, last):
            return replace(view, turn=turn, to_move=color, phase="roll", stages=(), last_turn=last)
        case DiceThrown(color, dice):
            white, black = view.turns
            turns = (white + 1, black) if color is Color.WHITE else (white, black + 1)
            offer = dice if dice[0] != dice[1] else dice + dice
            return replace(view, phase="play", turns=turns, stages=(StageView(dice=offer),))
        case CascadeContinued(dice=dice):
            return replace(view, stages=(*view.stages, StageView(dice=dice)))
        case DiceCarried(dice=dice):
            return replace(view, phase="play", stages=(StageView(dice=dice, carried=True),))
        case Stepped(point, die):
            return _stepped(view, Step(point, die))
        case StepUndone(point, die):
            return _undone(view, Step(point, die))
        case PlayEnded():
            made = tuple(step for stage in view.stages for step in stage.steps)
            return replace(view, phase="roll", stages=(), last_play=made)
        case TurnHandedOver():
            return replace(view, stages=())
        case GameEnded(winner, points, ending):
            results = (*view.results, result(winner, points, ending))
            return replace(view, phase="over", stages=(), results=results, score=_score(view, winner, points))
        case _:
            assert_never(event)


def _new_game(view: Snapshot, game: int, turn: int) -> Snapshot:
    return replace(
        view,
        phase="opening",
        game=game,
        turn=turn,
        checkers=START.checkers,
        to_move=None,
        turns=(0, 0),
        opening=(None, None),
        stages=(),
        last_play=(),
        last_turn=False,
    )


def _score(view: Snapshot, winner: Color | None, points: int) -> tuple[int, int]:
    white, black = view.score
    return white + points * (winner is Color.WHITE), black + points * (winner is Color.BLACK)


def _clocks(settings: Settings, event: ClocksSet) -> ClocksView:
    """The clocks at the time `event.since`."""
    delayed = settings.control.timing == "delay" and event.running is not None
    delay = settings.control.extra if delayed else 0
    return ClocksView(white=event.white, black=event.black, running=event.running, delay=delay)


def _moved(view: Snapshot, here: int, there: int) -> Checkers:
    """The checkers with one of the player on roll moved from point to point, in either direction."""
    position, color = view.position, view.to_move
    assert color is not None
    return position.with_side(color, position[color] + (1 << 4 * there) - (1 << 4 * here)).checkers


def _stepped(view: Snapshot, step: Step) -> Snapshot:
    stage = view.stages[-1]
    stages = (*view.stages[:-1], replace(stage, steps=(*stage.steps, (step.point, step.die))))
    return replace(view, checkers=_moved(view, step.point, step.target), stages=stages)


def _undone(view: Snapshot, step: Step) -> Snapshot:
    stages = view.stages if view.stages[-1].steps else view.stages[:-1]
    stages = (*stages[:-1], replace(stages[-1], steps=stages[-1].steps[:-1]))
    return replace(view, checkers=_moved(view, step.target, step.point), stages=stages)


def _seated(view: Snapshot, color: Color, seat: SeatView | None, me: PlayerId) -> Snapshot:
    view = replace(view, white=seat) if color is Color.WHITE else replace(view, black=seat)
    seats = ((Color.WHITE, view.white), (Color.BLACK, view.black))
    return replace(view, you=tuple(color for color, seat in seats if seat is not None and seat.player == me))


def _with_seat(view: Snapshot, color: Color, change: Callable[[SeatView], SeatView]) -> Snapshot:
    seat = view.white if color is Color.WHITE else view.black
    if seat is None:
        return view
    return replace(view, white=change(seat)) if color is Color.WHITE else replace(view, black=change(seat))
