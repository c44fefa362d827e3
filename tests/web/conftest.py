"""Servers for the tests of the web client."""

from collections.abc import AsyncIterator

import pytest

from tests.e2e.processes import ServerProcess
from tests.web import house as houses
from tests.web.house import House
from tests.web.proxy import Proxy, proxy


@pytest.fixture(scope="session")
async def _house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with houses.house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def house(_house: House) -> House:
    """A server whose dice the test chooses."""
    _house.dice.reset()
    return _house


@pytest.fixture(scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """A server as everybody runs it, for tests that leave it as it is."""
    process = ServerProcess(tmp_path_factory.mktemp("server") / "data")
    await process.start()
    yield process
    assert await process.stop() == 0


@pytest.fixture
async def mortal(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """A server that a test may kill and start again."""
    process = ServerProcess(tmp_path_factory.mktemp("mortal") / "data")
    await process.start()
    yield process
    await process.kill()


@pytest.fixture
async def network(house: House) -> AsyncIterator[Proxy]:
    """A bad network in front of `house`."""
    async with proxy(house.port) as between:
        yield between
