from pathlib import Path

import pytest

from clients.tournament.keys import find, keep, key_file
from clients.tournament.trouble import Trouble

HERE, THERE = "http://localhost:8080", "https://narde.example"


def test_last_key_of_the_same_server_counts(tmp_path: Path) -> None:
    file = tmp_path / "state" / "keys"
    keep(file, HERE, "ABCDEF", "first")
    keep(file, HERE, "ABCDEF", "second")
    keep(file, HERE, "GHJKMN", "another")
    keep(file, THERE, "ABCDEF", "elsewhere")
    assert find(file, HERE, "ABCDEF") == "second"
    assert find(file, THERE, "ABCDEF") == "elsewhere"


def test_missing_key_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    with pytest.raises(Trouble, match="no director's key of ABCDEF is kept here"):
        find(file, HERE, "ABCDEF")
    keep(file, THERE, "ABCDEF", "elsewhere")
    with pytest.raises(Trouble, match="link ABCDEF"):
        find(file, HERE, "ABCDEF")


def test_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "state" / "keys"
    file.parent.mkdir()
    file.touch(0o644)
    keep(file, HERE, "ABCDEF", "secret")
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("environ", "path"),
    [
        ({"HOME": "/home/ada"}, "/home/ada/.local/state/narde/tournament-keys"),
        ({"HOME": "/home/ada", "XDG_STATE_HOME": "/state"}, "/state/narde/tournament-keys"),
    ],
)
def test_keys_lie_in_the_state_directory(environ: dict[str, str], path: str) -> None:
    assert key_file(environ) == Path(path)
