"""The directors' keys that this user has been given, kept like the passwords of git: in a file for him alone."""

import os
from collections.abc import Mapping
from pathlib import Path

from clients.tournament.trouble import Trouble


def key_file(environ: Mapping[str, str]) -> Path:
    """In the user's own state directory (XDG Base Directory Specification)."""
    base = environ.get("XDG_STATE_HOME") or Path(environ.get("HOME", ".")) / ".local" / "state"
    return Path(base) / "narde" / "tournament-keys"


def keep(path: Path, home: str, code: str, key: str) -> None:
    """Remember the key of a tournament on the server whose pages are at `home`. A later one counts."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        os.fchmod(descriptor, 0o600)
        file.write(f"{home} {code} {key}\n")


def find(path: Path, home: str, code: str) -> str:
    """The key that was kept last. Raises Trouble when there is none."""
    lines = path.read_text(encoding="ascii", errors="replace").splitlines() if path.exists() else []
    for line in reversed(lines):
        if line.startswith(f"{home} {code} "):
            return line.rpartition(" ")[2]
    raise Trouble(f"no director's key of {code} is kept here; give it with --key, or make a new one with `link {code}`")
