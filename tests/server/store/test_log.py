"""What every store promises, asked of the one in memory, of the bundled server and of an installed Redis."""

import asyncio

import pytest

from server.store.log import FILES_KEPT, Append, Appended, Conflict, Entry, Filing, Store
from tests.server.store.conftest import Node, OpenNode, fact, soon

KEY = "room:ABCDEF"


@pytest.fixture
async def node(open_node: OpenNode) -> Node:
    return await open_node()


@pytest.fixture
def store(node: Node) -> Store:
    return node.store


async def write(store: Store, count: int, key: str = KEY) -> list[Entry]:
    for expected in range(count):
        await store.append(fact(key, expected, f"op{expected + 1}"))
    return await store.read(key)


async def picture(store: Store) -> object:
    return await store.read(KEY), await store.deadlines(), await store.listings(), await store.unfiled()


async def test_unknown_log_is_empty(store: Store) -> None:
    assert await store.read("room:NOBODY") == []


async def test_versions_count_from_one(store: Store) -> None:
    assert await store.append(fact(KEY, 0, "a")) == Appended(1, repeated=False)
    assert await store.append(fact(KEY, 1, "b")) == Appended(2, repeated=False)
    assert await store.read(KEY) == [Entry(1, "a", b"did a"), Entry(2, "b", b"did b")]


async def test_any_bytes_come_back(store: Store) -> None:
    data = bytes(range(256)) * 100
    await store.append(fact(KEY, 0, "a", data=data))
    assert (await store.read(KEY))[0].data == data


async def test_read_starts_after_version(store: Store) -> None:
    entries = await write(store, 12)
    assert await store.read(KEY, after=9) == entries[9:]
    assert await store.read(KEY, after=12) == []


async def test_repeated_operation_is_not_rewritten(store: Store) -> None:
    await write(store, 3)
    before = await picture(store)
    assert await store.append(fact(KEY, 1, "op2", deadline=5, listing=b"x", ends=True)) == Appended(2, repeated=True)
    assert await picture(store) == before


async def test_conflict_shows_the_tail(store: Store) -> None:
    entries = await write(store, 11)
    before = await picture(store)
    assert await store.append(fact(KEY, 8, "late", deadline=5, listing=b"x", ends=True)) == Conflict(tuple(entries[8:]))
    assert await picture(store) == before


async def test_expecting_too_much_conflicts(store: Store) -> None:
    await write(store, 2)
    before = await picture(store)
    assert await store.append(fact(KEY, 7, "ahead")) == Conflict(())
    assert await picture(store) == before


async def test_one_of_many_writers_wins(open_node: OpenNode) -> None:
    stores = [(await open_node()).store for _ in range(4)]
    answers = await asyncio.gather(*(stores[i % 4].append(fact(KEY, 0, f"writer {i}")) for i in range(40)))
    assert [type(answer) for answer in answers].count(Appended) == 1
    assert len(await stores[0].read(KEY)) == 1


async def test_losers_get_in_after_looking(open_node: OpenNode) -> None:
    stores = [(await open_node()).store for _ in range(3)]
    await asyncio.gather(*(insist(stores[i % 3], f"writer {i}") for i in range(30)))
    entries = await stores[0].read(KEY)
    assert [entry.version for entry in entries] == list(range(1, 31))
    assert {entry.op for entry in entries} == {f"writer {i}" for i in range(30)}


async def insist(store: Store, op: str) -> None:
    expected = 0
    while isinstance(answer := await store.append(fact(KEY, expected, op)), Conflict):
        expected += len(answer.tail)


async def test_same_operation_wins_once(open_node: OpenNode) -> None:
    stores = [(await open_node()).store for _ in range(2)]
    answers = await asyncio.gather(*(store.append(fact(KEY, 0, "same")) for store in stores))
    assert sorted(answers, key=lambda answer: answer == Appended(1, repeated=True)) == [
        Appended(1, repeated=False),
        Appended(1, repeated=True),
    ]


