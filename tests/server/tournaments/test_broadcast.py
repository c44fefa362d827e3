"""Who is told, when, and with how much."""

import asyncio

import pytest

from protocol import commands as c
from protocol.messages import Ack, Tournament, TournamentYou
from protocol.tournament import acts
from server.tournaments import broadcast, featured
from server.tournaments.timing import ALARM_MS
from tests.server.tournaments.crowd import field
from tests.server.tournaments.hall import Hall


async def test_changes_that_come_quickly_are_told_together(hall: Hall) -> None:
    director = await hall.director()
    await director.place.tournaments.live[director.code].telling.done()  # type: ignore[union-attr]  # it is told
    pauses, release = list[float](), asyncio.Event()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await release.wait()

    director.place.broadcast.sleep, director.place.broadcast.pause_ms = pause, 250
    before = len(director.got(Tournament))
    await director.act(acts.Register("Player 1"))
    await director.until(lambda guest: guest.players)
    for number in range(2, 10):
        await director.act(acts.Register(f"Player {number}"))
    assert (len(director.got(Tournament)) - before, pauses) == (1, [0.25])
    release.set()
    await director.until(lambda guest: len(guest.players) == 9)
    assert len(director.got(Tournament)) - before == 2


async def test_large_news_are_told_less_often(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    place = hall.places[0]
    code = await place.tournaments.create(b"secret", "director/1", "K" * 22, field(60))
    assert isinstance(code, str)
    director = await (await hall.guest("Director")).open(code, "K" * 22)
    for number in range(3):
        await (await hall.guest(f"Guest {number}")).open(code)
    await place.tournaments.live[code].telling.done()  # type: ignore[union-attr]  # it is told
    told = asyncio.get_running_loop().create_future()

    async def pause(seconds: float) -> None:
        told.set_result(seconds)

    place.broadcast.sleep = pause
    monkeypatch.setattr(broadcast, "BYTES_PER_MS", 10)
    await director.act(acts.Rename("p1", "Ada"))
    seconds = await told
    assert seconds == 4 * len(director.frames[-1]) / 10 / 1000


async def test_newcomers_at_once_get_one_frame(hall: Hall) -> None:
    director = await hall.director()
    guests = [await (await hall.guest(f"Guest {number}")).open(director.code) for number in range(3)]
    frames = [
        guest.frames[index] for guest in guests for index, each in enumerate(guest.seen) if isinstance(each, Tournament)
    ]
    assert all(frame is frames[0] for frame in frames)
    hall.clock.now += 60_000
    late = await (await hall.guest("Late")).open(director.code)
    assert late.got(Tournament)[0].at == hall.clock.now


async def test_time_alone_is_news(hall: Hall) -> None:
    director, people = await hall.evening(2)
    await people["p1"].sit("r1t1")
    await director.until(lambda guest: guest.match("r1t1").ready)
    hall.clock.now += ALARM_MS
    await director.place.broadcast.look_again()
    await director.until(lambda guest: guest.head and guest.head.late)
    assert director.head is not None
    assert [(late.match, late.missing, late.level) for late in director.head.late] == [("r1t1", ("p2",), "alarm")]


async def test_nothing_new_is_not_told(hall: Hall) -> None:
    director = await hall.director()
    await director.until(lambda guest: guest.you)
    count = len(director.frames)
    await director.place.broadcast.look_again()
    copy = director.place.tournaments.live[director.code]
    assert copy.telling is not None
    await copy.telling.done()
    assert len(director.frames) == count


async def test_everybody_learns_only_his_own_news(hall: Hall) -> None:
    director = await hall.director()
    ada, bo = await hall.player(director.code, "Ada"), await hall.player(director.code, "Bo")
    await bo.waits_for("not_started")
    counts = [len(guest.got(TournamentYou)) for guest in (director, bo)]
    await ada.act(acts.Withdraw("p1"))
    await ada.waits_for("withdrawn")
    assert [len(guest.got(TournamentYou)) for guest in (director, bo)] == counts


async def test_round_is_told_with_its_rooms(hall: Hall) -> None:
    director, _ = await hall.evening(4)
    await director.until(lambda guest: guest.rounds and guest.rounds[1].started)
    assert [match.room is not None for match in director.rounds[1].matches] == [True, True]


async def test_screens_show_the_closest_race(hall: Hall) -> None:
    director, people = await hall.evening(4)
    for name in ("r1t1", "r1t2"):
        await director.room(name)
        match = director.match(name)
        await people[match.a].sit(name)
        room = await people[match.b].sit(name)
        await people[match.b].until_room(room, lambda state: state.running)
    place = director.place
    await place.tables.look_again()
    await place.broadcast.look_again()
    await director.until(lambda guest: guest.head and guest.head.featured)
    assert director.head is not None
    first = director.head.featured
    assert (first in ("r1t1", "r1t2"), director.head.pinned) == (True, False)
    await people[director.match(str(first)).b].give_up(str(first))
    await director.until(lambda guest: guest.match(str(first)).result)
    await place.tables.look_again()
    await place.broadcast.look_again()
    await director.until(lambda guest: guest.head and guest.head.featured != first)
    await director.act(acts.Feature("r1t2"))
    assert (await director.place_state()).featured == "r1t2"


async def test_choice_of_the_screens_stays_a_minute(hall: Hall) -> None:
    director, people = await hall.evening(2)
    await people["p1"].sit("r1t1")
    room = await people["p2"].sit("r1t1")
    await people["p2"].until_room(room, lambda state: state.running)
    copy = director.place.tournaments.live[director.code]
    rooms = director.place.rooms.live
    featured.feature(copy, rooms, 1_000)
    featured.feature(copy, rooms, 1_000 + featured.KEPT_MS - 1)
    assert (copy.featured, copy.featured_at) == ("r1t1", 1_000)
    featured.feature(copy, {}, 2_000)
    assert (copy.featured, copy.featured_at) == (None, 2_000)


async def test_who_opens_twice_is_told_once(hall: Hall) -> None:
    director = await hall.director()
    guest = await (await hall.guest("Ada")).open(director.code)
    assert isinstance(await guest.do(c.OpenTournament(id="again", tournament=director.code)), Ack)
    assert len(director.place.tournaments.live[director.code].visitors) == 2
