"""What each command does to a room, and when it is refused."""

import pytest

from engine.errors import Reason
from engine.events import ClocksSet, DiceThrown, GameEnded, GameStarted, MatchEnded, OpeningDieThrown, TurnHandedOver
from engine.outcome import Ending
from protocol import commands as c
from protocol import limits
from protocol.errors import Code, Refusal
from protocol.events import (
    MatchStarted,
    PlayerOffline,
    PlayerOnline,
    RematchDeclined,
    RematchOffered,
    RoomCreated,
    SeatLeft,
    SeatTaken,
)
from protocol.settings import Control, Settings
from server.rooms.decide import (
    Absent,
    Expire,
    GiveBack,
    Present,
    RoomCommand,
    SeatBot,
    SystemCommand,
    bot_player,
    check,
    create,
)
from server.rooms.state import RoomState
from tests.server.builders import (
    ADA,
    BLACK,
    BO,
    CASCADE,
    CODE,
    CY,
    TIMED,
    WHITE,
    Log,
    game_of,
    on_roll,
    over,
    seated,
)

TEACHING = Settings(teaching=True)
THREE = Settings(length=3)


def throw(turn: int) -> c.Throw:
    return c.Throw(id="throw", room=CODE, turn=turn)


def sit(color: str | None = None) -> c.Sit:
    return c.Sit(id="sit", room=CODE, seat=None if color is None else WHITE if color == "white" else BLACK)


# --- making a room ----------------------------------------------------------------------------------------------------


def test_creator_takes_the_seat_he_wants() -> None:
    for color in (WHITE, BLACK):
        log = Log().create(None, color)
        assert log.commits[0].events == (RoomCreated(Settings(), log.now), SeatTaken(color, "ada", "Ada"))


def test_room_can_be_made_for_others() -> None:
    decided = create(RoomState(CODE), ADA, Settings(), (), 5)
    assert decided == (RoomCreated(Settings(), 5),)


def test_teacher_on_both_seats_begins_at_once() -> None:
    log = Log().create(TEACHING, WHITE, BLACK)
    assert log.state.running
    refusal = create(RoomState(CODE), ADA, Settings(), (WHITE, BLACK), 5)
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.BAD_SETTINGS


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (Settings(preset="chess"), "chess"),
        (Settings(overrides={"mars": 3}), "mars"),
        (Settings(overrides={"mars": True}), "mars"),
        (Settings(overrides={"colour": "red"}), "colour"),
        (Settings(overrides={"preset": "long-nard"}), "preset"),
        (Settings(control=Control(timing="fischer", bank=1)), "bank"),
        (Settings(control=Control(bank=60_000)), "bank"),
        (Settings(watchers=False, watch_delay=2), "watchers"),
    ],
)
def test_bad_settings_name_the_option(settings: Settings, named: str) -> None:
    refusal = check(settings)
    assert refusal is not None
    assert refusal.code is Code.BAD_SETTINGS
    assert named in refusal.detail


# --- seats ------------------------------------------------------------------------------------------------------------


def test_second_player_begins_the_match() -> None:
    log = Log().create()
    assert log.do(BO, sit()) == (SeatTaken(BLACK, "bo", "Bo"), MatchStarted(1), GameStarted(1, 1))


def test_clock_is_set_for_the_first_game() -> None:
    log = Log().create(TIMED)
    assert log.do(BO, sit())[-1] == ClocksSet(60_000, 60_000, None, log.now)


def test_taken_seat_is_refused() -> None:
    log = Log().create()
    assert log.refused(BO, sit("white")).code is Code.SEAT_TAKEN
    assert log.refused(ADA, sit("black")).code is Code.ALREADY_SEATED
    assert log.refused(ADA, sit()).code is Code.ALREADY_SEATED
    assert log.refused(ADA, sit("white")).code is Code.ALREADY_SEATED
    assert seated().refused(CY, sit()).code is Code.SEAT_TAKEN
    assert [seated().refused(BO, sit(color)).code for color in (None, "white", "black")] == 3 * [Code.ALREADY_SEATED]


