"""What one device leaves for another is taken once, in time, and by its code."""

import re

from protocol import limits
from protocol.errors import Code, Refusal
from protocol.ids import ALPHABET
from protocol.messages import DeviceCode, Sealed
from server.devices import CODE_UNKNOWN, Devices
from server.store.memory import Shelf
from tests.server.nodes import Clock, nodes


async def offer(devices: Devices, sealed: str = "c2VhbGVk") -> str:
    offered = await devices.offer(sealed)
    assert isinstance(offered, DeviceCode)
    assert offered.expires_ms == limits.DEVICE_MS
    return offered.code


async def test_other_node_gives_it_out_once() -> None:
    async with nodes(2) as (one, two):
        code = await offer(Devices(one.store))
        assert await Devices(two.store).use(code) == Sealed(sealed="c2VhbGVk")
        assert await Devices(one.store).use(code) is CODE_UNKNOWN


async def test_codes_are_long_and_differ() -> None:
    async with nodes() as (node,):
        codes = [await offer(Devices(node.store)) for _ in range(20)]
        assert len(set(codes)) == 20
        assert all(re.fullmatch(f"[{ALPHABET}]{{8}}", code) for code in codes)


async def test_code_is_good_for_two_minutes() -> None:
    clock = Clock()
    async with nodes(shelf=Shelf(clock)) as (node,):
        devices = Devices(node.store)
        first, second = await offer(devices, "one"), await offer(devices, "two")
        clock.now += limits.DEVICE_MS - 1
        assert await devices.use(first) == Sealed(sealed="one")
        clock.now += 1
        assert await devices.use(second) is CODE_UNKNOWN


async def test_nothing_is_given_out_without_the_store() -> None:
    async with nodes() as (node,):
        devices = Devices(node.store)
        code = await offer(devices)
        node.store.away = True
        for refusal in (await devices.offer("x"), await devices.use(code)):
            assert isinstance(refusal, Refusal)
            assert refusal.code is Code.UNAVAILABLE
        node.store.away = False
        assert await devices.use(code) == Sealed(sealed="c2VhbGVk")
