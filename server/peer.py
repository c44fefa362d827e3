"""Where a client is: the other end of its connection, or what a trusted proxy in front of the server says."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from websockets.asyncio.server import ServerConnection

FORWARDED = ("X-Forwarded-For", "Forwarded")
"""Headers by which a proxy shows that it is one."""
_SITE = 64
"""Bits of an IPv6 address that one customer of a provider cannot choose by himself (RFC 6177)."""
_UNKNOWN = "unknown"


def client_address(socket: ServerConnection, trusted_proxies: int) -> str:
    """Whom caps and limits count: the peer, or whoever the outermost trusted proxy names in X-Forwarded-For.

    A header that is too short or names no address leaves the peer. An IPv6 address counts with its whole /64.
    """
    named: IPv4Address | IPv6Address | None = None
    if trusted_proxies and socket.request is not None:
        hops = ",".join(socket.request.headers.get_all("X-Forwarded-For")).split(",")
        named = parse(hops[-trusted_proxies]) if len(hops) >= trusted_proxies else None
    return _key(named or peer_address(socket))


def peer_address(socket: ServerConnection) -> IPv4Address | IPv6Address | None:
    """The other end; None when it was gone before anybody looked."""
    name = socket.remote_address
    return parse(str(name[0])) if name else None


def parse(text: str) -> IPv4Address | IPv6Address | None:
    """The address in `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `fe80::1%eth0` or `[2001:db8::1]:80`, else None."""
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _key(address: IPv4Address | IPv6Address | None) -> str:
    match address:
        case None:
            return _UNKNOWN
        case IPv4Address():
            return str(address)
        case IPv6Address():
            return str(ip_network((address, _SITE), strict=False))
