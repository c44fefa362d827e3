"""Versions. Within one protocol version fields and types are only added; see PROTOCOL.md, Evolution."""

from typing import Final

PROTOCOL: Final = 1
"""The version of the wire and of the stored log."""
PRODUCT: Final = "0.1.0"
MSGPACK: Final = "narde.v1.msgpack"
"""WebSocket subprotocol for programs: binary frames."""
JSON: Final = "narde.v1.json"
"""WebSocket subprotocol for browsers and curious people: text frames."""
SUBPROTOCOLS: Final = (MSGPACK, JSON)
"""In the order in which the server prefers them."""
