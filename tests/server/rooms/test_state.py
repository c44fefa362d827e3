"""A room is the fold of its log, and knows when it wants to be looked at."""

import pytest

from engine.rules import make_rules
from protocol import commands as c
from protocol import limits
from protocol.codec import decode_commit, encode_commit
from protocol.events import PlayerOffline, PlayerOnline
from protocol.settings import Control, Settings
from server.rooms.decide import Absent, Present, SeatBot
from server.rooms.state import RoomState, fold, fold_events, time_control
from tests.server.builders import ADA, BLACK, BO, CODE, TIMED, WHITE, Log, on_roll, over, seated


def test_stored_commits_fold_to_the_same_room() -> None:
    log = on_roll(TIMED)
    log.do(ADA, c.Step(id="1", room=CODE, turn=2, point=24, die=6))
    log.system(Absent(BLACK))
    again = RoomState(CODE)
    for version, commit in enumerate(log.commits, start=1):
        again = fold(again, version, decode_commit(encode_commit(commit)))
    assert again == log.state
    assert again.version == len(log.commits)


def test_creation_settles_the_rules() -> None:
    state = Log().create(Settings(preset="long-nard", overrides={"mars": 1})).state
    assert state.rules == make_rules("long-nard", mars=1)
    assert (state.version, state.created, state.waiting, state.running) == (1, 1_000_000, True, False)


def test_seats_belong_to_players() -> None:
    state = seated().state
    assert [state.seats_of(who) for who in ("ada", "bo", "cy")] == [(WHITE,), (BLACK,), ()]


def test_absence_is_kept_with_the_seat() -> None:
    state = fold_events(seated().state, (PlayerOffline(BLACK, 7),))
    assert (state.white and state.white.offline_since, state.black and state.black.offline_since) == (None, 7)
    assert fold_events(state, (PlayerOnline(BLACK),)) == seated().state
    assert fold_events(RoomState(CODE), (PlayerOffline(BLACK, 7),)) == RoomState(CODE)


def test_turn_time_begins_with_the_turn() -> None:
    log = seated()
    log.now += 500
    log.do(ADA, c.Throw(id="1", room=CODE, turn=1), 6)
    assert log.state.turn_at == 1_000_000
    log.now += 500
    log.do(BO, c.Throw(id="2", room=CODE, turn=1), 1)
    assert log.state.turn_at == 1_001_000


def test_room_without_clock_has_no_deadline() -> None:
    for log in (Log().create(), seated(), on_roll(), over(on_roll())):
        assert log.state.deadline is None


def test_clock_has_deadlines() -> None:
    log = seated(TIMED)
    assert log.state.deadline == log.now + limits.OPENING_MS
    assert on_roll(TIMED).state.deadline == log.now + 70_000
    assert over(on_roll(TIMED)).state.deadline is None


def due(log: Log) -> int | None:
    return log.state.deadline


def test_quick_room_waits_for_the_bot() -> None:
    log = Log().create(quick=True)
    assert due(log) == log.now + limits.QUICK_BOT_MS
    log.system(Absent(WHITE))
    assert due(log) is None
    log.system(Present(WHITE))
    assert due(log) == log.now + limits.QUICK_BOT_MS
    log.system(SeatBot())
    over(log)
    log.do(ADA, c.StandUp(id="up", room=CODE))
    assert due(log) is None


def test_rematch_counts_turns_on() -> None:
    log = over(on_roll())
    turn = log.state.match.turn if log.state.match else 0
    log.do(ADA, c.Rematch(id="1", room=CODE))
    log.do(BO, c.Rematch(id="2", room=CODE))
    assert log.state.match is not None
    assert (log.state.matches, log.state.match.turn, log.state.match.score) == (2, turn + 1, (0, 0))


@pytest.mark.parametrize("control", [Control(bank=1), Control(timing="delay", bank=9_999), Control(timing="fischer")])
def test_times_that_make_no_game_are_refused(control: Control) -> None:
    with pytest.raises(ValueError, match="bank"):
        time_control(Settings(control=control))
