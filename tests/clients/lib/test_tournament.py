import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from clients.lib import connection, link
from clients.lib.connection import Client, CommandRefused, connect
from clients.lib.tournament import merged
from protocol import commands as c
from protocol import limits
from protocol.errors import Code
from protocol.messages import Ack, AnyMessage, Error, Tournament
from protocol.tournament import acts
from protocol.tournament.events import Config, Result
from tests.clients.lib.cup import CUP, HEAD, KEY, LISTING, Desk, complete, game, player, you
from tests.clients.lib.house import House, house


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "FIRST_PAUSE", 0.0)
    monkeypatch.setattr(connection, "REPEAT", 0.0)


@pytest.fixture
async def host() -> AsyncIterator[House]:
    async with house() as host:
        host.desk = Desk()
        yield host


@pytest.fixture(params=[False, True], ids=["msgpack", "json"])
async def client(host: House, request: pytest.FixtureRequest) -> AsyncIterator[Client]:
    async with connect(host.url, json=request.param) as client:
        yield client


def say(host: House, message: AnyMessage) -> None:
    for socket in host.guests:
        host.tell(socket, message)


# --- the view ---------------------------------------------------------------------------------------------------------


def test_news_take_the_place_of_their_sections() -> None:
    before = merged(None, complete(1, (game(1),)))
    news = Tournament(tournament=CUP, version=2, at=9, players=(player(1, "Ada"), player(2, "Bob")))
    after = merged(before, news)
    assert [player.name for player in after.players] == ["Ada", "Bob"]
    assert (after.version, after.at) == (2, 9)
    assert (after.head, after.rounds, after.standings) == (before.head, before.rounds, before.standings)


def test_changed_round_takes_its_own_place() -> None:
    before = merged(None, complete(1, (game(1), game(2, started=None))))
    won = game(1, Result("played", "p1", (1, 0)))
    after = merged(before, Tournament(tournament=CUP, version=2, at=2, rounds=(won,)))
    assert after.rounds == (won, before.rounds[1])
    assert after.current == before.rounds[1]


def test_undone_round_is_forgotten() -> None:
    before = merged(None, complete(1, (game(1), game(2))))
    news = Tournament(tournament=CUP, version=2, at=2, head=replace(HEAD, paired=1))
    assert merged(before, news).rounds == before.rounds[:1]


def test_running_matches_are_those_to_be_played() -> None:
    (table,) = game(1).matches
    view = merged(None, complete(1, (game(1),)))
    assert view.running == (table,)
    assert merged(view, Tournament(tournament=CUP, version=2, at=2, play_offs=(table,))).running == (table, table)
    assert merged(None, complete(1, (game(1, started=None),))).running == ()
    assert merged(None, complete(1, (game(1, Result("forfeit", "p1")),))).running == ()


def test_players_are_found_by_name() -> None:
    view = merged(None, complete())
    assert view.player("p2").name == "Bo"
    with pytest.raises(KeyError):
        view.player("p3")


# --- opened and followed ----------------------------------------------------------------------------------------------


async def test_opened_tournament_is_seen(client: Client) -> None:
    tournament = await client.open_tournament(CUP)
    assert tournament.view.head.config.title == "Cup"
    assert (tournament.you.role, tournament.code) == ("viewer", CUP)
    assert await client.open_tournament(CUP) is tournament


async def test_key_makes_a_director(client: Client) -> None:
    tournament = await client.open_tournament(CUP)
    assert await client.open_tournament(CUP, KEY) is tournament
    assert tournament.you.role == "director"


async def test_news_are_waited_for(host: House, client: Client) -> None:
    tournament = await client.open_tournament(CUP)
    waiting = asyncio.create_task(tournament.until(lambda: tournament.view.version == 3))
    say(host, Tournament(tournament=CUP, version=2, at=2))
    say(host, Tournament(tournament=CUP, version=3, at=3, head=replace(HEAD, check_in=False)))
    await waiting
    assert not tournament.view.head.check_in
    say(host, you("player", "p1"))
    await tournament.until(lambda: tournament.you.player == "p1")


async def test_acts_are_conducted(host: House, client: Client) -> None:
    tournament = await client.open_tournament(CUP, KEY)
    ack = await tournament.conduct(acts.PairRound(1))
    assert ack.version == 1
    asked = await host.hears(c.Conduct)
    assert asked == c.Conduct(id=ack.id, tournament=CUP, act=acts.PairRound(1))


