"""Where players find the server."""

import socket

import pytest

from server import addresses


@pytest.fixture
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a container network, loopback, a cable, and a card without an address."""
    cards = {"lo": "127.0.0.1", "docker0": "172.17.0.1", "eth0": "192.0.2.7", "wlan0": None}
    monkeypatch.setattr(socket, "if_nameindex", lambda: list(enumerate(cards, 1)))
    monkeypatch.setattr(addresses, "_card_address", cards.get)


@pytest.mark.usefixtures("_cards")
def test_real_cards_come_first() -> None:
    assert addresses.lan_addresses() == ["192.0.2.7", "172.17.0.1"]


@pytest.mark.usefixtures("_cards")
@pytest.mark.parametrize("host", ["", "0.0.0.0"])
def test_all_addresses_are_told(host: str) -> None:
    expected = ["http://localhost:8080", "http://192.0.2.7:8080", "http://172.17.0.1:8080"]
    assert addresses.urls(host, 8080) == expected


@pytest.mark.usefixtures("_cards")
@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("narde.example", "http://narde.example:80"),
        ("::1", "http://[::1]:80"),
        ("::", "http://localhost:80"),
    ],
)
def test_one_host_is_told_alone(host: str, url: str) -> None:
    assert addresses.urls(host, 80) == [url]


def test_machine_without_cards_asks_its_routes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "en0")])
    monkeypatch.setattr(addresses, "_card_address", lambda _: None)
    monkeypatch.setattr(addresses, "_routed_address", lambda: "192.0.2.9")
    assert addresses.lan_addresses() == ["192.0.2.9"]
    monkeypatch.setattr(addresses, "_routed_address", lambda: None)
    assert addresses.lan_addresses() == []


def test_this_machine_has_usable_addresses() -> None:
    found = addresses.lan_addresses()
    assert all(socket.inet_aton(address) and not address.startswith("127.") for address in found)


def test_qr_code_fits_a_terminal() -> None:
    lines = addresses.qr("http://192.0.2.7:8080").splitlines()
    assert len(lines) <= 20
    assert {len(line.rstrip("\n")) for line in lines if line} == {max(map(len, lines))}