def test_both_seats_of_a_teaching_room_are_taken_once() -> None:
    log = Log().create(Settings(teaching=True))
    log.do(ADA, sit("black"))
    assert [log.refused(ADA, sit(color)).code for color in (None, "white", "black")] == 3 * [Code.ALREADY_SEATED]


def test_one_person_may_teach_on_both_seats() -> None:
    log = Log().create(TEACHING)
    log.do(ADA, sit())
    assert log.state.seats_of("ada") == (WHITE, BLACK)
    assert log.do(ADA, throw(1), 5) == (OpeningDieThrown(WHITE, 5),)
    assert log.do(ADA, throw(1), 2)[0] == OpeningDieThrown(BLACK, 2)


def test_only_the_seated_may_act() -> None:
    log = seated()
    commands: list[RoomCommand] = [
        throw(1),
        c.Step(id="1", room=CODE, turn=1, point=24, die=1),
        c.Play(id="2", room=CODE, turn=1, steps=((24, 1),)),
        c.Undo(id="3", room=CODE, turn=1),
        c.Done(id="4", room=CODE, turn=1),
        c.HandOver(id="5", room=CODE, turn=1, color=WHITE),
        c.Resign(id="6", room=CODE, points=2),
        c.Rematch(id="7", room=CODE),
        c.ClaimWin(id="8", room=CODE),
        c.StandUp(id="9", room=CODE),
        c.InviteBot(id="10", room=CODE),
    ]
    assert {log.refused(CY, command).code for command in commands} == {Code.NOT_SEATED}


def test_seat_is_given_back_between_matches() -> None:
    log = Log().create()
    assert log.do(ADA, c.StandUp(id="1", room=CODE)) == (SeatLeft(WHITE),)
    assert log.refused(ADA, c.StandUp(id="2", room=CODE)).code is Code.NOT_SEATED
    log = seated()
    assert log.refused(ADA, c.StandUp(id="3", room=CODE)).code is Code.MATCH_RUNNING
    over(log).do(ADA, c.StandUp(id="4", room=CODE))
    assert log.do(CY, sit())[:2] == (SeatTaken(WHITE, "cy", "Cy"), MatchStarted(2))


def test_bot_takes_the_free_seat() -> None:
    log = Log().create()
    taken = log.do(ADA, c.InviteBot(id="1", room=CODE, strength="random"))
    assert taken[0] == SeatTaken(BLACK, bot_player("random"), "House bot", "random")
    assert log.state.running
    assert log.refused(ADA, c.InviteBot(id="2", room=CODE)).code is Code.SEAT_TAKEN


# --- the game ---------------------------------------------------------------------------------------------------------


def test_no_game_is_played_before_it_begins() -> None:
    assert Log().create().refused(ADA, throw(1)).code is Reason.NO_GAME
    assert over(seated()).refused(ADA, throw(1)).code is Reason.GAME_OVER


def test_every_move_reaches_the_game() -> None:
    log = on_roll()
    log.do(ADA, c.Step(id="1", room=CODE, turn=2, point=24, die=6))
    log.do(ADA, c.Step(id="2", room=CODE, turn=2, point=18, die=1))
    log.do(ADA, c.Undo(id="3", room=CODE, turn=2, all=True))
    assert str(game_of(log.state).position) == "W: 24x15 / B: 24x15"
    log.do(ADA, c.Play(id="4", room=CODE, turn=2, steps=((24, 6), (18, 1))))
    assert log.do(BO, throw(3), 2, 1)[0] == DiceThrown(BLACK, (2, 1))
    log.do(BO, c.Step(id="5", room=CODE, turn=3, point=24, die=2))
    log.do(BO, c.Step(id="6", room=CODE, turn=3, point=22, die=1))
    log.do(BO, c.Done(id="7", room=CODE, turn=3))
    assert str(game_of(log.state).position) == "W: 24x14 17x1 / B: 24x14 21x1"


