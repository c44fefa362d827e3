"""Names of the keys in Redis.

A log and the indexes it belongs to share a hash tag, so that in a Redis Cluster one script call stays within one slot.
The indexes are split over a fixed number of buckets, which spreads the logs over the nodes of a cluster.
"""

from functools import cache, lru_cache
from zlib import crc32

BUCKETS = 16
BEAT = "narde:beat"
NEWEST = "narde:newest"
"""The sorted set of listings of what is filed, for all logs."""
_CHANNEL = ":bell"


@lru_cache(maxsize=4096)
def bucket(key: str) -> int:
    """Return the bucket of a log: the same in every process and every release."""
    return crc32(key.encode()) % BUCKETS


@cache
def _tag(number: int) -> str:
    return f"narde:{{{number:02d}}}"


def log(key: str) -> str:
    """Return the name of the stream that holds a log."""
    return f"{_tag(bucket(key))}:{key}:log"


def said(key: str) -> str:
    """Return the name of the list of what was said beside a log."""
    return f"{_tag(bucket(key))}:{key}:said"


def channel(key: str) -> str:
    """Return the name of the channel on which a log rings."""
    return f"{_tag(bucket(key))}:{key}{_CHANNEL}"


def followed(name: str) -> str:
    """Return the log that rings on a channel."""
    return name.partition("}:")[2].removesuffix(_CHANNEL)


@cache
def deadlines(number: int) -> str:
    """Return the name of a bucket's sorted set of deadlines."""
    return f"{_tag(number)}:deadlines"


@cache
def listings(number: int) -> str:
    """Return the name of a bucket's hash of listings."""
    return f"{_tag(number)}:listings"


@cache
def unfiled(number: int) -> str:
    """Return the name of a bucket's set of entries that are to be filed, `key/version` each."""
    return f"{_tag(number)}:unfiled"


def files(key: str) -> str:
    """Return the name of the sorted set of what is filed of a log, by version."""
    return f"{_tag(bucket(key))}:{key}:files"


def file(key: str, name: str) -> str:
    """Return the name of something that is filed of a log."""
    return f"{_tag(bucket(key))}:{key}:file:{name}"


def logs_of(number: int) -> tuple[str, str]:
    """Return what stands before and after the key in the name of every log of a bucket."""
    return f"{_tag(number)}:", ":log"


def note(name: str) -> str:
    """Return the name of a note."""
    return f"narde:note:{name}"


def once(name: str) -> str:
    """Return the name of the mark that something was done."""
    return f"narde:once:{name}"
