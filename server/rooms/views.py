"""Who sees what. Everything that leaves the server about a room is made here, from the fold, for one kind of viewer."""

from engine import clock
from engine.game import Game, legal_plays
from engine.match import Match
from engine.position import START, pips
from engine.types import Color
from protocol.ids import PlayerId
from protocol.messages import (
    ClocksView,
    Heartbeat,
    RoomListing,
    SeatView,
    Snapshot,
    StageView,
    StepGraph,
    ViewPhase,
    result,
)
from server.rooms.state import RoomState, Seat


def snapshot(state: RoomState, player: PlayerId, now: int, watchers: int) -> Snapshot:
    """The room as this player, or a watcher of this id, sees it."""
    match = state.match
    game = None if match is None else match.game
    position = START if game is None else game.position
    return Snapshot(
        room=state.code,
        version=state.version,
        at=now,
        settings=state.settings,
        mars=state.rules.mars,
        white=_seat(state.white, now),
        black=_seat(state.black, now),
        you=state.seats_of(player),
        phase="over" if state.closed else _phase(match),
        match=state.matches,
        game=0 if match is None else match.number,
        turn=0 if match is None else match.turn,
        score=(0, 0) if match is None else match.score,
        checkers=position.checkers,
        to_move=None if game is None else game.to_move,
        turns=(0, 0) if game is None else game.turns,
        opening=(None, None) if game is None else game.opening,
        stages=() if game is None else _stages(game),
        last_play=() if game is None else tuple((step.point, step.die) for step in game.last_play),
        last_turn=game is not None and game.last_turn,
        clocks=_clocks(state, now),
        rematch=state.rematch,
        results=() if match is None else tuple(result(r.winner, r.points, r.ending) for r in match.results),
        winner=None if match is None else match.winner,
        watchers=watchers,
        tournament=state.tournament,
        paused=state.paused_at is not None,
    )


def _seat(seat: Seat | None, now: int) -> SeatView | None:
    if seat is None:
        return None
    offline = None if seat.offline_since is None else max(0, now - seat.offline_since)
    return SeatView(player=seat.player, name=seat.name, bot=seat.bot, offline_ms=offline)


def _phase(match: Match | None) -> ViewPhase:
    return "waiting" if match is None or match.game is None else match.game.phase


def _stages(game: Game) -> tuple[StageView, ...]:
    return tuple(
        StageView(
            dice=played.stage.dice,
            steps=tuple((step.point, step.die) for step in played.steps),
            carried=played.carried,
        )
        for played in game.stages
    )


def _clocks(state: RoomState, now: int) -> ClocksView | None:
    match = state.match
    if match is None or not match.control.timed:
        return None
    control, clocks = match.control, match.clocks
    now = now if state.paused_at is None else state.paused_at
    return ClocksView(
        white=clock.remaining(control, clocks, Color.WHITE, now),
        black=clock.remaining(control, clocks, Color.BLACK, now),
        running=clocks.running if state.paused_at is None else None,
        delay=clock.delay_left(control, clocks, now),
    )


def heartbeat(state: RoomState, now: int, watchers: int) -> Heartbeat:
    match = state.match
    position = START if match is None or match.game is None else match.game.position
    return Heartbeat(
        room=state.code,
        version=state.version,
        digest=position.digest,
        turn=0 if match is None else match.turn,
        at=now,
        clocks=_clocks(state, now),
        watchers=watchers,
    )


def stage_on_roll(state: RoomState) -> tuple[int, int] | None:
    """Turn and number of the stage that is being played; None when no dice are on the board."""
    game = None if state.match is None else state.match.game
    return (game.turn, len(game.stages) - 1) if game is not None and game.phase == "play" else None


def step_graph(state: RoomState) -> StepGraph | None:
    """What the player on roll may do with the stage on the board."""
    game = None if state.match is None else state.match.game
    if game is None or game.phase != "play":
        return None
    return StepGraph(
        room=state.code,
        turn=game.turn,
        stage=len(game.stages) - 1,
        dice=game.stages[-1].stage.dice,
        **legal_plays(game).summary._asdict(),
    )


def has_company(state: RoomState) -> bool:
    """A person sits there and is not away."""
    seats = [seat for seat in (state.white, state.black) if seat is not None]
    return any(seat.bot is None and seat.offline_since is None for seat in seats)


def listing(state: RoomState, shown: RoomState, watchers: int) -> RoomListing | None:
    """The line of a public room in the list; None while there is nothing to join or to watch.

    `shown` is what watchers see of it: how the match stands is taken from there.
    """
    settings, match = state.settings, shown.match
    if not settings.public or not has_company(state):
        return None
    open_seat = state.waiting and (state.white, state.black) != (None, None)
    if not open_seat and not (state.running and settings.watchers):
        return None
    position = START if match is None or match.game is None else match.game.position
    return RoomListing(
        room=state.code,
        title=settings.title,
        preset=settings.preset,
        overrides=settings.overrides,
        length=settings.length,
        stake=settings.stake,
        timing=settings.control.timing,
        bank=settings.control.bank,
        extra=settings.control.extra,
        white=None if state.white is None else state.white.name,
        black=None if state.black is None else state.black.name,
        waiting=open_seat,
        watchable=settings.watchers,
        created=state.created,
        watchers=watchers,
        score=(0, 0) if match is None else match.score,
        pips=(pips(position.white), pips(position.black)),
        game=0 if match is None else match.number,
    )
