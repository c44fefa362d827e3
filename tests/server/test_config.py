"""Options from the command line and the environment."""

from pathlib import Path

import pytest

from server.config import Config

HOME = {"HOME": "/home/anna"}


def exit_code(argv: list[str], environ: dict[str, str]) -> object:
    with pytest.raises(SystemExit) as ended:
        Config.parse(argv, environ)
    return ended.value.code


def test_defaults_are_those_of_config() -> None:
    assert Config.parse([], HOME) == Config(data_dir=Path("/home/anna/.local/share/narde"))


def test_data_goes_where_xdg_says() -> None:
    assert Config.parse([], {**HOME, "XDG_DATA_HOME": "/data"}).data_dir == Path("/data/narde")


def test_every_option_is_read() -> None:
    argv = "--host ::1 --port 0 --data-dir d --redis-url redis://r --workers 2 --fsync everysec --trusted-proxies 1"
    argv += " --allow-origin https://a --allow-origin https://b --max-connections 3 --max-connections-per-address 2"
    argv += " --metrics-public --log-level debug --log-format json --reuse-port --quiet"
    read = Config.parse(argv.split(), HOME)
    origins = ("https://a", "https://b")
    assert read == Config(
        *("::1", 0, Path("d"), "redis://r", 2, "everysec", 1, origins, 3, 2, True, "debug", "json", True, True)
    )


@pytest.mark.parametrize(
    ("variable", "value", "name", "expected"),
    [
        ("NARDE_PORT", "9000", "port", 9000),
        ("NARDE_REDIS_URL", "redis://store", "redis_url", "redis://store"),
        ("NARDE_DATA_DIR", "/d", "data_dir", Path("/d")),
        ("NARDE_ALLOW_ORIGIN", "https://a  https://b", "allow_origin", ("https://a", "https://b")),
        ("NARDE_QUIET", "Yes", "quiet", True),
        ("NARDE_QUIET", "0", "quiet", False),
        ("NARDE_PORT", "", "port", 8080),
        ("NARDE_REDIS_URL", " ", "redis_url", None),
    ],
)
def test_environment_sets_an_option(variable: str, value: str, name: str, expected: object) -> None:
    assert getattr(Config.parse([], {**HOME, variable: value}), name) == expected


def test_command_line_wins() -> None:
    environ = {**HOME, "NARDE_PORT": "1", "NARDE_FSYNC": "always"}
    read = Config.parse(["--port", "2", "--fsync", "everysec"], environ)
    assert (read.port, read.fsync) == (2, "everysec")


@pytest.mark.parametrize(
    "words",
    [
        "--port 65536",
        "--port -1",
        "--port http",
        "--workers 0",
        "--trusted-proxies 9",
        "--max-connections 0",
        "--fsync sometimes",
        "--log-level loud",
        "--redis-url http://store",
        "--redis-url store:6379",
        "--work 2",
        "--nonsense",
        "stray",
    ],
)
def test_nonsense_exits_with_2(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(words.split(), HOME) == 2
    assert words.rsplit(maxsplit=1)[-1].removeprefix("--") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variable", "value"),
    [("NARDE_PORT", "many"), ("NARDE_FSYNC", "sometimes"), ("NARDE_QUIET", "maybe"), ("NARDE_REDIS_URL", "ftp://x")],
)
def test_nonsense_in_environment_exits_too(variable: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code([], {**HOME, variable: value}) == 2
    assert value in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_questions_exit_with_0(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code([option], HOME) == 0
    assert "narde" in capsys.readouterr().out


@pytest.mark.parametrize(
    "config",
    [
        Config(),
        Config(host="::", redis_url="redis://:secret@store/1", allow_origin=("https://a", "https://b"), quiet=True),
        Config(data_dir=Path("/with space/and=sign"), metrics_public=True, log_format="json", fsync="everysec"),
    ],
)
def test_environment_makes_the_same_config(config: Config) -> None:
    assert Config.parse([], config.environment()) == config


def test_worker_shares_port_and_store() -> None:
    config = Config(port=0, workers=4, allow_origin=("https://a",), max_connections=7, log_level="debug")
    inherited = {**HOME, **config.environment()}
    worker = Config.parse([], {**inherited, **config.for_worker("unix:///store", 4711)})
    expected = Config(port=4711, redis_url="unix:///store", allow_origin=("https://a",), max_connections=7)
    assert worker.environment() == expected.environment() | {
        "NARDE_LOG_LEVEL": "debug",
        "NARDE_REUSE_PORT": "1",
        "NARDE_QUIET": "1",
    }
