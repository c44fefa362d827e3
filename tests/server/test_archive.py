"""A finished game is filed once, by whichever node comes first, and read for longer than its room lives."""

import msgspec
import pytest

from protocol import commands as c
from protocol import limits
from protocol.commands import GetRecord
from protocol.errors import Code, Refusal
from protocol.messages import GameListing, Record
from protocol.settings import Control, Settings
from server.archive import AGAIN_MS, LISTED, Archive
from server.lobby import Lobby
from server.rooms.feed import key_of
from server.store.log import Filing, StoreUnavailable
from server.store.memory import Shelf
from tests.server.nodes import Clock, Node, Person, nodes

PUBLIC = Settings(public=True)
ADA, BO, CY = Person("Ada"), Person("Bo"), Person("Cy")


async def game(node: Node, settings: Settings | None = None) -> str:
    """A room where White has given a game up."""
    code = await node.create(ADA, settings)
    await node.do(BO, c.Sit(id="sit", room=code))
    await node.do(ADA, c.Resign(id=node.id(), room=code, points=2))
    return code


async def read(node: Node, code: str, match: int | None = None, game: int | None = None, who: Person = CY) -> Record:
    record = await ask(node, code, match, game, who)
    assert isinstance(record, Record), record
    return record


async def ask(
    node: Node, code: str, match: int | None = None, game: int | None = None, who: Person = CY
) -> Record | Refusal:
    return await Archive(node.rooms).record(who.actor.player, GetRecord(id="1", room=code, match=match, game=game))


async def refused(node: Node, code: str, match: int | None = None, game: int | None = None) -> str:
    refusal = await ask(node, code, match, game)
    assert isinstance(refusal, Refusal), refusal
    return refusal.code


async def listed(node: Node) -> list[GameListing]:
    games = await Archive(node.rooms).games()
    assert not isinstance(games, Refusal)
    return list(games)


async def test_game_is_there_as_soon_as_it_has_ended() -> None:
    async with nodes(2) as (one, two):
        code = await game(one)
        record = await read(two, code)
        assert (record.match, record.game, record.white.name) == (1, 1, "Ada")
        assert await two.store.unfiled() == []


async def test_last_game_is_shown_or_any_other() -> None:
    async with nodes() as (node,):
        code = await game(node, Settings(length=3))
        await node.do(ADA, c.Resign(id="second", room=code, points=2))
        await node.do(ADA, c.Rematch(id="again", room=code))
        await node.do(BO, c.Rematch(id="again", room=code))
        await node.do(BO, c.Resign(id="third", room=code, points=2))
        found = [await read(node, code, *which) for which in ((None, None), (1, None), (1, 1), (2, 1), (None, 2))]
        assert [(record.match, record.game) for record in found] == [(2, 1), (1, 2), (1, 1), (2, 1), (1, 2)]


@pytest.mark.parametrize("which", [(1, 1), (None, None), (7, 1)])
async def test_running_game_has_no_record(which: tuple[int | None, int | None]) -> None:
    async with nodes() as (node,):
        code = await node.create(ADA)
        await node.do(BO, c.Sit(id="sit", room=code))
        assert await refused(node, code, *which) == Code.NO_RECORD


async def test_room_that_never_was_is_unknown() -> None:
    async with nodes() as (node,):
        assert await refused(node, "ABCDEF", 1, 1) == Code.ROOM_UNKNOWN


async def test_record_outlives_its_room_for_a_while() -> None:
    clock = Clock()
    async with nodes(shelf=Shelf(clock)) as (node,):
        code = await game(node)
        await Archive(node.rooms).sweep()
    clock.now += limits.FINISHED_ROOM_MS
    async with nodes(shelf=node.shelf) as (later,):
        assert await later.store.read(key_of(code)) == []
        assert (await read(later, code)).room == code
        clock.now += limits.RECORD_MS
        assert await refused(later, code) == Code.ROOM_UNKNOWN


async def test_room_without_watchers_shows_its_players_alone() -> None:
    async with nodes() as (node,):
        code = await game(node, Settings(watchers=False, public=True))
        assert await refused(node, code) == Code.ROOM_CLOSED_TO_WATCHERS
        assert (await read(node, code, who=BO)).game == 1
        assert await listed(node) == []


async def test_watchers_who_are_behind_learn_nothing_early() -> None:
    async with nodes() as (node,):
        code = await game(node, Settings(watch_delay=20, length=3, public=True))
        await Archive(node.rooms).sweep()
        assert await refused(node, code, 1, 1) == Code.NO_RECORD
        assert await listed(node) == []
        await node.do(ADA, c.Resign(id="second", room=code, points=2))
        assert (await read(node, code, 1, 1)).game == 1
        assert len(await listed(node)) == 2


async def test_list_of_rooms_tells_no_more_than_watchers_see() -> None:
    async with nodes() as (node,):
        behind = await game(node, Settings(watch_delay=20, length=3, public=True))
        open_to_all = await game(node, Settings(length=3, public=True))
        rooms = await Lobby(node.rooms).list()
        assert not isinstance(rooms, Refusal)
        scores = {room.room: (room.score, room.game) for room in rooms}
        assert scores == {behind: ((0, 0), 0), open_to_all: ((0, 2), 2)}


