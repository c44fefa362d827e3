"""Token buckets and caps, with the time as an argument."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server import ratelimit
from server.ratelimit import Bucket, Connections, PerKey


def taken(bucket: Bucket, now: float, tries: int = 100) -> int:
    return sum(bucket.allow(now) for _ in range(tries))


def test_bucket_starts_full() -> None:
    assert taken(Bucket(rate=1, burst=5), now=1000.0) == 5


def test_bucket_refills_with_time() -> None:
    bucket = Bucket(rate=2, burst=10)
    assert [taken(bucket, 0.0), taken(bucket, 0.4), taken(bucket, 0.5), taken(bucket, 3.0)] == [10, 0, 1, 5]


def test_bucket_holds_no_more_than_its_burst() -> None:
    bucket = Bucket(rate=2, burst=10)
    taken(bucket, 0.0)
    assert taken(bucket, 1e9) == 10


def test_looking_takes_nothing() -> None:
    bucket = Bucket(rate=1, burst=2)
    assert [bucket.left(0.0), bucket.left(0.0), taken(bucket, 0.0)] == [2, 2, 2]


def test_clock_running_backwards_gives_nothing() -> None:
    bucket = Bucket(rate=1, burst=2)
    taken(bucket, 100.0)
    assert taken(bucket, 50.0) == 0


@given(
    st.floats(0.1, 100),
    st.integers(1, 50),
    st.lists(st.floats(0, 10), min_size=1, max_size=200),
)
def test_bucket_never_gives_more_than_promised(rate: float, burst: int, pauses: list[float]) -> None:
    bucket = Bucket(rate, burst)
    moments = list(accumulate(pauses))
    allowed = sum(bucket.allow(now) for now in moments)
    assert allowed <= burst + rate * (moments[-1] - moments[0]) + 1e-6


def test_keys_do_not_share() -> None:
    limit = PerKey(rate=1, burst=1)
    assert [limit.allow(key, 0.0) for key in ("a", "b", "a", "b")] == [True, True, False, False]
    assert [limit.left("a", 1.0), limit.left("c", 1.0)] == [1, 1]


def test_key_unseen_for_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratelimit, "KEYS_KEPT", 2)
    limit = PerKey(rate=0, burst=1)
    for key in ("a", "b", "a", "c"):
        limit.allow(key, 0.0)
    assert [limit.left("a", 0.0), limit.left("b", 0.0)] == [0, 1]


def test_key_with_all_its_tokens_is_forgotten() -> None:
    limit = PerKey(rate=1, burst=2)
    for number in range(100):
        assert limit.left(str(number), float(number)) == 2
        assert limit.allow(str(number), float(number))
    assert len(limit) == 1


def test_address_has_a_cap() -> None:
    connections = Connections(limit=10, limit_per_address=2)
    assert [connections.acquire("a") for _ in range(3)] == [True, True, False]
    assert connections.acquire("b")


def test_all_together_have_a_cap() -> None:
    connections = Connections(limit=2, limit_per_address=2)
    assert [connections.acquire(address) for address in "abc"] == [True, True, False]


def test_release_makes_room() -> None:
    connections = Connections(limit=1, limit_per_address=1)
    for _ in range(3):
        assert connections.acquire("a")
        assert not connections.acquire("a")
        connections.release("a")
    assert connections.acquire("b")
