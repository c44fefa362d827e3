"""The server's pages: where they are, what others type to see them, and what can be downloaded there."""

import asyncio
import io
import json
from http import HTTPStatus
from http.client import HTTPException
from typing import cast
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

from clients.tournament.trouble import Trouble

PATIENCE = 10.0
"""Seconds for an answer."""


def home_of(url: str) -> str:
    """Where the pages of the server with this WebSocket are."""
    parts = urlsplit(url)
    return f"{'https' if parts.scheme == 'wss' else 'http'}://{parts.netloc}"


def public_page(home: str, code: str) -> str:
    """For everybody: players register here."""
    return f"{home}/#tournament/{code}"


def key_page(home: str, code: str, key: str) -> str:
    """Whoever opens it has what the key stands for."""
    return f"{public_page(home, code)}/key/{key}"


def qr(text: str) -> str:
    """A QR code for a terminal, half as high as it has rows."""
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out=out, compact=True, border=2)
    return out.getvalue()


async def answers(url: str) -> bool:
    """Whether anybody listens at the WebSocket's address."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "wss" else 80)
    try:
        async with asyncio.timeout(PATIENCE):
            _, writer = await asyncio.open_connection(parts.hostname, port)
    except OSError:
        return False
    writer.close()
    return True


async def shared_home(home: str) -> str:
    """Where others on the network find the pages, if this is the server's own machine; `localhost` is of no use there.

    The server tells that to whoever asks from its own machine.
    """
    try:
        found = json.loads(await _get(f"{home}/addresses"))
    except (OSError, HTTPException, ValueError):
        return home
    return str(found[0]) if isinstance(found, list) and found else home


async def download(home: str, code: str, kind: str) -> bytes:
    """The tournament as `json`, which can be restored, or as `csv`. Raises Trouble."""
    try:
        return await _get(f"{home}/tournaments/{code}.{kind}")
    except HTTPError as error:
        with error:
            missing = error.code == HTTPStatus.NOT_FOUND
        raise Trouble(f"there is no tournament {code} at {home}" if missing else f"{home} answers {error}") from None
    except (OSError, HTTPException, ValueError) as error:
        raise Trouble(f"no server answers at {home}: {error}") from None


async def _get(url: str) -> bytes:
    def read() -> bytes:
        with urlopen(url, timeout=PATIENCE) as response:
            return cast(bytes, response.read())

    return await asyncio.to_thread(read)
