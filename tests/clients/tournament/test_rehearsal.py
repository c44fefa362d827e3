import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from clients.lib.connection import connect
from clients.tournament import rehearsal
from clients.tournament.__main__ import main
from clients.tournament.trouble import Trouble
from tests.e2e.processes import ServerProcess, free_port

pytestmark = pytest.mark.timeout(300)
ROOT = Path(__file__).parents[3]


async def test_rehearsal_needs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("NARDE_REDIS_URL", "redis://nowhere")
    line = ["rehearse", "-n", "4", "--rounds", "2", "--url", f"http://127.0.0.1:{free_port()}"]
    code = await asyncio.to_thread(main, line)
    out = capsys.readouterr().out
    assert code == 0
    assert "a private one is started" in out
    assert out.index("\nRound 2 of 2\n") < out.index("\nResults of round 2\n")
    assert out.count("\n  1.  ") >= 2
    assert "Final standings" in out
    assert os.listdir(tmp_path) == []


async def test_rehearsal_survives_a_killed_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start()
    line = ["rehearse", "-n", "2", "--rounds", "1", "--url", f"http://127.0.0.1:{server.port}"]
    rehearsing = asyncio.create_task(asyncio.to_thread(main, line))
    await in_the_middle(server.url)
    await server.kill()
    await server.start()
    code = await rehearsing
    out = capsys.readouterr().out
    assert code == 0
    assert "private" not in out
    assert "Final standings" in out
    assert await server.stop() == 0


async def in_the_middle(url: str) -> None:
    """Until both players of some match have moved a few times."""
    async with connect(url) as client:
        while not (listed := await client.list_tournaments()):
            pass
        tournament = await client.open_tournament(listed[0].tournament)
        await tournament.until(lambda: any(match.room for match in tournament.view.running))
        room = await client.watch(next(match.room for match in tournament.view.running if match.room))
        while room.view.turn < 8:
            await anext(room)


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def lives(pid: str) -> bool:
    return Path(f"/proc/{pid}").exists()


async def test_private_server_ends_with_the_command(tmp_path: Path) -> None:
    line = ("rehearse", "-n", "2", "--url", f"http://127.0.0.1:{free_port()}")
    command = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "clients.tournament", *line),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    assert command.stdout is not None
    while b"watch them at" not in await command.stdout.readline():
        assert not command.stdout.at_eof()
    (server,) = children(command.pid)
    command.send_signal(signal.SIGTERM)
    await command.communicate()
    assert command.returncode == 130
    assert not lives(server)
    assert os.listdir(tmp_path) == []


async def test_failed_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    with pytest.raises(Trouble, match="the private server did not start"):
        async with rehearsal.some_server(f"ws://127.0.0.1:{free_port()}/ws", lambda _: None):
            pass
