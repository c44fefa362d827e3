"""The README's bot works when pasted, and its links and commands lead somewhere."""

import asyncio
import re
import sys
from pathlib import Path

from tests.e2e.processes import ServerProcess

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_quoted_bot_is_the_example() -> None:
    quoted = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert quoted == [(ROOT / "clients" / "bot" / "example.py").read_text()]


def test_links_lead_to_files() -> None:
    for page in ROOT.rglob("*.md"):
        if {".venv", "node_modules"} & set(page.parts):
            continue
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
            assert target.startswith("http") or (page.parent / target).exists(), f"{page}: {target}"


async def test_pasted_bot_plays_a_match(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start()
    pasted = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    line = (sys.executable, "-c", pasted, server.url)
    first = await asyncio.create_subprocess_exec(*line, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
    assert first.stdout is not None
    async with asyncio.timeout(90):
        room = (await first.stdout.readline()).decode().split()  # it waits there
        second = await asyncio.create_subprocess_exec(*line, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
        one, other = [(await bot.communicate())[0].decode().split() for bot in (first, second)]
    assert other[:2] == room
    assert sorted(one + other[2:]) == ["lost", "won"]
    assert await server.stop() == 0