def test_late_or_early_moves_are_refused() -> None:
    log = on_roll(CASCADE)
    assert log.refused(ADA, throw(1)).code is Reason.STALE_TURN
    assert log.refused(BO, throw(2)).code is Reason.NOT_YOUR_TURN
    assert log.refused(ADA, c.Done(id="1", room=CODE, turn=2)).code is Reason.THROW_FIRST
    log.do(ADA, throw(2), 6, 1)
    assert log.refused(ADA, throw(2)).code is Reason.ALREADY_THROWN
    refusal = log.refused(ADA, c.Done(id="2", room=CODE, turn=2))
    assert (refusal.code, refusal.points) == (Reason.PLAY_NOT_FINISHED, (24,))


def test_play_is_made_whole_or_not_at_all() -> None:
    refusal = on_roll().refused(ADA, c.Play(id="1", room=CODE, turn=2, steps=((24, 6), (24, 1))))
    assert (refusal.code, refusal.points) == (Reason.HEAD_ALREADY_PLAYED, (24,))


def test_resignation_names_its_cost() -> None:
    log = on_roll()
    assert log.refused(BO, c.Resign(id="1", room=CODE, points=1)).code is Reason.WRONG_COST
    ended = log.do(BO, c.Resign(id="2", room=CODE, points=2))
    assert ended == (GameEnded(WHITE, 2, Ending.RESIGNED), MatchEnded(WHITE, 2, 0, Ending.RESIGNED))


def test_longer_match_goes_on() -> None:
    log = seated(THREE)
    assert log.do(ADA, c.Resign(id="1", room=CODE, points=2))[-1] == GameStarted(2, 2)
    assert log.do(BO, c.Resign(id="2", room=CODE, points=2))[-1] == GameStarted(3, 3)
    assert log.do(ADA, c.Resign(id="3", room=CODE, points=2))[-1] == MatchEnded(BLACK, 2, 4, Ending.RESIGNED)


def test_turn_is_handed_over_in_teaching_only() -> None:
    hand = c.HandOver(id="h", room=CODE, turn=2, color=BLACK)
    assert on_roll().refused(ADA, hand).code is Reason.NOT_TEACHING
    for asker in (ADA, BO):
        log = on_roll(TEACHING)
        assert log.do(asker, hand)[0] == TurnHandedOver(BLACK)
        assert game_of(log.state).to_move is BLACK


def test_fallen_flag_leaves_no_move() -> None:
    log = on_roll(TIMED)
    log.now += 70_000
    assert log.refused(ADA, c.Undo(id="1", room=CODE, turn=2)).code is Reason.TIME_OVER


# --- after the match, and absence -------------------------------------------------------------------------------------


def test_rematch_is_agreed_on() -> None:
    log = seated()
    assert log.refused(ADA, c.Rematch(id="0", room=CODE)).code is Code.MATCH_NOT_OVER
    over(log)
    assert log.refused(ADA, c.Rematch(id="1", room=CODE, accept=False)).code is Code.NOTHING_OFFERED
    assert log.do(ADA, c.Rematch(id="2", room=CODE)) == (RematchOffered(WHITE),)
    assert log.do(ADA, c.Rematch(id="3", room=CODE)) == ()
    assert log.do(BO, c.Rematch(id="4", room=CODE, accept=False)) == (RematchDeclined(BLACK),)
    assert log.do(BO, c.Rematch(id="5", room=CODE)) == (RematchOffered(BLACK),)
    assert log.do(BO, c.Rematch(id="6", room=CODE, accept=False)) == (RematchDeclined(BLACK),)
    log.do(BO, c.Rematch(id="7", room=CODE))
    assert log.do(ADA, c.Rematch(id="8", room=CODE)) == (MatchStarted(2), GameStarted(1, 2))


def test_offer_goes_with_the_seat() -> None:
    log = over(seated())
    log.do(BO, c.Rematch(id="1", room=CODE))
    log.do(BO, c.StandUp(id="2", room=CODE))
    assert log.state.rematch is None
    assert log.refused(ADA, c.Rematch(id="3", room=CODE)).code is Code.NOTHING_OFFERED


