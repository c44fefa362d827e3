from pathlib import Path

import pytest

from clients.lib.address import DEFAULT_URL
from clients.tournament.options import config_of, data_dir, parser
from protocol.settings import Control, Settings
from protocol.tournament.events import Config

HOME = {"HOME": "/home/ada"}


def test_options_describe_a_tournament() -> None:
    line = ["create", "Cup", "--format", "double-elimination", "--length", "3", "--preset", "long-nard"]
    line += ["--clock", "5+3 fischer", "--set", "mars=1", "--third-place", "--no-show", "automatic"]
    settings = Settings(
        preset="long-nard",
        overrides={"mars": "1"},
        length=3,
        control=Control(timing="fischer", bank=300_000, extra=3_000),
    )
    config = config_of(parser(HOME).parse_args(line))
    assert config.matches.overrides.keys() == {"mars"}
    assert (config.title, config.format, config.third_place) == ("Cup", "double_elimination", True)
    assert (config.matches.length, config.matches.control) == (settings.length, settings.control)
    assert config.no_show == "automatic"


def test_plain_tournament_has_the_defaults() -> None:
    assert config_of(parser(HOME).parse_args(["create"])) == Config()


def test_rehearsal_is_a_small_swiss() -> None:
    options = parser(HOME).parse_args(["rehearse"])
    config = config_of(options)
    assert (options.number, config.format, config.rounds) == (16, "swiss", 4)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (["create", "--clock", "soon"], "clock 3"),
        (["create", "--set", "mars=many"], "mars"),
        (["create", "--clock", "500+12"], "`clock 500[+]12`: a player has from 10 seconds to 180 minutes"),
        (["create", "--clock", "3+181"], "at most 180 seconds a turn"),
        (["create", "--clock", "9" * 400 + "+1"], "clock 3"),
    ],
)
def test_impossible_rules_are_explained(line: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        config_of(parser(HOME).parse_args(line))


def test_code_and_address_are_written_as_people_do() -> None:
    options = parser(HOME).parse_args(["standings", "abcdef", "--url", "https://narde.example"])
    assert (options.code, options.url) == ("ABCDEF", "wss://narde.example/ws")
    assert parser(HOME).parse_args(["standings", "abcdef"]).url == DEFAULT_URL
    assert parser(HOME).parse_args(["standings", "abcdef", "--url", "localhost:8080"]).url == DEFAULT_URL


def test_key_is_taken_from_a_link() -> None:
    key = "k" * 22
    for typed in (key, f"http://localhost:8080/#tournament/ABCDEF/key/{key}"):
        assert parser(HOME).parse_args(["run", "ABCDEF", "--key", typed]).key == key


@pytest.mark.parametrize(
    "line",
    [
        [],
        ["dance"],
        ["add", "ABCDEF"],
        ["run", "ABCDEF", "--key", "short"],
        ["standings"],
        ["standings", "ABCDEF", "--url", "localhost"],
        ["bots", "ABCDEF", "-n", "many"],
        ["create", "--format", "arena"],
        ["create", "--cut", "3"],
    ],
)
def test_bad_usage_is_told_apart(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parser(HOME).parse_args(line)
    assert ended.value.code == 2
    assert "usage: narde-tournament" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (["create", "x" * 61], "argument TITLE: 61 characters are too many, there can be 60"),
        (["create", "--length", "99"], "argument --length: '99' is no whole number from 1 to 25"),
        (["create", "--rounds", "1000"], "argument --rounds: '1000' is no whole number from 0 to 100"),
        (["create", "--lives", "0"], "argument --lives: '0' is no whole number from 1 to 9"),
        (["result", "ABCDEF", "1", "first", "--reason", "x" * 201], "argument --reason: 201 characters are too many"),
    ],
)
def test_bounds_are_told(line: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser(HOME).parse_args(line)
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environ", "path"),
    [
        (HOME, "/home/ada/.local/share/narde"),
        (HOME | {"XDG_DATA_HOME": "/data"}, "/data/narde"),
        (HOME | {"NARDE_DATA_DIR": "/srv/narde"}, "/srv/narde"),
    ],
)
def test_office_is_where_the_server_keeps_its_games(environ: dict[str, str], path: str) -> None:
    assert data_dir(environ) == Path(path)
