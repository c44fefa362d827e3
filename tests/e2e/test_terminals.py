"""Two people in two shells finish a game by typing, while the server is killed and started again in the middle."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.e2e.processes import ServerProcess

pytestmark = pytest.mark.timeout(900)
EXAMPLE = re.compile(r"for example (\S+);")
CODE = re.compile(r"who types `join ([A-Z0-9]{6})`")
WON = re.compile(r"(White|Black) has won the match")


class Terminal:
    """A terminal client in a shell of its own, and somebody who types what the status line proposes."""

    def __init__(self, url: str, home: Path, name: str) -> None:
        self.url, self.token, self.name = url, home / f"{name}.token", name
        self.process: asyncio.subprocess.Process | None = None
        self.transcript: list[str] = []
        self.plays = 0
        self.lost = 0
        self.moved = asyncio.Event()
        self.code: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def start(self, *command: str) -> None:
        line = [self.url, "--name", self.name, "--token-file", str(self.token), *command]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "clients.terminal",
            *line,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )

    def type(self, *lines: str) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def play(self) -> str:
        """Type until the match is over; the colour that has won."""
        assert self.process is not None
        assert self.process.stdout is not None
        while line := (await self.process.stdout.readline()).decode():
            self.transcript.append(line.rstrip())
            if found := WON.search(line):
                self.type("quit")
                await self.process.communicate()
                return found[1]
            self._answer(line)
        raise AssertionError(f"{self.name}'s terminal ended in the middle of the game")

    def _answer(self, line: str) -> None:
        if "connection lost" in line.lower():
            self.lost += 1
        elif (found := CODE.search(line)) and not self.code.done():
            self.code.set_result(found[1])
        elif "press enter to throw" in line.lower():
            self.type("")
        elif found := EXAMPLE.search(line):
            self.type(found[1], "board")
        elif "d to finish" in line:
            self.plays += 1
            self.moved.set()
            self.type("d")


async def played(terminal: Terminal, plays: int) -> None:
    """Wait until somebody has made so many plays."""
    try:
        async with asyncio.timeout(200):
            while terminal.plays < plays:
                terminal.moved.clear()
                await terminal.moved.wait()
    except TimeoutError:
        raise AssertionError("\n".join(terminal.transcript[-40:])) from None


async def test_two_terminals_finish_a_game_through_kills(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start()
    ada, bo = Terminal(server.url, tmp_path, "Ada"), Terminal(server.url, tmp_path, "Bo")
    await ada.start("new", "long-nard")
    first = asyncio.create_task(ada.play())
    async with asyncio.timeout(30):
        await bo.start("join", await asyncio.shield(ada.code))
    second = asyncio.create_task(bo.play())
    for plays in (3, 8):
        await played(ada, plays)
        await server.kill()
        await server.start()
    done, waiting = await asyncio.wait((first, second), timeout=400)
    assert not waiting, "\n".join(ada.transcript[-40:] + bo.transcript[-40:])
    assert len({task.result() for task in done}) == 1
    assert ada.lost + bo.lost >= 1
    assert await server.stop() == 0
