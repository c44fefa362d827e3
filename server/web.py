"""The HTTP side of the port: a few GET paths before the WebSocket begins.

`websockets` answers one request a connection and reads no request with a body, so everything that changes state goes
over the WebSocket. Static files are read once, at the start, with their ETag and their gzip form.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.exceptions import InvalidMessage
from websockets.http11 import Request, Response
from websockets.protocol import State

from protocol.ids import ALPHABET, CODE_CHARS
from server import addresses
from server.config import Config
from server.metrics import Metrics
from server.peer import FORWARDED, client_address, peer_address
from server.store.log import StoreUnavailable
from server.tournaments.exports import Exports, TooFast

WEB = Path(__file__).parent.parent / "clients" / "web"
SOCKET_PATHS = ("/ws", "/")
MIME = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""The kinds of files that are served; whatever else lies beside them is not."""
_EXPORT = re.compile(rf"/tournaments/([{ALPHABET}]{{{CODE_CHARS}}})\.(json|csv)")
_PACKABLE = ("text/", "application/", "image/svg")
_COMPRESS_FROM = 1024
_PORTS = {"http": 80, "https": 443}
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_HEADERS = {
    "Connection": "close",
    # 'self' covers ws: and wss: to the same host as well (Content Security Policy Level 3).
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_WELCOME = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>narde</title></head><body>
<h1>narde</h1>
<p>This is a server for Long Narde. Play in a terminal: <code>./run terminal ws://HOST:PORT/ws</code></p>
</body></html>
"""


@dataclass(frozen=True, slots=True)
class Page:
    """One file, ready to be sent. Its ETag is weak because the packed form has it too."""

    body: bytes
    mime: str
    etag: str
    packed: bytes | None

    @classmethod
    def of(cls, body: bytes, mime: str) -> "Page":
        pack = mime.startswith(_PACKABLE) and len(body) >= _COMPRESS_FROM
        etag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
        return cls(body, mime, etag, gzip.compress(body, mtime=0) if pack else None)


def load_pages(root: Path) -> dict[str, Page]:
    """The web client's files by path if they are there, else one page that says what this is."""
    pages = {"/": Page.of(_WELCOME, MIME[".html"])}
    for file in root.rglob("*"):
        if file.suffix in MIME and file.is_file():
            pages["/" + file.relative_to(root).as_posix()] = Page.of(file.read_bytes(), MIME[file.suffix])
    return pages | {"/": pages.get("/index.html", pages["/"])}


@dataclass(frozen=True, slots=True)
class Site:
    """What the port answers to a plain request. `ping` raises StoreUnavailable when the store is away."""

    pages: dict[str, Page]
    ping: Callable[[], Awaitable[None]]
    metrics: Metrics
    config: Config
    exports: Exports

    async def answer(self, socket: ServerConnection, request: Request) -> Response | None:
        """The response, or None to let a WebSocket begin."""
        path = request.path.partition("?")[0]
        if header(request, "Upgrade").lower() == "websocket":
            return self._upgrade(path, request)
        if request.method not in ("GET", "HEAD"):
            return plain(HTTPStatus.METHOD_NOT_ALLOWED, "this port answers GET and HEAD", {"Allow": "GET, HEAD"})
        response = await self._get(path, socket, request)
        if request.method == "HEAD":
            response.body = b""
        return response

    def _upgrade(self, path: str, request: Request) -> Response | None:
        if path not in SOCKET_PATHS:
            return plain(HTTPStatus.NOT_FOUND, "the WebSocket is at /ws")
        origin = header(request, "Origin")
        if not origin or origin in self.config.allow_origin or _same_site(origin, header(request, "Host")):
            return None
        return plain(HTTPStatus.FORBIDDEN, "pages of another site may not connect")

    async def _get(self, path: str, socket: ServerConnection, request: Request) -> Response:
        match path:
            case "/healthz":
                return plain(HTTPStatus.OK, "alive")
            case "/readyz":
                return await self._ready()
            case "/metrics":
                return self._figures(socket, request)
            case "/addresses":
                return self._addresses(socket, request)
            case "/ws":
                return plain(HTTPStatus.UPGRADE_REQUIRED, "a WebSocket begins here", {"Upgrade": "websocket"})
        if (wanted := _EXPORT.fullmatch(path)) is not None:
            return await self._export(wanted[1], wanted[2], client_address(socket, self.config.trusted_proxies))
        return self._page(path, request)

    def _page(self, path: str, request: Request) -> Response:
        """A file; for other addresses that people may type the page, which shows a room or a way home."""
        if (page := self.pages.get(path)) is not None:
            return _file(page, request)
        if "." in path.rpartition("/")[2]:
            return plain(HTTPStatus.NOT_FOUND, "not found")
        response = _file(self.pages["/"], request)
        if not _is_room(path) and response.status_code == HTTPStatus.OK:
            response.status_code, response.reason_phrase = HTTPStatus.NOT_FOUND.value, HTTPStatus.NOT_FOUND.phrase
        return response

    async def _export(self, code: str, ending: str, address: str) -> Response:
        """A tournament to keep, or to open in a spreadsheet."""
        try:
            body = await self.exports.file(code, "csv" if ending == "csv" else "json", address)
        except TooFast:
            return plain(HTTPStatus.TOO_MANY_REQUESTS, "too many files; wait a moment")
        except StoreUnavailable:
            return plain(HTTPStatus.SERVICE_UNAVAILABLE, "the store does not answer")
        if body is None:
            return plain(HTTPStatus.NOT_FOUND, "no such tournament")
        name = f'attachment; filename="narde-{code}.{ending}"'
        mime = "text/csv; charset=utf-8" if ending == "csv" else MIME[".json"]
        return _response(HTTPStatus.OK, body, mime, {"Content-Disposition": name})

    async def _ready(self) -> Response:
        try:
            await self.ping()
        except StoreUnavailable:
            return plain(HTTPStatus.SERVICE_UNAVAILABLE, "the store does not answer")
        return plain(HTTPStatus.OK, "ready")

    def _figures(self, socket: ServerConnection, request: Request) -> Response:
        if not self.config.metrics_public and not _is_local(socket, request):
            return plain(HTTPStatus.NOT_FOUND, "not found")
        return _response(HTTPStatus.OK, self.metrics.render(), CONTENT_TYPE_PLAIN_0_0_4)

    def _addresses(self, socket: ServerConnection, request: Request) -> Response:
        """Where others on the network find this machine, for whoever sits at it and wants to send them a link."""
        if not _is_local(socket, request):
            return plain(HTTPStatus.NOT_FOUND, "not found")
        port = urlsplit(f"//{header(request, 'Host')}").port or _PORTS["http"]
        others = [url for url in addresses.urls(self.config.host, port) if urlsplit(url).hostname not in _LOOPBACK]
        return _response(HTTPStatus.OK, json.dumps(others).encode(), MIME[".json"])


def _is_local(socket: ServerConnection, request: Request) -> bool:
    """From this machine, and from nobody else through a proxy on it."""
    address = peer_address(socket)
    return address is not None and address.is_loopback and not any(header(request, name) for name in FORWARDED)


class HttpConnection(ServerConnection):
    """Answers also what `websockets` cannot read as a request, such as one with a body, and drops without a word."""

    def send_data(self) -> None:
        """Write what the protocol has to say; when it gives up on a request that is nothing, so say it here."""
        protocol = self.protocol
        if protocol.state is State.CONNECTING and isinstance(protocol.handshake_exc, InvalidMessage):
            problem = plain(HTTPStatus.BAD_REQUEST, "this port answers GET and HEAD without a body, and WebSockets")
            self.transport.write(problem.serialize())
        super().send_data()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free a dead connection at once: its protocol holds two things that hold it, as only a collector sees."""
        super().connection_lost(exc)
        self.protocol.parser.close()
        vars(self.protocol).pop("select_subprotocol", None)


def header(request: Request, name: str) -> str:
    """All values of a header as one list, "" when there is none; `headers.get` would raise for the second."""
    return ", ".join(request.headers.get_all(name))


def plain(status: HTTPStatus, text: str, more: Mapping[str, str] | None = None) -> Response:
    """One line of text, with more headers."""
    return _response(status, f"{text}\n".encode(), MIME[".txt"], more)


def _is_room(path: str) -> bool:
    """A link to a room, /ABCDEF, however it was typed."""
    code = path.strip("/").upper()
    return len(code) == CODE_CHARS and all(letter in ALPHABET for letter in code)


def _same_site(origin: str, host: str) -> bool:
    """The page came from this server, by its Host: a proxy may have taken the TLS off, so schemes are not compared."""
    try:
        page, own = urlsplit(origin), urlsplit(f"//{host}")
        usual = _PORTS.get(page.scheme)
        return bool(own.hostname) and (page.hostname, page.port or usual) == (own.hostname, own.port or usual)
    except ValueError:
        return False


def _file(page: Page, request: Request) -> Response:
    more = {"ETag": page.etag, "Vary": "Accept-Encoding", "Cache-Control": "no-cache"}
    if _knows(header(request, "If-None-Match"), page.etag):
        status = HTTPStatus.NOT_MODIFIED
        return Response(status.value, status.phrase, Headers({"Date": formatdate(usegmt=True)} | _HEADERS | more))
    if page.packed is not None and _takes_gzip(header(request, "Accept-Encoding")):
        return _response(HTTPStatus.OK, page.packed, page.mime, more | {"Content-Encoding": "gzip"})
    return _response(HTTPStatus.OK, page.body, page.mime, more)


def _knows(tags: str, etag: str) -> bool:
    """Weak comparison (RFC 9110, 13.1.2)."""
    known = {tag.strip().removeprefix("W/") for tag in tags.split(",")}
    return "*" in known or etag.removeprefix("W/") in known


def _takes_gzip(encodings: str) -> bool:
    """Whether gzip is named with a weight above zero (RFC 9110, 12.5.3)."""
    for encoding in encodings.lower().split(","):
        name, _, weight = encoding.replace(" ", "").partition(";q=")
        if name == "gzip":
            return weight.strip("0.") != "" or not weight
    return False


def _response(status: HTTPStatus, body: bytes, mime: str, more: Mapping[str, str] | None = None) -> Response:
    about = {"Date": formatdate(usegmt=True), "Content-Length": str(len(body)), "Content-Type": mime}
    headers = Headers(about | _HEADERS | {"Cache-Control": "no-store"} | dict(more or {}))
    return Response(status.value, status.phrase, headers, body)
