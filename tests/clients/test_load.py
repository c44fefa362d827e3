import asyncio
import json
import os
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from clients.lib.connection import connect
from clients.load import table as tables
from clients.load import tally as tallies
from clients.load.__main__ import main
from clients.load.board import Board
from clients.load.client import Client
from clients.load.player import Player
from clients.load.run import opened, play
from clients.load.table import Table
from clients.load.tally import Sample, Tally
from clients.load.usage import Usage
from engine.types import Color
from protocol.codec import encode_message
from protocol.commands import Rematch
from protocol.messages import Ack, Error, Events, Heartbeat, Snapshot, StepGraph
from protocol.settings import Settings
from tests.e2e.processes import ServerProcess
from tests.server.builders import CASCADE, play_on, table
from tests.server.nodes import nodes
from tests.server.running import process

JSON = ("--rooms", "2", "--watchers", "1", "--pace", "0", "--json")


async def run(*arguments: str) -> int:
    return await asyncio.to_thread(main, arguments)


# --- against a server -------------------------------------------------------------------------------------------------


async def test_whole_games_end_in_agreement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with process(tmp_path) as server:
        code = await run(server.url, *JSON, "--games", "1", "--seconds", "0", "--pid", str(server.process.pid))
    found = SimpleNamespace(**json.loads(capsys.readouterr().out))
    assert code == 0
    assert (found.games, found.clients, found.agreed, found.wrong) == (2, 6, 6, 0)
    assert found.errors.keys() <= {"rate_limited"}
    assert found.commands > found.moves > 0
    assert all(found.latency_ms[who].keys() == {"p50", "p95", "p99"} for who in ("ack", "opponent", "watcher"))
    assert found.server["commands_per_cpu_second"] > 0


async def test_steps_are_played_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with process(tmp_path) as server:
        pid = str(server.process.pid)
        code = await run(server.url, "--rooms", "1", "--pace", "0", "--seconds", "0.5", "--steps", "--pid", pid)
    out = capsys.readouterr().out
    assert code == 0
    assert "rooms                   1  each with 2 players and 0 watchers, as fast as it can\n" in out
    assert "agreement               2  of 2 clients have the server's board at the end\n" in out
    assert "MiB of memory that its own store has\n" in out


async def test_killed_server_costs_only_a_reconnection(tmp_path: Path) -> None:
    server, tally = ServerProcess(tmp_path / "data"), Tally()
    await server.start()
    load = Table(server.url, tally, Random(1), Settings(), watchers=1, games=1)
    async with opened([load]):
        playing = asyncio.create_task(play([load], tally, 0, lambda: None))
        await until_version(server.url, load.white.room or "", 30)
        await server.kill()
        await server.start()
        await playing
    await server.stop()
    assert tally.reconnects == 3
    assert (tally.games, tally.agreed, tally.clients, tally.sound) == (1, 3, 3, True)


async def until_version(url: str, code: str, version: int) -> None:
    async with connect(url) as client:
        room = await client.watch(code)
        while room.view.version < version:
            await anext(room)


async def test_absent_server_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(tables, "ARRIVAL_PATIENCE", 0.05)
    assert await run("http://127.0.0.1:1", "--rooms", "1") == 1
    assert capsys.readouterr().err == "narde-load: no server answers at ws://127.0.0.1:1/ws\n"


# --- the parts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [Settings(), CASCADE])
async def test_board_follows_like_the_server(settings: Settings) -> None:
    async with nodes() as [node]:
        code, ada, bo = await table(node, settings)
        people = {Color.WHITE: ada, Color.BLACK: bo}
        board, seen = Board(), 0
        for _ in range(30):
            await play_on(node, code, people, Random(7), 10)
            for frame in ada.frames[seen:]:
                match frame:
                    case Snapshot():
                        board.show(frame)
                    case Events():
                        assert board.advance(frame)
                    case StepGraph():
                        board.graph = frame
            seen = len(ada.frames)
            await node.follow(ada, code)
            view = ada.got(Snapshot)[-1]
            assert (board.version, board.digest, board.turn) == (view.version, view.position.digest, view.turn)
            assert (board.phase, board.to_move, board.over) == (view.phase, view.to_move, view.winner is not None)


