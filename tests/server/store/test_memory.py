"""What the store in memory does beside the common promises."""

from server.store.log import Appended
from server.store.memory import MemoryStore, Shelf
from tests.server.store.conftest import fact


def ignore(*_: object) -> None:
    pass


async def test_expiry_follows_the_clock() -> None:
    now = [0]
    store = MemoryStore(ignore, ignore, Shelf(clock=lambda: now[0]))
    await store.append(fact("room:A", 0, "a", expire_ms=100))
    await store.say("room:A", b"hello", keep=3, expire_ms=50)
    now[0] = 99
    assert await store.append(fact("room:A", 1, "b", expire_ms=100)) == Appended(2, repeated=False)
    assert await store.said("room:A") == []
    now[0] = 198
    assert len(await store.read("room:A")) == 2
    now[0] = 199
    assert await store.read("room:A") == []


async def test_stores_do_not_share_by_default() -> None:
    one, other = MemoryStore(ignore, ignore), MemoryStore(ignore, ignore)
    await one.append(fact("room:A", 0, "a"))
    assert await other.read("room:A") == []


async def test_closed_node_leaves_nothing() -> None:
    shelf = Shelf()
    store = MemoryStore(ignore, ignore, shelf)
    await store.follow("room:A")
    await store.close()
    assert not shelf.followers
