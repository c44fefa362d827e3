"""What people may ask of a tournament, and what they are answered."""

from dataclasses import replace

import pytest

from protocol import commands as c
from protocol import limits
from protocol.errors import Code
from protocol.messages import Ack, Error, Key, Tournament, Tournaments, TournamentYou
from protocol.settings import Settings
from protocol.tournament import acts
from protocol.tournament.acts import AnyAct
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Config, Result, TournamentStarted
from tests.server.tournaments.guest import Guest
from tests.server.tournaments.hall import SINGLES, Hall


def code_of(answer: Ack | Error) -> str:
    assert isinstance(answer, Error), answer
    return answer.code


async def test_creator_directs(hall: Hall) -> None:
    director = await hall.director()
    assert director.you is not None
    assert (director.you.role, director.you.player) == ("director", None)
    assert director.head is not None
    assert (director.head.config, director.head.phase) == (SINGLES, "registration")
    assert [line.event["type"] for line in director.journal] == ["tournament_created"]


async def test_creation_sent_again_is_the_same_tournament(hall: Hall) -> None:
    guest = await hall.guest("Ada")
    command = c.CreateTournament(id="again", config=SINGLES)
    first, second = await guest.accepted(command), await guest.accepted(command)
    assert first == second
    assert guest.got(Key)[0] == guest.got(Key)[1]
    assert len(await guest.place.tournaments.listed()) == 1


@pytest.mark.parametrize(
    "config",
    [
        Config(cut=3),
        Config(format="single_elimination", cut=4),
        Config(apart=(("p1", "p1"),)),
        Config(matches=Settings(preset="chess")),
        Config(matches=Settings(watchers=False, watch_delay=2)),
    ],
)
async def test_impossible_config_is_refused(hall: Hall, config: Config) -> None:
    guest = await hall.guest("Ada")
    assert code_of(await guest.do(c.CreateTournament(id="1", config=config))) == Wrong.BAD_CONFIG
    assert await guest.place.tournaments.listed() == []
    director = await hall.director()
    assert (await director.refused(acts.Configure(config))).code == Wrong.BAD_CONFIG


async def test_list_shows_the_newest_first(hall: Hall) -> None:
    await hall.director(replace(SINGLES, title="One"))
    hall.clock.now += 1000
    await hall.director(replace(SINGLES, title="Two"))
    guest = await hall.guest("Ada")
    await guest.accepted(c.ListTournaments(id="1"))
    (listed,) = guest.got(Tournaments)
    assert [line.title for line in listed.tournaments] == ["Two", "One"]
    await guest.accepted(c.ListRooms(id="2"))  # a tournament is no room


async def test_newcomer_gets_everything_then_what_changes(hall: Hall) -> None:
    director = await hall.director()
    await director.act(acts.Register("Ada"))
    await director.until(lambda each: each.players)
    guest = await (await hall.guest("Bo", text=True)).open(director.code)
    first = guest.got(Tournament)[0]
    assert None not in (first.head, first.players, first.play_offs, first.standings)
    assert guest.you is not None
    assert guest.you.role == "viewer"
    await director.act(acts.Announce("Soup is ready"))
    await guest.until(lambda each: each.head and each.head.announcement)
    news = guest.got(Tournament)[-1]
    assert (news.players, news.rounds, news.play_offs, news.standings) == (None, (), None, None)
    assert [line.event["text"] for line in news.journal] == ["Soup is ready"]


async def test_everybody_gets_the_same_frame(hall: Hall) -> None:
    director = await hall.director()
    guests = [await (await hall.guest(name)).open(director.code) for name in ("Ada", "Bo")]
    await director.act(acts.Announce("Soup"))
    for guest in guests:
        await guest.until(lambda each: each.head and each.head.announcement)
    assert guests[0].frames[-1] == guests[1].frames[-1]


async def test_who_left_hears_nothing_more(hall: Hall) -> None:
    director = await hall.director()
    guest = await (await hall.guest("Ada")).open(director.code)
    await guest.accepted(c.LeaveTournament(id="l", tournament=director.code))
    count = len(guest.frames)
    await director.act(acts.Announce("Soup"))
    await director.until(lambda each: each.head and each.head.announcement)
    assert len(guest.frames) == count
    assert code_of(await guest.do(guest.conduct(acts.Register("Ada")))) == Code.TOURNAMENT_UNKNOWN


async def test_player_registers_once_a_device(hall: Hall) -> None:
    director = await hall.director()
    ada = await hall.player(director.code, "Ada")
    await ada.act(acts.Register("Ada again"))
    assert [player.name for player in (await ada.place_state()).players.values()] == ["Ada"]
    assert ada.got(TournamentYou)[-1].you.player == "p1"


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "\u0301"])
async def test_name_has_to_be_seen(hall: Hall, name: str) -> None:
    director = await hall.director()
    assert (await director.refused(acts.Register(name))).code == Wrong.BAD_NAME


async def test_texts_are_made_harmless(hall: Hall) -> None:
    director = await hall.director(replace(SINGLES, title="Fri\u202eday"))
    await director.act(acts.Register("A\u202eda"))
    await director.act(acts.Announce("So\u0000up"))
    await director.until(lambda each: each.head and each.head.announcement and each.players)
    assert director.head is not None
    assert director.head.announcement is not None
    assert (director.head.config.title, director.head.announcement[1]) == ("Friday", "Soup")
    assert director.players["p1"].name == "Ada"


