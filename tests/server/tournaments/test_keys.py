"""Links: who gets them, what they are good for, and where they must not be found."""

import pytest

from protocol import commands as c
from protocol import limits
from protocol.errors import Code
from protocol.messages import DirectorCode, Error, Key
from protocol.tournament import acts
from protocol.tournament.errors import Wrong
from protocol.tournament.events import KeyRole, Result
from server.tournaments.keys import for_terminal
from tests.server.nodes import OFFICE_KEY
from tests.server.tournaments.guest import Guest
from tests.server.tournaments.hall import Hall


def role(guest: Guest) -> str | None:
    return None if guest.you is None else guest.you.role


async def refused(guest: Guest, command: c.TournamentCommand) -> str:
    """The code of the refusal of a command about keys, which must change nothing."""
    guest.code = command.tournament
    before = await guest.place_state()
    answer = await guest.do(command)  # type: ignore[arg-type]  # all of them are commands
    assert isinstance(answer, Error), answer
    assert await guest.place_state() == before
    return answer.code


def opens(guest: Guest, code: str, key: str) -> c.OpenTournament:
    return c.OpenTournament(id=guest.new_id(), tournament=code, key=key)


async def test_helper_reports_and_no_more(hall: Hall) -> None:
    director, _ = await hall.evening(2)
    key = await director.key("helper")
    helper = await (await hall.guest("Help")).open(director.code, key.key)
    assert role(helper) == "helper"
    assert (await helper.refused(acts.Announce("hello"))).code == Wrong.NOT_ALLOWED
    assert (await helper.refused(acts.Withdraw("p1"))).code == Wrong.NOT_ALLOWED
    match = (await helper.place_state()).rounds[0].matches["r1t1"]
    await helper.act(acts.Report("r1t1", Result("played", match.a, (1, 0))))
    assert (await helper.place_state()).rounds[0].closed


async def test_helper_plays_for_himself_too(hall: Hall) -> None:
    director, people = await hall.evening(2)
    key = await director.key("helper")
    await people["p1"].open(director.code, key.key)
    assert role(people["p1"]) == "helper"
    await people["p1"].act(acts.Withdraw("p1"))
    assert (await director.place_state()).players["p1"].withdrawn is not None


async def test_player_makes_only_his_own_key(hall: Hall) -> None:
    director, people = await hall.evening(2)
    key = await people["p1"].key("player")
    assert (key.role, key.player) == ("player", "p1")
    wanted: list[tuple[KeyRole, str | None]] = [("player", "p2"), ("helper", None), ("director", None)]
    for kind, player in wanted:
        command = c.IssueKey(id=hall.id(), tournament=director.code, role=kind, player=player)
        assert await refused(people["p1"], command) == Wrong.NOT_ALLOWED


async def test_key_of_nobody_is_refused(hall: Hall) -> None:
    director = await hall.director()
    for player in ("p9", None):
        command = c.IssueKey(id=hall.id(), tournament=director.code, role="player", player=player)
        assert await refused(director, command) == Wrong.PLAYER_UNKNOWN


async def test_wrong_key_opens_nothing(hall: Hall) -> None:
    director, other = await hall.director(), await hall.director()
    guest = await hall.guest("Ada")
    for key in ("A" * 22, other.got(Key)[0].key):
        assert await refused(guest, opens(guest, director.code, key)) == Code.KEY_UNKNOWN
    assert guest.you is None


async def test_new_key_alone_makes_others_void(hall: Hall) -> None:
    director = await hall.director()
    stolen = director.got(Key)[0].key
    thief = await (await hall.guest("Thief")).open(director.code, stolen)
    assert role(thief) == "director"
    await director.key("director", alone=True)
    await thief.until(lambda guest: role(guest) == "viewer")
    assert (await thief.refused(acts.Pause())).code == Wrong.NOT_ALLOWED
    assert await refused(thief, opens(thief, director.code, stolen)) == Code.KEY_UNKNOWN
    await director.act(acts.Announce("still here"))


async def test_key_is_void_although_its_node_has_not_heard(hall: Hall) -> None:
    other, director = await hall.place(), await hall.director()
    thief = await (await hall.guest("Thief", place=other)).open(director.code, director.got(Key)[0].key)
    other.tournaments.on_bell = lambda key, version: None  # type: ignore[method-assign]  # bells are lost
    await director.key("director", alone=True)
    assert role(thief) == "director"
    answer = await thief.do(thief.conduct(acts.Announce("mine")))
    assert isinstance(answer, Error)
    assert answer.code == Wrong.NOT_ALLOWED
    assert (await director.place_state()).announcement is None


async def test_void_key_makes_no_other(hall: Hall) -> None:
    other, director = await hall.place(), await hall.director()
    thief = await (await hall.guest("Thief", place=other)).open(director.code, director.got(Key)[0].key)
    other.tournaments.on_bell = lambda key, version: None  # type: ignore[method-assign]  # bells are lost
    await director.key("director", alone=True)
    answer = await thief.do(c.IssueKey(id="x", tournament=director.code, role="director"))
    assert isinstance(answer, Error)
    assert answer.code == Wrong.NOT_ALLOWED
    assert len((await director.place_state()).keys) == 1


async def test_device_that_plays_for_one_takes_no_other(hall: Hall) -> None:
    director, people = await hall.evening(2)
    key = await director.key("player", "p2")
    assert await refused(people["p1"], opens(people["p1"], director.code, key.key)) == Wrong.NOT_ALLOWED
    assert (await people["p1"].place_state()).players["p1"].owner == people["p1"].device


