"""What each viewer is shown of a room."""

from protocol import commands as c
from protocol.messages import ClocksView, RoomListing, SeatView, Snapshot, StageView
from protocol.settings import Settings
from server.rooms import views
from server.rooms.decide import Absent, SeatBot
from server.rooms.state import RoomState
from tests.server.builders import ADA, BLACK, BO, CASCADE, CODE, TIMED, WHITE, Log, on_roll, over, seated

PUBLIC = Settings(public=True, title="Friday", length=3)


def shown(log: Log, player: str = "ada") -> Snapshot:
    return views.snapshot(log.state, player, log.now, watchers=0)


def listed(state: RoomState) -> RoomListing | None:
    return views.listing(state, state, watchers=0)


def test_empty_room_is_waiting() -> None:
    view = shown(Log().create())
    assert (view.phase, view.version, view.match, view.game, view.turn) == ("waiting", 1, 0, 0, 0)
    assert (view.white, view.black, view.you) == (SeatView(player="ada", name="Ada"), None, (WHITE,))
    assert (view.checkers, view.position.digest) == (((24,) * 15, (24,) * 15), "8a17eb5e")


def test_everybody_sees_his_own_seats() -> None:
    log = seated()
    assert [shown(log, player).you for player in ("ada", "bo", "cy")] == [(WHITE,), (BLACK,), ()]


def test_half_made_turn_is_shown() -> None:
    log = on_roll()
    log.do(ADA, c.Step(id="1", room=CODE, turn=2, point=24, die=6))
    view = shown(log)
    assert (view.phase, view.to_move, view.first_mover, view.opening) == ("play", WHITE, WHITE, (6, 1))
    assert view.stages == (StageView(dice=(6, 1), steps=((24, 6),)),)
    assert (view.checkers, view.turns, view.cost) == (((24,) * 14 + (18,), (24,) * 15), (1, 0), (2, 2))


def test_clocks_are_what_is_left() -> None:
    log = on_roll(TIMED)
    assert shown(log).clocks == ClocksView(white=60_000, black=60_000, running=WHITE, delay=10_000)
    log.now += 12_000
    assert shown(log).clocks == ClocksView(white=58_000, black=60_000, running=WHITE, delay=0)
    assert shown(seated()).clocks is None


def test_absence_is_shown_as_a_length() -> None:
    log = seated()
    log.system(Absent(BLACK))
    log.now += 700
    assert shown(log).black == SeatView(player="bo", name="Bo", offline_ms=700)


def test_result_is_shown() -> None:
    view = shown(over(seated()))
    assert (view.phase, view.winner, view.score, view.results) == ("over", BLACK, (0, 2), (-12,))


def test_heartbeat_agrees_with_the_snapshot() -> None:
    log = on_roll(TIMED)
    view, beat = shown(log), views.heartbeat(log.state, log.now, 3)
    assert (beat.version, beat.turn, beat.clocks) == (view.version, view.turn, view.clocks)
    assert beat.digest == view.position.digest
    assert beat.watchers == 3


def test_graph_belongs_to_the_stage_on_the_board() -> None:
    log = on_roll(CASCADE)
    assert views.step_graph(log.state) is None
    assert views.stage_on_roll(log.state) is None
    log.do(ADA, c.Throw(id="1", room=CODE, turn=2), 1, 1)
    for point in (24, 23, 22, 21):
        graph = views.step_graph(log.state)
        assert graph is not None
        assert (graph.stage, graph.dice) == (0, (1, 1, 1, 1))
        log.do(ADA, c.Step(id=str(point), room=CODE, turn=2, point=point, die=1))
    graph = views.step_graph(log.state)
    assert graph is not None
    assert (graph.stage, graph.dice, graph.turn) == (1, (2, 2, 2, 2), 2)
    assert views.stage_on_roll(log.state) == (2, 1)


def test_listing_shows_who_waits() -> None:
    line = listed(Log().create(PUBLIC).state)
    assert line is not None
    assert (line.room, line.title, line.white, line.black) == (CODE, "Friday", "Ada", None)
    assert (line.waiting, line.watchable, line.length) == (True, True, 3)


def test_running_match_is_listed_for_watchers() -> None:
    line = listed(seated(PUBLIC).state)
    assert line is not None
    assert (line.waiting, line.black) == (False, "Bo")
    assert listed(seated(Settings(public=True, watchers=False)).state) is None


def test_room_without_company_is_not_listed() -> None:
    unlisted: list[RoomState] = [Log().create().state, over(seated(Settings(public=True))).state]
    log = Log().create(PUBLIC)
    log.system(Absent(WHITE))
    unlisted.append(log.state)
    log = Log().create(PUBLIC)
    log.system(SeatBot())
    log.system(Absent(WHITE))
    unlisted.append(log.state)
    log = Log().create(PUBLIC)
    log.do(ADA, c.StandUp(id="up", room=CODE))
    unlisted.append(log.state)
    assert [listed(state) for state in unlisted] == [None] * 5


def test_absent_player_is_enough_company_with_another() -> None:
    log = seated(PUBLIC)
    log.system(Absent(WHITE))
    assert listed(log.state) is not None
    log.do(BO, c.Resign(id="1", room=CODE, points=2))
    log.system(Absent(BLACK))
    assert listed(log.state) is None


def test_listing_shows_how_the_match_stands() -> None:
    log = on_roll(PUBLIC, 5, 4)
    before = log.state
    log.do(ADA, c.Step(id="1", room=CODE, turn=2, point=24, die=6))
    line = views.listing(log.state, log.state, watchers=7)
    assert line is not None
    assert (line.watchers, line.score, line.pips, line.game) == (7, (0, 0), (354, 360), 1)
    behind = views.listing(log.state, before, watchers=7)
    assert behind is not None
    assert behind.pips == (360, 360)
    log.do(ADA, c.Resign(id="2", room=CODE, points=2))
    line = listed(log.state)
    assert line is not None
    assert (line.score, line.pips, line.game) == ((0, 2), (360, 360), 2)
