"""Options of the whole test suite."""

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("narde", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("narde")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("long"):
        return
    skip = pytest.mark.skip(reason="long mode only: ./run test --long")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(skip)