OF_OTHERS: list[AnyAct] = [
    acts.Configure(Config(title="Mine")),
    acts.CloseCheckIn(),
    acts.Start(),
    acts.PairRound(1),
    acts.StartRound(1),
    acts.Pause(),
    acts.Announce("I am the director"),
    acts.Feature(None),
    acts.Finish(),
    acts.Report("r1t1", Result("forfeit", "p1")),
    acts.Correct("r1t1", Result("forfeit", "p1"), "mine"),
    acts.Rename("p1", "Clown"),
    acts.CheckIn("p1"),
    acts.Withdraw("p1"),
    acts.Return("p1"),
    acts.Ready("r1t1", "p1"),
    acts.Claim("r1t1", "p1", (1, 0)),
]


@pytest.mark.parametrize("act", OF_OTHERS, ids=lambda act: type(act).__name__)
async def test_stranger_has_no_say(hall: Hall, act: AnyAct) -> None:
    director = await hall.director()
    await hall.player(director.code, "Ada")
    stranger = await (await hall.guest("Bo")).open(director.code)
    assert (await stranger.refused(act)).code == Wrong.NOT_ALLOWED


async def test_server_draws_the_lots(hall: Hall) -> None:
    director = await hall.director()
    await hall.player(director.code, "Ada")
    await hall.player(director.code, "Bo")
    await director.act(acts.Start(rng_seed=7))
    commits = await director.place.tournaments.commits(director.code)
    (started,) = [event for commit in commits for event in commit.events if isinstance(event, TournamentStarted)]
    assert started.rng_seed != 7


async def test_refusal_names_what_is_concerned(hall: Hall) -> None:
    director, _ = await hall.evening(2)
    refusal = await director.refused(acts.PairRound(2))
    assert (refusal.code, refusal.concerned) == (Wrong.OPEN_RESULTS, ("r1t1",))


async def test_command_sent_again_is_done_once(hall: Hall) -> None:
    director = await hall.director()
    command = director.conduct(acts.Register("Ada"), "twice")
    assert await director.accepted(command) == await director.accepted(command)
    assert len((await director.place_state()).players) == 1


async def test_one_connection_opens_eight(hall: Hall) -> None:
    guest = await hall.guest("Ada")
    codes = [(await hall.director(replace(SINGLES, title=str(number)))).code for number in range(9)]
    for code in codes[: limits.TOURNAMENTS_OPEN]:
        await guest.open(code)
    answer = await guest.do(c.OpenTournament(id="9", tournament=codes[-1]))
    assert code_of(answer) == Code.TOO_MANY_ROOMS
    await guest.accepted(c.LeaveTournament(id="l", tournament=codes[0]))
    await guest.open(codes[-1])


async def test_wrong_codes_are_guesses(hall: Hall) -> None:
    director = await hall.director()
    guest = await hall.guest("Ada")
    answers = [
        code_of(await guest.do(c.OpenTournament(id=str(number), tournament=f"AAAAA{letter}")))
        for number, letter in enumerate("ABCDEFG")
    ]
    assert answers == [Code.TOURNAMENT_UNKNOWN] * 5 + [Code.RATE_LIMITED] * 2
    await guest.open(director.code)  # which is listed, so it is no secret


async def test_creations_are_bounded(hall: Hall) -> None:
    guest = await hall.guest("Ada")
    answers = [await guest.do(c.CreateTournament(id=str(number), config=SINGLES)) for number in range(41)]
    assert [type(answer) for answer in answers] == [Ack] * 40 + [Error]
    assert code_of(answers[-1]) == Code.RATE_LIMITED


async def test_closed_connection_is_forgotten(hall: Hall) -> None:
    director = await hall.director()
    guest = await (await hall.guest("Ada")).open(director.code)
    await guest.leave()
    copy = hall.places[0].tournaments.live[director.code]
    assert len(copy.visitors) == 1
    await director.leave()
    hall.clock.now += 60_000
    await hall.places[0].tournaments.forget_idle()
    assert hall.places[0].tournaments.live == {}


async def upload(guest: Guest, parts: list[str], total: int | None = None) -> list[Ack | Error]:
    return [
        await guest.do(c.ImportTournament(id=guest.new_id(), part=number, parts=total or len(parts), text=text))
        for number, text in enumerate(parts, start=1)
    ]


async def test_import_in_wrong_order_is_refused(hall: Hall) -> None:
    guest = await hall.guest("Ada")
    first = await guest.do(c.ImportTournament(id="1", part=2, parts=3, text="x"))
    assert code_of(first) == Code.BAD_IMPORT
    (begun,) = await upload(guest, ["{"], total=3)
    assert isinstance(begun, Ack)
    skipped = await guest.do(c.ImportTournament(id="2", part=3, parts=3, text="}"))
    assert code_of(skipped) == Code.BAD_IMPORT
    assert await guest.place.tournaments.listed() == []


async def test_import_of_nonsense_is_refused(hall: Hall) -> None:
    guest = await hall.guest("Ada")
    answers = await upload(guest, ['{"commits"', ": 1}"])
    assert code_of(answers[-1]) == Code.BAD_IMPORT
    assert await guest.place.tournaments.listed() == []
