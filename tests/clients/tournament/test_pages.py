from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from clients.lib.address import socket_url
from clients.tournament import pages
from clients.tournament.trouble import Trouble

NOWHERE = "http://127.0.0.1:1"


@asynccontextmanager
async def site(answer: Callable[[str], tuple[HTTPStatus, str]]) -> AsyncIterator[str]:
    """The address of pages that answer like this."""

    def process(socket: ServerConnection, request: Request) -> Response:
        return socket.respond(*answer(request.path))

    async def never(_: ServerConnection) -> None:
        raise AssertionError

    async with serve(never, "127.0.0.1", 0, process_request=process) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize(
    ("typed", "url", "home"),
    [
        ("http://192.0.2.7:8080", "ws://192.0.2.7:8080/ws", "http://192.0.2.7:8080"),
        ("https://narde.example/", "wss://narde.example/ws", "https://narde.example"),
        ("ws://localhost:8080/ws", "ws://localhost:8080/ws", "http://localhost:8080"),
    ],
)
def test_addresses_of_one_server(typed: str, url: str, home: str) -> None:
    assert socket_url(typed) == url
    assert pages.home_of(url) == home


def test_links_lead_to_the_tournament() -> None:
    assert pages.public_page("http://h:8080", "ABCDEF") == "http://h:8080/#tournament/ABCDEF"
    assert pages.key_page("http://h:8080", "ABCDEF", "K") == "http://h:8080/#tournament/ABCDEF/key/K"


def test_qr_code_is_made_of_half_blocks() -> None:
    code = pages.qr("http://h:8080/#tournament/ABCDEF")
    assert len({len(line) for line in code.splitlines()}) >= 1
    assert "▀" in code or "▄" in code


@pytest.mark.parametrize(
    ("status", "body", "shared"),
    [
        (HTTPStatus.OK, '["http://192.0.2.7:8080", "http://10.0.0.7:8080"]', "http://192.0.2.7:8080"),
        (HTTPStatus.OK, "[]", None),
        (HTTPStatus.OK, "<html>", None),
        (HTTPStatus.NOT_FOUND, "not found", None),
    ],
)
async def test_shared_address_is_the_servers_own(status: HTTPStatus, body: str, shared: str | None) -> None:
    async with site(lambda _: (status, body)) as home:
        assert await pages.shared_home(home) == (shared or home)


async def test_absent_server_shares_its_name() -> None:
    assert await pages.shared_home(NOWHERE) == NOWHERE
    assert not await pages.answers("ws://127.0.0.1:1/ws")


async def test_tournament_is_downloaded() -> None:
    async with site(lambda path: (HTTPStatus.OK, path)) as home:
        assert await pages.download(home, "ABCDEF", "csv") == b"/tournaments/ABCDEF.csv"
        assert await pages.answers(socket_url(home))


@pytest.mark.parametrize(
    ("status", "why"),
    [(HTTPStatus.NOT_FOUND, "there is no tournament ABCDEF at"), (HTTPStatus.SERVICE_UNAVAILABLE, "503")],
)
async def test_failed_download_is_explained(status: HTTPStatus, why: str) -> None:
    async with site(lambda _: (status, "")) as home:
        with pytest.raises(Trouble, match=why):
            await pages.download(home, "ABCDEF", "json")


async def test_absent_server_is_told() -> None:
    with pytest.raises(Trouble, match="no server answers at http"):
        await pages.download(NOWHERE, "ABCDEF", "json")
