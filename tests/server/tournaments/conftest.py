"""Halls on every kind of store."""

from collections.abc import AsyncIterator

import pytest

from tests.server.store.conftest import bundled_url, wipe
from tests.server.tournaments.hall import Hall

__all__ = ["bundled_url"]


@pytest.fixture(params=["memory", "redis"])
def hall_url(request: pytest.FixtureRequest) -> str | None:
    return None if request.param == "memory" else str(request.getfixturevalue("bundled_url"))


@pytest.fixture
async def hall(hall_url: str | None) -> AsyncIterator[Hall]:
    """One server node with everything but sockets."""
    if hall_url is not None:
        await wipe(hall_url)
    async with Hall(hall_url) as opened:
        await opened.place()
        yield opened