async def test_key_command_sent_again_gives_the_same_key(hall: Hall) -> None:
    director = await hall.director()
    command = c.IssueKey(id="twice", tournament=director.code, role="helper")
    await director.accepted(command)
    await director.accepted(command)
    assert director.got(Key)[-1] == director.got(Key)[-2]
    assert len((await director.place_state()).keys) == 2
    await director.accepted(c.IssueKey(id="twice", tournament=director.code, role="director"))
    assert director.got(Key)[-1].key != director.got(Key)[-2].key


# --- the next device of the director ----------------------------------------------------------------------------------


async def offered(hall: Hall, director: Guest) -> str:
    await director.accepted(c.OfferDirector(id=hall.id(), tournament=director.code))
    return director.got(DirectorCode)[-1].code


def other_than(digits: str) -> str:
    return f"{(int(digits) + 1) % 1_000_000:06}"


async def test_six_digits_make_a_director(hall: Hall) -> None:
    director = await hall.director()
    digits = await offered(hall, director)
    tablet = await hall.guest("Tablet")
    command = c.UseDirectorCode(id="use", tournament=director.code, code=digits)
    await tablet.accepted(command)
    await tablet.accepted(command)  # whose answer was lost
    first, again = tablet.got(Key)
    assert first == again
    await tablet.open(director.code, first.key)
    assert role(tablet) == "director"
    assert await refused(await hall.guest("Other"), command) == Code.CODE_UNKNOWN


async def test_digits_are_void_after_five_wrong_tries(hall: Hall) -> None:
    director = await hall.director()
    digits = await offered(hall, director)
    tablet = await hall.guest("Tablet")
    for _ in range(limits.DIRECTOR_CODE_TRIES):
        command = c.UseDirectorCode(id=hall.id(), tournament=director.code, code=other_than(digits))
        assert await refused(tablet, command) == Code.CODE_UNKNOWN
    command = c.UseDirectorCode(id=hall.id(), tournament=director.code, code=digits)
    assert await refused(await hall.guest("Late"), command) == Code.CODE_UNKNOWN


async def test_digits_are_guessed_no_faster_than_codes(hall: Hall) -> None:
    director = await hall.director()
    tablet = await hall.guest("Tablet")
    command = c.UseDirectorCode(id=hall.id(), tournament=director.code, code="000000")
    answers = [await refused(tablet, command) for _ in range(6)]
    assert answers == [*[Code.CODE_UNKNOWN] * 5, Code.RATE_LIMITED]


async def test_only_the_director_offers(hall: Hall) -> None:
    _, people = await hall.evening(2)
    command = c.OfferDirector(id=hall.id(), tournament=people["p1"].code)
    assert await refused(people["p1"], command) == Wrong.NOT_ALLOWED


# --- the office -------------------------------------------------------------------------------------------------------


async def test_office_makes_a_new_director(hall: Hall) -> None:
    director = await hall.director()
    await director.leave()
    laptop = await hall.guest("Laptop")
    command = c.IssueKey(id="1", tournament=director.code, role="director", alone=True, office=OFFICE_KEY)
    await laptop.accepted(command)
    await laptop.open(director.code, laptop.got(Key)[0].key)
    assert role(laptop) == "director"


@pytest.mark.parametrize("office", ["x" * 22, OFFICE_KEY[:-1] + "x"])
async def test_another_office_makes_nobody(hall: Hall, office: str) -> None:
    director = await hall.director()
    command = c.IssueKey(id="1", tournament=director.code, role="director", office=office)
    assert await refused(await hall.guest("Ada"), command) == Code.KEY_UNKNOWN


# --- secrets ----------------------------------------------------------------------------------------------------------


async def test_keys_are_nowhere_but_with_their_owners(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    director, people = await hall.evening(2)
    helper, player = await director.key("helper"), await director.key("player", "p1")
    phone = await (await hall.guest("Phone")).open(director.code, player.key)
    store, room = director.place.store, await director.room("r1t1")
    others = [frame for guest in hall.guests if guest is not director for frame in guest.frames]
    told = [message for message in director.seen if not isinstance(message, Key)]
    places = [
        b"".join(frame.encode() if isinstance(frame, str) else frame for frame in others),
        *[entry.data for key in (f"tournament:{director.code}", f"room:{room}") for entry in await store.read(key)],
        *(await store.listings()).values(),
        repr([await director.place_state(), told]).encode(),
        caplog.text.encode(),
    ]
    keys = [director.got(Key)[0].key, helper.key, player.key]
    for secret in [*keys, *[guest.token for guest in (*people.values(), director, phone)]]:
        assert not [where for where in places if secret.encode() in where]


async def test_terminal_is_told_of_what_runs(hall: Hall) -> None:
    """Anybody can make a tournament meanwhile; the one that is played comes first."""
    director, _ = await hall.evening(2)
    other = await hall.director()
    [(title, key)] = await for_terminal(hall.places[0].tournaments)
    assert (title, key.tournament) == ("Friday", director.code)
    again = await (await hall.guest("Laptop")).open(key.tournament, key.key)
    assert role(again) == "director"
    await director.act(acts.UndoRound(1, "UNDO ROUND 1"))
    await director.act(acts.Finish())
    assert [each.tournament for _, each in await for_terminal(hall.places[0].tournaments)] == [other.code]
