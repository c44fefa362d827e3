"""Rooms do what the tournament says, and the tournament learns what was played in them."""

from dataclasses import replace

from engine.types import Color
from protocol import commands as c
from protocol.errors import Code
from protocol.messages import Error, Snapshot
from protocol.settings import Control, Settings
from protocol.tournament import acts
from protocol.tournament.events import Result
from tests.server.tournaments.hall import SINGLES, Hall

TIMED = replace(SINGLES, matches=Settings(length=2, control=Control(timing="delay", bank=60_000, extra=10_000)))


async def test_round_opens_a_room_for_each_match(hall: Hall) -> None:
    director, people = await hall.evening(4)
    rooms = [await director.room(name) for name in ("r1t1", "r1t2")]
    for name, code in zip(("r1t1", "r1t2"), rooms, strict=True):
        match, room = director.match(name), await director.room_state(code)
        assert room.tournament == f"{director.code}/{name}"
        assert (room.white, room.black) != (None, None)
        assert room.seats_of(people[match.a].device) == (Color.WHITE,)
        assert room.seats_of(people[match.b].device) == (Color.BLACK,)
        assert not room.matches


async def test_game_begins_when_both_are_ready(hall: Hall) -> None:
    director, people = await hall.evening(2)
    room = await people["p1"].sit("r1t1")
    await director.until(lambda guest: guest.match("r1t1").ready == ("p1",))
    assert not (await director.room_state(room)).matches
    await people["p2"].sit("r1t1")
    await people["p2"].until_room(room, lambda state: state.running)
    assert director.rounds[1].started is not None


async def test_end_of_the_match_is_its_result(hall: Hall) -> None:
    director, people = await hall.evening(2)
    await director.room("r1t1")
    match = director.match("r1t1")
    await hall.play(people, match)
    await director.until(lambda guest: guest.rounds[1].closed)
    done = director.match("r1t1")
    assert done.result is not None
    assert (done.result.winner, done.result.kind, done.source) == (match.a, "played", "server")
    assert director.standings is not None
    assert director.standings.rows[0].player == match.a


async def test_games_count_until_the_match_is_won(hall: Hall) -> None:
    director, people = await hall.evening(2, replace(SINGLES, matches=Settings(length=3)))
    await director.room("r1t1")
    match = director.match("r1t1")
    await hall.play(people, match)
    await director.until(lambda guest: guest.match("r1t1").score == (2, 0))
    assert director.match("r1t1").result is None
    await people[match.b].give_up("r1t1")
    await director.until(lambda guest: guest.match("r1t1").result)
    result = director.match("r1t1").result
    assert result is not None
    assert (result.winner, result.score, result.mars) == (match.a, (4, 0), (2, 0))


async def test_forfeit_closes_the_room(hall: Hall) -> None:
    director, people = await hall.evening(2)
    room = await people["p1"].sit("r1t1")
    await director.act(acts.Report("r1t1", Result("forfeit", "p1"), "did not come"))
    await people["p1"].until_room(room, lambda state: state.closed)
    await director.until(lambda guest: guest.rounds[1].closed)
    assert director.match("r1t1").source == "director"


async def test_withdrawal_closes_the_room(hall: Hall) -> None:
    director, people = await hall.evening(2)
    room = await people["p1"].sit("r1t1")
    await people["p2"].act(acts.Withdraw("p2"))
    await people["p1"].until_room(room, lambda state: state.closed)
    await director.until(lambda guest: guest.rounds[1].closed)
    assert (await director.place_state()).players["p2"].withdrawn is not None


async def test_cancelled_match_gets_another_room(hall: Hall) -> None:
    director, people = await hall.evening(2)
    old = await people["p1"].sit("r1t1")
    await director.act(acts.CancelMatch("r1t1", "wrong colours"))
    await people["p1"].until_room(old, lambda state: state.closed)
    await director.until(lambda guest: guest.match("r1t1").room not in (None, old))
    assert director.match("r1t1").ready == ()


