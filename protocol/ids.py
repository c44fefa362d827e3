"""Names of players and rooms. Whatever is broadcast grants nothing: a player id is a digest of the player's token."""

import base64
import hashlib
import hmac
from typing import Annotated, Final

from msgspec import Meta

from protocol import limits

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that cannot be mistaken for one another, on paper or read aloud."""
CODE_CHARS: Final = 6
DEVICE_CODE_CHARS: Final = 8

CommandId = Annotated[str, Meta(min_length=1, max_length=limits.ID_CHARS)]
Token = Annotated[
    str, Meta(min_length=limits.TOKEN_MIN_CHARS, max_length=limits.TOKEN_MAX_CHARS, pattern="^[A-Za-z0-9_-]+$")
]
RoomCode = Annotated[str, Meta(pattern=f"^[{ALPHABET}]{{{CODE_CHARS}}}$")]
DeviceCode = Annotated[str, Meta(pattern=f"^[{ALPHABET}]{{{DEVICE_CODE_CHARS}}}$")]
TournamentCode = RoomCode
DirectorCode = Annotated[str, Meta(pattern="^[0-9]{6}$")]
PlayerId = str


def secret_of(token: str) -> bytes:
    """What the server remembers of a token while its owner is connected; it is never sent or stored."""
    return hashlib.sha256(b"narde token\0" + token.encode()).digest()


def player_id(secret: bytes) -> PlayerId:
    """The public name of a token's owner: 22 characters, 128 bits, from which the token cannot be found."""
    return base64.urlsafe_b64encode(hashlib.sha256(b"narde player\0" + secret).digest()[:16]).decode().rstrip("=")


def room_code(secret: bytes, command: str, attempt: int) -> str:
    """The code of the room that this command creates; sent again, it gives the same room."""
    digest = hmac.digest(secret, f"room\0{attempt}\0{command}".encode(), "sha256")
    number = int.from_bytes(digest, "big")
    letters = []
    for _ in range(CODE_CHARS):
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)
