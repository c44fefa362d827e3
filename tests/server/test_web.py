"""The HTTP side through a real port: what each path answers, and which pages may open a WebSocket."""

import asyncio
import contextlib
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import InvalidStatus

from server import addresses
from server.config import Config
from server.metrics import Metrics
from server.store.log import StoreUnavailable
from server.tournaments.exports import Exports
from server.web import HttpConnection, Site, load_pages
from tests.server.nodes import nodes

SCRIPT = "export const board = 24;\n" * 100


class Answer(NamedTuple):
    """A response, its header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


async def here() -> None:
    """A store that answers."""


async def away() -> None:
    raise StoreUnavailable("away")


@contextlib.asynccontextmanager
async def site(
    root: Path, config: Config | None = None, ping: Callable[[], Awaitable[None]] = here
) -> AsyncIterator[int]:
    """The port of a server with the files of `root`; its WebSockets are closed at once."""

    async def handle(_: ServerConnection) -> None:
        """Nothing to say."""

    async with nodes() as (node,):
        answer = Site(load_pages(root), ping, Metrics(), config or Config(), Exports(node.tournaments)).answer
        async with serve(
            handle,
            "127.0.0.1",
            0,
            process_request=answer,
            create_connection=HttpConnection,
        ) as server:
            yield server.sockets[0].getsockname()[1]


async def ask(port: int, line: str, *headers: str, body: str = "") -> Answer:
    """Send one request as it stands, such as "GET /", and read until the server hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = "\r\n".join([f"{line} HTTP/1.1", "Host: narde.example", *headers, "", body])
    writer.write(request.encode())
    head, _, content = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    status, *lines = head.decode().split("\r\n")
    named = (line.partition(": ") for line in lines)
    return Answer(int(status.split()[1]), {name.lower(): value for name, _, value in named}, content)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<!doctype html><title>board</title>")
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "board.js").write_text(SCRIPT)
    (tmp_path / "notes.py").write_text("secret = 1")
    return tmp_path


async def test_index_and_room_links_are_one_page(files: Path) -> None:
    async with site(files) as port:
        pages = [
            (await ask(port, f"GET {path}")).body
            for path in ("/", "/index.html", "/ABCDEF", "/abcdef/", "/?room=ABCDEF")
        ]
    assert set(pages) == {b"<!doctype html><title>board</title>"}


async def test_wrong_address_gets_the_page_as_not_found(files: Path) -> None:
    async with site(files) as port:
        answer = await ask(port, "GET /abc")
        missing = await ask(port, "GET /abc.js")
    assert (answer.status, answer.body) == (HTTPStatus.NOT_FOUND, b"<!doctype html><title>board</title>")
    assert (missing.status, missing.body) == (HTTPStatus.NOT_FOUND, b"not found\n")