async def test_round_taken_back_closes_its_rooms(hall: Hall) -> None:
    director, people = await hall.evening(4)
    room = await people["p1"].room("r1t1")
    await people["p1"].accepted(c.Subscribe(id=hall.id(), room=room))
    await director.act(acts.UndoRound(1, "UNDO ROUND 1"))
    await people["p1"].until_room(room, lambda state: state.closed)
    await director.until(lambda guest: guest.rounds == {})
    assert (await director.place_state()).rounds == ()


async def test_pause_stops_the_clocks(hall: Hall) -> None:
    director, people = await hall.evening(2, TIMED)
    await people["p1"].sit("r1t1")
    room = await people["p2"].sit("r1t1")
    await people["p2"].until_room(room, lambda state: state.running)
    await director.act(acts.Pause("fire alarm"))
    await people["p2"].until_room(room, lambda state: state.paused_at is not None)
    paused = await director.place_state()
    answer = await people["p1"].do(c.Throw(id=hall.id(), room=room, turn=1))
    assert isinstance(answer, Error)
    assert answer.code == "is_paused"
    hall.clock.now += 600_000
    await director.act(acts.Resume())
    await people["p2"].until_room(room, lambda state: state.paused_at is None)
    assert (await people["p1"].room_state(room)).running
    assert (await director.place_state()).rounds[0].started == (paused.rounds[0].started or 0) + 600_000


async def test_seats_are_the_directors_to_give(hall: Hall) -> None:
    director, people = await hall.evening(2)
    room = await people["p1"].sit("r1t1")
    for command in (c.StandUp(id="a", room=room), c.Sit(id="b", room=room), c.InviteBot(id="d", room=room)):
        before = await director.room_state(room)
        answer = await people["p1"].do(command)
        assert isinstance(answer, Error)
        assert answer.code == Code.TOURNAMENT_ROOM
        assert await director.room_state(room) == before


async def test_wooden_board_has_no_room(hall: Hall) -> None:
    director = await hall.director()
    ada = await hall.player(director.code, "Ada")
    await director.act(acts.Register("Old Bo"))
    await director.act(acts.CheckIn("p2"))
    await director.act(acts.Start())
    await hall.next_round(director)
    await ada.until(lambda guest: guest.rounds)
    assert ada.match("r1t1").room is None
    await ada.act(acts.Claim("r1t1", "p1", (1, 0)))
    await director.act(acts.Report("r1t1", Result("played", "p1", (1, 0))))
    await ada.until(lambda guest: guest.rounds[1].closed)
    assert ada.match("r1t1").room is None


async def test_device_linked_later_gets_a_room(hall: Hall) -> None:
    director = await hall.director()
    ada = await hall.player(director.code, "Ada")
    await director.act(acts.Register("Bo"))
    await director.act(acts.CheckIn("p2"))
    await director.act(acts.Start())
    await hall.next_round(director)
    key = await director.key("player", "p2")
    bo = await (await hall.guest("Bo")).open(director.code, key.key)
    room = await ada.room("r1t1")
    assert (await ada.room_state(room)).seats_of(bo.device)
    assert bo.you is not None
    assert bo.you.player == "p2"


async def test_new_device_keeps_seat_and_clock(hall: Hall) -> None:
    director, people = await hall.evening(2, TIMED)
    await people["p1"].sit("r1t1")
    room = await people["p2"].sit("r1t1")
    await people["p2"].until_room(room, lambda state: state.running)
    before = await director.room_state(room)
    (color,) = before.seats_of(people["p1"].device)
    key = await director.key("player", "p1")
    other = await (await hall.guest("p1 again")).open(director.code, key.key)
    await people["p2"].until_room(room, lambda state: bool(state.seats_of(other.device)))
    after = await director.room_state(room)
    assert after.seats_of(other.device) == (color,)
    assert not after.seats_of(people["p1"].device)
    assert after.match == before.match
    await people["p1"].until(lambda guest: guest.you and guest.you.role == "viewer")
    await other.accepted(c.Subscribe(id=hall.id(), room=room))
    assert other.got(Snapshot)[-1].you == (color,)
