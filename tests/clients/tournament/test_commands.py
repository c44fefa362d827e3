"""The shell and a real server."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from clients.lib.connection import connect
from clients.tournament import commands
from clients.tournament.__main__ import main
from clients.tournament.keys import find
from protocol.tournament import acts
from tests.e2e.processes import ServerProcess, free_port

NAMES = "Name;Seed\nOla;2\nAnna;1\nola;3\n"


@dataclass
class Shell:
    """Somebody who types commands on the server's machine."""

    server: ServerProcess
    keys: Path
    capsys: pytest.CaptureFixture[str]

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    async def type(self, *line: str) -> tuple[int, str, str]:
        """The exit code, and what is printed on both sides."""
        code = await asyncio.to_thread(main, [*line, "--url", self.home, "--keys", str(self.keys)])
        out, err = self.capsys.readouterr()
        return code, out, err

    async def create(self, *options: str) -> str:
        code, out, _ = await self.type("create", "Friday night", *options)
        assert code == 0
        return out.split()[1]

    def key(self, code: str) -> str:
        return find(self.keys, self.home, code)


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("server") / "data")
    await server.start()
    yield server
    await server.end()


@pytest.fixture
def shell(server: ServerProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(server, tmp_path / "keys", capsys)


# --- made and filled --------------------------------------------------------------------------------------------------


async def test_links_are_given_out(shell: Shell) -> None:
    code, out, _ = await shell.type("create", "Friday night", "--format", "swiss")
    name, key = out.split()[1], shell.key(out.split()[1])
    assert code == 0
    assert f"Director: {shell.home}/#tournament/{name}/key/{key}" in out
    assert out.splitlines()[-1] == f"Players:  {shell.home}/#tournament/{name}"
    assert "█" in out


async def test_table_of_names_is_registered(shell: Shell, tmp_path: Path) -> None:
    name, table = await shell.create(), tmp_path / "names.csv"
    table.write_text(NAMES)
    code, out, err = await shell.type("import", name, str(table), "--here")
    assert (code, out) == (0, "2 registered, 2 in all\n")
    assert err == "narde-tournament: ola is in the list already\n"
    async with connect(shell.server.url) as client:
        players = (await client.open_tournament(name)).view.players
    assert [(player.name, player.seed, player.here) for player in players] == [("Anna", 1, "yes"), ("Ola", 2, "yes")]


async def test_known_player_can_be_checked_in(shell: Shell) -> None:
    name = await shell.create()
    assert (await shell.type("add", name, " Vera   K ", "Bo"))[1] == "2 registered, 2 in all\n"
    code, out, err = await shell.type("add", name, "vera k", "--here")
    assert (code, out, err) == (0, "0 registered, 2 in all\n", "narde-tournament: vera k is in the list already\n")
    async with connect(shell.server.url) as client:
        players = (await client.open_tournament(name)).view.players
    assert [(player.name, player.here) for player in players] == [("Vera K", "yes"), ("Bo", "no")]


# --- played and shown -------------------------------------------------------------------------------------------------


async def test_bots_play_a_tournament(shell: Shell) -> None:
    name = await shell.create("--format", "swiss", "--rounds", "1")
    assert (await shell.type("standings", name))[1] == "Friday night\nNo standings yet\n"
    where = ("--url", shell.home, "--keys", str(shell.keys))
    bots = asyncio.to_thread(main, ["bots", name, "-n", "3", *where])
    director = asyncio.to_thread(main, ["run", name, "--wait-for", "3", *where])
    assert {*await asyncio.gather(bots, director)} == {0}
    out, _ = shell.capsys.readouterr()
    assert "Round 1 of 1\n  table 1: Bot " in out
    assert all(f"Bot {number}: place " in out for number in (1, 2, 3))
    assert "  no game: Bot " in out
    assert "Final standings" in out
    assert (await shell.type("standings", name))[1].startswith("Friday night\nFinal standings\n")
    assert (await shell.type("pairings", name))[1].startswith("Friday night\nResults of round 1\n  table 1: Bot ")


async def test_wooden_boards_are_reported_elsewhere(shell: Shell) -> None:
    name = await shell.create()
    await shell.type("add", name, "Anna", "Ola", "--here")
    running = asyncio.create_task(shell.type("run", name))
    async with connect(shell.server.url) as client:
        tournament = await client.open_tournament(name, shell.key(name))
        await tournament.until(lambda: bool(tournament.view.running))
        (match,) = tournament.view.running
        await tournament.conduct(acts.Claim(match.match, match.a, (2, 0)))
        await tournament.conduct(acts.Claim(match.match, match.b, (2, 0)))
    code, out, _ = await running
    assert code == 0
    assert "  table 1: Anna 2–0 Ola" in out


async def test_result_is_entered_and_corrected(shell: Shell) -> None:
    name = await shell.create("--length", "2")
    await shell.type("add", name, "Anna", "Ola", "--here")
    async with connect(shell.server.url) as client:
        tournament = await client.open_tournament(name, shell.key(name))
        for act in (acts.Start(), acts.PairRound(1), acts.StartRound(1)):
            await tournament.conduct(act)
    code, _, err = await shell.type("result", name, "1", "2-0", "--reason", "wrong names")
    assert (code, err[:48]) == (1, "narde-tournament: r1t1 has no result to correct;")
    entered = await shell.type("result", name, "1", "3-1", "--mars", "1-0")
    assert entered == (0, "r1t1: Anna 3–1 Ola (mars)\n", "")
    code, _, err = await shell.type("result", name, "1", "first")
    assert (code, err) == (1, "narde-tournament: a forfeit needs a --reason\n")
    code, _, err = await shell.type("result", name, "1", "2-0")
    assert (code, err) == (1, "narde-tournament: Table 1 has its result.\n")
    corrected = await shell.type("result", name, "r1t1", "second", "--reason", "wrong names")
    assert corrected == (0, "r1t1: Anna – Ola: Ola wins by forfeit\n", "")
    code, _, err = await shell.type("result", name, "9", "1-0")
    assert (code, err) == (1, "narde-tournament: there is no table 9 in the newest round, and no match of that name\n")


async def test_tournament_is_exported_and_restored(shell: Shell, tmp_path: Path) -> None:
    name, file = await shell.create(), tmp_path / "friday.json"
    await shell.type("add", name, "Anna", "=Ola", "--here")
    key = shell.key(name)
    assert (await shell.type("export", name, "-o", str(file)))[0] == 0
    assert json.loads(file.read_text())
    assert key not in file.read_text()
    code, out, _ = await shell.type("restore", str(file))
    assert code == 0
    again = out.split()[1]
    assert again != name
    async with connect(shell.server.url) as client:
        tournament = await client.open_tournament(again, shell.key(again))
        assert tournament.you.role == "director"
        assert [player.name for player in tournament.view.players] == ["Anna", "=Ola"]


async def test_table_goes_to_the_standard_output(shell: Shell) -> None:
    name = await shell.create()
    await shell.type("add", name, "=Ola")
    code, out, _ = await shell.type("export", name, "--csv")
    assert code == 0
    assert out
    assert "\n=" not in out


# --- a lost link ------------------------------------------------------------------------------------------------------


async def test_new_link_is_made_in_the_office(shell: Shell) -> None:
    name = await shell.create()
    before = shell.key(name)
    code, out, _ = await shell.type("link", name, "--alone", "--data-dir", str(shell.server.data_dir))
    assert code == 0
    assert shell.key(name) != before
    assert shell.key(name) in out
    assert (await shell.type("add", name, "Anna"))[0] == 0
    code, _, err = await shell.type("add", name, "Ola", "--key", before)
    assert code == 1
    assert err.count("\n") == 1


# --- what goes wrong --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (("standings", "NOSUCH"), "there is no tournament NOSUCH"),
        (("standings", "ZZZZZZ"), "narde-tournament: "),
        (("bots", "ZZZZZZ"), "narde-tournament: "),
        (("export", "ZZZZZZ"), "there is no tournament ZZZZZZ at http"),
        (("run", "ZZZZZZ"), "no director's key of ZZZZZZ is kept here"),
        (("restore", "/nowhere/file.json"), "/nowhere/file.json: no such file or directory"),
        (("link", "ZZZZZZ", "--data-dir", "/nowhere"), "no office key in /nowhere"),
        (("create", "--clock", "soon"), "`clock 3+12 delay` is 3 minutes"),
        (("add", "ABCDEF", "Ada", " "), "an empty name cannot be registered"),
        (("create", "--format", "single-elimination", "--cut", "4"), "A knock-out has no cut"),
        (("result", "ZZZZZZ", "1", "2-0"), "no director's key of ZZZZZZ is kept here"),
    ],
)
async def test_trouble_is_one_sentence(shell: Shell, line: tuple[str, ...], why: str) -> None:
    code, out, err = await shell.type(*line)
    assert (code, out) == (1, "")
    assert why in err
    assert err.startswith("narde-tournament: ")
    assert err.count("\n") == 1


async def test_no_restoring_of_anything_else(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text('{"some": "thing"}')
    code, out, err = await shell.type("restore", str(file))
    assert (code, out) == (1, "")
    assert err.startswith("narde-tournament: ")


async def test_absent_server_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = f"http://127.0.0.1:{free_port()}"
    assert await asyncio.to_thread(main, ["create", "--url", home, "--keys", str(tmp_path / "keys")]) == 1
    assert capsys.readouterr().err == f"narde-tournament: no server answers at {home}\n"


def test_every_command_is_known() -> None:
    assert commands.COMMANDS.keys() == {
        *("create", "add", "import", "bots", "run", "result", "standings", "pairings"),
        *("export", "restore", "link", "rehearse"),
    }
