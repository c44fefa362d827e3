from pathlib import Path

import pytest

from clients.lib.address import DEFAULT_URL
from clients.terminal.__main__ import keep_token, main, parse_arguments, read_token


@pytest.mark.parametrize(
    ("arguments", "url", "command"),
    [
        ([], DEFAULT_URL, ""),
        (["new", "to", "3"], DEFAULT_URL, "new to 3"),
        (["ws://host:8080/ws", "join", "ABCDEF"], "ws://host:8080/ws", "join ABCDEF"),
        (["http://host:8080/kazbek"], "http://host:8080/kazbek", "join KAZBEK"),
        (["http://host:8080/kazbek", "watch", "ABCDEF"], "http://host:8080/kazbek", "watch ABCDEF"),
        (["host:8080", "quick"], "host:8080", "quick"),
        (["wss://host/ws", "--name", "Anna", "quick"], "wss://host/ws", "quick"),
        (["--ascii", "bot", "random", "--no-color"], DEFAULT_URL, "bot random"),
    ],
)
def test_words_are_server_and_command(arguments: list[str], url: str, command: str) -> None:
    options = parse_arguments(arguments)
    assert (options.url, options.command) == (url, command)


def test_options_have_quiet_defaults() -> None:
    options = parse_arguments([])
    assert (options.name, options.ascii, options.no_color, options.auto_done) == ("", False, False, False)


def test_long_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_arguments(["--name", "x" * 25])
    assert "a name has at most 24 characters" in capsys.readouterr().err


def test_token_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "config" / "token"
    assert read_token(file) is None
    keep_token(file, "secret-one")
    assert read_token(file) == "secret-one"
    assert file.stat().st_mode & 0o777 == 0o600


def test_token_file_is_closed_to_others_again(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("a long old token that was here before")
    file.chmod(0o644)
    keep_token(file, "new")
    assert read_token(file) == "new"
    assert file.stat().st_mode & 0o777 == 0o600


def test_empty_token_file_counts_as_none(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("\n")
    assert read_token(file) is None


def test_wrong_address_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ws://", "--token-file", str(tmp_path / "token")]) == 1
    assert capsys.readouterr().err.startswith("narde-terminal: ws:// isn't a valid URI")


def test_unreadable_token_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--token-file", str(tmp_path)]) == 1
    assert str(tmp_path) in capsys.readouterr().err
