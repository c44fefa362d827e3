"""Key names hold together in a cluster and spread over it."""

from redis.crc import key_slot

from server.store import keys

KEYS = [f"room:{number:06X}" for number in range(2000)]


def slot(name: str) -> int:
    return int(key_slot(name.encode()))


def test_log_and_indexes_share_a_slot() -> None:
    for key in KEYS:
        number = keys.bucket(key)
        names = [keys.log(key), keys.said(key), keys.channel(key), keys.files(key), keys.file(key, "1.2")]
        names += [keys.deadlines(number), keys.listings(number), keys.unfiled(number)]
        assert len({slot(name) for name in names}) == 1


def test_logs_spread_over_three_nodes() -> None:
    thirds = {slot(keys.log(key)) * 3 // 16384 for key in KEYS}
    assert thirds == {0, 1, 2}


def test_every_bucket_is_used() -> None:
    assert {keys.bucket(key) for key in KEYS} == set(range(keys.BUCKETS))


def test_names_are_stable() -> None:
    assert keys.log("room:ABCDEF") == "narde:{10}:room:ABCDEF:log"
    assert keys.deadlines(7) == "narde:{07}:deadlines"
    assert keys.listings(15) == "narde:{15}:listings"
    assert keys.unfiled(7) == "narde:{07}:unfiled"
    assert keys.file("room:ABCDEF", "1.2") == "narde:{10}:room:ABCDEF:file:1.2"


def test_channel_names_its_log() -> None:
    assert keys.followed(keys.channel("room:A}:B:bell")) == "room:A}:B:bell"


def test_log_name_is_built_from_parts() -> None:
    before, after = keys.logs_of(keys.bucket("room:ABCDEF"))
    assert before + "room:ABCDEF" + after == keys.log("room:ABCDEF")