def test_teacher_begins_again_alone() -> None:
    log = over(Log().create(TEACHING, WHITE, BLACK))
    assert log.do(ADA, c.Rematch(id="1", room=CODE))[0] == MatchStarted(2)


def test_win_is_claimed_when_the_opponent_left() -> None:
    log = seated(THREE)
    claim = c.ClaimWin(id="1", room=CODE)
    assert log.refused(ADA, claim).code is Code.OPPONENT_PRESENT
    log.system(Absent(BLACK))
    log.now += limits.ABANDON_MS - 1
    refusal = log.refused(ADA, claim)
    assert (refusal.code, refusal.detail[-4:]) == (Code.OPPONENT_PRESENT, "1 s.")
    log.now += 1
    ended = log.do(ADA, claim)
    assert ended == (GameEnded(WHITE, 2, Ending.ABANDONED), MatchEnded(WHITE, 2, 0, Ending.ABANDONED))
    assert log.refused(ADA, claim).code is Reason.NO_GAME


def test_return_ends_the_absence() -> None:
    log = seated()
    log.system(Absent(BLACK))
    log.now += limits.ABANDON_MS
    assert log.system(Present(BLACK)) == (PlayerOnline(BLACK),)
    assert log.refused(ADA, c.ClaimWin(id="1", room=CODE)).code is Code.OPPONENT_PRESENT


def test_presence_is_told_once() -> None:
    log = seated()
    assert log.system(Present(WHITE)) == ()
    assert log.system(Absent(WHITE)) == (PlayerOffline(WHITE, log.now),)
    assert log.system(Absent(WHITE)) == ()


def test_bot_and_free_seat_are_never_absent() -> None:
    log = Log().create()
    assert log.system(Absent(BLACK)) == ()
    log.system(SeatBot())
    assert log.system(Absent(BLACK)) == ()


# --- deadlines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [Expire(), GiveBack(5_000)])
def test_nothing_is_due_without_a_clock(command: SystemCommand) -> None:
    for log in (Log().create(), seated(), on_roll(), over(seated())):
        log.now += 10**9
        assert log.system(command) == ()


def test_opening_dice_are_thrown_in_time() -> None:
    log = seated(TIMED)
    log.do(BO, throw(1), 3)
    log.now += limits.OPENING_MS - 1
    assert log.system(Expire()) == ()
    log.now += 1
    assert log.system(Expire(), 6)[0] == OpeningDieThrown(WHITE, 6)
    assert log.system(Expire()) == ()


def test_both_opening_dice_can_be_thrown() -> None:
    log = seated(TIMED)
    log.now += limits.OPENING_MS
    assert log.system(Expire(), 4) == (OpeningDieThrown(WHITE, 4),)
    assert log.system(Expire(), 4)[0] == OpeningDieThrown(BLACK, 4)
    assert log.system(Expire()) == ()  # a tie is a new turn with its own time


def test_flag_falls_once() -> None:
    log = on_roll(TIMED)
    log.now += 69_999
    assert log.system(Expire()) == ()
    log.now += 1
    assert log.system(Expire())[0] == GameEnded(BLACK, 2, Ending.FLAG)
    assert log.system(Expire()) == ()


def test_bot_comes_to_a_lonely_player() -> None:
    log = Log().create(quick=True)
    log.now += limits.QUICK_BOT_MS - 1
    assert log.system(Expire()) == ()
    log.now += 1
    assert log.system(Expire())[0] == SeatTaken(BLACK, bot_player("steady"), "House bot", "steady")


def test_outage_is_given_back_to_the_running_clock() -> None:
    log = on_roll(TIMED)
    began = log.now
    log.now += 600_000
    assert log.system(GiveBack(595_000)) == (ClocksSet(60_000, 60_000, WHITE, began + 595_000),)
    assert log.system(Expire()) == ()