async def test_public_games_are_listed_newest_first() -> None:
    async with nodes() as (node,):
        first, node.clock.now = await game(node, PUBLIC), node.clock.now + 100
        await game(node)
        second = await game(node, PUBLIC)
        await Archive(node.rooms).sweep()
        assert [(line.room, line.winner) for line in await listed(node)] == [(second, "black"), (first, "black")]


async def test_listed_game_tells_which_of_its_match_it_was() -> None:
    async with nodes() as (node,):
        code = await game(node, Settings(length=3, public=True))
        await node.do(ADA, c.Resign(id="second", room=code, points=2))
        await Archive(node.rooms).sweep()
        found = {(line.length, line.match, line.game) for line in await listed(node)}
        assert found == {(3, 1, 1), (3, 1, 2)}


async def test_listed_game_tells_what_was_agreed() -> None:
    async with nodes() as (node,):
        control = Control(timing="fischer", bank=300_000, extra=3_000)
        await game(node, Settings(public=True, overrides={"gul_bara": True}, control=control))
        await Archive(node.rooms).sweep()
        (line,) = await listed(node)
        assert (line.overrides, line.timing, line.bank, line.extra) == ({"gul_bara": True}, "fischer", 300_000, 3_000)


async def test_game_filed_without_what_was_agreed_is_listed() -> None:
    async with nodes() as (node,):
        await game(node, PUBLIC)
        await Archive(node.rooms).sweep()
        (line,) = await listed(node)
        told = msgspec.to_builtins(line)
        for later in ("length", "overrides", "timing", "bank", "extra"):
            del told[later]
        before = Filing(key_of(line.room), "1.1", 1, line.at, b"", limits.RECORD_MS, msgspec.json.encode(told), LISTED)
        await node.store.file(before)
        assert sorted(line.length for line in await listed(node)) == [0, 1]


async def test_old_games_leave_the_list() -> None:
    async with nodes() as (node,):
        await game(node, PUBLIC)
        await Archive(node.rooms).sweep()
        node.clock.now += limits.RECORD_MS + 1
        assert await listed(node) == []


async def test_game_is_filed_by_one_node() -> None:
    async with nodes(2) as (one, two):
        await game(one, PUBLIC)
        marks = await one.store.unfiled()
        for key, version in marks:
            assert await one.store.once(f"file:{key}/{version}", AGAIN_MS)  # and then it dies
        await Archive(two.rooms).sweep()
        assert await two.store.unfiled() == marks
        assert await two.store.newest(0, 10) == []


async def test_game_of_a_dead_node_is_filed_by_another() -> None:
    clock = Clock()
    async with nodes(shelf=Shelf(clock)) as (one,):
        await game(one, PUBLIC)
        for key, version in await one.store.unfiled():
            await one.store.once(f"file:{key}/{version}", AGAIN_MS)
    clock.now += AGAIN_MS
    async with nodes(shelf=one.shelf) as (two,):
        await Archive(two.rooms).sweep()
        assert await two.store.unfiled() == []
        assert len(await listed(two)) == 1


async def test_game_that_ended_unsure_is_filed() -> None:
    async with nodes() as (node,):
        code = await node.create(ADA, PUBLIC)
        await node.do(BO, c.Sit(id="sit", room=code))
        node.store.unsure = 1
        refusal = await node.rooms.execute(code, ADA.actor, c.Resign(id="r", room=code, points=2))
        assert isinstance(refusal, Refusal)
        await Archive(node.rooms).sweep()
        assert len(await listed(node)) == 1


async def test_filing_twice_changes_nothing() -> None:
    async with nodes(2) as (one, two):
        code = await game(one, PUBLIC)
        marks = await one.store.unfiled()
        for node in (one, two):
            for mark in marks:
                await Archive(node.rooms)._file(*mark)
        assert len(await listed(one)) == 1
        assert await one.store.files(key_of(code)) == ["1.1"]


async def test_record_that_is_too_long_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORD_BYTES", 100)
    async with nodes() as (node,):
        code = await game(node, PUBLIC)
        assert await refused(node, code) == Code.NO_RECORD
        assert await node.store.unfiled() == []
        assert await listed(node) == []


async def test_forgotten_room_leaves_no_mark() -> None:
    async with nodes() as (node,):
        code = await game(node)
        node.shelf.logs.clear()
        await Archive(node.rooms).sweep()
        assert (await node.store.unfiled(), await node.store.files(key_of(code))) == ([], [])


async def test_archive_is_unavailable_with_the_store() -> None:
    async with nodes() as (node,):
        code = await game(node, PUBLIC)
        node.store.away = True
        assert await refused(node, code) == Code.UNAVAILABLE
        games = await Archive(node.rooms).games()
        assert isinstance(games, Refusal)
        with pytest.raises(StoreUnavailable):
            await Archive(node.rooms).sweep()
        node.store.away = False
        assert (await read(node, code)).game == 1
