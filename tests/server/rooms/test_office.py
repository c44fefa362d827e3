"""What a tournament does with a room of its own, and what players can no longer do there."""

import pytest

from clients.lib.view import apply
from engine.events import ClocksSet, GameStarted
from engine.types import Color
from protocol import commands as c
from protocol.errors import Code
from protocol.events import Event, MatchStarted, RoomClosed, RoomCreated, RoomPaused, RoomResumed, SeatTaken
from protocol.messages import Events, Snapshot
from protocol.settings import Settings
from protocol.tournament.errors import Wrong
from server.rooms import views
from server.rooms.decide import Expire, GiveBack, RoomCommand, SystemCommand
from server.rooms.office import Begin, CloseRoom, GiveSeat, OfficeCommand, Pause, Resume, create_for_tournament
from tests.server.builders import ADA, BLACK, BO, CODE, CY, TIMED, WHITE, Log

MATCH = "NARDE7/r2t1"


def held(settings: Settings = TIMED) -> Log:
    """Both sit, and the match waits for the tournament."""
    log = Log()
    log.add(create_for_tournament(log.state, MATCH, settings, ADA, BO, log.now))
    return log


def begun(settings: Settings = TIMED) -> Log:
    """Ada has won the roll-off and is to throw."""
    log = held(settings)
    log.system(Begin())
    turn = 1 if log.state.match is None else log.state.match.turn
    log.do(ADA, c.Throw(id="a", room=CODE, turn=turn), 6)
    log.do(BO, c.Throw(id="b", room=CODE, turn=turn), 1)
    return log


def turn_of(log: Log) -> int:
    assert log.state.match is not None
    return log.state.match.turn


def view(log: Log) -> Snapshot:
    return views.snapshot(log.state, ADA.player, log.now, 0)


def test_room_is_made_with_both_seats_and_waits() -> None:
    log = held()
    assert log.commits[0].events == (
        RoomCreated(TIMED, log.now, tournament=MATCH),
        SeatTaken(WHITE, "ada", "Ada"),
        SeatTaken(BLACK, "bo", "Bo"),
    )
    assert (view(log).tournament, view(log).phase, log.state.running) == (MATCH, "waiting", False)
    assert log.state.deadline is None


def test_match_begins_once() -> None:
    log = held()
    assert [type(event) for event in log.system(Begin())] == [MatchStarted, GameStarted, ClocksSet]
    assert log.system(Begin()) == ()


@pytest.mark.parametrize(
    "command",
    [
        c.Sit(id="x", room=CODE),
        c.StandUp(id="x", room=CODE),
        c.InviteBot(id="x", room=CODE),
        c.Rematch(id="x", room=CODE),
        c.ClaimWin(id="x", room=CODE),
    ],
)
def test_seats_are_not_for_players_to_decide(command: RoomCommand) -> None:
    for log in (held(), begun()):
        for actor in (ADA, CY):
            assert log.refused(actor, command).code is Code.TOURNAMENT_ROOM


def test_seat_moves_to_another_device_in_mid_game() -> None:
    log = begun()
    before = view(log)
    assert log.system(GiveSeat(WHITE, CY)) == (SeatTaken(WHITE, "cy", "Cy"),)
    assert log.system(GiveSeat(WHITE, CY)) == ()
    after = views.snapshot(log.state, CY.player, log.now, 0)
    assert after.you == (Color.WHITE,)
    assert (after.position, after.clocks, after.turn) == (before.position, before.clocks, before.turn)
    assert log.refused(ADA, c.Throw(id="t", room=CODE, turn=after.turn)).code is Code.NOT_SEATED
    log.do(CY, c.Resign(id="r", room=CODE, points=2))


def test_pause_stops_the_clock_and_the_play() -> None:
    log = begun()
    log.now += 15_000
    assert log.system(Pause()) == (RoomPaused(log.now),)
    assert log.system(Pause()) == ()
    stood = view(log).clocks
    assert stood is not None
    assert stood.running is None
    log.now += 3_600_000
    assert view(log).clocks == stood
    assert log.state.deadline is None
    assert log.system(Expire()) == log.system(GiveBack(5_000)) == ()
    assert log.refused(ADA, c.Throw(id="t", room=CODE, turn=turn_of(log))).code is Wrong.IS_PAUSED


def test_clock_goes_on_where_it_stood() -> None:
    log = begun()
    log.now += 15_000
    before = view(log).clocks
    log.system(Pause())
    log.now += 3_600_000
    assert [type(event) for event in log.system(Resume())] == [RoomResumed, ClocksSet]
    assert log.system(Resume()) == ()
    assert view(log).clocks == before
    log.do(ADA, c.Resign(id="r", room=CODE, points=2))


def test_game_without_a_clock_pauses_too() -> None:
    log = begun(Settings())
    log.system(Pause())
    assert log.system(Resume()) == (RoomResumed(),)


def test_nothing_is_paused_before_or_after_the_match() -> None:
    log = held()
    assert log.system(Pause()) == log.system(Resume()) == ()
    log.system(CloseRoom())
    assert log.system(Pause()) == ()


def test_closed_room_plays_no_more() -> None:
    log = begun()
    log.now += 15_000
    assert log.system(CloseRoom()) == (ClocksSet(55_000, 60_000, None, log.now), RoomClosed())
    assert log.system(CloseRoom()) == ()
    assert (view(log).phase, log.state.running, log.state.deadline) == ("over", False, None)
    assert log.refused(ADA, c.Throw(id="t", room=CODE, turn=turn_of(log))).code == "game_over"
    waiting = held()
    waiting.system(CloseRoom())
    assert waiting.system(Begin()) == ()


def test_client_sees_all_of_it_as_the_server_does() -> None:
    """The view that follows the events is the snapshot, for the player who loses his seat too."""
    log = begun()
    seen = view(log)
    pausing: list[tuple[SystemCommand | OfficeCommand, int]] = [
        (Pause(), 4_000),
        (Resume(), 9_000),
        (GiveSeat(WHITE, CY), 0),
    ]
    for command, later in [*pausing, (Pause(), 1_000), (CloseRoom(), 500)]:
        log.now += later
        events: tuple[Event, ...] = log.system(command)
        seen = apply(seen, Events(room=CODE, version=log.state.version, at=log.now, events=events), ADA.player)
        assert seen == view(log)
    assert seen.you == ()
