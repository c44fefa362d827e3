"""The address of a server, as people type it and as a client needs it."""

from typing import Final
from urllib.parse import urlsplit

DEFAULT_URL: Final = "ws://localhost:8080/ws"
"""A server on this machine, as it is started without options."""


def socket_url(address: str) -> str:
    """The address of the WebSocket; what the server prints is the one for a browser."""
    parts = urlsplit(address)
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    return f"{scheme}://{parts.netloc}{parts.path.rstrip('/') or '/ws'}"
