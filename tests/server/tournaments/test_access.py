"""Keys and digests: what is kept, and what is as good as a key."""

import stat
from pathlib import Path

from protocol import limits
from protocol.tournament.events import Event, KeyIssued, PlayerRegistered
from server.store.memory import MemoryStore
from server.tournaments.access import (
    OFFICE,
    DirectorCodes,
    Office,
    digest_of,
    issued,
    make_office_key,
    new_key,
    role_of,
)
from server.tournaments.state import TournamentState, fold_events

SECRET = b"s" * 32


def test_key_has_128_bits_and_fits_a_token() -> None:
    assert limits.TOKEN_MIN_CHARS <= len(new_key(SECRET, "director", "1")) <= limits.TOKEN_MAX_CHARS


def test_keys_differ_by_whatever_is_asked() -> None:
    keys = {new_key(SECRET, *asked) for asked in (("a", "b"), ("ab", ""), ("b", "a"), ("a",))}
    assert len(keys | {new_key(b"t" * 32, "a", "b")}) == 5
    assert new_key(SECRET, "a", "b") in keys


def test_key_is_good_in_its_tournament_only() -> None:
    state = fold_events(TournamentState("ABCDEF"), [KeyIssued(digest_of("ABCDEF", "key"), "director")])
    assert issued(state, digest_of("ABCDEF", "key")) is not None
    assert issued(state, digest_of("GHJKLM", "key")) is None


def test_role_comes_from_the_key_or_the_device() -> None:
    facts: list[Event] = [
        PlayerRegistered("p1", "Ada", 1, "phone"),
        KeyIssued("d", "director"),
        KeyIssued("p", "player", "p1"),
    ]
    state = fold_events(TournamentState("ABCDEF"), facts)
    assert [role_of(state, *who) for who in (("d", "x"), (None, "phone"), ("p", "x"), ("z", "x"))] == [
        "director",
        "player",
        "viewer",
        "viewer",
    ]


async def test_digits_are_good_for_a_while() -> None:
    store = MemoryStore(lambda *_: None, lambda *_: None)
    codes = DirectorCodes(store)
    first = await codes.offer("ABCDEF", 0)
    assert (len(first), first.isdigit()) == (6, True)
    second = await codes.offer("ABCDEF", 0)
    assert await codes.use("ABCDEF", second, 0)
    assert not await codes.use("ABCDEF", second, 0)


async def test_late_wrong_try_prolongs_nothing() -> None:
    codes = DirectorCodes(MemoryStore(lambda *_: None, lambda *_: None))
    digits = await codes.offer("ABCDEF", 0)
    assert not await codes.use("ABCDEF", "x" * 6, limits.DIRECTOR_CODE_MS)
    assert not await codes.use("ABCDEF", digits, limits.DIRECTOR_CODE_MS)


def test_office_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    assert not Office.at(data_dir).knows("")
    make_office_key(data_dir)
    key = (data_dir / OFFICE).read_text().strip()
    assert len(key) >= limits.TOKEN_MIN_CHARS
    assert stat.S_IMODE((data_dir / OFFICE).stat().st_mode) == 0o600
    make_office_key(data_dir)
    assert (data_dir / OFFICE).read_text().strip() == key
    assert Office.at(data_dir).knows(key)
    assert not Office.at(data_dir).knows(key[:-1])
    assert key not in repr(Office.at(data_dir))