async def test_own_machine_learns_how_others_call_it(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.0.2.7"])
    async with site(files, Config(host="0.0.0.0")) as port:
        answer = await ask(port, "GET /addresses")
        proxied = await ask(port, "GET /addresses", "X-Forwarded-For: 203.0.113.1")
    async with site(files, Config(host="127.0.0.1")) as port:
        alone = await ask(port, "GET /addresses")
    assert (answer.status, answer.body) == (HTTPStatus.OK, b'["http://192.0.2.7:80"]')
    assert (proxied.status, alone.body) == (HTTPStatus.NOT_FOUND, b"[]")


async def test_without_web_client_a_page_explains(tmp_path: Path) -> None:
    async with site(tmp_path / "missing") as port:
        answer = await ask(port, "GET /")
    assert answer.status == HTTPStatus.OK
    assert b"./run terminal" in answer.body
    assert b"<script" not in answer.body


async def test_script_has_type_and_policy(files: Path) -> None:
    async with site(files) as port:
        answer = await ask(port, "GET /js/board.js")
    assert (answer.status, answer.body.decode()) == (HTTPStatus.OK, SCRIPT)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "referrer-policy" in answer.headers
    assert "unsafe" not in answer.headers["content-security-policy"]


async def test_known_etag_saves_the_body(files: Path) -> None:
    async with site(files) as port:
        first = await ask(port, "GET /js/board.js")
        again = await ask(port, "GET /js/board.js", f'If-None-Match: "old", {first.headers["etag"]}')
        other = await ask(port, "GET /js/board.js", 'If-None-Match: "old"')
    assert (again.status, again.body) == (HTTPStatus.NOT_MODIFIED, b"")
    assert (other.status, other.body) == (HTTPStatus.OK, first.body)


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.5", "GZIP"])
async def test_gzip_is_sent_to_who_takes_it(files: Path, accepted: str) -> None:
    async with site(files) as port:
        answer = await ask(port, "GET /js/board.js", f"Accept-Encoding: {accepted}")
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(answer.body).decode() == SCRIPT


@pytest.mark.parametrize("accepted", ["br", "gzip;q=0", "identity, gzip; q=0.0"])
async def test_gzip_is_not_forced_on_others(files: Path, accepted: str) -> None:
    async with site(files) as port:
        answer = await ask(port, "GET /js/board.js", f"Accept-Encoding: {accepted}")
    assert "content-encoding" not in answer.headers
    assert answer.body.decode() == SCRIPT


async def test_head_is_get_without_body(files: Path) -> None:
    async with site(files) as port:
        answer = await ask(port, "HEAD /js/board.js")
    assert (answer.status, answer.body) == (HTTPStatus.OK, b"")
    assert answer.headers["content-length"] == str(len(SCRIPT))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_other_methods_are_refused(files: Path, method: str) -> None:
    async with site(files) as port:
        answer = await ask(port, f"{method} /")
    assert (answer.status, answer.headers["allow"]) == (HTTPStatus.METHOD_NOT_ALLOWED, "GET, HEAD")


async def test_request_with_body_is_answered(files: Path) -> None:
    async with site(files) as port:
        answer = await ask(port, "POST /", "Content-Length: 3", body="x=1")
    assert answer.status == HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize(
    "path", ["/nope", "/notes.py", "/../secret", "/js/../../secret", "/%2e%2e/secret", "//[", "/abcde1", "/js", "?"]
)
async def test_nothing_else_is_served(files: Path, path: str) -> None:
    (files.parent / "secret").write_text("secret")
    async with site(files) as port:
        answer = await ask(port, f"GET {path}")
    assert (answer.status, b"secret" in answer.body) == (HTTPStatus.NOT_FOUND, False)


async def test_readiness_follows_the_store(files: Path) -> None:
    async with site(files) as port:
        assert [(await ask(port, f"GET /{path}")).status for path in ("healthz", "readyz")] == [200, 200]
    async with site(files, ping=away) as port:
        assert [(await ask(port, f"GET /{path}")).status for path in ("healthz", "readyz")] == [200, 503]


async def test_metrics_are_for_this_machine(files: Path) -> None:
    proxied = "X-Forwarded-For: 192.0.2.7"
    async with site(files) as port:
        assert b"narde_connections" in (await ask(port, "GET /metrics")).body
        assert (await ask(port, "GET /metrics", proxied)).status == HTTPStatus.NOT_FOUND
    async with site(files, Config(metrics_public=True)) as port:
        assert (await ask(port, "GET /metrics", proxied)).status == HTTPStatus.OK


async def upgrade(port: int, path: str, origin: str | None) -> int:
    """The status of a WebSocket handshake from a page of `origin`; None is a program."""
    try:
        async with connect(f"ws://127.0.0.1:{port}{path}", origin=origin):  # type: ignore[arg-type]  # a NewType of str
            return HTTPStatus.SWITCHING_PROTOCOLS
    except InvalidStatus as refused:
        return refused.response.status_code


async def test_own_pages_and_programs_may_connect(files: Path) -> None:
    async with site(files, Config(allow_origin=("https://friend.example",))) as port:
        for origin in (None, f"http://127.0.0.1:{port}", "https://friend.example"):
            assert await upgrade(port, "/ws", origin) == HTTPStatus.SWITCHING_PROTOCOLS
        assert await upgrade(port, "/", None) == HTTPStatus.SWITCHING_PROTOCOLS


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", "http://[", "https://friend"])
async def test_pages_of_other_sites_may_not(files: Path, origin: str) -> None:
    async with site(files, Config(allow_origin=("https://friend.example",))) as port:
        assert await upgrade(port, "/ws", origin) == HTTPStatus.FORBIDDEN


async def test_second_origin_does_not_help(files: Path) -> None:
    async with site(files) as port:
        both = ("Origin: http://narde.example", "Origin: https://evil.example")
        answer = await ask(port, "GET /ws", "Upgrade: websocket", "Connection: Upgrade", *both)
    assert answer.status == HTTPStatus.FORBIDDEN


async def test_websocket_begins_only_where_it_is(files: Path) -> None:
    async with site(files) as port:
        assert await upgrade(port, "/elsewhere", None) == HTTPStatus.NOT_FOUND
        assert (await ask(port, "GET /ws")).status == HTTPStatus.UPGRADE_REQUIRED