async def test_cancelled_caller_hurts_nobody(store: Store) -> None:
    await write(store, 1, "room:OTHER")
    writers = [asyncio.create_task(store.append(fact(f"room:{i}", 0, "a"))) for i in range(10)]
    writers[3].cancel()
    answers = await asyncio.gather(*writers, return_exceptions=True)
    assert answers[:3] + answers[4:] == [Appended(1, repeated=False)] * 9
    assert len(await store.read("room:3")) <= 1
    assert await store.append(fact("room:OTHER", 1, "b")) == Appended(2, repeated=False)


async def test_log_expires_after_last_append(store: Store) -> None:
    await store.append(fact(KEY, 0, "a", expire_ms=1))
    await soon(until_gone(store))
    assert await store.append(fact(KEY, 1, "b")) == Conflict(())
    assert await store.append(fact(KEY, 0, "c")) == Appended(1, repeated=False)


async def until_gone(store: Store) -> None:
    while await store.read(KEY):
        pass


async def test_deadline_and_listing_follow_appends(store: Store) -> None:
    await store.append(fact(KEY, 0, "a", deadline=1_800_000_000_123, listing=b"open"))
    assert (await store.deadlines(), await store.listings()) == ([(KEY, 1_800_000_000_123)], {KEY: b"open"})
    await store.append(fact(KEY, 1, "b", deadline=1_800_000_000_456, listing=b""))
    assert (await store.deadlines(), await store.listings()) == ([(KEY, 1_800_000_000_456)], {KEY: b""})
    await store.append(fact(KEY, 2, "c"))
    assert (await store.deadlines(), await store.listings()) == ([], {})


async def test_due_logs_come_by_deadline(store: Store) -> None:
    for number in range(20):
        await store.append(fact(f"room:{number}", 0, "a", deadline=1000 + number * 7 % 20))
    by_deadline = sorted(range(20), key=lambda number: number * 7 % 20)
    assert await store.due(1009, limit=100) == [f"room:{number}" for number in by_deadline[:10]]
    assert await store.due(5000, limit=3) == [f"room:{number}" for number in by_deadline[:3]]
    assert await store.due(999, limit=100) == []


async def test_due_log_stays_until_append(store: Store) -> None:
    await store.append(fact(KEY, 0, "a", deadline=10))
    assert await store.due(10, limit=5) == [KEY]
    assert await store.due(10, limit=5) == [KEY]
    await store.append(fact(KEY, 1, "b", deadline=20))
    assert await store.due(10, limit=5) == []


async def test_due_drops_expired_logs(store: Store) -> None:
    await store.append(fact(KEY, 0, "a", expire_ms=1, deadline=10, listing=b"open"))
    await soon(until_gone(store))
    assert await store.due(10, limit=5) == []
    assert (await store.deadlines(), await store.listings()) == ([], {})


async def test_bells_ring_across_nodes(open_node: OpenNode) -> None:
    near, far = await open_node(), await open_node()
    await far.store.follow(KEY)
    await near.store.append(fact(KEY, 0, "a"))
    await far.store.append(fact(KEY, 1, "b"))
    assert [await far.bell(), await far.bell()] == [(KEY, 1), (KEY, 2)]
    assert near.bells.empty()


async def test_refused_append_rings_nothing(node: Node) -> None:
    await node.store.follow(KEY)
    await node.store.append(fact(KEY, 0, "a"))
    await node.store.append(fact(KEY, 0, "a"))
    await node.store.append(fact(KEY, 0, "b"))
    await node.store.append(fact(KEY, 1, "c"))
    assert [await node.bell(), await node.bell()] == [(KEY, 1), (KEY, 2)]


async def test_following_twice_rings_once(node: Node) -> None:
    await asyncio.gather(node.store.follow(KEY), node.store.follow(KEY))
    await node.store.follow(KEY)
    await write(node.store, 2)
    assert [await node.bell(), await node.bell()] == [(KEY, 1), (KEY, 2)]


