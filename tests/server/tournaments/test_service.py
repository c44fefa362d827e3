"""What holds whatever happens to nodes and store: nothing is lost, nothing is done twice."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from protocol import commands as c
from protocol.errors import Code
from protocol.messages import Ack, Error, Key
from protocol.settings import Control, Settings
from protocol.tournament import acts
from protocol.tournament.events import Commit, Result, RoundClosed
from server.rooms.sweeper import sweep
from server.store.log import Append, Appended, Conflict, StoreUnavailable
from server.tournaments.timing import AUTOMATIC_MS
from tests.server.tournaments.hall import SINGLES, Hall
from tests.server.tournaments.place import Place

TIMED = replace(SINGLES, matches=Settings(length=2, control=Control(timing="delay", bank=60_000, extra=10_000)))
AUTOMATIC = replace(SINGLES, no_show="automatic")


async def facts(place: Place, code: str) -> list[object]:
    return [event for commit in await place.tournaments.commits(code) for event in commit.events]


# --- restarts ---------------------------------------------------------------------------------------------------------


async def test_restart_in_mid_round_changes_nothing(hall: Hall) -> None:
    director, people = await hall.evening(4, TIMED)
    await director.room("r1t2")
    first = director.match("r1t1")
    await people[first.a].sit("r1t1")
    room = await people[first.b].sit("r1t1")
    await people[first.b].until_room(room, lambda state: state.running)
    before, board = await director.place_state(), await director.room_state(room)
    rooms = {name: director.match(name).room for name in ("r1t1", "r1t2")}
    key = director.got(Key)[0].key
    await hall.restart()
    director = await hall.back(director, key)
    assert await director.place_state() == before
    await director.until(lambda guest: all(guest.match(name).room for name in rooms))
    assert {name: director.match(name).room for name in rooms} == rooms
    after = await director.room_state(room)
    assert (after.match, after.white, after.black) == (board.match, board.white, board.black)
    player = await hall.back(people[first.a])
    assert player.you is not None
    assert (player.you.role, player.you.player) == ("player", first.a)


async def test_room_that_was_not_made_is_made_later(hall: Hall) -> None:
    director, _ = await hall.evening(2)
    await director.room("r1t1")
    director.place.tournaments.on_change.remove(director.place.tables.look)
    await director.act(acts.CancelMatch("r1t1", "begin anew"))  # and here the node dies
    await director.until(lambda guest: guest.match("r1t1").room is None)
    key = director.got(Key)[0].key
    await hall.restart()
    director = await hall.back(director, key)
    room = await director.room("r1t1")
    assert (await director.room_state(room)).tournament == f"{director.code}/r1t1"


async def test_game_that_was_not_told_is_told_later(hall: Hall) -> None:
    director, people = await hall.evening(2)
    await director.room("r1t1")
    match, place = director.match("r1t1"), director.place
    await people[match.a].sit("r1t1")
    room = await people[match.b].sit("r1t1")
    await people[match.b].until_room(room, lambda state: state.running)
    place.rooms.on_change.remove(place.tables.consider)
    await people[match.b].give_up("r1t1")  # and here the node dies
    assert not (await director.place_state()).rounds[0].closed
    key = director.got(Key)[0].key
    await hall.restart()
    director = await hall.back(director, key)
    await director.until(lambda guest: guest.rounds[1].closed)
    result = director.match("r1t1").result
    assert result is not None
    assert result.winner == match.a


async def test_room_that_was_not_closed_is_closed_later(hall: Hall) -> None:
    director, people = await hall.evening(2)
    await people["p1"].sit("r1t1")
    old = await people["p2"].sit("r1t1")
    await people["p2"].until_room(old, lambda state: state.running)
    director.place.tournaments.on_change.remove(director.place.tables.look)
    await director.act(acts.CancelMatch("r1t1", "begin anew"))  # and here the node dies
    await hall.restart()
    player = await hall.back(people["p1"])
    assert await player.room("r1t1") != old
    await player.accepted(c.Subscribe(id=hall.id(), room=old))
    await player.until_room(old, lambda state: state.closed)
    assert not (await player.place_state()).rounds[0].closed


async def test_round_is_closed_once(hall: Hall) -> None:
    director, people = await hall.evening(2)
    await director.room("r1t1")
    await hall.play(people, director.match("r1t1"))
    await director.until(lambda guest: guest.rounds[1].closed)
    await director.place.tables.look_again()
    await director.place.tournaments.settle(f"tournament:{director.code}")
    closed = [fact for fact in await facts(director.place, director.code) if isinstance(fact, RoundClosed)]
    assert len(closed) == 1


# --- two nodes --------------------------------------------------------------------------------------------------------


async def test_people_on_two_nodes_play_together(hall: Hall) -> None:
    other = await hall.place()
    director = await hall.director()
    ada, bo = await hall.player(director.code, "Ada"), await hall.player(director.code, "Bo", other)
    await director.act(acts.Start())
    await hall.next_round(director)
    people = {"p1": ada, "p2": bo}
    await director.room("r1t1")
    await bo.room("r1t1")
    await hall.play(people, director.match("r1t1"))
    for guest in (director, ada, bo):
        await guest.until(lambda each: each.rounds and each.rounds[1].closed)
    assert await ada.place_state() == await bo.place_state()
    rooms = [fact for fact in await facts(other, director.code) if type(fact).__name__ == "GameFinished"]
    assert len(rooms) == 1


async def test_two_nodes_never_do_the_same_twice(hall: Hall) -> None:
    other = await hall.place()
    director = await hall.director()
    key = director.got(Key)[0].key
    second = await (await hall.guest("Director 2", place=other)).open(director.code, key)
    for guest in (director, second):
        guest.code = director.code
    for number in range(1, 4):
        await director.act(acts.Register(f"Player {number}"))
        await director.act(acts.CheckIn(f"p{number}"))
    answers = await asyncio.gather(*(guest.do(guest.conduct(acts.Start())) for guest in (director, second)))
    assert sorted(type(answer).__name__ for answer in answers) == ["Ack", "Error"]
    answers = await asyncio.gather(*(guest.do(guest.conduct(acts.PairRound(1))) for guest in (director, second)))
    assert all(isinstance(answer, Ack) for answer in answers)
    await director.act(acts.StartRound(1))
    await second.until(lambda guest: guest.rounds and guest.rounds[1].started)
    assert await director.place_state() == await second.place_state()


async def test_player_moves_to_a_device_on_another_node(hall: Hall) -> None:
    other = await hall.place()
    director, people = await hall.evening(2, TIMED)
    await people["p1"].sit("r1t1")
    room = await people["p2"].sit("r1t1")
    await people["p2"].until_room(room, lambda state: state.running)
    key = await director.key("player", "p1")
    phone = await (await hall.guest("Phone", place=other)).open(director.code, key.key)
    await people["p2"].until_room(room, lambda state: bool(state.seats_of(phone.device)))
    await people["p1"].until(lambda guest: guest.you and guest.you.role == "viewer")
    assert (await director.place_state()).players["p1"].owner == phone.device


# --- what happens by itself -------------------------------------------------------------------------------------------


async def test_no_show_forfeits_by_itself_where_it_is_set(hall: Hall) -> None:
    director, people = await hall.evening(2, AUTOMATIC)
    await people["p1"].sit("r1t1")
    place = director.place
    hall.clock.now += AUTOMATIC_MS - 1
    await place.rooms.pulse.beat()
    await sweep(place.rooms, place.tournaments.settle)
    assert not (await director.place_state()).rounds[0].closed
    hall.clock.now += 1
    await sweep(place.rooms, place.tournaments.settle)
    await director.until(lambda guest: guest.rounds[1].closed)
    assert director.match("r1t1").result == Result("forfeit", "p1")


async def test_outage_forfeits_nobody(hall: Hall) -> None:
    director, _ = await hall.evening(2, AUTOMATIC)
    place = director.place
    place.rooms.on_outage.append(place.tournaments.give_back)
    await place.rooms.pulse.beat()
    hall.clock.now += 10 * AUTOMATIC_MS
    await sweep(place.rooms, place.tournaments.settle)
    assert (await director.place_state()).rounds[0].started == hall.clock.now
    hall.clock.now += 1000
    await sweep(place.rooms, place.tournaments.settle)
    assert not (await director.place_state()).rounds[0].closed


async def test_deadline_of_a_forgotten_tournament_hurts_nobody(hall: Hall) -> None:
    director = await hall.director()
    place = director.place
    await place.tournaments.settle("tournament:NOBODY")
    await place.tournaments.settle("room:ABCDEF")
    assert list(place.tournaments.live) == [director.code]


# --- the store --------------------------------------------------------------------------------------------------------


@pytest.fixture
async def club() -> AsyncIterator[Hall]:
    """On the store in memory, which a test can break."""
    async with Hall(None) as opened:
        await opened.place()
        yield opened


def fails_once(place: Place, monkeypatch: pytest.MonkeyPatch, stored: bool) -> None:
    """The next append is not answered, whether it was made or not."""
    append = place.store.append

    async def broken(write: Append) -> Appended | Conflict:
        monkeypatch.setattr(place.store, "append", append)
        if stored:
            await append(write)
        raise StoreUnavailable("no answer")

    monkeypatch.setattr(place.store, "append", broken)


@pytest.mark.parametrize("stored", [True, False])
async def test_unanswered_command_is_sent_again(club: Hall, monkeypatch: pytest.MonkeyPatch, stored: bool) -> None:
    director = await club.director()
    command = director.conduct(acts.Register("Ada"), "once")
    fails_once(director.place, monkeypatch, stored)
    lost = await director.do(command)
    assert isinstance(lost, Error)
    assert lost.code == Code.UNAVAILABLE
    await director.accepted(command)
    assert [player.name for player in (await director.place_state()).players.values()] == ["Ada"]


async def test_creation_that_was_not_answered_is_sent_again(club: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = await club.guest("Ada")
    command = c.CreateTournament(id="new", config=SINGLES)
    fails_once(guest.place, monkeypatch, stored=True)
    assert isinstance(await guest.do(command), Error)
    await guest.accepted(command)
    assert len(await guest.place.tournaments.listed()) == 1


async def test_rooms_wait_for_the_store(club: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    director = await club.director()
    for name in ("Ada", "Bo"):
        await club.player(director.code, name)
    await director.act(acts.Start())
    await director.act(acts.PairRound(1))
    place = director.place

    async def away(*_: object) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as patch:
        patch.setattr(place.rooms, "room", away)
        await director.act(acts.StartRound(1))
        await director.until(lambda guest: guest.rounds and guest.rounds[1].started)
        assert director.match("r1t1").room is None
    await place.tables.look_again()
    assert await director.room("r1t1")


async def test_half_an_import_is_nobodys(club: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    director, _ = await club.evening(2)
    place = director.place
    commits: list[Commit] = await place.tournaments.commits(director.code)
    append, made = place.store.append, 0

    async def dying(write: Append) -> Appended | Conflict:
        nonlocal made
        made += 1
        if made == 3:
            raise StoreUnavailable("away")
        return await append(write)

    monkeypatch.setattr(place.store, "append", dying)
    done = await place.tournaments.create(b"secret", "ada/1", "key", commits)
    assert not isinstance(done, str)
    assert len(await place.tournaments.listed()) == 1
    monkeypatch.setattr(place.store, "append", append)
    again = await place.tournaments.create(b"secret", "ada/1", "key", commits)
    assert isinstance(again, str)
    assert len(await place.tournaments.listed()) == 2
