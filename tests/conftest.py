"""Options and browsers of the whole test suite."""

from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser, expect

from tests.web import browser as browsers
from tests.web.browser import Players

# How long an example takes says more about the machine than about the code.
settings.register_profile("narde", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("narde")
expect.set_options(timeout=browsers.PATIENCE_MS)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("long"):
        return
    skip = pytest.mark.skip(reason="long mode only: ./run test --long")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(skip)


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    if browsers.program() is None:
        pytest.skip("no Chromium on this machine")
    async with browsers.chromium() as browser:
        yield browser


@pytest.fixture
async def players(chromium: Browser) -> AsyncIterator[Players]:
    """Opens browsers. A test fails when a page has thrown or complained."""
    players = Players(chromium)
    yield players
    await players.close()
    assert players.errors == []
