"""Where players on the same network find this machine, found without asking anybody on the Internet."""

import fcntl
import io
import ipaddress
import socket
import struct
import sys

_SIOCGIFADDR = 0x8915
_VIRTUAL = ("docker", "br-", "veth", "virbr", "cni")
"""Cards behind which only containers and virtual machines are."""


def urls(host: str, port: int) -> list[str]:
    """This machine first, then one address for each network card that players can reach."""
    if host not in ("", "0.0.0.0", "::"):
        return [_url(host, port)]
    others = [] if host == "::" else lan_addresses()  # `::` takes no IPv4 here
    return [_url("localhost", port), *(_url(address, port) for address in others)]


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def lan_addresses() -> list[str]:
    """The IPv4 addresses of all cards that are up, real cards before virtual ones, without loopback."""
    cards = sorted((name.startswith(_VIRTUAL), number, name) for number, name in socket.if_nameindex())
    found = [_card_address(name) for _, _, name in cards]
    known = found if any(found) else [_routed_address()]
    return [address for address in known if address is not None and not ipaddress.ip_address(address).is_loopback]


def _card_address(name: str) -> str | None:
    if not sys.platform.startswith("linux"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])


def _routed_address() -> str | None:
    """The address that packets to another network would leave from; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def qr(text: str) -> str:
    """A QR code for a terminal, half as high as it has rows; about 30 columns for a short address."""
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out=out, compact=True, border=2)
    return out.getvalue()