async def test_refusal_names_the_concerned(host: House, client: Client) -> None:
    tournament = await client.open_tournament(CUP, KEY)
    before = tournament.view
    host.desk = lambda command: [Error(id=command.id, code="open_results", detail="No.", concerned=("r1t1",))]
    with pytest.raises(CommandRefused, match="No") as refused:
        await tournament.conduct(acts.Finish())
    assert (refused.value.code, refused.value.concerned) == ("open_results", ("r1t1",))
    assert tournament.view is before


async def test_refused_opening_leaves_nothing_behind(host: House, client: Client) -> None:
    host.desk = lambda command: [Error(id=command.id, code=Code.TOURNAMENT_UNKNOWN, detail="There is none.")]
    with pytest.raises(CommandRefused, match="There is none"):
        await client.open_tournament(CUP)
    host.desk = Desk()
    host.drop()
    await host.hears(c.Hello, 2)
    await client.list_tournaments()
    assert len([command for command in host.heard if isinstance(command, c.OpenTournament)]) == 1


async def test_wrong_key_leaves_an_open_tournament_open(host: House, client: Client) -> None:
    tournament = await client.open_tournament(CUP)
    host.desk = lambda command: [Error(id=command.id, code=Code.KEY_UNKNOWN, detail="No such key.")]
    with pytest.raises(CommandRefused, match="No such key"):
        await client.open_tournament(CUP, "x" * 22)
    say(host, complete(5))
    await tournament.until(lambda: tournament.view.version == 5)
    assert tournament.you.role == "viewer"


async def test_left_tournament_has_no_news(host: House, client: Client) -> None:
    tournament = await client.open_tournament(CUP)
    await client.leave_tournament(CUP)
    with pytest.raises(ConnectionError, match="has been left"):
        await tournament.changed()
    host.drop()
    await host.hears(c.Hello, 2)
    assert len([command for command in host.heard if isinstance(command, c.OpenTournament)]) == 1


# --- lost connections -------------------------------------------------------------------------------------------------


async def test_tournament_is_opened_again_with_its_key(host: House, client: Client) -> None:
    desk = host.desk = Desk()
    tournament = await client.open_tournament(CUP, KEY)
    desk.tournament = complete(7, (game(1),))
    host.drop()
    await tournament.until(lambda: tournament.view.version == 7)
    again = await host.hears(c.OpenTournament, 2)
    assert again == c.OpenTournament(id=again.id, tournament=CUP, key=KEY)


async def test_complete_news_replace_what_was_known(host: House, client: Client) -> None:
    desk = host.desk = Desk()
    desk.tournament = complete(1, (game(1), game(2)))
    tournament = await client.open_tournament(CUP)
    desk.tournament = complete(3, (game(1),))
    host.drop()
    await tournament.until(lambda: tournament.view.version == 3)
    assert tournament.view.rounds == (game(1),)


async def test_players_key_is_shown_only_once(host: House, client: Client) -> None:
    host.desk = lambda command: [Ack(id=command.id), complete(), you("player", "p1")]
    await client.open_tournament(CUP, KEY)
    host.drop()
    again = await host.hears(c.OpenTournament, 2)
    assert isinstance(again, c.OpenTournament)
    assert again.key is None


async def test_void_key_ends_the_tournament(host: House, client: Client) -> None:
    tournament = await client.open_tournament(CUP, KEY)
    host.desk = lambda command: [Error(id=command.id, code=Code.KEY_UNKNOWN, detail="It is void.")]
    host.drop()
    with pytest.raises(CommandRefused, match="It is void"):
        await tournament.until(lambda: False)
    with pytest.raises(CommandRefused, match="It is void"):
        await tournament.changed()


async def test_passing_trouble_is_waited_out(host: House, client: Client) -> None:
    tournament = await client.open_tournament(CUP)
    answers = iter([Code.UNAVAILABLE, Code.RATE_LIMITED])
    desk = Desk()
    desk.tournament = complete(4)

    def busy(command: c.OfTournaments) -> list[AnyMessage]:
        code = next(answers, None)
        return desk(command) if code is None else [Error(id=command.id, code=code, detail="Later.")]

    host.desk = busy
    host.drop()
    await tournament.until(lambda: tournament.view.version == 4)
    assert next(answers, None) is None


