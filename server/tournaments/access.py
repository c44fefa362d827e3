"""Who is who: keys in links, the office's own key, and six digits for the director's next device.

Only digests of keys are stored. A key is made from the secret of whoever asks for it and from what he asks for, so that
the same command, sent again, gives the same key; it cannot be found from anything that is stored or sent to others.
"""

import base64
import hashlib
import hmac
import os
from dataclasses import dataclass
from pathlib import Path

import msgspec

from protocol import limits
from protocol.ids import PlayerId
from protocol.tournament.events import KeyIssued
from protocol.tournament.views import Role
from server.luck import new_digits, new_token
from server.store.log import Store
from server.tournaments.state import TournamentState

OFFICE = "office.key"


def new_key(secret: bytes, *asked: str) -> str:
    """128 bits, 22 characters."""
    digest = hmac.digest(secret, "\0".join(("tournament key", *asked)).encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def digest_of(tournament: str, key: str) -> str:
    """What is kept of a key. It is good in this tournament only."""
    digest = hashlib.sha256(f"narde tournament\0{tournament}\0{key}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def same(one: str, other: str) -> bool:
    """Takes as long whatever they are."""
    return hmac.compare_digest(one.encode(), other.encode())


def issued(state: TournamentState, digest: str) -> KeyIssued | None:
    """The key of this digest, if it is good."""
    found = [key for key in state.keys if same(key.digest, digest)]
    return found[-1] if found else None


def role_of(state: TournamentState, digest: str | None, device: PlayerId) -> Role:
    """By the key it came with, else by the player it plays for."""
    key = None if digest is None else issued(state, digest)
    if key is not None and key.role != "player":
        return key.role
    return "viewer" if state.player_of(device) is None else "player"


# --- six digits -------------------------------------------------------------------------------------------------------


class _Offer(msgspec.Struct):
    """`left`: wrong tries that are still allowed. `until`: server time in ms."""

    digits: str
    left: int
    until: int


class DirectorCodes:
    """One code for each tournament; the last one that was offered. They lie in the store, so any node knows them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def offer(self, tournament: str, now: int) -> str:
        """Raises StoreUnavailable."""
        offer = _Offer(new_digits(), limits.DIRECTOR_CODE_TRIES, now + limits.DIRECTOR_CODE_MS)
        await self._leave(tournament, offer, now)
        return offer.digits

    async def use(self, tournament: str, digits: str, now: int) -> bool:
        """Whether these are the digits; then they are used up, as they are after too many wrong tries.

        It is taken away while it is looked at, so that tries at the same moment count. Raises StoreUnavailable.
        """
        note = await self.store.take(_note(tournament))
        if note is None:
            return False
        offer = msgspec.msgpack.decode(note, type=_Offer)
        if same(offer.digits, digits):
            return True
        offer.left -= 1
        if offer.left > 0 and offer.until > now:
            await self._leave(tournament, offer, now)
        return False

    async def _leave(self, tournament: str, offer: _Offer, now: int) -> None:
        await self.store.note(_note(tournament), msgspec.msgpack.encode(offer), offer.until - now)


def _note(tournament: str) -> str:
    return f"director:{tournament}"


# --- the office -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Office:
    """The machine that keeps the games: whoever can read its key may direct every tournament."""

    digest: str | None = None

    @classmethod
    def at(cls, data_dir: Path) -> "Office":
        """The one whose key lies there, if there is any."""
        try:
            return cls(digest_of("", (data_dir / OFFICE).read_text().strip()))
        except OSError:
            return cls()

    def knows(self, key: str) -> bool:
        return self.digest is not None and same(self.digest, digest_of("", key))


def make_office_key(data_dir: Path) -> None:
    """Make the file at the first start; nobody but its owner reads it. Raises OSError."""
    data_dir.mkdir(parents=True, exist_ok=True)
    try:
        file = os.open(data_dir / OFFICE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(file, "w") as out:
        out.write(new_token() + "\n")