def test_board_notices_missing_versions() -> None:
    board = Board(version=3)
    before = (board.version, board.digest)
    assert not board.advance(Events(room="ABCDEF", version=5, at=0, events=()))
    assert (board.version, board.digest) == before


def test_old_versions_change_nothing() -> None:
    board = Board(version=3)
    assert board.advance(Events(room="ABCDEF", version=3, at=0, events=()))
    assert board.version == 3


def test_white_offers_the_next_match_and_black_accepts() -> None:
    board = Board(over=True)
    white, black = (Player("ABCDEF", color, board, Random(1), lambda: "1") for color in Color)
    assert white.command(again=False) is None
    assert white.command(again=True) == Rematch(id="1", room="ABCDEF")
    assert black.command(again=True) is None
    board.rematch = Color.WHITE
    assert white.command(again=True) is None
    assert black.command(again=True) == Rematch(id="1", room="ABCDEF")


def hearing(tally: Tally) -> Client:
    return Client("ws://127.0.0.1:1", tally, lambda *_: None)


@pytest.mark.parametrize(("digest", "wrong"), [(Board().digest, 0), ("00000000", 1)])
def test_other_digest_is_counted(digest: str, wrong: int) -> None:
    tally = Tally()
    beat = Heartbeat(room="ABCDEF", version=0, digest=digest, turn=0, at=0)
    hearing(tally).receive(encode_message(beat, text=False))
    assert (tally.beats, tally.wrong, tally.sound) == (1, wrong, not wrong)


def test_errors_are_counted_by_code() -> None:
    tally = Tally()
    client = hearing(tally)
    for code in ("wall", "wall", "rate_limited"):
        client.receive(encode_message(Error(id="a", code=code), text=False))
    client.receive(encode_message(Ack(id="b"), text=False))
    assert tally.errors == {"wall": 2, "rate_limited": 1}


def test_percentiles_are_of_the_sample() -> None:
    tally = Tally(seconds=1.0)
    for number in range(1, 101):
        tally.ack.add(number / 1000)
    assert tally.percentiles("ack") == {"p50": 51.0, "p95": 96.0, "p99": 100.0}
    assert tally.percentiles("opponent") == {}
    times = "50% within 51.00 ms, 95% within 96.00 ms, 99% within 100.00 ms"
    assert f"ack                   100  times from a command to its answer: {times}\n" in tally.report()


def test_every_line_says_what_is_counted() -> None:
    tally = Tally(commands=1200, moves=30, octets=5000, seconds=2.0, beats=7, wrong=1, agreed=3, clients=4)
    tally.errors.update(wall=2, rate_limited=1)
    assert tally.report().splitlines() == [
        "commands            1,200  that the server has done, 600.0 a second",
        "moves                  30  turns that have ended, 15.0 a second",
        "games                   0  that have ended",
        "frames                  0  that all clients together got, 0.0 a second",
        "bytes               5,000  in these frames, 2,500.0 a second",
        "errors                  3  answers that refuse a command, rate_limited 1, wall 2",
        "reconnects              0  connections that were lost and made anew",
        "heartbeats              7  compared with the client's board: 1 differed",
        "agreement               3  of 4 clients have the server's board at the end",
    ]


def test_sample_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "KEPT", 10)
    sample = Sample()
    for number in range(1000):
        sample.add(number)
    assert sample.count == 1000
    assert len(sample.kept) == 10
    assert max(sample.kept) >= 10


def test_a_client_that_differs_spoils_the_run() -> None:
    assert Tally(clients=4, agreed=4).sound
    assert not Tally(clients=4, agreed=3).sound


def test_usage_counts_this_process() -> None:
    used = Usage.of(os.getpid())
    assert used.memory > 2**20
    assert used.server > 0


def test_run_without_an_end_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--seconds", "0"])
    assert "say --seconds or --games" in capsys.readouterr().err