async def test_end_of_the_client_ends_the_waiting(host: House) -> None:
    async with connect(host.url) as client:
        tournament = await client.open_tournament(CUP)
    with pytest.raises(ConnectionError, match="has ended"):
        await tournament.changed()


# --- keys -------------------------------------------------------------------------------------------------------------


async def test_created_tournament_has_a_key(host: House, client: Client) -> None:
    key = await client.create_tournament(Config("Cup", "swiss"))
    assert (key.tournament, key.key) == (CUP, KEY)
    asked = await host.hears(c.CreateTournament)
    assert isinstance(asked, c.CreateTournament)
    assert asked.config == Config("Cup", "swiss")


async def test_lost_key_is_asked_for_by_the_same_command(host: House, client: Client) -> None:
    host.desk = lambda command: [Ack(id=command.id)]
    creating = asyncio.create_task(client.create_tournament(Config()))
    first = await host.hears(c.CreateTournament)
    host.desk = Desk()
    host.drop()
    assert (await creating).key == KEY
    assert await host.hears(c.CreateTournament, 2) == first


async def test_office_makes_a_key(host: House, client: Client) -> None:
    key = await client.issue_key(CUP, "director", alone=True, office="o" * 22)
    assert key.key == KEY
    asked = await host.hears(c.IssueKey)
    assert asked == c.IssueKey(id=asked.id, tournament=CUP, role="director", alone=True, office="o" * 22)


async def test_tournaments_are_listed(client: Client) -> None:
    assert await client.list_tournaments() == (LISTING,)


async def test_import_is_sent_in_parts(host: House, client: Client) -> None:
    text = '{"title": "Нарды"}\n' * 1000
    assert (await client.import_tournament(text)).key == KEY
    parts = [command for command in host.heard if isinstance(command, c.ImportTournament)]
    assert [part.part for part in parts] == list(range(1, len(parts) + 1))
    assert {part.parts for part in parts} == {len(parts)}
    assert "".join(part.text for part in parts) == text


# --- a connection that is lost during an import -----------------------------------------------------------------------

EXPORTED = "x" * (3 * limits.IMPORT_CHARS)
GOING = -1
"""The connection is as good as lost: nothing that comes is answered."""


class Parts(Desk):
    """Keeps the parts of one connection, as a server does, and loses it once: at part `lost`, which it still answers
    with so many messages."""

    def __init__(self, host: House, lost: int, answered: int) -> None:
        super().__init__()
        self.host, self.lost, self.answered = host, lost, answered
        self.parts: list[str] = []
        self.made: dict[str, str] = {}
        """The text of each tournament, by the command that made it."""

    def __call__(self, command: c.OfTournaments) -> list[AnyMessage]:
        if not isinstance(command, c.ImportTournament):
            return super().__call__(command)
        if self.lost == GOING:
            return []
        self.parts = [] if command.part == 1 else self.parts
        if command.part != len(self.parts) + 1:
            return [Error(id=command.id, code=Code.BAD_IMPORT, detail="The parts come one after another.")]
        self.parts.append(command.text)
        if command.part == command.parts:
            self.made[command.id] = "".join(self.parts)
        answers = super().__call__(command)
        return answers if command.part != self.lost else self._hang_up(answers)

    def _hang_up(self, answers: list[AnyMessage]) -> list[AnyMessage]:
        self.lost = GOING
        asyncio.get_running_loop().call_later(0.05, self._drop)
        return answers[: self.answered]

    def _drop(self) -> None:
        self.lost, self.parts = 0, []
        self.host.drop()


@pytest.mark.parametrize(
    ("lost", "answered"),
    [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1)],
    ids=["first part", "middle", "between two", "last part", "before the key"],
)
async def test_import_begins_anew_on_the_next_connection(host: House, client: Client, lost: int, answered: int) -> None:
    desk = host.desk = Parts(host, lost, answered)
    assert (await client.import_tournament(EXPORTED)).key == KEY
    assert list(desk.made.values()) == [EXPORTED]
    assert len(host.guests) == 1


async def test_bad_import_is_not_sent_again(host: House, client: Client) -> None:
    host.desk = lambda command: [Error(id=command.id, code=Code.BAD_IMPORT, detail="This file is no JSON.")]
    with pytest.raises(CommandRefused, match="This file is no JSON"):
        await client.import_tournament("{")
    assert len([command for command in host.heard if isinstance(command, c.ImportTournament)]) == 1
