import pytest

from clients.lib.address import socket_url


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("http://192.0.2.7:8080", "ws://192.0.2.7:8080/ws"),
        ("https://narde.example/", "wss://narde.example/ws"),
        ("http://localhost:8080/#tournament/ABCDEF", "ws://localhost:8080/ws"),
        ("ws://localhost:8080/ws", "ws://localhost:8080/ws"),
        ("wss://narde.example/board/ws", "wss://narde.example/board/ws"),
    ],
)
def test_address_of_a_page_is_understood(typed: str, url: str) -> None:
    assert socket_url(typed) == url
