import asyncio
import random
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clients.bot import __main__ as bot
from clients.bot.__main__ import main
from clients.bot.player import chooser, play_match
from clients.lib.connection import connect
from tests.clients.lib.house import House, house

ROOT = Path(__file__).parents[3]


@pytest.fixture
async def host() -> AsyncIterator[House]:
    async with house() as host:
        yield host


async def test_bot_joins_room_and_plays(host: House, capsys: pytest.CaptureFixture[str]) -> None:
    async with connect(host.url) as client:
        room = await client.create_room()
        arguments = [host.url, "--room", room.code.lower(), "--strength", "random", "--seed", "1", "--name", "Bo"]
        code, winner = await asyncio.gather(
            asyncio.to_thread(main, arguments), play_match(room, chooser("random", random.Random(2)))
        )
        white, black = room.view.score
        assert code == 0
        assert capsys.readouterr().out == (
            f"room {room.code}: playing black\nroom {room.code}: {winner} won {white}-{black}\n"
        )


async def test_page_of_a_room_leads_into_it(host: House, capsys: pytest.CaptureFixture[str]) -> None:
    async with connect(host.url) as client:
        room = await client.create_room()
        page = f"{host.url.replace('ws://', 'http://').removesuffix('/ws')}/{room.code}"
        await asyncio.gather(asyncio.to_thread(main, [page]), play_match(room, chooser("random", random.Random(2))))
        assert capsys.readouterr().out.startswith(f"room {room.code}: playing black\n")


async def test_absent_server_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bot, "SLOW", 0)
    monkeypatch.setattr(bot, "PATIENCE", 0.2)
    assert await asyncio.to_thread(main, ["http://127.0.0.1:1", "--create"]) == 1
    assert capsys.readouterr().err.startswith("narde-bot: no connection to http://127.0.0.1:1 yet, trying again…\n")


async def test_unknown_room_is_told(host: House, capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(main, [host.url, "--room", "ZZZZZZ"]) == 1
    assert capsys.readouterr().err == "narde-bot: There is no such room.\n"


def test_wrong_url_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nowhere"]) == 1
    assert capsys.readouterr().err.startswith("narde-bot: nowhere isn't a valid URI")


async def test_example_plays_a_match(host: House) -> None:
    async with connect(host.url) as client:
        room = await client.create_room()
        example = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "clients.bot.example", host.url, room.code, cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        winner = await play_match(room, chooser("random", random.Random(2)))
        out, _ = await example.communicate()
        result = "lost" if winner is room.view.you[0] else "won"
        assert out.decode().split() == ["room", room.code, result]
        assert example.returncode == 0
