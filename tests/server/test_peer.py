"""Where clients are said to be, and by whom that is believed."""

from ipaddress import ip_address
from typing import NamedTuple, cast

import pytest
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request

from server.peer import client_address, parse, peer_address


class Socket(NamedTuple):
    """What is looked at of a connection."""

    remote_address: tuple[object, ...] | None
    request: Request | None


def socket(peer: str | None, *forwarded: str) -> ServerConnection:
    """A connection from `peer`, with one X-Forwarded-For header for each of `forwarded`."""
    headers = Headers([("X-Forwarded-For", value) for value in forwarded])
    return cast(ServerConnection, Socket(None if peer is None else (peer, 1234), Request("/ws", headers)))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        (" 192.0.2.1 ", "192.0.2.1"),
        ("192.0.2.1:8080", "192.0.2.1"),
        ("2001:DB8::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:8080", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
    ],
)
def test_every_way_of_writing_is_read(text: str, address: str) -> None:
    assert parse(text) == ip_address(address)


@pytest.mark.parametrize(
    "text", ["", "unknown", "_hidden", "1.2.3", "999.0.0.1", "[", "[]:1", "::1::", "x" * 8000, "%"]
)
def test_what_is_no_address_is_none(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_known(peer: str) -> None:
    address = peer_address(socket(peer))
    assert address is not None
    assert address.is_loopback


def test_peer_that_has_gone_is_unknown() -> None:
    assert peer_address(socket(None)) is None
    assert client_address(socket(None), trusted_proxies=0) == "unknown"


def test_header_is_ignored_without_trust() -> None:
    assert client_address(socket("192.0.2.9", "198.51.100.1"), trusted_proxies=0) == "192.0.2.9"


@pytest.mark.parametrize(
    ("trusted", "forwarded", "client"),
    [
        (1, ["198.51.100.1"], "198.51.100.1"),
        (1, ["203.0.113.5, 198.51.100.1"], "198.51.100.1"),
        (1, ["203.0.113.5", "198.51.100.1"], "198.51.100.1"),
        (2, ["203.0.113.5, 198.51.100.1"], "203.0.113.5"),
        (2, ["6.6.6.6, 203.0.113.5:99, 198.51.100.1"], "203.0.113.5"),
        (2, ["198.51.100.1"], "10.0.0.1"),
        (1, [], "10.0.0.1"),
        (1, [""], "10.0.0.1"),
        (1, ["198.51.100.1, unknown"], "10.0.0.1"),
        (1, ["<script>"], "10.0.0.1"),
        (8, [",,,,,,,,,"], "10.0.0.1"),
    ],
)
def test_trusted_proxy_names_the_client(trusted: int, forwarded: list[str], client: str) -> None:
    assert client_address(socket("10.0.0.1", *forwarded), trusted) == client


def test_ipv6_counts_by_site() -> None:
    one, other = (client_address(socket(f"2001:db8:1:2::{host}"), 0) for host in ("1", "ffff:2"))
    elsewhere = client_address(socket("2001:db8:1:3::1"), 0)
    assert one == other == "2001:db8:1:2::/64"
    assert elsewhere == "2001:db8:1:3::/64"
