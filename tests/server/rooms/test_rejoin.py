"""Whoever comes back is up to date within a kilobyte."""

import pytest

from tests.bench.rejoin import longest_rejoin


@pytest.mark.parametrize("seed", range(8))
async def test_rejoin_fits_a_kilobyte(seed: int) -> None:
    assert 940 < await longest_rejoin(seed) <= 1024
