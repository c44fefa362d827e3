import pytest

from clients.lib.address import is_address, room_in, socket_url


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("http://192.0.2.7:8080", "ws://192.0.2.7:8080/ws"),
        ("https://narde.example/", "wss://narde.example/ws"),
        ("https://narde.example/board/", "wss://narde.example/board/ws"),
        ("http://localhost:8080/#tournament/ABCDEF", "ws://localhost:8080/ws"),
        ("http://localhost:8080/KAZBEK", "ws://localhost:8080/ws"),
        ("http://localhost:8080/kazbek/#watching", "ws://localhost:8080/ws"),
        ("ws://localhost:8080", "ws://localhost:8080/ws"),
        ("ws://localhost:8080/ws", "ws://localhost:8080/ws"),
        ("wss://narde.example/board/ws", "wss://narde.example/board/ws"),
        ("localhost:8080", "ws://localhost:8080/ws"),
        ("192.0.2.7:8080/KAZBEK", "ws://192.0.2.7:8080/ws"),
        ("[2001:db8::7]:8080", "ws://[2001:db8::7]:8080/ws"),
        ("nowhere", "nowhere"),
    ],
)
def test_address_of_a_page_is_understood(typed: str, url: str) -> None:
    assert socket_url(typed) == url


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("http://localhost:8080/KAZBEK", "KAZBEK"),
        ("https://narde.example/board/kazbek/#watching", "KAZBEK"),
        ("localhost:8080/kazbek", "KAZBEK"),
        ("http://localhost:8080/", None),
        ("http://localhost:8080/#tournament/ABCDEF", None),
        ("http://localhost:8080/KAZBEO", None),
        ("ws://localhost:8080/ws", None),
    ],
)
def test_page_of_a_room_names_it(typed: str, code: str | None) -> None:
    assert room_in(typed) == code


@pytest.mark.parametrize(
    ("typed", "named"),
    [("http://narde.example", True), ("localhost:8080", True), ("localhost", False), ("24/18", False), ("new", False)],
)
def test_address_is_told_from_a_command(typed: str, named: bool) -> None:
    assert is_address(typed) == named