async def test_unfollowed_log_is_silent(node: Node) -> None:
    await node.store.follow(KEY)
    await node.store.follow("room:OTHER")
    await node.store.unfollow(KEY)
    await node.store.unfollow(KEY)
    await node.store.append(fact(KEY, 0, "a"))
    await node.store.append(fact("room:OTHER", 0, "a"))
    assert await node.bell() == ("room:OTHER", 1)


async def test_followed_again_rings_again(node: Node) -> None:
    await node.store.follow(KEY)
    await asyncio.gather(node.store.unfollow(KEY), node.store.follow(KEY))
    await node.store.append(fact(KEY, 0, "a"))
    assert await node.bell(version=1) == (KEY, 1)


async def test_sayings_are_capped_and_ordered(store: Store) -> None:
    for number in range(5):
        await store.say(KEY, b"%d" % number, keep=3, expire_ms=60_000)
    assert await store.said(KEY) == [b"2", b"3", b"4"]
    assert await store.said("room:OTHER") == []
    assert await store.read(KEY) == []


async def test_sayings_reach_followers(open_node: OpenNode) -> None:
    near, far = await open_node(), await open_node()
    await far.store.follow(KEY)
    await near.store.say(KEY, b"\x00hello", keep=3, expire_ms=60_000)
    assert await soon(far.says.get()) == (KEY, b"\x00hello")
    assert far.bells.empty()


async def test_saying_of_the_moment_is_not_kept(open_node: OpenNode) -> None:
    near, far = await open_node(), await open_node()
    await near.store.say(KEY, b"kept", keep=3, expire_ms=60_000)
    await far.store.follow(KEY)
    await near.store.say(KEY, b"?", keep=0, expire_ms=1)
    assert await soon(far.says.get()) == (KEY, b"?")
    assert await near.store.said(KEY) == [b"kept"]


def filing(name: str, version: int, key: str = KEY, listing: bytes | None = None) -> Filing:
    data = f"file {name}".encode()
    return Filing(key, name, version, at=1000 + version, data=data, expire_ms=60_000, listing=listing, keep=3)


async def test_end_waits_until_it_is_settled(open_node: OpenNode) -> None:
    near, far = (await open_node()).store, (await open_node()).store
    await write(near, 2)
    await near.append(fact(KEY, 2, "end", ends=True))
    await near.append(fact(KEY, 3, "more"))
    await near.append(fact(KEY, 4, "end again", ends=True))
    await near.append(fact("room:OTHER", 0, "end", ends=True))
    assert sorted(await far.unfiled(KEY)) == [(KEY, 3), (KEY, 5)]
    assert sorted(await far.unfiled()) == [(KEY, 3), (KEY, 5), ("room:OTHER", 1)]
    for _ in range(2):
        await far.settle(KEY, 3)
    assert await near.unfiled(KEY) == [(KEY, 5)]


async def test_end_waits_although_its_log_expires(store: Store) -> None:
    await store.append(fact(KEY, 0, "a", expire_ms=1, ends=True))
    await soon(until_gone(store))
    assert await store.unfiled(KEY) == await store.unfiled() == [(KEY, 1)]


async def test_files_outlive_their_log(open_node: OpenNode) -> None:
    near, far = (await open_node()).store, (await open_node()).store
    await near.file(filing("second", 9))
    await far.file(filing("first", 4))
    assert await near.files(KEY) == ["second", "first"]
    assert await far.filed(KEY, "second") == b"file second"
    assert await far.filed(KEY, "third") is None
    assert (await far.files("room:OTHER"), await far.filed("room:OTHER", "second")) == ([], None)
    assert await near.newest(0, 10) == []


async def test_filing_again_changes_nothing(store: Store) -> None:
    for _ in range(2):
        await store.file(filing("one", 4, listing=b"listed"))
    assert await store.files(KEY) == ["one"]
    assert await store.newest(0, 10) == [b"listed"]


