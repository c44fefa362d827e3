"""The address of a server, as people have it and as a client needs it."""

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

from protocol.ids import ALPHABET, CODE_CHARS

DEFAULT_URL: Final = "ws://localhost:8080/ws"
"""A server on this machine, as it is started without options."""
_SOCKETS: Final = {"http": "ws", "https": "wss"}
_BARE: Final = re.compile(r"(\[[\da-f:.]+\]|[^/:@\s]+):\d+(/|$)", re.IGNORECASE)
_ROOM: Final = re.compile(f"/([{ALPHABET}]{{{CODE_CHARS}}})/?$", re.IGNORECASE)


def is_address(text: str) -> bool:
    """`http://ADDRESS`, and whatever else names a server: `https`, `ws`, `wss`, or a host and its port alone."""
    return "://" in text or _BARE.match(text) is not None


def socket_url(address: str) -> str:
    """The address of the WebSocket; what the server prints and friends send is that of a page."""
    parts = _parts(address)
    if parts.scheme in _SOCKETS:
        return f"{_SOCKETS[parts.scheme]}://{parts.netloc}{_ROOM.sub('', parts.path).rstrip('/')}/ws"
    return f"{address.rstrip('/')}/ws" if parts.netloc and not parts.path.strip("/") else address


def room_in(address: str) -> str | None:
    """The code of the room whose page is there."""
    parts = _parts(address)
    found = _ROOM.search(parts.path) if parts.scheme in _SOCKETS else None
    return found[1].upper() if found else None


def _parts(address: str) -> SplitResult:
    return urlsplit(f"http://{address}" if _BARE.match(address) else address)
