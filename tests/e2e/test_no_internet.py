"""A machine with two network cards and no way to anywhere else, as a laptop in a club room is."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.processes import PATIENCE, ServerProcess

CARDS = {"lan0": "192.0.2.7", "wlan0": "198.51.100.9"}
"""Addresses that are nobody's (RFC 5737)."""
ISLAND = ("unshare", "--net", "sh", "-c")
SETUP = "ip link set lo up; " + "; ".join(
    f"ip link add {card} type veth peer name far-{card} && ip addr add {address}/24 dev {card} "
    f"&& ip link set {card} up && ip link set far-{card} up"
    for card, address in CARDS.items()
)


def _why_not() -> str | None:
    """Why this machine cannot make such a network."""
    if not all(map(shutil.which, ("unshare", "ip", "nsenter"))):
        return "unshare, nsenter and ip are not here"
    tried = subprocess.run([*ISLAND, f"set -e; {SETUP}"], capture_output=True, text=True, check=False)
    return tried.stderr.strip() or None if tried.returncode else None


@pytest.fixture
async def island(tmp_path: Path) -> AsyncIterator[tuple[ServerProcess, str]]:
    """A server there, and what it has printed."""
    if (why := _why_not()) is not None:
        pytest.skip(f"no network namespace: {why}")
    process = ServerProcess(tmp_path / "data")
    process.before = (*ISLAND, f'{SETUP}; exec "$0" "$@"')
    process.host = "0.0.0.0"
    printed = await process.start()
    yield process, printed
    await process.end()


async def _inside(process: ServerProcess, *line: str) -> str:
    """What a program prints that runs on that machine."""
    assert process.process is not None
    there = ("nsenter", "--net", "--target", str(process.process.pid), sys.executable, *line)
    program = await asyncio.create_subprocess_exec(*there, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    async with asyncio.timeout(PATIENCE):
        printed, _ = await program.communicate()
    assert program.returncode == 0, printed.decode()
    return printed.decode()


async def test_every_card_is_told(island: tuple[ServerProcess, str]) -> None:
    server, printed = island
    routes = await _inside(server, "-c", "print(open('/proc/net/route').read())")
    destinations = [line.split()[1] for line in routes.splitlines()[1:] if line]
    assert len(destinations) == len(CARDS)
    assert "00000000" not in destinations
    for address in CARDS.values():
        assert f"http://{address}:{server.port}\n" in printed
    assert {"▄", "▀", "█"} & {*printed}
    told = await _inside(
        server,
        "-c",
        f"import urllib.request as u; print(u.urlopen('http://127.0.0.1:{server.port}/addresses').read().decode())",
    )
    assert all(address in told for address in CARDS.values())


async def test_tournament_is_played_there(island: tuple[ServerProcess, str]) -> None:
    server, _ = island
    home = f"http://{CARDS['wlan0']}:{server.port}"
    printed = await _inside(server, "-m", "clients.tournament", "rehearse", "-n", "2", "--rounds", "1", "--url", home)
    assert "Final standings" in printed
    assert "private one is started" not in printed