async def test_files_are_kept_for_a_while(store: Store) -> None:
    await store.file(Filing(KEY, "one", 4, at=0, data=b"x", expire_ms=1))
    await soon(until_no_file(store))
    assert await store.filed(KEY, "one") is None


async def until_no_file(store: Store) -> None:
    while await store.files(KEY):
        pass


async def test_names_of_files_are_bounded(store: Store) -> None:
    for version in range(1, FILES_KEPT + 3):
        await store.file(filing(str(version), version))
    assert await store.files(KEY) == [str(version) for version in range(FILES_KEPT + 2, 2, -1)]


async def test_newest_files_are_listed(store: Store) -> None:
    for version in (2, 4, 1, 3):
        await store.file(filing("end", version, f"room:{version}", listing=b"%d" % version))
    assert await store.newest(0, 10) == [b"4", b"3", b"2"]
    assert await store.newest(0, 2) == [b"4", b"3"]
    assert await store.newest(1003, 10) == [b"4", b"3"]


async def test_note_is_read_by_everybody(open_node: OpenNode) -> None:
    near, far = (await open_node()).store, (await open_node()).store
    await near.note("a", b"\x00one", 60_000)
    await near.note("a", b"\x00two", 60_000)
    assert [await store.noted("a") for store in (near, far)] == [b"\x00two"] * 2
    assert await far.noted("b") is None


async def test_note_is_taken_once(open_node: OpenNode) -> None:
    stores = [(await open_node()).store for _ in range(3)]
    await stores[0].note("a", b"one", 60_000)
    taken = await asyncio.gather(*(store.take("a") for store in stores))
    assert sorted(taken, key=str) == [None, None, b"one"]
    assert await stores[0].noted("a") is None


async def test_note_is_gone_after_its_time(store: Store) -> None:
    await store.note("a", b"one", 1)
    await soon(until_not_noted(store))
    assert await store.take("a") is None


async def until_not_noted(store: Store) -> None:
    while await store.noted("a"):
        pass


async def test_swap_brings_two_together(open_node: OpenNode) -> None:
    near, far = (await open_node()).store, (await open_node()).store
    assert await near.swap("a", b"near", 60_000) is None
    assert await near.swap("a", b"near", 60_000) is None
    assert await far.swap("a", b"far", 60_000) == b"near"
    assert await near.noted("a") is None


async def test_swap_leaves_nobody_out(open_node: OpenNode) -> None:
    stores = [(await open_node()).store for _ in range(3)]
    swaps = (stores[number % 3].swap("a", b"%d" % number, 60_000) for number in range(20))
    found = [note for note in await asyncio.gather(*swaps) if note is not None]
    assert len(found) == len(set(found)) == 10
    assert await stores[0].noted("a") is None


async def test_beat_is_shared(open_node: OpenNode) -> None:
    near, far = (await open_node()).store, (await open_node()).store
    assert await near.last_beat() is None
    await near.beat(1_800_000_000_123)
    assert await far.last_beat() == 1_800_000_000_123


async def test_once_is_said_to_one(open_node: OpenNode) -> None:
    stores = [(await open_node()).store for _ in range(3)]
    assert sorted([await store.once("sweep", 60_000) for store in stores]) == [False, False, True]
    assert await stores[0].once("other", 60_000)


async def test_once_comes_round_again(store: Store) -> None:
    assert await store.once("sweep", 1)
    await soon(until_again(store))
    assert await store.last_beat() is None


async def until_again(store: Store) -> None:
    while not await store.once("sweep", 60_000):
        pass


async def test_ping_returns(store: Store) -> None:
    before = await picture(store)
    await store.ping()
    assert await picture(store) == before


async def test_long_log_stays_whole(store: Store) -> None:
    entries = await write(store, 300)
    assert [entry.version for entry in entries] == list(range(1, 301))
    assert await store.append(Append(KEY, 300, "last", b"", 60_000)) == Appended(301, repeated=False)
