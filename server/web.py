"""The HTTP side of the port: a few GET paths before the WebSocket begins.

`websockets` answers one request a connection and serves GET and HEAD only, so everything that changes state goes over the
WebSocket. Static files are read once, at the start, with their ETag and their gzip form.
"""

import gzip
import hashlib
import ipaddress
import mimetypes
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from protocol.ids import ALPHABET, CODE_CHARS
from server.config import Config
from server.metrics import Metrics
from server.store.log import StoreUnavailable

WEB = Path(__file__).parent.parent / "clients" / "web"
SOCKET_PATHS = ("/ws", "/")
_POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
_COMPRESS_FROM = 1024
_WELCOME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>narde</title></head><body>
<h1>narde</h1>
<p>This is a server for Long Narde. Play in a terminal: <code>./run terminal ws://HOST:PORT/ws</code></p>
</body></html>
"""


@dataclass(frozen=True, slots=True)
class Page:
    """One file, ready to be sent."""

    body: bytes
    mime: str
    etag: str
    packed: bytes | None

    @classmethod
    def of(cls, body: bytes, mime: str) -> "Page":
        text = mime.startswith("text/") or mime in ("application/json", "image/svg+xml")
        packed = gzip.compress(body, mtime=0) if text and len(body) >= _COMPRESS_FROM else None
        mime = f"{mime}; charset=utf-8" if mime.startswith("text/") else mime
        return cls(body, mime, f'"{hashlib.sha256(body).hexdigest()[:20]}"', packed)


@dataclass(frozen=True, slots=True)
class Site:
    """What the port answers to a plain request. `ping` raises StoreUnavailable when the store is away."""

    pages: dict[str, Page]
    ping: Callable[[], Awaitable[None]]
    metrics: Metrics
    config: Config

    @classmethod
    def of(cls, config: Config, ping: Callable[[], Awaitable[None]], metrics: Metrics, root: Path = WEB) -> "Site":
        """With the web client's files if they are there, else with a page that says what this is."""
        pages = {"/": Page.of(_WELCOME.encode(), "text/html")}
        for file in sorted(root.rglob("*")) if root.is_dir() else ():
            if file.is_file():
                mime = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
                pages["/" + file.relative_to(root).as_posix()] = Page.of(file.read_bytes(), mime)
        if "/index.html" in pages:
            pages["/"] = pages["/index.html"]
        return cls(pages, ping, metrics, config)

    async def answer(self, socket: ServerConnection, request: Request) -> Response | None:
        """The response, or None to let a WebSocket begin."""
        path = urlsplit(request.path).path
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return self._upgrade(path, request)
        match path:
            case "/healthz":
                return _plain(HTTPStatus.OK, "alive")
            case "/readyz":
                return await self._ready()
            case "/metrics":
                return self._figures(socket)
        page = self.pages.get("/" if _is_room(path) else path)
        return _plain(HTTPStatus.NOT_FOUND, "not found") if page is None else _file(page, request)

    def _upgrade(self, path: str, request: Request) -> Response | None:
        if path not in SOCKET_PATHS:
            return _plain(HTTPStatus.NOT_FOUND, "the WebSocket is at /ws")
        origin = request.headers.get("Origin")
        if origin is None or origin in self.config.allow_origin:
            return None
        own = urlsplit(origin).netloc == request.headers.get("Host")
        return None if own else _plain(HTTPStatus.FORBIDDEN, "pages of another site may not connect")

    async def _ready(self) -> Response:
        try:
            await self.ping()
        except StoreUnavailable:
            return _plain(HTTPStatus.SERVICE_UNAVAILABLE, "the store does not answer")
        return _plain(HTTPStatus.OK, "ready")

    def _figures(self, socket: ServerConnection) -> Response:
        peer = ipaddress.ip_address(str(socket.remote_address[0]).partition("%")[0])
        forwarded = self.config.trusted_proxies > 0
        if not self.config.metrics_public and (forwarded or not peer.is_loopback):
            return _plain(HTTPStatus.NOT_FOUND, "not found")
        return _response(HTTPStatus.OK, self.metrics.render(), "text/plain; version=0.0.4; charset=utf-8")


def client_address(socket: ServerConnection, trusted_proxies: int) -> str:
    """Who connects: the peer, or what the outermost trusted proxy says in X-Forwarded-For."""
    peer = str(socket.remote_address[0])
    if not trusted_proxies or socket.request is None:
        return peer
    hops = [hop.strip() for line in socket.request.headers.get_all("X-Forwarded-For") for hop in line.split(",")]
    return hops[-trusted_proxies] if len(hops) >= trusted_proxies else peer


def _is_room(path: str) -> bool:
    """A link to a room, /ABCDEF, shows the same page."""
    return len(path) == CODE_CHARS + 1 and all(letter in ALPHABET for letter in path[1:])


def _file(page: Page, request: Request) -> Response:
    if page.etag in request.headers.get("If-None-Match", ""):
        return _response(HTTPStatus.NOT_MODIFIED, b"", page.mime, page.etag)
    if page.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        return _response(HTTPStatus.OK, page.packed, page.mime, page.etag, "gzip")
    return _response(HTTPStatus.OK, page.body, page.mime, page.etag)


def _plain(status: HTTPStatus, text: str) -> Response:
    return _response(status, f"{text}\n".encode(), "text/plain; charset=utf-8")


def _response(
    status: HTTPStatus, body: bytes, mime: str, etag: str | None = None, encoding: str | None = None
) -> Response:
    headers = Headers(
        {
            "Date": formatdate(usegmt=True),
            "Connection": "close",
            "Content-Length": str(len(body)),
            "Content-Type": mime,
            "Content-Security-Policy": _POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-cache" if etag else "no-store",
        }
    )
    if etag is not None:
        headers["ETag"] = etag
        headers["Vary"] = "Accept-Encoding"
    if encoding is not None:
        headers["Content-Encoding"] = encoding
    return Response(status.value, status.phrase, headers, body)
