"""A real server as a process of its own, that can be killed and started again on the same port and data."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

READY = b"Ctrl+C stops it"
PATIENCE = 30.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """`python -m server` on the embedded store in `data_dir`."""

    program: tuple[str, ...] = ("server",)
    """What comes after `python -m`."""
    before: tuple[str, ...] = ()
    """What comes before all of it."""
    host = "127.0.0.1"

    def __init__(self, data_dir: Path, *options: str) -> None:
        self.port, self.data_dir, self.options = free_port(), data_dir, options
        self.process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    async def start(self) -> str:
        """Start and wait until it listens; what it has printed until then."""
        line = ["--host", self.host, "--port", str(self.port), "--data-dir", str(self.data_dir), *self.options]
        log = (self.data_dir.parent / "server.log").open("ab")
        with log:
            self.process = await asyncio.create_subprocess_exec(
                *self.before, sys.executable, "-m", *self.program, *line, stdout=asyncio.subprocess.PIPE, stderr=log
            )
        assert self.process.stdout is not None
        printed = b""
        async with asyncio.timeout(PATIENCE):
            while READY not in printed:
                printed += await self.process.stdout.readline()
                assert not self.process.stdout.at_eof(), (self.data_dir.parent / "server.log").read_text()
        return printed.decode()

    async def kill(self) -> None:
        """kill -9: no goodbye."""
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """SIGTERM; returns the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def end(self) -> None:
        """Leave nothing behind, in whatever state it is."""
        if self.process is not None and self.process.returncode is None:
            await self.kill()

    def kill_store(self) -> None:
        """kill -9 the store, the only child of the server; its keeper starts it again."""
        for child in self.children():
            os.kill(child, signal.SIGKILL)

    def children(self) -> list[int]:
        assert self.process is not None
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        try:
            return [int(pid) for pid in listed.read_text().split()]
        except FileNotFoundError:
            return []


class LaterProcess(ServerProcess):
    """The same, whose clock can be put forward (tests/e2e/later.py), also while it is down."""

    def __init__(self, data_dir: Path, *options: str) -> None:
        super().__init__(data_dir, *options)
        self._ahead = data_dir.parent / "ahead"
        self._ahead.write_text("0")
        self.program = ("tests.e2e.later", str(self._ahead))

    def later(self, minutes: float) -> None:
        """So much time has passed."""
        ahead = int(self._ahead.read_text()) + int(minutes * 60_000)
        written = self._ahead.with_suffix(".new")
        written.write_text(str(ahead))
        written.replace(self._ahead)
